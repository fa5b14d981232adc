import WGNAPISupport
import WGNAPITransport

/// An endpoint's path, parsed once to text and `{name}` parameters.
struct PathTemplate: Sendable {
  enum Part: Sendable {
    case text(String)
    case parameter(String)
  }

  private(set) var parts: [Part] = []
  /// The syntax error in the path, if any. Nothing may be sent then.
  private(set) var problem: String?

  /// - Parameter path: The path below the API's base path. A leading slash is ignored.
  init(_ path: String) {
    let rest = path.utf8.first == UInt8(ascii: "/") ? path.rest(after: 1) : path
    var isParameter = false
    // What follows each `{` is a name, `}` and text.
    for part in rest.parts(at: UInt8(ascii: "{")) {
      guard isParameter else {
        add(part)
        isParameter = true
        continue
      }
      let name = part.beginning { $0 == UInt8(ascii: "}") }
      guard name.utf8.count < part.utf8.count else {
        problem = "the endpoint's path has a '{' without '}'"
        return
      }
      parts.append(.parameter(name))
      add(part.rest(after: name.utf8.count + 1))
    }
  }

  private mutating func add(_ text: String) {
    guard text.isAll(PercentEncoding.isPathByte) else {
      problem = "the endpoint's path contains a character that must be percent-encoded"
      return
    }
    if !text.isEmpty { parts.append(.text(text)) }
  }
}
