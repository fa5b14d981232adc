/// Percent-encoding per RFC 3986, section 2.
///
/// Everything except unreserved characters (`A-Z a-z 0-9 - . _ ~`) is encoded, byte by byte in UTF-8, in path
/// segments, queries and form bodies. A space is always `%20`, never `+`: servers that read a query per RFC
/// 3986 and servers that read it as `application/x-www-form-urlencoded` agree on `%20`, but not on `+`. For
/// the same reason, a literal `+` is always `%2B`.
public enum PercentEncoding {
  /// Returns `text` with every byte replaced by `%XX` (uppercase hex digits) that is neither unreserved nor one of `kept`.
  @inline(never)
  public static func encode(_ text: String, keeping kept: String = "") -> String {
    var bytes: [UInt8] = []
    encode(text, into: &bytes, keeping: kept)
    return String(repairing: bytes)
  }

  /// Appends `text` encoded in the same way.
  package static func encode(_ text: String, into bytes: inout [UInt8], keeping kept: String = "") {
    guard !text.isAll(isUnreserved) else { return bytes.add(text) }
    for byte in text.bytes {
      if isUnreserved(byte) || kept.has(byte) {
        bytes.append(byte)
      } else {
        bytes.add(percentEncoding: byte)
      }
    }
  }

  /// Returns the decoded text; nil if a `%` isn't followed by two hex digits, or if the bytes aren't UTF-8. A
  /// `+` is a plus sign.
  public static func decode(_ encoded: some StringProtocol) -> String? { decode(String(encoded).bytes) }

  /// Returns whether each `%` is followed by two hex digits.
  package static func isEscaped(_ text: [UInt8]) -> Bool {
    for index in text.indices where text[index] == UInt8(ascii: "%") {
      guard index + 2 < text.count, text[index + 1].isHexadecimal, text[index + 2].isHexadecimal else {
        return false
      }
    }
    return true
  }

  package static func decode(_ encoded: [UInt8]) -> String? {
    var bytes: [UInt8] = []
    var index = 0
    while index < encoded.count {
      var byte = encoded[index]
      index += 1
      if byte == UInt8(ascii: "%") {
        guard index + 1 < encoded.count, let high = encoded[index].hexadecimalValue,
          let low = encoded[index + 1].hexadecimalValue
        else { return nil }
        byte = high << 4 | low
        index += 2
      }
      bytes.append(byte)
    }
    return String(valid: bytes)
  }

  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Returns whether `byte` needs no encoding in a URL's path (RFC 3986, `pchar` and `/`); true for `%`, too.
  package static func isPathByte(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || "/%!$&'()*+,;=:@".has(byte)
  }
}
