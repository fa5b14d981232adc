/// Growing delays between attempts, taken at random so that clients which failed together don't come back together:
/// any time up to ``base``, then up to twice, four times, eight times as long ("full jitter").
public struct Backoff: Hashable, Sendable {
  /// The longest delay before the second attempt.
  public let base: Duration
  /// The longest delay at all.
  public let maximum: Duration
  /// Whether delays are taken at random; else they are the longest ones.
  public let isRandom: Bool

  /// Makes it; a negative time is none.
  public init(
    base: Duration = .milliseconds(500), maximum: Duration = .seconds(20), isRandom: Bool = true
  ) {
    self.base = max(base, .zero)
    self.maximum = max(maximum, .zero)
    self.isRandom = isRandom
  }

  /// The same delay each time.
  public static func constant(_ delay: Duration) -> Backoff {
    Backoff(base: delay, maximum: delay, isRandom: false)
  }

  /// No delay.
  public static let none = constant(.zero)

  /// The delay after an attempt, counted from 1.
  package func delay(after attempt: Int, random: RandomSource) -> Duration {
    var longest = min(base, maximum)
    for _ in 1..<max(attempt, 1) {
      guard longest > .zero, longest < maximum else { break }
      longest = longest > maximum / 2 ? maximum : longest * 2
    }
    return isRandom ? longest * random.fraction() : longest
  }
}
