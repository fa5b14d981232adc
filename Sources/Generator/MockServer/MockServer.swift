import APIModel
import Diagnostics
import Foundation
import SchemaValues

/// Answers requests as the specs describe: checks them, and returns examples.
///
/// It needs no network: pass requests to ``response(to:)``, or let a ``MockListener`` receive them on a port.
public final class MockServer: @unchecked Sendable {
  /// The options.
  public let options: MockOptions
  /// The modules' names and the paths of their servers, for the base URLs of clients.
  public let modules: [(name: String, paths: [String])]
  /// The paths of the other servers that endpoints are at, by the names of the module and the server.
  public let otherServers: [(module: String, name: String, path: String)]
  /// What the server can't do as the specs say, for people who start it.
  public let warnings: [String]

  // Everything else is only used while locked.
  private let lock = NSLock()
  private let state: MockState

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - api: The API, as `readAPI` returns it.
  ///   - options: How to answer.
  public init(_ api: API, options: MockOptions = MockOptions()) {
    self.options = options
    let described = api.modules.filter { !$0.endpoints.isEmpty }
    let mounts = Self.mounts(of: described, havePrefixes: options.hasModulePrefixes)
    let state = MockState(described, mounts: mounts, options: options)
    self.state = state
    warnings = state.routes.conflicts
    modules = zip(described, state.routes.serverPaths).map { ($0.name.text, $1) }
    otherServers = zip(described, mounts).flatMap { module, mount in
      let used = Set(module.endpoints.compactMap(\.otherServer?.text))
      return module.otherServers.filter { used.contains($0.name.text) }.flatMap { server in
        RouteTable.paths(of: server).map { (module.name.text, server.name.text, mount + $0) }
      }
    }
  }

  /// The part of the path before each module's own, such as `/WOT`; empty for none.
  ///
  /// - Parameters:
  ///   - modules: all modules of the specs.
  ///   - havePrefixes: whether they have such parts; nil if several of them have endpoints.
  package static func mounts(of modules: [Module], havePrefixes: Bool? = nil) -> [String] {
    let isMounted = havePrefixes ?? (modules.count { !$0.endpoints.isEmpty } > 1)
    return modules.map { isMounted ? "/\($0.name.text)" : "" }
  }

  /// Answers a request.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response, whatever the request is.
  public func response(to request: MockRequest) -> MockResponse {
    // Schemas and values may be nested deeper than a task's stack allows.
    onLargeStack { self.lock.withLock { self.state.response(to: request) } }
  }
}
