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

  /// A failed request can be sent again; one that isn't idempotent, only if the service refused it.
  public static func retry(
    idempotent: Bool = true, attempts: Int = 3, statuses: [Int] = RetryPolicy.commonStatuses,
    errors: [ServiceErrorPattern] = [], refusals: RetryPolicy.Refusals = .usual
  ) -> Policy {
    Policy(
      content: .retry(
        RetryPolicy(
          isIdempotent: idempotent, attempts: attempts, statuses: statuses, errors: errors, refusals: refusals
        )))
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

/// A description of an answer that is divided into pages.
///
/// A `parameter` is the wire name of a parameter or, for a property of the body, `#` and its JSON Pointer (RFC 6901):
/// `#/start_cursor`.
public struct PaginationPolicy: Sendable {
  /// A way to ask for a page.
  public enum Style: Sendable {
    /// Pages have numbers, beginning with `first`.
    case pageNumber(parameter: String, first: Int)
    /// A page is identified by the number of elements before it.
    case offset(parameter: String)
    /// A page is identified by a text in the previous answer, at the JSON Pointer `next` (RFC 6901).
    case cursor(parameter: String, next: String)
    /// A page is identified by the last element of the previous one: by the value at the JSON Pointer `property`
    /// in that element. The elements are at the JSON Pointer `elements`; nil means in the payload.
    case lastElement(parameter: String, property: String, elements: String?)
    /// The answer's `Link` field has a link to the next page (RFC 8288). `page` is the query parameter with the
    /// page's number, if pages have numbers. `anyPath` allows links to other paths than the endpoint's.
    case link(page: String?, anyPath: Bool)
    /// The elements' IDs are read once, at the JSON Pointer `ids` in the answer. The elements are then
    /// requested in portions from the endpoint named `fetch`, with the IDs in `parameter`.
    case snapshot(ids: String, fetch: String, parameter: String)
  }

  /// A way to ask for the page before another one.
  public struct Backward: Sendable {
    /// The parameter for the cursor of the page to end before.
    public let parameter: String
    /// The JSON Pointer to the cursor of the previous page; nil if it is the first element's, as for
    /// ``Style/lastElement(parameter:property:elements:)``.
    public let previous: String?
  }

  /// How to ask for a page.
  public let style: Style
  /// The parameter for the size of a page; nil if the size is fixed.
  public let sizeParameter: String?
  /// The maximum size of a page.
  public let maximumSize: Int?
  /// The JSON Pointer to the total number of elements, from the root of the body.
  public let total: String?
  /// The JSON Pointer to the number of pages, from the root of the body.
  public let pages: String?
  /// The wire names of the properties that together identify an element when pages overlap; empty if unknown.
  public let identity: [String]
  /// The JSON Pointer to a flag that is true if there are more pages. For pages with a `previous` cursor, it
  /// counts only forward.
  public let more: String?
  /// How to ask for the page before another one; nil if cursors go forward only. Links always go both ways.
  public let backward: Backward?

  private init(
    _ style: Style, size: String? = nil, maximumSize: Int?, total: String?, pages: String? = nil,
    identity: [String], more: String? = nil, backward: Backward? = nil
  ) {
    self.style = style
    sizeParameter = size
    self.maximumSize = maximumSize
    self.total = total
    self.pages = pages
    self.identity = identity
    self.more = more
    self.backward = backward
  }

  /// Pages with numbers.
  public static func pageNumber(
    _ parameter: String, first: Int = 1, size: String? = nil, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String...
  ) -> Self {
    Self(
      .pageNumber(parameter: parameter, first: first), size: size, maximumSize: maximumSize, total: total,
      pages: pages, identity: identity)
  }

  /// Pages identified by the number of elements to skip.
  public static func offset(
    _ parameter: String, size: String? = nil, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String...
  ) -> Self {
    Self(
      .offset(parameter: parameter), size: size, maximumSize: maximumSize, total: total, pages: pages,
      identity: identity)
  }

  /// Pages identified by a cursor in the previous answer.
  ///
  /// `before` is the parameter for the cursor of the page to end before, and `previous` its JSON Pointer in the
  /// answer.
  public static func cursor(
    _ parameter: String, next: String, more: String? = nil, before: String? = nil, previous: String? = nil,
    size: String? = nil, maximumSize: Int? = nil, total: String? = nil, pages: String? = nil,
    identity: String...
  ) -> Self {
    Self(
      .cursor(parameter: parameter, next: next), size: size, maximumSize: maximumSize, total: total,
      pages: pages, identity: identity, more: more,
      backward: before.flatMap { before in
        previous.map { Backward(parameter: before, previous: $0) }
      })
  }

  /// Pages identified by the last element of the previous one: by the value at the JSON Pointer `last` in it.
  ///
  /// `before` is the parameter for the same value of the first element, to ask for the page before it.
  public static func cursor(
    _ parameter: String, last: String, elements: String? = nil, more: String? = nil, before: String? = nil,
    size: String? = nil, maximumSize: Int? = nil, total: String? = nil, pages: String? = nil,
    identity: String...
  ) -> Self {
    Self(
      .lastElement(parameter: parameter, property: last, elements: elements), size: size,
      maximumSize: maximumSize, total: total, pages: pages, identity: identity, more: more,
      backward: before.map { Backward(parameter: $0, previous: nil) })
  }

  /// Pages that link to each other in the `Link` field (RFC 8288).
  ///
  /// `page` is the query parameter with the page's number, if pages have numbers. `anyPath` allows links to other
  /// paths than the endpoint's, below the API's base path.
  public static func link(
    page: String? = nil, anyPath: Bool = false, size: String? = nil, maximumSize: Int? = nil,
    total: String? = nil, identity: String...
  ) -> Self {
    Self(
      .link(page: page, anyPath: anyPath), size: size, maximumSize: maximumSize, total: total,
      identity: identity)
  }

  /// Pages that are portions of a list of IDs.
  public static func snapshot(
    ids: String, fetch: String, parameter: String, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String...
  ) -> Self {
    Self(
      .snapshot(ids: ids, fetch: fetch, parameter: parameter), maximumSize: maximumSize, total: total,
      pages: pages, identity: identity)
  }
}
