import APIModel
import Diagnostics

/// Where a call goes.
struct CallServer: Sendable {
  /// The server in the spec; nil for another one.
  var server: Server?
  /// The values of its variables.
  var variables: [String: String] = [:]
  /// The base URL with a slash at its end, which may contain credentials in braces.
  var base: String
  /// The URL that was given in place of the spec's.
  var given: String?
  /// The other server of the spec that the endpoint is at.
  var other: OtherServer?

  /// Chooses the server of an endpoint.
  ///
  /// - Parameters:
  ///   - choice: the name of a server in the spec, or a URL in its place; nil for the spec's first one.
  ///   - variables: values of the variables in its URL.
  static func choose(
    _ choice: String?, variables: [String: String], _ target: CallableEndpoints.Target
  ) throws(CallRefusal) -> CallServer {
    let (module, endpoint) = (target.module, target.endpoint)
    let other = endpoint.otherServer.flatMap { name in
      module.otherServers.first { $0.name.text == name.text }
    }
    if let choice, choice.contains("://") {
      if let name = variables.keys.sorted().first {
        throw CallRefusal("--variable \(name): a URL has no variables; write the value into it")
      }
      let base = try base(choice, other == nil ? module.basePath : "")
      return CallServer(
        server: possible(target).first, base: base, given: choice, other: other)
    }
    let server = try server(choice, variables, target)
    guard let address = other == nil ? server.url : other?.address(on: server) else {
      throw CallRefusal(
        "'\(endpoint.operation)' is at another server, which has no URL for '\(server.name.text)'")
    }
    let filled = try fill(address, of: server, variables)
    let base = try base(filled, other == nil ? module.basePath : "")
    return CallServer(server: server, variables: variables, base: base, other: other)
  }

  /// The base URL. Names in braces in the base path are credentials, which are filled in later.
  private static func base(_ url: String, _ basePath: String) throws(CallRefusal) -> String {
    if !basePath.contains("{") { return try CallURL.base(url, basePath: basePath).get() }
    let base = try CallURL.base(url, basePath: "").get()
    return base + basePath.split(separator: "/").map { $0 + "/" }.joined()
  }

  private static func possible(_ target: CallableEndpoints.Target) -> [Server] {
    let names = target.endpoint.servers
    return target.module.servers.filter { server in
      names?.contains { $0.text == server.name.text } ?? true
    }
  }

  private static func server(
    _ choice: String?, _ variables: [String: String], _ target: CallableEndpoints.Target
  ) throws(CallRefusal) -> Server {
    let (module, possible) = (target.module, possible(target))
    let names = possible.map { "'\($0.name.text)'" }.joined(separator: ", ")
    guard let choice else {
      let usable = possible.filter { server in
        server.variables.allSatisfy { $0.defaultValue != nil || variables[$0.name.text] != nil }
      }
      let fitting = usable.filter { server in
        Set(variables.keys).isSubset(of: server.variables.map(\.name.text))
      }
      let first = fitting.first { $0.documentation.deprecation == nil } ?? fitting.first ?? usable.first
      if let first { return first }
      if let named = possible.first {
        let missing = named.variables.filter { $0.defaultValue == nil }.map(\.name.text)
        throw CallRefusal(
          "the URL of the server '\(named.name.text)' needs \(missing.map { "--variable \($0)=…" }.joined(separator: " "))",
          at: named.name.span)
      }
      throw CallRefusal("the spec names no server; pass its URL with --server", at: module.name.span)
    }
    if let server = possible.first(where: { $0.name.text == choice }) { return server }
    if let server = module.servers.first(where: { $0.name.text == choice }) {
      throw CallRefusal(
        "the server '\(choice)' doesn't have '\(target.endpoint.operation)', which is at \(names)",
        at: target.endpoint.servers?.first?.span ?? server.name.span)
    }
    let hint = closestMatch(to: choice, in: possible.map(\.name.text)).map { "; did you mean '\($0)'?" } ?? ""
    let rest = names.isEmpty ? "pass a URL" : "the spec has \(names), and a URL can be passed, too"
    throw CallRefusal("there is no server '\(choice)'\(hint); \(rest)", at: module.name.span)
  }

  private static func fill(
    _ address: String, of server: Server, _ variables: [String: String]
  ) throws(CallRefusal) -> String {
    if let unknown = variables.keys.sorted().first(where: { name in
      !server.variables.contains { $0.name.text == name }
    }) {
      let names = server.variables.map(\.name.text)
      let hint = closestMatch(to: unknown, in: names).map { "; did you mean '\($0)'?" } ?? ""
      throw CallRefusal(
        "the URL of the server '\(server.name.text)' has no variable '\(unknown)'\(hint)",
        at: server.name.span)
    }
    guard !server.variables.isEmpty else { return address }
    var values: [String: (text: String, isListed: Bool)] = [:]
    for variable in server.variables {
      guard let text = variables[variable.name.text] ?? variable.defaultValue else {
        throw CallRefusal(
          "the URL of the server '\(server.name.text)' needs --variable \(variable.name.text)=…",
          at: variable.name.span)
      }
      let isListed = variable.values.contains { $0.text == text } || text == variable.defaultValue
      if !variable.values.isEmpty, !isListed {
        let list = variable.values.map { "'\($0.text)'" }.joined(separator: ", ")
        throw CallRefusal(
          "--variable \(variable.name.text)=\(text): it is one of \(list)", at: variable.name.span)
      }
      values[variable.name.text] = (text, isListed)
    }
    return try CallURL.filled(address, values).get()
  }
}
