import APIModel
import Diagnostics
import SpecYAML

/// Reads the other servers of a module, where some of its endpoints are.
struct OtherServerReader {
  let report: Report
  let servers: [Server]
  let credentials: [CredentialDefinition]
  let parameters: [ReadParameter]

  private static let hints = [
    "credentials": "write 'secrets' with the names of the credentials that are sent there",
    "authentication": "write 'secrets' with the names of the credentials that are sent there",
    "variables": "it has the variables of the module's servers",
    "description": "it has a 'summary'", "servers": "write 'urls' with a URL for each server",
  ]

  /// `otherServers` of a module.
  func otherServers(_ node: YAMLNode) -> [OtherServer] {
    report.entries(node, for: "'otherServers'", areWireNames: true, form: "{uploads: https://…}").compactMap {
      entry in
      let name = Name(entry.name, span: entry.key.occurrence)
      guard report.checkDefinitionName(name, of: "a server") else { return nil }
      if let first = servers.first(where: { $0.name.text == name.text }) {
        report.duplicate("the server '\(abbreviate(name.text))'", at: name.span, first: first.name.span)
        return nil
      }
      return otherServer(entry.value, named: name)
    }
  }

  /// - Parameter name: nil for the server of a single endpoint.
  func otherServer(_ node: YAMLNode, named name: Name?) -> OtherServer? {
    let what = name.map { "the server '\($0.text)'" } ?? "the endpoint's server"
    guard node.mapping != nil else {
      return addresses(node).map { make(name, at: $0, node) }
    }
    guard
      let fields = Fields(
        node, what: "a server", keys: ["url", "urls", "secrets", "summary", "docs"], hints: Self.hints,
        report: report)
    else { return nil }
    fields.requireAtMostOne(of: ["url", "urls"], in: what)
    guard let addresses = fields["url"].map(self.addresses) ?? fields["urls"].map(addressesByServer) else {
      fields.require("url", in: what)
      return nil
    }
    guard let addresses else { return nil }
    var server = make(name, at: addresses, fields["url"] ?? node)
    server.documentation = Documentation(summary: fields.text("summary"), details: fields.text("docs"))
    server.secrets = fields["secrets"].map(secrets) ?? []
    return server
  }

  private func make(_ name: Name?, at addresses: [OtherServer.Address], _ node: YAMLNode) -> OtherServer {
    OtherServer(
      name: name ?? Name(addresses.first?.url ?? "", span: node.occurrence), isNamed: name != nil,
      addresses: addresses)
  }

  private func addresses(_ node: YAMLNode) -> [OtherServer.Address]? {
    var url: String?
    for server in servers {
      guard let own = self.url(node, on: server) else { return nil }
      url = own
    }
    return url.map { [OtherServer.Address(url: $0)] }
  }

  private func addressesByServer(_ node: YAMLNode) -> [OtherServer.Address]? {
    var addresses: [OtherServer.Address] = []
    for entry in report.entries(node, for: "'urls'", areWireNames: true, form: "{main: https://…}") {
      let name = Name(entry.name, span: entry.key.occurrence)
      guard let server = servers.first(where: { $0.name.text == name.text }) else {
        report.unknown(.unknownServer, "server", name, among: Set(servers.map(\.name.text)))
        continue
      }
      guard let url = url(entry.value, on: server) else { return nil }
      addresses.append(OtherServer.Address(server: name, url: url))
    }
    let missing = servers.filter { server in !addresses.contains { $0.server?.text == server.name.text } }
    if let first = missing.first, !addresses.isEmpty {
      report.error(
        .missingKey, "'urls' needs a URL for each server, and '\(first.name.text)' has none",
        at: node.startSpan)
    }
    return addresses
  }

  /// The URL, which may contain variables of the module's server.
  private func url(_ node: YAMLNode, on server: Server) -> String? {
    let used = report.placeholders(in: node.text ?? "")
    guard !used.isEmpty else { return report.serverURL(node) }
    let names = server.variables.map(\.name.text)
    for name in used.subtracting(names).sorted() {
      report.error(
        .invalidURL, "'{\(abbreviate(name))}' isn't a variable of the server '\(server.name.text)'",
        at: node.occurrence, suggestion: report.suggestion(for: name, in: names))
      return nil
    }
    return ServerVariableReader(report: report).url(
      node, server.variables.filter { used.contains($0.name.text) })
  }

  /// Names of credentials, and wire names of the client's secret parameters.
  private func secrets(_ node: YAMLNode) -> [Name] {
    let secret = parameters.filter(\.parameter.isSecret)
    let known = credentials.map(\.name.text) + secret.map(\.label.text) + secret.map(\.parameter.name.text)
    return report.names(node, of: "credentials", for: "'secrets'").compactMap { name in
      guard known.contains(name.text) else {
        report.unknown(
          .unknownCredential, "credential", name, among: Set(known))
        return nil
      }
      let parameter = secret.first { $0.label.text == name.text }?.parameter
      return Name(parameter?.name.text ?? name.text, span: name.span)
    }
  }
}

extension EndpointReader {
  /// `server`: the name of one of the module's other servers, or a server for this endpoint only.
  func readServer(_ fields: Fields, in context: EndpointContext, into endpoint: inout Endpoint)
    -> OtherServer?
  {
    guard let node = fields["server"] else { return nil }
    let reader = OtherServerReader(
      report: report, servers: context.allServers, credentials: context.credentials,
      parameters: context.clientParameters)
    let isPlace = node.mapping != nil || node.text?.contains("://") == true
    if !isPlace, let name = report.placedText(node, for: "'server'") {
      let known = context.otherServers.map(\.name.text)
      if let server = context.otherServers.first(where: { $0.name.text == name.text }) {
        endpoint.otherServer = name
        return server
      }
      if context.servers.contains(name.text) {
        report.error(
          .unknownServer,
          "'\(abbreviate(name.text))' is one of the module's servers, which the client chooses; write 'servers: "
            + "[\(abbreviate(name.text))]' if the others don't have the endpoint", at: name.span)
      } else {
        report.error(
          .unknownServer,
          "unknown server '\(abbreviate(name.text))'; write a URL, or the name of one under 'otherServers' of the module",
          at: name.span, suggestion: report.suggestion(for: name.text, in: known))
      }
      return nil
    }
    guard isPlace, let server = reader.otherServer(node, named: nil) else { return nil }
    if let same = folder.inlineServers.first(where: { $0.name.text == server.name.text }) {
      if same.secrets.map(\.text) != server.secrets.map(\.text) {
        report.error(
          .conflictingKeys,
          "another endpoint has this server with other 'secrets'; give the server a name under the module's "
            + "'otherServers'",
          at: node.occurrence, notes: [.init("the other is here", at: same.name.span)])
      }
    } else {
      folder.inlineServers.append(server)
    }
    endpoint.otherServer = server.name
    return server
  }

  /// Secrets are sent to other servers only if the spec says so.
  func checkSecrets(
    of endpoint: Endpoint, at server: OtherServer, client: [ReadParameter], span: SourceSpan
  ) {
    let sent = Set(server.secrets.map(\.text))
    var names: [String] = []
    if case .credentials(let uses) = endpoint.policies.authentication {
      for use in uses.joined() where !names.contains(use.name.text) { names.append(use.name.text) }
    }
    let place = "'\(abbreviate(server.name.text))'"
    for name in names where !sent.contains(name) {
      report.error(
        .conflictingKeys,
        "the credential '\(name)' isn't sent to \(place); list it under 'secrets' there, as in '{url: …, secrets: "
          + "[\(name)]}', or write 'authentication: none'", at: span)
    }
    for parameter in client.map(\.parameter) where parameter.isSecret && !sent.contains(parameter.name.text) {
      report.error(
        .conflictingKeys,
        "the client's secret parameter '\(parameter.name.text)' isn't sent to \(place); list it under 'secrets' there, "
          + "or under 'omit' here", at: span)
    }
  }
}
