import APIModel
import Diagnostics
import SwiftEmitter

/// Declarations with the names that an old version has for what is called otherwise now, by module.
///
/// - Parameters:
///   - sink: Receives what can't be generated of the new version.
///   - oldSink: Receives what can't be generated of the old one.
package func findShims(
  since old: API, in new: API, into sink: inout DiagnosticSink, oldSink: inout DiagnosticSink
) -> [String: [Shim]] {
  let before = old.surfaces(into: &oldSink)
  let after = new.surfaces(into: &sink)
  guard !sink.hasErrors, !oldSink.hasErrors else { return [:] }
  var shims: [String: [Shim]] = [:]
  let pairs = ModulePairs(before, after)
  for other in before {
    guard let surface = pairs.counterpart(of: other) else { continue }
    let found = ShimWriter(SurfaceComparison(other, surface)).shims
    if !found.isEmpty { shims[surface.module.text] = found }
  }
  return shims
}
