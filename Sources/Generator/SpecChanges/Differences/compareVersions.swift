import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import SwiftEmitter

/// Everything that is different between two versions of the specs.
package struct VersionChanges: Sendable {
  /// In the order of the old version; what is new follows.
  package var differences: [Difference] = []
  /// How many changes were left out because the project accepts them.
  package var accepted = 0
  package var behaviour: [BehaviourChange] = []
  /// What an app of the old version and a service of the new version can't read from each other.
  package var wire: [WireChange] = []
  /// What the old version's modules declare, as index stores call it.
  package var oldDeclarations: [String: [String]] = [:]
  /// What recorded traffic says; nil without any.
  package var traffic: TrafficFindings?
  /// Whether the changes were compared with an app's uses.
  package var isAboutApp = false

  /// What an app notices at compile time.
  package var breaking: [Difference] { differences.filter(\.kind.breaks) }
}

/// Compares two versions of the specs by what is generated from them.
///
/// - Parameter sink: Receives what can't be generated. The old version is read first, and its mistakes are in `oldSink`.
package func compareVersions(
  _ old: API, _ new: API, into sink: inout DiagnosticSink, oldSink: inout DiagnosticSink
) -> VersionChanges? {
  let (new, old) = (new, old)
  let (lowered, loweredBefore) = bothOnLargeStacks {
    var sink = DiagnosticSink()
    return (surfaces: new.surfaces(into: &sink), sink: sink)
  } _: {
    var sink = DiagnosticSink()
    return (surfaces: old.surfaces(into: &sink), sink: sink)
  }
  let (before, after) = (loweredBefore.surfaces, lowered.surfaces)
  sink.append(contentsOf: lowered.sink)
  oldSink.append(contentsOf: loweredBefore.sink)
  guard !sink.hasErrors, !oldSink.hasErrors else { return nil }
  var changes = VersionChanges()
  let (targets, targetsBefore) = (manifestTargets(of: after), manifestTargets(of: before))
  let pairs = ModulePairs(before, after)
  for surface in before {
    changes.oldDeclarations[surface.module.text] = LineMaker(surface).declarations
    guard let other = pairs.counterpart(of: surface) else {
      changes.add(.removed, surface, nil)
      continue
    }
    let comparison = SurfaceComparison(surface, other)
    if surface.module.text != other.module.text { changes.add(.renamed, surface, other) }
    changes.differences += comparison.differences
    changes.addDependencies(surface, other, targetsBefore, targets)
    if let oldModule = old.modules.first(where: { $0.name.text == surface.module.text }),
      let newModule = new.modules.first(where: { $0.name.text == other.module.text })
    {
      let pairs = comparison.pairs
      let (wire, defaults) = onLargeStack {
        let wire = WireComparison(oldModule, newModule, pairs)
        return (wire.changes, wire.requests.defaults)
      }
      var behaviour = BehaviourComparison(oldModule, newModule, pairs)
      for change in defaults { behaviour.addProperty(change) }
      changes.behaviour += behaviour.changes
      changes.wire += wire
    }
  }
  for surface in after where !pairs.hasCounterpart(surface) { changes.add(.added, nil, surface) }
  let order = changes.differences
  changes.differences = order.filter(\.kind.breaks) + order.filter { !$0.kind.breaks }
  return changes
}
