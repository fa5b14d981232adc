import HTTPTypes
import WGNAPIClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The age and the usability of a stored answer, for a private cache (RFC 9111, section 4.2; RFC 5861).
struct Freshness {
  /// The time since the server created the answer (section 4.2.3).
  let age: Duration
  /// The time for which the answer is fresh (section 4.2.1): as given by the server, otherwise by the policy.
  let lifetime: Duration
  /// What doesn't depend on the time.
  let facts: Facts
  private let policy: CachePolicy?
  /// Whether the redirects that led to the answer are still valid.
  private let isReachable: Bool

  private var control: CacheControl { facts.control }

  /// The time given by `max-age` or `Expires`; nil if the server gives none.
  var explicitLifetime: Duration? { facts.explicitLifetime }

  /// What the fields of a stored answer say.
  struct Facts: Sendable {
    fileprivate let control: CacheControl
    fileprivate let isNoCache: Bool
    fileprivate let explicitLifetime: Duration?
    /// The age in seconds when the answer arrived.
    fileprivate let initialAge: Double

    init(_ stored: StoredResponse) {
      control = CacheControl(stored.headers)
      isNoCache = control.noCache
      let date = stored.headers.texts(.date).first.flatMap { HTTPDate.parse($0) }
      explicitLifetime = Freshness.explicitLifetime(stored, control, date)
      let delay = stored.responseDate.timeIntervalSince(stored.requestDate)
      let apparent = date.map { stored.responseDate.timeIntervalSince($0) } ?? 0
      initialAge = max(apparent, Freshness.told(stored.headers) + max(delay, 0), 0)
    }
  }

  /// - Parameter facts: What the fields say; nil to read them.
  init(_ stored: StoredResponse, facts: Facts? = nil, policy: CachePolicy?, now: Date) {
    let facts = facts ?? Facts(stored)
    self.facts = facts
    self.policy = policy
    lifetime = facts.explicitLifetime ?? policy?.lifetime ?? .zero
    // A clock that was set back must not make the answer younger.
    let resident = max(now.timeIntervalSince(stored.responseDate), 0)
    isReachable = stored.redirectLifetime.map { Duration(limitedSeconds: resident) < $0 } ?? true
    age = max(Duration(limitedSeconds: facts.initialAge + resident), .zero)
  }

  /// Returns the `Age` field in seconds: the first member if it is a list, and zero if it is invalid (section
  /// 5.1).
  private static func told(_ fields: HTTPFields) -> Double {
    fields.members(.age).first.flatMap { CacheControl.seconds($0)?.seconds } ?? 0
  }

  private static func explicitLifetime(
    _ stored: StoredResponse, _ control: CacheControl, _ date: Date?
  ) -> Duration? {
    if let maxAge = control.maxAge { return maxAge }
    guard let text = stored.headers.text(.expires) else { return nil }
    // An invalid date, such as 0, is in the past (section 5.3).
    guard let expires = HTTPDate.parse(text) else { return .zero }
    return max(Duration(limitedSeconds: expires.timeIntervalSince(date ?? stored.responseDate)), .zero)
  }

  /// Whether the answer must not be stored.
  var isForbidden: Bool { control.noStore }

  /// Whether the answer can be used without asking the server.
  var isFresh: Bool { !facts.isNoCache && age < lifetime && isReachable }

  /// Whether the answer can be used while the server is asked.
  var isUsableWhileRevalidating: Bool {
    isUsable(control.staleWhileRevalidate ?? policy?.staleWhileRevalidate ?? .zero)
  }

  /// Returns whether the answer can be used instead of an error. The server's `stale-if-error` covers only
  /// server failures (RFC 5861, section 4), and overrides the policy, which covers more errors.
  func isUsable(inPlaceOf error: APIError) -> Bool {
    // The answer exists; only its decoding was interrupted.
    if error.isInterruption { return false }
    if let grace = control.staleIfError { return error.isServerFailure && isUsable(grace) }
    return error.allowsStale && isUsable(policy?.staleIfError ?? .zero)
  }

  private func isUsable(_ grace: Duration) -> Bool {
    grace > .zero && !control.noCache && !control.mustRevalidate && isReachable && age < lifetime + grace
  }
}

extension APIError {
  /// Whether the server failed or sent an incomplete response (RFC 5861, section 4): status 500, 502, 503 or
  /// 504, or a retryable service error with a 2xx status.
  var isServerFailure: Bool {
    switch kind {
    case .timedOut, .circuitOpen, .incomplete: true
    case .transport(let failure): failure.reason != .invalidRequest
    case .service where status?.kind == .successful: isRetryable
    default: [500, 502, 503, 504].contains(status)
    }
  }

  /// Whether the client's policy prefers a stale answer to the error: the server failed, asked to wait, or
  /// sent an undecodable response. The service's verdict on the request (404, 403, an expired token) is an
  /// answer, and must not be hidden.
  var allowsStale: Bool {
    if isServerFailure || isRetryable { return true }
    guard let status else { return true }
    if status.kind == .successful, case .service = kind { return false }
    return status.kind == .successful || status.code >= 500 || status == .requestTimeout
      || status == .tooManyRequests
  }
}
