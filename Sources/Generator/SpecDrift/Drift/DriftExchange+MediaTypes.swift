import APIModel
import MockServer
import TrafficEvidence

/// Bodies of media types that the spec doesn't have.
extension DriftExchange {
  /// Notes a response of a media type that the status doesn't have; clients refuse it.
  func noteMediaType(_ responses: [Endpoint.Response], _ walker: inout DriftWalker) {
    guard let first = responses.first else { return }
    walker.table.visit(first.span)
    let finding = finding(exchange.response.contentType ?? "", &walker)
    walker.table.record(
      finding, at: first.span, endpoint.operation
    ) { entry in
      entry.describedTypes = responses.map { $0.mediaType?.text ?? $0.payload.usualType }
      entry.advice = "add it to the status under 'responses'"
    }
  }

  /// Notes a body of a media type that the endpoint doesn't take.
  func noteMediaTypeOfBody(_ walker: inout DriftWalker) {
    guard let type = exchange.typeOfBody, !isOmitted(type) else { return }
    let finding = finding(type, &walker)
    let isMultipart = if case .multipart? = endpoint.body { true } else { false }
    walker.table.record(
      finding, at: endpoint.name.span, "\(endpoint.operation)(body)"
    ) { entry in
      entry.describedTypes = endpoint.body?.mediaTypes ?? [TrafficExchange.form]
      entry.advice =
        isMultipart || MediaType(type).essence.hasPrefix("multipart/")
        ? "add an endpoint of its own for it, because a multipart body can't be one of several"
        : endpoint.body == nil
          ? "describe both under 'body', in place of the parameters in the form"
          : "add it to the media types under 'body'"
    }
  }

  /// Whether a document has a media type that clients don't send.
  private func isOmitted(_ type: String) -> Bool {
    endpoint.omittedBodies.flatMap(\.body.mediaTypes).contains { MediaType($0).matches(MediaType(type)) }
  }

  private func finding(_ type: String, _ walker: inout DriftWalker) -> DriftFinding {
    let name = MediaType(type).essence
    let isShown = !name.isEmpty && name.utf8.count <= 100 && !walker.secrets.looksSecret(name)
    return .newMediaType(isShown ? name : nil)
  }
}

extension TrafficExchange {
  fileprivate static let form = "application/x-www-form-urlencoded"

  /// Whether the body isn't the form that some parameters of an endpoint are in.
  func hasBodyBesideForm(of endpoint: Endpoint) -> Bool {
    guard endpoint.body == nil, Endpoint.Method(other: method).allowsBody,
      endpoint.parameters.contains(where: { $0.location == .form }), let type = typeOfBody
    else { return false }
    return MediaType(type).essence != Self.form
  }

  /// The media type of the body; nil without one. Some tools record requests without their header fields, or without their bodies.
  fileprivate var typeOfBody: String? {
    guard !body.bytes.isEmpty || !body.pairs.isEmpty || !body.files.isEmpty else { return nil }
    let type = requestFields.first { $0.name.lowercased() == "content-type" }?.value ?? ""
    return type.isEmpty ? nil : type
  }
}
