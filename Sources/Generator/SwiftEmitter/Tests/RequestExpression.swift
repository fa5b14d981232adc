import APIModel
import CallComposing
import SchemaValues

/// Requests as tests write them in Swift.
struct RequestExpression {
  let module: Module
  let names: TypeNames

  /// The expression that makes a request; nil if there is none.
  func code(
    _ arguments: CallArguments, _ endpoint: Endpoint, _ declaration: RequestDeclaration
  ) -> Code? {
    var values: [String: Code] = [:]
    for (position, parameter) in endpoint.parameters.enumerated() {
      let name = SwiftName.member(
        (parameter.label ?? parameter.name).text, override: parameter.schema.swiftName?.text,
        avoiding: unusableRequestNames)
      guard let value = arguments.parameters[position] else { continue }
      values[name] = code(
        value, parameter.schema,
        in: Place(name: declaration.name).property(parameter.name.text, avoiding: names.all))
    }
    if let token = arguments.token { values["token"] = .string(token) }
    switch endpoint.body {
    case .multipart(let parts)?:
      for (position, part) in parts.enumerated() {
        let name = SwiftName.member(
          part.name.text, override: part.swiftName?.text, avoiding: unusableRequestNames)
        switch (part.content, arguments.parts[position]) {
        case (.value(let schema), .value(let value)):
          values[name] = code(
            value, schema, in: Place(name: declaration.name).property(part.name.text, avoiding: names.all))
        case (.file(_, let isList), .files(let files)):
          let codes = files.map(Self.file)
          values[name] = isList ? .array(codes) : codes.first
        default: break
        }
      }
    case .alternatives(let alternatives)?:
      values["payload"] = payload(arguments, of: alternatives, in: declaration.name)
    case let body?:
      let place = Place(enclosing: [declaration.name], name: "Payload", elementName: "PayloadElement")
      values["payload"] = arguments.body.flatMap { payload($0, body, in: place) }
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
    return values.count <= constants.count ? .call("\(module.name.text).\(declaration.name)", list) : nil
  }

  private func code(_ value: Literal, _ schema: Schema, in place: Place) -> Code {
    var lowering = SchemaLowering(names: names)
    return TestValue(index: names.index, module: module.name.text).code(
      value, of: schema, lowering.use(schema, in: place))
  }

  private func payload(_ content: CallArguments.Content, _ body: Endpoint.Body, in place: Place) -> Code? {
    switch (body, content) {
    case (.json(let schema), .value(let value)), (.jsonOfType(let schema, _), .value(let value)),
      (.form(let schema, _, _, _), .value(let value)):
      code(value, schema, in: place)
    case (.text, .text(let text)): .string(text)
    case (.bytes, .text(let text)): Self.bytes(text)
    case (.file(let type), .file(let file)):
      Endpoint.Body.isRange(type) ? Self.file(file) : .call(".bytes", [Self.bytes(file.text)])
    default: nil
    }
  }

  /// `.json(…)`
  private func payload(
    _ arguments: CallArguments, of alternatives: [Endpoint.Body.Alternative], in request: String
  ) -> Code? {
    let position = arguments.alternative
    let cases = EndpointLowering.caseNames(alternatives)
    guard cases.indices.contains(position), let content = arguments.body else { return nil }
    let type = SwiftName.nestedType(cases[position])
    let place = Place(enclosing: [request], name: type + "Payload", elementName: type + "Element")
    return payload(content, alternatives[position].body, in: place).map {
      .call(".\(SwiftName.escaped(cases[position]))", [$0])
    }
  }

  private static func bytes(_ text: String) -> Code { .call("Array", ["\(Code.string(text)).utf8"]) }

  private static func file(_ file: CallFile) -> Code {
    .call("FilePart", [bytes(file.text), "filename: \(Code.string(file.name))"])
  }
}

extension CallFile {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
