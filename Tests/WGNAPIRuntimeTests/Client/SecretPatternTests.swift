import Testing

@testable import WGNAPISupport

/// What it costs to look for secrets in a text, counted in comparisons.
@Suite struct SecretPatternTests {
  /// Characters that are escaped in every form, and a word.
  private static let secrets = ["session-tøken/9876543210", "\"\\\n&<>'=+é😀ÜÄ 0123", "demo"]

  private func comparisons(_ patterns: SecretPatterns, in text: String) -> Int {
    text.utf8.reduce(0) { $0 + patterns.candidates(for: $1).count }
  }

  /// A megabyte of escapes costs at most two comparisons a byte, secret and form, so that a long text can be put into a
  /// queue.
  @Test(arguments: [
    #"\u00e9"#, #"\n"#, #"\\"#, #"\""#, "\\", "%20", "%c3%bc", "&quot;", "&#39;", "+", "session-t", "demo",
  ])
  func escapesAreComparedWithFewPatterns(escape: String) {
    let patterns = SecretPatterns(Self.secrets)
    let once = comparisons(patterns, in: escape)
    #expect(once <= 2 * escape.utf8.count * Self.secrets.count, "\(once)")
    #expect(comparisons(patterns, in: String(repeating: escape, count: 1_000)) == 1_000 * once)
  }

  /// Of a long document, only the beginning is searched. What follows may contain any of the secrets.
  @Test func aLongDocumentMayContainEverySecret() throws {
    let patterns = SecretPatterns(Self.secrets)
    let short = [UInt8](repeating: 0x20, count: 1 << 20)
    #expect(patterns.pieces(ofThoseIn: short) == nil)
    let pieces = try #require(patterns.pieces(ofThoseIn: short + [0x20]))
    #expect(pieces.occur(in: Array("expected a number, found \"token/98".utf8)))
    #expect(!pieces.occur(in: Array("expected a number, found \"x\"".utf8)))
    #expect(
      try #require(patterns.pieces(ofThoseIn: short + Array("demo".utf8))).occur(in: Array("9876".utf8)))
  }

  /// The table leaves out nothing: a secret is found behind any text that could be its beginning.
  @Test(arguments: [#"\u00f"#, #"\\"#, "%2", "&quo", "s", "session-t"])
  func secretsAreFoundBehindTheirBeginnings(beginning: String) {
    let patterns = SecretPatterns(Self.secrets)
    for secret in Self.secrets.prefix(2) {
      let text = Array("\(beginning)\(secret)".utf8)
      #expect(patterns.occur(in: text))
      #expect(patterns.end(in: text, from: beginning.utf8.count) == text.count)
    }
  }
}
