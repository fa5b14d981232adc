/// The first words of an error's message, of which a name is made: `no such row` of "No such row in shelf 7".
package struct ErrorPhrase: Equatable, Sendable {
  private static let most = 5

  package private(set) var words: [String]

  /// - Parameter repeats: Whether a word is a value of the request, which a name must not repeat.
  init(_ message: String, repeats: (String) -> Bool) {
    words = []
    for part in message.split(separator: " ") {
      let word = part.reversed().drop { ".,;:!".contains($0) }.reversed()
      let isFirst = words.isEmpty
      let isPlain = word.enumerated().allSatisfy { place, character in
        guard let byte = character.asciiValue else { return false }
        // Later words with capitals are names.
        return byte.isLowercase || isFirst && place == 0 && byte.isUppercase
      }
      let text = String(word)
      // So is a first one before such a word, perhaps.
      if words.count == 1, word.first?.isUppercase == true { words = [] }
      guard words.count < Self.most, isPlain, !text.isEmpty, !repeats(text) else { break }
      words.append(text.lowercased())
      // What follows the name of a secret may be one.
      if word.count < part.count || NameSecrecy.isSecretWord(text.lowercased()) { break }
    }
    removeTail()
  }

  init() { words = [] }

  /// A phrase that was stored.
  init(stored text: String) { words = text.split(separator: " ").map(String.init) }

  var text: String { words.joined(separator: " ") }

  /// What both have in common.
  package mutating func merge(_ other: ErrorPhrase) {
    guard self != other else { return }
    words = zip(words, other.words).prefix { $0 == $1 }.map(\.0)
    removeTail()
  }

  /// Removes words that something has to follow.
  private mutating func removeTail() {
    while let last = words.last, Self.open.contains(last) { words.removeLast() }
  }

  private static let open: Set<String> = [
    "a", "an", "and", "at", "be", "by", "for", "from", "in", "is", "it", "of", "on", "or", "the", "this",
    "to", "was",
    "with", "your",
  ]
}
