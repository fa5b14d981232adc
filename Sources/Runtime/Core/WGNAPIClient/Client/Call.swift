import HTTPTypes
import WGNAPIJSON
import WGNAPITransport

/// One request, from sending to decoded response.
struct Call<Request: APIRequest> {
  private let core: ClientCore
  private let composed: ComposedRequest
  private let context: CallContext

  init(core: ClientCore, request: Request, composed: ComposedRequest, options: CallOptions) {
    self.core = core
    self.composed = composed
    let endpoint = Request.endpoint
    context = CallContext(
      core: core, endpoint: endpoint.facts, composed: composed, options: options,
      requestNumber: core.configuration.random.requestNumber(), reader: endpoint,
      request: core.keepsRequests ? request : nil)
  }

  private var observers: [ClientObserver] { core.configuration.observers }

  /// Sends the request and returns its response.
  func run() async throws -> CallResponse<Request> {
    let clock = core.configuration.clock
    let start = clock.uptime
    if !observers.isEmpty {
      let event = context.requestEvent
      for observer in observers { observer.onRequest?(event) }
    }
    var response: MiddlewareResponse?
    do {
      let received = try await core.exchange(
        MiddlewareRequest(
          httpRequest: httpRequest, body: composed.body, streamedBody: composed.streamedBody,
          options: context.limits, call: context))
      response = received
      let content = try content(of: received)
      let result = CallResponse<Request>(
        value: content.value, envelope: content.envelope, status: received.httpResponse.status,
        headers: received.httpResponse.headerFields, violations: content.violations,
        duration: clock.uptime - start, requestNumber: context.requestNumber, origin: received.origin,
        age: received.age, attempt: received.attempt,
        staleReason: received.staleReason, body: received.body)
      report(received, result.duration, nil)
      context.report(content.violations)
      return result
    } catch {
      let error = (error as? APIError).map(own) ?? error
      report(response, clock.uptime - start, error)
      context.report((error as? APIError)?.response?.violations ?? [])
      throw error
    }
  }

  /// Returns an error with the details of this call, because it may come from an exchange shared with another
  /// call. An error from a call to another endpoint, which a middleware may make in between, is returned
  /// unchanged.
  private func own(_ error: APIError) -> APIError {
    guard error.operation == context.operation else { return error }
    var own = error
    own.server = context.serverName
    own.url = context.redactedURL
    own.requestID = context.requestID
    return own
  }

  private var httpRequest: HTTPRequest {
    var request = composed.httpRequest
    for field in context.options.headerFields { request.headerFields.replace(field.name, field.value) }
    if let key = context.policy(IdempotencyKeyPolicy.self).flatMap({ HTTPField.Name($0.header) }),
      !request.headerFields.contains(key)
    {
      request.headerFields.replace(
        key, composed.idempotencyKey ?? core.configuration.random.idempotencyKey())
    }
    return request
  }

  private func content(of response: MiddlewareResponse) throws -> ResponseReading<Request>.ReadResponse {
    switch response.reading.value {
    case .success(let content as ResponseReading<Request>.ReadResponse): return content
    case .failure(let error) where !error.isInterruption: throw error
    case .success, .failure: try Task.checkCancellation()
    }
    // Another request type with the same HTTP request decoded it first, or another call was cancelled while
    // decoding.
    let own = MiddlewareResponse(httpResponse: response.httpResponse, body: response.body, call: context)
    switch own.reading.value {
    case .success(let content as ResponseReading<Request>.ReadResponse): return content
    case .success:
      throw context.error(.decoding(JSONError(.typeMismatch, "the response was read as another type")))
    case .failure(let error):
      if error.isInterruption { try Task.checkCancellation() }
      throw error
    }
  }
}

// Events for observers.
extension Call {
  private func report(_ response: MiddlewareResponse?, _ duration: Duration, _ error: (any Error)?) {
    guard !observers.isEmpty else { return }
    let event = ClientObserver.ResponseEvent(
      request: context.requestEvent,
      status: (response?.httpResponse.status.code).map { HTTPResponse.Status(code: $0) },
      bodySize: response.map { $0.stream == nil ? $0.body.count : nil } ?? 0,
      duration: duration, origin: response?.origin, error: error)
    for observer in observers { observer.onResponse?(event) }
  }
}
