/// A media type (RFC 9110, section 8.3.1), or a range of them.
package struct MediaType: Hashable {
  /// Type and subtype in lower case.
  package var essence: String
  /// By their names in lower case.
  package var parameters: [String: String] = [:]

  package init(_ text: String) {
    let parts = Self.parts(of: text)
    essence = trimmed(parts.first ?? "").lowercased()
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      parameters[trimmed(pair[0]).lowercased()] = pair.count == 2 ? unquoted(trimmed(pair[1])) : ""
    }
  }

  /// The text between semicolons, except within quotes (RFC 9110, section 5.6.6).
  private static func parts(of text: String) -> [Substring] {
    var (isQuoted, isEscaped) = (false, false)
    return text.split(omittingEmptySubsequences: false) { character in
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      }
      return character == ";" && !isQuoted
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

  // MARK: Responses

  /// How well the type of a response with the same type and subtype fits: better with each parameter in common, a little worse
  /// with each that it lacks; nil if one of them has another value there.
  private func fit(_ type: MediaType) -> Int? {
    var fit = 0
    for (name, value) in parameters where name != "charset" && !name.isEmpty {
      guard let other = type.parameters[name] else {
        fit -= 1
        continue
      }
      guard other == value else { return nil }
      fit += 1_000
    }
    return fit
  }

  /// Whether the type of a response is in this range. The two of XML are one (RFC 7303, section 9.2).
  private func accepts(_ type: MediaType) -> Bool {
    if essence == type.essence { return fit(type) != nil }
    let xml = ["application/xml", "text/xml"]
    return includes(type.essence) || xml.contains(essence) && xml.contains(type.essence)
  }

  /// The index of the described media type that a response of this type is read by: the same one with the most parameters in
  /// common, otherwise a range that includes it, otherwise JSON for JSON; nil if none does.
  ///
  /// Clients choose by the same rule (`StatusChoice` of `WGNAPIResponses`).
  package func choose(among described: [String]) -> Int? {
    guard isWellFormed else { return nil }
    let types = described.map { MediaType($0) }
    let named = types.indices.filter { types[$0].essence == essence }
    var best: (index: Int, fit: Int)?
    for index in named {
      if let fit = types[index].fit(self), fit > best?.fit ?? Int.min { best = (index, fit) }
    }
    if let best { return best.index }
    if let range = types.firstIndex(where: { $0.accepts(self) }) { return range }
    return named.isEmpty && isJSON ? types.firstIndex(where: \.isJSON) : nil
  }
}

/// The text without the quotes around it.
package func unquoted(_ text: String) -> String {
  text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
}

/// The text without leading and trailing spaces and tabs.
package func trimmed(_ text: some StringProtocol) -> String {
  let isSpace = { (character: Character) in character == " " || character == "\t" }
  guard let first = text.firstIndex(where: { !isSpace($0) }),
    let last = text.lastIndex(where: { !isSpace($0) })
  else { return "" }
  return String(text[first...last])
}
