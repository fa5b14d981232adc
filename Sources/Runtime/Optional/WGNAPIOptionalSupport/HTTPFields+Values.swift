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
}
