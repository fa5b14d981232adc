import APIModel
import Diagnostics
import SpecReader
import SpecYAML

extension APIReader {
  // MARK: Credentials

  /// The credentials of `components/securitySchemes`.
  func credentials() -> [CredentialDefinition] {
    securitySchemes.compactMap { key, name, written in
      guard let value = documents.followed(written, for: "the credential '\(abbreviate(name))'"),
        let scheme = scheme(swagger?.credential(value, named: name) ?? value, name)
      else { return nil }
      return CredentialDefinition(
        name: Name(name, span: key.occurrence), documentation: documentation(value.node["description"]?.text),
        scheme: scheme)
    }
  }

  /// Whether no credentials can be read, which has been reported.
  private var areSecuritySchemesBroken: Bool {
    var part: YAMLNode? = root.node
    return documents.dialect.place(of: "securitySchemes").contains { key in
      part = part?[key]
      return findings.isBroken(part)
    }
  }

  private var securitySchemes: [(key: YAMLNode, name: String, value: Located)] {
    documents.section("securitySchemes")?.allEntries ?? []
  }

  private func scheme(_ value: Located, _ name: String) -> CredentialDefinition.Scheme? {
    let node = value.node
    let what = "the credential '\(abbreviate(name))'"
    switch node["type"]?.text {
    case "http":
      switch node["scheme"]?.text?.lowercased() {
      case "bearer": return .bearer
      case "basic": return .basic
      case let other:
        findings.leaveOut(
          "\(what) has the scheme '\(abbreviate(other ?? ""))', which isn't supported", at: node)
        return nil
      }
    case "apiKey":
      let place = node["in"]?.text.flatMap(CredentialDefinition.Place.init(rawValue:))
      guard let place, [.header, .query, .cookie].contains(place), let key = node["name"]?.text, !key.isEmpty,
        visibleText(key) == key, place == .query || isToken(key)
      else {
        findings.mistake("\(what) needs 'in' and 'name', so it is left out", at: node)
        return nil
      }
      return .apiKey(place, name: Name(key, span: node.occurrence), prefix: nil)
    case "oauth2": return .oauth2(oauth2(value))
    case "openIdConnect": return .bearer
    case let other:
      findings.leaveOut("\(what) has the type '\(abbreviate(other ?? ""))', which isn't supported", at: node)
      return nil
    }
  }

  private func oauth2(_ value: Located) -> CredentialDefinition.OAuth2 {
    var result = CredentialDefinition.OAuth2()
    for (_, _, written) in documents.child("flows", of: value)?.entries ?? [] {
      guard let flow = documents.object(written, "a flow") else { continue }
      func url(_ key: String) -> String? {
        guard let node = flow.node[key], let text = node.text, !text.isEmpty else { return nil }
        // A path is at the client's server.
        if text.hasPrefix("/"), !text.hasPrefix("//"), urlProblem("https://server" + text) == nil {
          return text
        }
        if let path = pathAtServer(text) {
          findings.ignore(
            "'\(abbreviate(text))' is relative, so it is '\(abbreviate(path))' at the host of the client's server",
            at: node)
          return path
        }
        if let problem = urlProblem(text) ?? (text.lowercased().hasPrefix("https://") ? nil : "isn't https") {
          findings.leaveOut("'\(abbreviate(text))' \(problem), so it is left out", at: node)
          return nil
        }
        return text
      }
      result.authorizationURL = result.authorizationURL ?? url("authorizationUrl")
      result.tokenURL = result.tokenURL ?? url("tokenUrl")
      result.deviceURL = result.deviceURL ?? url("deviceAuthorizationUrl")
      for scope in documents.child("scopes", of: flow)?.entries ?? [] {
        result.add(scope.name, at: scope.key)
      }
    }
    return result
  }

  /// A relative address, such as FastAPI's `token`, as a path that begins at the server's host; nil for other addresses. OpenAPI
  /// resolves it against the address of the document, which the server usually serves itself.
  private func pathAtServer(_ text: String) -> String? {
    let hasScheme = text.prefix { $0 != "/" }.contains(":")
    guard !hasScheme, !text.hasPrefix("/"), !text.contains(where: { "?#".contains($0) }) else { return nil }
    let server = relativeServers().first ?? module.servers.first?.url ?? "/"
    let path = server.split(separator: "/", omittingEmptySubsequences: false)
    var parts = (server.contains("://") ? path.dropFirst(3) : path[...]).filter { !$0.isEmpty }
    for part in text.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    let result = "/" + parts.joined(separator: "/") + (text.hasSuffix("/") ? "/" : "")
    return urlProblem("https://server" + result) == nil ? result : nil
  }

  /// `security`: one of several lists of credentials.
  func requirement(_ value: Located) -> [[CredentialUse]]? {
    guard value.node.items != nil else {
      findings.mismatch(value.node, expected: "a list", for: "'security'")
      return nil
    }
    var alternatives: [[CredentialUse]] = []
    for item in value.items {
      // An empty object means no credentials; nothing else may.
      guard item.node.entries != nil else {
        findings.mismatch(
          item.node, expected: "an object with names of credentials", for: "an element of 'security'")
        continue
      }
      var uses: [CredentialUse] = []
      var isComplete = true
      for (key, name, scopes) in item.allEntries {
        guard let position = credentialPosition(name) else {
          isComplete = false
          if !areSecuritySchemesBroken, !securitySchemes.contains(where: { $0.name == name }) {
            findings.mistake(
              "there is no credential '\(abbreviate(name))', so the alternative that needs it is left out",
              at: key)
          }
          continue
        }
        var use = CredentialUse(name: Name(name, span: key.occurrence))
        if case .oauth2(var flows) = module.credentials[position].scheme {
          use.scopes =
            scopes.node.items?.compactMap { scope in
              scope.text.flatMap { isScope($0) ? Name($0, span: scope.occurrence) : nil }
            } ?? []
          // Scopes that are used count, declared or not.
          for scope in use.scopes { flows.add(scope.text, at: scope.span) }
          module.credentials[position].scheme = .oauth2(flows)
        }
        uses.append(use)
      }
      if isComplete, !alternatives.contains(where: { [$0].asksForTheSame(as: [uses]) }) {
        alternatives.append(uses)
      }
    }
    let isBroken = alternatives.isEmpty && value.items.contains { $0.node.entries == nil }
    return isBroken ? nil : alternatives
  }

  private func credentialPosition(_ name: String) -> Int? {
    module.credentials.firstIndex { $0.name.text == name }
  }

  /// The credentials that an operation needs.
  func authentication(of operation: Located) -> Policies.Authentication? {
    // What can't be read doesn't mean that there are none.
    guard let own = documents.child("security", of: operation), let requirement = requirement(own) else {
      return module.authentication.map { .credentials($0) }
    }
    if requirement.isEmpty || requirement == [[]] {
      return module.authentication == nil ? nil : Policies.Authentication.none
    }
    return .credentials(requirement)
  }

  // MARK: Servers

  /// The servers of the document, a path or an operation.
  func servers(of value: Located) -> [Server] {
    let written = swagger.map { $0.servers(of: value) } ?? documents.child("servers", of: value)
    guard let list = written else { return [] }
    if let known = knownServers[list.node.occurrence] { return known }
    let servers = readServers(list)
    knownServers[list.node.occurrence] = servers
    return servers
  }

  private func readServers(_ list: Located) -> [Server] {
    var names: Set<String> = []
    var urls: Set<String> = []
    return list.items.compactMap { written in
      guard let item = documents.object(written, "a server") else { return nil }
      guard let node = item.node["url"], let text = node.text else {
        findings.mistake("a server needs 'url', so it is left out", at: item.node)
        return nil
      }
      let variables = (documents.child("variables", of: item)?.allEntries ?? []).compactMap(variable)
      let url = encodedURL(withScheme(text, variables))
      guard urls.insert(url).inserted else { return nil }
      if let problem = problem(of: url, variables) {
        let written = item.node["variables"]
        if findings.isBroken(written)
          || written?.entries?.contains(where: { findings.isBroken($0.value) }) == true
        {
          return nil
        }
        let isRelative = !url.contains("://")
        findings.leaveOut(
          isRelative
            ? "the server '\(abbreviate(url))' is relative to the document's URL, so it is left out"
            : "the server '\(abbreviate(url))' \(problem), so it is left out", at: node)
        return nil
      }
      var name = serverName(item.node, url)
      var number = 2
      while !names.insert(name.lowercased()).inserted {
        name = "\(serverName(item.node, url))\(number)"
        number += 1
      }
      var server = Server(
        name: Name(name, span: node.occurrence), url: url.hasSuffix("/") ? url : url + "/",
        documentation: documentation(item.node["description"]?.text))
      server.variables = variables.filter { url.contains("{\($0.name.text)}") }
      return server
    }
  }

  private func variable(_ key: YAMLNode, _ name: String, _ written: Located) -> ServerVariable? {
    guard let value = documents.object(written, "a variable") else { return nil }
    guard !name.isEmpty, visibleText(name) == name, !name.contains("{"), !name.contains("}") else {
      return nil
    }
    let values = documents.child("enum", of: value)?.node.items ?? []
    if value.node["enum"] != nil, values.isEmpty {
      findings.mistake("'enum' is empty, but needs at least one value", at: value.node["enum"] ?? value.node)
    }
    let standard = value.node["default"]?.text
    if standard == nil {
      findings.mistake("the variable '\(abbreviate(name))' needs a 'default'", at: value.node)
    }
    var known: Set<String> = []
    var names: [Name] = []
    for node in values {
      guard let text = node.text else { continue }
      if known.insert(text).inserted {
        names.append(Name(text, span: node.occurrence))
      } else {
        findings.mistake("'\(abbreviate(text))' is listed twice", at: node)
      }
    }
    if let standard, !names.isEmpty, !names.contains(where: { $0.text == standard }) {
      findings.mistake("the default '\(abbreviate(standard))' isn't one of the values", at: value.node)
      names.append(Name(standard, span: value.node.occurrence))
    }
    return ServerVariable(
      name: Name(name, span: key.occurrence), values: names, defaultValue: standard,
      documentation: documentation(value.node["description"]?.text))
  }

  private static let springsDescription = "Generated server url"

  /// A short description, or the parts of the host that distinguish servers.
  private func serverName(_ node: YAMLNode, _ url: String) -> String {
    if let name = node["name"]?.text, !name.isEmpty { return name }
    if let text = node["description"]?.text, text.utf8.count <= 30, text.utf8.count > 0,
      text != Self.springsDescription,
      text.utf8.allSatisfy({ ($0 >= 0x30 && $0 < 0x7B) || $0 == 0x20 || $0 == 0x2D }),
      text.first?.isLetter == true
    {
      return text
    }
    let host =
      url.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first.map(String.init)
      ?? "server"
    // Frameworks write the address at which they ran.
    let isLocal = ["localhost", "127", "0", "[::1]"].contains { start in
      host == start || [":", "."].contains { host.hasBytePrefix(start + $0) }
    }
    if isLocal { return "local" }
    let parts = host.split(separator: ":")[0].split(separator: ".")
    let name = parts.count > 1 && !host.contains("{") ? String(parts[0]) : "production"
    return name.contains(where: \.isLetter) ? name : "server"
  }

  private func isScope(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
  }
}

extension CredentialDefinition.OAuth2 {
  fileprivate mutating func add(_ scope: String, at node: YAMLNode) { add(scope, at: node.occurrence) }

  fileprivate mutating func add(_ scope: String, at span: SourceSpan) {
    let isScope =
      !scope.isEmpty && scope.utf8.allSatisfy { (0x21..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
    guard isScope, !scopes.contains(where: { $0.text == scope }) else { return }
    scopes.append(Name(scope, span: span))
  }
}

extension String {
  func replacing(_ part: String, by other: String) -> String {
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
