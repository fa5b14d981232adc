/// The words of names, and what they say about values.
package enum NameWords {
  /// Splits a name where generated code does: at characters that are neither letters nor digits, and where the case changes.
  package static func split(_ name: some StringProtocol) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    let bytes = Array(name.utf8)
    for (place, byte) in bytes.enumerated() {
      guard byte.isASCIILetter || byte.isDigit else {
        finish(&word, &words)
        continue
      }
      let isCapital = (0x41...0x5A).contains(byte)
      let previous = place > 0 ? bytes[place - 1] : 0
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      let isStart =
        isCapital && ((0x61...0x7A).contains(previous) || previous.isDigit || (0x61...0x7A).contains(next))
      if isStart { finish(&word, &words) }
      word.append(byte)
    }
    finish(&word, &words)
    return words
  }

  private static func finish(_ word: inout [UInt8], _ words: inout [String]) {
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self).lowercased()) }
    word = []
  }

  // MARK: Texts that nobody enumerates

  /// Whether texts of a name may be one of a few words that programs compare. Of others, no word is kept.
  package static func mayBeEnumerated(_ name: String) -> Bool {
    let words = split(name)
    guard let last = words.last, !isOfArguments(name) else { return false }
    return !words.contains { written.contains($0) || confidential.contains($0) } && !people.contains(last)
      && !isOneTime(words)
  }

  /// Whether a property with this name contains the arguments of a call, such as `params`.
  package static func isOfArguments(_ name: String) -> Bool { arguments.contains(name.lowercased()) }

  private static let arguments: Set<String> = ["args", "argv", "arguments", "params"]

  /// Whether texts of a name let somebody in once, or protect something else that does.
  package static func isOneTime(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    if protecting.contains(last) || oneTime.contains(last) { return true }
    return ["code", "codes", "link", "links"].contains(last)
      && words.dropLast().contains { givenOnce.contains($0) }
  }

  /// `invitecode` and its like, in one word.
  private static let oneTime = Set(givenOnce.flatMap { ["\($0)code", "\($0)link"] }).union([
    "onetimecode", "onetimepassword",
  ])

  /// What precedes `code` and `link`.
  private static let givenOnce: Set<String> = [
    "activation", "confirm", "confirmation", "invitation", "invite", "join", "login", "magic", "pairing",
    "referral",
    "redeem", "redemption", "reset", "signin", "signup", "time", "unsubscribe", "voucher",
  ]

  private static let protecting: Set<String> = ["hmac", "nonce", "salt", "twofa", "verifier"]

  /// Words in names of texts that nobody should publish. Missing an enumeration costs less.
  private static let confidential: Set<String> = [
    "2fa", "auth", "authorization", "bearer", "birthday", "challenge", "card", "cookie", "credential",
    "credentials", "diagnosis",
    "hint", "hmac", "iban", "initials", "jwt", "licence", "license", "maiden", "mfa", "nonce", "otp", "pass",
    "passphrase", "password",
    "mnemonic", "pin", "private", "privkey", "pw", "pwd", "salt", "secret", "secrets", "session", "sid",
    "sig", "signature",
    "seed", "ssn", "token", "tokens", "twofa", "verifier", "wif", "xprv",
  ]

  /// What names of texts about people end in.
  private static let people: Set<String> = [
    "account", "agent", "assignee", "buyer", "by", "client", "contact", "customer", "doctor", "driver",
    "employee", "from", "guest", "manager", "member", "patient", "person", "player", "recipient", "seller",
    "sender", "student", "teacher", "to",
  ]

  /// Names with these words hold texts that people write, or cursors.
  private static let written: Set<String> = [
    "name", "title", "nickname", "tag", "description", "text", "label", "slug", "username", "login", "email",
    "url", "id", "ids", "key", "hash", "path", "file", "version", "city", "message", "note", "comment",
    "author", "owner", "user", "sku", "i18n", "host", "query", "search", "q", "address", "street",
    "firstname", "lastname", "surname", "cursor",
  ]
}
