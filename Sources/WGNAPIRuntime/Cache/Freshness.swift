import HTTPTypes

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

  /// What `max-age` or `Expires` say; nil where the server says nothing.
  let explicitLifetime: Duration?

  init(_ stored: StoredResponse, policy: CachePolicy?, now: Date) {
    self.policy = policy
    control = CacheControl(stored.headers)
    let date = stored.headers[.date].flatMap { HTTPDate.parse($0) }
    explicitLifetime = Self.explicitLifetime(stored, control, date)
    lifetime = explicitLifetime ?? policy?.lifetime ?? .zero
    let delay = stored.responseDate.timeIntervalSince(stored.requestDate)
    let apparent = date.map { stored.responseDate.timeIntervalSince($0) } ?? 0
    let told = stored.headers[.age].flatMap { CacheControl.seconds($0)?.seconds } ?? 0
    let initial = max(apparent, told + max(delay, 0), 0)
    // A clock that was set back makes nothing younger than it was.
    let resident = max(now.timeIntervalSince(stored.responseDate), 0)
    age = max(Duration(limitedSeconds: initial + resident), .zero)
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
  var isFresh: Bool { !control.noCache && age < lifetime }

  /// Whether it is an answer while the server is asked.
  var isUsableWhileRevalidating: Bool {
    isUsable(control.staleWhileRevalidate ?? policy?.staleWhileRevalidate ?? .zero)
  }

  /// Whether it is an answer where the server fails.
  var isUsableOnError: Bool { isUsable(control.staleIfError ?? policy?.staleIfError ?? .zero) }

  private func isUsable(_ grace: Duration) -> Bool {
    grace > .zero && !control.noCache && !control.mustRevalidate && age < lifetime + grace
  }
}
