import Diagnostics

/// What a request asks of the client that sends it. `nil` means that the spec says nothing.
public struct Policies: Sendable, Hashable, Codable {
  public var cache: Cache?
  public var retry: Retry?
  public var pagination: Pagination?
  public var partial: Partial?
  public var queue: Queue?
  public var authentication: Authentication?
  /// How long an answer may take, in seconds.
  public var timeout: Int?
  /// The header field with a key that the client makes, by which the service recognizes a request that comes again.
  public var idempotencyKey: String?

  public init(
    cache: Cache? = nil, retry: Retry? = nil, pagination: Pagination? = nil, partial: Partial? = nil,
    queue: Queue? = nil, authentication: Authentication? = nil
  ) {
    self.cache = cache
    self.retry = retry
    self.pagination = pagination
    self.partial = partial
    self.queue = queue
    self.authentication = authentication
  }

  public enum Cache: Sendable, Hashable, Codable {
    case none
    case lifetime(seconds: Int)
  }

  public struct Retry: Sendable, Hashable, Codable {
    /// How often the request is sent at most; 1 means no retry.
    public var attempts: Int
    /// The statuses after which it is sent again; nil for the usual ones.
    public var statuses: [Int]?
    /// The service's errors after which the request is sent again.
    public var errors: [ErrorReference]
    public var isIdempotent: Bool

    public init(attempts: Int, statuses: [Int]? = nil, errors: [ErrorReference] = [], isIdempotent: Bool) {
      self.attempts = attempts
      self.statuses = statuses
      self.errors = errors
      self.isIdempotent = isIdempotent
    }
  }

  /// Which errors of the service are meant: those with a code, a message or both; nil fits all.
  public struct ErrorReference: Sendable, Hashable, Codable {
    public var code: String?
    public var message: Name?

    public init(code: String? = nil, message: Name? = nil) {
      self.code = code
      self.message = message
    }
  }

  public struct Pagination: Sendable, Hashable, Codable {
    public enum Style: Sendable, Hashable, Codable {
      case page(parameter: Name, size: Name?)
      case offset(parameter: Name, limit: Name)
      case cursor(parameter: Name, next: FieldPath)
      /// The cursor is the property of the last element at `elements`, or of the payload's where that is nil.
      case lastElement(parameter: Name, property: FieldPath, elements: FieldPath?)
      /// Answers link to the next page; `page` is the parameter with the page's number.
      case link(page: Name?, anyPath: Bool)
      case snapshot(ids: FieldPath, fetch: Name, parameter: Name, size: Int)
    }
    /// How the page before another one is asked for.
    public struct Backward: Sendable, Hashable, Codable {
      public var parameter: Name
      /// Where its cursor stands; nil where it is the first element's.
      public var previous: FieldPath?

      public init(parameter: Name, previous: FieldPath? = nil) {
        self.parameter = parameter
        self.previous = previous
      }
    }

    public var style: Style
    /// The parameter for the number of elements of a page, for cursors and links.
    public var size: Name?
    /// Where a flag stands that is true if there are more pages.
    public var more: FieldPath?
    public var backward: Backward?
    /// Where the number of elements stands in the envelope or the response.
    public var total: FieldPath?
    /// Where the number of pages stands.
    public var pages: FieldPath?
    /// The property of an element that tells it from others.
    public var identity: Name?

    public init(style: Style, total: FieldPath? = nil, pages: FieldPath? = nil, identity: Name? = nil) {
      self.style = style
      self.total = total
      self.pages = pages
      self.identity = identity
    }
  }

  public struct Partial: Sendable, Hashable, Codable {
    /// The parameter that lists the fields to answer with.
    public var fieldsParameter: String
    /// The parameter that lists fields that come only when asked for.
    public var extraParameter: String?
    public var maximum: Int?
    public var separator: String
    public var exclusionPrefix: String?

    public init(
      fieldsParameter: String, extraParameter: String? = nil, maximum: Int? = nil, separator: String = ",",
      exclusionPrefix: String? = nil
    ) {
      self.fieldsParameter = fieldsParameter
      self.extraParameter = extraParameter
      self.maximum = maximum
      self.separator = separator
      self.exclusionPrefix = exclusionPrefix
    }
  }

  /// That a request may be stored and sent later.
  public enum Queue: Sendable, Hashable, Codable {
    case never
    case allowed
    case allowedWithKey(header: String)
    case allowedWithKeyParameter(String)
  }

  public enum Authentication: Sendable, Hashable, Codable {
    case none
    case bearer
    case parameter(Name)
    case header(String)
    /// Credentials of the client: one of these lists.
    case credentials([[CredentialUse]])
  }
}

/// How many requests the service takes.
public struct RateLimit: Sendable, Hashable, Codable {
  public enum Scope: String, Sendable, Hashable, Codable { case application, address, endpoint }
  public var scope: Scope
  public var count: Int
  public var seconds: Int

  public init(scope: Scope, count: Int, seconds: Int) {
    self.scope = scope
    self.count = count
    self.seconds = seconds
  }
}
