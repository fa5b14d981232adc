/// A part of a type's text: the name of a type, or what is between names.
package struct TypeTextPart: Sendable, Hashable {
  package var text: String
  package var isType: Bool
}

/// Finds names in Swift types such as `[String: Vehicle.Gun?]`.
package enum TypeText {
  /// The parts of a text.
  ///
  /// - Parameter isType: whether a name such as `Vehicle.Gun` is that of a type.
  package static func parts(of text: String, isType: (String) -> Bool) -> [TypeTextPart] {
    var parts: [TypeTextPart] = []
    var rest = text[...]
    func add(_ text: Substring, _ isType: Bool) {
      if text.isEmpty { return }
      if !isType, let last = parts.last, !last.isType {
        parts[parts.count - 1].text += text
      } else {
        parts.append(TypeTextPart(text: String(text), isType: isType))
      }
    }
    while let start = rest.firstIndex(where: isNameStart) {
      add(rest[..<start], false)
      let name = rest[start...].prefix { isNameStart($0) || $0.isNumber || $0 == "." }
      rest = rest[name.endIndex...]
      // The longest beginning that is a type: a member may follow.
      var own = name
      while !own.isEmpty, own.last == "." || !isType(String(own)) {
        own = own.lastIndex(of: ".").map { own[..<$0] } ?? own.prefix(0)
      }
      add(own, true)
      add(name[own.endIndex...], false)
    }
    add(rest, false)
    return parts
  }

  private static func isNameStart(_ character: Character) -> Bool { character.isLetter || character == "_" }
}
