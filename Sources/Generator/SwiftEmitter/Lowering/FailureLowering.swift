import APIModel
import Diagnostics

/// Turns failures into the runtime's `FailureFormat`s.
struct FailureLowering {
  let names: TypeNames
  /// The type that contains the types of unnamed bodies.
  let enclosing: [String]

  /// `.json(404, BasicError.self)`, one for each failure; and the types of their bodies, with the statuses that have them.
  func lower(
    _ failures: [Failure], by schemas: inout SchemaLowering
  ) -> (expressions: [Code], imports: Imports, bodies: FailureBodies) {
    var imports: Imports = failures.isEmpty ? [] : .responsesInside
    var bodies = FailureBodies()
    func addBody(_ type: String, _ failure: Failure) { bodies.add(type, statusesText(failure.statuses)) }
    let expressions = failures.map { failure -> Code in
      let isOther = failure.statuses == Endpoint.Response.otherStatuses
      let statuses = statusesArgument(isOther ? 300...failure.statuses.upperBound : failure.statuses)
      if let codec = failure.codec?.text {
        let type = failure.mediaType.map { "type: \(Code.string($0.text))" as Code }
        addBody("\(codec).Value", failure)
        return .call(".decoded", [statuses, "\(codec).self", type])
      }
      switch failure.payload {
      // The reader has rejected streams.
      case .empty, .bytes, .stream, .events, .byteStream: return .call(".empty", [statuses])
      case .text:
        addBody("String", failure)
        return .call(".text", [statuses])
      case .json(let schema):
        let type = failureTypeName(failure.statuses)
        let place = Place(enclosing: enclosing, name: type, elementName: type + "Element")
        let use = schemas.use(schema, in: place).element
        imports.formUnion(use.type.imports.hidingOwn)
        addBody(use.type.text, failure)
        if let coder = use.coder { imports.formUnion(coder.imports) }
        if let constraint = use.constraint { imports.formUnion(constraint.code.imports) }
        var arguments: [Code?] = [
          statuses, (use.coder ?? .own(use.type)).metatype, use.constraint?.code,
        ]
        if failure.paths.hasError {
          let expression = FailureExpression(names: names, body: schema, paths: failure.paths)
          expression.check(into: &schemas.sink)
          arguments += expression.closures
        }
        return .call(".json", arguments)
      }
    }
    return (expressions, imports, bodies)
  }
}

/// The types of failures' bodies, with the statuses that have them.
struct FailureBodies {
  private(set) var list: [(type: String, statuses: [String])] = []

  mutating func add(_ type: String, _ status: String) {
    let position = list.firstIndex { $0.type == type } ?? list.count
    if position == list.count { list.append((type, [])) }
    list[position].statuses.append(status)
  }
}

extension EndpointLowering {
  /// The endpoint's failures: its own, the module's, or both.
  mutating func lower(failuresOf endpoint: Endpoint, in request: String) -> (
    expression: Code?, imports: Imports, bodies: FailureBodies
  ) {
    var own = FailureLowering(names: schemas.names, enclosing: [request]).lower(
      endpoint.failures, by: &schemas)
    let modules = endpoint.applicable(failures)
    let hasModules = !modules.isEmpty
    if hasModules, !own.bodies.list.isEmpty {
      let others = modules.filter { other in !endpoint.failures.contains { $0.statuses == other.statuses } }
      // Their types are declared with the client.
      var declared = SchemaLowering(names: schemas.names)
      let lowering = FailureLowering(names: schemas.names, enclosing: [schemas.names.common.client])
      for body in lowering.lower(others, by: &declared).bodies.list {
        for status in body.statuses { own.bodies.add(body.type, status) }
      }
    }
    let list = Code.array(own.expressions)
    let shared = schemas.names.common.failures
    let expression: Code? =
      switch (hasModules, own.expressions.isEmpty) {
      case (false, true): nil
      case (false, false): list
      case (true, true): "\(shared).all"
      case (true, false): .call("\(shared).all.overridden", ["by: \(list)"])
      }
    return (expression, own.imports, own.bodies)
  }

  /// The types of all bodies of failures that an endpoint may have: its own, and the module's.
  func failureBodies(
    of endpoint: Endpoint, own: [(type: String, statuses: [String])]
  ) -> [(type: String, statuses: [String])] {
    guard own.isEmpty else { return own }
    var declared = SchemaLowering(names: schemas.names)
    return FailureLowering(names: schemas.names, enclosing: [schemas.names.common.client])
      .lower(endpoint.applicable(failures), by: &declared).bodies.list
  }

  /// Whether the body of a failure may contain the module's error codes, or the endpoint lists errors.
  func hasErrorCodes(_ endpoint: Endpoint) -> Bool {
    guard endpoint.envelope == nil else { return false }
    let all = endpoint.failures + endpoint.applicable(failures)
    return !endpoint.errors.isEmpty || all.contains(where: \.paths.hasError)
  }

  /// Declares the type of a response's header fields.
  mutating func declare(_ headers: [ResponseHeader], in request: String) {
    let place = Place(enclosing: [request], name: "ResponseHeaders")
    var scope = NameScope("two headers of '\(request)'")
    let fields = headers.map { header -> Declaration.HeaderField in
      let name = SwiftName.member(
        header.name.text, override: header.schema.swiftName?.text, avoiding: ["reader"])
      scope.claim(name, for: header.schema.swiftName ?? header.name, into: &schemas.sink)
      let word = (header.schema.swiftName ?? header.name).text
      let use = schemas.use(header.schema, in: place.property(word, avoiding: schemas.names.all))
      let isList = if case .array = use.type.meaning { true } else { false }
      let values = ValueNotes(header.schema, in: schemas.index)
      return Declaration.HeaderField(
        name: name, wireName: header.name.text, type: use.type, coder: use.coder,
        constraint: use.constraint, isList: isList, isRequired: header.isRequired,
        documentation: DocComment.lines(
          summary: header.schema.documentation.summary, details: header.schema.documentation.details,
          remarks: DocComment.paragraph(Self.presence(of: header) + values.limits() + values.example()),
          indent: 4), span: header.name.span)
    }
    schemas.insertFirst(
      Declaration(
        enclosing: [request], name: place.name,
        documentation: ["/// The header fields of responses. Each is decoded when it is accessed."],
        kind: .headers(fields)))
  }

  /// "With status 202 only."; nothing if all responses have the field.
  private static func presence(of header: ResponseHeader) -> [String] {
    guard !header.statuses.isEmpty else { return [] }
    let named = header.statuses.filter { $0 != Endpoint.Response.otherStatuses }
    var parts: [String] = []
    if !named.isEmpty {
      parts.append((named.count == 1 ? "status " : "statuses ") + wordList(named.map(statusesText)))
    }
    if named.count < header.statuses.count { parts.append("other statuses") }
    return ["With \(wordList(parts)) only."]
  }
}
