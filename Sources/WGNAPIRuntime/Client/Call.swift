import HTTPTypes

/// One request from sending to answer.
struct Call<Request: APIRequest> {
  let core: ClientCore
  let endpoint: Endpoint<Request>
  let composed: ComposedRequest
  let options: CallOptions
  private let event: ClientObserver.RequestEvent

  init(core: ClientCore, endpoint: Endpoint<Request>, composed: ComposedRequest, options: CallOptions) {
    self.core = core
    self.endpoint = endpoint
    self.composed = composed
    self.options = options
    let id = String(UInt64.random(in: .min ... .max), radix: 16)
    event = ClientObserver.RequestEvent(
      requestID: String(repeating: "0", count: 16 - id.count) + id, operation: endpoint.name,
      server: core.server.name, method: composed.httpRequest.method.rawValue, url: composed.redactedURL,
      bodySize: composed.body.count)
  }

  private var observers: [ClientObserver] { core.configuration.observers }

  func run() async throws -> Answer<Request> {
    let clock = ContinuousClock()
    let start = clock.now
    for observer in observers { observer.onRequest?(event) }
    var response: TransportResponse?
    do {
      let received = try await core.configuration.transport.send(
        composed.httpRequest, body: composed.body, options: limits)
      response = received
      let content = try reading.read(received)
      let answer = Answer<Request>(
        value: content.value, envelope: content.envelope, status: received.response.status.code,
        headers: received.response.headerFields, violations: content.violations,
        duration: clock.now - start, requestID: event.requestID)
      report(received, answer.duration, nil)
      reportViolations(content.violations)
      return answer
    } catch {
      let error = described(error, status: response?.response.status.code)
      report(response, clock.now - start, error)
      throw error
    }
  }

  private var limits: TransportOptions {
    let configuration = core.configuration
    return TransportOptions(
      timeout: timeout, responseSizeLimit: options.responseSizeLimit ?? configuration.responseSizeLimit,
      redirects: configuration.redirects)
  }

  private var timeout: Duration { options.timeout ?? core.configuration.timeout }

  private var reading: ResponseReading<Request> {
    let own = endpoint.parameters.lazy.filter(\.isSecret).map(\.name)
    let common = core.parameters.lazy.filter(\.isSecret).map(\.name)
    return ResponseReading(
      options: options.decoding ?? core.configuration.decoding, redaction: composed.redaction,
      secretNames: Set(own).union(common), selection: composed.selection)
  }

  private func report(_ response: TransportResponse?, _ duration: Duration, _ error: (any Error)?) {
    guard !observers.isEmpty else { return }
    let event = ClientObserver.ResponseEvent(
      request: event, status: response?.response.status.code, bodySize: response?.body.count ?? 0,
      duration: duration, error: error)
    for observer in observers { observer.onResponse?(event) }
  }

  private func reportViolations(_ violations: [Violation]) {
    guard !violations.isEmpty else { return }
    let event = ClientObserver.ViolationEvent(request: event, violations: violations)
    for observer in observers { observer.onViolation?(event) }
  }
}

// Errors.
extension Call {
  private func described(_ error: any Error, status: Int?) -> any Error {
    let kind: APIError.Kind
    switch error {
    case let refusal as ResponseReading<Request>.Refusal: kind = refusal.kind
    case let error as TransportError: kind = transportKind(error)
    case is CancellationError: return error
    default:
      // Another transport's own error: its texts may hold the request, so its type is all that is told.
      kind = .transport(TransportFailure(.other, domain: "\(type(of: error))"))
    }
    return APIError(
      kind, operation: endpoint.name, server: core.server.name, status: status, url: composed.redactedURL,
      requestID: event.requestID, isRetryable: isRetryable(kind, status: status))
  }

  private func transportKind(_ error: TransportError) -> APIError.Kind {
    switch error {
    case .timedOut: .timedOut(after: limits.timeout)
    case .responseTooLarge(let limit): .responseTooLarge(limit: limit)
    case .redirected(let target): .redirected(to: composed.redaction(target))
    case .failed(let failure):
      .transport(
        TransportFailure(
          failure.reason, domain: failure.domain, code: failure.code,
          message: composed.redaction(failure.message)))
    }
  }

  private func isRetryable(_ kind: APIError.Kind, status: Int?) -> Bool {
    switch kind {
    case .timedOut: return true
    case .transport(let failure): return failure.reason.isPassing
    case .httpStatus:
      let statuses = endpoint.policies.retry?.statuses ?? RetryPolicy.commonStatuses
      return status.map(statuses.contains) ?? false
    case .service(let failure):
      let patterns = endpoint.policies.retry?.errors ?? []
      return patterns.contains { $0.matches(failure) }
        || Request.ServiceEnvelope.ServiceCode(failure).isRetryable
    case .invalidRequest, .invalidServer, .notAvailable, .redirected, .responseTooLarge, .notJSON, .decoding,
      .violations:
      return false
    }
  }
}
