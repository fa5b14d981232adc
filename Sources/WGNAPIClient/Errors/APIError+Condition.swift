import Foundation
import HTTPTypes

extension APIError {
  /// A predicate on errors: `.timedOut`, `.status(.notFound)`, or a closure.
  public struct Condition: Sendable {
    /// Returns whether an error matches.
    public let holds: @Sendable (APIError) -> Bool

    /// Creates a condition that matches the errors for which `holds` returns true.
    public init(_ holds: @escaping @Sendable (APIError) -> Bool) { self.holds = holds }

    /// Matches every error.
    public static let any = Condition { _ in true }
    /// Matches errors after which sending the request again later may succeed.
    public static let retryable = Condition(\.isRetryable)
    /// Matches timeouts.
    public static let timedOut = Condition { if case .timedOut = $0.kind { true } else { false } }
    /// Matches failed or missing connections.
    public static let transport = Condition { if case .transport = $0.kind { true } else { false } }
    /// Matches responses that end early.
    public static let incomplete = Condition { if case .incomplete = $0.kind { true } else { false } }
    /// Matches errors reported by the service.
    public static let service = Condition { $0.failure != nil }
    /// Matches calls with `CacheUse.cacheOnly` that find no cached answer.
    public static let notCached = Condition { if case .notCached = $0.kind { true } else { false } }
    /// Matches requests rejected because the server has failed too often recently.
    public static let circuitOpen = Condition { if case .circuitOpen = $0.kind { true } else { false } }
    /// Matches requests for which the server asked for a longer wait than the call's time limit allows.
    public static let rateLimited = Condition { if case .rateLimited = $0.kind { true } else { false } }

    /// Matches requests for which the client lacks a credential.
    public static let credential = Condition { if case .credential = $0.kind { true } else { false } }

    /// Matches the given HTTP statuses: `.status(.notFound, .paymentRequired)` or `.status(404, 402)`.
    public static func status(_ statuses: HTTPResponse.Status...) -> Condition {
      Condition { $0.status.map(statuses.contains) ?? false }
    }

    /// Matches the given error of the service.
    public static func service(_ code: some ServiceErrorCode) -> Condition {
      Condition { $0.failure.map(code.matches) ?? false }
    }
  }
}

extension APIError: LocalizedError {
  /// Same as ``description``.
  public var errorDescription: String? { description }
}
