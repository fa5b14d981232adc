import APIModel
import Diagnostics
import SchemaValues

/// The expressions of a call: its client, and its arguments.
struct CallExpression {
  let call: SwiftCall
  let names: TypeNames
  private var module: Module { call.module }
  private var endpoint: Endpoint { call.endpoint }

  /// `search: "gar", limit: 10`; nil if one can't be written.
  func arguments(_ request: RequestDeclaration) -> [Code]? {
    var values: [String: Code] = [:]
    let place = Place(name: request.name)
    for (position, parameter) in endpoint.parameters.enumerated() {
      guard let value = call.parameters[position] else { continue }
      values[parameter.swiftName()] = code(
        value, parameter.schema, in: place.property(parameter.name.text, avoiding: names.all))
    }
    if let token = call.token { values["token"] = Self.secret(token) }
    switch endpoint.body {
    case .multipart(let parts)?:
      for (position, part) in parts.enumerated() {
        guard let value = call.parts[position] else { continue }
        values[part.requestName] = self.part(part, value, place)
      }
    case .alternatives(let alternatives)?:
      if let value = call.body { values["payload"] = payload(value, of: alternatives, in: request.name) }
    case let body?:
      guard let value = call.body else { break }
      let place = Place(enclosing: [request.name], name: "Payload", elementName: "PayloadElement")
      if endpoint.bodyCodec == nil { values["payload"] = payload(value, body, in: place) }
    case nil: break
    }
    var list: [Code] = []
    for property in request.properties {
      if let value = values.removeValue(forKey: property.name) {
        list.append("\(SwiftName.label(property.name)): \(value)")
      } else if !property.isOptional {
        return nil
      }
    }
    // A constant isn't an argument.
    let constants = endpoint.parameters.filter { $0.constant(names.index.resolved($0.schema).schema) != nil }
    return values.count <= constants.count ? list : nil
  }

  // MARK: Values

  private static func secret(_ variable: String) -> Code { .call("try secret", [.string(variable)]) }

  private func code(_ value: SwiftCall.Value, _ schema: Schema, in place: Place) -> Code? {
    switch value {
    case .secret(let variable): return Self.secret(variable)
    case .text(let text): return .string(text)
    case .files: return nil
    case .value(let value):
      var lowering = SchemaLowering(names: names)
      return TestValue(index: names.index, module: module.name.text, decode: "try value").code(
        value, of: schema, lowering.use(schema, in: place))
    }
  }

  private static func file(_ path: String) -> Code {
    .call("try FilePart", [.call("contentsOf: URL", ["fileURLWithPath: \(Code.string(path))"])])
  }

  private static func bytes(_ path: String) -> Code {
    .call("Array", [.call("try Data", [.call("contentsOf: URL", ["fileURLWithPath: \(Code.string(path))"])])])
  }

  private func part(_ part: Endpoint.Part, _ value: SwiftCall.Value, _ place: Place) -> Code? {
    switch (part.content, value) {
    case (.file(_, let isList), .files(let paths)):
      let files = paths.map(Self.file)
      return isList ? .array(files) : files.first
    case (.value(let schema), let value):
      return code(value, schema, in: place.property(part.name.text, avoiding: names.all))
    default: return nil
    }
  }

  private func payload(_ value: SwiftCall.Value, _ body: Endpoint.Body, in place: Place) -> Code? {
    switch (body, value) {
    case (.json(let schema), _), (.jsonOfType(let schema, _), _), (.form(let schema, _, _, _), _):
      return code(value, schema, in: place)
    case (.text, .text(let text)): return .string(text)
    case (.bytes, .text(let text)): return .call("Array", ["\(Code.string(text)).utf8"])
    case (.bytes, .files(let paths)): return paths.first.map(Self.bytes)
    case (.file(let type), .text(let text)):
      let bytes = Code.call("Array", ["\(Code.string(text)).utf8"])
      return Endpoint.Body.isRange(type)
        ? .call("FilePart", [bytes, "filename: \"file\""]) : .call(".bytes", [bytes])
    case (.file(let type), .files(let paths)):
      return paths.first.map { path in
        Endpoint.Body.isRange(type)
          ? Self.file(path)
          : .call("try .file", [.call("URL", ["fileURLWithPath: \(Code.string(path))"])])
      }
    default: return nil
    }
  }

  /// `.json(…)`
  private func payload(
    _ value: SwiftCall.Value, of alternatives: [Endpoint.Body.Alternative], in request: String
  ) -> Code? {
    let position = call.alternative
    let cases = EndpointLowering.caseNames(alternatives)
    guard cases.indices.contains(position), alternatives[position].codec == nil else { return nil }
    let type = SwiftName.nestedType(cases[position])
    let place = Place(enclosing: [request], name: type + "Payload", elementName: type + "Element")
    return payload(value, alternatives[position].body, in: place).map {
      .call(".\(SwiftName.escaped(cases[position]))", [$0])
    }
  }

  // MARK: The client

  /// `WOT.Client(server: .eu, applicationID: try secret("WGNAPI_WOT_APPLICATION_ID"))`
  func client() -> Code? {
    guard let server = server() else { return nil }
    var required: [Code] = []
    var optional: [Code] = []
    for (position, parameter) in module.clientParameters.enumerated() {
      let isOptional = !parameter.isRequired || parameter.schema.defaultValue != nil
      let name = parameter.swiftName(ofClient: true)
      guard let value = call.client[position] else {
        if isOptional { continue }
        return nil
      }
      let place = Place(name: names.common.client).property(name, avoiding: names.topLevel)
      guard let code = code(value, parameter.schema, in: place) else { return nil }
      let argument: Code = "\(SwiftName.label(name)): \(code)"
      if isOptional { optional.append(argument) } else { required.append(argument) }
    }
    let indispensable = module.authentication?.indispensable ?? []
    for credential in module.credentials {
      guard let variables = call.credentials[credential.name.text] else { continue }
      let name = SwiftName.credential(credential)
      let argument: Code = "\(SwiftName.label(name)): \(Self.expression(of: credential, variables))"
      if indispensable.contains(credential.name.text) {
        required.append(argument)
      } else {
        optional.append(argument)
      }
    }
    return .call("\(module.name.text).\(names.common.client)", ["server: \(server)"] + required + optional)
  }

  private static func expression(of credential: CredentialDefinition, _ variables: [String]) -> Code {
    let secrets = variables.map(secret)
    switch credential.scheme {
    case .bearer, .oauth2: return .call(".bearer", secrets)
    case .basic: return .call(".basic", zip(["user", "password"], secrets).map { "\($0): \($1)" })
    case .apiKey: return .call(".key", secrets)
    }
  }

  private func server() -> Code? {
    let type: Code = "\(module.name.text).\(names.common.server)"
    guard let name = call.server, let server = module.servers.first(where: { $0.name.text == name }) else {
      return call.url.map { .call(type, ["url: \(Code.string($0))"]) }
    }
    var expression: Code = ".\(SwiftName.escaped(SwiftName.server(server)))"
    if !server.variables.isEmpty {
      guard let arguments = variables(of: server) else { return nil }
      expression = .call(expression, arguments)
    }
    guard let url = call.url else { return expression }
    return .call(type, ["url: \(Code.string(url))", "like: \(expression)"])
  }

  private func variables(of server: Server) -> [Code]? {
    var sink = DiagnosticSink()
    let templates = ServerTemplate.templates(of: module, into: &sink)
    guard let template = templates.servers.first(where: { $0.server == server }) else { return nil }
    var arguments: [Code] = []
    for variable in template.variables {
      guard let text = call.variables[variable.wireName] ?? (variable.defaultValue == nil ? "" : nil) else {
        continue
      }
      let values = templates.values.first { $0.type == variable.type }
      let listed = values?.cases.first { $0.value == text } ?? values?.cases.first
      let value: Code = variable.isListed ? ".\(SwiftName.escaped(listed?.name ?? ""))" : .string(text)
      arguments.append("\(SwiftName.label(variable.name)): \(value)")
    }
    return arguments
  }
}
