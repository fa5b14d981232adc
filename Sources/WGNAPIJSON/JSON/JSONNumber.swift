import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A number with its original text, so that nothing is lost before its type is known.
///
/// Numbers are compared by value: `1`, `1.0` and `10e-1` are equal.
public struct JSONNumber: Hashable, Sendable {
  /// The text, which is a valid number per RFC 8259.
  public let text: String

  /// Creates a number from its text; nil if the text isn't a JSON number.
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

  /// Creates a number from an integer.
  public init<Integer: BinaryInteger>(_ value: Integer) { text = value.description }

  /// Creates a number from a double, with the shortest text that is read as the same value; nil for
  /// infinities and NaN.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// Creates a number from a decimal; nil for NaN.
  public init?(_ value: Decimal) { self.init(value.description) }

  /// The value, if it is an integer in range.
  public var int64: Int64? { IntegerText.int64(text) ?? Int64(exactly: decimal) }

  /// The value, if it is an integer in range.
  public var uint64: UInt64? { IntegerText.uint64(text) ?? UInt64(exactly: decimal) }

  /// The nearest double; infinite if the number exceeds the range of `Double`.
  public var double: Double { Double(text) ?? .nan }

  /// The value with up to 38 digits; nil if it exceeds the range of `Decimal`.
  public var decimalValue: Decimal? { Decimal(string: text) }

  /// Whether the number is an integer.
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

/// Literals. For numbers that don't fit a number literal, use a string literal: `"18446744073709551615"`. A
/// string literal that isn't a number is a programming error.
extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
  public init(integerLiteral value: Int64) { text = value.description }

  public init(floatLiteral value: Double) {
    precondition(value.isFinite, "a JSON number is finite")
    text = value.description
  }

  public init(stringLiteral value: String) {
    guard let number = JSONNumber(value) else { preconditionFailure("'\(value)' isn't a JSON number") }
    self = number
  }
}
