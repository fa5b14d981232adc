import WGNAPISupport

/// The keys of dictionaries with integer keys, in their shortest form.
package struct IntegerKeyPattern: TextPattern {
  package static let expression = "^(0|-?[1-9][0-9]*)$"

  package init() {}

  package var text: String { Self.expression }

  package func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout Int) -> Bool? {
    guard let first = bytes.first else { return false }
    if first == UInt8(ascii: "0") { return bytes.count == 1 }
    let digits = bytes.dropFirst(first == UInt8(ascii: "-") ? 1 : 0)
    guard let leading = digits.first, leading != UInt8(ascii: "0") else { return false }
    return digits.allSatisfy { $0 &- 0x30 < 10 }
  }
}

/// A number in JSON syntax (RFC 8259, section 6).
struct NumberPattern: TextPattern {
  var text: String { "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$" }

  func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout Int) -> Bool? {
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
