import APIModel
import MockServer

/// Bodies of media types that the spec doesn't have.
extension DriftExchange {
  /// Notes a response of a media type that the status doesn't have; clients refuse it.
  func noteMediaType(_ responses: [Endpoint.Response], _ walker: inout DriftWalker) {
    guard let first = responses.first else { return }
    walker.table.visit(first.span)
    let finding = finding(exchange.response.contentType ?? "", &walker)
    walker.table.record(
      finding, at: first.span, endpoint.operation
    ) { $0.describedTypes = responses.map { $0.mediaType?.text ?? $0.payload.usualType } }
  }

  /// Notes a body of a media type that the endpoint doesn't take.
  func noteMediaTypeOfBody(_ walker: inout DriftWalker) {
    let body = exchange.body
    // Some tools record requests without their header fields, or without their bodies.
    guard let described = endpoint.body,
      let type = exchange.requestFields.first(where: { $0.name.lowercased() == "content-type" })?.value,
      !type.isEmpty, !body.bytes.isEmpty || !body.pairs.isEmpty || !body.files.isEmpty
    else { return }
    // A multipart body can't be one of several, so nobody could describe it.
    if case .multipart = described { return }
    if MediaType(type).essence.hasPrefix("multipart/") { return }
    let finding = finding(type, &walker)
    walker.table.record(
      finding, at: endpoint.name.span, "\(endpoint.operation)(body)"
    ) { entry in
      entry.describedTypes = described.mediaTypes
      entry.isOfRequest = true
    }
  }

  private func finding(_ type: String, _ walker: inout DriftWalker) -> DriftFinding {
    let name = MediaType(type).essence
    let isShown = !name.isEmpty && name.utf8.count <= 100 && !walker.secrets.looksSecret(name)
    return .newMediaType(isShown ? name : nil)
  }
}
