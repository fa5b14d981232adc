import APIModel
import Diagnostics
import SwiftEmitter

/// Everything that is different between two versions of the specs.
package struct VersionChanges: Sendable {
  /// In the order of the old version; what is new follows.
  package var differences: [Difference] = []
  package var behaviour: [BehaviourChange] = []
  /// What an app of the old version and a service of the new one don't understand of each other.
  package var wire: [WireChange] = []
  /// The names of types of the old version's modules.
  package var oldTypes: [String: [String]] = [:]
  /// What recorded traffic says; nil without any.
  package var traffic: TrafficFindings?
  /// Whether it is known what an app uses.
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
  var known: Set<String> = []
  for surface in before {
    changes.oldTypes[surface.module.text] = surface.types.filter {
      // Without members, there are no constraints.
      $0.kind != .constraints || !$0.members.isEmpty
    }.map(\.name)
    // A module of one document is called after its file.
    let isOnlyOne = before.count == 1 && after.count == 1
    guard let other = after.first(where: { isOnlyOne || $0.module.text == surface.module.text }) else {
      changes.differences.append(
        Difference(
          kind: .removed, module: surface.module.text, oldModule: surface.module.text,
          place: surface.module.text, message: "removed", old: surface.module.span,
          rewrites: [Rewrite(before: CodeLine("import \(surface.module.text)"))], uses: [LineMaker.module]))
      continue
    }
    known.insert(other.module.text)
    let comparison = SurfaceComparison(surface, other)
    if surface.module.text != other.module.text {
      changes.differences.append(
        Difference(
          kind: .renamed, module: other.module.text, oldModule: surface.module.text,
          place: surface.module.text,
          message: "renamed to '\(other.module.text)'", old: surface.module.span, new: other.module.span,
          rewrites: [
            Rewrite(
              before: CodeLine("import \(surface.module.text)"),
              after: CodeLine("import \(other.module.text)"))
          ], uses: [LineMaker.module]))
    }
    changes.differences += comparison.differences
    if let oldModule = old.modules.first(where: { $0.name.text == surface.module.text }),
      let newModule = new.modules.first(where: { $0.name.text == other.module.text })
    {
      changes.behaviour += BehaviourComparison(oldModule, newModule, comparison.pairs).changes
      changes.wire += WireComparison(oldModule, newModule, comparison.pairs).changes
    }
  }
  for surface in after where !known.contains(surface.module.text) {
    changes.differences.append(
      Difference(
        kind: .added, module: surface.module.text, oldModule: surface.module.text,
        place: surface.module.text, message: "added", new: surface.module.span,
        rewrites: [Rewrite(after: CodeLine("import \(surface.module.text)"))]))
  }
  let order = changes.differences
  changes.differences = order.filter(\.kind.breaks) + order.filter { !$0.kind.breaks }
  return changes
}
