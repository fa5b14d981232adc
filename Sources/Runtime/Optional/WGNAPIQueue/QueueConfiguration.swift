import WGNAPIClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The limits of a ``RequestQueue``, and how it sends requests.
public struct QueueConfiguration: Sendable {
  /// The maximum number of waiting requests.
  public var countLimit = 1_000
  /// The maximum size of all waiting requests, and also of all dead letters, in bytes.
  public var sizeLimit = 16 << 20
  /// The time after which a request is no longer sent, and becomes a dead letter.
  public var ageLimit: Duration = .seconds(7 * 86_400)
  /// The number of failures that the server may answer a request with, such as status 500, until the request becomes a dead
  /// letter. A request that the server never accepts keeps its lane waiting until then; nil for until ``ageLimit``. Attempts
  /// without a response don't count.
  public var responseLimit: Int?
  /// What happens to a new request if the queue is full.
  public var whenFull: WhenFull = .refuse
  /// The maximum number of dead letters. The oldest are discarded first.
  public var deadLetterLimit = 1_000
  /// The time after which a dead letter is discarded.
  public var deadLetterAgeLimit: Duration = .seconds(30 * 86_400)
  /// The delays between attempts to send a request. They are at least as long as the server's `Retry-After`.
  public var backoff = Backoff(base: .seconds(1), maximum: .seconds(300))
  /// How often a running queue looks for requests that other processes have stored.
  public var pollInterval: Duration = .seconds(5)
  /// The maximum time until a response is complete; nil for that of the endpoint and the client.
  public var timeout: Duration?
  /// Tells whether the server can be reached; nil to try each request.
  public var reachability: (any Reachability)?
  /// Returns the value of a parameter that the API description marks as secret, which the queue doesn't store; nil if the value
  /// isn't known now. It isn't called for credentials and common parameters, which the client adds.
  public var secrets: (@Sendable (SecretParameter) async throws -> String?)?
  /// Decides what an error means; nil to leave the decision to the queue. It isn't called if a request that must not be sent
  /// twice got no response.
  public var decide: (@Sendable (APIError) -> Decision?)?

  /// What happens to a new request if the queue is full.
  public enum WhenFull: Hashable, Sendable {
    /// The request isn't stored, and ``QueueError/Kind/full`` is thrown.
    case refuse
    /// The oldest requests of all lanes become dead letters.
    case dropOldest
  }

  /// What an error means for a request.
  public enum Decision: Hashable, Sendable {
    /// The request waits at the head of its lane, and is sent again.
    case retry
    /// The request becomes a dead letter.
    case giveUp
    /// The server has accepted the request.
    case delivered
  }

  /// A parameter whose value the queue doesn't store.
  public struct SecretParameter: Hashable, Sendable {
    /// The endpoint's name.
    public let operation: String
    /// The parameter's name on the wire. A bearer token is `Authorization`, without the word `Bearer`.
    public let name: String
    /// The request's lane.
    public let lane: String
  }

  /// Creates the default configuration.
  public init() {}
}
