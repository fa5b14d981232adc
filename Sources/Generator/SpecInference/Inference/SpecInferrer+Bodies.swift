import APIModel
import Diagnostics
import GeneratorKit
import TrafficEvidence

extension SpecInferrer {
  /// Adds what was sent as the body, or its fields as parameters.
  func addBody(
    of endpoint: FoundEndpoint, _ name: EndpointNames.Name, to result: inout Endpoint,
    _ builder: inout TypeBuilder
  ) {
    let method = Endpoint.Method(other: endpoint.method)
    guard method.allowsBody else { return }
    let bodies = endpoint.operation.bodies
    let found = BodyKinds(bodies)
    let kinds = found.kept
    if kinds == [.form], method.sendsForm, !hasFieldsOfParameters(bodies, result) {
      // Requests with bodies that are left out say nothing about the form.
      let requests = endpoint.operation.accepted - found.omitted.reduce(0) { $0 + $1.count }
      for evidence in bodies.form {
        add(
          ParameterRules.guess(evidence, in: .form, of: requests, at: name.file, name.endpoint, &builder),
          to: &result.parameters)
      }
      return
    }
    let json = kinds.contains(where: \.isJSON) ? self.json(of: endpoint, name, &builder) : Schema()
    // One type for each further media type of JSON.
    for _ in kinds.filter(\.isJSON).dropFirst() { builder.useAgain(json) }
    let all = kinds.map { kind in (kind, body(kind, json, of: endpoint, name, &builder)) }
    result.body =
      all.count > 1
      ? .alternatives(all.map { .init(mediaType: Name(guess: $0.0.name), body: $0.1) }) : all.first?.1
    if !kinds.isEmpty, kinds != [.multipart] { result.isBodyOptional = bodies.none > 0 }
  }

  /// Whether a field of the form is called like a parameter elsewhere: the language tells parameters apart by their names.
  private func hasFieldsOfParameters(_ bodies: BodyEvidence, _ result: Endpoint) -> Bool {
    let names = Set(result.parameters.map(\.name.text))
    return bodies.form.contains { names.contains($0.name) }
  }

  private func json(
    of endpoint: FoundEndpoint, _ name: EndpointNames.Name, _ builder: inout TypeBuilder
  ) -> Schema {
    var place = TypeBuilder.Place(
      name: "body", type: name.bodyType, rank: 3, owner: name.endpoint, file: name.file)
    place.call = endpoint.call.map { RPCRule.Call($0) }
    var guess = builder.guess(endpoint.operation.bodies.json, at: place)
    guess.isSecret = false
    return guess
  }

  private func body(
    _ kind: BodyKinds.Kind, _ json: Schema, of endpoint: FoundEndpoint, _ name: EndpointNames.Name,
    _ builder: inout TypeBuilder
  ) -> Endpoint.Body {
    let bodies = endpoint.operation.bodies
    switch kind {
    case .json: return .json(json)
    case .jsonOfType(let type): return .jsonOfType(json, mediaType: type)
    case .form:
      return FormBody(bodies.form, of: bodies.forms, at: name.file, name.endpoint, &builder).body
    case .multipart:
      let parts = parts(of: endpoint, name, &builder)
      return parts.isEmpty ? .bytes(mediaType: "multipart/form-data") : .multipart(parts)
    case .other(let type):
      return type.hasPrefix("text/") ? .text(mediaType: type) : .bytes(mediaType: type)
    }
  }

  /// The parts of multipart bodies: fields, and files.
  private func parts(
    of endpoint: FoundEndpoint, _ name: EndpointNames.Name, _ builder: inout TypeBuilder
  ) -> [Endpoint.Part] {
    let bodies = endpoint.operation.bodies
    var parts: [Parameter] = []
    for evidence in bodies.parts where bodies.files[evidence.name] == nil {
      var part = ParameterRules.guess(
        evidence, in: .form, of: bodies.multipart, at: name.file, name.endpoint, &builder)
      // The language has no secret parts.
      part.schema.isSecret = false
      add(part, to: &parts)
    }
    let values = parts.count
    for file in bodies.files.keys.sorted() {
      let isRequired = bodies.files[file] ?? 0 >= bodies.multipart
      add(
        Parameter(name: Name(guess: file), location: .form, schema: Schema(), isRequired: isRequired),
        to: &parts)
    }
    return parts.enumerated().map { place, part in
      let type = Self.mediaType(bodies.mediaType(ofFile: part.name.text) ?? "")
      var schema = part.schema
      schema.swiftName = part.label
      return Endpoint.Part(
        name: part.name,
        content: place < values
          ? .value(schema)
          : .file(mediaType: type, isList: bodies.fileLists[part.name.text] != nil),
        isRequired: part.isRequired, swiftName: part.label)
    }
  }
}
