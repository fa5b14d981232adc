import APIModel
import Diagnostics

/// Warns of equal alternatives of `oneOf`, because no value of theirs satisfies exactly one.
func checkEqualAlternatives(in graph: SchemaGraph, _ report: Report) {
  for node in graph.nodes where graph.documents[node.document].isOwn {
    for case .list(.oneOf, let alternatives) in node.keywords {
      var comparison = Comparison(graph: graph)
      for (position, alternative) in alternatives.enumerated() {
        guard let first = alternatives[..<position].first(where: { comparison.areEqual($0, alternative) })
        else {
          continue
        }
        report.warning(
          .ambiguousUnion, "two alternatives of 'oneOf' are equal, so none of their values is valid",
          at: graph[alternative].span, notes: [.init("the other is here", at: graph[first].span)])
      }
    }
  }
}

/// Compares schemas by their keywords, wherever they are written.
private struct Comparison {
  let graph: SchemaGraph
  /// The work left, because schemas that refer to each other may be compared in very many ways.
  private var remaining = 10_000

  init(graph: SchemaGraph) { self.graph = graph }

  /// Whether both schemas have the same keywords with the same values. References are equal if they lead to the same schema.
  mutating func areEqual(_ left: SchemaNode.ID, _ right: SchemaNode.ID) -> Bool {
    var pending = [(end(of: left), end(of: right))]
    while let (left, right) = pending.popLast() {
      if left == right { continue }
      remaining -= 1
      guard remaining > 0, graph[left].hasSameForm(as: graph[right]) else { return false }
      for (one, other) in zip(graph[left].keywords, graph[right].keywords) {
        if let (first, second) = one.target.flatMap({ first in other.target.map { (first, $0) } }),
          first != second
        {
          return false
        }
        pending += zip(one.children, other.children).map { ($0, $1) }
      }
    }
    return true
  }

  /// The schema that one consists of nothing but a reference to.
  private func end(of start: SchemaNode.ID) -> SchemaNode.ID {
    var id = start
    var seen: Set<SchemaNode.ID> = []
    while seen.insert(id).inserted, graph[id].keywords.count == 1,
      case .ref(let target)? = graph[id].keywords.first
    {
      id = target
    }
    return id
  }
}

extension SchemaNode {
  /// Whether both have the same keywords, apart from the schemas in these.
  fileprivate func hasSameForm(as other: SchemaNode) -> Bool {
    switch (content, other.content) {
    case (.boolean(let left), .boolean(let right)): left == right
    case (.keywords(let left), .keywords(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { one, other in
          one.map { _ in 0 } == other.map { _ in 0 } && one.children.count == other.children.count
        }
    default: false
    }
  }
}
