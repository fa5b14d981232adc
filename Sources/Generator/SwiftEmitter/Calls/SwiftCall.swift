import APIModel
import CallComposing
import Diagnostics
import SchemaValues

/// One call in Swift: a program that makes it with the generated client.
package struct SwiftCall {
  /// The arguments that are files, by their places.
  package enum Value: Sendable {
    case value(Literal)
    case text(String)
    /// The paths of files.
    case files([String])
    /// Files that are written into the code.
    case contents([CallFile])
    /// The name of the environment variable with a secret.
    case secret(String)
    /// The same for a secret that isn't a text: its variable contains JSON.
    case secretJSON(String)
  }

  package let module: Module
  package let endpoint: Endpoint
  /// By the indices of the endpoint's parameters.
  package var parameters: [Int: Value] = [:]
  /// By the indices of the module's client parameters.
  package var client: [Int: Value] = [:]
  /// The environment variables of credentials, by their names.
  package var credentials: [String: [String]] = [:]
  /// The variable with the token of an endpoint, besides its parameters.
  package var token: String?
  package var body: Value?
  /// The index of the body among several.
  package var alternative = 0
  /// By the indices of a multipart body's parts.
  package var parts: [Int: Value] = [:]
  /// The name of the server; nil for one of the user's.
  package var server: String?
  /// The values of the server's variables.
  package var variables: [String: String] = [:]
  /// The URL in place of the server's.
  package var url: String?

  package init(_ endpoint: Endpoint, of module: Module) {
    self.endpoint = endpoint
    self.module = module
  }

  /// The state that many calls of a module share.
  package struct Context: Sendable {
    fileprivate let names: TypeNames
    fileprivate let lowering: EndpointLowering

    package init(_ module: Module) {
      // Mistakes in the module have been reported.
      var sink = DiagnosticSink()
      names = TypeNames(module: module, into: &sink)
      lowering = EndpointLowering(
        of: module, names: names, errors: ErrorNames(module: module, into: &sink))
    }
  }

  /// The statements of a call.
  package struct Statements {
    fileprivate let module: String
    fileprivate let clientCode: Code
    fileprivate let callCode: Code
    fileprivate let result: Result

    fileprivate enum Result { case nothing, value, stream }

    private var line: String {
      switch result {
      case .nothing: callCode.text
      case .value: "let response = \(callCode.text)"
      case .stream: "let elements = \(callCode.text)"
      }
    }

    /// What is done with the result.
    private var use: String {
      switch result {
      case .nothing: ""
      case .value: "print(response)\n"
      case .stream: "for try await element in elements { print(element) }\n"
      }
    }

    /// The statement that makes the call, with the functions that it needs. Elements of a stream are read by a loop.
    package var call: String {
      LineBreaker.broken(line + "\n") + (result == .stream ? use : "")
        + SwiftCall.declarations(of: callCode.helpers)
    }

    /// The statement that makes the client, with the functions that it needs.
    package var client: String {
      LineBreaker.broken("let client = \(clientCode.text)\n")
        + SwiftCall.declarations(of: clientCode.helpers)
    }

    /// The program.
    package var program: String {
      let body = LineBreaker.broken("let client = \(clientCode.text)\n\(line)\n")
      // Coders have no names in WGNAPIRuntime.
      let helpers = clientCode.helpers.union(callCode.helpers)
      let runtime = helpers.contains("value") ? "WGNAPIGenerated" : "WGNAPIRuntime"
      var text = "import Foundation\nimport \(module)\nimport \(runtime)\n"
      for own in callCode.imports.own.keys.sorted() { text += "import \(own)\n" }
      text += "\n" + body
      return text + use + SwiftCall.declarations(of: helpers)
    }
  }

  /// The statements; nil if an argument can't be written in Swift, such as that of a codec.
  package func statements(in context: Context) -> Statements? {
    let names = context.names
    var lowering = context.lowering
    let request = lowering.lower(endpoint)
    let expression = RequestExpression(module: module, names: names, decode: ("value", true))
    let values = RequestExpression.Arguments(
      parameters: parameters, parts: parts, body: body, alternative: alternative,
      token: token.map { .secret($0) })
    guard let arguments = expression.arguments(values, of: endpoint, request), let server = serverCode(names),
      let client = expression.client(
        server: server, self.client,
        credentials: { credential in
          credentials[credential.name.text].map { variables in
            variables.map { .helper("secret", [.string($0)], isTried: true) }
          }
        })
    else { return nil }
    let hasStream = endpoint.responses.contains(where: \.payload.isStream)
    let callee: Code = "try await client.\(endpoint.swiftPath)"
    let call = Code.call(callee, arguments)
    return Statements(
      module: module.name.text, clientCode: client, callCode: call,
      result: hasStream ? .stream : request.responseType?.code.text == "Void" ? .nothing : .value)
  }

  /// The program; nil if an argument can't be written in Swift, such as that of a codec.
  package func program() -> String? { statements(in: Context(module))?.program }

  // MARK: The server

  private func serverCode(_ names: TypeNames) -> Code? {
    let type: Code = "\(module.name.text).\(names.common.server)"
    guard let name = server, let server = module.servers.first(where: { $0.name.text == name }) else {
      return url.map { .call(type, ["url: \(Code.string($0))"]) }
    }
    let expression = ServerTemplate.expression(of: server, in: module, variables)
    guard let url else { return expression }
    return .call(type, ["url: \(Code.string(url))", "like: \(expression)"])
  }

  // MARK: Helpers

  private static func declarations(of helpers: Set<String>) -> String {
    var text = ""
    if helpers.contains("value") {
      text += """

        /// A value that has no literal in Swift.
        func value<Value: JSONValue>(_ json: String) throws -> Value { try value(json, as: Value.self) }

        func value<Coder: JSONCoder>(_ json: String, as coder: Coder.Type) throws -> Coder.Decoded {
          try JSON.decode(coder, from: Array(json.utf8))
        }

        """
    }
    if helpers.contains("secret") {
      text += """

        /// A secret from the environment.
        func secret<Value: JSONValue>(_ variable: String) throws -> Value {
          try JSON.decode(Value.self, from: JSON.encode(ProcessInfo.processInfo.environment[variable] ?? ""))
        }

        """
    }
    return text
  }
}
