import APIModel
import Diagnostics

/// Turns an endpoint into a request type.
struct EndpointLowering {
  var schemas: SchemaLowering
  let envelopes: [String: String]
  let errors: ErrorNames
  let policies: PolicyExpression

  /// What becomes of one endpoint.
  mutating func lower(_ endpoint: Endpoint) -> RequestDeclaration {
    let name = SwiftName.request(endpoint)
    var properties: [RequestDeclaration.Property] = []
    var entries: [String] = []
    var needsFoundation = false
    var scope = NameScope(
      "two parameters of '\(endpoint.name.text)'",
      reserving: schemas.names.reserved(beside: unusableRequestNames) + [[name]])
    for parameter in endpoint.parameters {
      let lowered = lower(parameter, in: name)
      scope.claim(
        lowered.property.name, for: parameter.schema.swiftName ?? parameter.name, into: &schemas.sink)
      properties.append(lowered.property)
      entries.append(lowered.entry)
      needsFoundation = needsFoundation || lowered.needsFoundation
    }
    if let proof = authentication(endpoint) {
      scope.claim(proof.property.name, for: endpoint.name, into: &schemas.sink)
      properties.append(proof.property)
      entries.append(proof.entry)
    }
    if let body = endpoint.body {
      let lowered = lower(body, in: name)
      scope.claim(lowered.property.name, for: endpoint.name, into: &schemas.sink)
      properties.append(lowered.property)
      entries.append(lowered.entry)
      needsFoundation = needsFoundation || lowered.needsFoundation
    }
    entries += requirements(endpoint, properties: properties)
    let response = lower(responses: endpoint.responses, in: name)
    let documentation = endpoint.documentation
    let declarations = schemas.takeDeclarations()
    return RequestDeclaration(
      operation: endpoint.name.text, name: name, methodName: SwiftName.method(endpoint),
      summary: DocComment.lines(summary: documentation.summary),
      documentation: DocComment.lines(
        summary: documentation.summary, details: documentation.details, remarks: remarks(endpoint)),
      deprecation: documentation.deprecation.map { $0.message ?? "" },
      properties: properties.filter { !$0.isOptional } + properties.filter(\.isOptional), entries: entries,
      responseType: response.type, responseFormat: response.format,
      envelope: endpoint.envelope.flatMap { envelopes[$0.text] }, methods: endpoint.methods,
      path: endpoint.path.text, policies: policies.expressions(for: endpoint),
      isPaginated: endpoint.policies.pagination != nil,
      errors: endpoint.errors.compactMap { errors.constant(for: $0) }, servers: endpoint.servers?.map(\.text),
      omitted: endpoint.omittedClientParameters.map(\.text), declarations: declarations,
      needsFoundation: needsFoundation || response.needsFoundation
        || declarations.contains(where: \.needsFoundation),
      isSelectable: isSelectable(endpoint))
  }

  private func remarks(_ endpoint: Endpoint) -> [String] {
    var remarks: [String] = []
    let methods = endpoint.methods.map { $0.rawValue.uppercased() }.joined(separator: " or ")
    let path = endpoint.path.text.unicodeScalars.contains("`") ? "" : " `\(endpoint.path.text)`"
    remarks.append("\(methods)\(path)")
    return remarks
  }

  // MARK: Parameters

  private mutating func lower(
    _ parameter: Parameter, in request: String
  ) -> (property: RequestDeclaration.Property, entry: String, needsFoundation: Bool) {
    let schema = parameter.schema
    let place = Place(name: request).property(parameter.name.text, avoiding: schemas.names.all)
    let use = schemas.use(schema, in: place)
    let name = SwiftName.member(
      (parameter.label ?? parameter.name).text, override: schema.swiftName?.text,
      avoiding: unusableRequestNames)
    var remarks: [String] = []
    if let deprecation = schema.documentation.deprecation {
      remarks.append("Deprecated. \(deprecation.message ?? "")")
    }
    if let value = schema.defaultValue { remarks.append("The server assumes `\(SwiftLiteral.json(value))`.") }
    if parameter.isBatched, let maximum = schema.array.maxItems {
      remarks.append("`batched()` sends a list of more than \(maximum) in several requests.")
    }
    var arguments = [SwiftLiteral.string(parameter.name.text), "\\.\(SwiftName.escaped(name))"]
    if let coder = use.coder { arguments.append("as: \(coder).self") }
    if let constraint = use.constraint { arguments.append(constraint) }
    switch parameter.listStyle {
    case .separated(","): break
    case .separated(let separator): arguments.append("separator: \(SwiftLiteral.string(separator))")
    case .repeated: arguments.append("separator: nil")
    }
    if parameter.isSecret || isSecret(schema) { arguments.append("secret: true") }
    let property = RequestDeclaration.Property(
      name: name, type: use.type, isOptional: !parameter.isRequired || use.isNullable,
      documentation: DocComment.lines(
        summary: schema.documentation.summary, details: schema.documentation.details, remarks: remarks,
        indent: 2),
      summary: schema.documentation.summary)
    return (
      property, "$0.\(parameter.location.rawValue)(\(arguments.joined(separator: ", ")))", use.needsFoundation
    )
  }

  private func isSecret(_ schema: Schema) -> Bool {
    schema.isSecret || (schema.reference.flatMap { schemas.index[$0.text] }?.isSecret ?? false)
  }

  /// What proves who is asking, where it is no parameter that the spec declares.
  private func authentication(_ endpoint: Endpoint) -> (property: RequestDeclaration.Property, entry: String)?
  {
    let entry: String
    switch endpoint.policies.authentication {
    case .bearer: entry = "$0.bearer(\\.token)"
    case .header(let name):
      let isDeclared = endpoint.parameters.contains {
        $0.location == .header && $0.name.text.lowercased() == name.lowercased()
      }
      guard !isDeclared else { return nil }
      entry = "$0.header(\(SwiftLiteral.string(name)), \\.token, secret: true)"
    case nil, .some(.none), .parameter: return nil
    }
    let summary = "Proves who is asking; never shown in logs or errors."
    return (
      RequestDeclaration.Property(
        name: "token", type: "String", isOptional: false,
        documentation: DocComment.lines(summary: summary, indent: 2), summary: summary),
      entry
    )
  }

  private mutating func lower(
    _ body: Endpoint.Body, in request: String
  ) -> (property: RequestDeclaration.Property, entry: String, needsFoundation: Bool) {
    switch body {
    case .json(let schema):
      let use = schemas.use(
        schema, in: Place(enclosing: [request], name: "Payload", elementName: "PayloadElement"))
      let arguments = ["\\.payload", use.coder.map { "as: \($0).self" }, use.constraint].compactMap { $0 }
      let property = RequestDeclaration.Property(
        name: "payload", type: use.type, isOptional: use.isNullable,
        documentation: DocComment.lines(
          summary: schema.documentation.summary ?? "What is sent, in JSON.", indent: 2))
      return (property, "$0.body(\(arguments.joined(separator: ", ")))", use.needsFoundation)
    case .bytes(let mediaType):
      let property = RequestDeclaration.Property(
        name: "payload", type: "[UInt8]", isOptional: false,
        documentation: DocComment.lines(summary: "What is sent, as it is.", indent: 2))
      return (property, "$0.bytes(\\.payload, mediaType: \(SwiftLiteral.string(mediaType)))", false)
    }
  }

  private func requirements(_ endpoint: Endpoint, properties: [RequestDeclaration.Property]) -> [String] {
    endpoint.requirements.map { requirement in
      "$0.\(requirement.kind.rawValue)(\(requirement.parameters.map { SwiftLiteral.string($0.text) }.joined(separator: ", ")))"
    }
  }

  // MARK: Responses

  private func isSelectable(_ endpoint: Endpoint) -> Bool {
    guard endpoint.policies.partial != nil, endpoint.responses.count == 1,
      case .json? = endpoint.responses.first?.payload
    else { return false }
    return true
  }

  private mutating func lower(
    responses: [Endpoint.Response], in request: String
  ) -> (type: String?, format: RequestDeclaration.ResponseFormat, needsFoundation: Bool) {
    guard let first = responses.first else { return ("Void", .empty, false) }
    guard responses.count == 1 else { return byStatus(responses, in: request) }
    switch first.payload {
    case .empty: return ("Void", .empty, false)
    case .bytes: return ("[UInt8]", .bytes, false)
    case .json(let schema):
      let place = Place(enclosing: [request], name: "Response", elementName: "Element")
      let use = schemas.use(schema, in: place).element
      let isOwn = use.type == place.qualifiedName
      return (
        isOwn ? nil : use.type, .json(coder: use.coder, constraint: use.constraint), use.needsFoundation
      )
    }
  }

  private mutating func byStatus(
    _ responses: [Endpoint.Response], in request: String
  ) -> (type: String?, format: RequestDeclaration.ResponseFormat, needsFoundation: Bool) {
    var cases: [Declaration.ResponsesByStatus.Case] = []
    var needsFoundation = false
    for response in responses {
      let name = responseCaseName(response.statuses)
      let type = SwiftName.nestedType(name)
      let place = Place(enclosing: [request], name: type + "Response", elementName: type + "Element")
      switch response.payload {
      case .empty:
        cases.append(.init(name: name, statuses: response.statuses))
      case .bytes:
        cases.append(.init(name: name, type: "[UInt8]", statuses: response.statuses, isBytes: true))
      case .json(let schema):
        let use = schemas.use(schema, in: place).element
        needsFoundation = needsFoundation || use.needsFoundation
        cases.append(
          .init(
            name: name, type: use.type, coder: use.coder, constraint: use.constraint,
            statuses: response.statuses))
      }
    }
    let byStatus = Declaration.ResponsesByStatus(cases: cases)
    schemas.add(
      Declaration(
        enclosing: [request], name: "Response", documentation: ["/// What is answered, by status code."],
        kind: .responses(byStatus), needsFoundation: false))
    return (nil, .byStatus(byStatus), needsFoundation)
  }
}
