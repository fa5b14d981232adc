import HTTPTypes
import WGNAPIClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How old a kept answer is, and whether it may be used (RFC 9111, section 4.2; RFC 5861), for a private cache.
struct Freshness {
  /// The time since the server made it (section 4.2.3).
  let age: Duration
  /// For how long it is fresh (section 4.2.1): what the server says, else the policy's lifetime.
  let lifetime: Duration
  private let control: CacheControl
  private let policy: CachePolicy?
  /// Whether the redirects that led to it still lead to it.
  private let isReachable: Bool

  /// What `max-age` or `Expires` say; nil where the server says nothing.
  let explicitLifetime: Duration?

  init(_ stored: StoredResponse, policy: CachePolicy?, now: Date) {
    self.policy = policy
    control = CacheControl(stored.headers)
    let date = stored.headers[values: .date].first.flatMap { HTTPDate.parse($0) }
    explicitLifetime = Self.explicitLifetime(stored, control, date)
    lifetime = explicitLifetime ?? policy?.lifetime ?? .zero
    let delay = stored.responseDate.timeIntervalSince(stored.requestDate)
    let apparent = date.map { stored.responseDate.timeIntervalSince($0) } ?? 0
    let initial = max(apparent, Self.told(stored.headers) + max(delay, 0), 0)
    // A clock that was set back makes nothing younger than it was.
    let resident = max(now.timeIntervalSince(stored.responseDate), 0)
    isReachable = stored.redirectLifetime.map { Duration(limitedSeconds: resident) < $0 } ?? true
    age = max(Duration(limitedSeconds: initial + resident), .zero)
  }

  /// The `Age` field in seconds: the first member of a list, and zero for an invalid one (section 5.1).
  private static func told(_ fields: HTTPFields) -> Double {
    let members = fields[values: .age].lazy.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
    let texts = members.map { String(decoding: $0, as: UTF8.self).filter { $0 != " " && $0 != "\t" } }
    return texts.first { !$0.isEmpty }.flatMap { CacheControl.seconds($0)?.seconds } ?? 0
  }

  private static func explicitLifetime(
    _ stored: StoredResponse, _ control: CacheControl, _ date: Date?
  ) -> Duration? {
    if let maxAge = control.maxAge { return maxAge }
    guard let text = stored.headers[.expires] else { return nil }
    // A date that can't be read, such as 0, has passed (section 5.3).
    guard let expires = HTTPDate.parse(text) else { return .zero }
    return max(Duration(limitedSeconds: expires.timeIntervalSince(date ?? stored.responseDate)), .zero)
  }

  /// Whether it may not be kept at all.
  var isForbidden: Bool { control.noStore }

  /// Whether it is an answer without asking the server.
  var isFresh: Bool { !control.noCache && age < lifetime && isReachable }

  /// Whether it is an answer while the server is asked.
  var isUsableWhileRevalidating: Bool {
    isUsable(control.staleWhileRevalidate ?? policy?.staleWhileRevalidate ?? .zero)
  }

  /// Whether it is an answer in place of an error. The server's own `stale-if-error` is for when it fails (RFC 5861,
  /// section 4), and is the last word; the policy's is for more.
  func isUsable(inPlaceOf error: APIError) -> Bool {
    // The answer is there, and nobody has read it yet.
    if error.isInterruption { return false }
    if let grace = control.staleIfError { return error.isServerFailure && isUsable(grace) }
    return error.allowsStale && isUsable(policy?.staleIfError ?? .zero)
  }

  private func isUsable(_ grace: Duration) -> Bool {
    grace > .zero && !control.noCache && !control.mustRevalidate && isReachable && age < lifetime + grace
  }
}

extension APIError {
  /// Whether the server failed or sent no complete response (RFC 5861, section 4): status 500, 502, 503 or 504, or a
  /// retryable service error with a 2xx status.
  var isServerFailure: Bool {
    switch kind {
    case .timedOut, .circuitOpen, .incomplete: true
    case .transport(let failure): failure.reason != .invalidRequest
    case .service where status.map((200..<300).contains) ?? false: isRetryable
    default: [500, 502, 503, 504].contains(status)
    }
  }

  /// Whether an old answer is better than the error, where the client's policy says so: the server fails, asks to be left
  /// alone, or sends what can't be read. What the service has to say of the request (404, 403, that a token is no longer
  /// good) is an answer, and must not be hidden.
  var allowsStale: Bool {
    if isServerFailure || isRetryable { return true }
    guard let status else { return true }
    if (200..<300).contains(status), case .service = kind { return false }
    return (200..<300).contains(status) || status >= 500 || status == 408 || status == 429
  }
}
