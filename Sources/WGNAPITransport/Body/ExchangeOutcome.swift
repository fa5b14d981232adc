import HTTPTypes

/// The outcome of a request, for transports that follow redirects themselves.
package enum ExchangeOutcome: Sendable {
  /// A response that has arrived as a whole.
  case response(HTTPResponse, ReceivedBody)
  /// A response whose body is still arriving.
  case stream(HTTPResponse, ResponseBody)
  /// A redirect, and the next request to send.
  case redirect(HTTPResponse, OutgoingRequest)
  /// Nothing was sent, and the same request must be sent again.
  case notSent

  /// Returns the first outcome that is neither a redirect nor a request to send again, and the redirects before it.
  ///
  /// - Parameter exchange: Sends a request. Its last argument is the number of redirects followed so far.
  fileprivate static func last(
    of request: OutgoingRequest, _ exchange: (OutgoingRequest, Int) async throws -> ExchangeOutcome
  ) async throws -> (ExchangeOutcome, redirects: [HTTPResponse]) {
    var outgoing = request
    var redirects: [HTTPResponse] = []
    while true {
      let outcome = try await exchange(outgoing, redirects.count)
      switch outcome {
      case .response, .stream: return (outcome, redirects)
      case .redirect(let response, let next):
        redirects.append(response)
        outgoing = next
      case .notSent: continue
      }
    }
  }
}

extension TransportResponse {
  /// Returns the response to a request after all redirects.
  ///
  /// - Parameter exchange: Sends a request. Its last argument is the number of redirects followed so far.
  package static func following(
    redirectsOf request: HTTPRequest, body: [UInt8], until deadline: ContinuousClock.Instant,
    _ exchange: (OutgoingRequest, Int) async throws -> ExchangeOutcome
  ) async throws -> TransportResponse {
    let (outcome, redirects) = try await ExchangeOutcome.last(
      of: OutgoingRequest(request, body: body), exchange)
    guard case .response(let response, let body) = outcome else {
      throw TransportError.failed(TransportFailure(.invalidResponse))
    }
    let decoded = try await body.decoded(until: deadline)
    return TransportResponse(response: response, body: decoded, redirects: redirects)
  }
}

extension StreamedResponse {
  /// Returns the response to a request after all redirects.
  ///
  /// - Parameter exchange: Sends a request. Its last argument is the number of redirects followed so far.
  package static func following(
    redirectsOf request: HTTPRequest, body: RequestBody,
    _ exchange: (OutgoingRequest, Int) async throws -> ExchangeOutcome
  ) async throws -> StreamedResponse {
    let (outcome, redirects) = try await ExchangeOutcome.last(
      of: OutgoingRequest(request, body: body), exchange)
    guard case .stream(let response, let body) = outcome else {
      throw TransportError.failed(TransportFailure(.invalidResponse))
    }
    return StreamedResponse(response: response, body: body, redirects: redirects)
  }
}

extension HTTPResponse {
  /// Whether the message ends with its head, whatever the fields say about a body (RFC 9110, section 6.4.1).
  ///
  /// A 205 isn't one of these: it ends like other responses, but its content is empty (RFC 9110, section 15.3.6).
  package func isBodiless(to method: HTTPRequest.Method) -> Bool {
    method == .head || status.kind == .informational || status == .noContent || status == .notModified
  }
}

/// What a status in a head means for the exchange (RFC 9110, section 15).
package enum HeadKind: Sendable {
  /// Another head follows.
  case informational
  /// The response to the request.
  case final
  /// Not a status of HTTP, or a change to a protocol that the client never asks for.
  case invalid

  package init(status: Int) {
    switch status {
    case 200...999: self = .final
    case 100, 102...199: self = .informational
    default: self = .invalid
    }
  }
}
