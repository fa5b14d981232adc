import WGNAPISupport

/// A media type (RFC 9110, section 8.3.1), or a range of them.
package struct MediaType: Hashable {
  /// Type and subtype in lower case.
  package var essence: String
  /// By their names in lower case.
  package var parameters: [String: String] = [:]

  package init(_ text: String) {
    let parts = QuotedStrings.parts(of: text, at: UInt8(ascii: ";"))
    essence = withoutOuterSpaces(parts[0]).lowercased()
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      parameters[withoutOuterSpaces(pair[0]).lowercased()] =
        pair.count == 2 ? unquoted(withoutOuterSpaces(pair[1])) : ""
    }
  }

  /// Whether it has a type and a subtype.
  package var isWellFormed: Bool {
    let names = essence.split(separator: "/", omittingEmptySubsequences: false)
    return names.count == 2 && !names.contains(where: \.isEmpty) && essence.utf8.allSatisfy { $0 > 0x20 }
  }

  /// Whether it is JSON, or has its syntax (RFC 6839, section 3.1).
  package var isJSON: Bool { essence.hasSuffix("/json") || essence.hasSuffix("+json") }

  /// The parameters that distinguish media types: not the character set, a quality or a boundary.
  private var distinguishing: [String: String] {
    parameters.filter { !["charset", "q", "boundary", ""].contains($0.key) }
  }

  /// Whether both have the same type, subtype and parameters.
  package func isSame(as other: MediaType) -> Bool {
    essence == other.essence && distinguishing == other.distinguishing
  }

  /// Whether another one has all parameters of this one.
  package func isContained(in other: MediaType) -> Bool {
    distinguishing.allSatisfy { other.parameters[$0.key] == $0.value }
  }

  /// Whether a range such as `image/*` includes a type. Either may be the range.
  package func matches(_ other: MediaType) -> Bool {
    essence == other.essence || essence == "*" || includes(other.essence) || other.includes(essence)
  }

  /// Whether it is a range such as `image/*`.
  package var isRange: Bool { essence.hasSuffix("*") }

  /// Whether this is a range that includes a type.
  private func includes(_ type: String) -> Bool {
    essence == "*/*" || essence.hasSuffix("/*") && type.hasPrefix(essence.dropLast())
  }
}

/// The text without the quotes around it.
package func unquoted(_ text: String) -> String {
  text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
}

/// The text without the spaces and tabs around it, as in header fields (RFC 9110, section 5.6.3).
package func withoutOuterSpaces(_ text: some StringProtocol) -> String {
  let isSpace = { (character: Character) in character == " " || character == "\t" }
  guard let first = text.firstIndex(where: { !isSpace($0) }),
    let last = text.lastIndex(where: { !isSpace($0) })
  else { return "" }
  return String(text[first...last])
}
