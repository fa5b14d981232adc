/// A regular expression of a schema, compiled when first used.
///
/// Patterns are read as ECMA-262 has them as far as Swift's `Regex` goes: they match Unicode scalars, `\d` and `\w`
/// are ASCII, `\b` stands between a character of `\w` and another, `$` is the very end. Not available are lookbehind assertions and `\c` escapes.
final class Pattern: Sendable {
  /// The pattern as it was given.
  let text: String
  private let compiled: Lazy<Compiled>

  /// `Regex` is immutable, but not declared `Sendable`.
  private struct Compiled: @unchecked Sendable {
    let regex: Regex<AnyRegexOutput>?
  }

  init(_ text: String) {
    self.text = text
    compiled = Lazy { Compiled(regex: Self.compile(text)) }
  }

  /// Whether the pattern is found in a text; nil if it is no valid pattern.
  func matches(_ value: String) -> Bool? {
    guard let regex = compiled.value.regex else { return nil }
    return (try? regex.firstMatch(in: value)) != nil
  }

  private static func compile(_ text: String) -> Regex<AnyRegexOutput>? {
    try? Regex(translated(text))
      .matchingSemantics(.unicodeScalar)
      .asciiOnlyDigits()
      .asciiOnlyWordCharacters()
      .wordBoundaryKind(.simple)
  }
}
