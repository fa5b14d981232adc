import APIModel

/// Decides which schemas become members, besides those that others refer to.
///
/// The compiler's time for an expression grows faster than its size, so expressions must stay small.
struct SchemaCutting {
  /// The maximum number of keywords and values in an expression.
  private static let largestExpression = 48
  /// The maximum nesting of schemas in an expression.
  private static let deepestExpression = 4

  private let graph: SchemaGraph
  private(set) var isCut: [Bool]
  private var sizes: [Int]
  private var depths: [Int]

  /// - Parameter isMember: schemas that are members in any case.
  init(_ graph: SchemaGraph, isMember: [Bool]) {
    self.graph = graph
    isCut = isMember
    sizes = Array(repeating: 1, count: graph.nodes.count)
    depths = sizes
    for position in graph.nodes.indices where isMember[position] { measure(position) }
  }

  /// Measures a schema after its subschemas, and makes subschemas members until the rest is small.
  ///
  /// Recursion is limited by the maximum nesting of the text.
  private mutating func measure(_ position: Int) {
    let keywords = graph.nodes[position].keywords
    let children = keywords.flatMap(\.children).map(\.position)
    for child in children where !isCut[child] {
      measure(child)
      if depths[child] >= Self.deepestExpression { isCut[child] = true }
    }
    var size = 1 + keywords.reduce(0) { $0 + 1 + Self.size(of: $1) }
    let inner = children.filter { !isCut[$0] }
    size += inner.reduce(children.count) { $0 + sizes[$1] }
    for child in inner.sorted(by: { (sizes[$1], $0) < (sizes[$0], $1) })
    where size > Self.largestExpression && sizes[child] > 2 {
      isCut[child] = true
      size -= sizes[child]
    }
    sizes[position] = size
    depths[position] = 1 + (inner.filter { !isCut[$0] }.map { depths[$0] }.max() ?? 0)
  }

  private static func size<Child>(of keyword: SchemaKeyword<Child>) -> Int {
    switch keyword {
    case .enumeration(let values): values.reduce(0) { $0 + size(of: $1) }
    case .const(let value): size(of: value)
    case .required(let names): names.count / 4
    default: 0
    }
  }

  private static func size(of value: Literal) -> Int {
    switch value {
    case .array(let items): items.reduce(1) { $0 + size(of: $1) }
    case .object(let members): members.reduce(1) { $0 + 1 + size(of: $1.value) }
    default: 1
    }
  }
}
