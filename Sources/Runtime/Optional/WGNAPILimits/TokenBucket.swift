import WGNAPIClient
import WGNAPIOptionalSupport
import WGNAPISupport

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
final class TokenBucket: Keyed, @unchecked Sendable {
  /// The properties of requests that count together.
  struct Key: Hashable {
    let server: String
    /// The application; nil if the limit applies to a network address.
    let application: Int?
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

  /// What to do after a request in the queue has looked at the pauses: resume it if it leaves, otherwise report
  /// that it waits.
  struct Look {
    let patience: Patience
    /// The time that the server asks for.
    let time: Duration
    let leaving: CheckedContinuation<Void, any Error>?

    init(_ patience: Patience, _ time: Duration, leaving: CheckedContinuation<Void, any Error>?) {
      self.patience = patience
      self.time = time
      self.leaving = leaving
    }
  }

  /// The result of asking to hold a bucket.
  enum Entry {
    case holds
    case waits
    case cancelled
  }

  let key: Key
  var limit: RateLimit { key.limit }
  /// The clock, retained so that no other clock can have its identity.
  let clock: any ClientClock
  /// The number of calls that use the bucket.
  var users = 0
  private(set) var isHeld = false
  /// The times when the missing tokens were taken, and how many; altogether at most as many as the limit allows.
  private var taken = Queue<(time: Duration, count: Int)>()
  /// The number of tokens in `taken`.
  private var takenCount = 0
  /// The limit that the service reports; nil if this is a limit of the description.
  var learned: LearnedLimit?
  private var refusalEnd: Duration?
  private var waiters = Queue<Waiter>()
  /// The number of requests in the queue that have left.
  private var leftCount = 0

  init(_ key: Key, clock: any ClientClock) {
    self.key = key
    self.clock = clock
  }

  /// The time before which no tokens are given for a request of that weight, because the server asked for a pause or reports
  /// that too few are left.
  func pauseEnd(for weight: Int = 1) -> Duration? {
    guard let end = learned?.exhaustion(for: weight) else { return refusalEnd }
    return max(end, refusalEnd ?? end)
  }

  var waiterCount: Int { waiters.count - leftCount }

  /// The time when the next tokens for a request of that weight are available, which may be in the past. A request that is
  /// heavier than the limit needs all tokens.
  func due(for weight: Int) -> Duration {
    let pauseEnd = pauseEnd(for: weight) ?? .zero
    var missing = takenCount - limit.count + min(weight, limit.count)
    for taking in taken.all where missing > 0 {
      missing -= taking.count
      if missing <= 0 { return max(taking.time + limit.period, pauseEnd) }
    }
    return pauseEnd
  }

  /// Takes available tokens. A limit that the service reports returns a ticket.
  func take(_ weight: Int, at now: Duration) -> LearnedLimit.Ticket? {
    guard learned == nil else { return learned?.take(at: now, weight: weight) }
    add(min(weight, limit.count), at: now)
    return nil
  }

  private func add(_ count: Int, at now: Duration) {
    guard count > 0 else { return }
    while takenCount + count > limit.count, let first = taken.popFirst() { takenCount -= first.count }
    taken.append((now, count))
    takenCount += count
  }

  /// Takes the tokens that the service has counted beyond those taken here within a period.
  func adopt(_ used: Int, at now: Duration) {
    forget(before: now)
    add(min(used, limit.count) - takenCount, at: now)
  }

  private func forget(before now: Duration) {
    while let first = taken.first, first.time + limit.period <= now {
      _ = taken.popFirst()
      takenCount -= first.count
    }
  }

  /// Gives no token before `end`.
  func pause(until end: Duration) { refusalEnd = max(end, refusalEnd ?? end) }

  /// Makes the requests in the queue check the pauses. Those that can't wait that long leave.
  ///
  /// - Parameter looks: The actions to perform without the lock are added to it.
  func lookAtPauses(now: Duration, _ looks: inout [Look]) {
    waiters.filter { waiter in
      guard !waiter.hasLeft else { return false }
      switch waiter.patience.look(at: now) {
      case .goesOn: return true
      case .waits(let time):
        looks.append(Look(waiter.patience, time, leaving: nil))
        return true
      case .leaves(let time):
        waiter.hasLeft = true
        if let continuation = waiter.continuation {
          looks.append(Look(waiter.patience, time, leaving: continuation))
        }
        waiter.continuation = nil
        return false
      }
    }
    leftCount = 0
  }

  /// Returns whether the bucket can be removed: nobody uses it, and a new one would be the same.
  func isIdle(at now: Duration) -> Bool {
    forget(before: now)
    return users == 0 && taken.isEmpty && pauseEnd() ?? now <= now && learned?.isIdle(at: now) ?? true
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

/// A first-in, first-out queue with amortized constant time for both operations.
struct Queue<Element> {
  private var elements: [Element] = []
  private var head = 0

  var count: Int { elements.count - head }
  var isEmpty: Bool { count == 0 }
  var first: Element? { head < elements.count ? elements[head] : nil }
  var all: ArraySlice<Element> { elements[head...] }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard let first else { return nil }
    head += 1
    // Release the removed elements when they make up half of the array.
    if head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }

  /// Keeps only the elements that satisfy a predicate, in order.
  mutating func filter(_ isIncluded: (Element) -> Bool) {
    elements = elements[head...].filter(isIncluded)
    head = 0
  }
}

/// The remaining time that a request can wait because the server asked for it: its time limit, minus such
/// waits so far.
///
/// Unchecked: all mutable state is behind the lock of the request's limiter.
final class Patience: @unchecked Sendable {
  /// The result of checking the pauses.
  enum Verdict {
    /// No new pause has been requested.
    case goesOn
    /// The server asks for this longer wait, which is to be reported.
    case waits(Duration)
    /// The server asks for this wait, which is too long.
    case leaves(Duration)
  }

  let request: MiddlewareRequest
  /// All buckets from which the request needs a token.
  private let buckets: [TokenBucket]
  private let weight: Int
  private var left: Duration
  /// The end of the accepted pause, whose time has been subtracted from `left`.
  private var end: Duration?

  init(_ request: MiddlewareRequest, _ buckets: [TokenBucket], weight: Int) {
    self.request = request
    self.buckets = buckets
    self.weight = weight
    left = request.options.timeout
  }

  /// Checks for a longer pause than the accepted one. The request needs a token of each bucket, so it waits
  /// for the end of the longest pause, in any queue.
  func look(at now: Duration) -> Verdict {
    guard let end = buckets.compactMap({ $0.pauseEnd(for: weight) }).max(), end > max(now, self.end ?? now)
    else {
      return .goesOn
    }
    let time = end - max(now, self.end ?? now)
    guard time <= left else { return .leaves(end - now) }
    left -= time
    self.end = end
    return .waits(end - now)
  }
}
