import HTTPTypes
import WGNAPIJSON
import WGNAPITransport

/// A client for one API. Generated clients add a method for each endpoint.
public protocol APIClient: Sendable {
  /// The part of the client that sends requests.
  var core: ClientCore { get }
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
  /// The source of the answer: network or cache.
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
    let redacted = call.redaction(violations, withholding: call.redaction.withheld(inQuotesOf: element))
    let broken = redacted.filter { !$0.isUnknown }
    if call.decoding.validation == .strict, !broken.isEmpty { throw error(.violations(broken)) }
    guard !call.observers.isEmpty else { return }
    let event = ClientObserver.ViolationEvent(request: call.requestEvent, violations: redacted)
    for observer in call.observers { observer.onViolation?(event) }
  }

  /// Returns the error for an element that can't be decoded.
  package func error(_ error: JSONError, in element: [UInt8]) -> APIError {
    self.error(.decoding(call.redaction(error, withholding: call.redaction.withheld(inQuotesOf: element))))
  }

  /// Returns the error for a body that can't be read.
  package func error(_ error: any Error) -> any Error { call.error(for: error) }

  /// Creates an error of this call.
  package func error(_ kind: APIError.Kind) -> APIError { call.error(kind, status: response.status) }
}
