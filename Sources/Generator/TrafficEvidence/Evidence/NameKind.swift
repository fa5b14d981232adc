import WGNAPIJSON

/// What a name says about the secrecy of its values.
enum NameKind: Equatable, Sendable {
  case ordinary, secret
  /// Values of this name are secrets if they have the form of a PIN. Others are pins of maps, plugs and boards.
  case pin

  /// - Parameter name: A name that isn't one of secrets.
  init(unlessSecret name: String) {
    self = .ordinary
    guard name.utf8.count >= 3, name.suffix(3).lowercased() == "pin" else { return }
    // `card_pin` and `cardPin`, but neither `spin` nor `Kingpin`.
    let rest = name.utf8.dropLast(3)
    let before = rest.last ?? 0
    let isWord = !before.isASCIILetter || name.hasSuffix("Pin") && before >= UInt8(ascii: "a")
    if isWord { self = .pin }
  }

  func isSecret(_ value: JSON) -> Bool {
    switch (self, value) {
    case (.ordinary, _): false
    case (.secret, _): true
    case (.pin, .string(let text)): Self.isPIN(text)
    // Fewer digits number things.
    case (.pin, .number(let number)): Self.isPIN(number.text)
    case (.pin, _): false
    }
  }

  func isSecret(_ text: String) -> Bool { self == .secret || self == .pin && Self.isPIN(text) }

  private static func isPIN(_ text: String) -> Bool {
    (4...8).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit)
  }
}
