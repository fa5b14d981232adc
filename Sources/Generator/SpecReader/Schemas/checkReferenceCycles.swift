import APIModel
import Diagnostics

/// Reports schemas that are defined only in terms of themselves, such as `A: B` and `B: A`, and breaks these cycles,
/// so that following references always ends.
func checkReferenceCycles(in folders: [SpecFolder], _ report: Report) {
  var search = CycleSearch(report: report)
  for folder in folders {
    for definition in folder.definitions[.schemas] ?? [] {
      search.visit(.init(folder: folder, name: definition.name.text))
    }
  }
}

/// A named schema of a folder.
struct DefinitionNode: Hashable {
  let folder: SpecFolder
  let name: String

  static func == (left: DefinitionNode, right: DefinitionNode) -> Bool {
    left.folder === right.folder && left.name == right.name
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(folder))
    hasher.combine(name)
  }
}

/// A depth-first search without recursion, because chains may have any length.
private struct CycleSearch {
  private struct Frame {
    let node: DefinitionNode
    var targets: ArraySlice<DefinitionNode>
  }

  let report: Report
  private var finished: Set<DefinitionNode> = []
  private var isOnPath: Set<DefinitionNode> = []
  private var path: [Frame] = []

  init(report: Report) { self.report = report }

  mutating func visit(_ start: DefinitionNode) {
    push(start)
    while !path.isEmpty {
      let last = path.count - 1
      guard let next = path[last].targets.popFirst() else {
        let node = path.removeLast().node
        isOnPath.remove(node)
        finished.insert(node)
        continue
      }
      if isOnPath.contains(next) {
        reportCycle(to: next)
      } else {
        push(next)
      }
    }
  }

  private mutating func push(_ node: DefinitionNode) {
    guard !finished.contains(node), let schema = node.folder.schemas[node.name] else { return }
    var names: [String] = []
    collectReferencesInPlace(of: schema, into: &names)
    let targets = names.compactMap { name in
      node.folder.owners[.schemas]?[name].map { DefinitionNode(folder: $0, name: name) }
    }
    path.append(Frame(node: node, targets: targets[...]))
    isOnPath.insert(node)
  }

  private func reportCycle(to first: DefinitionNode) {
    let circle = path.map(\.node).drop { $0 != first }
    let names = circle.prefix(8).map(\.name) + (circle.count > 8 ? ["…"] : []) + [first.name]
    let span = first.folder.index[.schemas]?[first.name]?.name.span
    report.error(
      .referenceCycle,
      "the schema '\(first.name)' is defined only by itself: \(names.joined(separator: " → "))",
      at: span)
    if let span { first.folder.schemas[first.name] = Schema(span: span) }
  }
}

/// The named schemas that apply to the same value as `schema`.
private func collectReferencesInPlace(of schema: Schema, into names: inout [String]) {
  var worklist = [schema]
  while let schema = worklist.popLast() {
    if let reference = schema.reference { names.append(reference.text) }
    worklist += schema.keywords.flatMap(\.inPlace)
  }
}
