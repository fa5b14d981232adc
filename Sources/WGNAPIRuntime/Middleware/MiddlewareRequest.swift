public import HTTPTypes

/// A request on its way through a client's middlewares.
///
/// Its description shows the redacted URL; ``httpRequest`` and ``body`` hold secrets as they travel.
public struct MiddlewareRequest: Sendable, CustomStringConvertible, CustomReflectable {
  /// The method, URL and header fields.
  public var httpRequest: HTTPRequest
  /// The body, empty where there is none.
  public var body: [UInt8]
  /// The limits that the transport keeps for each exchange.
  public var options: TransportOptions
  /// Which attempt this is, from 1.
  public var attempt: Int
  /// What is known of the call.
  public let call: CallContext

  /// The method and the redacted URL.
  public var description: String { "\(httpRequest.method.rawValue) \(call.redactedURL)" }
  /// The method and the redacted URL.
  public var customMirror: Mirror {
    Mirror(self, children: ["method": httpRequest.method.rawValue, "url": call.redactedURL])
  }
}

/// What middlewares know of a call, apart from the HTTP request; the same for all attempts.
public final class CallContext: Sendable, CustomStringConvertible, CustomReflectable {
  /// The API's name.
  public let api: String
  /// The endpoint's name.
  public let operation: String
  /// The server.
  public let server: APIServer
  /// What the endpoint's description says about caching, retrying and so on.
  public let policies: Policies
  /// The limits on requests that hold for it: the API's and the endpoint's.
  public let rateLimits: [RateLimit]
  /// What is different for this call.
  public let options: CallOptions
  /// The id that the client's observers see.
  public let requestID: String
  /// The URL with secrets replaced by `<redacted>`.
  public let redactedURL: String
  /// A digest of the secrets that the client sends with every request, such as the application's id; requests with the
  /// same one count together where a limit is the application's.
  public let application: String
  /// The client's clock.
  public let clock: any ClientClock
  /// The client's source of random numbers.
  public let random: RandomSource
  /// The type of the request, which decides what a response is read into.
  let requestType: ObjectIdentifier
  /// How responses are read.
  let decoding: JSONDecoding
  let redaction: Redaction
  /// The wire names of secret parameters.
  let secretNames: [String]
  private let retryable: @Sendable (APIError.Kind, Int?, RetryPolicy?) -> Bool
  /// Reads a response into what the endpoint answers.
  let read: @Sendable (TransportResponse, CallContext) -> ResponseReadingResult

  init(
    api: String, operation: String, server: APIServer, policies: Policies, rateLimits: [RateLimit],
    options: CallOptions, requestID: String, redactedURL: String, application: String,
    clock: any ClientClock, random: RandomSource, requestType: ObjectIdentifier, decoding: JSONDecoding,
    redaction: Redaction, secretNames: [String],
    isRetryable: @escaping @Sendable (APIError.Kind, Int?, RetryPolicy?) -> Bool,
    read: @escaping @Sendable (TransportResponse, CallContext) -> ResponseReadingResult
  ) {
    self.api = api
    self.operation = operation
    self.server = server
    self.policies = policies
    self.rateLimits = rateLimits
    self.options = options
    self.requestID = requestID
    self.redactedURL = redactedURL
    self.application = application
    self.clock = clock
    self.random = random
    self.requestType = requestType
    self.decoding = decoding
    self.redaction = redaction
    self.secretNames = secretNames
    retryable = isRetryable
    self.read = read
  }

  /// When a failed request may be sent again: the call's policy, or the endpoint's.
  public var retry: RetryPolicy? { options.retry ?? policies.retry }

  /// An error of this call.
  public func error(_ kind: APIError.Kind, status: Int? = nil, attempt: Int = 1) -> APIError {
    APIError(
      kind, operation: operation, server: server.name, status: status, url: redactedURL,
      requestID: requestID, attempt: attempt, isRetryable: retryable(kind, status, retry))
  }

  /// The operation and the redacted URL.
  public var description: String { "\(operation) on \(server.name): \(redactedURL)" }
  /// The operation and the redacted URL.
  public var customMirror: Mirror { Mirror(self, children: ["operation": operation, "url": redactedURL]) }
}
