import HTTPTypes
import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

/// Information about a call, apart from the HTTP request. It is the same for all attempts.
public final class CallContext: Sendable, CustomStringConvertible, CustomReflectable {
  /// The options of this call.
  public let options: CallOptions
  /// The policies that apply to the call.
  package let policies: AppliedPolicies
  /// The ID of the request in the events of the client's observers.
  public var requestID: String { requestNumber.hexadecimal(digits: 16) }
  let requestNumber: UInt64
  /// How to decode and validate responses.
  package let decoding: JSONDecoding
  /// The fields that the request asks for; nil for all.
  let selection: (any SelectedFields)?
  /// The request, if the client's transport asks for it; otherwise nil. See ``CallTransport``.
  package let request: (any APIRequest)?
  private let core: ClientCore
  private let endpoint: EndpointFacts
  private let redacted: RedactedURL
  /// The HTTP method.
  package let method: String
  /// The size of the request's body in bytes; nil if it isn't known.
  private let bodySize: Int?
  /// Fields with credentials that are renewed from time to time.
  package let renewableFields: [RenewableField]
  private let reader: any ResponseReader

  init(
    core: ClientCore, endpoint: EndpointFacts, composed: ComposedRequest, options: CallOptions,
    requestNumber: UInt64, reader: any ResponseReader, request: (any APIRequest)?
  ) {
    self.request = request
    self.core = core
    self.endpoint = endpoint
    self.options = options
    policies = core.policies(of: endpoint, options)
    self.requestNumber = requestNumber
    self.reader = reader
    redacted = composed.redacted
    method = composed.httpRequest.method.rawValue
    renewableFields = composed.renewableFields
    bodySize =
      composed.streamedBody.map { $0.length.map { Int(clamping: $0) } } ?? composed.body.count
    selection = composed.selection
    decoding = options.decoding ?? core.configuration.decoding
  }

  /// How to decode so that an error lists all violations: strict validation uses the report.
  package var reportingDecoding: JSONDecoding {
    var options = decoding
    if options.validation == .strict { options.validation = .report }
    return options
  }
  /// Returns violations in a document without secrets.
  ///
  /// - Throws: Those that strict validation doesn't accept.
  package func checked(
    _ violations: [Violation], in document: [UInt8]
  ) throws(RefusedViolations) -> [Violation] {
    guard !violations.isEmpty else { return [] }
    let redacted = redaction(violations, withholding: redaction.pieces(ofThoseIn: document))
    // An unknown key isn't a constraint violation.
    let broken = redacted.filter { !$0.isUnknown }
    if decoding.validation == .strict, !broken.isEmpty { throw RefusedViolations(all: broken) }
    return redacted
  }
  /// Returns an error in a document without secrets.
  package func redacted(_ error: JSONError, in document: [UInt8]) -> JSONError {
    redaction(error, in: document)
  }
  /// The maximum time until the response is complete, or until the head of a stream.
  var timeout: Duration { policy(TimeoutPolicy.self)?.duration ?? core.configuration.timeout }
  /// The maximum size of the response, or of an element of a stream.
  package var responseSizeLimit: Int { options.responseSizeLimit ?? core.configuration.responseSizeLimit }
  /// The limits for the transport.
  var limits: TransportOptions {
    TransportOptions(
      timeout: timeout, responseSizeLimit: responseSizeLimit,
      redirects: reader.describesRedirects ? .none : options.redirects ?? core.configuration.redirects,
      idleTimeout: options.idleTimeout ?? core.configuration.idleTimeout)
  }

  /// The API's name.
  public var api: String { core.api.name }
  /// The endpoint's name.
  public var operation: String { endpoint.name }
  /// Whether a response says that there were too many requests: by status 429, or by an error that the spec lists.
  public func saysTooManyRequests(_ response: MiddlewareResponse) -> Bool {
    if response.httpResponse.status == .tooManyRequests { return true }
    // Don't look for the failure without need: that decodes the response.
    let errors = core.api.tooManyRequests
    guard !errors.isEmpty, let failure = response.failure?.failure else { return false }
    return errors.contains { $0.matches(failure) }
  }
  /// The server.
  public var server: APIServer { core.server }
  /// The policy of a type that applies to the call: the call's own or, if there is none, the endpoint's or the API's.
  public func policy<Value: PolicyValue>(_ type: Value.Type) -> Value? {
    policies[type]
  }
  /// The URL, with secrets replaced by `<redacted>`.
  public var redactedURL: String { redacted.text }
  /// The template of the URL's path, such as `/wot/clans/{clan_id}/`: the same for all requests to the endpoint, and
  /// without their values. Use it, not the URL, where few different texts are wanted, as in metrics.
  public var urlTemplate: String {
    if endpoint.isElsewhere { return endpoint.path }
    let slash = UInt8(ascii: "/")
    var text = "/"
    for name in serverURL.names(at: slash).dropFirst(2) { text += name + "/" }
    if endpoint.server == nil { for name in core.api.basePath.names(at: slash) { text += name + "/" } }
    var path = endpoint.path
    while path.utf8.first == slash { path = path.rest(after: 1) }
    return text + path
  }
  /// A number for the secrets that the client sends with every request, such as the application ID, as long as the process
  /// runs. If a limit applies to an application, all requests with the same number count toward it.
  package var application: Int { core.application }
  /// The client's clock.
  public var clock: any ClientClock { core.configuration.clock }
  /// The client's source of random numbers.
  public var random: RandomSource { core.configuration.random }

  /// The type of the request, which determines the type of the decoded response.
  package var requestType: ObjectIdentifier { reader.requestType }
  package var redaction: Redaction { redacted.redaction }
  /// The wire names of secret parameters.
  package var secretNames: [String] { core.secretNames(of: endpoint, options) }
  /// The name of the server that the endpoint is at: the client's, or another one of the API.
  var serverName: String { server.name(of: endpoint.server) }

  /// The server's base URL without trailing slashes.
  package var serverURL: String {
    endpoint.isElsewhere ? redacted.origin : core.serverURL(of: endpoint.server)
  }
  /// The client's observers.
  var observers: [ClientObserver] { core.configuration.observers }

  /// Passes violations in an accepted response on to the client's observers.
  package func report(_ violations: [Violation]) {
    guard !violations.isEmpty, !observers.isEmpty else { return }
    let event = ClientObserver.ViolationEvent(request: requestEvent, violations: violations)
    for observer in observers { observer.onViolation?(event) }
  }
  /// The request, for the client's observers.
  var requestEvent: ClientObserver.RequestEvent {
    ClientObserver.RequestEvent(
      requestID: requestID, operation: operation, server: serverName, method: method, url: redactedURL,
      bodySize: bodySize)
  }

  /// Decodes a received response as the endpoint's type or as an error.
  func read(_ response: TransportResponse, _ stream: HTTPResponseBody?) -> ResponseReadingResult {
    reader.read(response, stream, for: self)
  }

  /// Whether the response is read while it arrives.
  package var isStreamed: Bool { reader.isStreamed }

  /// Creates an error of this call.
  public func error(
    _ kind: APIError.Kind, status: HTTPResponse.Status? = nil, attempt: Int = 1
  ) -> APIError {
    APIError(
      kind, operation: operation, server: serverName, status: status?.code, url: redactedURL,
      requestID: requestID, attempt: attempt,
      isRetryable: reader.isRetryable(kind, status?.code) {
        policies.all.isTemporary(status: $0, failure: $1)
      })
  }

  /// The operation and the redacted URL.
  public var description: String { "\(operation) on \(serverName): \(redactedURL)" }
  /// The operation and the redacted URL.
  public var customMirror: Mirror { Mirror(self, children: ["operation": operation, "url": redactedURL]) }
}

/// Violations that strict validation doesn't accept.
package struct RefusedViolations: Error {
  package let all: [Violation]
}
