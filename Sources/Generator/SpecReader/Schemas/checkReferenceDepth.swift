import APIModel
import Diagnostics

/// The longest chain of schemas that are defined in terms of each other.
private let maximumReferenceDepth = 64

/// Reports schemas at the end of long chains of definitions, such as `A1: A0`, `A2: "[A1]"`, `A3: {allOf: [A2]}`, and
/// cuts these chains, because resolving a schema recurses as deep as its chain.
///
/// Properties don't count, because each of them is resolved separately.
func checkReferenceDepth(in folders: [SpecFolder], _ report: Report) {
  var search = DepthSearch(report: report)
  for folder in folders {
    for definition in folder.definitions[.schemas] ?? [] {
      search.visit(.init(folder: folder, name: definition.name.text))
    }
  }
}

/// A depth-first search without recursion, because chains may have any length.
private struct DepthSearch {
  private struct Frame {
    let node: DefinitionNode
    var targets: ArraySlice<DefinitionNode>
    var depth = 0
  }

  let report: Report
  /// The length of the chain below a schema; 0 while it is being measured.
  private var depths: [DefinitionNode: Int] = [:]
  private var path: [Frame] = []

  init(report: Report) { self.report = report }

  mutating func visit(_ start: DefinitionNode) {
    push(start)
    while !path.isEmpty {
      let last = path.count - 1
      if let next = path[last].targets.popFirst() {
        if let known = depths[next] {
          path[last].depth = max(path[last].depth, known + 1)
        } else {
          push(next)
        }
        continue
      }
      let frame = path.removeLast()
      let depth = frame.depth > maximumReferenceDepth ? cut(frame.node) : frame.depth
      depths[frame.node] = depth
      if let parent = path.indices.last { path[parent].depth = max(path[parent].depth, depth + 1) }
    }
  }

  private mutating func push(_ node: DefinitionNode) {
    guard depths[node] == nil else { return }
    depths[node] = 0
    guard let schema = node.folder.schemas[node.name] else { return }
    let targets = referencesOutsideProperties(of: schema).compactMap { name in
      node.folder.owners[.schemas]?[name].map { DefinitionNode(folder: $0, name: name) }
    }
    path.append(Frame(node: node, targets: targets[...]))
  }

  private func cut(_ node: DefinitionNode) -> Int {
    let span = node.folder.index[.schemas]?[node.name]?.name.span
    report.error(
      .nestingTooDeep,
      "the schema '\(abbreviate(node.name))' is defined by a chain of more than \(maximumReferenceDepth) others; "
        + "refer to one further down the chain",
      at: span)
    if let span { node.folder.schemas[node.name] = Schema(span: span) }
    return 0
  }
}

/// The named schemas that a schema mentions anywhere but in properties.
private func referencesOutsideProperties(of schema: Schema) -> [String] {
  var names: [String] = []
  var worklist = [schema]
  while var schema = worklist.popLast() {
    if let reference = schema.reference { names.append(reference.text) }
    schema.object.properties = []
    worklist += schema.children
  }
  return names
}
