import HTTPTypes
import WGNAPIJSON
import WGNAPITransport

/// Options for one call. An option that is nil uses the client's configuration.
public struct CallOptions: Sendable {
  /// The maximum time until the response is complete, for each attempt.
  public var timeout: Duration? {
    get { policies[TimeoutPolicy.self]?.duration }
    set { policies[TimeoutPolicy.self] = newValue.map { TimeoutPolicy(duration: $0) } }
  }
  /// The maximum time to wait for each part of a streamed response.
  public var idleTimeout: Duration?
  /// The maximum size of the response body in bytes, or of each element of a stream.
  public var responseSizeLimit: Int?
  /// How to decode and validate the response.
  public var decoding: JSONDecoding?
  /// The HTTP method, which must be one of the endpoint's.
  public var method: HTTPRequest.Method?
  /// The policies for this call, such as `[.timeout(.seconds(5))]`. They override the endpoint's of the same types.
  ///
  /// Useful for a single call: its timeout, retries and use of the cache, its credentials, and the field for an idempotency
  /// key. What describes the endpoint itself (pages, batches, fields, limits on the number of requests, the queue) is read
  /// from the endpoint.
  public var policies: Policies
  /// Common parameters for this call, such as another language. They override the client's parameters with
  /// the same names.
  public var parameters: [ClientParameter]
  /// The redirects to follow.
  public var redirects: RedirectPolicy?
  /// Header fields for this call, such as the part of a file that is asked for.
  package var headerFields: HTTPFields = [:]

  /// Creates options.
  public init(
    timeout: Duration? = nil, responseSizeLimit: Int? = nil, decoding: JSONDecoding? = nil,
    method: HTTPRequest.Method? = nil, policies: Policies = [], parameters: [ClientParameter] = [],
    idleTimeout: Duration? = nil,
    redirects: RedirectPolicy? = nil
  ) {
    self.redirects = redirects
    self.idleTimeout = idleTimeout
    self.responseSizeLimit = responseSizeLimit
    self.decoding = decoding
    self.method = method
    self.policies = policies
    if let timeout { self.policies[TimeoutPolicy.self] = TimeoutPolicy(duration: timeout) }
    self.parameters = parameters
  }
}

extension CallOptions: ExpressibleByArrayLiteral {
  /// Creates options that set nothing.
  public init() { self.init(policies: []) }

  /// Creates options from policies alone, as in `options: [.timeout(.seconds(5))]`.
  public init(arrayLiteral policies: Policy...) { self.init(policies: Policies(policies)) }
}

extension CallOptions {
  /// Returns these options, completed by those of a client where they set nothing.
  func filled(by defaults: CallOptions?) -> CallOptions {
    guard let defaults else { return self }
    var options = self
    options.idleTimeout = idleTimeout ?? defaults.idleTimeout
    options.responseSizeLimit = responseSizeLimit ?? defaults.responseSizeLimit
    options.decoding = decoding ?? defaults.decoding
    options.method = method ?? defaults.method
    options.policies = policies.filled(by: defaults.policies)
    options.redirects = redirects ?? defaults.redirects
    options.parameters = parameters.filled(by: defaults.parameters)
    return options
  }
}

extension [ClientParameter] {
  /// Returns others, without those that have the names of these, and then these.
  func filled(by others: Self) -> Self {
    others.filter { other in !contains { $0.name == other.name } } + self
  }
}
