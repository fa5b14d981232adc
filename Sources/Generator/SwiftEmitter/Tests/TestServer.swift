import APIModel
import CallComposing

/// A server that the requests of tests are composed for.
struct TestServer {
  /// The server in the spec; nil if it names none.
  let server: Server?
  private let template: ServerTemplate?
  private let module: Module

  /// The first of the servers that needs no values and isn't deprecated, as far as there is one.
  ///
  /// - Parameter names: The names of those to choose from; nil for all.
  init(_ module: Module, among names: [Name]? = nil) {
    let servers = module.servers.filter { server in
      names?.contains { $0.text == server.name.text } ?? true
    }
    let current = servers.filter { $0.documentation.deprecation == nil }
    server =
      current.first { $0.variables.isEmpty } ?? current.first ?? servers.first { $0.variables.isEmpty }
      ?? servers.first
    template = server.flatMap { ServerTemplate.template(of: $0, in: module) }
    self.module = module
  }

  /// The expression for a value of the type of servers: `.main`.
  func expression(_ type: Code) -> Code {
    guard let server else { return .call(type, ["url: \(Code.string(Server.exampleURL))"]) }
    return ServerTemplate.expression(
      of: server, in: module, server.exampleVariables.filter { isNeeded($0.key) })
  }

  private func isNeeded(_ name: String) -> Bool {
    server?.variables.first { $0.name.text == name }?.defaultValue == nil
  }

  /// The URL of the server, or of another one beside it, with values for its variables.
  func url(_ other: OtherServer?) -> String {
    guard let server else { return other?.addresses.first { $0.server == nil }?.url ?? Server.exampleURL }
    let address = other?.address(on: server) ?? server.url
    let values = server.exampleVariables
    return (template?.variables ?? []).reduce(address) { url, variable in
      let name = "{\(variable.wireName)}"
      guard let value = values[variable.wireName], let place = url.firstRange(of: name) else { return url }
      // In the path, the client encodes values that the spec doesn't list.
      let isInPath = url[..<place.lowerBound].utf8.count { $0 == UInt8(ascii: "/") } > 2
      let isFree = isInPath && !variable.isListed && !variable.hasListedDefault
      return url.replacing(name, with: isFree ? percentEncoded(value) : value)
    }
  }
}
