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
    let environment = CallEnvironment([:], of: module, endpoint, names.index)
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
    let environment = CallEnvironment([:], of: module, endpoint, names.index)
    let mask = SecretMask(index: names.index)
    func add(_ parameter: Parameter, _ value: Literal) {
      if parameter.isSecret || names.index.containsSecret(parameter.schema) {
        // A list whose elements have commas.
        input.environment[environment.variable(of: parameter)] =
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
      input.environment[environment.variable(of: parameter)] = value.texts.joined(separator: ",")
    }
    for credential in module.credentials {
      for variable in environment.variables(credential) { input.environment[variable] = "secret" }
    }
    if arguments.token != nil { input.environment[environment.tokenVariable] = "token" }
    if case .alternatives(let all) = endpoint.body {
      input.bodyType = all[arguments.alternative].mediaType.text
    }
    switch arguments.body {
    case .value(let value):
      let schema = endpoint.body(arguments.alternative)?.schemas.first
      let isSecret = schema.map { mask.masked(value, $0) != value } ?? false
      let rest = schema.map { movingSecrets(of: value, $0, environment, to: &input) } ?? value
      files["body"] = Array(rest.json.utf8)
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
          guard mask.isSecret(schema) else {
            files["\(position)"] = Array(value.json.utf8)
            input.arguments.append("\(name)=@\(position)")
            continue
          }
          input.environment[environment.variable(ofBody: [name])] = value.isScalar ? value.text : value.json
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

  /// What the variables of the secrets in a body have, where each stands for one of them.
  func bodyVariables(_ endpoint: Endpoint, _ arguments: CallArguments) -> [String: String] {
    let environment = CallEnvironment([:], of: module, endpoint, names.index)
    var found: [String: String] = [:]
    let mask = SecretMask(index: names.index) { secret in
      let variable = environment.variable(ofBody: secret.path.suffix(1))
      if secret.value.isScalar {
        // Elements of a list have one variable. Digits are both a text and a number.
        let text = secret.value.text
        found[variable] = found[variable].map { $0 == text ? text : "48151" } ?? text
      } else {
        found[variable] = secret.value.json
      }
      return secret.value
    }
    let body = endpoint.body(arguments.alternative)
    if case .value(let value)? = arguments.body, let schema = body?.schemas.first {
      _ = mask.masked(value, schema)
    }
    guard case .multipart(let parts) = body else { return found }
    for case (let position, .value(let value)) in arguments.parts {
      guard let schema = parts[position].schema else { continue }
      _ = mask.masked(value, schema, at: [parts[position].name.text])
    }
    return found
  }

  /// An object without those of its own secrets that have a variable of their own, which have their values then.
  private func movingSecrets(
    of value: Literal, _ schema: Schema, _ environment: CallEnvironment, to input: inout CallInput
  ) -> Literal {
    guard case .object(let members) = value,
      let object = names.index.flattenedObject(names.index.resolved(schema).schema)
    else {
      return value
    }
    let mask = SecretMask(index: names.index)
    return .object(
      members.filter { member in
        guard let schema = object.property(member.name)?.schema, mask.isSecret(schema), member.value != .null,
          member.value != .string("")
        else { return true }
        input.environment[environment.variable(ofBody: [member.name])] =
          member.value.isScalar ? member.value.text : member.value.json
        return false
      })
  }
}
