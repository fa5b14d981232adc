/// A regular expression per ECMA-262 (section 22.2) with the `u` flag, the dialect of JSON Schema. It is searched for
/// anywhere in a text, and the only result is whether it was found.
///
/// The time of a search is bounded by the length of the text times the size of the pattern; usually it is one table
/// look-up per character. Only patterns with back-references (`\1`, `\k<name>`) need backtracking. For these, and for
/// very large patterns in very long texts, a search that takes too long is abandoned (``SearchResult/tooMuchWork``).
///
/// Beyond what the `u` flag allows, some of Annex B of ECMA-262 is accepted, because real schemas use it: escaped
/// punctuation that needs no escape (`\-`), lone `]`, `{` and `}`, sets at the ends of an apparent range (`[\w-.]`),
/// and repeated lookaheads. The properties Script, Script_Extensions, Emoji_Component and Extended_Pictographic, and
/// the modifiers of groups (`(?i:…)`) aren't supported.
///
/// A value is immutable and can be used from any number of threads at once.
public struct ECMARegex: Sendable {
  /// The text of the pattern.
  public let pattern: String
  private let program: Program

  /// The result of a search.
  public enum SearchResult: Hashable, Sendable {
    case matched, notMatched
    /// The search was abandoned, so the result is unknown.
    case tooMuchWork
  }

  /// Compiles a pattern.
  ///
  /// - Throws: An error that describes the mistake. Besides the errors of ECMA-262, these are groups nested more than
  ///   100 deep, and counted repetitions that expand to more than 50,000 steps.
  public init(_ pattern: String) throws(ECMARegexError) {
    var parser = RegexParser(pattern)
    let tree = try parser.parse()
    guard let program = Program(tree) else {
      throw ECMARegexError("the pattern is too large: it distinguishes too many characters", at: 0)
    }
    self.pattern = pattern
    self.program = program
  }

  /// Checks a pattern without compiling it.
  ///
  /// - Throws: An error that describes the mistake.
  public static func check(_ pattern: String) throws(ECMARegexError) {
    var parser = RegexParser(pattern, checksOnly: true)
    _ = try parser.parse()
  }

  /// Searches text that is valid UTF-8. For any other bytes the result is arbitrary, but no byte outside of them is
  /// read.
  public func search(_ utf8: UnsafeBufferPointer<UInt8>) -> SearchResult {
    var work = Int.max
    return program.search(utf8, &work, nil)
  }

  /// Searches like ``search(_:)``, within the caller's budget.
  ///
  /// - Parameters:
  ///   - utf8: The text.
  ///   - work: The remaining steps, from which those of this search are subtracted. If they don't suffice,
  ///     the search is abandoned. A step is an instruction of the pattern, or a few bytes that a table skips.
  ///   - interruption: Is asked from time to time whether to abandon the search.
  public func search(
    _ utf8: UnsafeBufferPointer<UInt8>, work: inout Int, unless interruption: (any SearchInterruption)? = nil
  ) -> SearchResult {
    program.search(utf8, &work, interruption)
  }

  /// Whether the pattern occurs in text that is valid UTF-8. An abandoned search counts as no match.
  public func matches(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool { search(utf8) == .matched }

  /// Whether the pattern occurs in a text. An abandoned search counts as no match.
  public func matches(_ text: String) -> Bool {
    if let result = text.utf8.withContiguousStorageIfAvailable({ matches($0) }) { return result }
    return Array(text.utf8).withUnsafeBufferPointer { matches($0) }
  }
}

extension ECMARegex: Hashable {
  /// Patterns are equal if their texts are, scalar by scalar.
  public static func == (left: Self, right: Self) -> Bool {
    left.pattern.unicodeScalars.elementsEqual(right.pattern.unicodeScalars)
  }

  public func hash(into hasher: inout Hasher) {
    for scalar in pattern.unicodeScalars { hasher.combine(scalar) }
  }
}

extension ECMARegex: CustomStringConvertible {
  public var description: String { pattern }
}
