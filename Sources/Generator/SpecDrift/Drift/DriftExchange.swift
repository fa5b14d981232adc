import APIModel
import Diagnostics
import MockServer
import SchemaValues
import SpecInference
import TrafficEvidence
import WGNAPIJSON

/// One exchange with an endpoint that the spec has.
struct DriftExchange {
  let module: Module
  let endpoint: Endpoint
  let exchange: TrafficExchange
  /// What the request says; nil if it isn't known.
  let reading: RequestReading?

  /// - Returns: Whether the spec describes the request, and accepts the response.
  @discardableResult
  func walk(_ walker: inout DriftWalker) -> (request: Bool, response: Bool) {
    walker.table.visit(endpoint.span)
    let start = walker.table.contradictions
    // What the service refuses says nothing about what it accepts.
    if !isRefused { walkRequest(&walker) }
    let middle = walker.table.contradictions
    walker.isPartial = isPartial
    if !isUntoldFailure(&walker) { walkResponse(&walker) }
    walker.isPartial = false
    return (start == middle, middle == walker.table.contradictions)
  }

  // MARK: Requests

  private func walkRequest(_ walker: inout DriftWalker) {
    guard let reading else { return }
    walker.table.visit(endpoint.name.span)
    let parameters = endpoint.parameters + module.clientParameters(of: endpoint)
    for parameter in parameters {
      guard let value = reading.value(of: parameter) else { continue }
      let label = "\(endpoint.operation)(\((parameter.label ?? parameter.name).text))"
      walker.walk(value, parameter.schema, .init(label: label, isSecret: parameter.isSecret))
    }
    let misplaced = reading.warnings.filter { $0.keyword == "misplaced" }.compactMap { problem in
      endpoint.misplacedParameter(problem).map { (problem, parameter: $0) }
    }
    let hasOtherBody = exchange.hasBodyBesideForm(of: endpoint)
    if hasOtherBody { noteMediaTypeOfBody(&walker) }
    for problem in reading.problems where !hasOtherBody || problem.place != .form {
      // It isn't there because it is in another place.
      if problem.keyword == "missing", misplaced.contains(where: { problem.isAbout($0.parameter) }) {
        continue
      }
      note(problem, parameters, &walker)
    }
    for (problem, parameter) in misplaced { noteMisplaced(problem, parameter, reading, &walker) }
    let unknown = reading.warnings.filter { $0.keyword == "unknown" }
    if !unknown.isEmpty {
      let query = Dictionary(grouping: exchange.query, by: \.name)
      let form = Dictionary(grouping: exchange.body.pairs, by: \.name)
      for problem in unknown {
        guard let name = problem.name else { continue }
        addParameter(
          name, (problem.place == .form ? form : query)[name] ?? [], isForm: problem.place == .form, &walker)
      }
    }
    if case .multipart(let parts) = endpoint.body { walkParts(parts, &walker) }
    guard let body = reading.body, let schema = bodySchema(reading) else { return }
    let words = exchange.call == nil ? WordPlace.ordinary : .call
    walker.walk(body, schema, .init(label: "\(endpoint.operation)(body)", words: words))
  }

  private func bodySchema(_ reading: RequestReading) -> Schema? {
    guard case .alternatives(let alternatives) = endpoint.body else { return schema(of: endpoint.body) }
    guard let place = reading.alternative, alternatives.indices.contains(place) else { return nil }
    return schema(of: alternatives[place].body)
  }

  private func schema(of body: Endpoint.Body?) -> Schema? {
    switch body {
    case .json(let schema), .jsonOfType(let schema, _), .form(let schema, _, _, _): schema
    case .alternatives, .bytes, .text, .file, .multipart, nil: nil
    }
  }

  private func note(_ problem: Problem, _ parameters: [Parameter], _ walker: inout DriftWalker) {
    if problem.place == .body, problem.pointer.isEmpty, problem.keyword == "mediaType" {
      return noteMediaTypeOfBody(&walker)
    }
    guard problem.place != .cookie, let parameter = parameters.first(where: problem.isAbout) else { return }
    let key = parameter.label ?? parameter.name
    let label = "\(endpoint.operation)(\(key.text))"
    switch problem.keyword {
    // A client's parameters are usually credentials, which recordings and browsers leave out.
    case "missing" where endpoint.parameters.contains(where: problem.isAbout) && !parameter.isSecret:
      walker.table.record(.missingParameter, at: key.span, label) {
        $0.totalAt = SpecPlace(endpoint.name.span)
      }
    case "syntax": walker.table.record(.otherForm(.syntax), at: parameter.schema.span, label)
    case "repeated": walker.table.record(.otherForm(.repeated), at: parameter.schema.span, label)
    default: return
    }
  }

  /// Reports a parameter sent in the wrong place, without an edit: traffic doesn't show which place the service reads.
  private func noteMisplaced(
    _ problem: Problem, _ parameter: Parameter, _ reading: RequestReading, _ walker: inout DriftWalker
  ) {
    let key = parameter.label ?? parameter.name
    let form = OtherForm.place(
      sent: problem.place == .form ? .form : .query, described: parameter.location)
    // The endpoint needs no more than this.
    let isMissing = reading.problems.contains { $0.keyword == "missing" && $0.isAbout(parameter) }
    walker.table.record(
      .otherForm(form), at: key.span, "\(endpoint.operation)(\(key.text))", contradicts: isMissing
    ) { $0.totalAt = SpecPlace(endpoint.name.span) }
  }

  private func addParameter(
    _ name: String, _ pairs: [(name: String, value: String)], isForm: Bool, _ walker: inout DriftWalker
  ) {
    // Nothing is known of a name that looks like a value.
    var found: [ParameterEvidence] = []
    walker.secrets.add(pairs, to: &found)
    let evidence = found.first
    walker.table.record(
      .newParameter(evidence == nil || name.isEmpty ? nil : name), at: endpoint.span, endpoint.operation
    ) { entry in
      entry.totalAt = SpecPlace(endpoint.name.span)
      guard let evidence else {
        entry.canEdit = false
        return
      }
      if entry.parameter == nil {
        entry.parameter = .init(evidence: ParameterEvidence(name: name), isForm: isForm, hasForm: hasForm)
        entry.taken = takenNames
      }
      entry.parameter?.evidence.merge(evidence)
      if evidence.texts.secrets > 0 { entry.canEdit = false }
    }
  }

  /// Whether parameters are in the form unless they say otherwise.
  private var hasForm: Bool { endpoint.usualLocation == .form }

  /// What the names of parameters become in Swift.
  private var takenNames: Set<String> {
    Set(
      (endpoint.parameters + module.clientParameters(of: endpoint)).map { parameter in
        Words.folded((parameter.schema.swiftName ?? parameter.label ?? parameter.name).text)
      })
  }

  /// Whether the request asked for some fields only.
  private var isPartial: Bool {
    guard let partial = endpoint.policies.partial else { return false }
    return exchange.query.contains { $0.name == partial.fieldsParameter }
      || exchange.body.pairs.contains { $0.name == partial.fieldsParameter }
  }

  // MARK: Responses

  var envelope: Envelope? { module.envelope(of: endpoint) }

  /// Whether the envelope says that the request failed.
  private var isFailure: Bool {
    guard let failure = envelope?.failure, let object = exchange.response.json?.object,
      let value = object[failure.property.text]
    else { return false }
    return failure.isReported(in: .object([.init(name: failure.property.text, value: Literal(value))]))
  }

  /// A spec that says how failures look knows it better than anybody else.
  var isRefused: Bool {
    envelope?.failure == nil ? exchange.isRefused : exchange.status >= 400 || isFailure
  }

  func walkResponse(_ walker: inout DriftWalker) {
    let status = exchange.status
    if status < 400 || envelope == nil || exchange.response.json == nil {
      switch endpoint.response(status: status, contentType: exchange.response.contentType) {
      case .response(let response):
        if !isFailure { walkHeaders(&walker) }
        if response.payload.isStream { return walkElements(of: response, &walker) }
        return walkPayload(response.payload, isSuccess: status < 300, &walker)
      case .otherTypes(let responses): return noteMediaType(responses, &walker)
      case .undescribed: break
      }
    }
    // Clients read the body of a failure only if the status isn't one of success.
    let isSuccess = status < 300
    if !isSuccess, let failure = endpoint.failure(status: status, in: module) {
      if isForeign(failure, &walker) { return }
      if let json = exchange.response.json { walkError(Literal(json), failure.paths, &walker) }
      return walkPayload(failure.payload, isSuccess: false, &walker)
    }
    if let envelope, isFailure, let value = exchange.response.json {
      return walkEnvelope(envelope, Literal(value), payload: nil, &walker)
    }
    // Anybody's gateway may answer with these.
    guard status < 500 else { return }
    // For a failure, clients throw an error in any case; a response that worked becomes one, too.
    walker.table.record(
      .newStatus(status), at: endpoint.name.span, endpoint.operation, contradicts: isSuccess
    ) { $0.totalAt = SpecPlace(endpoint.span) }
  }

  private func walkPayload(
    _ payload: Endpoint.Response.Payload, isSuccess: Bool, _ walker: inout DriftWalker
  ) {
    guard case .json(let schema) = payload, let json = exchange.response.json else { return }
    let value = Literal(json)
    if isSuccess, let envelope { return walkEnvelope(envelope, value, payload: schema, &walker) }
    let words = isRefused ? WordPlace.error : .ordinary
    walker.walk(value, schema, .init(label: "\(endpoint.operation)()", words: words))
  }

  private func walkEnvelope(
    _ envelope: Envelope, _ value: Literal, payload: Schema?, _ walker: inout DriftWalker
  ) {
    let schema = envelope.schema
    let label = envelope.name.text
    walker.table.visit(schema.span)
    if isFailure, let failure = envelope.failure { walkError(value, failure.paths, &walker) }
    guard case .object(let members) = value else {
      return walker.table.record(.otherType(value.type), at: schema.span, label)
    }
    let object = walker.index.flattenedObject(schema) ?? FlatObject()
    let spot = DriftWalker.Spot(label: label)
    let inner = DriftWalker.Spot(label: "\(endpoint.operation)()")
    guard let key = envelope.payload?.text else {
      let own = Set(object.properties.map(\.name.text))
      walker.walkMembers(members.filter { own.contains($0.name) }, object, schema, spot)
      if let payload, !isFailure {
        walker.walk(.object(members.filter { !own.contains($0.name) }), payload, inner)
      }
      return
    }
    walker.walkMembers(members, object, schema, spot, except: [key])
    if let payload, !isFailure, let value = value.member(key) { walker.walk(value, payload, inner) }
  }
}

extension Endpoint {
  /// The parameter that a request has in another place.
  fileprivate func misplacedParameter(_ problem: Problem) -> Parameter? {
    parameters.first {
      $0.name.text == problem.name && $0.location != .path && Problem.Place($0.location) != problem.place
    }
  }
}

extension Problem {
  /// Whether it is about a parameter in its own place.
  fileprivate func isAbout(_ parameter: Parameter) -> Bool {
    name == parameter.name.text && place == Place(parameter.location)
  }
}
