import APIModel
import SchemaValues
import WGNAPISecrets

import struct WGNAPISupport.Redaction

/// Hides the secrets in header fields and URLs, by the rules of recordings and by the spec.
struct FieldMask {
  private let finder = SecretFinder()
  /// The lowercased names of fields that the spec calls secret.
  private let names: Set<String>

  init(_ endpoint: Endpoint, _ index: SchemaIndex) {
    names = Set(
      endpoint.headers.filter { index.containsSecret($0.schema) }.map { $0.name.text.lowercased() })
  }

  private func isSecret(_ name: String) -> Bool {
    names.contains(name.lowercased()) || finder.isSecret(field: name)
  }

  /// Adds the secrets in the head of a response, unless they could be ordinary words.
  func learn(_ response: RawResponse, _ redaction: inout Redaction) {
    var secrets = response.redirects.flatMap { finder.cleaned($0.target).secrets }
    for (name, value) in response.headers {
      secrets += isSecret(name) ? SecretFinder.secrets(inField: value) : finder.cleaned(value).secrets
    }
    for secret in secrets where redaction.secrets.count < CheckedResponse.mostSecrets {
      if SecretFinder.isUnlikeWords(secret) { redaction.add(secret) }
    }
  }

  /// Returns the value of a field as it is shown.
  func shown(_ name: String, _ value: String, _ redaction: Redaction) -> String {
    isSecret(name) ? Redaction.mark : shown(value, redaction)
  }

  /// Returns a URL as it is shown.
  func shown(_ url: String, _ redaction: Redaction) -> String { finder.cleaned(redaction(url)).text }
}
