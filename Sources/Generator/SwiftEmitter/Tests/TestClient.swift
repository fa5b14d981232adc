import APIModel
import SchemaValues

/// The client that composes requests in tests, created with placeholders.
struct TestClient {
  /// The client's parameters with their values.
  var parameters: [(Parameter, Literal)]
  /// The expression that creates it; nil if no values were found.
  var expression: Code?
  var server: Server?

  init(_ module: Module, _ samples: SampleMaker, _ names: TypeNames) {
    var isComplete = true
    var required: [Code] = []
    var optional: [Code] = []
    parameters = []
    let values = TestValue(index: names.index, module: module.name.text)
    for parameter in module.clientParameters {
      let name = SwiftName.member(
        (parameter.label ?? parameter.name).text, override: parameter.schema.swiftName?.text,
        avoiding: unusableClientParameterNames)
      let isOptional = !parameter.isRequired || parameter.schema.defaultValue != nil
      guard let value = samples.sample(of: parameter.schema, hint: parameter.name.text) else {
        if !isOptional { isComplete = false }
        continue
      }
      parameters.append((parameter, value))
      var lowering = SchemaLowering(names: names)
      let use = lowering.use(
        parameter.schema, in: Place(name: names.common.client).property(name, avoiding: names.topLevel))
      let argument: Code = "\(SwiftName.label(name)): \(values.code(value, of: parameter.schema, use))"
      if isOptional { optional.append(argument) } else { required.append(argument) }
    }
    let indispensable = module.authentication?.indispensable ?? []
    var optionalCredentials: [Code] = []
    for credential in module.credentials {
      let name = SwiftName.credential(credential)
      let argument: Code = "\(SwiftName.label(name)): \(Self.expression(of: credential))"
      if indispensable.contains(credential.name.text) {
        required.append(argument)
      } else {
        optionalCredentials.append(argument)
      }
    }
    server =
      module.servers.first { $0.variables.isEmpty && $0.documentation.deprecation == nil }
      ?? module.servers.first { $0.variables.isEmpty }
    guard isComplete, let server else { return }
    let arguments =
      ["server: .\(SwiftName.escaped(SwiftName.server(server)))"] + required + optional
      + optionalCredentials + ["configuration: .composing"]
    expression = .call("\(module.name.text).\(names.common.client)", arguments)
  }

  private static func expression(of credential: CredentialDefinition) -> Code {
    let secret = Code.string(secret(of: credential))
    return switch credential.scheme {
    case .bearer, .oauth2: .call(".bearer", [secret])
    case .basic: .call(".basic", ["user: \"user\"", "password: \"password\""])
    case .apiKey: .call(".key", [secret])
    }
  }

  /// A placeholder for a credential. It needs no escaping.
  static func secret(of credential: CredentialDefinition) -> String {
    let name = credential.name.text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return "secret-\(name)"
  }
}

/// Values of tests as Swift expressions.
struct TestValue {
  let index: SchemaIndex
  /// The module's name.
  let module: String
  /// The function that decodes what has no literal.
  var decode: Code = "try sampleValue"

  /// An expression for a value whose type is known from the context.
  func code(_ value: Literal, of schema: Schema, _ use: TypeUse) -> Code {
    let json = Code.string(value.json)
    if let coder = use.coder {
      if case .standard(.zeroOne) = coder { return value == .number(NumberText("1")) ? "true" : "false" }
      return .call(decode, [json, coder.argument(in: module)])
    }
    return literal(value, of: schema, use.type) ?? .call(decode, [json])
  }

  private func literal(_ value: Literal, of schema: Schema, _ type: SwiftType) -> Code? {
    let resolved = index.resolved(schema)
    if index.ownType(of: schema) != nil { return nil }
    if case .enumeration = index.shape(of: resolved.schema) { return constant(value, of: resolved.schema) }
    let isLiteral = resolved.isNewtype && (resolved.schema.format?.isInteger ?? true)
    switch (type, value) {
    case (.standard(.string), .string(let text)): return .string(text)
    case (.named, .string(let text)) where isLiteral: return .string(text)
    case (.standard(.bool), .boolean(let value)): return value ? "true" : "false"
    case (.standard(let type), .number(let number)) where type.isInteger:
      return Code(SwiftLiteral.integer(number.text))
    case (.named, .number(let number)) where isLiteral && Int64(number.text) != nil:
      return Code(SwiftLiteral.integer(number.text))
    case (.standard(.double), .number(let number)) where Double(number.text)?.isFinite == true:
      return Code(number.text)
    case (.alias(_, let meaning), _): return literal(value, of: schema, meaning)
    case (.array(let element), .array(let items)) where items.count <= 8:
      guard let itemSchema = resolved.schema[.items] else { return nil }
      let codes = items.map { literal($0, of: itemSchema, element) }
      return codes.contains { $0 == nil } ? nil : .array(codes.compactMap(\.self))
    default: return nil
    }
  }

  /// `.red`
  private func constant(_ value: Literal, of schema: Schema) -> Code? {
    guard let known = schema.enumeration?.cases.first(where: { $0.value == value }) else { return nil }
    let text = if case .string(let text) = value { text } else { value.json }
    let name = SwiftName.constant(text, override: known.swiftName?.text)
    // An optional has these two as well.
    return ["none", "some"].contains(name) ? nil : ".\(SwiftName.escaped(name))"
  }
}

extension Format {
  fileprivate var isInteger: Bool {
    switch self {
    case .int32, .int64, .uint32, .uint64: true
    default: false
    }
  }
}

extension Coder {
  /// `as: ListOf<UnixTime>.self`, with the full names of the module's types.
  fileprivate func argument(in module: String) -> Code {
    let coder = qualified(module)
    return coder.argument.needing(coder.imports)
  }

  private func qualified(_ module: String) -> Coder {
    switch self {
    case .own(let type): .own(type.qualified(module))
    case .standard, .custom: self
    case .list(let element): .list(element.qualified(module))
    case .map(let key, let value): .map(key: key.qualified(module), value: value.qualified(module))
    case .optional(let wrapped): .optional(wrapped.qualified(module))
    case .box(let boxed): .box(boxed.qualified(module))
    case .numberInString(let number): .numberInString(number.qualified(module))
    case .numberAsString(let number): .numberAsString(number.qualified(module))
    case .singleAsList(let element): .singleAsList(element.qualified(module))
    case .emptyListAsMap(let key, let value):
      .emptyListAsMap(key: key.qualified(module), value: value.qualified(module))
    case .emptyAsNull(let wrapped): .emptyAsNull(wrapped.qualified(module))
    }
  }
}

extension SwiftType {
  /// The type, with the module's name before its own types.
  func qualified(_ module: String) -> SwiftType {
    switch self {
    case .standard, .own: self
    case .named(let path): .named([module] + path)
    case .alias(let name, let meaning): .alias("\(module).\(name)", meaning)
    case .array(let element): .array(element.qualified(module))
    case .dictionary(let key, let value):
      .dictionary(key: key.qualified(module), value: value.qualified(module))
    case .optional(let wrapped): .optional(wrapped.qualified(module))
    case .stream(let stream, let element): .stream(stream, of: element?.qualified(module))
    }
  }
}
