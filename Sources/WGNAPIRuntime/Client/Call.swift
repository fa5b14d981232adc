import HTTPTypes

/// One request from sending to answer.
struct Call<Request: APIRequest> {
  let core: ClientCore
  let composed: ComposedRequest
  let options: CallOptions
  private let event: ClientObserver.RequestEvent

  init(core: ClientCore, composed: ComposedRequest, options: CallOptions) {
    self.core = core
    self.composed = composed
    self.options = options
    let id = String(core.configuration.random.bits(), radix: 16)
    event = ClientObserver.RequestEvent(
      requestID: String(repeating: "0", count: 16 - id.count) + id, operation: Request.endpoint.name,
      server: core.server.name, method: composed.httpRequest.method.rawValue, url: composed.redactedURL,
      bodySize: composed.body.count)
  }

  private var observers: [ClientObserver] { core.configuration.observers }

  func run() async throws -> Answer<Request> {
    let clock = core.configuration.clock
    let start = clock.uptime
    for observer in observers { observer.onRequest?(event) }
    var response: MiddlewareResponse?
    do {
      let call = context
      let received = try await core.exchange(
        MiddlewareRequest(
          httpRequest: composed.httpRequest, body: composed.body, options: limits, attempt: 1, call: call))
      response = received
      let content = try content(of: received, call)
      let answer = Answer<Request>(
        value: content.value, envelope: content.envelope, status: received.httpResponse.status.code,
        headers: received.httpResponse.headerFields, violations: content.violations,
        duration: clock.uptime - start, requestID: event.requestID, origin: received.origin,
        age: received.age,
        staleReason: received.staleReason, body: received.body)
      report(received, answer.duration, nil)
      reportViolations(content.violations)
      return answer
    } catch {
      let error = (error as? APIError).map(own) ?? error
      report(response, clock.uptime - start, error)
      throw error
    }
  }

  /// An error as this call has it, which may be one of an exchange that it shared. One of another endpoint's call, which
  /// a middleware may have sent in between, stays as it is.
  private func own(_ error: APIError) -> APIError {
    guard error.operation == Request.endpoint.name else { return error }
    return APIError(
      error.kind, operation: error.operation, server: core.server.name, status: error.status,
      url: composed.redactedURL, requestID: event.requestID, attempt: error.attempt,
      isRetryable: error.isRetryable)
  }

  private var limits: TransportOptions {
    let configuration = core.configuration
    return TransportOptions(
      timeout: options.timeout ?? configuration.timeout,
      responseSizeLimit: options.responseSizeLimit ?? configuration.responseSizeLimit,
      redirects: configuration.redirects)
  }

  private var context: CallContext {
    let (configuration, endpoint) = (core.configuration, Request.endpoint)
    let decoding = options.decoding ?? configuration.decoding
    let (redaction, selection) = (composed.redaction, composed.selection)
    return CallContext(
      api: core.api.name, operation: endpoint.name, server: core.server, policies: endpoint.policies,
      rateLimits: core.api.rateLimits + endpoint.policies.rateLimits, options: options,
      requestID: event.requestID, redactedURL: composed.redactedURL, application: core.application,
      clock: configuration.clock, random: configuration.random, requestType: ObjectIdentifier(Request.self),
      decoding: decoding, redaction: redaction, secretNames: core.secretNames + endpoint.secretNames,
      isRetryable: { Self.isRetryable($0, $1, $2) },
      read: { response, call in
        let reading = ResponseReading<Request>(
          options: call.decoding, redaction: redaction,
          secretNames: Set(call.secretNames), selection: selection)
        do throws(ResponseReading<Request>.Refusal) {
          return .success(try reading.read(response))
        } catch {
          let status = response.response.status.code
          return .failure(call.error(error.kind, status: status))
        }
      })
  }

  private func content(
    of response: MiddlewareResponse, _ call: CallContext
  ) throws -> ResponseReading<Request>.Content {
    if let content = try response.reading.value.get() as? ResponseReading<Request>.Content { return content }
    // Another request type with the same HTTP request got it first.
    let own = MiddlewareResponse(httpResponse: response.httpResponse, body: response.body, call: call)
    guard let content = try own.reading.value.get() as? ResponseReading<Request>.Content else {
      throw call.error(.decoding(JSONError(.typeMismatch, "the response was read as another type")))
    }
    return content
  }

  private func report(_ response: MiddlewareResponse?, _ duration: Duration, _ error: (any Error)?) {
    guard !observers.isEmpty else { return }
    let event = ClientObserver.ResponseEvent(
      request: event, status: response?.httpResponse.status.code, bodySize: response?.body.count ?? 0,
      duration: duration, origin: response?.origin, error: error)
    for observer in observers { observer.onResponse?(event) }
  }

  private func reportViolations(_ violations: [Violation]) {
    guard !violations.isEmpty else { return }
    let event = ClientObserver.ViolationEvent(request: event, violations: violations)
    for observer in observers { observer.onViolation?(event) }
  }

  private static func isRetryable(_ kind: APIError.Kind, _ status: Int?, _ policy: RetryPolicy?) -> Bool {
    switch kind {
    case .timedOut: return true
    case .transport(let failure): return failure.reason.isPassing
    case .httpStatus:
      return status.map((policy?.statuses ?? RetryPolicy.commonStatuses).contains) ?? false
    case .service(let failure):
      return (policy?.errors ?? []).contains { $0.matches(failure) }
        || Request.ServiceEnvelope.ServiceCode(failure).isRetryable
    case .invalidRequest, .invalidServer, .notAvailable, .redirected, .responseTooLarge, .notJSON, .decoding,
      .violations, .notCached, .circuitOpen:
      return false
    }
  }
}
