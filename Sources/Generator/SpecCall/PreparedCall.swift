import APIModel
import CallComposing
import Diagnostics
import SchemaValues

/// A call as the user describes it.
public struct CallInput: Sendable {
  /// `name=value`, `name:=JSON` and `name=@file`.
  public var arguments: [String] = []
  /// JSON or text, `@file`, or `-`.
  public var body: String?
  /// The media type of one of several bodies.
  public var bodyType: String?
  /// The name of a server in the spec, or a URL.
  public var server: String?
  /// The values of variables in the server's URL.
  public var variables: [String: String] = [:]
  /// The environment variables.
  public var environment: [String: String] = [:]
  /// Whether the call is only shown, so that its secrets may be missing.
  public var isOnlyShown = false

  /// An empty call.
  public init() {}
}

/// A call whose arguments have been checked.
public struct PreparedCall {
  let target: CallableEndpoints.Target
  let server: CallServer
  let uses: [CredentialDefinition]
  let index: SchemaIndex
  let environment: CallEnvironment
  package private(set) var arguments: CallArguments
  private let wholes: [[String]: String]
  /// What is unusual about the arguments.
  public let warnings: [CallProblem]

  var module: Module { target.module }
  var endpoint: Endpoint { target.endpoint }

  /// Types and checks the arguments of a call. Nothing is sent.
  ///
  /// - Parameter readFile: reads a file, or the standard input for `-`.
  public init(
    _ target: CallableEndpoints.Target, _ input: CallInput, readFile: @escaping (String) -> [UInt8]?
  ) throws(CallRefusal) {
    self.target = target
    index = SchemaIndex(target.module)
    environment = CallEnvironment(input.environment, of: target.module, target.endpoint, index)
    var reader = ArgumentReader(
      target, environment: environment, index, allowsMissingSecrets: input.isOnlyShown
    ) { path throws(CallRefusal) in
      guard let bytes = readFile(path) else {
        throw CallRefusal(
          path == "-" ? "the standard input can't be read" : "the file '\(path)' can't be read")
      }
      return CallFile(path: path, bytes: bytes)
    }
    reader.read(input.arguments, body: input.body, type: input.bodyType)
    var problems = reader.problems
    var arguments = reader.arguments
    wholes = reader.wholes
    var found: (server: CallServer, uses: [CredentialDefinition])?
    do throws(CallRefusal) {
      let server = try CallServer.choose(input.server, variables: input.variables, target)
      let secrets = CallSecrets(
        module: target.module, endpoint: target.endpoint, environment: environment, index: index)
      let uses = try secrets.uses(
        arguments, at: server.given == nil ? server.other : nil, allowsMissing: input.isOnlyShown)
      problems += secrets.problems(arguments, uses)
      found = (server, uses)
      if let whole = target.endpoint.urlParameter, CallURL.isSecure(server.base),
        let position = target.endpoint.parameters.firstIndex(of: whole),
        let url = arguments.parameters[position],
        url.text.lowercased().hasPrefix("http://")
      {
        problems.append(
          CallProblem(
            "'\(whole.argumentName)': the URL must begin with https://, as that of the server does",
            at: whole.name.span))
      }
    } catch {
      problems += error.problems
    }
    guard let found, !problems.contains(where: { !$0.isWarning }) else { throw CallRefusal(problems) }
    (server, uses) = found
    if target.endpoint.policies.idempotencyKey != nil {
      let number = UInt64.random(in: .min ... .max)
      arguments.idempotencyKey =
        "\(String(number, radix: 36))-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    }
    self.arguments = arguments
    warnings = problems
  }

  /// A call with typed arguments that is shown but not sent; its secrets are environment variables.
  ///
  /// - Parameters:
  ///   - variables: the values of variables in the server's URL.
  ///   - index: the schemas of the module.
  init(
    _ target: CallableEndpoints.Target, _ arguments: CallArguments, at server: String? = nil,
    variables: [String: String] = [:], index: SchemaIndex
  ) throws(CallRefusal) {
    self.target = target
    self.arguments = arguments
    self.index = index
    environment = CallEnvironment([:], of: target.module, target.endpoint, index)
    self.server = try CallServer.choose(server, variables: variables, target)
    let secrets = CallSecrets(
      module: target.module, endpoint: target.endpoint, environment: environment, index: index)
    uses = try secrets.uses(
      arguments, at: self.server.given == nil ? self.server.other : nil, allowsMissing: true)
    wholes = [:]
    warnings = []
  }

  /// What the generated client does for the call and this doesn't: policies of the user's own; nil if there are none.
  public var omission: CallProblem? {
    guard let own = endpoint.policies.own, let first = own.first else { return nil }
    let names = own.map { "'\($0.module.map { $0 + "." } ?? "")\($0.name.text)'" }.joined(separator: ", ")
    return CallProblem(
      "'call' runs no policies of your own: what a middleware does for \(names) is missing from the request",
      isWarning: true, at: first.name.span)
  }

  /// Whether the response is a stream, which has no end of its own.
  public var isStream: Bool { endpoint.responses.contains { $0.payload.isStream } }

  /// The request.
  package func composed(_ arguments: CallArguments? = nil) -> ComposedCall {
    let destination = CallDestination(base: server.base, otherServer: server.other, credentials: uses)
    let composer = CallComposer(endpoint, of: module, index, to: destination) { $0.mediaType($1) }
    return composer.composed(arguments ?? self.arguments)
  }

  /// The call as a command of curl, with environment variables in place of secrets.
  public var curl: String {
    let places = SecretPlaces(arguments, endpoint, module, environment, uses: uses, index, wholes: wholes)
    return CurlCommand(call: composed(places.arguments), secrets: places).text
  }
}
