import APIModel
import Diagnostics

/// Turns an endpoint into a request type.
struct EndpointLowering {
  var schemas: SchemaLowering
  let envelopes: [String: String]
  let errors: ErrorNames
  let policies: PolicyExpression
  /// The module's failures.
  let failures: [Failure]
  /// What the module was read from.
  let origin: Module.Origin
  /// What notes on endpoints mention.
  let noteNames: EndpointNotes.Names

  /// - Parameters:
  ///   - module: The endpoints' module.
  ///   - errors: The names of its errors.
  init(of module: Module, names: TypeNames, errors: ErrorNames) {
    schemas = SchemaLowering(names: names)
    envelopes = EnvelopeNames(module).names
    self.errors = errors
    policies = PolicyExpression(errors: errors, module: module)
    failures = module.failures
    origin = module.origin
    noteNames = EndpointNotes.Names(module, names.common)
  }

  /// Lowers one endpoint.
  mutating func lower(_ endpoint: Endpoint) -> RequestDeclaration {
    let name = schemas.names.common.request(endpoint)
    var properties: [RequestDeclaration.Property] = []
    var entries: [EndpointEntry] = []
    var swiftNames: [String: String] = [:]
    var scope = NameScope(
      "two parameters of '\(endpoint.operation)'",
      reserving: schemas.names.reserved(beside: unusableRequestNames) + [[name]])
    for parameter in endpoint.parameters {
      if let entry = constant(parameter) {
        entries.append(entry)
        continue
      }
      let lowered = lower(parameter, in: name)
      scope.claim(
        lowered.property.name, for: parameter.schema.swiftName ?? parameter.name, into: &schemas.sink)
      noteRenamed(
        parameter.label ?? parameter.name, as: lowered.property.name, chosen: parameter.schema.swiftName)
      swiftNames[parameter.name.text] = lowered.property.name
      properties.append(lowered.property)
      entries.append(lowered.entry)
    }
    if let proof = authentication(endpoint) {
      scope.claim(
        proof.property.name, for: endpoint.name, as: "a parameter and the token of '\(endpoint.operation)'",
        remedy: "set 'swiftName' on the parameter", into: &schemas.sink)
      properties.append(proof.property)
      entries.append(proof.entry)
    }
    for lowered in lower(bodyOf: endpoint, in: name) {
      entries += lowered.entries
      guard let property = lowered.property else { continue }
      scope.claim(
        property.name, for: lowered.source ?? endpoint.name,
        as: "a parameter and the body of '\(endpoint.operation)'", remedy: "set 'swiftName' on the parameter",
        into: &schemas.sink)
      if let source = lowered.source {
        noteRenamed(source, as: property.name, chosen: source.text == property.name ? source : nil)
      }
      properties.append(property)
    }
    if isSecret(endpoint.body) {
      entries.append(EndpointEntry("secretBody", []))
    }
    entries += requirements(endpoint)
    let response = lower(responses: endpoint.responses, in: name)
    let failures = lower(failuresOf: endpoint, in: name)
    if !endpoint.headers.isEmpty { declare(endpoint.headers, in: name) }
    let documentation = endpoint.documentation
    let notes = EndpointNotes(endpoint, noteNames, properties: swiftNames).all
    let declarations = schemas.takeDeclarations()
    return RequestDeclaration(
      operation: endpoint.operation, name: name, methodName: SwiftName.method(endpoint),
      isGrouped: !endpoint.group.isEmpty, owner: schemas.names.common.owner(endpoint.group),
      errorCode: errors.type,
      summary: DocComment.lines(summary: documentation.summary),
      documentation: DocComment.lines(
        summary: documentation.summary, details: documentation.details,
        remarks: remarks(endpoint, notes, hasOwnType: response.type == nil)),
      details: documentation.details, route: route(endpoint), notes: notes,
      deprecation: documentation.deprecation.map { $0.message ?? "" },
      properties: properties.filter { !$0.isOptional } + properties.filter(\.isOptional), entries: entries,
      responseType: response.type, responseFormat: response.format,
      failures: failures.expression, failureImports: failures.imports,
      envelope: endpoint.envelope.flatMap { envelopes[$0.text] }, hasErrorCodes: hasErrorCodes(endpoint),
      methods: endpoint.methods,
      path: endpoint.path.text.hasPrefix("/") ? "/" + endpoint.path.text : endpoint.path.text,
      policies: policies.expressions(for: endpoint),
      isPaginated: endpoint.policies.pagination != nil,
      errors: endpoint.errors.compactMap { errors.name(of: $0) }, errorBodies: failures.bodies.list,
      server: endpoint.otherServer?.text,
      servers: endpoint.servers?.map(\.text),
      // Nothing of the module is sent to a whole URL.
      omitted: endpoint.urlParameter == nil
        ? (endpoint.omittedClientParameters + endpoint.omittedHeaders).map(\.text) : [],
      headers: endpoint.constantHeaders.map { ($0.name.text, $0.value) }, declarations: declarations,
      isSelectable: endpoint.isSelectable, hasHeaders: !endpoint.headers.isEmpty)
  }

  private func remarks(_ endpoint: Endpoint, _ notes: [String], hasOwnType: Bool) -> [String] {
    var remarks = DocComment.paragraph(notes.isEmpty ? [route(endpoint)] : ["\(route(endpoint))."] + notes)
    // A type of the request's own shows the example itself.
    if !hasOwnType, endpoint.responses.count == 1,
      case .json(let response)? = endpoint.responses.first?.payload
    {
      remarks += ValueNotes(response, in: schemas.index).example("Example response")
    }
    return remarks
  }

  private func route(_ endpoint: Endpoint) -> String {
    let methods = endpoint.methods.map { $0.rawValue.uppercased() }.joined(separator: " or ")
    let text = endpoint.path.text.isEmpty ? "/" : endpoint.path.text
    let path = text.unicodeScalars.contains("`") ? "" : " `\(text)`"
    return "\(methods)\(path)"
  }

  // MARK: Parameters

  /// Notes a parameter that has another name in Swift, because every request has a member of its own. `wgnapi-gen names` tells
  /// about the names in documents.
  private mutating func noteRenamed(_ name: Name, as property: String, chosen: Name?) {
    let usual = SwiftName.member(name.text)
    guard origin == .specs, chosen == nil, property != usual, unusableRequestNames.contains(usual)
    else { return }
    schemas.sink.append(
      Diagnostic(
        .note, .reservedName,
        "every request has a member '\(usual)', so the parameter '\(name.text)' is called '\(property)' in Swift; set "
          + "'swiftName' to choose a name", at: name.span))
  }

  private mutating func lower(
    _ parameter: Parameter, in request: String
  ) -> (property: RequestDeclaration.Property, entry: EndpointEntry) {
    let schema = parameter.schema
    let place = Place(name: request).property(parameter.typeWord, avoiding: schemas.names.all)
    let use = schemas.sentUse(schema, in: place)
    let name = SwiftName.member(
      (parameter.label ?? parameter.name).text, override: schema.swiftName?.text,
      avoiding: unusableRequestNames)
    var remarks: [String] = []
    if let deprecation = schema.documentation.deprecation {
      remarks.append("Deprecated. \(deprecation.message ?? "")")
    }
    let isSecret = parameter.location == .url || parameter.isSecret || schemas.index.containsSecret(schema)
    let values = ValueNotes(schema, in: schemas.index, isSecret: isSecret)
    var notes = values.limits(withCounts: !parameter.isBatched)
    if parameter.isBatched, let maximum = schema.counts[.maxItems] {
      notes.append("At most \(maximum); `\(request)(…).batched()` sends more in several requests.")
    }
    if let value = values.defaultValue(of: "The service's default") { notes.append(value) }
    var arguments: [Code?] = [
      .string(parameter.name.text), "\\.\(SwiftName.escaped(name))",
      use.coder?.relative(to: [request]).argument, use.constraint?.code,
    ]
    switch parameter.listStyle {
    case .separated(","): break
    case .separated(let separator): arguments.append("separator: \(Code.string(separator))")
    case .repeated: arguments.append("separator: nil")
    }
    arguments.append(style(of: parameter))
    if parameter.mayBeEmpty { arguments.append("mayBeEmpty: true") }
    // A whole URL is always secret.
    if isSecret, parameter.location != .url { arguments.append("secret: true") }
    // The caller of a method reads what the type is about, unless it is that of a list's elements.
    let summary =
      schema.documentation.summary
      ?? (notes.isEmpty || schema.reference != nil ? schemas.index.typeSummary(of: schema) : nil)
    if isSecret { notes.append(ValueNotes.redacted) }
    let property = RequestDeclaration.Property(
      name: name, type: use.type, isOptional: !parameter.isRequired || use.isNullable,
      documentation: DocComment.lines(
        summary: schema.documentation.summary, details: schema.documentation.details,
        remarks: remarks + DocComment.paragraph(notes + values.example()),
        indent: 2),
      summary: DocComment.sentence(summary, remarks + notes),
      place: "\(parameter.location.rawValue) \(parameter.name.text)", span: parameter.name.span)
    let entry = EndpointEntry(parameter.location.rawValue, arguments)
    return (property, [.cookie, .url].contains(parameter.location) ? entry.needing(.forms) : entry)
  }

  /// A parameter with a constant value, which needs no property.
  private func constant(_ parameter: Parameter) -> EndpointEntry? {
    guard let value = parameter.constant(schemas.index.resolved(parameter.schema).schema) else { return nil }
    let isSecret = parameter.isSecret || schemas.index.containsSecret(parameter.schema)
    return constant(
      parameter.name.text, value, in: parameter.location.rawValue,
      [style(of: parameter), isSecret ? "secret: true" : nil])
  }

  func constant(_ name: String, _ value: Literal, in location: String, _ arguments: [Code?]) -> EndpointEntry
  {
    var literal = Code.json(value)
    if case .number(let number) = value, Int64(number.text) == nil { literal = "JSON\(literal)" }
    return EndpointEntry(
      "constant", [.string(name), literal, "in: .\(location)"] + arguments
    ).needing(.forms)
  }

  /// The credential, if it isn't a declared parameter.
  private func authentication(
    _ endpoint: Endpoint
  ) -> (property: RequestDeclaration.Property, entry: EndpointEntry)? {
    let entry: EndpointEntry
    switch endpoint.policies.authentication {
    case .bearer: entry = EndpointEntry("bearer", ["\\.token"])
    case .header(let name):
      let isDeclared = endpoint.parameters.contains {
        $0.location == .header && $0.name.text.lowercased() == name.lowercased()
      }
      guard !isDeclared else { return nil }
      entry = EndpointEntry("header", [.string(name), "\\.token", "secret: true"])
    case nil, .some(.none), .parameter, .credentials: return nil
    }
    let summary = "The credential. \(ValueNotes.redacted)"
    return (
      RequestDeclaration.Property(
        name: "token", type: .string, isOptional: false,
        documentation: DocComment.lines(summary: summary, indent: 2), summary: summary,
        place: "credential", span: endpoint.span),
      entry
    )
  }

  private func requirements(_ endpoint: Endpoint) -> [EndpointEntry] {
    endpoint.requirements.map { requirement in
      EndpointEntry(requirement.kind.rawValue, requirement.parameters.map { .string($0.text) })
    }
  }

  // MARK: Responses

  private mutating func lower(
    responses: [Endpoint.Response], in request: String
  ) -> (type: SwiftType?, format: RequestDeclaration.ResponseFormat) {
    guard let first = responses.first else { return (.void, .empty) }
    guard responses.count == 1, (200..<300).contains(first.statuses.lowerBound) else {
      return byStatus(responses, in: request)
    }
    let mediaType = first.mediaType?.text
    if let codec = first.codec?.text {
      return (.named([codec, "Value"]), .decoded(codec: codec, mediaType: mediaType))
    }
    switch first.payload {
    case .empty: return (.void, .empty)
    case .bytes: return (.bytes, .bytes(mediaType: mediaType))
    case .text: return (.string, .text(mediaType: mediaType))
    case .json(let schema):
      // `Response` is then the optional, which can't be made of a nested type of that name.
      let name = schema.isNullable ? "ResponseValue" : "Response"
      let place = Place(enclosing: [request], name: name, elementName: "Element")
      let use = schemas.use(schema, in: place).element
      let isOwn = use.type == .named(place.path)
      return (
        isOwn ? nil : use.type, .json(coder: use.coder, constraint: use.constraint, mediaType: mediaType)
      )
    case .stream(.textLines, _): return (.stream(.elements, of: .string), .textLines)
    case .stream(let stream, let schema):
      let end: String? = if case .events(let data) = stream { data } else { nil }
      let use = schemas.use(schema, in: Place(enclosing: [request], name: "Element", elementName: "Part"))
        .element
      let type: SwiftType.Stream =
        switch stream {
        case .events: .events
        case .lines, .textLines, .sequence: .elements
        }
      return (
        .stream(type, of: use.type),
        .stream(
          stream, coder: use.coder ?? .own(use.type), constraint: use.constraint,
          StreamEnds(end, of: first))
      )
    case .events(let events): return lower(events, StreamEnds(events.end, of: first), in: request)
    case .byteStream: return (.stream(.bytes, of: nil), .byteStream)
    }
  }

  private mutating func byStatus(
    _ responses: [Endpoint.Response], in request: String
  ) -> (type: SwiftType?, format: RequestDeclaration.ResponseFormat) {
    var cases: [Declaration.ResponsesByStatus.Case] = []
    for (response, name) in zip(responses, responseCaseNames(responses)) {
      let type = SwiftName.nestedType(name)
      let place = Place(enclosing: [request], name: type + "Response", elementName: type + "Element")
      var result = Declaration.ResponsesByStatus.Case(
        name: name, documentation: DocComment.lines(summary: Self.summary(of: response), indent: 2),
        statuses: response.statuses, mediaType: response.mediaType?.text, span: response.span)
      if let codec = response.codec?.text {
        (result.type, result.form) = (.named([codec, "Value"]), .decoded(codec: codec))
      } else {
        switch response.payload {
        case .empty: result.mediaType = nil
        case .bytes: (result.type, result.form) = (.bytes, .bytes)
        case .text: (result.type, result.form) = (.string, .text)
        case .json(let schema):
          let use = schemas.use(schema, in: place).element
          (result.type, result.coder, result.constraint) = (use.type, use.coder, use.constraint)
        // The reader has rejected these.
        case .stream, .events, .byteStream: continue
        }
      }
      cases.append(result)
    }
    var scope = NameScope("two responses of '\(request)'")
    for (response, name) in zip(responses, cases.map(\.name)) {
      scope.claim(
        name, for: response.mediaType ?? Name(name, span: response.span), into: &schemas.sink)
    }
    let byStatus = Declaration.ResponsesByStatus(cases: cases)
    let statuses = Set(responses.map(\.statuses))
    let choice =
      (statuses.count == 1 && responses.count > 1 ? [] : ["status code"])
      + (statuses.count < responses.count ? ["media type"] : [])
    schemas.add(
      Declaration(
        enclosing: [request], name: "Response", documentation: ["/// The response, by \(wordList(choice))."],
        kind: .responses(byStatus), span: responses.first?.span))
    return (nil, .byStatus(byStatus))
  }

  /// "Status 404." or "Status 200, `text/csv`."
  private static func summary(of response: Endpoint.Response) -> String {
    let statuses =
      response.statuses == Endpoint.Response.otherStatuses
      ? "Any other status" : "Status \(statusesText(response.statuses))"
    return "\(statuses)\(response.mediaType.map { ", \(DocComment.code($0.text))" } ?? "")."
  }
}
