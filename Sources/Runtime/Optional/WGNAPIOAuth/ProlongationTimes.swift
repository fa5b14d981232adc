import WGNAPIClient
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Says when a token is prolonged: some time before it expires, but not again and again if that fails, or if the service's
/// tokens expire sooner than that.
///
/// Unchecked: all mutable state is behind the lock.
final class ProlongationTimes: @unchecked Sendable {
  /// The last attempt that is followed by a pause.
  private struct Attempt {
    /// The token that the attempt left.
    let token: OAuthToken
    /// The number of attempts that failed with this token.
    let failures: Int
    /// The clock's uptime at the end of the pause.
    let end: Duration
  }

  /// The first pause after a failure, in seconds. Each later one is twice as long.
  private static let firstPause: TimeInterval = 30

  private let margin: TimeInterval
  private let clock: any ClientClock
  private let mutex = Mutex()
  private var attempt: Attempt?

  /// - Parameter margin: The time before its expiry at which a token is prolonged, in seconds.
  init(margin: TimeInterval, clock: any ClientClock) {
    self.margin = margin
    self.clock = clock
  }

  /// Whether to prolong a token now.
  func isDue(_ token: OAuthToken) -> Bool {
    guard let left = left(of: token), left <= margin else { return false }
    return pause(after: token) == nil
  }

  func hasExpired(_ token: OAuthToken) -> Bool { left(of: token).map { $0 <= 0 } ?? false }

  /// Whether an attempt has failed so recently that there should be no other one, even if the service refuses the token.
  func hasJustFailed(_ token: OAuthToken) -> Bool { pause(after: token)?.isAfterFailure ?? false }

  /// The time at which to prolong a token; nil if it doesn't expire.
  func date(for token: OAuthToken) -> Date? {
    guard let end = token.expiresAt else { return nil }
    let next = pause(after: token).map { clock.date.addingTimeInterval($0.rest) }
    let date = max(end.addingTimeInterval(-margin), next ?? .distantPast)
    // A token that is due is used only while it is being prolonged.
    return date > clock.date ? min(date, end) : end
  }

  /// Begins a pause after an attempt that failed: it grows, but not beyond a tenth of the margin or half of the time that the
  /// token has left.
  func failed(_ token: OAuthToken) {
    let left = left(of: token) ?? margin
    mutex.withLock {
      let failures = (attempt?.token == token ? attempt?.failures ?? 0 : 0) + 1
      let grown = Self.firstPause * Double(1 << min(failures - 1, 16))
      begin(min(grown, margin / 10, max(left / 2, Self.firstPause)), after: token, failures)
    }
  }

  /// Begins a pause if the new token would be due at once: until a quarter of its lifetime is left.
  func succeeded(with new: OAuthToken) {
    let left = left(of: new)
    mutex.withLock {
      attempt = nil
      if let left, left <= margin { begin(left * 3 / 4, after: new, 0) }
    }
  }

  private func begin(_ pause: TimeInterval, after token: OAuthToken, _ failures: Int) {
    attempt = Attempt(token: token, failures: failures, end: clock.uptime + .seconds(max(pause, 1)))
  }

  private func pause(after token: OAuthToken) -> (rest: TimeInterval, isAfterFailure: Bool)? {
    guard let last = mutex.withLock({ attempt }), last.token == token else { return nil }
    let rest = last.end - clock.uptime
    guard rest > .zero else { return nil }
    return (rest / .seconds(1), last.failures > 0)
  }

  /// The time until a token expires, in seconds; nil if it doesn't.
  private func left(of token: OAuthToken) -> TimeInterval? {
    token.expiresAt?.timeIntervalSince(clock.date)
  }
}
