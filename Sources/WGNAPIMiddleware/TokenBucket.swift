import WGNAPIClient

/// The tokens of one limit, and who waits for them. Everything is behind the lock of the limiter that it belongs to.
///
/// A token comes back exactly one period after it was taken, so that no window of one period ever holds more requests
/// than the limit allows; a bucket that is refilled steadily would let twice as many through in the first window.
///
/// Who waits stands in a queue. Only the first, who *holds* the bucket, looks at the tokens and the clock, and lets the
/// next one take its place when it goes, with a token or without: each is woken once, however many wait.
final class TokenBucket: @unchecked Sendable {
  /// Whose requests count together.
  struct Key: Hashable {
    let server: String
    /// Nil where the limit is an address's.
    let application: String?
    /// Nil where the limit is the whole API's.
    let operation: String?
    let limit: RateLimit
    /// Times of different clocks have nothing to do with each other.
    let clock: ObjectIdentifier
  }

  /// One that waits to hold the bucket.
  final class Waiter: @unchecked Sendable {
    let patience: Patience
    fileprivate var continuation: CheckedContinuation<Void, any Error>?
    fileprivate var hasLeft = false

    init(_ patience: Patience) { self.patience = patience }
  }

  /// What came of the wish to hold a bucket.
  enum Entry {
    case holds
    case waits
    case cancelled
  }

  let limit: RateLimit
  /// Kept, so that no other clock takes over its identity.
  let clock: any ClientClock
  /// How many calls know the bucket.
  var users = 0
  private(set) var isHeld = false
  /// When the tokens that aren't there were taken, at most as many as the limit has.
  private var taken = Queue<Duration>()
  /// No token is given before this, because the server asked for it.
  private(set) var pauseEnd: Duration?
  private var waiters = Queue<Waiter>()
  /// How many of those in the queue have left.
  private var leftCount = 0

  init(limit: RateLimit, clock: any ClientClock) {
    self.limit = limit
    self.clock = clock
  }

  var waiterCount: Int { waiters.count - leftCount }

  /// When the next token can be taken; that may have been long ago.
  var due: Duration {
    let pauseEnd = pauseEnd ?? .zero
    guard taken.count >= limit.count, let first = taken.first else { return pauseEnd }
    return max(first + limit.period, pauseEnd)
  }

  /// Takes a token that is there.
  func take(at now: Duration) {
    if taken.count >= limit.count { _ = taken.popFirst() }
    taken.append(now)
  }

  /// No token is given before `end`.
  func pause(until end: Duration) { pauseEnd = max(end, pauseEnd ?? end) }

  /// Has those in the queue look at the pauses. Who can't wait that long leaves.
  ///
  /// - Returns: what is to be done without the lock: who is to be resumed, and who to be told, each with the time that the
  ///   server asks for.
  func lookAtPauses(
    now: Duration
  ) -> (leaving: [(CheckedContinuation<Void, any Error>, Duration)], waiting: [(Patience, Duration)]) {
    var leaving: [(CheckedContinuation<Void, any Error>, Duration)] = []
    var waiting: [(Patience, Duration)] = []
    waiters.filter { waiter in
      guard !waiter.hasLeft else { return false }
      switch waiter.patience.look(at: now) {
      case .goesOn: return true
      case .waits(let time):
        waiting.append((waiter.patience, time))
        return true
      case .leaves(let time):
        waiter.hasLeft = true
        if let continuation = waiter.continuation { leaving.append((continuation, time)) }
        waiter.continuation = nil
        return false
      }
    }
    leftCount = 0
    return (leaving, waiting)
  }

  /// Whether it may be forgotten: nobody uses it, and a new one would be the same.
  func isIdle(at now: Duration) -> Bool {
    while let first = taken.first, first + limit.period <= now { _ = taken.popFirst() }
    return users == 0 && taken.isEmpty && pauseEnd ?? now <= now
  }

  func enter(_ waiter: Waiter, _ continuation: CheckedContinuation<Void, any Error>) -> Entry {
    if waiter.hasLeft { return .cancelled }
    guard isHeld else {
      isHeld = true
      return .holds
    }
    waiter.continuation = continuation
    waiters.append(waiter)
    return .waits
  }

  /// Takes one out that is cancelled; what it gives is to be resumed, without the lock.
  func leave(_ waiter: Waiter) -> CheckedContinuation<Void, any Error>? {
    waiter.hasLeft = true
    guard let continuation = waiter.continuation else { return nil }
    waiter.continuation = nil
    leftCount += 1
    // Swept when they are the half, so that each costs a constant time.
    if leftCount > 16, leftCount * 2 > waiters.count {
      waiters.filter { !$0.hasLeft }
      leftCount = 0
    }
    return continuation
  }

  /// Lets the next one hold the bucket; what it gives is to be resumed, without the lock.
  func handOver() -> CheckedContinuation<Void, any Error>? {
    while let waiter = waiters.popFirst() {
      if let continuation = waiter.continuation {
        waiter.continuation = nil
        return continuation
      }
      leftCount -= 1
    }
    isHeld = false
    return nil
  }
}
