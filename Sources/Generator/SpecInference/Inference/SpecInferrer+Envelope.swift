import APIModel
import TrafficEvidence

/// What responses have around their payload, and what failures have in common.
extension SpecInferrer {
  /// The bodies of failures that the service describes in the same way everywhere.
  func failure(
    _ failures: FailureBodies, _ form: FailurePlace?, _ builder: inout TypeBuilder
  ) -> Failure? {
    guard let members = failures.own else { return nil }
    let place = TypeBuilder.Place(name: "failure", type: "Failure", rank: 0, owner: "", file: "module")
    var schema = builder.guess(Shape(form?.plain(members) ?? members), at: place)
    let statuses = failures.foreignStatuses.map(String.init).joined(separator: ", ")
    schema.comment =
      statuses.isEmpty ? nil : "without the bodies of \(statuses), which have another form"
    var paths = form?.paths ?? FailurePaths()
    paths.rejectedValue = nil
    return Failure(
      statuses: Endpoint.Response.otherStatuses, payload: .json(schema), paths: paths, span: schema.span)
  }

  /// The envelope in the representation.
  func written(_ envelope: EnvelopeGuess, _ builder: inout TypeBuilder) -> Envelope {
    var result = Envelope(
      name: Name(guess: envelope.name), schema: Schema(.object),
      payload: envelope.payload.map { Name(guess: $0) })
    if let failure = envelope.failure, let flag = failure.flag {
      result.failure = .init(
        property: Name(guess: flag.name),
        value: flag.value.isEmpty ? nil : failure.isBoolean ? .boolean(false) : .string(flag.value),
        paths: failure.paths)
    }
    for field in envelope.members.fields {
      var place = TypeBuilder.Place(
        name: field.name, type: Words.type(Words.split(field.name)), owner: "", file: "envelope")
      place.isProperty = true
      place.mayBeAbsent = field.shape.count < envelope.members.count
      var schema = builder.guess(field.shape, at: place)
      if let constant = RPCRule.constant(ofResponses: field.name, field.shape, to: endpoints) {
        schema = .constant(constant)
      } else if field.name == result.failure?.property.text, case .string? = result.failure?.value {
        // The flag tells failures only if its values are known.
        let values = field.shape.texts?.values.keys.sorted().reversed() ?? []
        if !values.isEmpty { schema.enumeration = Schema.enumeration(of: Array(values)).enumeration }
        schema.comment = nil
      }
      result.schema.object.properties.append(
        .init(guess: field.name, schema, isOptional: place.mayBeAbsent))
    }
    return result
  }
}
