import HTTPTypes

/// The outcome of a request, for transports that follow redirects themselves.
package enum ExchangeOutcome: Sendable {
  case response(HTTPResponse, ReceivedBody)
  /// A redirect, and the next request to send.
  case redirect(HTTPResponse, OutgoingRequest)
  /// Nothing was sent, and the same request must be sent again.
  case notSent
}

extension TransportResponse {
  /// Returns the response to a request after all redirects.
  ///
  /// - Parameter exchange: Sends a request. Its last argument is the number of redirects followed so far.
  package static func following(
    redirectsOf request: HTTPRequest, body: [UInt8], until deadline: ContinuousClock.Instant,
    _ exchange: (OutgoingRequest, Int) async throws -> ExchangeOutcome
  ) async throws -> TransportResponse {
    var outgoing = OutgoingRequest(request, body: body)
    var redirects: [HTTPResponse] = []
    while true {
      switch try await exchange(outgoing, redirects.count) {
      case .response(let response, let body):
        let decoded = try await body.decoded(until: deadline)
        return TransportResponse(response: response, body: decoded, redirects: redirects)
      case .redirect(let response, let next):
        redirects.append(response)
        outgoing = next
      case .notSent: continue
      }
    }
  }
}
