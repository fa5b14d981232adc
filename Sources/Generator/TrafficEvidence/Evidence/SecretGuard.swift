/// The last line of defence: a secret that was found by its name, and is repeated where nothing looked like one.
package struct SecretGuard: Sendable {
  private let secrets: [String]

  package init(_ secrets: Set<String>) {
    self.secrets = secrets.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  /// Whether a text contains no secret.
  package func mayShow(_ text: String) -> Bool { clean(text) == text }

  package func clean(_ text: String) -> String {
    var result = text
    for secret in secrets where result.utf8.count >= secret.utf8.count && result.contains(secret) {
      result = result.replacing(secret, with: "redacted")
    }
    return result
  }
}
