import APIModel
import Diagnostics

/// Warns of equal alternatives of `oneOf`, because no value of theirs satisfies exactly one.
func checkEqualAlternatives(in graph: SchemaGraph, _ report: Report) {
  let comparison = Comparison(graph: graph)
  for node in graph.nodes where graph.documents[node.document].isOwn {
    for case .list(.oneOf, let alternatives) in node.keywords {
      // Only those with the same hash can be equal.
      var known: [Int: [SchemaNode.ID]] = [:]
      for alternative in alternatives {
        let hash = comparison.hash(of: alternative)
        if let first = known[hash]?.first(where: { comparison.areEqual($0, alternative) }) {
          report.warning(
            .ambiguousUnion, "two alternatives of 'oneOf' are equal, so none of their values is valid",
            at: graph[alternative].span, notes: [.init("the other is here", at: graph[first].span)])
        } else {
          known[hash, default: []].append(alternative)
        }
      }
    }
  }
}

/// Compares schemas by their keywords, wherever they are written. References are equal if they lead to the same schema;
/// they aren't followed.
private struct Comparison {
  let graph: SchemaGraph

  func areEqual(_ left: SchemaNode.ID, _ right: SchemaNode.ID) -> Bool {
    var pending = [(end(of: left), end(of: right))]
    while let (left, right) = pending.popLast() {
      if left == right { continue }
      guard graph[left].hasSameForm(as: graph[right]) else { return false }
      for (one, other) in zip(graph[left].keywords, graph[right].keywords) {
        guard one.target == other.target else { return false }
        pending += zip(one.children, other.children).map { ($0, $1) }
      }
    }
    return true
  }

  /// Equal for equal schemas.
  func hash(of schema: SchemaNode.ID) -> Int {
    var hasher = Hasher()
    var pending = [end(of: schema)]
    while let id = pending.popLast() {
      if case .boolean(let value) = graph[id].content { hasher.combine(value) }
      for keyword in graph[id].keywords {
        hasher.combine(keyword.map { _ in 0 })
        hasher.combine(keyword.target)
        pending += keyword.children
      }
    }
    return hasher.finalize()
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
