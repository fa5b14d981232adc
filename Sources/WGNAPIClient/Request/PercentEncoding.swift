/// Percent-encoding per RFC 3986, section 2.
///
/// Everything except unreserved characters (`A-Z a-z 0-9 - . _ ~`) is encoded, byte by byte in UTF-8, in path
/// segments, queries and form bodies. A space is always `%20`, never `+`: servers that read a query per RFC
/// 3986 and servers that read it as `application/x-www-form-urlencoded` agree on `%20`, but not on `+`. For
/// the same reason, a literal `+` is always `%2B`.
public enum PercentEncoding {
  /// Returns `text` with every byte outside RFC 3986's unreserved set replaced by `%XX` (uppercase hex
  /// digits).
  public static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    encode(text, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns `text` with every byte replaced by `%XX` that is neither unreserved nor one of `kept`.
  package static func encode(_ text: String, keeping kept: String) -> String {
    var bytes: [UInt8] = []
    encode(text, into: &bytes, keeping: kept)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func encode(_ text: String, into bytes: inout [UInt8], keeping kept: String = "") {
    for byte in text.utf8 {
      if isUnreserved(byte) || kept.utf8.contains(byte) {
        bytes.append(byte)
      } else {
        append(escaping: byte, to: &bytes)
      }
    }
  }

  /// Appends `%XX` for a byte.
  package static func append(escaping byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "%"))
    bytes.append(hexDigit(byte >> 4))
    bytes.append(hexDigit(byte & 0x0F))
  }

  /// Returns the decoded text; nil if a `%` isn't followed by two hex digits, or if the bytes aren't UTF-8. A
  /// `+` is a plus sign.
  public static func decode(_ encoded: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var source = encoded.utf8.makeIterator()
    while let byte = source.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = source.next().flatMap(hexValue), let low = source.next().flatMap(hexValue) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    // `String(validating:)` requires newer systems than this module does. Comparing the bytes detects
    // replacement characters from lossy decoding.
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// Appends names and values as a query or a form body: `a=1&b=2`, in the given order.
  static func encode(_ fields: [RequestComposition.Field], into bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "&")) }
      encode(field.name, into: &bytes)
      bytes.append(UInt8(ascii: "="))
      if let encoded = field.encoded {
        bytes.append(contentsOf: encoded.utf8)
      } else {
        encode(field.value, into: &bytes)
      }
    }
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
    isUnreserved(byte) || "/%!$&'()*+,;=:@".utf8.contains(byte)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  package static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
