import HTTPTypes
import WGNAPIJSON
import WGNAPITransport

/// A client for one API. Generated clients add a method for each endpoint.
public protocol APIClient: Sendable {
  /// The part of the client that sends requests.
  var core: ClientCore { get }
  /// The middlewares between a call and the transport, outermost first, unless the client's configuration has others.
  /// A generated client has those that act on the policies of its spec, and passes them to its ``core``; so must a client
  /// written by hand. Each access makes new ones.
  static var middleware: [any Middleware] { get }
}

extension APIClient {
  /// None.
  public static var middleware: [any Middleware] { [] }
}

extension APIClient {
  /// Sends a request and returns the endpoint's answer.
  ///
  /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
  public func send<Request: APIRequest>(
    _ request: Request, options: CallOptions = CallOptions()
  ) async throws -> Request.Response {
    try await core.answer(to: request, options: options).value
  }

  /// Sends a request and returns its answer with envelope, status and headers.
  ///
  /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
  public func answer<Request: APIRequest>(
    to request: Request, options: CallOptions = CallOptions()
  ) async throws -> Answer<Request> {
    try await core.answer(to: request, options: options)
  }

  /// Returns the HTTP request that would be sent, including the client's common parameters, without sending
  /// it.
  ///
  /// - Throws: ``APIError`` if the request is invalid or the server doesn't have the endpoint.
  public func httpRequest<Request: APIRequest>(
    for request: Request, options: CallOptions = CallOptions()
  ) throws -> ComposedRequest {
    try core.compose(request, options: options)
  }
}

/// An answer to a request, with envelope, status, headers and origin.
public struct Answer<Request: APIRequest>: Sendable {
  /// The decoded answer.
  public let value: Request.Response
  /// The envelope around the payload, with metadata for example; nil if the response has none.
  public let envelope: Request.ServiceEnvelope?
  /// The HTTP status, such as 201 or `.created`.
  public let status: HTTPResponse.Status
  /// The HTTP header fields.
  public let headers: HTTPFields
  /// The constraints that the answer violates, if violations are reported.
  public let violations: [Violation]
  /// The time from sending the request until the answer was decoded.
  public let duration: Duration
  /// The ID of the request in the events of the client's observers.
  public var requestID: String { requestNumber.digits }
  let requestNumber: UInt64
  /// The source of the answer.
  public let origin: ResponseOrigin
  /// The time since the server created the answer.
  public let age: Duration
  /// The reason why the server's current answer isn't available, if this one is stale; otherwise nil.
  public let staleReason: APIError?
  /// The body, for data that the answer's types don't keep: the position of the next page, and the order of
  /// keys.
  package let body: [UInt8]
}

/// The head of a streamed answer, its body, and what is needed to read it.
package struct StreamedAnswer: Sendable {
  package let response: HTTPResponse
  package let body: ResponseBody
  let call: CallContext

  /// How to decode elements. Strict validation uses the report, so that an error lists all violations.
  package var decoding: JSONDecoding {
    var options = call.decoding
    if options.validation == .strict { options.validation = .report }
    return options
  }

  /// The maximum size of an element in bytes.
  package var elementSizeLimit: Int { call.responseSizeLimit }

  /// Passes violations on to the client's observers, or throws them if validation is strict.
  package func report(_ violations: [Violation], in element: [UInt8]) throws {
    guard !violations.isEmpty else { return }
    let redacted = call.redaction(violations, withholding: call.redaction.pieces(ofThoseIn: element))
    let broken = redacted.filter { !$0.isUnknown }
    if call.decoding.validation == .strict, !broken.isEmpty { throw error(.violations(broken)) }
    guard !call.observers.isEmpty else { return }
    let event = ClientObserver.ViolationEvent(request: call.requestEvent, violations: redacted)
    for observer in call.observers { observer.onViolation?(event) }
  }

  /// Passes on to the client's observers that an element was left out.
  package func reportSkipped(_ error: APIError) {
    guard !call.observers.isEmpty else { return }
    var violations = error.violations
    if case .decoding(let cause) = error.kind {
      violations = [
        Violation(
          keyword: "unreadable", message: cause.message + "; it was left out", byteOffset: cause.byteOffset,
          line: cause.line)
      ]
    }
    let event = ClientObserver.ViolationEvent(request: call.requestEvent, violations: violations)
    for observer in call.observers { observer.onViolation?(event) }
  }

  /// Returns the error for an element that can't be decoded.
  package func error(_ error: JSONError, in element: [UInt8]) -> APIError {
    self.error(.decoding(call.redaction(error, withholding: call.redaction.pieces(ofThoseIn: element))))
  }

  /// Returns the error for a body that can't be read.
  package func error(_ error: any Error) -> any Error { call.error(for: error) }

  /// Creates an error of this call.
  package func error(_ kind: APIError.Kind) -> APIError { call.error(kind, status: response.status) }
}

/// One request, from sending to decoded answer.
struct Call<Request: APIRequest> {
  private let core: ClientCore
  private let composed: ComposedRequest
  private let context: CallContext

  init(core: ClientCore, request: Request, composed: ComposedRequest, options: CallOptions) {
    self.core = core
    self.composed = composed
    let endpoint = Request.endpoint
    context = CallContext(
      core: core, endpoint: endpoint.facts, composed: composed, options: core.options(options),
      requestNumber: core.configuration.random.requestNumber(), reader: endpoint,
      request: core.configuration.keepsRequests ? request : nil)
  }

  private var observers: [ClientObserver] { core.configuration.observers }

  /// Sends the request and returns its answer.
  func run() async throws -> Answer<Request> {
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
          options: limits, call: context))
      response = received
      let content = try content(of: received)
      let answer = Answer<Request>(
        value: content.value, envelope: content.envelope, status: received.httpResponse.status,
        headers: received.httpResponse.headerFields, violations: content.violations,
        duration: clock.uptime - start, requestNumber: context.requestNumber, origin: received.origin,
        age: received.age,
        staleReason: received.staleReason, body: received.body)
      report(received, answer.duration, nil)
      reportViolations(content.violations)
      return answer
    } catch {
      let error = (error as? APIError).map(own) ?? error
      report(response, clock.uptime - start, error)
      reportViolations((error as? APIError)?.response?.violations ?? [])
      throw error
    }
  }

  /// Returns an error with the details of this call, because it may come from an exchange shared with another
  /// call. An error from a call to another endpoint, which a middleware may make in between, is returned
  /// unchanged.
  private func own(_ error: APIError) -> APIError {
    guard error.operation == context.operation else { return error }
    var own = error
    own.server = core.server.name
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
      let random = core.configuration.random
      request.headerFields.replace(key, random.bits().digits + random.bits().digits)
    }
    return request
  }

  private var limits: TransportOptions {
    TransportOptions(
      timeout: context.timeout, responseSizeLimit: context.responseSizeLimit,
      redirects: Request.endpoint.response.describesRedirects
        ? .none : context.options.redirects ?? core.configuration.redirects,
      idleTimeout: context.options.idleTimeout ?? core.configuration.idleTimeout)
  }

  private func content(of response: MiddlewareResponse) throws -> ResponseReading<Request>.Content {
    switch response.reading.value {
    case .success(let content as ResponseReading<Request>.Content): return content
    case .failure(let error) where !error.isInterruption: throw error
    case .success, .failure: try Task.checkCancellation()
    }
    // Another request type with the same HTTP request decoded it first, or another call was cancelled while
    // decoding.
    let own = MiddlewareResponse(httpResponse: response.httpResponse, body: response.body, call: context)
    switch own.reading.value {
    case .success(let content as ResponseReading<Request>.Content): return content
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

  private func reportViolations(_ violations: [Violation]) {
    guard !violations.isEmpty, !observers.isEmpty else { return }
    let event = ClientObserver.ViolationEvent(request: context.requestEvent, violations: violations)
    for observer in observers { observer.onViolation?(event) }
  }
}

extension Endpoint: ResponseReader {
  var requestType: ObjectIdentifier { ObjectIdentifier(Request.self) }

  var isStreamed: Bool { response.isStreamed }

  func read(
    _ response: TransportResponse, _ stream: ResponseBody?, for call: CallContext
  ) -> ResponseReadingResult {
    do throws(ResponseReading<Request>.Refusal) {
      return .success(try ResponseReading<Request>(call: call, stream: stream).read(response))
    } catch {
      var failure = call.error(error.kind, status: response.response.status)
      failure.response = FailedResponse(
        headers: response.response.headerFields, bytes: response.body, body: error.body,
        problem: error.problem, violations: error.violations)
      failure.isInterruption = error.isInterruption
      return .failure(failure)
    }
  }

  func isRetryable(
    _ kind: APIError.Kind, _ status: Int?, _ isTemporary: (Int?, ServiceFailure?) -> Bool?
  ) -> Bool {
    // This applies to any body: an error in an envelope, an HTML page, or half an answer.
    if isTemporary(status, nil) ?? status.map(ResponseStatuses.temporary.contains) ?? false { return true }
    switch kind {
    // A response that arrived in time and can't be read in time would be the same again.
    case .timedOut: return status == nil
    case .incomplete: return true
    case .transport(let failure): return failure.reason.isPassing
    case .service(let failure):
      return isTemporary(nil, failure) == true
        || Request.ServiceCode(failure).isRetryable
    case .invalidRequest, .invalidServer, .notAvailable, .redirected, .responseTooLarge, .httpStatus,
      .unexpectedContent, .notJSON, .decoding, .violations, .notSent, .credential:
      return false
    }
  }
}
