import APIModel
import Diagnostics
import SchemaValues

/// The rows of an endpoint's table: requests, and what they send.
struct RequestTestRows {
  struct Row {
    var name: String
    var request: Code
    var server: Code?
    var lines: [String]
  }

  let module: Module
  let names: TypeNames
  let samples: SampleMaker
  let client: TestClient

  /// The rows, or the reason why there are none.
  func rows(of endpoint: Endpoint, _ declaration: RequestDeclaration) -> (rows: [Row], problem: String?) {
    if let problem = Self.obstacle(endpoint) { return ([], problem) }
    guard let server = server(of: endpoint) else { return ([], "its servers' addresses have variables") }
    let maker = TestArgumentMaker(samples: samples, module: module, endpoint: endpoint)
    guard let minimal = maker.minimal() else {
      return ([], "no arguments were found that it accepts; give its parameters examples")
    }
    var rows: [Row] = []
    var seen: Set<String> = []
    func add(_ name: String, _ arguments: TestArguments, _ lines: [String]) {
      guard let request = request(arguments, endpoint, declaration), seen.insert(request.text).inserted else {
        return
      }
      rows.append(Row(name: name, request: request, server: serverCode(server, endpoint), lines: lines))
    }
    let others: [(String, TestArguments?)] = [
      ("full", maker.full()), ("hostile", maker.hostile()), ("empty", maker.empty()), ("many", maker.many()),
    ]
    for (name, arguments) in [("minimal", minimal)] + others {
      guard let arguments else { continue }
      let lines = ExpectedRequest.lines(endpoint, arguments, client, on: server, module, names.index)
      add(name, arguments, lines)
    }
    if rows.isEmpty { return ([], "its arguments have no expression in Swift") }
    for (name, arguments, line) in refusals(maker, endpoint) { add(name, arguments, ["refused", line]) }
    return (rows, nil)
  }

  /// Why an endpoint can't be tested; nil if it can.
  private static func obstacle(_ endpoint: Endpoint) -> String? {
    if endpoint.otherServer != nil { return "it is on another server than the module's" }
    if endpoint.parameters.contains(where: { $0.style != nil || $0.keepsReserved }) {
      return "a parameter has a style of its own"
    }
    if case .alternatives = endpoint.body { return "its body is one of several" }
    return nil
  }

  // MARK: Servers

  private func server(of endpoint: Endpoint) -> Server? {
    guard let names = endpoint.servers, let usual = client.server else { return client.server }
    if names.contains(where: { $0.text == usual.name.text }) { return usual }
    return module.servers.first { server in
      server.variables.isEmpty && names.contains { $0.text == server.name.text }
    }
  }

  private func serverCode(_ server: Server, _ endpoint: Endpoint) -> Code? {
    guard server.name.text != client.server?.name.text else { return nil }
    return "\(module.name.text).\(names.common.server).\(SwiftName.escaped(SwiftName.server(server))).core"
  }

  // MARK: Requests

  /// The expression that creates a request; nil if there is none.
  private func request(_ arguments: TestArguments, _ endpoint: Endpoint, _ declaration: RequestDeclaration)
    -> Code?
  {
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
    // Constants aren't arguments.
    let constants = endpoint.parameters.filter { $0.constant(names.index.resolved($0.schema).schema) != nil }
    return values.count <= constants.count ? .call("\(module.name.text).\(declaration.name)", list) : nil
  }

  private func code(_ value: Literal, _ schema: Schema, in place: Place) -> Code {
    var lowering = SchemaLowering(names: names)
    return TestValue(index: names.index, module: module.name.text).code(
      value, of: schema, lowering.use(schema, in: place))
  }

  private func payload(_ content: TestArguments.Content, _ body: Endpoint.Body, in place: Place) -> Code? {
    switch (body, content) {
    case (.json(let schema), .value(let value)), (.jsonOfType(let schema, _), .value(let value)),
      (.form(let schema, _, _), .value(let value)):
      code(value, schema, in: place)
    case (.text, .text(let text)): .string(text)
    case (.bytes, .text(let text)): Self.bytes(text)
    case (.file, .files(let files)): files.first.map { .call(".bytes", [Self.bytes($0)]) }
    default: nil
    }
  }

  private static func bytes(_ text: String) -> Code { .call("Array", ["\(Code.string(text)).utf8"]) }

  private static func file(_ text: String) -> Code {
    .call("FilePart", [bytes(text), "filename: \(Code.string(TestArguments.filename))"])
  }

  // MARK: Refusals

  /// Constraints that Swift's types don't already enforce.
  private static let refusedKeywords: Set<String> = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
    "pattern",
    "minItems", "maxItems", "uniqueItems",
  ]

  /// Arguments that break a constraint, and the violation for which they are rejected.
  private func refusals(_ maker: TestArgumentMaker, _ endpoint: Endpoint) -> [(String, TestArguments, String)]
  {
    guard let full = maker.full(), let minimal = maker.minimal() else { return [] }
    var refusals: [(String, TestArguments, String)] = []
    for (position, parameter) in endpoint.parameters.enumerated() {
      guard let value = full.parameters[position],
        parameter.constant(names.index.resolved(parameter.schema).schema) == nil
      else { continue }
      // Of mutually exclusive parameters, one already has a value.
      let isChoice = endpoint.requirements.contains { group in
        group.parameters.contains { $0.text == parameter.name.text }
      }
      func add(_ value: Literal, _ place: String, _ keyword: String) {
        var arguments = isChoice ? full : minimal
        arguments.parameters[position] = value
        refusals.append(
          (
            "\(parameter.name.text) \(keyword)", arguments,
            "/\(parameter.name.text)\(place) \(keyword)"
          ))
      }
      let breaches = ViolationFinder.violations(of: value, by: parameter.schema, samples.checker) { _ in false
      }
      for breach in breaches where Self.refusedKeywords.contains(breach.keyword) {
        guard let broken = value.replacing(breach.path, with: breach.value),
          parameter.isSendable(broken)
        else { continue }
        add(broken, breach.path.pointer, breach.keyword)
      }
      if maker.isList(parameter), case .separated(let separator) = parameter.listStyle {
        let list = Literal.array([.string("a\(separator)b"), .string("c")])
        let element = names.index.resolved(parameter.schema).schema[.items]
        let isFree = element.map { !names.index.resolved($0).schema.isFormatChecked } ?? false
        if isFree, samples.checker.isAccepted(list, parameter.schema) { add(list, "", "separator") }
      }
    }
    return refusals
  }
}
