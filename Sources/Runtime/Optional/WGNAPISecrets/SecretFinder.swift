import WGNAPISupport

/// Says which names and texts are secrets, for tools that learn from traffic and must not repeat them.
///
/// It uses the rules by which recordings are written.
public struct SecretFinder: Sendable {
  private let names: SecretNames
  private let namesInPairs: SecretNames

  public init() {
    names = SecretNames()
    namesInPairs = names.inPairs
  }

  /// Whether values under a name are secrets: a key in JSON.
  public func isSecret(name: String) -> Bool { SecretText.isSecret(name, names) }

  /// Whether texts in lists under a name are secrets, but not numbers: a key in JSON.
  public func isSecretList(name: String) -> Bool { names.containsList(name) }

  /// Whether the values of a pair `name=value` are secrets, as in URLs, forms and cookies.
  public func isSecret(pair name: String) -> Bool { SecretText.isSecret(name, namesInPairs) }

  /// Whether a value in a pair `name=value` is a secret: by its name, or because it is a ticket that nobody could guess.
  public func isSecret(pair name: String, _ value: String) -> Bool {
    isSecret(pair: name)
      || namesInPairs.containsTicket(name) && SecretNames.isUnguessable(ticket: value.utf8)
  }

  /// The names among those of pairs side by side whose values are secrets only because of the others: the `code` and the `state`
  /// of a login.
  public func secretNames(amongPairs names: [String]) -> Set<String> {
    let secret = names.filter { namesInPairs.containsOfLogin($0) }
    return secret.isEmpty || !SecretNames.areOfLogin(names) ? [] : Set(secret)
  }

  /// Whether the values of a header field are secrets.
  public func isSecret(field name: String) -> Bool { names.contains(field: name) }

  /// Whether a text has the form of a secret, or contains one.
  public func looksSecret(_ text: String) -> Bool { cleaned(text).text != text }

  /// Returns a text with marks in place of what looks like a secret, such as the token in a URL; and the secrets, without those
  /// that could be ordinary words.
  public func cleaned(_ text: String) -> (text: String, secrets: [String]) {
    var scrubber = TextScrubber(names)
    return (scrubber.text(text), scrubber.found)
  }

  /// Whether a secret is so unlike a word that it can be hidden wherever it occurs.
  ///
  /// - Parameters:
  ///   - least: The number of bytes from which a text with a digit is.
  ///   - leastOfLetters: The number of bytes from which any text is.
  public static func isUnlikeWords(_ secret: String, from least: Int = 6, _ leastOfLetters: Int = 20)
    -> Bool
  {
    let bytes = secret.utf8
    return bytes.count >= leastOfLetters || bytes.count >= least && bytes.contains { $0.isDigit }
  }
}
