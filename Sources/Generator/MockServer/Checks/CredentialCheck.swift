import APIModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks that a request has the credentials that its endpoint needs, whatever their values.
struct CredentialCheck {
  let module: Module
  let endpoint: Endpoint
  let request: MockRequest
  let pathValues: [String: String]
  let pairs: [TextPair]

  /// The alternatives of which a request needs one.
  private var alternatives: [[CredentialUse]] {
    switch endpoint.policies.authentication {
    case .credentials(let own): own
    case nil: module.authentication ?? []
    case .some: []
    }
  }

  /// What is missing, and the challenges for `WWW-Authenticate`; nil if nothing is.
  func missing() -> (message: String, challenges: [String])? {
    switch endpoint.policies.authentication {
    case .bearer:
      return hasAuthorization("Bearer") ? nil : ("a bearer token is missing", ["Bearer"])
    case .header(let name):
      return isSent(request.header(name)) ? nil : ("the header field '\(name)' is missing", [])
    default: break
    }
    let alternatives = alternatives
    guard !alternatives.isEmpty, !alternatives.contains(where: { $0.allSatisfy(isPresent) }) else {
      return nil
    }
    let wanted = alternatives.map { $0.map { "'\($0.name.text)'" }.joined(separator: " and ") }
    // `'account' and 'sid'` are two.
    let isOne = alternatives.joined().count == 1
    let schemes = alternatives.joined().compactMap { definition($0)?.challenge }
    var seen: Set<String> = []
    return (
      "\(wanted.joined(separator: ", or ")) \(isOne ? "is" : "are") missing",
      schemes.filter { seen.insert($0).inserted }
    )
  }

  /// The names of parameters that are credentials.
  var parameterNames: [String] {
    module.credentials.compactMap { credential in
      guard case .apiKey(let place, let name, _) = credential.scheme, place == .query || place == .form else {
        return nil
      }
      return name.text
    }
  }

  private func definition(_ use: CredentialUse) -> CredentialDefinition? {
    module.credentials.first { $0.name.text == use.name.text }
  }

  private func isPresent(_ use: CredentialUse) -> Bool {
    guard let credential = definition(use) else { return true }
    switch credential.scheme {
    case .bearer, .oauth2: return hasAuthorization("Bearer")
    case .basic:
      guard let text = authorization("Basic"), let decoded = Data(base64Encoded: text) else { return false }
      return decoded.contains(UInt8(ascii: ":"))
    case .apiKey(let place, let name, let prefix):
      switch place {
      case .header: return isSent(request.header(name.text)) && hasPrefix(prefix, request.header(name.text))
      case .cookie: return request.cookies.contains { $0.name == name.text && !$0.text.raw.isEmpty }
      case .query, .form: return pairs.contains { $0.name == name.text && !$0.text.raw.isEmpty }
      case .path: return isSent(pathValues[name.text])
      }
    }
  }

  private func isSent(_ text: String?) -> Bool { text.map { !withoutOuterSpaces($0).isEmpty } ?? false }

  private func hasPrefix(_ prefix: String?, _ text: String?) -> Bool {
    guard let prefix else { return true }
    return text?.lowercased().hasPrefix(withoutOuterSpaces(prefix).lowercased()) ?? false
  }

  private func hasAuthorization(_ scheme: String) -> Bool { authorization(scheme) != nil }

  /// The credentials of a scheme in `Authorization` (RFC 9110, section 11.4).
  private func authorization(_ scheme: String) -> String? {
    for value in request.values(of: "Authorization") {
      let parts = value.split(separator: " ", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == scheme.lowercased() {
        return withoutOuterSpaces(parts[1])
      }
    }
    return nil
  }
}

extension CredentialDefinition {
  fileprivate var challenge: String? {
    switch scheme {
    case .bearer, .oauth2: "Bearer"
    case .basic: "Basic realm=\"mock\""
    case .apiKey: nil
    }
  }
}
