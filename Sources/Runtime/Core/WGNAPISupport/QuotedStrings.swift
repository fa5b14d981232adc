/// Quoted strings in the values of header fields (RFC 9110, section 5.6.4).
public enum QuotedStrings {
  /// Returns the parts of a text between separators outside of quoted strings.
  public static func parts(of text: String, at separator: UInt8) -> [String] {
    let bytes = text.bytes
    var parts: [String] = []
    var (start, isQuoted, isEscaped) = (0, false, false)
    for (index, byte) in bytes.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if isQuoted {
        isEscaped = byte == UInt8(ascii: "\\")
      } else if byte == separator {
        parts.append(String(repairing: bytes, start, index))
        start = index + 1
      }
    }
    return parts + [String(repairing: bytes, start, bytes.count)]
  }
}
