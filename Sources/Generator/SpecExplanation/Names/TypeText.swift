/// A part of a type's text: the name of a type, or the text between names.
package struct TypeTextPart: Sendable, Hashable {
  package var text: String
  package var isType: Bool
}

/// Finds names in Swift types such as `[String: Vehicle.Gun?]`.
package enum TypeText {
  /// The parts of a text.
  ///
  /// - Parameter isType: whether a name such as `Vehicle.Gun` is the name of a type.
  package static func parts(of text: String, isType: (String) -> Bool) -> [TypeTextPart] {
    var parts: [TypeTextPart] = []
    let bytes = text.utf8
    var rest = bytes.startIndex
    func add(_ range: Range<String.Index>, _ isType: Bool) {
      if range.isEmpty { return }
      if !isType, let last = parts.last, !last.isType {
        parts[parts.count - 1].text += text[range]
      } else {
        parts.append(TypeTextPart(text: String(text[range]), isType: isType))
      }
    }
    while let start = bytes[rest...].firstIndex(where: isNameStart) {
      add(rest..<start, false)
      rest = bytes[start...].firstIndex { !isNamePart($0) } ?? bytes.endIndex
      // The longest beginning that is a type: a member may follow.
      var end = rest
      while end > start, bytes[bytes.index(before: end)] == dot || !isType(String(text[start..<end])) {
        end = bytes[start..<end].lastIndex(of: dot) ?? start
      }
      add(start..<end, true)
      add(end..<rest, false)
    }
    add(rest..<bytes.endIndex, false)
    return parts
  }

  private static let dot = UInt8(ascii: ".")

  /// Every byte of a character that isn't ASCII may be a part of a name.
  private static func isNameStart(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || byte == dot || (0x30...0x39).contains(byte)
  }
}
