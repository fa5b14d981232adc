import WGNAPIJSON

/// What a name says about the secrecy of its values.
enum NameSecrecy: Equatable, Sendable {
  case ordinary, secret
  /// Values of this name are secrets if they have the form of a PIN. Others are pins of maps, plugs and boards.
  case pin
  /// Texts in lists of this name are secrets. Numbers count parts of a text.
  case list
  /// Texts of this name are secrets, but neither numbers nor whether something passed.
  case text
  /// The same, but numbers in texts count something, as in Ethereum.
  case nonce

  /// - Parameter name: A name that isn't one of secrets.
  init(unlessSecret name: String) {
    let words = NameWords.split(name)
    self =
      words.last == "nonce"
      ? .nonce
      : Self.isOfPassword(words) || NameWords.isOneTime(words) || Self.isOfWallet(words) ? .text : .ordinary
    guard self == .ordinary else { return }
    // Whether there is a second factor, how it is sent, or its code.
    if ["2fa", "mfa"].contains(name.lowercased()) { self = .pin }
    guard name.utf8.count >= 3, name.suffix(3).lowercased() == "pin" else { return }
    // `card_pin` and `cardPin`, but neither `spin` nor `Kingpin`.
    let rest = name.utf8.dropLast(3)
    let before = rest.last ?? 0
    let isWord = !before.isASCIILetter || name.hasSuffix("Pin") && before >= UInt8(ascii: "a")
    if isWord { self = .pin }
  }

  /// Whether a word of a sentence names a secret.
  static func isSecretWord(_ word: String) -> Bool {
    ["code", "key", "pass", "password", "phrase", "pin", "secret", "token"].contains { word.hasSuffix($0) }
      || NameSecrecy(unlessSecret: word) != .ordinary
  }

  /// Whether words are the name of a password, or of what helps to guess it.
  private static func isOfPassword(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    if words.contains(where: ["passwd", "passcode", "passphrase"].contains) { return true }
    // A ski pass isn't one.
    let owner = words.dropLast().last
    if last == "pass" {
      return owner.map(["user", "login", "db", "auth", "smtp", "ftp", "wifi", "admin", "root"].contains)
        ?? true
    }
    return ["hint", "question", "answer", "reminder"].contains(last)
      && words.contains { ["password", "pass", "pwd", "pin", "secret", "security", "recovery"].contains($0) }
  }

  /// Whether words are the name of a key of a wallet, or of what a key is made from. Public keys and addresses are for everybody.
  private static func isOfWallet(_ words: [String]) -> Bool {
    guard let last = words.last, !words.contains(where: ["public", "pub"].contains) else { return false }
    let names = [last, words.suffix(2).joined()].flatMap {
      [$0, $0.hasSuffix("s") ? String($0.dropLast()) : $0]
    }
    return names.contains(where: wallet.contains)
  }

  private static let wallet: Set<String> = [
    "hdseed", "keyphrase", "mnemonic", "mnemonicphrase", "mnemonicword", "privkey", "prvkey",
    "recoveryphrase",
    "recoveryword", "seckey", "secretphrase", "seed", "seedphrase", "seedword", "spendkey", "tprv", "viewkey",
    "walletkey", "wif", "xprv", "xpriv", "yprv", "zprv",
  ]

  /// Whether a text is a number, perhaps a hexadecimal one: `0x1a`.
  private static func isNumber(_ text: String) -> Bool {
    let digits = text.utf8.starts(with: "0x".utf8) ? text.utf8.dropFirst(2) : text.utf8[...]
    let isHexadecimal = digits.count < text.utf8.count
    return (1...20).contains(digits.count) && digits.allSatisfy { isHexadecimal ? $0.isHexDigit : $0.isDigit }
  }

  func isSecret(_ value: JSON) -> Bool {
    switch (self, value) {
    case (.text, .string), (.text, .array): true
    case (.text, _): false
    case (.nonce, .string(let text)): !Self.isNumber(text)
    case (.nonce, .array(let elements)): elements.contains { isSecret($0) }
    case (.nonce, _): false
    case (.ordinary, _): false
    case (.list, .array(let elements)): elements.contains { $0.string != nil }
    case (.list, _): false
    case (.secret, _): true
    case (.pin, .string(let text)): Self.isPIN(text)
    // Fewer digits number things.
    case (.pin, .number(let number)): Self.isPIN(number.text)
    case (.pin, _): false
    }
  }

  func isSecret(_ text: String) -> Bool {
    [.secret, .text].contains(self) || self == .pin && Self.isPIN(text)
      || self == .nonce && !Self.isNumber(text)
  }

  private static func isPIN(_ text: String) -> Bool {
    (4...8).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit)
  }
}
