import APIModel
import Diagnostics
import SwiftEmitter

/// Everything that is different between two versions of the specs.
package struct VersionChanges: Sendable {
  /// In the order of the old version; what is new follows.
  package var differences: [Difference] = []
  package var behaviour: [BehaviourChange] = []

  /// What an app notices at compile time.
  package var breaking: [Difference] { differences.filter(\.kind.breaks) }
}

/// Compares two versions of the specs by what is generated from them.
///
/// - Parameter sink: Receives what can't be generated. The old version is read first, and its mistakes are in `oldSink`.
package func compareVersions(
  _ old: API, _ new: API, into sink: inout DiagnosticSink, oldSink: inout DiagnosticSink
) -> VersionChanges? {
  let before = old.surfaces(into: &oldSink)
  let after = new.surfaces(into: &sink)
  guard !sink.hasErrors, !oldSink.hasErrors else { return nil }
  var changes = VersionChanges()
  var known: Set<String> = []
  for surface in before {
    // A module of one document is called after its file.
    let isOnlyOne = before.count == 1 && after.count == 1
    guard let other = after.first(where: { isOnlyOne || $0.module.text == surface.module.text }) else {
      changes.differences.append(
        Difference(
          kind: .removed, module: surface.module.text, place: surface.module.text, message: "removed",
          old: surface.module.span,
          rewrites: [Rewrite(before: CodeLine("import \(surface.module.text)"))]))
      continue
    }
    known.insert(other.module.text)
    let comparison = SurfaceComparison(surface, other)
    if surface.module.text != other.module.text {
      changes.differences.append(
        Difference(
          kind: .renamed, module: other.module.text, place: surface.module.text,
          message: "renamed to '\(other.module.text)'", old: surface.module.span, new: other.module.span,
          rewrites: [
            Rewrite(
              before: CodeLine("import \(surface.module.text)"),
              after: CodeLine("import \(other.module.text)"))
          ]))
    }
    changes.differences += comparison.differences
    if let oldModule = old.modules.first(where: { $0.name.text == surface.module.text }),
      let newModule = new.modules.first(where: { $0.name.text == other.module.text })
    {
      changes.behaviour += BehaviourComparison(oldModule, newModule, comparison.pairs).changes
    }
  }
  for surface in after where !known.contains(surface.module.text) {
    changes.differences.append(
      Difference(
        kind: .added, module: surface.module.text, place: surface.module.text, message: "added",
        new: surface.module.span, rewrites: [Rewrite(after: CodeLine("import \(surface.module.text)"))]))
  }
  let order = changes.differences
  changes.differences = order.filter(\.kind.breaks) + order.filter { !$0.kind.breaks }
  return changes
}
