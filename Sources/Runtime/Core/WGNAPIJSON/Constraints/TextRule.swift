import WGNAPISupport

/// A rule for text in addition to its length: a format or a regular expression.
package protocol TextRule: Sendable {
  /// Prepares the rule. Called before its first use, by one thread at a time.
  func prepare()

  /// Returns whether valid UTF-8 text is accepted; nil if the rule can't be applied, takes more steps than
  /// `work`, from which the steps are subtracted, or is stopped.
  func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout TextWork) -> Bool?
}

extension TextRule {
  package func prepare() {}
}

/// A regular expression.
package protocol TextPattern: TextRule {
  /// The original text of the expression.
  var text: String { get }
}

/// A number in JSON syntax (RFC 8259, section 6).
package struct NumberPattern: TextPattern {
  package init() {}

  package var text: String { "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$" }

  package func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout TextWork) -> Bool? {
    Self.accepts(bytes)
  }

  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = FormatScanner(bytes)
    _ = scanner.skip("-")
    if !scanner.skip("0"), scanner.skip(while: \.isDigit) == 0 { return false }
    if scanner.skip("."), scanner.skip(while: \.isDigit) == 0 { return false }
    if scanner.skip(letter: "e") {
      if !scanner.skip("+") { _ = scanner.skip("-") }
      if scanner.skip(while: \.isDigit) == 0 { return false }
    }
    return scanner.isAtEnd
  }
}

/// Limits of numbers in text.
package struct NumberLimits: TextRule {
  package let limits: [NumberLimit]

  package init(_ limits: [NumberLimit]) { self.limits = limits }

  package func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout TextWork) -> Bool? {
    guard let number = number(in: bytes) else { return true }
    return limits.allSatisfy { $0.accepts(number) }
  }

  /// The number that a text is; nil for other texts.
  package func number(in bytes: UnsafeBufferPointer<UInt8>) -> JSONNumber? {
    NumberPattern.accepts(bytes) ? JSONNumber(scanned: String(decoding: bytes, as: UTF8.self)) : nil
  }
}
