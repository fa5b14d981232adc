import APIModel

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
    case (.date, .string(let text)): require(TextFormats.isDate(text[...]), "date", &check)
    case (.dateTime, .string(let text)): require(TextFormats.isDateTime(text), "date-time", &check)
    case (.uuid, .string(let text)): require(TextFormats.isUUID(text), "uuid", &check)
    case (.uri, .string(let text)): require(TextFormats.isURI(text), "uri", &check)
    case (.bytes, .string(let text)): require(TextFormats.isBase64(text), "byte", &check)
    case (.base64URL, .string(let text)): require(TextFormats.isBase64URL(text), "base64url", &check)
    default: break
    }
  }

  private func require(_ isValid: Bool, _ name: String, _ check: inout ValueCheck) {
    if !isValid { check.add("format", "isn't a valid \(name)") }
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

/// String formats with Swift types.
enum TextFormats {
  /// `2024-02-29`
  static func isDate(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2], let year = number(parts[0]),
      let month = number(parts[1]), let day = number(parts[2]), (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }

  /// `2024-02-29T12:30:00.5+02:00` (RFC 3339, section 5.6).
  static func isDateTime(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0 < 0x80 }), text.utf8.count >= 20 else { return false }
    let separator = text.dropFirst(10).first
    guard isDate(text.prefix(10)), separator == "T" || separator == "t" else { return false }
    var time = text.dropFirst(11)
    let clock = time.prefix(8).split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, clock.allSatisfy({ $0.utf8.count == 2 }), let hour = number(clock[0]),
      let minute = number(clock[1]), let second = number(clock[2]), hour < 24, minute < 60, second <= 60
    else { return false }
    time = time.dropFirst(8)
    if time.first == "." {
      let digits = time.dropFirst().prefix { $0.isASCII && $0.isNumber }
      if digits.isEmpty { return false }
      time = time.dropFirst(1 + digits.count)
    }
    if time == "Z" || time == "z" { return true }
    guard time.utf8.count == 6, time.first == "+" || time.first == "-" else { return false }
    let offset = time.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard offset.count == 2, offset.allSatisfy({ $0.utf8.count == 2 }), let hours = number(offset[0]),
      let minutes = number(offset[1])
    else { return false }
    return hours < 24 && minutes < 60
  }

  /// Five groups of hexadecimal digits (RFC 9562, section 4).
  static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.utf8.allSatisfy { isHexadecimal($0) } }
  }

  /// Whether all characters are allowed in a URI reference (RFC 3986, section 2).
  static func isURI(_ text: String) -> Bool {
    let others = Set("-._~:/?#[]@!$&'()*+,;=%".utf8)
    return !text.isEmpty && text.utf8.allSatisfy { isLetterOrDigit($0) || others.contains($0) }
  }

  /// Base64 with padding (RFC 4648, section 4).
  static func isBase64(_ text: String) -> Bool {
    guard text.utf8.count % 4 == 0 else { return false }
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return padding <= 2
      && text.utf8.dropLast(padding).allSatisfy {
        isLetterOrDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
      }
  }

  /// Base64 with the alphabet for URLs, with padding or without (RFC 4648, section 5).
  static func isBase64URL(_ text: String) -> Bool {
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let rest = text.utf8.dropLast(padding)
    return rest.count % 4 != 1 && (padding == 0 || padding <= 2 && text.utf8.count % 4 == 0)
      && rest.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}
