import WGNAPISupport

/// How many requests may be sent again: each takes one from the budget, and each success gives a part of one back.
///
/// While a server works, the budget is full and every failure is retried. When the server is down, the budget is soon
/// empty, and the server gets no more requests than without retries.
public final class RetryBudget: @unchecked Sendable {
  // Unchecked: what changes is behind the lock. In millionths, so that ten tenths are one.
  private let mutex = Mutex()
  private let capacity: Int
  private let refund: Int
  private var left: Int

  /// Makes a full budget.
  ///
  /// - Parameters:
  ///   - capacity: how many retries it holds at most, up to a million.
  ///   - refund: what each success gives back, up to 1.
  public init(capacity: Int = 10, refund: Double = 0.1) {
    self.capacity = min(max(capacity, 0), 1_000_000) * Self.one
    // What isn't a number becomes 0.
    self.refund = refund > 0 ? Int((min(refund, 1) * Double(Self.one)).rounded()) : 0
    left = self.capacity
  }

  private static let one = 1_000_000

  /// How many retries it holds.
  public var remaining: Double { Double(mutex.withLock { left }) / Double(Self.one) }

  /// Takes one retry; false where there is none.
  func take() -> Bool {
    mutex.withLock {
      guard left >= Self.one else { return false }
      left -= Self.one
      return true
    }
  }

  func giveBack() {
    mutex.withLock { left = min(left + refund, capacity) }
  }
}
