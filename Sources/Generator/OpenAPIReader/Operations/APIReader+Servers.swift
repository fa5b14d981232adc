import APIModel
import Diagnostics
import SpecReader
import SpecYAML

extension APIReader {
  /// The document's servers; if none of them is usable, those of most operations.
  func mainServers() -> [Server] {
    let own = servers(of: root)
    if !own.isEmpty || swagger != nil { return own }
    var counts: [[String]: Int] = [:]
    var most: [Server] = []
    for (_, _, path) in documents.child("paths", of: root)?.entries ?? [] where path.node["$ref"] == nil {
      for (_, name, written) in path.entries where Endpoint.Method(rawValue: name) != nil {
        guard let operation = documents.object(written, "an operation"), operation.node.mapping != nil else {
          continue
        }
        let list = servers(of: operation["servers"] != nil ? operation : path)
        guard !list.isEmpty else { continue }
        counts[list.map(\.url), default: 0] += 1
        if counts[list.map(\.url), default: 0] > counts[most.map(\.url), default: 0] { most = list }
      }
    }
    return most
  }

  /// The URLs of servers that are relative to the document's own.
  func relativeServers() -> [String] {
    if let swagger { return swagger.relativeServers() }
    return (documents.child("servers", of: root)?.items ?? []).compactMap {
      documents.object($0, "a server")?.node["url"]?.text
    }.filter {
      $0.hasPrefix("/") && !$0.hasPrefix("//") && $0.utf8.count <= 2000
    }
  }

  /// The URL of a server, whose scheme can't be a variable in Swift: it is the usual one.
  func withScheme(_ url: String, _ variables: [ServerVariable]) -> String {
    for variable in variables {
      let name = "{\(variable.name.text)}"
      // Some are whole addresses.
      if url.hasBytePrefix(name), let value = variable.defaultValue, value.contains("://") {
        return value + url.dropFirst(name.count)
      }
      let part = "\(name)://"
      guard url.hasBytePrefix(part), let value = variable.defaultValue else { continue }
      if variable.values.count > 1 {
        findings.leaveOut(
          "the scheme of a server can't be chosen, so '{\(abbreviate(variable.name.text))}' is always '\(abbreviate(value))'",
          at: variable.name.span)
      }
      return value + url.dropFirst(part.count - 3)
    }
    return url
  }

  /// What is wrong with the URL of a server, whatever its variables are; nil if nothing is.
  func problem(of url: String, _ variables: [ServerVariable]) -> String? {
    var plain = url
    for variable in variables {
      let name = "{\(variable.name.text)}"
      plain = plain.replacing(":\(name)", by: ":1").replacing(name, by: "x")
    }
    if let open = plain.firstIndex(of: "{"), let close = plain[open...].firstIndex(of: "}") {
      return "has no variable '\(abbreviate(String(plain[plain.index(after: open)..<close])))'"
    }
    return urlProblem(plain)
  }

  /// Reads an operation's own servers. Its credentials are sent there, because the document describes both.
  func readServers(of operation: Located, in layers: [Located], into endpoint: inout Endpoint) {
    // The addresses of Swagger 2.0 differ only in their schemes.
    let key = swagger == nil ? "servers" : "schemes"
    guard let owner = ([operation] + layers.reversed()).first(where: { $0[key] != nil }) else { return }
    let own = servers(of: owner)
    guard !own.isEmpty else { return }
    let known = own.compactMap { server in module.servers.first { $0.url == server.url }?.name }
    if known.count == own.count {
      if Set(known.map(\.text)).count < module.servers.count { endpoint.servers = known }
      return
    }
    guard let addresses = addresses(own) else { return }
    let name = addresses.lazy.map(\.url).first ?? ""
    let secrets = credentials(of: endpoint)
    endpoint.otherServer = Name(name, span: own[0].name.span)
    if let position = module.otherServers.firstIndex(where: { $0.name.text == name }) {
      let new = secrets.filter { secret in
        !module.otherServers[position].secrets.contains { $0.text == secret.text }
      }
      module.otherServers[position].secrets += new
    } else {
      module.otherServers.append(
        OtherServer(
          name: Name(name, span: own[0].name.span), isNamed: false, addresses: addresses, secrets: secrets,
          documentation: own[0].documentation))
    }
  }

  /// The URLs of other servers. If there are as many as the module has, they correspond in order; otherwise the first
  /// one is for all of them.
  private func addresses(_ own: [Server]) -> [OtherServer.Address]? {
    if own.count == module.servers.count, own.count > 1 {
      return zip(module.servers, own).map { main, other in
        OtherServer.Address(server: main.name, url: address(of: other, on: [main]))
      }
    }
    for other in own.dropFirst() {
      findings.leaveOut(
        "an operation with servers of its own uses the first one, so '\(abbreviate(other.url))' is left out",
        at: other.name.span)
    }
    return own.first.map { [OtherServer.Address(url: address(of: $0, on: module.servers))] }
  }

  /// The URL, with default values for variables that the module's servers don't have.
  private func address(of server: Server, on main: [Server]) -> String {
    var url = server.url
    for variable in server.variables {
      let name = variable.name.text
      let isShared = !main.isEmpty && main.allSatisfy { $0.variables.contains { $0.name.text == name } }
      guard !isShared, let value = variable.defaultValue else { continue }
      if variable.values.count > 1 {
        findings.leaveOut(
          "a server of some operations can't have variables of its own, so '{\(abbreviate(name))}' is always '\(abbreviate(value))'",
          at: variable.name.span)
      }
      url = url.replacing("{\(name)}", by: value)
    }
    return url.hasSuffix("//") ? String(url.dropLast()) : url
  }

  private func credentials(of endpoint: Endpoint) -> [Name] {
    guard case .credentials(let uses) = endpoint.policies.authentication else { return [] }
    var names: [Name] = []
    for use in uses.joined() where !names.contains(where: { $0.text == use.name.text }) {
      names.append(use.name)
    }
    return names
  }
}
