import APIModel
import Diagnostics

/// Schemas that hold for the same value and lead to one another. What reads models of them, and what validates, follows
/// them by recursion.
private let longestChain = 200

/// Reports chains of schemas that are too long to follow, and schemas that lead back to themselves without going into the value: whether anything is valid would never be
/// decided (JSON Schema Core, section 9.4.1).
func checkSchemaCycles(in graph: SchemaGraph, _ report: Report) {
  enum State { case open, done }
  var states: [State?] = Array(repeating: nil, count: graph.nodes.count)
  var lengths = Array(repeating: 0, count: graph.nodes.count)
  for start in graph.nodes.indices where states[start] == nil {
    func frame(_ node: Int) -> (node: Int, targets: ArraySlice<SchemaNode.ID>) {
      (node, graph.nodes[node].keywords.flatMap(\.inPlace)[...])
    }
    var stack = [frame(start)]
    states[start] = .open
    while let last = stack.indices.last {
      let node = stack[last].node
      guard let target = stack[last].targets.popFirst()?.position else {
        states[node] = .done
        stack.removeLast()
        let targets = graph.nodes[node].keywords.lazy.flatMap(\.inPlace)
        lengths[node] = 1 + (targets.map { lengths[$0.position] }.max() ?? 0)
        if lengths[node] > longestChain {
          report.error(
            .nestingTooDeep,
            "the schema leads to more than \(longestChain) others in a row that hold for the same value; "
              + "refer to one further down the chain",
            at: graph.nodes[node].span)
          // Each further one would be too long, too.
          lengths[node] = 0
        }
        continue
      }
      switch states[target] {
      case .done: break
      case nil:
        states[target] = .open
        stack.append(frame(target))
      case .open:
        report.error(
          .referenceCycle,
          "the schema refers to itself without going into the value, and so never comes to an end",
          at: graph.nodes[target].span,
          notes: target == node ? [] : [.init("by way of this schema", at: graph.nodes[node].span)])
      }
    }
  }
}
