import Diagnostics

/// A violation of a schema's keyword at a place in a value.
public struct ValueViolation: Sendable, Hashable {
  /// The keys and indices that lead to the place.
  public var path: [ValueStep]
  /// The keyword; `false` for a schema that rejects everything.
  public var keyword: String
  /// The message, in the words of the runtime's validator.
  public var message: String
  /// The position of the schema in the spec, or of the property that is missing.
  public var span: SourceSpan?

  public init(path: [ValueStep], keyword: String, message: String, span: SourceSpan? = nil) {
    self.path = path
    self.keyword = keyword
    self.message = message
    self.span = span
  }
}

/// A step from a value to one of its parts.
public enum ValueStep: Sendable, Hashable {
  case key(String)
  case index(Int)

  var text: String {
    switch self {
    case .key(let key): key
    case .index(let index): String(index)
    }
  }
}

extension [ValueStep] {
  /// `statistics/0/battles`; empty for the whole value.
  public var text: String { map(\.text).joined(separator: "/") }

  /// The JSON Pointer (RFC 6901): `/statistics/0/battles`.
  public var pointer: String {
    map { step in
      // Scalar by scalar, because a combining mark after a `~` or a `/` isn't part of it.
      var escaped = "/"
      for scalar in step.text.unicodeScalars {
        switch scalar {
        case "~": escaped += "~0"
        case "/": escaped += "~1"
        default: escaped.unicodeScalars.append(scalar)
        }
      }
      return escaped
    }.joined()
  }
}
