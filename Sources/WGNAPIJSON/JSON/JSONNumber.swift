import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A number with the text it was written in, so that nothing is lost before someone says which type it is.
///
/// Equality is that of values: `1`, `1.0` and `10e-1` are equal.
public struct JSONNumber: Hashable, Sendable {
  /// The text, a number by the grammar of RFC 8259.
  public let text: String

  /// A number from its text; nil if the text is no JSON number.
  public init?(_ text: String) {
    var copy = text
    let isNumber = copy.withUTF8 { bytes in
      var reader = JSONReader(bytes, options: JSONDecoding())
      guard bytes.first.map({ (0x21...0x7F).contains($0) }) == true, (try? reader.scanNumber()) != nil else {
        return false
      }
      return reader.offset == bytes.count
    }
    guard isNumber else { return nil }
    self.text = text
  }

  init(scanned text: String) { self.text = text }

  /// An integer.
  public init<Integer: BinaryInteger>(_ value: Integer) { text = value.description }

  /// A number that is neither infinite nor NaN, in its shortest text that reads as the same number.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// A decimal number; nil for NaN.
  public init?(_ value: Decimal) { self.init(value.description) }

  /// The value, if it is an integer in range.
  public var int64: Int64? { IntegerText.int64(text) ?? Int64(exactly: decimal) }

  /// The value, if it is an integer in range.
  public var uint64: UInt64? { IntegerText.uint64(text) ?? UInt64(exactly: decimal) }

  /// The nearest double; infinite where the number is beyond all doubles.
  public var double: Double { Double(text) ?? .nan }

  /// The value in up to 38 digits; nil where `Decimal` cannot hold its magnitude.
  public var decimalValue: Decimal? { Decimal(string: text) }

  /// Whether the number has no fractional part.
  public var isInteger: Bool { decimal.isInteger }

  /// The digits and the exponent.
  var decimal: DecimalDigits { DecimalDigits(text) }

  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text == right.text || left.decimal == right.decimal
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(decimal) }
}

extension JSONNumber: Comparable {
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    if let left = IntegerText.int64(left.text), let right = IntegerText.int64(right.text) {
      return left < right
    }
    return left.decimal < right.decimal
  }
}

extension JSONNumber: CustomStringConvertible {
  public var description: String { text }
}

/// Literals, also of text for numbers that no literal can hold: `"18446744073709551615"`. A text literal that is
/// no number is a mistake in the program.
extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
  public init(integerLiteral value: Int64) { text = value.description }

  public init(floatLiteral value: Double) {
    precondition(value.isFinite, "a JSON number is finite")
    text = value.description
  }

  public init(stringLiteral value: String) {
    guard let number = JSONNumber(value) else { preconditionFailure("'\(value)' is no JSON number") }
    self = number
  }
}
