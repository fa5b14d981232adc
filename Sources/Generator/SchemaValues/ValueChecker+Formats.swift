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
    case (.date, .string(let text)): require(.date, text, &check)
    case (.dateTime, .string(let text)): require(.dateTime, text, &check)
    case (.uuid, .string(let text)): require(.uuid, text, &check)
    case (.uri, .string(let text)): require("uri", Self.isURI(text), &check)
    case (.bytes, .string(let text)): require(.byte, text, &check)
    case (.base64URL, .string(let text)): require("base64url", Self.isBase64URL(text), &check)
    default: break
    }
  }

  /// Requires a format of JSON Schema, or `byte` of OpenAPI, as generated code checks it; other names require nothing.
  func require(_ format: String, _ text: String, _ check: inout ValueCheck) {
    if let format = StringFormat(rawValue: format) { require(format, text, &check) }
  }

  private func require(_ format: StringFormat, _ text: String, _ check: inout ValueCheck) {
    var text = text
    require(format.rawValue, text.withUTF8(format.accepts), &check)
  }

  private func require(_ format: String, _ isValid: Bool, _ check: inout ValueCheck) {
    if !isValid { check.add("format", "isn't a valid \(format)") }
  }

  /// Whether all characters are allowed in a URI reference (RFC 3986, section 2).
  private static func isURI(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || signsOfURIs.contains($0) }
  }

  /// Base64 with the alphabet for URLs, with padding or without (RFC 4648, section 5).
  private static func isBase64URL(_ text: String) -> Bool {
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let rest = text.utf8.dropLast(padding)
    return rest.count % 4 != 1 && (padding == 0 || padding <= 2 && text.utf8.count % 4 == 0)
      && rest.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  private static let signsOfURIs = Set("-._~:/?#[]@!$&'()*+,;=%".utf8)

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
