import WGNAPISupport

/// A budget for retries: each retry takes 1 from it, and each success returns a fraction.
///
/// While a server works, the budget is full and every failure is retried. When the server is down, the budget
/// is soon empty, and the server gets no more requests than without retries.
public final class RetryBudget: @unchecked Sendable {
  // Unchecked: mutable state is behind the lock. Amounts are in millionths, so that ten tenths make exactly
  // one.
  private let mutex = Mutex()
  private let capacity: Int
  private let refund: Int
  private var left: Int

  /// Creates a full budget.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of retries in the budget, up to a million.
  ///   - refund: The fraction that each success returns, up to 1.
  public init(capacity: Int = 10, refund: Double = 0.1) {
    self.capacity = min(max(capacity, 0), 1_000_000) * Self.one
    // NaN becomes 0.
    self.refund = refund > 0 ? Int((min(refund, 1) * Double(Self.one)).rounded()) : 0
    left = self.capacity
  }

  private static let one = 1_000_000

  /// The number of retries left.
  public var remaining: Double { Double(mutex.withLock { left }) / Double(Self.one) }

  /// Takes one retry; returns false if there is none.
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
