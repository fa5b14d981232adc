import APIModel
import CallComposing
import SchemaValues

/// A request and its client in Swift, as tests and single calls write them.
struct RequestExpression {
  typealias Value = SwiftCall.Value

  let module: Module
  let names: TypeNames
  /// The helper that decodes what has no literal, and whether each of its calls has a `try`.
  var decode = (name: "sampleValue", isTried: false)

  /// The arguments of a request. The first three are by the indices in the endpoint's description.
  struct Arguments {
    var parameters: [Int: Value] = [:]
    var parts: [Int: Value] = [:]
    var body: Value?
    /// The index of the body among several.
    var alternative = 0
    var token: Value?
  }

  /// `search: "gar", limit: 10`; nil if one can't be written.
  func arguments(
    _ arguments: Arguments, of endpoint: Endpoint, _ declaration: RequestDeclaration
  ) -> [Code]? {
    var values: [String: Code] = [:]
    let place = Place(name: declaration.name)
    for (position, parameter) in endpoint.parameters.enumerated() {
      guard let value = arguments.parameters[position] else { continue }
      values[parameter.swiftName()] = code(
        value, parameter.schema, in: place.property(parameter.typeWord, avoiding: names.all))
    }
    if let token = arguments.token.flatMap(Self.text) { values["token"] = token }
    switch endpoint.body {
    case .multipart(let parts)?:
      for (position, part) in parts.enumerated() where endpoint.constant(part, in: names.index) == nil {
        guard let value = arguments.parts[position] else { continue }
        values[part.requestName] = self.part(part, value, place)
      }
    case .alternatives(let alternatives)?:
      if let value = arguments.body {
        values["payload"] = payload(value, alternatives, arguments.alternative, in: declaration.name)
      }
    case let body?:
      guard let value = arguments.body, endpoint.bodyCodec == nil else { break }
      let place = Place(enclosing: [declaration.name], name: "Payload", elementName: "PayloadElement")
      values["payload"] = payload(value, body, in: place)
    case nil: break
    }
    var list: [Code] = []
    for property in declaration.properties {
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

  /// `WOT.Client(server: .eu, applicationID: try secret("WGNAPI_WOT_APPLICATION_ID"))`; nil without a value that it needs.
  ///
  /// - Parameters:
  ///   - parameters: by the indices of the module's client parameters.
  ///   - credentials: the codes of their secrets; nil for one that isn't given.
  func client(
    server: Code, _ parameters: [Int: Value], others: [Code] = [],
    credentials: (CredentialDefinition) -> [Code]?
  ) -> Code? {
    var required: [Code] = []
    var optional: [Code] = []
    for (position, parameter) in module.clientParameters.enumerated() {
      let isOptional = !parameter.isRequired || parameter.schema.defaultValue != nil
      let name = parameter.swiftName(ofClient: true)
      guard let value = parameters[position] else {
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
      guard let secrets = credentials(credential) else { continue }
      let value: Code =
        switch credential.scheme {
        case .bearer, .oauth2: .call(".bearer", secrets)
        case .basic: .call(".basic", zip(["user", "password"], secrets).map { "\($0): \($1)" })
        case .apiKey: .call(".key", secrets)
        }
      let argument: Code = "\(SwiftName.label(SwiftName.credential(credential))): \(value)"
      if indispensable.contains(credential.name.text) {
        required.append(argument)
      } else {
        optional.append(argument)
      }
    }
    return .call(
      "\(module.name.text).\(names.common.client)", ["server: \(server)"] + required + optional + others)
  }

  // MARK: Values

  private static func text(_ value: Value) -> Code? {
    switch value {
    case .secret(let variable): .helper("secret", [.string(variable)], isTried: true)
    case .secretJSON(let variable):
      .helper(
        "value", ["ProcessInfo.processInfo.environment[\(Code.string(variable))] ?? \(Code.string(""))"],
        isTried: true)
    case .text(let text): .string(text)
    case .value, .files, .contents: nil
    }
  }

  private func code(_ value: Value, _ schema: Schema, in place: Place) -> Code? {
    guard case .value(let value) = value else { return Self.text(value) }
    var lowering = SchemaLowering(names: names)
    return TestValue(index: names.index, module: module.name.text, decode: decode).code(
      value, of: schema, lowering.use(schema, in: place))
  }

  private func part(_ part: Endpoint.Part, _ value: Value, _ place: Place) -> Code? {
    switch part.content {
    case .file(_, let isList): isList ? Self.files(value).map(Code.array) : Self.files(value)?.first
    case .value(let schema):
      code(value, schema, in: place.property(part.typeWord, avoiding: names.all))
    }
  }

  private func payload(_ value: Value, _ body: Endpoint.Body, in place: Place) -> Code? {
    switch body {
    case .json(let schema), .jsonOfType(let schema, _), .form(let schema, _, _, _):
      return code(value, schema, in: place)
    case .text: return Self.text(value)
    case .bytes: return Self.bytes(value)
    case .file(let type):
      if Endpoint.Body.isRange(type) { return Self.files(value)?.first }
      guard case .files(let paths) = value else { return Self.bytes(value).map { .call(".bytes", [$0]) } }
      return paths.first.map { .call("try .file", [Self.url($0)]) }
    default: return nil
    }
  }

  /// `.json(…)`
  private func payload(
    _ value: Value, _ alternatives: [Endpoint.Body.Alternative], _ position: Int, in request: String
  ) -> Code? {
    let cases = EndpointLowering.caseNames(alternatives)
    guard cases.indices.contains(position), alternatives[position].codec == nil else { return nil }
    let type = SwiftName.nestedType(cases[position])
    let place = Place(enclosing: [request], name: type + "Payload", elementName: type + "Element")
    return payload(value, alternatives[position].body, in: place).map {
      .call(".\(SwiftName.escaped(cases[position]))", [$0])
    }
  }

  // MARK: Files

  private static func files(_ value: Value) -> [Code]? {
    switch value {
    case .files(let paths): paths.map { .call("try FilePart", [.call("contentsOf: URL", [path($0)])]) }
    case .contents(let files):
      files.map { .call("FilePart", [bytes(ofText: $0.text), "filename: \(Code.string($0.name))"]) }
    case .text(let text): [.call("FilePart", [bytes(ofText: text), "filename: \"file\""])]
    case .value, .secret, .secretJSON: nil
    }
  }

  private static func bytes(_ value: Value) -> Code? {
    switch value {
    case .files(let paths):
      paths.first.map { .call("Array", [.call("try Data", [.call("contentsOf: URL", [path($0)])])]) }
    case .contents(let files): files.first.map { bytes(ofText: $0.text) }
    case .text(let text): bytes(ofText: text)
    case .value, .secret, .secretJSON: nil
    }
  }

  private static func bytes(ofText text: String) -> Code { .call("Array", ["\(Code.string(text)).utf8"]) }
  private static func url(_ file: String) -> Code { .call("URL", [path(file)]) }
  private static func path(_ file: String) -> Code { "fileURLWithPath: \(Code.string(file))" }
}

extension CallFile {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
