/// A rule for text in addition to its length: a format or a regular expression.
package protocol TextRule: Sendable {
  /// Prepares the rule. Called before its first use, by one thread at a time.
  func prepare()

  /// Returns whether valid UTF-8 text is accepted; nil if the rule can't be applied or takes more steps than
  /// `work`, from which the steps are subtracted.
  func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout Int) -> Bool?
}

extension TextRule {
  package func prepare() {}
}

/// A regular expression.
package protocol TextPattern: TextRule {
  /// The original text of the expression.
  var text: String { get }
}

/// The formats of values with a Swift type, which are always asserted for that type.
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
