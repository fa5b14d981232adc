import APIModel
import CallComposing
import Diagnostics
import SchemaValues

@testable import SpecCall
@testable import SwiftEmitter

extension Literal {
  var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}

/// The arguments of generated tests as those of calls.
struct CallSamples {
  let module: Module
  let samples: SampleMaker
  let names: TypeNames
  let client: TestClient

  init(_ module: Module) {
    var sink = DiagnosticSink()
    self.module = module
    names = TypeNames(module: module, into: &sink)
    samples = SampleMaker(ValueChecker(names.index))
    client = TestClient(module, samples, names)
  }

  func full(of endpoint: Endpoint) -> CallArguments? {
    TestArgumentMaker(samples: samples, module: module, endpoint: endpoint).full()
  }

  func arguments(of endpoint: Endpoint) -> [(String, CallArguments)] {
    let maker = TestArgumentMaker(samples: samples, module: module, endpoint: endpoint)
    var all = [
      ("minimal", maker.minimal()), ("full", maker.full()), ("hostile", maker.hostile()),
      ("empty", maker.empty()), ("many", maker.many()),
    ]
    if case .alternatives(let alternatives) = endpoint.body {
      for position in alternatives.indices {
        var maker = maker
        maker.alternative = position
        all.append((alternatives[position].mediaType.text, maker.full()))
        all.append(("hostile \(alternatives[position].mediaType.text)", maker.hostile()))
      }
    }
    return all.compactMap { name, arguments in arguments.map { (name, $0) } }
  }

  func server(of endpoint: Endpoint) -> Server? {
    guard let names = endpoint.servers else {
      return client.server.server.flatMap { $0.variables.isEmpty ? $0 : nil }
    }
    return module.servers.first { server in
      server.variables.isEmpty && names.contains { $0.text == server.name.text }
    }
  }

  func composed(_ endpoint: Endpoint, _ arguments: CallArguments, on server: Server) throws -> ComposedCall {
    let target = CallableEndpoints.Target(module: module, endpoint: endpoint)
    let place = try CallServer.choose(server.name.text, variables: [:], target)
    let arguments = client.completing(arguments, of: module)
    let environment = CallEnvironment([:], of: module)
    let secrets = CallSecrets(
      module: module, endpoint: endpoint, environment: environment, index: names.index)
    let destination = CallDestination(
      base: place.base, otherServer: place.other,
      credentials: try secrets.uses(arguments, at: place.other, allowsMissing: false))
    return CallComposer(endpoint, of: module, names.index, to: destination) { $0.mediaType($1) }
      .composed(arguments)
  }

  /// The arguments as they are written on a command line, with secrets in the environment and in files.
  func input(_ endpoint: Endpoint, _ arguments: CallArguments) -> (CallInput, [String: [UInt8]])? {
    var input = CallInput()
    var files: [String: [UInt8]] = [:]
    let environment = CallEnvironment([:], of: module)
    let mask = SecretMask(index: names.index)
    func add(_ parameter: Parameter, _ value: Literal) {
      if parameter.isSecret || names.index.containsSecret(parameter.schema) {
        // A list whose elements have commas.
        input.environment[environment.variable(parameter.name.text)] =
          value.isScalar ? value.text : value.json
      } else if parameter.constant(names.index.resolved(parameter.schema).schema) == nil {
        input.arguments.append("\(parameter.argumentName):=\(value.json)")
      }
    }
    for (position, value) in arguments.parameters { add(endpoint.parameters[position], value) }
    let own = Set(endpoint.parameters.map(\.name.text))
    for (parameter, value) in client.parameters
    where !own.contains(parameter.name.text)
      && !endpoint.omittedClientParameters.contains(where: { $0.text == parameter.name.text })
    {
      input.environment[environment.variable(parameter.name.text)] = value.texts.joined(separator: ",")
    }
    // The pin of a keyring is a number with the same variable as a credential.
    for credential in module.credentials
    where !(credential.name.text == "pin" && endpoint.operation.hasSuffix("Keyring")) {
      for variable in environment.variables(credential) { input.environment[variable] = "secret" }
    }
    if arguments.token != nil { input.environment[environment.tokenVariable] = "token" }
    if case .alternatives(let all) = endpoint.body {
      input.bodyType = all[arguments.alternative].mediaType.text
    }
    switch arguments.body {
    case .value(let value):
      let schema = endpoint.body(arguments.alternative)?.schemas.first
      let masked = schema.map { mask.masked(value, $0) } ?? value
      // The environment has texts.
      guard Self.hidesTextsAlone(in: value, masked) else { return nil }
      let isSecret = masked != value
      files["body"] = Array(value.json.utf8)
      input.body = isSecret ? "@body" : value.json
    case .text(let text): input.body = text
    case .file(let file):
      files["body"] = file.bytes
      input.body = "@body"
    case .files, nil: break
    }
    guard case .multipart(let parts) = endpoint.body(arguments.alternative) else { return (input, files) }
    for (position, content) in arguments.parts {
      let name = parts[position].name.text
      switch content {
      case .value(let value):
        if case .value(let schema) = parts[position].content, names.index.containsSecret(schema) {
          guard mask.isSecret(schema) else { return nil }
          input.environment[environment.variable(name)] = value.isScalar ? value.text : value.json
          continue
        }
        input.arguments.append("\(name):=\(value.json)")
      case .files(let list):
        for (number, file) in list.enumerated() {
          files["\(position).\(number)"] = file.bytes
          input.arguments.append("\(name)=@\(position).\(number)")
        }
      case .text, .file: break
      }
    }
    return (input, files)
  }

  private static func hidesTextsAlone(in value: Literal, _ masked: Literal) -> Bool {
    switch (value, masked) {
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      zip(elements, others).allSatisfy { hidesTextsAlone(in: $0, $1) }
    case (.object(let members), .object(let others)) where members.count == others.count:
      zip(members, others).allSatisfy { hidesTextsAlone(in: $0.value, $1.value) }
    case (.string, _): true
    default: value == masked
    }
  }
}
