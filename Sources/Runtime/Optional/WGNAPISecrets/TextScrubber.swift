import WGNAPISupport

/// Removes secrets from texts, and collects those that it finds by their names and forms.
package struct TextScrubber {
  /// The secrets that it has found. Other texts may contain them, too.
  package private(set) var found: [String] = []
  package let names: SecretNames
  private let pairNames: SecretNames
  private let redaction: Redaction

  /// - Parameters:
  ///   - names: The names of secrets.
  ///   - redaction: The secrets that are known.
  package init(_ names: SecretNames, _ redaction: Redaction = Redaction()) {
    self.names = names
    self.redaction = redaction
    pairNames = names.inPairs
  }

  /// Removes what looks like a secret, the values of pairs such as `token=…` and `token: …`, and all known secrets.
  package mutating func text(_ text: String) -> String {
    let (names, pairNames, mark) = (self.names, self.pairNames, Redaction.mark)
    let steps: [([UInt8]) -> SecretText.Replaced] = [
      { SecretText.replacingKeys(in: $0, mark: mark) },
      { SecretText.replacingUsers(in: $0, mark: mark) },
      { SecretText.replacingHooks(in: $0, mark: mark) },
      { SecretText.replacingPairs(in: $0, names: pairNames, mark: mark) },
      { SecretText.replacingMembers(in: $0, names: names, mark: mark) },
      { SecretText.replacingCredentials(in: $0, mark: mark) },
      { SecretText.replacingElements(in: $0, names: names, mark: mark) },
      { SecretText.replacingAttributes(in: $0, names: names, mark: mark) },
      { SecretText.replacingTokens(in: $0, mark: mark) },
      { SecretText.replacingKnownTokens(in: $0, mark: mark) },
    ]
    var bytes = Array(text.utf8)
    for step in steps {
      let replaced = step(bytes)
      bytes = replaced.text
      for secret in replaced.secrets { learn(PercentEncoding.decode(secret) ?? secret) }
    }
    return redaction(String(decoding: bytes, as: UTF8.self))
  }

  /// Removes a credential, but not the name of its scheme.
  package mutating func secretField(_ value: String) -> String {
    let parts = value.split(separator: " ", maxSplits: 1)
    if parts.count == 2, ["basic", "bearer", "digest", "token"].contains(parts[0].lowercased()) {
      learn(String(parts[1]))
      learnParts(of: value)
      return "\(parts[0]) \(Redaction.mark)"
    }
    learn(value)
    learnParts(of: value)
    return Redaction.mark
  }

  /// Learns what may be repeated without the rest of a field: the value of a cookie, or a password.
  private mutating func learnParts(of value: String) {
    for secret in SecretFinder.secrets(inField: value) { learn(secret) }
  }

  /// Keeps a secret to find it elsewhere, unless it could be an ordinary word.
  package mutating func learn(_ secret: String) {
    guard secret != Redaction.mark, !secret.contains(where: \.isWhitespace),
      SecretFinder.isUnlikeWords(secret, from: 8)
    else { return }
    found.append(secret)
  }
}
