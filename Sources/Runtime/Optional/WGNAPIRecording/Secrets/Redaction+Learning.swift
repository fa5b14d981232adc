import WGNAPISupport

extension Redaction {
  /// Adds a secret and its percent-encoded form, which is encoded once more as part of a URL in a parameter.
  mutating func learn(_ secret: String) {
    add(secret)
    add(PercentEncoding.encode(secret))
  }

  mutating func learn(_ other: Redaction) {
    for secret in other.secrets {
      learn(secret)
      // The parts of a JSON Web Token (RFC 7519). The first isn't a secret.
      let parts = secret.split(separator: ".")
      if parts.count == 3, secret.hasPrefix("eyJ") { for part in parts.dropFirst() { learn(String(part)) } }
    }
  }
}
