import HTTPTypes
import WGNAPITransport

// The path of a request through the middlewares to the transport.
extension ClientCore {
  /// Sends a request through all middlewares.
  func exchange(_ request: MiddlewareRequest) async throws -> MiddlewareResponse {
    try await step(0, request)
  }

  private func step(_ index: Int, _ request: MiddlewareRequest) async throws -> MiddlewareResponse {
    guard index < middleware.count else { return try await transfer(request) }
    return try await middleware[index].send(request) { request in
      try await step(index + 1, request)
    }
  }

  /// The end of the chain: the transport.
  private func transfer(_ request: MiddlewareRequest) async throws -> MiddlewareResponse {
    let call = request.call
    if let reason = call.policies.all.reasonNotToSend {
      throw call.error(.notSent(reason), attempt: request.attempt)
    }
    do {
      var response =
        call.isStreamed || request.streamedBody != nil ? try await stream(request) : try await send(request)
      response.attempt = request.attempt
      return response
    } catch {
      throw call.error(for: error, attempt: request.attempt)
    }
  }

  private func send(_ request: MiddlewareRequest) async throws -> MiddlewareResponse {
    let received = try await configuration.transport.send(
      request.httpRequest, body: request.body, options: request.options)
    return MiddlewareResponse(
      httpResponse: received.response, body: received.body, redirects: received.redirects, call: request.call)
  }

  private func stream(_ request: MiddlewareRequest) async throws -> MiddlewareResponse {
    let call = request.call
    var options = request.options
    if call.isStreamed {
      // Of elements, not of the stream.
      options.responseSizeLimit = .max
    }
    let received = try await configuration.transport.stream(
      request.httpRequest, body: request.streamedBody?.markingErrors ?? .bytes(request.body), options: options
    )
    if call.isStreamed, received.response.status.kind == .successful {
      return MiddlewareResponse(
        httpResponse: received.response, body: [], redirects: received.redirects, stream: received.body,
        call: call)
    }
    // From now on: sending the request's body has a limit of its own, which moves on with progress.
    let body = try await collected(
      received.body, upTo: request.options.responseSizeLimit, until: .now + options.timeout)
    return MiddlewareResponse(
      httpResponse: received.response, body: body, redirects: received.redirects, call: call)
  }

  /// Reads the body of a response that isn't streamed to the caller, within the time limit for a whole response.
  private func collected(
    _ body: HTTPResponseBody, upTo limit: Int, until end: ContinuousClock.Instant
  ) async throws -> [UInt8] {
    let alarm = Task {
      try await Task.sleep(until: end, clock: .continuous)
      body.close()
    }
    defer { alarm.cancel() }
    do {
      return try await body.collected(upTo: limit)
    } catch  where ContinuousClock.now >= end {
      throw TransportError.timedOut
    }
  }
}

extension CallContext {
  /// Converts an error of a transport.
  package func error(for error: any Error, attempt: Int = 1) -> any Error {
    switch error {
    case let error as TransportError: self.error(kind(of: error), attempt: attempt)
    case is APIError, is CancellationError: error
    case let error as RequestBodyError: error.cause
    // An error type of a custom transport: its text may contain the request, so report only the type.
    default:
      self.error(.transport(TransportFailure(.other, domain: "\(type(of: error))")), attempt: attempt)
    }
  }

  private func kind(of error: TransportError) -> APIError.Kind {
    switch error {
    case .timedOut: .timedOut(after: timeout)
    case .responseTooLarge(let limit): .responseTooLarge(limit: limit)
    case .redirected(let target): .redirected(to: redaction(target))
    case .failed(let failure):
      .transport(
        TransportFailure(
          failure.reason, domain: failure.domain, code: failure.code, message: redaction(failure.message)))
    }
  }
}
