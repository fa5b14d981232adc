/// Which values of a document are meant (RFC 9535).
struct JSONPath {
  var segments: [Segment]

  /// One step: to the children of what was found so far, or to all descendants.
  struct Segment {
    var isDescendant = false
    var selectors: [Selector]
  }

  enum Selector {
    case name(String)
    case wildcard
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(Filter)
  }

  /// A condition on a value.
  indirect enum Filter {
    case and(Filter, Filter)
    case or(Filter, Filter)
    case not(Filter)
    case exists(Query)
    case comparison(Operand, Comparison, Operand)
  }

  enum Comparison: String, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case greater = ">"
  }

  enum Operand {
    case text(String)
    case number(Double)
    case boolean(Bool)
    case null
    case query(Query)
  }

  /// A path from the value that a condition is about, or from the document's root.
  struct Query {
    var isFromRoot: Bool
    var segments: [Segment]
  }

  /// The reason why a text isn't a valid path.
  struct Mistake: Error {
    var message: String
  }

  /// Parses a path such as `$.paths['/books'].get`.
  init(_ text: String) throws(Mistake) {
    guard text.utf8.count <= 10_000 else { throw Mistake(message: "it is longer than 10000 bytes") }
    var parser = JSONPathParser(text)
    segments = try parser.path()
  }
}
