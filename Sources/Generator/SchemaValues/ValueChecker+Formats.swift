import APIModel
import WGNAPIFormats
import WGNAPISupport

extension ValueChecker {
  /// Checks that a value fits the Swift type of its format.
  func checkFormat(_ value: Literal, _ schema: Schema, _ check: inout ValueCheck) {
    switch (schema.format, value) {
    case (nil, .number(let number)) where schema.types == [.integer]:
      checkRange(number, Int64.min...Int64.max, &check)
    case (.int32, .number(let number)): checkRange(number, Int32.min...Int32.max, &check)
    case (.int64, .number(let number)): checkRange(number, Int64.min...Int64.max, &check)
    case (.uint32, .number(let number)): checkRange(number, UInt32.min...UInt32.max, &check)
    case (.uint64, .number(let number)): checkRange(number, UInt64.min...UInt64.max, &check)
    case (.flag, .number(let number)):
      if number.text != "0", number.text != "1" {
        check.add("enum", "expected one of 0, 1, found \(shown(value).excerpt)")
      }
    case (.date, .string(let text)): require("date", text, &check, DateTimeFormat.acceptsDate)
    case (.dateTime, .string(let text)): require("date-time", text, &check, DateTimeFormat.acceptsDateTime)
    case (.uuid, .string(let text)): require("uuid", text, &check, UUIDFormat.accepts)
    case (.uri, .string(let text)): require("uri", text, &check, Self.acceptsURI)
    case (.bytes, .string(let text)): require("byte", text, &check, Base64Format.accepts)
    case (.base64URL, .string(let text)): require("base64url", text, &check, Self.acceptsBase64URL)
    default: break
    }
  }

  private func require(
    _ name: String, _ text: String, _ check: inout ValueCheck,
    _ accepts: (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    var text = text
    if !text.withUTF8(accepts) { check.add("format", "isn't a valid \(name)") }
  }

  /// Whether all characters are allowed in a URI reference (RFC 3986, section 2).
  private static func acceptsURI(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let others = Set("-._~:/?#[]@!$&'()*+,;=%".utf8)
    return !bytes.isEmpty && bytes.allSatisfy { $0.isLetter || $0.isDigit || others.contains($0) }
  }

  /// Base64 with the alphabet for URLs, with padding or without (RFC 4648, section 5).
  private static func acceptsBase64URL(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let rest = bytes.dropLast(padding)
    return rest.count % 4 != 1 && (padding == 0 || padding <= 2 && bytes.count % 4 == 0)
      && rest.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  private func checkRange<Value: FixedWidthInteger>(
    _ number: NumberText, _ range: ClosedRange<Value>, _ check: inout ValueCheck
  ) {
    // Most numbers are plain integers.
    if let value = Value(number.text), range.contains(value) { return }
    let (least, most) = (NumberText("\(range.lowerBound)"), NumberText("\(range.upperBound)"))
    if number.isLess(than: least) {
      check.add("minimum", "must not be less than \(least.text)")
    } else if most.isLess(than: number) {
      check.add("maximum", "must not be greater than \(most.text)")
    }
  }
}
