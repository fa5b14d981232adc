/// What text must be beyond its length: in a format, or matched by a regular expression.
package protocol TextRule: Sendable {
  /// Makes the rule ready. Called before it is first applied, by one thread at a time.
  func prepare()

  /// Whether a text in valid UTF-8 is accepted; nil where the rule can't be applied, or takes more steps than `work`,
  /// from which they are taken away.
  func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout Int) -> Bool?
}

extension TextRule {
  package func prepare() {}
}

/// A regular expression.
package protocol TextPattern: TextRule {
  /// The expression as it was given.
  var text: String { get }
}

/// The formats of values that have a Swift type, which are asserted wherever that type is read.
enum ValueFormat: String, TextRule {
  case byte, date, uuid
  case dateTime = "date-time"

  func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout Int) -> Bool? {
    switch self {
    case .byte: Base64Format.accepts(bytes)
    case .date: DateTimeFormat.acceptsDate(bytes)
    case .dateTime: DateTimeFormat.acceptsDateTime(bytes)
    case .uuid: UUIDFormat.accepts(bytes)
    }
  }
}
