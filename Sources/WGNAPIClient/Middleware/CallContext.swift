import WGNAPIJSON
import WGNAPITransport

/// What middlewares know of a call, apart from the HTTP request; the same for all attempts.
public final class CallContext: Sendable, CustomStringConvertible, CustomReflectable {
  /// What is different for this call.
  public let options: CallOptions
  /// The id that the client's observers see.
  public let requestID: String
  /// The limits on requests that hold for it: the API's and the endpoint's.
  public let rateLimits: [RateLimit]
  /// How responses are read.
  package let decoding: JSONDecoding
  /// Which fields the request asks for; nil for all.
  let selection: FieldSelection?
  private let core: ClientCore
  private let endpoint: EndpointFacts
  private let redacted: RedactedURL
  private let reader: any ResponseReader

  init(
    core: ClientCore, endpoint: EndpointFacts, composed: ComposedRequest, options: CallOptions,
    requestID: String, reader: any ResponseReader
  ) {
    self.core = core
    self.endpoint = endpoint
    self.options = options
    self.requestID = requestID
    self.reader = reader
    redacted = composed.redacted
    selection = composed.selection
    decoding = options.decoding ?? core.configuration.decoding
    let limits = (api: core.api.rateLimits, own: endpoint.policies.rateLimits)
    rateLimits = limits.own.isEmpty ? limits.api : limits.api + limits.own
  }

  /// The API's name.
  public var api: String { core.api.name }
  /// The endpoint's name.
  public var operation: String { endpoint.name }
  /// The errors by which the service says that there were too many requests, beside status 429.
  public var rateLimitErrors: [ServiceErrorPattern] { core.api.rateLimitErrors }
  /// The server.
  public var server: APIServer { core.server }
  /// What the endpoint's description says about caching, retrying and so on.
  public var policies: Policies { endpoint.policies }
  /// The URL with secrets replaced by `<redacted>`.
  public var redactedURL: String { redacted.text }
  /// A digest of the secrets that the client sends with every request, such as the application's id; requests with the
  /// same one count together where a limit is the application's.
  public var application: String { core.application }
  /// The client's clock.
  public var clock: any ClientClock { core.configuration.clock }
  /// The client's source of random numbers.
  public var random: RandomSource { core.configuration.random }
  /// When a failed request may be sent again: the call's policy, or the endpoint's.
  public var retry: RetryPolicy? { options.retry ?? endpoint.policies.retry }

  /// The type of the request, which decides what a response is read into.
  package var requestType: ObjectIdentifier { reader.requestType }
  package var redaction: Redaction { redacted.redaction }
  /// The wire names of secret parameters.
  var secretNames: [String] { core.secretNames + endpoint.secretNames }
  /// The server's base URL without slashes at its end.
  package var serverURL: String { core.serverURL }
  /// How long answers may be kept, after the endpoint's description.
  package var cachePolicy: CachePolicy? { endpoint.policies.cache }
  /// Who is told about the client's calls.
  var observers: [ClientObserver] { core.configuration.observers }
  /// How many of the limits are the endpoint's own; they come last.
  package var ownLimitCount: Int { endpoint.policies.rateLimits.count }

  /// Reads a response into what the endpoint answers, or into the error it stands for.
  func read(_ response: TransportResponse) -> ResponseReadingResult { reader.read(response, for: self) }

  /// An error of this call.
  public func error(_ kind: APIError.Kind, status: Int? = nil, attempt: Int = 1) -> APIError {
    APIError(
      kind, operation: operation, server: server.name, status: status, url: redactedURL,
      requestID: requestID, attempt: attempt, isRetryable: reader.isRetryable(kind, status, retry))
  }

  /// The operation and the redacted URL.
  public var description: String { "\(operation) on \(server.name): \(redactedURL)" }
  /// The operation and the redacted URL.
  public var customMirror: Mirror { Mirror(self, children: ["operation": operation, "url": redactedURL]) }
}

/// What a call needs of its endpoint's types.
protocol ResponseReader: AnyObject, Sendable {
  var requestType: ObjectIdentifier { get }
  func read(_ response: TransportResponse, for call: CallContext) -> ResponseReadingResult
  /// Whether sending the request again may help after a failure of this kind and status.
  func isRetryable(_ kind: APIError.Kind, _ status: Int?, _ policy: RetryPolicy?) -> Bool
}
