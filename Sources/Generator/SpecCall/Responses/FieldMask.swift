import APIModel
import SchemaValues
import WGNAPISecrets

import struct WGNAPISupport.Redaction

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Hides the secrets in header fields and URLs, by the rules of recordings and by the spec.
struct FieldMask {
  private let finder = SecretFinder()
  /// The lowercased names of fields that the spec calls secret.
  private let names: Set<String>
  /// The names of secret parameters of the query.
  private let queryNames: Set<String>

  init(_ endpoint: Endpoint, of module: Module, _ index: SchemaIndex) {
    let parameters = (endpoint.parameters + module.clientParameters).filter { parameter in
      parameter.isSecret || index.containsSecret(parameter.schema)
    }
    let fields =
      endpoint.headers.filter { index.containsSecret($0.schema) }.map(\.name.text)
      + parameters.filter { $0.location == .header }.map(\.name.text)
    names = Set(fields.map { $0.lowercased() })
    queryNames = Set(parameters.filter { $0.location == .query }.map(\.name.text))
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
  func shown(_ url: String, _ redaction: Redaction) -> String {
    let text = finder.cleaned(redaction(url)).text
    guard !queryNames.isEmpty, let start = text.firstIndex(of: "?") else { return text }
    // Short secrets aren't looked for elsewhere, because they could be ordinary words.
    let items = text[text.index(after: start)...].split(separator: "&", omittingEmptySubsequences: false).map
    {
      item in
      let name = item.prefix { $0 != "=" }
      guard name.count < item.count, queryNames.contains(name.removingPercentEncoding ?? "") else {
        return String(item)
      }
      return "\(name)=\(Redaction.mark)"
    }
    return text[...start] + items.joined(separator: "&")
  }
}
