import APIModel
import SpecYAML

/// Parses the name of a Swift type, such as `Tagged<Shop.User, Int>`.
struct SwiftTypeParser {
  private var rest: Substring.UnicodeScalarView
  private var depth = 0
  /// The name as generated code spells it.
  private(set) var text = ""
  /// The keyword at which it ended.
  private(set) var keyword: String?

  /// Words with a meaning of their own in types.
  private static let specialWords: Set<String> = [
    "Self", "Type", "Protocol", "init", "self", "any", "some", "each", "borrowing", "consuming", "sending",
    "isolated",
    "nonisolated",
  ]
  private static let maximumDepth = 4
  /// In bytes.
  static let maximumLength = 200

  init(_ text: String) { rest = Substring(text.utf8.count > Self.maximumLength ? "" : text).unicodeScalars }

  var isAtEnd: Bool { rest.isEmpty }

  /// `Shop.Tagged<User, Int>`; false if something else was found.
  mutating func type() -> Bool {
    repeat {
      guard identifier() else { return false }
      guard take("<") else { continue }
      depth += 1
      guard depth <= Self.maximumDepth else { return false }
      repeat { guard spaced({ $0.type() }) else { return false } } while take(",", as: ", ")
      guard take(">") else { return false }
      depth -= 1
    } while take(".")
    return true
  }

  /// Words that even a member can't be called: after a dot, other keywords are names.
  private static let reservedMembers: Set<String> = [
    "init", "self", "Self", "Type", "Protocol", "true", "false", "nil",
  ]

  /// An identifier that isn't a keyword or, after a dot, isn't one of the few that aren't names there.
  mutating func identifier(afterDot: Bool = false) -> Bool {
    guard let first = rest.first, first == "_" || first.properties.isXIDStart else { return false }
    let name = rest.prefix { $0.properties.isXIDContinue && !$0.joinsNext }
    guard name.count > 1 || first != "_" else { return false }
    let word = String(Substring(name))
    let isKeyword =
      afterDot
      ? Self.reservedMembers.contains(word) : swiftKeywords.contains(word) || Self.specialWords.contains(word)
    guard !isKeyword else {
      keyword = word
      return false
    }
    text += word
    rest = rest[name.endIndex...]
    return true
  }

  private mutating func spaced(_ parse: (inout Self) -> Bool) -> Bool {
    skipSpaces()
    defer { skipSpaces() }
    return parse(&self)
  }

  private mutating func skipSpaces() { rest = rest.drop { $0 == " " } }

  private mutating func take(_ mark: Unicode.Scalar, as spelling: String? = nil) -> Bool {
    guard rest.first == mark else { return false }
    rest.removeFirst()
    text += spelling ?? String(Character(mark))
    return true
  }
}
