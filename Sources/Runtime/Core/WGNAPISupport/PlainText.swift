// Loops over text, byte by byte, that several modules need. The standard library's functions for them (`split`,
// `contains(where:)`, `starts(with:)`, …) are generic: each module compiles them anew for each of its types. These are
// compiled once.

extension String {
  /// The bytes in UTF-8.
  @inline(never)
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    bytes.add(self)
    return bytes
  }

  /// The Unicode scalars.
  @inline(never)
  package var scalars: [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    for scalar in unicodeScalars { scalars.append(scalar) }
    return scalars
  }

  /// Returns whether all bytes are accepted.
  @inline(never)
  package func isAll(_ accepts: (UInt8) -> Bool) -> Bool {
    for byte in utf8 where !accepts(byte) { return false }
    return true
  }

  /// Returns whether this byte occurs.
  @inline(never)
  package func has(_ byte: UInt8) -> Bool { !isAll { $0 != byte } }

  /// Returns whether both have the same bytes; `==` ignores how a character is composed.
  @inline(never)
  package func isSame(_ other: String) -> Bool { utf8.count == other.utf8.count && bytes == other.bytes }

  /// Returns the parts between separators, the empty ones included.
  @inline(never)
  package func parts(at separator: UInt8) -> [String] {
    let bytes = bytes
    var parts: [String] = []
    var start = 0
    for end in 0...bytes.count where end == bytes.count || bytes[end] == separator {
      parts.append(String(repairing: bytes, start, end))
      start = end + 1
    }
    return parts
  }

  /// Returns the parts between separators that aren't empty.
  @inline(never)
  package func names(at separator: UInt8) -> [String] { parts(at: separator).filter { !$0.isEmpty } }

  /// Returns the text up to the first byte for which `ends` returns true; the whole text if there is none.
  @inline(never)
  package func beginning(until ends: (UInt8) -> Bool) -> String {
    let bytes = bytes
    var end = 0
    while end < bytes.count, !ends(bytes[end]) { end += 1 }
    return String(repairing: bytes, 0, end)
  }

  /// Returns what follows this many bytes, which must be whole characters.
  @inline(never)
  package func rest(after count: Int) -> String { String(repairing: bytes, count, utf8.count) }

  /// Returns the text without spaces and tabs around it.
  @inline(never)
  package func trimmed() -> String {
    let bytes = bytes
    var (start, end) = (0, bytes.count)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return String(repairing: bytes, start, end)
  }

  /// Returns the text without this ASCII character at the end, however often it is there.
  @inline(never)
  package func dropping(atEnd byte: UInt8) -> String {
    let bytes = bytes
    var end = bytes.count
    while end > 0, bytes[end - 1] == byte { end -= 1 }
    return String(repairing: bytes, 0, end)
  }

  /// The text of bytes; nil if they aren't UTF-8.
  ///
  /// `String(validating:)` requires newer systems. Decoding repairs what is malformed.
  @inline(never)
  package init?(valid bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    guard self.bytes == bytes else { return nil }
  }

  /// The text of bytes, with malformed ones repaired.
  @inline(never)
  package init(repairing bytes: [UInt8]) { self.init(decoding: bytes, as: UTF8.self) }

  /// The text of the bytes from `start` up to but not including `end`, with malformed ones repaired.
  @inline(never)
  package init(repairing bytes: [UInt8], _ start: Int, _ end: Int) {
    let (start, end) = (Swift.max(start, 0), Swift.min(end, bytes.count))
    self = start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
  }
}

extension [UInt8] {
  /// Adds the bytes of a text.
  @inline(never)
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  /// Returns whether the bytes of a text begin at `index`.
  @inline(never)
  package func has(_ text: String, at index: Int) -> Bool {
    guard index >= 0, count - index >= text.utf8.count else { return false }
    var position = index
    for byte in text.utf8 {
      guard self[position] == byte else { return false }
      position += 1
    }
    return true
  }

  /// Returns the bytes from `start` up to but not including `end`, as far as they exist.
  @inline(never)
  package func part(_ start: Int, _ end: Int) -> [UInt8] {
    let (start, end) = (Swift.max(start, 0), Swift.min(end, count))
    return start < end ? Array(self[start..<end]) : []
  }

  /// The bytes in hexadecimal, in lower case.
  @inline(never)
  package var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * count)
    for byte in self {
      digits.append(hexadecimalDigit(byte >> 4))
      digits.append(hexadecimalDigit(byte & 15))
    }
    return String(repairing: digits)
  }

  /// Adds a percent sign and a byte in two hexadecimal digits, in upper case (RFC 3986, section 2.1).
  @inline(never)
  package mutating func add(percentEncoding byte: UInt8) {
    append(UInt8(ascii: "%"))
    append(hexadecimalDigit(byte >> 4, ten: "A"))
    append(hexadecimalDigit(byte & 15, ten: "A"))
  }
}

extension UInt64 {
  /// Returns the last digits in hexadecimal, in lower case and with leading zeros.
  @inline(never)
  package func hexadecimal(digits count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { buffer in
      for place in 0..<count {
        buffer[place] = hexadecimalDigit(
          UInt8(truncatingIfNeeded: self >> UInt64((count - 1 - place) * 4)) & 15)
      }
      return count
    }
  }
}

private func hexadecimalDigit(_ value: UInt8, ten: Unicode.Scalar = "a") -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: ten) + value - 10
}

extension [String] {
  /// Adds a text unless it is there.
  @inline(never)
  package mutating func add(_ text: String) {
    if !has(text) { append(text) }
  }

  /// Returns whether one of the texts is `text`.
  @inline(never)
  package func has(_ text: String) -> Bool {
    for other in self where other == text { return true }
    return false
  }

  /// Returns the texts in quotation marks, with `word` in between.
  @inline(never)
  package func quoted(joinedBy word: String) -> String { map { "'\($0)'" }.joined(separator: word) }
}

/// Integers in decimal digits.
///
/// The standard library's parser is generic; each of its specializations is 2,000 lines of SIL for users to compile.
package enum IntegerText {
  /// A sign and an absolute value.
  package typealias Parsed = (isNegative: Bool, magnitude: UInt64)

  /// The integer as `Int64.init(_:)` reads it; nil if the text is not one, or out of range.
  @inline(never)
  package static func int64(_ text: String) -> Int64? {
    guard let parsed = parse(text) else { return nil }
    return int64(parsed)
  }

  /// The integer as `UInt64.init(_:)` reads it; nil if the text is not one, or out of range.
  @inline(never)
  package static func uint64(_ text: String) -> UInt64? {
    guard let parsed = parse(text), !parsed.isNegative || parsed.magnitude == 0 else { return nil }
    return parsed.magnitude
  }

  /// The integer as `Int.init(_:)` reads it; nil if the text is not one, or out of range.
  package static func int(_ text: String) -> Int? { int64(text).flatMap { Int(exactly: $0) } }

  /// A signed integer; nil if it is out of range.
  package static func int64(_ parsed: Parsed) -> Int64? {
    guard parsed.isNegative else { return Int64(exactly: parsed.magnitude) }
    return parsed.magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- parsed.magnitude) : nil
  }

  private static func parse(_ text: String) -> Parsed? {
    var text = text
    return text.withUTF8 { bytes in
      let hasPlus = bytes.first == UInt8(ascii: "+")
      return parse(
        hasPlus ? UnsafeBufferPointer(rebasing: bytes[1...]) : bytes, isShortest: false, allowsMinus: !hasPlus
      )
    }
  }

  /// The integer in its shortest form only: no leading zeros, no `-0`, no plus sign.
  @inline(never)
  package static func shortest(_ bytes: UnsafeBufferPointer<UInt8>) -> Parsed? {
    parse(bytes, isShortest: true, allowsMinus: true)
  }

  /// The integer in its shortest form only.
  package static func shortest(_ text: String) -> Parsed? {
    var text = text
    return text.withUTF8 { shortest($0) }
  }

  private static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, isShortest: Bool, allowsMinus: Bool
  ) -> Parsed? {
    let isNegative = allowsMinus && bytes.first == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard bytes.count > start else { return nil }
    if isShortest, bytes[start] == UInt8(ascii: "0"), isNegative || bytes.count > start + 1 { return nil }
    var magnitude: UInt64 = 0
    for index in start..<bytes.count {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return nil }
      let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isTooMuch) = product.addingReportingOverflow(UInt64(digit))
      guard !isTooLarge, !isTooMuch else { return nil }
      magnitude = sum
    }
    return (isNegative, magnitude)
  }
}
