import Diagnostics
import TrafficEvidence

/// Turns evidence into the model of a spec.
package struct SpecInferrer {
  package let module: String
  private let choice: ServerRules.Choice
  package let endpoints: [FoundEndpoint]
  /// Endpoints of which only failures were seen. They say how the service fails.
  let failed: [FoundEndpoint]
  private let basePath: [String]
  package let envelope: EnvelopeGuess?
  /// What each visit of all places finds.
  private struct Visit {
    var endpoints: [EndpointGuess] = []
    var envelope: [PropertyGuess] = []
    var failure: Guess?
  }

  package init(_ evidence: Evidence, module: String, hosts: [String]) {
    self.module = module
    choice = ServerRules.choose(evidence, hosts: hosts)
    let all = PathRules.endpoints(choice.paths)
    endpoints = all.filter { $0.reasonToReport == nil }
    failed = all.filter { $0.reasonToReport != nil }
    basePath = PathRules.basePath(endpoints)
    envelope = EnvelopeRule.find(all)
  }

  /// Infers endpoints whose paths are relative to a module's, and whose envelope is known.
  package init(_ endpoints: [FoundEndpoint], module: String, envelope: EnvelopeGuess?) {
    (self.module, self.endpoints, self.envelope) = (module, endpoints, envelope)
    choice = ServerRules.Choice()
    basePath = []
    failed = []
  }

  package func model() -> SpecModel {
    var model = SpecModel(module: module)
    model.basePath = basePath
    model.servers = ServerRules.named(choice.servers)
    if model.servers.isEmpty {
      model.servers = [.init(name: "main", url: "https://api.example.com/")]
      model.serverIsUnknown = true
    }
    model.otherServers = choice.others
    model.envelope = envelope
    model.failed = failed.compactMap { endpoint in
      endpoint.reasonToReport.map { .init(place: endpoint.label, text: $0) }
    }
    model.crowded = endpoints.compactMap(\.noteOnOmittedParameters)
    let credentials = CredentialRules(endpoints)
    let failures = FailureBodies(endpoints + failed, besides: envelope)
    let form = failures.own.flatMap { FailurePlace($0) }
    let failing = failures.own.map { form?.plain($0) ?? $0 }
    model.crowded += (endpoints + failed).flatMap { $0.notesOnUntoldFailures(envelope) }
    model.crowded += (endpoints + failed).compactMap(\.noteOnOmittedCalls)
    model.crowded += endpoints.compactMap(RPCRule.noteOnSelector)
    var names = EndpointNames(basePath: basePath.count)
    let named = endpoints.map { names.name(of: $0) }

    var builder = TypeBuilder()
    let visit = builder.converge { builder in
      var visit = Visit()
      for (endpoint, name) in zip(endpoints, named) {
        visit.endpoints.append(guess(endpoint, name, credentials, &builder))
      }
      if let envelope { visit.envelope = envelopeProperties(envelope, &builder) }
      if let failing {
        let place = TypeBuilder.Place(name: "failure", type: "Failure", rank: 0, owner: "", file: "module")
        visit.failure = builder.guess(Shape(failing), at: place)
      }
      return visit
    }
    model.endpoints = visit.endpoints
    model.envelopeProperties = visit.envelope
    if let guess = visit.failure { model.failure = (guess, form) }
    model.groups = Self.withoutEndlessObjects(builder.groups)
    model.clientParameters = credentials.clientParameters(model.endpoints, endpoints)
    credentials.apply(to: &model, endpoints)
    addErrors(
      to: &model, hasCodes: envelope?.failure?.code != nil || form?.code != nil,
      besides: Set(failures.foreign))
    model.foreignFailures = failures.foreignStatuses
    model.exchanges = choice.paths.requests
    model.removeUnusedGroups()
    Identifiers.apply(to: &model)
    SchemaNames.apply(to: &model)
    model.take(builder)
    model.notes += moduleNotes(model) + notes(of: failures)
    return model
  }

  private func moduleNotes(_ model: SpecModel) -> [InferenceNote] {
    var notes = model.endpoints.map { endpoint in
      InferenceNote(
        place: "\(endpoint.file): \(endpoint.name)",
        text: "\(endpoint.method) \(endpoint.path): \(counted(endpoint.samples, "request"))")
    }
    if let envelope {
      let place = envelope.payload.map { "the payload is '\($0)'" } ?? "the payload is the rest"
      notes.append(
        InferenceNote(place: "envelope", text: "\(place): in \(counted(envelope.members.count, "response"))"))
      if envelope.failure == nil {
        notes.append(InferenceNote(place: "envelope", text: "no failure was seen"))
      }
    }
    return notes
  }

  /// Objects that would have to contain themselves get an optional property instead: a response has an end.
  package static func withoutEndlessObjects(_ groups: [String: SchemaGroup]) -> [String: SchemaGroup] {
    var groups = groups
    var finished: Set<String> = []
    func visit(_ key: String, _ path: Set<String>) {
      guard !finished.contains(key), case .object(var properties)? = groups[key]?.content else { return }
      let path = path.union([key])
      for place in properties.indices {
        let property = properties[place]
        guard !property.isOptional, !property.guess.isNullable, case .group(let next) = property.guess.kind
        else { continue }
        if path.contains(next) {
          properties[place].isOptional = true
          groups[key]?.content = .object(properties)
        } else {
          visit(next, path)
        }
      }
      finished.insert(key)
    }
    for key in groups.keys.sorted() { visit(key, []) }
    return groups
  }

  // MARK: Failures

  private func notes(of failures: FailureBodies) -> [InferenceNote] {
    let all = endpoints + failed
    return failures.foreign.map { place in
      InferenceNote(
        place: all[place.endpoint].label,
        text: "a body of \(place.status) has another form than other failures, and is left out")
    }
  }

  private func envelopeProperties(_ envelope: EnvelopeGuess, _ builder: inout TypeBuilder) -> [PropertyGuess]
  {
    var result: [PropertyGuess] = []
    for field in envelope.members.fields {
      var place = TypeBuilder.Place(
        name: field.name, type: Words.type(Words.split(field.name)), owner: "", file: "envelope")
      place.isProperty = true
      place.mayBeAbsent = field.shape.count < envelope.members.count
      result.append(
        PropertyGuess(
          name: field.name, isOptional: place.mayBeAbsent, guess: builder.guess(field.shape, at: place),
          constant: RPCRule.constant(ofResponses: field.name, field.shape, to: endpoints),
          samples: envelope.members.count))
    }
    return result
  }

  // MARK: Endpoints

  package func guess(
    _ endpoint: FoundEndpoint, _ name: EndpointNames.Name, _ credentials: CredentialRules,
    _ builder: inout TypeBuilder
  ) -> EndpointGuess {
    let operation = endpoint.operation
    var result = EndpointGuess(
      name: name.endpoint, file: name.file, method: endpoint.method,
      path: name.path + (operation.slashes * 2 > operation.accepted ? "/" : ""), samples: operation.count)
    for (variable, label) in zip(endpoint.variables, name.variables) {
      var values = variable.values
      values.name = label
      var parameter = ParameterRules.guess(
        values, in: .path, of: 0, at: name.file, name.endpoint, &builder)
      parameter.name = label
      parameter.isRequired = true
      if variable.kind == .secret {
        parameter.guess = Guess(.scalar("string"))
        parameter.guess.isSecret = true
      }
      if variable.kind == .text || variable.kind == .random { parameter.guess = Guess(.scalar("string")) }
      if variable.kind != .secret, variable.distinct == 1 { parameter.comment = "only one value so far" }
      builder.note(
        .init(name: label, type: "", owner: name.endpoint, file: name.file),
        variable.kind == .secret
          ? "in the path: a secret" : "in the path: \(counted(variable.distinct, "value"))")
      result.parameters.append(parameter)
    }
    for evidence in operation.query where !credentials.isCredential(query: evidence.name) {
      add(
        ParameterRules.guess(
          evidence, in: .query, of: operation.accepted, at: name.file, name.endpoint, &builder), to: &result)
    }
    for evidence in operation.fields {
      add(
        ParameterRules.guess(
          evidence, in: .header, of: operation.accepted, at: name.file, name.endpoint, &builder), to: &result)
    }
    for name in CredentialRules.computedFields(operation) {
      var parameter = ParameterGuess(
        name: name, location: .header, isRequired: false, guess: Guess(.scalar("string")))
      parameter.guess.isSecret = true
      parameter.comment = CredentialRules.computedComment
      add(parameter, to: &result)
    }
    addBody(of: endpoint, name, to: &result, &builder)
    addResponses(of: endpoint, name, to: &result, &builder)
    addTexts(of: endpoint, name, to: &result, &builder)
    return result
  }

  /// Adds the failures whose body is a text, in JSON or alone, which the module's failures can't describe.
  private func addTexts(
    of endpoint: FoundEndpoint, _ name: EndpointNames.Name, to result: inout EndpointGuess,
    _ builder: inout TypeBuilder
  ) {
    for (status, response) in endpoint.operation.responses.sorted(by: { $0.key < $1.key })
    where (400..<500).contains(status) {
      let shape = response.failure
      if shape.count > 0, shape.texts?.count == shape.count {
        let place = TypeBuilder.Place(
          name: "failure", type: "Failure", rank: 2, owner: name.endpoint, file: name.file)
        var guess = builder.guess(shape, at: place)
        guess.isSecret = false
        result.failures.append((status, .json(guess)))
      } else if shape.count == 0, response.success.count == 0, case .text = FailureBody(response) {
        result.failures.append((status, .text))
      }
    }
  }

  private func add(_ parameter: ParameterGuess, to result: inout EndpointGuess) {
    var parameter = parameter
    parameter.rename(besides: Set(result.parameters.map { Words.folded($0.name) }))
    result.parameters.append(parameter)
  }

  private func addBody(
    of endpoint: FoundEndpoint, _ name: EndpointNames.Name, to result: inout EndpointGuess,
    _ builder: inout TypeBuilder
  ) {
    let bodies = endpoint.operation.bodies
    var place = TypeBuilder.Place(
      name: "body", type: name.bodyType, rank: 3, owner: name.endpoint, file: name.file)
    place.call = endpoint.call.map { RPCRule.Call($0) }
    let isForm = ["POST", "PUT", "PATCH"].contains(endpoint.method)
    if bodies.json.count > 0, endpoint.method == "GET" {
      result.lacksBody = true
    } else if bodies.json.count > 0 {
      var guess = builder.guess(bodies.json, at: place)
      guess.isSecret = false
      result.body = (guess, "json", bodies.none > 0)
    } else if bodies.forms > 0, isForm {
      for evidence in bodies.form {
        add(
          ParameterRules.guess(
            evidence, in: .form, of: endpoint.operation.accepted, at: name.file, name.endpoint, &builder),
          to: &result)
      }
    } else if bodies.multipart > 0, isForm {
      result.body = (Guess(.scalar("multipart")), "multipart", false)
      result.parts = parts(of: endpoint, name, &builder)
    } else if let type = bodies.others.max(by: { $0.value < $1.value })?.key, isForm {
      let isText = type.hasPrefix("text/")
      result.body = (Guess(.scalar(Self.mediaType(type))), isText ? "text" : "bytes", false)
    }
  }

  /// The parts of multipart bodies: fields, and files.
  private func parts(
    of endpoint: FoundEndpoint, _ name: EndpointNames.Name, _ builder: inout TypeBuilder
  ) -> [ParameterGuess] {
    let bodies = endpoint.operation.bodies
    var holder = EndpointGuess(name: "", file: "", method: "", path: "", samples: 0)
    for evidence in bodies.form where bodies.files[evidence.name] == nil {
      var part = ParameterRules.guess(
        evidence, in: .form, of: bodies.multipart, at: name.file, name.endpoint, &builder)
      // The language has no secret parts.
      part.guess.isSecret = false
      add(part, to: &holder)
    }
    for file in bodies.files.keys.sorted() {
      var part = ParameterGuess(
        name: file, location: .form, isRequired: true, guess: Guess(.scalar("file")))
      part.fileType = Self.mediaType(bodies.mediaType(ofFile: file) ?? "")
      add(part, to: &holder)
    }
    return holder.parameters
  }

  private func addResponses(
    of endpoint: FoundEndpoint, _ name: EndpointNames.Name, to result: inout EndpointGuess,
    _ builder: inout TypeBuilder
  ) {
    let successes = endpoint.successes
    result.hasEnvelope =
      envelope.map { envelope in successes.allSatisfy { envelope.fits($0.response.success) } } ?? false
    var json = Shape()
    var root = Shape()
    var other: [(status: Int, response: EndpointGuess.Response)] = []
    var hasJSON = false
    for (status, response) in successes {
      if response.success.count > 0 {
        hasJSON = true
        root.merge(response.success)
        if result.hasEnvelope, let envelope {
          if let payload = envelope.payload(of: response.success) { json.merge(payload) }
        } else {
          json.merge(response.success)
        }
      } else if let type = response.media.filter({ $0.key != "application/json" }).max(by: {
        ($0.value, $1.key) < ($1.value, $0.key)
      })?.key {
        other.append(
          (status, type.hasPrefix("text/") ? .text(Self.mediaType(type)) : .bytes(Self.mediaType(type))))
      } else if response.empty > 0 {
        other.append((status, .empty))
      }
    }
    var place = TypeBuilder.Place(name: name.endpoint, type: name.type, rank: 2, owner: "", file: name.file)
    if hasJSON {
      let status = successes.first { $0.response.success.count > 0 }?.status ?? 200
      if json.lists != nil || MapRule.isMap(json) {
        place.type = name.elementType
        place.otherType = name.elementType + "Item"
      } else {
        // Nothing is called like what has a path of its own.
        if endpoint.method == "GET", endpoint.endsInVariable { place.rank = 0 }
        place.otherType = name.ownerType
      }
      var guess = builder.guess(json, at: place)
      // Only a property can be a secret.
      guess.isSecret = false
      let isNothing =
        json.values == 0
        || json.objects.map { $0.count == json.count && $0.all.fields.isEmpty && $0.all.map.entries == 0 }
          == true
      result.responses.append((status, isNothing && result.hasEnvelope ? .empty : .json(guess)))
      result.responseComment = guess.comment ?? (root.count == 1 ? "one sample" : nil)
    }
    result.responses += other
    result.responses.sort { $0.status < $1.status }
    if result.responses.isEmpty {
      result.responses = [(200, .json(.any))]
      let isUnreadable = successes.contains { $0.response.unreadable > 0 }
      result.responseComment = isUnreadable ? "no response could be read" : "no response with a body was seen"
      result.hasEnvelope = result.hasEnvelope && !successes.isEmpty
    }
    if result.responses.count == 1, case .json = result.responses[0].response, PageRule.mayHaveList(json) {
      result.pagination = PageRule.pagination(
        result.parameters, root.objects?.all, links: successes.reduce(0) { $0 + $1.response.links },
        method: endpoint.method)
      if let envelope, result.hasEnvelope, !envelope.hasPaths(result.pagination) { result.pagination = [] }
      if !result.pagination.isEmpty {
        builder.note(
          place, "pages: " + result.pagination.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
      }
    }
  }

  /// A media type as the spec language accepts it.
  private static func mediaType(_ type: String) -> String {
    let isPlain = type.utf8.count <= 100 && type.utf8.allSatisfy { $0.isWordByte || "/+.-".utf8.contains($0) }
    return isPlain && type.split(separator: "/").count == 2 ? type : "application/octet-stream"
  }
}

extension MapRule {
  /// Whether values are maps.
  static func isMap(_ shape: Shape) -> Bool { shape.objects.map { reason($0.all) != nil } ?? false }
}
