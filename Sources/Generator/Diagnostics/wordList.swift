/// "a, b and c"; "a" of one word, and nothing of none.
public func wordList(_ words: [String], _ conjunction: String = "and") -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}
