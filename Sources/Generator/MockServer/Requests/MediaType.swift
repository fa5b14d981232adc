/// A media type (RFC 9110, section 8.3.1), or a range of them.
struct MediaType: Hashable {
  /// Type and subtype in lower case.
  var essence: String
  var parameters: [String: String] = [:]

  init(_ text: String) {
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

  var isJSON: Bool { essence == "application/json" || essence.hasSuffix("+json") || essence == "text/json" }

  /// The parameters that distinguish media types: all but the character set and those of other parts of HTTP.
  private var distinguishing: [String: String] {
    parameters.filter { !["charset", "q", "boundary", ""].contains($0.key) }
  }

  /// Whether both have the same type, subtype and parameters.
  func isSame(as other: MediaType) -> Bool {
    essence == other.essence && distinguishing == other.distinguishing
  }

  /// Whether another one has all parameters of this one.
  func isContained(in other: MediaType) -> Bool {
    distinguishing.allSatisfy { other.parameters[$0.key] == $0.value }
  }

  /// Whether a range such as `image/*` includes a type. Either may be the range.
  func matches(_ other: MediaType) -> Bool {
    if essence == other.essence || essence == "*/*" || other.essence == "*/*" || essence == "*" {
      return true
    }
    func includes(_ range: String, _ type: String) -> Bool {
      range.hasSuffix("/*") && type.hasPrefix(range.dropLast())
    }
    return includes(essence, other.essence) || includes(other.essence, essence)
  }
}

/// The media types that a client accepts (RFC 9110, section 12.5.1).
struct AcceptedTypes {
  private let ranges: [(type: MediaType, weight: Double)]

  /// - Parameter field: the value of `Accept`; nil accepts everything.
  init(_ field: String?) {
    ranges = (field ?? "").split(separator: ",").map { part in
      let type = MediaType(String(part))
      // A weight is between 0 and 1 (RFC 9110, section 12.4.2); another one is ignored.
      let weight = type.parameters["q"].flatMap(Double.init) ?? 1
      return (type, (0...1).contains(weight) ? weight : 1)
    }
  }

  /// The first type, not a range, with a property.
  func first(where isWanted: (String) -> Bool) -> String? {
    ranges.lazy.filter { $0.weight > 0 && !$0.type.essence.contains("*") }.map(\.type.essence).first(
      where: isWanted)
  }

  /// The weight of a media type; 0 if it isn't accepted.
  func weight(of type: String) -> Double {
    if ranges.isEmpty { return 1 }
    let type = MediaType(type)
    // A type counts more than a range that includes it.
    let fitting = ranges.filter { $0.type.matches(type) && $0.type.isContained(in: type) }
    let exact =
      fitting.first { $0.type.isSame(as: type) } ?? fitting.first { $0.type.essence == type.essence }
    let partial = fitting.first { $0.type.essence.hasSuffix("/*") && $0.type.essence != "*/*" }
    return (exact ?? partial ?? fitting.first)?.weight ?? 0
  }
}
