import APIModel
import GeneratorKit

extension OpenAPIWriter {
  /// The name of the scheme for a token that is an argument of each call.
  private static let tokenScheme = "token"

  mutating func securitySchemes() -> [(String, SpecValue?)] {
    var list = module.credentials.compactMap { credential in
      scheme(of: credential).map { (credential.name.text, Optional($0)) }
    }
    for (name, scheme) in tokenSchemes where !list.contains(where: { $0.0 == name }) {
      list.append((name, scheme))
    }
    return list
  }

  private mutating func scheme(of credential: CredentialDefinition) -> SpecValue? {
    let words: (String, SpecValue?) = (
      "description", ModelSchemaWriter.description(credential.documentation)
    )
    switch credential.scheme {
    case .bearer: return .map([("type", .text("http")), ("scheme", .text("bearer")), words])
    case .basic: return .map([("type", .text("http")), ("scheme", .text("basic")), words])
    case .apiKey(let place, let name, let prefix):
      guard place != .path, place != .form else {
        losses.add(
          "OpenAPI has no credentials in the \(place.rawValue), so other tools don't know '\(credential.name.text)' as one",
          at: credential.name.span)
        return nil
      }
      if prefix != nil {
        losses.add(
          "OpenAPI can't say what is before a key, so other tools send '\(credential.name.text)' without it",
          at: credential.name.span)
      }
      return .map([
        ("type", .text("apiKey")), ("in", .text(place.rawValue)), ("name", .text(name.text)), words,
      ])
    case .oauth2(let flows):
      guard let value = self.flows(flows) else {
        losses.add(
          "OpenAPI \(version.rawValue) has no flow of OAuth 2 with these addresses, so '\(credential.name.text)' is a bearer token",
          at: credential.name.span)
        return .map([("type", .text("http")), ("scheme", .text("bearer")), words])
      }
      if flows.deviceURL != nil {
        losses.add(
          "OpenAPI \(version.rawValue) has no flow of OAuth 2 for devices, so other tools don't know that of '\(credential.name.text)'",
          at: credential.name.span)
      }
      return .map([("type", .text("oauth2")), words, ("flows", value)])
    }
  }

  private func flows(_ flows: CredentialDefinition.OAuth2) -> SpecValue? {
    let scopes = flows.scopes.map { ($0.text, Optional(SpecValue.text(""))) }
    let known: (String, SpecValue?) = ("scopes", .map(scopes))
    let authorization = flows.authorizationURL.map(SpecValue.text)
    let token = flows.tokenURL.map(SpecValue.text)
    if authorization != nil, token != nil {
      return .map([
        ("authorizationCode", .map([("authorizationUrl", authorization), ("tokenUrl", token), known]))
      ])
    }
    if authorization != nil {
      return .map([("implicit", .map([("authorizationUrl", authorization), known]))])
    }
    if token != nil { return .map([("clientCredentials", .map([("tokenUrl", token), known]))]) }
    return nil
  }

  /// Tokens that calls have as arguments.
  private var tokenSchemes: [(String, SpecValue)] {
    var list: [(String, SpecValue)] = []
    for endpoint in module.endpoints {
      let value: SpecValue
      switch endpoint.policies.authentication {
      case .bearer: value = .map([("type", .text("http")), ("scheme", .text("bearer"))])
      case .header(let name):
        value = .map([("type", .text("apiKey")), ("in", .text("header")), ("name", .text(name))])
      default: continue
      }
      let name = tokenScheme(of: endpoint) ?? Self.tokenScheme
      if !list.contains(where: { $0.0 == name }) { list.append((name, value)) }
    }
    return list
  }

  private func tokenScheme(of endpoint: Endpoint) -> String? {
    let taken = Set(module.credentials.map(\.name.text))
    switch endpoint.policies.authentication {
    case .bearer: return taken.contains(Self.tokenScheme) ? "bearerToken" : Self.tokenScheme
    case .header(let name): return taken.contains(name) ? "\(name)Token" : name
    default: return nil
    }
  }

  // MARK: Requirements

  /// The security requirements of an operation; nil if they are the document's.
  func security(of endpoint: Endpoint) -> SpecValue? {
    switch endpoint.policies.authentication {
    case .credentials(let uses):
      if let usual = module.authentication, usual.asksForTheSame(as: uses) { return nil }
      return requirements(uses)
    case .bearer, .header:
      return tokenScheme(of: endpoint).map { .list([.map([($0, .list([]))])]) }
    case nil, .some(.none), .parameter: return module.authentication == nil ? nil : .list([])
    }
  }

  func requirements(_ uses: [[CredentialUse]]) -> SpecValue {
    .list(
      uses.map { all in
        .map(all.filter(isKnown).map { ($0.name.text, Optional(SpecValue.texts($0.scopes.map(\.text)))) })
      })
  }

  private func isKnown(_ use: CredentialUse) -> Bool {
    guard let credential = module.credentials.first(where: { $0.name.text == use.name.text }) else {
      return false
    }
    if case .apiKey(let place, _, _) = credential.scheme { return place != .path && place != .form }
    return true
  }
}
