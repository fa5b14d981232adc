/// A media type, or a range of them such as `image/*` (RFC 9110, sections 8.3.1 and 12.5.1).
public struct MediaRange: Sendable {
  /// As it was written.
  package let text: String
  /// `application/json`, in lower case and without parameters.
  package let essence: String
  /// The parameter `charset`, in lower case.
  package let charset: String?
  /// The other parameters' names, in lower case, and values.
  private let parameters: [(name: String, value: String)]

  /// Nil if the text isn't a media type.
  public init?(_ text: String) {
    let parts = QuotedStrings.parts(of: text, at: UInt8(ascii: ";"))
    let essence = parts[0].trimmed().lowercased()
    let names = essence.names(at: UInt8(ascii: "/"))
    guard names.count == 2, names.joined(separator: "/") == essence, essence.isAll({ $0 > 0x20 }) else {
      return nil
    }
    self.text = text
    self.essence = essence
    var charset: String?
    var parameters: [(name: String, value: String)] = []
    for part in parts.dropFirst() {
      let written = part.beginning { $0 == UInt8(ascii: "=") }
      let name = written.trimmed().lowercased()
      let rest = written.utf8.count + 1
      let value =
        rest < part.utf8.count
        ? part.rest(after: rest).trimmed().parts(at: UInt8(ascii: "\"")).joined() : ""
      if name != "charset" {
        if !name.isEmpty { parameters.append((name, value)) }
      } else if charset == nil, !value.isEmpty {
        charset = value.lowercased()
      }
    }
    self.charset = charset
    self.parameters = parameters
  }

  /// Returns the media types and ranges in a list with commas (RFC 9110, section 5.6.1).
  package static func list(_ text: String) -> [MediaRange] {
    QuotedStrings.parts(of: text, at: UInt8(ascii: ",")).compactMap { MediaRange($0.trimmed()) }
  }

  /// Returns how well a media type with the same type and subtype fits: better with each parameter in common, a little
  /// worse with each that it lacks; nil if one of them has another value there.
  package func fit(_ type: MediaRange) -> Int? {
    var fit = 0
    for own in parameters {
      let other = type.parameters.first { $0.name == own.name }
      guard other == nil || other?.value == own.value else { return nil }
      fit += other == nil ? -1 : 1_000
    }
    return fit
  }

  /// Whether it is JSON, or has its syntax (RFC 6839, section 3.1).
  package var isJSON: Bool { essence.hasSuffix("/json") || essence.hasSuffix("+json") }

  /// Whether it is a range of media types.
  package var isRange: Bool { essence.hasSuffix("*") }

  /// Returns whether a media type is in this range. The two of XML are one (RFC 7303, section 9.2).
  package func contains(_ type: MediaRange) -> Bool {
    if essence == type.essence { return fit(type) != nil }
    return contains(essence: type.essence) || Self.xml.has(essence) && Self.xml.has(type.essence)
  }

  /// Returns whether a type and subtype, in lower case, are in this range.
  package func contains(essence type: String) -> Bool {
    essence == type || essence == "*/*" || (essence.hasSuffix("/*") && type.hasPrefix(essence.dropLast()))
  }

  /// Returns the index of the described media type or range by which a response of this type is read: of those with its type and
  /// subtype, the one that shares the most parameters with it; otherwise a range that it is in; otherwise JSON, for JSON. Nil if
  /// all of them contradict it.
  public func choice(among described: [MediaRange]) -> Int? {
    let named = described.indices.filter { described[$0].essence == essence }
    var best: (index: Int, fit: Int)?
    for index in named {
      if let fit = described[index].fit(self), fit > best?.fit ?? .min { best = (index, fit) }
    }
    if let best { return best.index }
    if let index = described.firstIndex(where: { $0.contains(self) }) { return index }
    return named.isEmpty && isJSON ? described.firstIndex { $0.isJSON } : nil
  }

  /// Returns whether a response of a media type can't be read as a stream of this one. A web page never is.
  ///
  /// - Parameters:
  ///   - type: The response's `Content-Type`; nil if it has none.
  ///   - isOnlyThat: Whether all other media types can't be, either.
  public func refusesStream(of type: String?, isOnlyThat: Bool) -> Bool {
    let other = type.flatMap { MediaRange($0)?.essence }
    return isOnlyThat ? other != essence : other == "text/html"
  }

  private static let xml = ["application/xml", "text/xml"]
}
