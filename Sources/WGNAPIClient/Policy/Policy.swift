import WGNAPIJSON

/// A rule for the requests of an endpoint, as in `policies: [.cache(.seconds(600)), .batch("account_id",
/// maximum: 100)]`.
public struct Policy: Sendable {
  enum Content: Sendable {
    case cache(CachePolicy)
    case retry(RetryPolicy)
    case pagination(PaginationPolicy)
    case batch(BatchPolicy)
    case partial(PartialPolicy)
    case queue(QueuePolicy)
    case rateLimit(RateLimit)
    case authentication(Authentication)
    case timeout(Duration)
    case idempotencyKey(String)
    case credentials(CredentialRequirement)
  }

  let content: Content

  /// Answers can be cached for `lifetime`.
  public static func cache(_ lifetime: Duration) -> Policy {
    Policy(content: .cache(CachePolicy(lifetime: lifetime)))
  }

  /// Answers are never cached.
  public static var noCache: Policy { Policy(content: .cache(CachePolicy(lifetime: nil))) }

  /// A failed request can be sent again.
  public static func retry(
    idempotent: Bool = true, attempts: Int = 3, statuses: [Int] = RetryPolicy.commonStatuses,
    errors: [ServiceErrorPattern] = []
  ) -> Policy {
    Policy(
      content: .retry(
        RetryPolicy(isIdempotent: idempotent, attempts: attempts, statuses: statuses, errors: errors)))
  }

  /// The answer is divided into pages.
  public static func pagination(_ pagination: PaginationPolicy) -> Policy {
    Policy(content: .pagination(pagination))
  }

  /// A list in `parameter` with more than `maximum` elements can be split into several requests.
  public static func batch(_ parameter: String, maximum: Int) -> Policy {
    Policy(content: .batch(BatchPolicy(parameter: parameter, maximum: maximum)))
  }

  /// The request can ask for some fields of the answer.
  public static func partial(
    fields: String = "fields", extra: String? = nil, separator: String = ",", exclusionPrefix: String? = "-",
    maximum: Int? = nil
  ) -> Policy {
    Policy(
      content: .partial(
        PartialPolicy(
          fieldsParameter: fields, extraParameter: extra, separator: separator,
          exclusionPrefix: exclusionPrefix, maximum: maximum)))
  }

  /// The request can be stored and sent later. The key lets the service recognize duplicates.
  public static func queue(idempotencyKey: QueuePolicy.Key? = nil) -> Policy {
    Policy(content: .queue(QueuePolicy(idempotencyKey: idempotencyKey)))
  }

  /// At most `count` requests are allowed per `period`.
  public static func rateLimit(_ count: Int, per period: Duration, scope: RateLimit.Scope) -> Policy {
    Policy(content: .rateLimit(RateLimit(count: count, period: period, scope: scope)))
  }

  /// An answer may take this long, where neither the call nor the client says anything else.
  public static func timeout(_ duration: Duration) -> Policy { Policy(content: .timeout(duration)) }

  /// The client sends a random key in this header field, the same for all attempts of a call, by which the service
  /// recognizes a request that comes again.
  public static func idempotencyKey(_ header: String) -> Policy { Policy(content: .idempotencyKey(header)) }

  /// The caller must, or can, authenticate.
  public static func authentication(_ place: Authentication.Place, required: Bool = true) -> Policy {
    Policy(content: .authentication(Authentication(place: place, isRequired: required)))
  }

  /// Requests contain these of the client's credentials, in place of the API's default.
  public static func credentials(_ requirement: CredentialRequirement) -> Policy {
    Policy(content: .credentials(requirement))
  }
}

/// The policies of an endpoint. If a kind is given more than once, the last one applies; rate limits add up.
public struct Policies: Sendable, ExpressibleByArrayLiteral {
  /// The cache policy; nil if the API description has none.
  public private(set) var cache: CachePolicy?
  /// The retry policy; nil if failed requests aren't sent again.
  public private(set) var retry: RetryPolicy?
  /// The pagination; nil if the answer isn't divided into pages.
  public private(set) var pagination: PaginationPolicy?
  /// The list that can be split into several requests; nil if there is none.
  public private(set) var batch: BatchPolicy?
  /// The policy for asking for some fields; nil if that isn't possible.
  public private(set) var partial: PartialPolicy?
  /// The policy for storing requests and sending them later; nil if that isn't allowed.
  public private(set) var queue: QueuePolicy?
  /// The limits on the number of requests.
  public private(set) var rateLimits: [RateLimit] = []
  /// The authentication; nil if there is none.
  public private(set) var authentication: Authentication?
  /// The time that an answer may take; nil for the client's.
  public private(set) var timeout: Duration?
  /// The header field with a key that the client makes; nil for none.
  public private(set) var idempotencyKey: String?
  /// The client's credentials that requests contain; nil for the API's default.
  public private(set) var credentials: CredentialRequirement?

  /// The policies for sending (retries and limits), without those for answers.
  package var ofSending: Policies {
    var policies = Policies([])
    policies.retry = retry
    policies.rateLimits = rateLimits
    policies.timeout = timeout
    policies.idempotencyKey = idempotencyKey
    return policies
  }

  /// Creates policies from a list.
  public init(_ policies: some Sequence<Policy>) {
    for policy in policies {
      switch policy.content {
      case .cache(let policy): cache = policy
      case .retry(let policy): retry = policy
      case .pagination(let policy): pagination = policy
      case .batch(let policy): batch = policy
      case .partial(let policy): partial = policy
      case .queue(let policy): queue = policy
      case .rateLimit(let policy): rateLimits.append(policy)
      case .authentication(let policy): authentication = policy
      case .timeout(let duration): timeout = duration
      case .idempotencyKey(let header): idempotencyKey = header
      case .credentials(let requirement): credentials = requirement
      }
    }
  }

  /// Creates policies from a list.
  public init(arrayLiteral policies: Policy...) { self.init(policies) }
}
