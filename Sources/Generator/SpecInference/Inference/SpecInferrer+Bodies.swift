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
    let bodies = endpoint.operation.bodies
    var place = TypeBuilder.Place(
      name: "body", type: name.bodyType, rank: 3, owner: name.endpoint, file: name.file)
    place.call = endpoint.call.map { RPCRule.Call($0) }
    let isForm = Endpoint.Method(other: endpoint.method).sendsForm
    if bodies.json.count > 0 {
      guard endpoint.method != "GET" else { return }
      var guess = builder.guess(bodies.json, at: place)
      guess.isSecret = false
      result.body = .json(guess)
      result.isBodyOptional = bodies.none > 0
    } else if bodies.forms > 0, isForm {
      for evidence in bodies.form {
        add(
          ParameterRules.guess(
            evidence, in: .form, of: endpoint.operation.accepted, at: name.file, name.endpoint, &builder),
          to: &result.parameters)
      }
    } else if bodies.multipart > 0, isForm {
      let parts = parts(of: endpoint, name, &builder)
      result.body = parts.isEmpty ? .bytes(mediaType: "multipart/form-data") : .multipart(parts)
    } else if let type = bodies.others.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key, isForm {
      let mediaType = Self.mediaType(type)
      result.body = type.hasPrefix("text/") ? .text(mediaType: mediaType) : .bytes(mediaType: mediaType)
    }
  }

  /// The parts of multipart bodies: fields, and files.
  private func parts(
    of endpoint: FoundEndpoint, _ name: EndpointNames.Name, _ builder: inout TypeBuilder
  ) -> [Endpoint.Part] {
    let bodies = endpoint.operation.bodies
    var parts: [Parameter] = []
    for evidence in bodies.form where bodies.files[evidence.name] == nil {
      var part = ParameterRules.guess(
        evidence, in: .form, of: bodies.multipart, at: name.file, name.endpoint, &builder)
      // The language has no secret parts.
      part.schema.isSecret = false
      add(part, to: &parts)
    }
    let values = parts.count
    for file in bodies.files.keys.sorted() {
      add(Parameter(name: Name(guess: file), location: .form, schema: Schema(), isRequired: true), to: &parts)
    }
    return parts.enumerated().map { place, part in
      let type = Self.mediaType(bodies.mediaType(ofFile: part.name.text) ?? "")
      var schema = part.schema
      schema.swiftName = part.label
      return Endpoint.Part(
        name: part.name, content: place < values ? .value(schema) : .file(mediaType: type, isList: false),
        isRequired: part.isRequired, swiftName: part.label)
    }
  }
}
