import HTTPTypes

// Requests with credentials.
extension ClientCore {
  /// Composes a request with the credentials that its endpoint needs, and sends it; if the service refuses them
  /// and their providers have others, composes and sends it once more.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - options: The options of the call.
  ///   - status: The status of a result.
  ///   - send: Sends the composed request.
  func withCredentials<Request: APIRequest, Result>(
    for request: Request, options: CallOptions, status: (Result) -> HTTPResponse.Status,
    send: (ComposedRequest) async throws -> Result
  ) async throws -> Result {
    let endpoint = Request.endpoint
    guard let requirement = try requirement(of: endpoint.facts) else {
      return try await send(try compose(request, options: options, credentials: []))
    }
    // A server that doesn't have the endpoint gets no credentials, so their providers aren't asked.
    try endpoint.requireAvailability(on: server)
    let resolved = try await reporting(Request.self) { try await credentials.resolve(requirement) }
    let composed = try compose(request, options: options, credentials: resolved.placed)
    // A body that can be read only once isn't sent again.
    let isReplayable = composed.streamedBody?.isReplayable ?? true
    let renewed: ClientCredentials.Resolved
    do {
      let result = try await send(composed)
      guard resolved.isRefusal(status: status(result).code, nil),
        let others = try await reporting(Request.self, { try await credentials.renew(resolved) }),
        isReplayable
      else { return result }
      renewed = others
    } catch let error as APIError {
      guard error.operation == endpoint.name, resolved.isRefusal(status: error.status?.code, error.failure),
        let others = try await reporting(Request.self, { try await credentials.renew(resolved) }),
        isReplayable
      else { throw error }
      renewed = others
    }
    return try await send(try compose(request, options: options, credentials: renewed.placed))
  }

  /// Checks whether a request can be composed, assuming that providers have credentials.
  package func check<Request: APIRequest>(_ request: Request, options: CallOptions) throws(APIError) {
    let requirement = try requirement(of: Request.endpoint.facts)
    _ = try compose(
      request, options: options,
      credentials: requirement.map { credentials.known($0, standIn: .bearer("unknown")) } ?? [])
  }

  private func reporting<Request: APIRequest, Result>(
    _ type: Request.Type, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let refusal as ClientCredentials.Refusal {
      throw APIError(
        .credential(refusal.failure), operation: Request.endpoint.name, server: server.name)
    }
  }
}
