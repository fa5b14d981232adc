import Diagnostics

/// The policies for a request. `nil` means that the spec doesn't set one.
public struct Policies: Sendable, Hashable, Codable {
  public var cache: Cache?
  public var retry: Retry?
  public var pagination: Pagination?
  public var partial: Partial?
  public var queue: Queue?
  public var authentication: Authentication?
  /// The time limit for a response, in seconds.
  public var timeout: Int?
  /// As how many requests one counts toward the module's limits; nil for one.
  public var weight: Int?
  /// The header field for a key that the client generates, by which the service recognizes repeated requests.
  public var idempotencyKey: String?
  /// Policies of the user's own.
  public var own: [Own]?

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

  /// A policy that the user defines: a member of the runtime's `Policy`.
  public struct Own: Sendable, Hashable, Codable {
    public enum Argument: Sendable, Hashable, Codable {
      case boolean(Bool)
      case integer(Int)
      case text(String)
    }

    /// The member, as generated code spells it.
    public var name: Name
    public var argument: Argument?
    /// The module that declares it; nil for the generated one.
    public var module: String?

    public init(name: Name, argument: Argument? = nil, module: String? = nil) {
      (self.name, self.argument, self.module) = (name, argument, module)
    }
  }

  public struct Retry: Sendable, Hashable, Codable {
    /// The maximum number of attempts; 1 means no retry.
    public var attempts: Int
    /// The statuses that cause a retry; nil for the default.
    public var statuses: [Int]?
    /// The service's errors that cause a retry.
    public var errors: [ErrorReference]
    public var isIdempotent: Bool
    /// How the service says that it didn't carry out a request; nil for the usual ways.
    public var refusals: Refusals?

    public init(
      attempts: Int, statuses: [Int]? = nil, errors: [ErrorReference] = [], isIdempotent: Bool,
      refusals: Refusals? = nil
    ) {
      self.attempts = attempts
      self.statuses = statuses
      self.errors = errors
      self.isIdempotent = isIdempotent
      self.refusals = refusals
    }

    /// The statuses and errors after which a request is sent again although it isn't idempotent. Of the usual ones, 503 counts with
    /// `Retry-After` only.
    ///
    /// - Parameter limitErrors: the module's errors that mean too many requests.
    public func decisiveRefusals(limitErrors: [ErrorReference]) -> Refusals {
      guard attempts > 1 else { return Refusals() }
      return refusals
        ?? Refusals(
          statuses: [429, 503].filter { status in statuses.map { $0.contains(status) } ?? true },
          errors: limitErrors)
    }
  }

  /// The statuses and errors by which the service says that it didn't carry out a request.
  public struct Refusals: Sendable, Hashable, Codable {
    public var statuses: [Int]
    public var errors: [ErrorReference]

    public init(statuses: [Int] = [], errors: [ErrorReference] = []) {
      self.statuses = statuses
      self.errors = errors
    }

    public var isEmpty: Bool { statuses.isEmpty && errors.isEmpty }
  }

  /// A reference to errors of the service, by code, message or both; nil matches any.
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
      case page(parameter: Place, size: Place?)
      case offset(parameter: Place, limit: Place)
      case cursor(parameter: Place, next: FieldPath)
      /// The cursor is a property of the last element at `elements`, or of the payload's last element if that is nil.
      case lastElement(parameter: Place, property: FieldPath, elements: FieldPath?)
      /// Responses link to the next page; `page` is the parameter for the page's number.
      case link(page: Place?, anyPath: Bool)
      case snapshot(ids: FieldPath, fetch: Name, parameter: Place, size: Int)
    }
    /// Where a request says which page it asks for: a parameter by its wire name, or a property of the body.
    public enum Place: Sendable, Hashable, Codable {
      case parameter(Name)
      case body(FieldPath)
    }
    /// How the previous page is requested.
    public struct Backward: Sendable, Hashable, Codable {
      public var parameter: Place
      /// The path of its cursor; nil if it is a property of the first element.
      public var previous: FieldPath?

      public init(parameter: Place, previous: FieldPath? = nil) {
        self.parameter = parameter
        self.previous = previous
      }
    }

    /// Where the body of a response names the addresses of other pages.
    public struct Links: Sendable, Hashable, Codable {
      public var next: FieldPath
      public var previous: FieldPath?
      public var last: FieldPath?

      public init(next: FieldPath, previous: FieldPath? = nil, last: FieldPath? = nil) {
        (self.next, self.previous, self.last) = (next, previous, last)
      }
    }

    public var style: Style
    /// For pages that link to each other in the body; nil if they do so in the `Link` field.
    public var links: Links?
    /// The place of the size of a page, for cursors and links.
    public var size: Place?
    /// The maximum size of a page.
    public var maximumSize: Int?
    /// The path of a flag that is true if there are more pages.
    public var more: FieldPath?
    public var backward: Backward?
    /// The path of the number of elements in the envelope or the response.
    public var total: FieldPath?
    /// The path of the number of pages.
    public var pages: FieldPath?
    /// The properties that identify an element together.
    public var identity: [Name]

    public init(style: Style, total: FieldPath? = nil, pages: FieldPath? = nil, identity: [Name] = []) {
      self.style = style
      self.total = total
      self.pages = pages
      self.identity = identity
    }
  }

  public struct Partial: Sendable, Hashable, Codable {
    /// The parameter for the list of fields to return.
    public var fieldsParameter: String
    /// The parameter for the list of extra fields.
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

  /// How a request may be stored and sent later.
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

/// The maximum rate of requests.
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
