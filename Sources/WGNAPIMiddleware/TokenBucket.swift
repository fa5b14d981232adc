import WGNAPIClient

/// The tokens of one limit, and the requests that wait for them. All state is behind the lock of the limiter
/// that owns it.
///
/// A token returns exactly one period after it was taken, so that no window of one period contains more
/// requests than the limit allows. A bucket that is refilled steadily would allow twice as many in the first
/// window.
///
/// Requests wait in a queue. Only the first one, which *holds* the bucket, looks at the tokens and the clock.
/// When it leaves, with or without a token, the next one takes its place, so each is woken once, however many
/// wait.
final class TokenBucket: @unchecked Sendable {
  /// The properties of requests that count together.
  struct Key: Hashable {
    let server: String
    /// The application; nil if the limit applies to a network address.
    let application: String?
    /// The endpoint; nil if the limit applies to the whole API.
    let operation: String?
    let limit: RateLimit
    /// Whether the limit is the one that the service reports, and ``limit`` only says whose it is.
    var isLearned = false
    /// The clock, because the times of different clocks can't be compared.
    let clock: ObjectIdentifier
  }

  /// A request that waits to hold the bucket.
  final class Waiter: @unchecked Sendable {
    let patience: Patience
    fileprivate var continuation: CheckedContinuation<Void, any Error>?
    fileprivate var hasLeft = false

    init(_ patience: Patience) { self.patience = patience }
  }

  /// The result of asking to hold a bucket.
  enum Entry {
    case holds
    case waits
    case cancelled
  }

  let limit: RateLimit
  /// The clock, retained so that no other clock can have its identity.
  let clock: any ClientClock
  /// The number of calls that use the bucket.
  var users = 0
  private(set) var isHeld = false
  /// The times when the missing tokens were taken; at most as many as the limit allows.
  private var taken = Queue<Duration>()
  /// The limit that the service reports; nil if this is a limit of the description.
  var learned: LearnedLimit?
  private var refusalEnd: Duration?
  private var waiters = Queue<Waiter>()
  /// The number of requests in the queue that have left.
  private var leftCount = 0

  init(limit: RateLimit, clock: any ClientClock) {
    self.limit = limit
    self.clock = clock
  }

  /// The time before which no token is given, because the server asked for a pause or reports that none is left.
  var pauseEnd: Duration? {
    guard let end = learned?.exhaustion else { return refusalEnd }
    return max(end, refusalEnd ?? end)
  }

  var waiterCount: Int { waiters.count - leftCount }

  /// The time when the next token is available, which may be in the past.
  var due: Duration {
    let pauseEnd = pauseEnd ?? .zero
    guard taken.count >= limit.count, let first = taken.first else { return pauseEnd }
    return max(first + limit.period, pauseEnd)
  }

  /// Takes an available token. A limit that the service reports returns a ticket.
  func take(at now: Duration) -> LearnedLimit.Ticket? {
    guard learned == nil else { return learned?.take(at: now) }
    if taken.count >= limit.count { _ = taken.popFirst() }
    taken.append(now)
    return nil
  }

  /// Gives no token before `end`.
  func pause(until end: Duration) { refusalEnd = max(end, refusalEnd ?? end) }

  /// Makes the requests in the queue check the pauses. Those that can't wait that long leave.
  ///
  /// - Returns: The actions to perform without the lock: the continuations to resume and the requests to
  ///   report, each with the time that the server asks for.
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

  /// Returns whether the bucket can be removed: nobody uses it, and a new one would be the same.
  func isIdle(at now: Duration) -> Bool {
    while let first = taken.first, first + limit.period <= now { _ = taken.popFirst() }
    return users == 0 && taken.isEmpty && pauseEnd ?? now <= now && learned?.isIdle(at: now) ?? true
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

  /// Removes a cancelled request. Resume the result without the lock.
  func leave(_ waiter: Waiter) -> CheckedContinuation<Void, any Error>? {
    waiter.hasLeft = true
    guard let continuation = waiter.continuation else { return nil }
    waiter.continuation = nil
    leftCount += 1
    // Sweep when they are half of the queue, so that the cost of each is constant.
    if leftCount > 16, leftCount * 2 > waiters.count {
      waiters.filter { !$0.hasLeft }
      leftCount = 0
    }
    return continuation
  }

  /// Lets the next request hold the bucket. Resume the result without the lock.
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
