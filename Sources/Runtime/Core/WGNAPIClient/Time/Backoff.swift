import WGNAPIJSON
import WGNAPISupport

/// Growing, random delays between attempts, so that clients that failed at the same time don't retry at the
/// same time. The maximum is the base at first, then twice, four times, eight times as long ("full jitter").
public struct Backoff: Hashable, Sendable {
  /// The maximum delay before the second attempt.
  package let base: Duration
  /// The maximum delay before any attempt.
  package let maximum: Duration
  /// Whether delays are random. If false, each delay is its maximum.
  package let isRandom: Bool

  /// Creates a backoff. Negative times count as zero.
  public init(
    base: Duration = .milliseconds(500), maximum: Duration = .seconds(20), isRandom: Bool = true
  ) {
    self.base = max(base, .zero)
    self.maximum = max(maximum, .zero)
    self.isRandom = isRandom
  }

  /// Returns a backoff with the same delay each time.
  public static func constant(_ delay: Duration) -> Backoff {
    Backoff(base: delay, maximum: delay, isRandom: false)
  }

  /// A backoff without delays.
  public static let none = constant(.zero)

  /// Returns the delay after an attempt, counted from 1.
  package func delay(after attempt: Int, random: RandomSource) -> Duration {
    var longest = min(base, maximum)
    for _ in 1..<max(attempt, 1) {
      guard longest > .zero, longest < maximum else { break }
      longest = longest > maximum / 2 ? maximum : longest * 2
    }
    return isRandom ? longest * random.fraction() : longest
  }
}
