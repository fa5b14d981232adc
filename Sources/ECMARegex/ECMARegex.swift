/// A regular expression of ECMA-262 (section 22.2) with the `u` flag, as JSON Schema has them: it is searched
/// anywhere in a text, and only whether it is found is of interest.
///
/// The time that a search takes is bounded by the length of the text times the size of the pattern, and usually it is
/// one step through a table per character. Only patterns with references to groups (`\1`, `\k<name>`) are searched
/// with backtracking; for them, and for very large patterns in very long texts, a search that takes too long is given
/// up (``SearchResult/tooMuchWork``).
///
/// Beyond what the `u` flag allows, a few things are read as Annex B of ECMA-262 has them, because real schemas use
/// them: escaped punctuation that needs no escape (`\-`), lone `]`, `{` and `}`, sets at the ends of what looks like a
/// range (`[\w-.]`), and repeated lookaheads. Not supported are the properties Script, Script_Extensions,
/// Emoji_Component and Extended_Pictographic, and the modifiers of groups (`(?i:…)`).
///
/// A value is immutable and can be used from any number of threads at once.
public struct ECMARegex: Sendable {
  /// The pattern as it was given.
  public let pattern: String
  private let program: Program

  /// What came of a search.
  public enum SearchResult: Hashable, Sendable {
    case matched, notMatched
    /// The search was given up: nobody knows.
    case tooMuchWork
  }

  /// Compiles a pattern.
  ///
  /// - Throws: What is wrong with the pattern. Besides the errors of ECMA-262 these are groups nested more than 100
  ///   deep, and counted repetitions that written out make the pattern longer than 50,000 steps.
  public init(_ pattern: String) throws(ECMARegexError) {
    var parser = RegexParser(pattern)
    let tree = try parser.parse()
    guard let program = Program(tree) else {
      throw ECMARegexError("the pattern is too large: it distinguishes too many characters", at: 0)
    }
    self.pattern = pattern
    self.program = program
  }

  /// Whether a pattern is one, without compiling it.
  ///
  /// - Throws: What is wrong with the pattern.
  public static func check(_ pattern: String) throws(ECMARegexError) {
    var parser = RegexParser(pattern, checksOnly: true)
    _ = try parser.parse()
  }

  /// Searches in text that is valid UTF-8. In any other the result is arbitrary, but nothing beyond it is read.
  public func search(_ utf8: UnsafeBufferPointer<UInt8>) -> SearchResult {
    var work = Int.max
    return program.search(utf8, &work)
  }

  /// Searches as ``search(_:)`` does, and takes the steps that it needs from those that are left to the caller.
  ///
  /// - Parameter work: how many steps there are, for this search and others; the search is given up where they don't
  ///   suffice. A step is an instruction of the pattern, or a few bytes that were passed by a table.
  public func search(_ utf8: UnsafeBufferPointer<UInt8>, work: inout Int) -> SearchResult {
    program.search(utf8, &work)
  }

  /// Whether the pattern is found in text that is valid UTF-8. A search that is given up counts as not found.
  public func matches(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool { search(utf8) == .matched }

  /// Whether the pattern is found in a text. A search that is given up counts as not found.
  public func matches(_ text: String) -> Bool {
    if let result = text.utf8.withContiguousStorageIfAvailable({ matches($0) }) { return result }
    return Array(text.utf8).withUnsafeBufferPointer { matches($0) }
  }
}

extension ECMARegex: Hashable {
  /// Patterns are the same if their texts are, scalar by scalar.
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
