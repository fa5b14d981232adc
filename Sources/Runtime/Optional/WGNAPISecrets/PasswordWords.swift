/// What passwords are called in other languages than English. In names, other words may precede and follow: `contraseñaNueva`.
enum PasswordWords {
  private static let words: Set<String> = [
    "adgangskode", "contrasena", "contraseña", "haslo", "hasło", "heslo", "jelszo", "jelszó", "kennwort",
    "losenord",
    "lösenord", "motdepasse", "parol", "parola", "passord", "passwort", "salasana", "senha", "sifre", "şifre",
    "wachtwoord", "пароль",
  ]
  private static let fewestLetters = 5
  /// `mot_de_passe`
  private static let mostParts = 3

  /// Whether one of a name's words is a password's.
  ///
  /// - Parameter plain: The name as ``SecretNames/plain(_:)`` returns it.
  static func occur(in name: some StringProtocol, _ plain: String) -> Bool {
    if words.contains(plain) { return true }
    guard plain.utf8.count > fewestLetters else { return false }
    let parts = split(name)
    return parts.count > 1
      && parts.indices.contains { start in
        (1...mostParts).contains { words.contains(parts[start...].prefix($0).joined()) }
      }
  }

  /// The words of a name in any alphabet, in lowercase: they end before anything else than a letter, and before a capital.
  private static func split(_ name: some StringProtocol) -> [String] {
    var parts: [String] = []
    var word = ""
    var wasLowercase = false
    for character in name {
      let isLetter = character.isLetter
      if !isLetter || wasLowercase && character.isUppercase {
        if !word.isEmpty { parts.append(word.lowercased()) }
        word = ""
      }
      if isLetter { word.append(character) }
      wasLowercase = character.isLowercase
    }
    if !word.isEmpty { parts.append(word.lowercased()) }
    return parts
  }
}
