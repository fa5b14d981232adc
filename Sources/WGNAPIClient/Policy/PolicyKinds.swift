/// How long answers may be kept.
///
/// What the server says of a response (`Cache-Control`, `Expires`) comes before ``lifetime``.
public struct CachePolicy: Hashable, Sendable {
  /// The time an answer stays good; nil means that it must not be kept.
  public let lifetime: Duration?
  /// For how long after that it stands in where the server can't be reached or fails (RFC 5861, section 4).
  public let staleIfError: Duration
  /// For how long after that it is given at once while a new one is fetched (RFC 5861, section 3).
  public let staleWhileRevalidate: Duration

  /// Makes the policy.
  public init(
    lifetime: Duration?, staleIfError: Duration = .zero, staleWhileRevalidate: Duration = .zero
  ) {
    self.lifetime = lifetime
    self.staleIfError = staleIfError
    self.staleWhileRevalidate = staleWhileRevalidate
  }
}

/// When a failed request may be sent again.
public struct RetryPolicy: Hashable, Sendable {
  /// Whether sending it twice does no more than sending it once.
  public let isIdempotent: Bool
  /// How often it is sent altogether, 1 or more.
  public let attempts: Int
  /// The HTTP statuses after which it may be sent again.
  public let statuses: [Int]
  /// The service's errors after which it may be sent again.
  public let errors: [ServiceErrorPattern]

  /// The statuses that speak of a passing condition: 408, 429, 502, 503 and 504.
  public static let commonStatuses = [408, 429, 502, 503, 504]

  /// Makes the policy.
  public init(
    isIdempotent: Bool, attempts: Int, statuses: [Int] = Self.commonStatuses,
    errors: [ServiceErrorPattern] = []
  ) {
    self.isIdempotent = isIdempotent
    self.attempts = max(attempts, 1)
    self.statuses = statuses
    self.errors = errors
  }
}

/// The list that may be split over several requests.
public struct BatchPolicy: Hashable, Sendable {
  /// The list parameter's wire name.
  public let parameter: String
  /// How many elements one request may hold, 1 or more.
  public let maximum: Int

  /// Makes the policy.
  public init(parameter: String, maximum: Int) {
    self.parameter = parameter
    self.maximum = max(maximum, 1)
  }
}

/// How an answer is restricted to some of its fields.
public struct PartialPolicy: Hashable, Sendable {
  /// The parameter that lists the fields, nested ones with dots.
  public let fieldsParameter: String
  /// The parameter that lists fields that are left out unless asked for.
  public let extraParameter: String?
  /// What stands between two fields.
  public let separator: String
  /// What stands before a field that is to be left out; nil where fields can't be excluded.
  public let exclusionPrefix: String?
  /// How many fields may be listed.
  public let maximum: Int?

  /// Makes the policy.
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

/// That a request may be stored while offline and sent later.
public struct QueuePolicy: Hashable, Sendable {
  /// Where the key travels by which the service recognises a request it has had before.
  public enum Key: Hashable, Sendable {
    /// In a header field.
    case header(String)
    /// In a parameter.
    case parameter(String)
  }

  /// Where the idempotency key travels; nil where the service knows none.
  public let idempotencyKey: Key?

  /// Makes the policy.
  public init(idempotencyKey: Key? = nil) { self.idempotencyKey = idempotencyKey }
}

/// A limit on the number of requests.
public struct RateLimit: Hashable, Sendable {
  /// Whose requests count together.
  public enum Scope: Hashable, Sendable {
    /// Those with one application id.
    case application
    /// Those from one network address.
    case address
  }

  /// How many requests are allowed within ``period``.
  public let count: Int
  /// The period.
  public let period: Duration
  /// Whose requests count together.
  public let scope: Scope

  /// Makes the limit.
  public init(count: Int, period: Duration, scope: Scope) {
    self.count = max(count, 1)
    self.period = period
    self.scope = scope
  }
}
