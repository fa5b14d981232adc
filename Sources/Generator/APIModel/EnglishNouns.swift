/// Singular forms of English nouns, for the names of operations and types.
package enum EnglishNouns {
  /// The noun with its last word in the singular: `userAddress` for `userAddresses`. Words that aren't plurals, such as `news`,
  /// are unchanged.
  package static func singular(_ noun: String) -> String {
    let start = startOfLastWord(noun)
    let word = String(noun[start...])
    let lower = word.lowercased()
    let one = singular(lower: lower)
    guard one != lower else { return noun }
    // Letters that both forms have keep their case.
    let kept = zip(lower, one).prefix { $0 == $1 }.count
    guard word.count == lower.count else { return noun }
    let ending = String(one.dropFirst(kept))
    let isCapital = kept == 0 && word.first?.isUppercase == true
    return noun[..<start] + word.prefix(kept)
      + (isCapital ? ending.prefix(1).uppercased() + ending.dropFirst() : ending)
  }

  /// After the last separator, or at the last capital after a small letter.
  private static func startOfLastWord(_ noun: String) -> String.Index {
    var start = noun.startIndex
    var previous: Character?
    for index in noun.indices {
      let character = noun[index]
      if let previous, !(previous.isLetter && (character.isLetter || character == "'")) {
        if character.isLetter { start = index }
      } else if let previous, previous.isLowercase, character.isUppercase {
        start = index
      }
      previous = character
    }
    return start
  }

  private static func singular(lower word: String) -> String {
    if let one = irregular[word] { return one }
    guard word.count > 2, word.hasSuffix("s"), !unchanged.contains(word) else { return word }
    let stem = String(word.dropLast())
    if word.hasSuffix("ies") {
      return word.count > 4 && !endingInIE.contains(stem) ? word.dropLast(3) + "y" : stem
    }
    if word.hasSuffix("ss") { return word }
    if word.hasSuffix("us") || word.hasSuffix("is") { return endingInVowel.contains(stem) ? stem : word }
    for ending in ["sses", "xes", "ches", "shes", "zzes"] where word.hasSuffix(ending) {
      return endingInE.contains(stem) ? stem : String(word.dropLast(2))
    }
    // `bus` of `buses`, but `base` of `bases`.
    let withoutES = String(word.dropLast(2))
    return word.hasSuffix("es") && takingES.contains(withoutES) ? withoutES : stem
  }

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let irregular: [String: String] = [
    "analyses": "analysis", "appendices": "appendix", "axes": "axis", "calves": "calf", "children": "child",
    "crises": "crisis", "criteria": "criterion", "diagnoses": "diagnosis", "elves": "elf", "feet": "foot",
    "geese": "goose",
    "halves": "half", "hypotheses": "hypothesis", "indices": "index", "knives": "knife", "leaves": "leaf",
    "lives": "life",
    "loaves": "loaf", "matrices": "matrix", "men": "man", "mice": "mouse", "oases": "oasis",
    "parentheses": "parenthesis",
    "people": "person", "phenomena": "phenomenon", "quizzes": "quiz", "scarves": "scarf", "shelves": "shelf",
    "syntheses": "synthesis", "synopses": "synopsis", "teeth": "tooth", "theses": "thesis",
    "thieves": "thief",
    "vertices": "vertex", "wives": "wife", "wolves": "wolf", "women": "woman",
  ]

  /// Words in `s` that aren't plurals, and that no other rule recognizes.
  private static let unchanged = words(
    """
    alias always analytics athletics atlas aws bias canvas chaos clothes cms cors cosmos css dns economics electronics ethics
    ethos gas genetics gps headquarters hls https ios its kudos lens lms logistics mathematics means mms news nfs pancreas
    physics politics pos series sms sns species sqs thanks tls tts ups yes
    """)

  private static let endingInIE = words(
    "birdie brownie calorie cookie genie hoodie movie prairie rookie selfie smoothie sortie zombie")

  /// `cache` of `caches`, but `match` of `matches`.
  private static let endingInE = words("ache avalanche axe cache headache niche psyche")

  /// `menu` of `menus`, but `status` stays.
  private static let endingInVowel = words(
    "api bikini cli cpu emoji emu gpu gui guru kiwi kpi menu sdi ski sku taxi uri wiki")

  private static let takingES = words(
    """
    alias apparatus atlas bias bonus bus campus canvas census chorus circus consensus corpus echo focus gas genius hero iris
    lens nexus octopus potato radius status surplus syllabus tomato torpedo veto virus waltz
    """)
}
