import WGNAPIJSON

/// One thing an endpoint's description says about how its requests are to be treated, as in
/// `policies: [.cache(.seconds(600)), .batch("account_id", maximum: 100)]`.
public struct Policy: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case cache(CachePolicy)
    case retry(RetryPolicy)
    case pagination(PaginationPolicy)
    case batch(BatchPolicy)
    case partial(PartialPolicy)
    case queue(QueuePolicy)
    case rateLimit(RateLimit)
    case authentication(Authentication)
  }

  let content: Content

  /// Answers may be kept for `lifetime`.
  public static func cache(_ lifetime: Duration) -> Policy {
    Policy(content: .cache(CachePolicy(lifetime: lifetime)))
  }

  /// Answers are never kept.
  public static var noCache: Policy { Policy(content: .cache(CachePolicy(lifetime: nil))) }

  /// A failed request may be sent again.
  public static func retry(
    idempotent: Bool = true, attempts: Int = 3, statuses: [Int] = RetryPolicy.commonStatuses,
    errors: [ServiceErrorPattern] = []
  ) -> Policy {
    Policy(
      content: .retry(
        RetryPolicy(isIdempotent: idempotent, attempts: attempts, statuses: statuses, errors: errors)))
  }

  /// The answer comes in pages.
  public static func pagination(_ pagination: PaginationPolicy) -> Policy {
    Policy(content: .pagination(pagination))
  }

  /// A longer list in `parameter` is split into several requests of at most `maximum` elements.
  public static func batch(_ parameter: String, maximum: Int) -> Policy {
    Policy(content: .batch(BatchPolicy(parameter: parameter, maximum: maximum)))
  }

  /// The answer can be restricted to some of its fields.
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

  /// The request may be stored and sent later; the key tells the service that it is the same one.
  public static func queue(idempotencyKey: QueuePolicy.Key? = nil) -> Policy {
    Policy(content: .queue(QueuePolicy(idempotencyKey: idempotencyKey)))
  }

  /// No more than `count` requests within `period`.
  public static func rateLimit(_ count: Int, per period: Duration, scope: RateLimit.Scope) -> Policy {
    Policy(content: .rateLimit(RateLimit(count: count, period: period, scope: scope)))
  }

  /// Who is calling, and how that is proved.
  public static func authentication(_ place: Authentication.Place, required: Bool = true) -> Policy {
    Policy(content: .authentication(Authentication(place: place, isRequired: required)))
  }
}

/// An endpoint's policies; each kind counts once, the last one given.
public struct Policies: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// How long answers may be kept; nil where the description says nothing.
  public private(set) var cache: CachePolicy?
  /// When a failed request may be sent again.
  public private(set) var retry: RetryPolicy?
  /// How the answer is divided into pages.
  public private(set) var pagination: PaginationPolicy?
  /// The list that may be split over several requests.
  public private(set) var batch: BatchPolicy?
  /// How an answer is restricted to some of its fields.
  public private(set) var partial: PartialPolicy?
  /// Whether a request may be stored and sent later.
  public private(set) var queue: QueuePolicy?
  /// The limits on the number of requests.
  public private(set) var rateLimits: [RateLimit] = []
  /// How a caller proves who they are.
  public private(set) var authentication: Authentication?

  /// What they say of sending, and nothing of answers: retries and limits.
  package var ofSending: Policies {
    var policies = Policies([])
    policies.retry = retry
    policies.rateLimits = rateLimits
    return policies
  }

  /// The policies of a list.
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
      }
    }
  }

  /// The policies of a list.
  public init(arrayLiteral policies: Policy...) { self.init(policies) }
}
