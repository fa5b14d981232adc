import WGNAPIJSON

/// A policy for caching answers.
///
/// The server's own information about a response (`Cache-Control`, `Expires`) overrides ``lifetime``.
public struct CachePolicy: Equatable, Sendable {
  /// The time for which an answer is fresh; nil means that it must not be cached.
  public let lifetime: Duration?
  /// The time after ``lifetime`` during which the answer may be used if the server fails or can't be reached
  /// (RFC 5861, section 4).
  public let staleIfError: Duration
  /// The time after ``lifetime`` during which the answer is returned at once while a new one is fetched (RFC
  /// 5861, section 3).
  public let staleWhileRevalidate: Duration

  /// Creates the policy.
  public init(
    lifetime: Duration?, staleIfError: Duration = .zero, staleWhileRevalidate: Duration = .zero
  ) {
    self.lifetime = lifetime
    self.staleIfError = staleIfError
    self.staleWhileRevalidate = staleWhileRevalidate
  }
}

/// A policy for sending failed requests again.
public struct RetryPolicy: Equatable, Sendable {
  /// How a service says that it refused a request without carrying it out.
  public enum Refusals: Equatable, Sendable {
    /// By status 429, status 503 with a time to wait, and the errors that mean too many requests, as far as the
    /// policy lists them.
    case usual
    /// By these statuses and errors. Without any, it never says so.
    case listed(statuses: [Int] = [], errors: [ServiceErrorPattern] = [])
  }

  /// Whether sending the request twice has the same effect as sending it once. A request that isn't idempotent is sent
  /// again only after ``refusals-swift.property``.
  public let isIdempotent: Bool
  /// The maximum number of attempts, including the first; at least 1.
  public let attempts: Int
  /// The HTTP statuses after which to send the request again.
  public let statuses: [Int]
  /// The service's errors after which to send the request again.
  public let errors: [ServiceErrorPattern]
  /// After what any request is sent again, because the service didn't carry it out.
  public let refusals: Refusals

  /// The statuses for temporary conditions: 408, 429, 502, 503 and 504.
  public static let commonStatuses = [408, 429, 502, 503, 504]

  /// Creates the policy.
  public init(
    isIdempotent: Bool, attempts: Int, statuses: [Int] = Self.commonStatuses,
    errors: [ServiceErrorPattern] = [], refusals: Refusals = .usual
  ) {
    self.isIdempotent = isIdempotent
    self.attempts = max(attempts, 1)
    self.statuses = statuses
    self.errors = errors
    self.refusals = refusals
  }

  /// Returns whether the policy lists the status or the error of a failure.
  package func lists(_ status: Int?, _ failure: ServiceFailure?) -> Bool {
    if let status, statuses.contains(status) { return true }
    if let failure, errors.contains(where: { $0.matches(failure) }) { return true }
    return refusals.list(status, failure)
  }
}

extension RetryPolicy.Refusals {
  /// Returns whether the status or the error is one of those listed.
  package func list(_ status: Int?, _ failure: ServiceFailure?) -> Bool {
    guard case .listed(let statuses, let errors) = self else { return false }
    return status.map(statuses.contains) ?? false
      || failure.map { failure in errors.contains { $0.matches(failure) } } ?? false
  }
}

/// A list parameter that can be split into several requests.
public struct BatchPolicy: Equatable, Sendable {
  /// The list parameter's wire name.
  public let parameter: String
  /// The maximum number of elements per request, at least 1.
  public let maximum: Int

  /// Creates the policy.
  public init(parameter: String, maximum: Int) {
    self.parameter = parameter
    self.maximum = max(maximum, 1)
  }
}

/// A policy for asking for some fields of an answer.
public struct PartialPolicy: Sendable {
  /// The parameter that lists the fields. Nested fields are written with dots.
  public let fieldsParameter: String
  /// The parameter that lists fields that the service omits by default.
  public let extraParameter: String?
  /// The text between two fields.
  public let separator: String
  /// The prefix of a field to exclude; nil if fields can't be excluded.
  public let exclusionPrefix: String?
  /// The maximum number of fields in the list.
  public let maximum: Int?

  /// Creates the policy.
  public init(
    fieldsParameter: String, extraParameter: String? = nil, separator: String = ",",
    exclusionPrefix: String? = "-", maximum: Int? = nil
  ) {
    self.fieldsParameter = fieldsParameter
    self.extraParameter = extraParameter
    self.separator = separator
    self.exclusionPrefix = exclusionPrefix
    self.maximum = maximum
  }
}

/// A policy for requests that can be stored while offline and sent later.
public struct QueuePolicy: Sendable {
  /// The place of the idempotency key, by which the service recognizes duplicates of a request.
  public enum Key: Equatable, Sendable {
    /// A header field.
    case header(String)
    /// A parameter.
    case parameter(String)
  }

  /// The place of the idempotency key; nil if the service doesn't support one.
  public let idempotencyKey: Key?

  /// Creates the policy.
  public init(idempotencyKey: Key? = nil) { self.idempotencyKey = idempotencyKey }
}

/// A limit on the number of requests.
public struct RateLimit: Hashable, Sendable {
  /// The requests that count toward a limit together.
  public enum Scope: Hashable, Sendable {
    /// Requests with the same application ID.
    case application
    /// Requests from the same network address.
    case address
    /// Requests with the same application ID to the same endpoint.
    case endpoint
  }

  /// The maximum number of requests per ``period``.
  public let count: Int
  /// The period.
  public let period: Duration
  /// The requests that count toward the limit together.
  public let scope: Scope

  /// Creates the limit.
  public init(count: Int, period: Duration, scope: Scope) {
    self.count = max(count, 1)
    self.period = period
    self.scope = scope
  }
}

/// An answer that can be assembled from the answers to a request's parts: an array or a dictionary.
public protocol MergeableResponse {
  /// Returns the parts merged in order; an empty answer if there are no parts.
  static func merged(_ parts: [Self]) -> Self
}

extension Array: MergeableResponse {
  /// Returns the concatenation of the arrays.
  public static func merged(_ parts: [Self]) -> Self { Array(parts.joined()) }
}

extension Dictionary: MergeableResponse {
  /// Returns all entries. If a key occurs in several parts, its last value is used.
  public static func merged(_ parts: [Self]) -> Self {
    var result = parts.first ?? [:]
    result.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts.dropFirst() { result.merge(part) { _, last in last } }
    return result
  }
}

/// The authentication of a caller with an endpoint.
public struct Authentication: Sendable {
  /// The place of the credentials in a request.
  public enum Place: Equatable, Sendable {
    /// A parameter with this wire name.
    case parameter(String)
    /// A header field with this name.
    case header(String)
    /// The header field `Authorization: Bearer …` (RFC 6750).
    case bearer
  }

  /// The place of the credentials in a request.
  public let place: Place
  /// Whether the endpoint rejects requests without credentials.
  public let isRequired: Bool

  /// Creates the description.
  public init(place: Place, isRequired: Bool = true) {
    self.place = place
    self.isRequired = isRequired
  }
}

/// The endpoints for getting, prolonging and invalidating a token, by their names in the API description.
public struct TokenFlow: Sendable {
  /// The endpoint that returns the URL of the log-in page.
  public let login: String
  /// The endpoint that extends a token's lifetime.
  public let prolongate: String?
  /// The endpoint that invalidates a token.
  public let logout: String?
  /// The query parameter with the token in the URL that the log-in page redirects to.
  public let tokenParameter: String
  /// The query parameter with the token's expiry, in seconds since 1970, in that URL.
  public let expiryParameter: String?

  /// Creates the description.
  public init(
    login: String, prolongate: String? = nil, logout: String? = nil, tokenParameter: String = "access_token",
    expiryParameter: String? = nil
  ) {
    self.login = login
    self.prolongate = prolongate
    self.logout = logout
    self.tokenParameter = tokenParameter
    self.expiryParameter = expiryParameter
  }
}
