import TrafficEvidence

/// Words in paths that are names of things and not of endpoints: `PX-A136-3227`, `tt0111161`, `war-and-peace`.
enum IdentifierWords {
  /// The words at one place of paths that are values of a parameter.
  static func all(in paths: PathEvidence) -> Set<String> {
    var byForm: [String: [String]] = [:]
    for word in paths.words.keys {
      if let form = form(of: word) { byForm[form, default: []].append(word) }
    }
    let alike = withLikeResponses(in: paths)
    var result = alike
    for words in byForm.values where isIdentifiers(words) || words.contains(where: alike.contains) {
      result.formUnion(words)
    }
    return result
  }

  /// Whether words of the same form are identifiers: they have six digits, or four and the same start, or there are five words
  /// with two digits each. `step1` and `step2` aren't, and neither are `md5` and `sha1`.
  private static func isIdentifiers(_ words: [String]) -> Bool {
    let digits = words.map { word in word.utf8.count(where: \.isDigit) }.min() ?? 0
    let starts = Set(words.map { word in word.prefix { $0.isLetter } })
    return words.count >= 2 && (digits >= 6 || digits >= 4 && starts.count == 1)
      || words.count >= 5 && digits >= 2
  }

  /// The form of a word with digits, in which letters are one letter and digits one digit: `A-A9-9`. Nil for other words, and
  /// for versions such as `v2` and `v20260101`.
  private static func form(of word: String) -> String? {
    let isVersion =
      word.utf8.first.map { $0 | 0x20 } == UInt8(ascii: "v")
      && word.utf8.dropFirst().allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    guard !isVersion, word.utf8.contains(where: \.isDigit), word.utf8.contains(where: { !$0.isDigit })
    else { return nil }
    var result: [UInt8] = []
    for byte in word.utf8 {
      let kind: UInt8 =
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "9")
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt8(ascii: "a")
        default: byte
        }
      if result.last != kind { result.append(kind) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Words whose responses have the same keys.
  private static func withLikeResponses(in paths: PathEvidence) -> Set<String> {
    var alike: [String: [String]] = [:]
    for (word, child) in paths.words where !word.hasPrefix(":") {
      guard let operation = child.operations["GET"], let response = operation.responses[200],
        let members = response.success.objects?.all,
        response.success.values == response.success.objects?.count
      else { continue }
      var keys = members.fields.map(\.name).sorted()
      // The payload says more than the envelope.
      for name in EnvelopeRule.payloads {
        guard let inner = members.shape(of: name)?.objects?.all else { continue }
        keys += inner.fields.map { "\(name).\($0.name)" }.sorted()
      }
      if keys.count >= 3 { alike[keys.joined(separator: "\u{1}"), default: []].append(word) }
    }
    var result: Set<String> = []
    for words in alike.values {
      let odd = words.count { word in word.utf8.contains { $0.isDigit || $0 == UInt8(ascii: "-") } }
      if words.count >= 10 || words.count >= 5 && odd * 2 > words.count { result.formUnion(words) }
    }
    return result
  }
}
