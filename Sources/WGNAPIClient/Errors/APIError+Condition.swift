extension APIError {
  /// Which errors are meant: `.timedOut`, `.status(404)`, or what a closure says.
  public struct Condition: Sendable {
    /// Whether an error is meant.
    public let holds: @Sendable (APIError) -> Bool

    /// Those for which `holds` is true.
    public init(_ holds: @escaping @Sendable (APIError) -> Bool) { self.holds = holds }

    /// All.
    public static let any = Condition { _ in true }
    /// Those after which sending the request again later may help.
    public static let retryable = Condition(\.isRetryable)
    /// There was no answer in time.
    public static let timedOut = Condition { if case .timedOut = $0.kind { true } else { false } }
    /// The connection failed, or there is none.
    public static let transport = Condition { if case .transport = $0.kind { true } else { false } }
    /// The answer broke off.
    public static let incomplete = Condition { if case .incomplete = $0.kind { true } else { false } }
    /// The service answered with an error of its own.
    public static let service = Condition { $0.failure != nil }
    /// Nothing is cached, and nothing was to be sent.
    public static let notCached = Condition { if case .notCached = $0.kind { true } else { false } }
    /// The server has failed too often of late.
    public static let circuitOpen = Condition { if case .circuitOpen = $0.kind { true } else { false } }
    /// The server asked to wait, and for longer than the call may take.
    public static let rateLimited = Condition { if case .rateLimited = $0.kind { true } else { false } }

    /// The HTTP status is one of these.
    public static func status(_ statuses: Int...) -> Condition {
      Condition { $0.status.map(statuses.contains) ?? false }
    }

    /// The service answered with this error.
    public static func service(_ code: some ServiceErrorCode) -> Condition {
      Condition { $0.failure.map(code.matches) ?? false }
    }
  }
}
