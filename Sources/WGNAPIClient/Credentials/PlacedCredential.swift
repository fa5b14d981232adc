import WGNAPISupport

/// A credential in the form in which a request contains it.
struct PlacedCredential: Sendable, CustomReflectable {
  let place: CredentialDescription.Place
  let text: String
  private let account: String?
  /// Texts that must not appear in errors.
  var secrets: [String]

  /// A mirror without the secret.
  var customMirror: Mirror { Mirror(self, children: [:]) }

  /// - Returns: nil if the credential is of another kind than the description's.
  init?(_ credential: Credential, as description: CredentialDescription) {
    account = credential.account
    switch (description.scheme, credential.content) {
    case (.bearer, .text(let token)), (.oauth2, .text(let token)):
      place = .header("Authorization", prefix: "Bearer ")
      text = token
      secrets = [token]
    case (.basic, .basic(let user, let password)):
      guard !user.has(UInt8(ascii: ":")) else { return nil }
      place = .header("Authorization", prefix: "Basic ")
      let pair = "\(user):\(password)"
      text = Self.base64(pair.bytes)
      secrets = [text, pair, password]
    case (.apiKey(let place), .text(let key)):
      self.place = place
      text = key
      secrets = [key]
    default: return nil
    }
  }

  /// The header field that differs with each renewal, and what it stands for; nil for other places, and if the account
  /// isn't known.
  var renewable: RenewableField? {
    guard let account, case .header(let name, let prefix) = place else { return nil }
    return RenewableField(name: name.lowercased(), value: prefix + text, account: account)
  }

  static let base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".bytes

  /// Returns the bytes in Base64 (RFC 4648, section 4).
  private static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 6 {
        count -= 6
        text.append(base64Digits[bits >> count & 63])
      }
      bits &= 63
    }
    if count > 0 { text.append(base64Digits[bits << (6 - count) & 63]) }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return String(repairing: text)
  }
}

/// A header field with a credential that is renewed from time to time, for keys of cached answers.
package struct RenewableField: Hashable, Sendable, CustomReflectable {
  /// The name, in lower case.
  package let name: String
  /// The value, with the secret.
  package let value: String
  /// What stays the same.
  package let account: String

  /// A mirror without the secret.
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
