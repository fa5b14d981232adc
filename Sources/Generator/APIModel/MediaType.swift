import WGNAPISupport

/// A media type (RFC 9110, section 8.3.1), or a range of them.
package struct MediaType {
  /// Type and subtype in lower case.
  package let essence: String
  /// By their names in lower case.
  package private(set) var parameters: [String: String] = [:]
  /// With its parameters as they are written, except the character set: bodies are in UTF-8, and responses say theirs.
  package let name: String

  package init(_ text: String) {
    let parts = text.partsOutsideQuotes(at: UInt8(ascii: ";")).map { trimmedField($0) }
    essence = parts[0].lowercased()
    let written = parts.dropFirst().filter { !$0.isEmpty && !$0.lowercased().hasPrefix("charset=") }
    name = ([essence] + written).joined(separator: ";")
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let key = pair.first else { continue }
      parameters[trimmedField(key).lowercased()] = pair.count == 2 ? unquoted(trimmedField(pair[1])) : ""
    }
  }

  /// Whether it has a type and a subtype, and requests can send or accept it.
  package var isWellFormed: Bool {
    let names = essence.split(separator: "/", omittingEmptySubsequences: false)
    return names.count == 2 && !names.contains(where: \.isEmpty)
      && essence.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
      && name.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
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

/// A part of a header field without the spaces and tabs around it (RFC 9110, section 5.6.3).
package func trimmedField(_ text: some StringProtocol) -> String {
  let isSpace = { (character: Character) in character == " " || character == "\t" }
  guard let first = text.firstIndex(where: { !isSpace($0) }),
    let last = text.lastIndex(where: { !isSpace($0) })
  else { return "" }
  return String(text[first...last])
}
