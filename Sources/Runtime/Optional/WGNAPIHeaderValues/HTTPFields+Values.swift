import HTTPTypes
import WGNAPISupport

// The subscripts of `HTTPFields` are inlined, with up to a thousand lines of SIL. Here, they are compiled once.
extension HTTPFields {
  /// The values of all fields with a name, joined with commas; nil if there are none.
  @inline(never)
  package func text(_ name: HTTPField.Name) -> String? {
    let texts = texts(name)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// The value of each field with a name.
  @inline(never)
  package func texts(_ name: HTTPField.Name) -> [String] {
    var texts: [String] = []
    for field in self where field.name == name { texts.append(field.value) }
    return texts
  }

  /// The bytes of the first field with a name, which may not be valid text (RFC 9110, section 5.5).
  @inline(never)
  package func bytes(_ name: HTTPField.Name) -> [UInt8]? {
    for field in self where field.name == name { return field.withUnsafeBytesOfValue { Array($0) } }
    return nil
  }

  /// The members of a list field, in lowercase.
  package func members(_ name: HTTPField.Name) -> [String] {
    var members: [String] = []
    for text in texts(name) {
      for member in text.parts(at: UInt8(ascii: ",")) { members.append(member.trimmed().lowercased()) }
    }
    return members.filter { !$0.isEmpty }
  }
}

extension String {
  /// Whether the text consists of digits, at least one.
  @inline(never)
  package var isDigits: Bool { !isEmpty && isAll(\.isDigit) }

  /// Returns the parts between separators outside of quoted strings (RFC 9110, section 5.6.4).
  package func partsOutsideQuotes(at separator: UInt8) -> [String] {
    let bytes = bytes
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
