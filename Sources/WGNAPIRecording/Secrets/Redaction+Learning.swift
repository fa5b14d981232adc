import WGNAPIClient

extension Redaction {
  /// Adds a secret, and the form that a URL has it in, which may be encoded once more in another one.
  mutating func learn(_ secret: String) {
    add(secret)
    add(PercentEncoding.encode(secret))
  }

  mutating func learn(_ other: Redaction) {
    for secret in other.secrets {
      learn(secret)
      // The parts of a JSON Web Token (RFC 7519); the first is no secret.
      let parts = secret.split(separator: ".")
      if parts.count == 3, secret.hasPrefix("eyJ") { for part in parts.dropFirst() { learn(String(part)) } }
    }
  }
}
