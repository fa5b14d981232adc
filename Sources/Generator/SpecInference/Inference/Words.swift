import APIModel
import TrafficEvidence

/// The words of names, and names made of words.
package enum Words {
  /// Splits a name where generated code does.
  package static func split(_ name: some StringProtocol) -> [String] { NameWords.split(name) }

  private static let initialisms: Set<String> = [
    "api", "id", "ip", "url", "uuid", "html", "http", "json", "xp", "uri",
  ]

  /// `account_id` is `AccountID`.
  package static func type(_ words: [String]) -> String {
    let name = words.map { word in
      if initialisms.contains(word) { return word.uppercased() }
      if word.hasSuffix("s"), initialisms.contains(String(word.dropLast())) {
        return word.dropLast().uppercased() + "s"
      }
      return word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
    guard let first = name.utf8.first else { return "" }
    return String((first.isDigit ? "T" + name : name).prefix(100))
  }

  /// `account list` is `accountList`.
  package static func member(_ words: [String]) -> String {
    guard let first = words.first else { return "" }
    let name = first + words.dropFirst().map { type([$0]).trimmingDigitMark($0) }.joined()
    let safe = name.utf8.first?.isDigit == true ? "n" + name : name
    return String(safe.prefix(100))
  }

  /// `companies` is `company`; a word that isn't a plural stays.
  static func singular(_ word: String) -> String {
    collective.contains(word) || word.count < 4 ? word : EnglishNouns.singular(word)
  }

  static func isPlural(_ word: String) -> Bool { singular(word) != word }

  /// Plurals that name a single object.
  private static let collective: Set<String> = ["details", "metrics", "settings", "statistics", "stats"]

  /// The words of a name with the last one in the singular.
  static func singular(_ words: [String]) -> [String] {
    guard let last = words.last else { return words }
    return words.dropLast() + [singular(last)]
  }

  /// What names have in common that become the same in Swift.
  package static func folded(_ name: String) -> String {
    let kept = name.utf8.filter { $0.isASCIILetter || $0.isDigit || $0 >= 0x80 }
    return String(decoding: kept, as: UTF8.self).lowercased()
  }
}

extension String {
  /// Without the letter that a type's name gets before a digit.
  fileprivate func trimmingDigitMark(_ word: String) -> String {
    word.utf8.first?.isDigit == true ? word : self
  }
}
