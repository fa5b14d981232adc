import Diagnostics
import SpecReader
import SpecYAML

/// Credentials.
extension Swagger {
  /// The names of the flows of OAuth 2.0, those that OpenAPI 3 has for them, and the addresses that they need.
  private static let flows: KeyValuePairs<String, (name: String, addresses: [String])> = [
    "implicit": ("implicit", ["authorizationUrl"]), "password": ("password", ["tokenUrl"]),
    "application": ("clientCredentials", ["tokenUrl"]),
    "accessCode": ("authorizationCode", ["authorizationUrl", "tokenUrl"]),
  ]

  /// A credential of `securityDefinitions`.
  func credential(_ value: Located, named name: String) -> Located {
    let node = value.node
    let what = "the credential '\(abbreviate(name))'"
    switch node["type"]?.text {
    case "basic":
      let span = node["type"]?.span ?? node.span
      return Located(
        node: .mapping(
          [
            "type": .plain("http", at: span), "scheme": .plain("basic", at: span),
            "description": node["description"],
          ], at: node.span), file: value.file)
    case "oauth2": return Located(node: oauth2(node, what), file: value.file)
    case "apiKey":
      if let place = node["in"], place.text == "cookie" {
        findings.mistake(
          "in Swagger 2.0, an API key is 'in: query' or 'in: header', and \(what) is in a cookie; it is sent there "
            + "nevertheless", at: place)
      }
      return value
    case let other:
      guard let type = node["type"], node.mapping != nil else { return value }
      let isKnown = ["http", "openIdConnect"].contains(other)
      findings.mistake(
        "in Swagger 2.0, a credential is 'basic', 'apiKey' or 'oauth2', not "
          + (other.map { "'\(abbreviate($0))'" } ?? describe(type))
          + (isKnown ? "; \(what) is read as in OpenAPI 3" : "")
          + (other == "http" || other == "bearer"
            ? ". A bearer token is an 'apiKey' in the header 'Authorization'" : ""),
        at: type)
      return value
    }
  }

  private func oauth2(_ node: YAMLNode, _ what: String) -> YAMLNode {
    guard node["flows"] == nil || node["flow"] != nil else {
      findings.mistake(
        "in Swagger 2.0, \(what) has one 'flow', with 'authorizationUrl', 'tokenUrl' and 'scopes' beside it; 'flows' is "
          + "read as in OpenAPI 3", at: node)
      return node
    }
    let flow = Self.flows.first { $0.key == node["flow"]?.text }?.value
    if flow == nil {
      findings.mistake(
        "the 'flow' of \(what) is \(alternatives(Self.flows.map(\.key))), not "
          + (node["flow"].map { $0.text.map { "'\(abbreviate($0))'" } ?? describe($0) } ?? "absent")
          + "; tokens are accepted whatever it is", at: node["flow"] ?? node)
    }
    for address in flow?.addresses ?? [] where node[address] == nil {
      findings.mistake("\(what) needs '\(address)' for its 'flow'", at: node["flow"] ?? node)
    }
    let addresses = flow?.addresses ?? ["authorizationUrl", "tokenUrl"]
    let keys = (node.entries ?? []).filter { $0.name == "scopes" || addresses.contains($0.name) }
    let span = node["flow"]?.span ?? node.span
    return .mapping(
      [
        "type": node["type"], "description": node["description"],
        "flows": .emptyMapping(at: span).replacing(entries: [
          .init(name: flow?.name ?? "authorizationCode", value: node.replacing(entries: keys))
        ]),
      ], at: node.span)
  }
}
