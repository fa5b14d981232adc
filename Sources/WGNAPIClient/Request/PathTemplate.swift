/// An endpoint's path, parsed once to text and `{name}` parameters.
struct PathTemplate: Sendable {
  enum Part: Sendable {
    case text(String)
    case parameter(String)
  }

  private(set) var parts: [Part] = []
  /// The syntax error in the path, if any. Nothing may be sent then.
  private(set) var problem: String?

  /// - Parameter path: The path below the API's base path. Leading slashes are ignored.
  init(_ path: String) {
    var rest = path.drop { $0 == "/" }
    while let open = rest.firstIndex(of: "{") {
      add(rest[..<open])
      guard let close = rest[open...].firstIndex(of: "}") else {
        problem = "the endpoint's path has a '{' without '}'"
        return
      }
      parts.append(.parameter(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    add(rest)
  }

  private mutating func add(_ text: Substring) {
    guard text.utf8.allSatisfy(PercentEncoding.isPathByte) else {
      problem = "the endpoint's path contains a character that must be percent-encoded"
      return
    }
    if !text.isEmpty { parts.append(.text(String(text))) }
  }
}
