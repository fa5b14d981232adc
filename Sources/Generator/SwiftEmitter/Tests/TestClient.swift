import APIModel
import SchemaValues

/// The client that composes requests in tests, created with placeholders.
struct TestClient {
  /// The client's parameters with their values.
  var parameters: [(Parameter, Literal)]
  /// The expression that creates it; nil if no values were found.
  var expression: Code?
  let server: TestServer

  init(_ module: Module, _ samples: SampleMaker, _ names: TypeNames) {
    parameters = []
    var values: [Int: RequestExpression.Value] = [:]
    for (position, parameter) in module.clientParameters.enumerated() {
      guard let value = samples.sample(of: parameter.schema, hint: parameter.name.text) else { continue }
      parameters.append((parameter, value))
      values[position] = .value(value)
    }
    server = TestServer(module)
    expression = RequestExpression(module: module, names: names).client(
      server: server.expression("\(module.name.text).\(names.common.server)"), values,
      others: ["configuration: .composing"],
      credentials: { credential in
        credential.scheme == .basic
          ? [.string("user"), .string("password")] : [.string(Self.secret(of: credential))]
      })
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
  let decode: (name: String, isTried: Bool)

  /// An expression for a value whose type is known from the context.
  func code(_ value: Literal, of schema: Schema, _ use: TypeUse) -> Code {
    let json = Code.string(value.json)
    if let coder = use.coder {
      if case .standard(.zeroOne) = coder { return value == .number(NumberText("1")) ? "true" : "false" }
      return .helper(decode.name, [json, coder.argument(in: module)], isTried: decode.isTried)
    }
    return literal(value, of: schema, use.type) ?? .helper(decode.name, [json], isTried: decode.isTried)
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
    // An optional has these two as well. Only a name that the spec sets can be one of them.
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

  private func qualified(_ module: String) -> Coder { changingTypes { $0.qualified(module) } }
}

extension SwiftType {
  /// The type, with the module's name before its own types.
  func qualified(_ module: String) -> SwiftType {
    changingLeaves { type in
      switch type {
      case .named(let path): .named([module] + path)
      case .alias(let name, let meaning): .alias("\(module).\(name)", meaning)
      default: type
      }
    }
  }
}
