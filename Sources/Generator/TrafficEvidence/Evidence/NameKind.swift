import WGNAPIJSON

/// What a name says about the secrecy of its values.
enum NameKind: Equatable, Sendable {
  case ordinary, secret
  /// Values of this name are secrets if they have the form of a PIN. Others are pins of maps, plugs and boards.
  case pin
  /// Texts in lists of this name are secrets. Numbers count parts of a text.
  case list
  /// Texts of this name are secrets, but neither numbers nor whether something passed.
  case text

  /// - Parameter name: A name that isn't one of secrets.
  init(unlessSecret name: String) {
    let words = NameWords.split(name)
    self = Self.isOfPassword(words) || NameWords.isOneTime(words) ? .text : .ordinary
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

  func isSecret(_ value: JSON) -> Bool {
    switch (self, value) {
    case (.text, .string), (.text, .array): true
    case (.text, _): false
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
  }

  private static func isPIN(_ text: String) -> Bool {
    (4...8).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit)
  }
}
