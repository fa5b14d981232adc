/// A media type, or a range of them such as `image/*` (RFC 9110, sections 8.3.1 and 12.5.1).
struct MediaRange: Hashable, Sendable {
  /// As it was written.
  let text: String
  /// `application/json`, in lower case and without parameters.
  let essence: String
  /// The parameter `charset`, in lower case.
  let charset: String?

  /// Nil if the text isn't a media type.
  init?(_ text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard let first = parts.first else { return nil }
    let essence = Self.trimmed(first).lowercased()
    let names = essence.split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == 2, names.allSatisfy({ !$0.isEmpty && !$0.utf8.contains { $0 <= 0x20 } }) else {
      return nil
    }
    self.text = text
    self.essence = essence
    charset =
      parts.dropFirst().lazy.compactMap { part -> String? in
        let pair = part.split(separator: "=", maxSplits: 1)
        guard pair.count == 2, Self.trimmed(pair[0]).lowercased() == "charset" else { return nil }
        return Self.trimmed(pair[1]).filter { $0 != "\"" }.lowercased()
      }.first
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }

  /// Whether it is JSON, or has its syntax (RFC 6839, section 3.1).
  var isJSON: Bool { essence.hasSuffix("/json") || essence.hasSuffix("+json") }

  /// Returns whether a media type is in this range.
  func contains(_ type: MediaRange) -> Bool {
    essence == type.essence || essence == "*/*"
      || (essence.hasSuffix("/*") && type.essence.hasPrefix(essence.dropLast()))
  }
}
