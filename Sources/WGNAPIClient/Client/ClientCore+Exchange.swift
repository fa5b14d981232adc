import HTTPTypes
import WGNAPIJSON
import WGNAPITransport

// The path of a request through the middlewares to the transport.
extension ClientCore {
  /// Sends a request through all middlewares.
  func exchange(_ request: MiddlewareRequest) async throws -> MiddlewareResponse {
    try await step(0, request)
  }

  private func step(_ index: Int, _ request: MiddlewareRequest) async throws -> MiddlewareResponse {
    guard index < configuration.middleware.count else { return try await transfer(request) }
    return try await configuration.middleware[index].send(request) { request in
      try await step(index + 1, request)
    }
  }

  /// The end of the chain: the transport.
  private func transfer(_ request: MiddlewareRequest) async throws -> MiddlewareResponse {
    let call = request.call
    do {
      let received = try await configuration.transport.send(
        request.httpRequest, body: request.body, options: request.options)
      var response = MiddlewareResponse(
        httpResponse: received.response, body: received.body, redirects: received.redirects, call: call)
      response.attempt = request.attempt
      return response
    } catch let error as TransportError {
      throw call.error(kind(of: error, call, request.options), attempt: request.attempt)
    } catch let error as APIError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      // An error type of a custom transport: its text may contain the request, so report only the type.
      throw call.error(
        .transport(TransportFailure(.other, domain: "\(type(of: error))")), attempt: request.attempt)
    }
  }

  private func kind(
    of error: TransportError, _ call: CallContext, _ options: TransportOptions
  ) -> APIError.Kind {
    switch error {
    case .timedOut: .timedOut(after: options.timeout)
    case .responseTooLarge(let limit): .responseTooLarge(limit: limit)
    case .redirected(let target): .redirected(to: call.redaction(target))
    case .failed(let failure):
      .transport(
        TransportFailure(
          failure.reason, domain: failure.domain, code: failure.code, message: call.redaction(failure.message)
        ))
    }
  }
}
