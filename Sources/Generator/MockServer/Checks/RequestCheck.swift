import APIModel
import SchemaValues

/// Checks a request against the description of an endpoint.
struct RequestCheck {
  let module: Module
  let endpoint: Endpoint
  let values: TextValue
  let readOnly: ReadOnlyKeys
  let request: MockRequest
  /// The percent-encoded parts of the path, by the names of parameters.
  let pathValues: [String: String]

  func run() -> RequestReading {
    var reading = RequestReading()
    let query = request.queryPairs
    let form = request.formPairs
    for (place, pairs) in [(Problem.Place.query, query), (.body, form)] where pairs.count > TextPair.most {
      let message = "has more than \(TextPair.most) names and values, which is more than this server reads"
      reading.problems.append(Problem(place: place, keyword: "size", message: message))
    }
    if !reading.problems.isEmpty { return reading }
    let credentials = CredentialCheck(
      module: module, endpoint: endpoint, request: request, pathValues: pathValues, pairs: query + form)
    if let missing = credentials.missing() {
      reading.problems.append(
        Problem(place: .credentials, keyword: "missing", message: missing.message, status: 401))
    }
    let sent = SentPairs(endpoint, request, query: query, form: form)
    for parameter in endpoint.parameters where parameter.location != .url {
      check(parameter, sent, &reading)
    }
    for parameter in module.clientParameters(of: endpoint) {
      check(parameter, sent, isClients: true, &reading)
    }
    checkRequirements(&reading)
    checkFields(query + form, &reading)
    checkConstants(&reading)
    let body = BodyCheck(
      endpoint: endpoint, values: values, request: request, form: form, readOnly: readOnly
    ).run()
    reading.problems += body.problems
    reading.body = body.value
    reading.alternative = body.alternative
    reading.url = request.header("Host").map { "http://\($0)\(request.path)" }
    reading.query = request.query
    reading.linkedPage = query.first { $0.name == PageRequest.linkParameter }.flatMap {
      NumberText($0.text.decoded).nearestInteger
    }
    reading.warnings += unknown(query, in: .query, sent, credentials.parameterNames)
    // A body has a schema of its own.
    if endpoint.body == nil {
      reading.warnings += unknown(form, in: .form, sent, credentials.parameterNames)
    }
    return reading
  }

  // MARK: Parameters

  private func check(
    _ parameter: Parameter, _ sent: SentPairs, isClients: Bool = false, _ reading: inout RequestReading
  ) {
    let name = parameter.name.text
    func add(_ keyword: String, _ message: String, _ pointer: String = "", _ value: String? = nil) {
      let isSecret = parameter.isSecret || values.checker.index.containsSecret(parameter.schema)
      reading.problems.append(
        Problem(
          place: .init(parameter.location), name: name, pointer: pointer, keyword: keyword,
          message: isSecret && keyword != "missing" ? "isn't what the spec describes" : message,
          value: isSecret ? nil : value))
    }
    switch read(parameter, sent, isClients: isClients) {
    case .absent:
      let isNeeded = parameter.isRequired && parameter.schema.defaultValue == nil
      if isNeeded { add("missing", "is missing") }
    case .problem(let keyword, let message): add(keyword, message)
    case .value(let value):
      reading.set(value, of: parameter)
      guard let violations = values.checker.violations(of: value, by: parameter.schema) else {
        return add("size", "takes too much work to check")
      }
      if violations.isEmpty { return }
      let text = value.texts.joined(separator: ",")
      for violation in violations {
        add(violation.keyword, violation.message, violation.path.pointer, text)
      }
    }
  }

  private func read(_ parameter: Parameter, _ sent: SentPairs, isClients: Bool) -> ParameterReader.Reading {
    let reader = ParameterReader(parameter: parameter, values: values)
    let name = parameter.name.text
    switch parameter.location {
    case .path:
      return pathValues[name].map { reader.read(SentText(percentEncoded: $0, plusIsSpace: false)) } ?? .absent
    case .header: return request.header(name).map { reader.read(SentText(withoutOuterSpaces($0))) } ?? .absent
    case .cookie: return reader.read(TextPairs(request.cookies))
    // The server has such an endpoint at one path, whatever the URL in a response is.
    case .url: return .absent
    case .query: return reader.read(isClients ? sent.all : sent.query)
    case .form: return reader.read(isClients ? sent.all : sent.form)
    }
  }

  private func checkRequirements(_ reading: inout RequestReading) {
    for requirement in endpoint.requirements {
      let names = requirement.parameters.map(\.text)
      let sent = names.filter { name in
        reading.value(named: name) != nil
          || reading.problems.contains { $0.name == name && $0.keyword != "missing" }
      }
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      if sent.isEmpty {
        reading.problems.append(
          Problem(
            place: place(of: names.first), name: names.first, keyword: "missing",
            message: "one of \(list) is needed"))
      } else if sent.count > 1, requirement.kind == .exactlyOne {
        reading.problems.append(
          Problem(
            place: place(of: sent.last), name: sent.last, keyword: "choice",
            message: "only one of \(list) is allowed"))
      }
    }
  }

  /// Where the endpoint reads a parameter from.
  private func place(of name: String?) -> Problem.Place {
    endpoint.parameters.first { $0.name.text == name }.map { .init($0.location) } ?? .query
  }

  /// Header fields that have the same value in every request, unless a parameter overrides it.
  private func checkConstants(_ reading: inout RequestReading) {
    let parameters = (endpoint.parameters + module.clientParameters(of: endpoint)).filter {
      $0.location == .header
    }
    let own = Set(parameters.map { $0.name.text.lowercased() })
    for header in module.constantHeaders(of: endpoint) {
      let name = header.name.text
      // What a document's responses are is negotiated.
      if module.origin == .document, name.lowercased() == "accept" { continue }
      let sent = request.header(name).map { withoutOuterSpaces($0) }
      guard sent != header.value, sent == nil || !own.contains(name.lowercased()) else { continue }
      reading.problems.append(
        Problem(
          place: .header, name: name, keyword: sent == nil ? "missing" : "const",
          message: sent == nil ? "is missing: it is always '\(header.value)'" : "must be '\(header.value)'",
          value: sent))
    }
  }

  // MARK: Partial responses

  private func checkFields(_ pairs: [TextPair], _ reading: inout RequestReading) {
    guard let partial = endpoint.policies.partial else { return }
    func list(_ name: String) -> [String]? {
      let texts = pairs.filter { $0.name == name }.map(\.text.decoded)
      guard !texts.isEmpty else { return nil }
      return texts.flatMap { $0.split(separator: partial.separator).map { withoutOuterSpaces($0) } }
    }
    reading.fields = list(partial.fieldsParameter)
    reading.extraFields = partial.extraParameter.flatMap(list) ?? []
    if let most = partial.maximum, let count = reading.fields?.count, count > most {
      reading.problems.append(
        Problem(
          place: .query, name: partial.fieldsParameter, keyword: "maxItems",
          message: "\(count) elements, at most \(most) expected"))
    }
  }

  // MARK: Others

  /// Parameters in the query or the form that the endpoint doesn't have, or reads from another place.
  private func unknown(
    _ pairs: [TextPair], in place: Parameter.Location, _ sent: SentPairs, _ credentials: [String]
  ) -> [Problem] {
    // The query of a whole URL isn't described.
    if endpoint.urlParameter != nil { return [] }
    var known = Set(credentials)
    var elsewhere: [String: Parameter] = [:]
    for parameter in endpoint.parameters where parameter.location != .path {
      let isHere = sent.areRead(parameter.location, from: place)
      if isHere, isMapOfPairs(parameter) { return [] }
      for name in names(of: parameter) {
        if isHere { known.insert(name) } else { elsewhere[name] = elsewhere[name] ?? parameter }
      }
    }
    for parameter in module.clientParameters where parameter.location != .path {
      if isMapOfPairs(parameter) { return [] }
      known.formUnion(names(of: parameter))
    }
    if let partial = endpoint.policies.partial {
      known.formUnion([partial.fieldsParameter, partial.extraParameter].compactMap(\.self))
    }
    if case .link? = endpoint.policies.pagination?.style { known.insert(PageRequest.linkParameter) }
    if case .allowedWithKeyParameter(let name) = endpoint.policies.queue { known.insert(name) }
    var seen: Set<String> = []
    return pairs.map(\.name).compactMap { name in
      // `filter[name]` belongs to `filter`.
      let base = String(name.prefix { $0 != "[" })
      if known.contains(name) || known.contains(base) { return nil }
      let misplaced = elsewhere[name] ?? elsewhere[base]
      let shown = misplaced?.name.text ?? name
      guard seen.insert(shown).inserted else { return nil }
      return Problem(
        place: .init(place), name: shown, keyword: misplaced == nil ? "unknown" : "misplaced",
        message: misplaced.map { "the endpoint reads it from the \($0.location.noun)" }
          ?? "isn't a parameter of this endpoint")
    }
  }

  /// The names under which a parameter is sent.
  private func names(of parameter: Parameter) -> Set<String> {
    let own: Set = [parameter.name.text]
    guard parameter.style?.isExploded == true else { return own }
    return own.union(values.members(of: parameter.schema).names)
  }

  /// Whether a parameter is sent under any names.
  private func isMapOfPairs(_ parameter: Parameter) -> Bool {
    parameter.style?.isExploded == true && values.isMap(parameter.schema)
  }
}
