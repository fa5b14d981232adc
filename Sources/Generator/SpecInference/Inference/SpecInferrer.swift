import APIModel
import Diagnostics
import GeneratorKit
import TrafficEvidence

/// Turns evidence into a module.
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
    var endpoints: [Endpoint] = []
    var envelope: Envelope?
    var failure: Failure?
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

  package func guess() -> ModuleGuess {
    var model = ModuleGuess(module: module)
    model.module.basePath = basePath.map { EndpointNames.escaped($0) + "/" }.joined()
    model.module.servers = ServerRules.named(choice.servers)
    if model.module.servers.isEmpty {
      model.module.servers = [
        Server(
          name: Name(guess: "main"), url: "https://api.example.com/",
          documentation: .init(summary: "the server isn't known"))
      ]
    }
    model.otherServers = choice.others
    model.failed = failed.compactMap { endpoint in
      endpoint.reasonToReport.map { .init(place: endpoint.label, text: $0) }
    }
    model.crowded = notesOnLimits
    let credentials = CredentialRules(endpoints)
    let failures = FailureBodies(endpoints + failed, besides: envelope(of:))
    let form = failures.form
    model.crowded += (endpoints + failed).flatMap { $0.notesOnUntoldFailures(envelope(of: $0)) }
    model.crowded += endpoints.compactMap(RPCRule.noteOnSelector)
    var names = EndpointNames(basePath: basePath.count)
    let named = endpoints.map { names.name(of: $0) }

    var builder = TypeBuilder()
    let visit = builder.converge { builder in
      var visit = Visit()
      for (endpoint, name) in zip(endpoints, named) {
        visit.endpoints.append(guess(endpoint, name, credentials, &builder))
      }
      visit.envelope = envelope.map { written($0, &builder) }
      visit.failure = failure(failures, form, &builder)
      for (place, endpoint) in endpoints.enumerated() {
        addFailures(
          of: endpoint, named[place], to: &visit.endpoints[place], hasUsual: visit.failure != nil, &builder)
      }
      return visit
    }
    model.module.endpoints = visit.endpoints
    model.module.envelopes = [visit.envelope].compactMap(\.self)
    model.module.failures = [visit.failure].compactMap(\.self)
    model.groups = Self.withoutEndlessObjects(builder.groups)
    model.module.clientParameters = credentials.clientParameters(visit.endpoints, endpoints)
    credentials.apply(to: &model.module, endpoints)
    model.module.addWantedMediaTypes(endpoints)
    addErrors(to: &model, form, besides: Set(failures.foreign))
    model.exchanges = choice.paths.requests
    model.removeUnusedGroups()
    Identifiers.apply(to: &model)
    SchemaNames.apply(to: &model)
    model.take(builder)
    model.notes += moduleNotes(model.module) + notes(of: failures)
    model.module.removeClientParameters()
    model.nameGroups()
    return model
  }

  /// What endpoints lack, because there is too much of it, or the language has no form for it.
  package var notesOnLimits: [InferenceNote] {
    endpoints.compactMap(\.noteOnOmittedParameters) + (endpoints + failed).compactMap(\.noteOnOmittedCalls)
      + endpoints.flatMap(\.notesOnOmittedBodies)
  }

  private func moduleNotes(_ module: Module) -> [InferenceNote] {
    var notes = zip(module.endpoints, endpoints).map { endpoint, found in
      InferenceNote(
        place: "\(endpoint.span.file): \(endpoint.name.text)",
        text: "\(found.method) \(endpoint.path.text): \(counted(found.operation.count, "request"))")
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
      guard !finished.contains(key), let properties = groups[key]?.schema.object.properties else { return }
      let path = path.union([key])
      for (place, property) in properties.enumerated() {
        guard property.isRequired, !property.schema.isNullable, let next = property.schema.reference?.text
        else { continue }
        if path.contains(next) {
          groups[key]?.schema.object.properties[place].isRequired = false
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

  // MARK: Endpoints

  package func guess(
    _ endpoint: FoundEndpoint, _ name: EndpointNames.Name, _ credentials: CredentialRules,
    _ builder: inout TypeBuilder
  ) -> Endpoint {
    let operation = endpoint.operation
    let path = name.path + (operation.slashes * 2 > operation.accepted ? "/" : "")
    var result = Endpoint(
      name: Name(guess: name.endpoint), methods: [.init(other: endpoint.method)], path: Name(guess: path),
      span: .unknown(file: name.file))
    for (variable, label) in zip(endpoint.variables, name.variables) {
      var values = variable.values
      values.name = label
      var parameter = ParameterRules.guess(
        values, in: .path, of: 0, at: name.file, name.endpoint, &builder)
      parameter.name = Name(guess: label)
      parameter.specName = label
      parameter.isRequired = true
      if [.secret, .text, .random].contains(variable.kind) {
        parameter.schema = Schema(.string)
        parameter.schema.isSecret = variable.kind == .secret
      }
      if variable.kind != .secret, variable.distinct == 1 {
        parameter.schema.comment = "only one value so far"
      }
      builder.note(
        .init(name: label, type: "", owner: name.endpoint, file: name.file),
        variable.kind == .secret
          ? "in the path: a secret" : "in the path: \(counted(variable.distinct, "value"))")
      result.parameters.append(parameter)
    }
    for evidence in operation.query where !credentials.isCredential(query: evidence.name) {
      add(
        ParameterRules.guess(
          evidence, in: .query, of: operation.accepted, at: name.file, name.endpoint, &builder),
        to: &result.parameters)
    }
    for evidence in operation.fields {
      add(
        ParameterRules.guess(
          evidence, in: .header, of: operation.accepted, at: name.file, name.endpoint, &builder),
        to: &result.parameters)
    }
    for name in CredentialRules.computedFields(operation) {
      var parameter = Parameter(
        name: Name(guess: name), location: .header, schema: Schema(.string), isRequired: false)
      parameter.schema.isSecret = true
      parameter.schema.comment = CredentialRules.computedComment
      add(parameter, to: &result.parameters)
    }
    addBody(of: endpoint, name, to: &result, &builder)
    addResponses(of: endpoint, name, to: &result, &builder)
    addTexts(of: endpoint, name, to: &result, &builder)
    let comments = [
      operation.count == 1 ? "one request" : nil,
      BodyKinds(operation.bodies).kept.isEmpty || result.methods.allSatisfy(\.allowsBody)
        ? nil : "its requests have a body, which a \(endpoint.method) can't have here",
      result.documentation.summary,
      result.policies.pagination == nil ? nil : "its pages are a guess by names",
    ].compactMap(\.self)
    result.documentation.summary = comments.joined(separator: "; ")
    return result
  }

  func add(_ parameter: Parameter, to parameters: inout [Parameter]) {
    var parameter = parameter
    parameter.rename(besides: Set(parameters.map { Words.folded($0.specName) }))
    parameters.append(parameter)
  }
}
