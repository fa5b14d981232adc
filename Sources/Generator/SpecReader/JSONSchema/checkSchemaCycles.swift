import APIModel
import Diagnostics

/// The longest chain of schemas that apply to the same value. Building models and validating follow such chains by
/// recursion.
private let longestChain = 200

/// Reports chains of schemas that are too long to follow, and schemas that lead back to themselves without descending
/// into the value, because validation would never end (JSON Schema Core, section 9.4.1).
func checkSchemaCycles(in graph: SchemaGraph, _ report: Report) {
  search(
    graph, following: \.inPlace,
    meeting: { node, target in
      report.error(
        .referenceCycle,
        "the schema refers to itself for the same value, so validation would never end",
        at: graph.nodes[target].span,
        notes: target == node ? [] : [.init("through this schema", at: graph.nodes[node].span)])
    })
  var lengths = Array(repeating: 0, count: graph.nodes.count)
  // The target of a dynamic reference depends on the path to it, so it may be part of a chain, but isn't certain to
  // make a cycle.
  search(
    graph, following: { $0.target.map { [$0] } ?? $0.inPlace },
    leaving: { node, targets in
      lengths[node] = 1 + (targets.map { lengths[$0] }.max() ?? 0)
      guard lengths[node] > longestChain else { return }
      report.error(
        .nestingTooDeep,
        "the schema begins a chain of \(longestChain) or more schemas for the same value; "
          + "refer to one further down the chain",
        at: graph.nodes[node].span)
      // Avoids reporting each further schema of the chain.
      lengths[node] = 0
    })
}

/// Searches all schemas depth-first, in a loop because chains may have any length.
///
/// - Parameters:
///   - links: the targets of a keyword.
///   - meet: called for a schema that leads back to another on the current path.
///   - leave: called for a schema and its targets after these have been visited.
private func search(
  _ graph: SchemaGraph, following links: (SchemaKeyword<SchemaNode.ID>) -> [SchemaNode.ID],
  meeting meet: (Int, Int) -> Void = { _, _ in }, leaving leave: (Int, [Int]) -> Void = { _, _ in }
) {
  enum State { case open, done }
  func targets(_ node: Int) -> [Int] { graph.nodes[node].keywords.flatMap(links).map(\.position) }
  var states: [State?] = Array(repeating: nil, count: graph.nodes.count)
  for start in graph.nodes.indices where states[start] == nil {
    var path = [(node: start, targets: targets(start)[...])]
    states[start] = .open
    while let last = path.indices.last {
      let node = path[last].node
      guard let target = path[last].targets.popFirst() else {
        states[node] = .done
        path.removeLast()
        leave(node, targets(node))
        continue
      }
      switch states[target] {
      case .done: break
      case .open: meet(node, target)
      case nil:
        states[target] = .open
        path.append((target, targets(target)[...]))
      }
    }
  }
}
