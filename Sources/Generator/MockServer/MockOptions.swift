/// How the mock server answers.
public struct MockOptions: Sendable {
  /// The treatment of parameters in the query that an endpoint doesn't have.
  public enum UnknownParameters: String, Sendable, CaseIterable {
    /// The response has a header field `Mock-Warning`.
    case warn
    /// The request is refused.
    case refuse
    /// Nothing happens.
    case ignore
  }

  /// The name or the number of the example to answer with, where there is one; a request's `Prefer` overrides it.
  public var example: String?
  /// The treatment of unknown parameters in the query.
  public var unknownParameters = UnknownParameters.warn
  /// The time before each response.
  public var delay: Duration = .zero
  /// The time between the elements of a stream.
  public var streamDelay: Duration = .zero
  /// The share of requests that fail, from 0 to 1.
  public var failRate = 0.0
  /// The seed that chooses the requests that fail.
  public var seed: UInt64 = 1
  /// Whether pages of any origin may send requests and read responses.
  public var allowsOrigins = false
  /// Whether paths begin with the name of their module; nil if they do only with several modules.
  public var hasModulePrefixes: Bool?
  /// The maximum size of a request's line and header fields, in bytes.
  public var headLimit = 64 << 10
  /// The maximum size of a request's body, in bytes.
  public var bodyLimit = 16 << 20
  /// The maximum number of connections at once.
  public var connectionLimit = 256
  /// The time limit for receiving a request.
  public var receivingLimit: Duration = .seconds(30)

  /// Creates the default options.
  public init() {}
}
