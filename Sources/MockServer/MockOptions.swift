/// How the mock server answers.
public struct MockOptions: Sendable {
  /// What happens to parameters in the query that an endpoint doesn't have.
  public enum UnknownParameters: String, Sendable, CaseIterable {
    /// The answer has a header field `Mock-Warning`.
    case warn
    /// The request is refused.
    case refuse
    case ignore
  }

  /// The name or the number of the example to answer with, where there is one; a request's `Prefer` overrides it.
  public var example: String?
  /// What happens to unknown parameters in the query.
  public var unknownParameters = UnknownParameters.warn
  /// The time before each answer.
  public var delay: Duration = .zero
  /// The time between the elements of a stream.
  public var streamDelay: Duration = .zero
  /// How many of the requests fail, from 0 to 1.
  public var failRate = 0.0
  /// Determines which requests fail.
  public var seed: UInt64 = 1
  /// Whether pages of any origin may send requests and read answers.
  public var allowsOrigins = false
  /// Whether paths begin with the name of their module; nil if they do where there are several modules.
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
