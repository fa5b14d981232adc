import APIModel
import CallComposing
import SchemaValues
import SwiftEmitter

/// A call with an endpoint's required arguments, as an example of how to call it.
package final class ExampleCall {
  /// The state that the examples of a module share.
  package struct Context {
    package let module: Module
    package let index: SchemaIndex
    package let samples: SampleMaker
    fileprivate let swift: SwiftCall.Context

    /// - Parameter swift: what calls of the module share in Swift, if it is known.
    package init(_ module: Module, _ samples: SampleMaker, swift: SwiftCall.Context? = nil) {
      self.module = module
      self.samples = samples
      index = samples.checker.index
      self.swift = swift ?? SwiftCall.Context(module)
    }
  }

  /// The server in examples if the spec has none.
  private let context: Context
  private let target: CallableEndpoints.Target
  private let arguments: CallArguments
  private let shown: PreparedCall

  /// - Returns: Nil if no arguments were found that the endpoint accepts.
  package init?(of endpoint: Endpoint, in context: Context) {
    self.context = context
    target = CallableEndpoints.Target(module: context.module, endpoint: endpoint)
    guard var arguments = exampleArguments(of: endpoint, in: context.module, context.samples) else {
      return nil
    }
    if endpoint.policies.idempotencyKey != nil { arguments.idempotencyKey = "a-key" }
    self.arguments = arguments
    let call =
      (try? PreparedCall(target, arguments, index: context.index))
      ?? (try? PreparedCall(
        target, arguments, variables: Self.variables(of: target), index: context.index))
      ?? (try? PreparedCall(target, arguments, at: Server.exampleURL, index: context.index))
    guard let call else { return nil }
    shown = call
  }

  /// Values of the variables in the server's URL that have no default.
  private static func variables(of target: CallableEndpoints.Target) -> [String: String] {
    let names = target.endpoint.servers?.map(\.text)
    let server = target.module.servers.first { names?.contains($0.name.text) ?? true }
    let needed = server?.variables.filter { $0.defaultValue == nil }.map(\.name.text) ?? []
    return server?.exampleVariables.filter { needed.contains($0.key) } ?? [:]
  }

  /// The call as a command of curl, with environment variables in place of secrets.
  package var curl: String { shown.curl }

  private lazy var statements = (try? shown.swiftCall())?.statements(in: context.swift)

  /// The program that makes the call with the generated client; nil if an argument has no expression in Swift.
  package var program: String? { statements?.program }

  /// The statement that makes the call; nil if an argument has no expression in Swift.
  package var statement: String? { statements?.call }

  /// The statement that makes the client; nil if an argument has no expression in Swift.
  package var client: String? { statements?.client }

  /// The request for a mock server, with made-up secrets.
  ///
  /// - Parameter base: the URL of the server.
  package func request(to base: String) -> ComposedCall? {
    var arguments = arguments
    let made = "secret"
    if shown.endpoint.takesToken { arguments.token = made }
    for credential in context.module.credentials {
      if case .basic = credential.scheme {
        arguments.credentials[credential.name.text] = "user:\(made)"
      } else {
        arguments.credentials[credential.name.text] = made
      }
    }
    return (try? PreparedCall(target, arguments, at: base, index: context.index))?.composed()
  }
}
