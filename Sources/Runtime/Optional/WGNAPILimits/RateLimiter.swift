import HTTPTypes
import WGNAPIClient
import WGNAPIOptionalSupport
import WGNAPISupport

/// Delays requests so that their number stays within the API's limits, first come, first served.
///
/// No time window as long as a limit's period contains more requests than the limit allows, counted when they
/// leave the limiter. Requests count together if they go to the same server and, for a limit of
/// `RateLimit.Scope.application`, come from the same application. A limit of one endpoint counts only its
/// requests. A request that is cancelled while it waits uses no token. If the service weighs requests, a request takes as many
/// tokens as its ``RequestWeight`` says.
///
/// If the API's description names header fields (``RateLimitFields``), requests also wait while the
/// service's last responses say that none is left, but at most for `longestPause`.
///
/// If the service reports too many requests nevertheless (status 429, or one of
/// `APIDescription.tooManyRequests`), all requests wait for the time in its `Retry-After` field, otherwise for the shortest period of the
/// limits, but at most for `longestPause`. `Retry` decides whether to send the rejected request again. A
/// request that would have to wait for longer than its `TransportOptions.timeout` fails at once with
/// ``Refusal``; for the others, `ClientObserver.onWait` is called.
public final class RateLimiter: APIMiddleware, @unchecked Sendable {
  // Unchecked: all mutable state is behind the lock.

  /// The limiter of generated clients: all requests of the process count together.
  public static let shared = RateLimiter()

  private let longestPause: Duration
  private let mutex = Mutex()
  private var buckets = ObjectTable<TokenBucket>()
  /// The number of buckets from which on unused ones are removed.
  private var sweepCount = 16

  /// Creates a limiter that counts separately from others.
  ///
  /// - Parameter longestPause: The maximum wait that a server can ask for with `Retry-After`.
  public init(longestPause: Duration = .seconds(3600)) { self.longestPause = longestPause }

  public func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    let call = request.call
    let limits = CallLimits(call)
    guard limits.fields != nil || !limits.all.isEmpty else { return try await next(request) }
    let reservation: Reservation?
    do {
      reservation = try await takeTokens(request, limits)
    } catch let refusal as Refusal {
      throw call.error(.notSent(refusal), attempt: request.attempt)
    }
    var report: ReportedLimit?
    defer { finish(reservation, report, call.clock) }
    let response = try await next(request)
    let headers = response.httpResponse.headerFields
    if let fields = limits.fields, let used = fields.used {
      if let count = ReportedLimit.used(headers, used) { adopt(count, used, call, limits) }
    } else {
      report = limits.fields.flatMap { ReportedLimit(headers, $0, now: call.clock.date) }
    }
    if call.saysTooManyRequests(response) {
      pause(call, limits, for: response.retryAfter(now: call.clock.date))
    }
    return response
  }

  /// The number of limits in use, and the number of requests that wait behind another one.
  var state: (buckets: Int, waiters: Int) {
    mutex.withLock {
      var waiters = 0
      buckets.visit { waiters += $0.waiterCount }
      return (buckets.count, waiters)
    }
  }
}

// Tokens.
extension RateLimiter {
  /// Waits until each limit has a token, and takes them all at once.
  ///
  /// The buckets are held one after the other, waiting for each one's token before holding the next, so that
  /// a request that waits for a token doesn't block requests that don't need it.
  private func takeTokens(_ request: MiddlewareRequest, _ limits: CallLimits) async throws -> Reservation? {
    try Task.checkCancellation()
    let call = request.call
    let buckets: [TokenBucket]
    switch takeAtOnce(call, limits) {
    case .success(let reservation):
      if reservation != nil { announcePauses(call.clock) }
      return reservation
    case .failure(let wait): buckets = wait.buckets
    }
    var reservation: Reservation?
    defer { if reservation != nil { announcePauses(call.clock) } }
    var held = 0
    defer { leave(buckets, held: held) }
    let patience = Patience(request, buckets, weight: limits.weight)
    for bucket in buckets {
      try await hold(bucket, call.clock, patience)
      held += 1
      // When the last bucket is held, all tokens are available, and nobody else can take them; only a pause
      // may have been added.
      let isLast = held == buckets.count
      while let delay = delay(
        isLast ? buckets : [bucket], limits.weight, takes: isLast, &reservation, call.clock)
      {
        try follow(mutex.withLock { patience.look(at: call.clock.uptime) }, request)
        try await call.clock.sleep(for: delay)
      }
    }
    return reservation
  }

  /// A request that counts toward a limit that the service reports.
  private struct Reservation {
    let bucket: TokenBucket
    let ticket: LearnedLimit.Ticket
  }

  /// The buckets of which not all have a token.
  private struct Wait: Error {
    let buckets: [TokenBucket]
  }

  /// Takes tokens from each of the buckets, with the lock held.
  private func takeNow(_ buckets: [TokenBucket], _ weight: Int, _ now: Duration) -> Reservation? {
    var reservation: Reservation?
    for bucket in buckets {
      if let ticket = bucket.take(weight, at: now) {
        reservation = Reservation(bucket: bucket, ticket: ticket)
      }
    }
    return reservation
  }

  /// Counts a request as answered, with what the response says about the limit.
  private func finish(_ reservation: Reservation?, _ report: ReportedLimit?, _ clock: any ClientClock) {
    guard let reservation else { return }
    mutex.withLock {
      reservation.bucket.learned?.finish(
        reservation.ticket, report, longest: longestPause, now: clock.uptime)
    }
    announcePauses(clock)
  }

  /// Reports a pause to the observers, or throws if it is too long.
  private func follow(_ verdict: Patience.Verdict, _ request: MiddlewareRequest) throws(Refusal) {
    switch verdict {
    case .goesOn: break
    case .waits(let time): request.reportWait(time)
    case .leaves(let time): throw Refusal(wait: time)
    }
  }

  /// Takes the tokens if all are available and nobody waits; otherwise returns the buckets, marked as used.
  private func takeAtOnce(_ call: CallContext, _ limits: CallLimits) -> Result<Reservation?, Wait> {
    mutex.withLock {
      let buckets = keys(call, limits).map { bucket($0, call.clock) }
      let now = call.clock.uptime
      if buckets.allSatisfy({ !$0.isHeld && $0.due(for: limits.weight) <= now }) {
        return .success(takeNow(buckets, limits.weight, now))
      }
      for bucket in buckets { bucket.users += 1 }
      return .failure(Wait(buckets: buckets))
    }
  }

  private func hold(_ bucket: TokenBucket, _ clock: any ClientClock, _ patience: Patience) async throws {
    let waiter = TokenBucket.Waiter(patience)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        // Check before joining a queue, which may not move during the pause. Later pauses are checked in the
        // queue.
        let (verdict, entry) = mutex.withLock { () -> (Patience.Verdict, TokenBucket.Entry?) in
          let verdict = patience.look(at: clock.uptime)
          if case .leaves = verdict { return (verdict, nil) }
          return (verdict, bucket.enter(waiter, continuation))
        }
        do throws(Refusal) {
          try follow(verdict, patience.request)
        } catch {
          continuation.resume(throwing: error)
        }
        switch entry {
        case .holds: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        case .waits, nil: break
        }
      }
    } onCancel: {
      mutex.withLock { bucket.leave(waiter) }?.resume(throwing: CancellationError())
    }
    // The task may have been cancelled after its turn came.
    if Task.isCancelled {
      mutex.withLock { bucket.handOver() }?.resume()
      throw CancellationError()
    }
  }

  /// Returns the time until all of the held buckets have a token; nil if they have, after taking the tokens
  /// if requested.
  private func delay(
    _ buckets: [TokenBucket], _ weight: Int, takes: Bool, _ reservation: inout Reservation?,
    _ clock: any ClientClock
  ) -> Duration? {
    mutex.withLock {
      let now = clock.uptime
      let due = buckets.reduce(now) { max($0, $1.due(for: weight)) }
      guard due <= now else { return due - now }
      if takes { reservation = takeNow(buckets, weight, now) }
      return nil
    }
  }

  private func leave(_ buckets: [TokenBucket], held: Int) {
    let next = mutex.withLock {
      for bucket in buckets { bucket.users -= 1 }
      return buckets.prefix(held).compactMap { $0.handOver() }
    }
    for continuation in next { continuation.resume() }
  }

  /// Counts what the service has counted for others toward the limit that it is about.
  private func adopt(_ count: Int, _ used: RateLimitFields.Used, _ call: CallContext, _ limits: CallLimits) {
    mutex.withLock {
      for key in keys(call, limits)
      where key.operation == nil && key.limit.scope == limits.fields?.scope && key.limit.period == used.period
      {
        bucket(key, call.clock).adopt(count, at: call.clock.uptime)
      }
    }
  }

  private func pause(_ call: CallContext, _ limits: CallLimits, for delay: Duration?) {
    mutex.withLock {
      let now = call.clock.uptime
      var paused = keys(call, limits).map { bucket($0, call.clock) }
      if delay == nil {
        let described = paused.filter { $0.learned == nil }
        paused = described.min { $0.limit.period < $1.limit.period }.map { [$0] } ?? []
      }
      let pause = min(delay ?? paused.first?.limit.period ?? .zero, longestPause)
      for bucket in paused { bucket.pause(until: now + pause) }
    }
    announcePauses(call.clock)
  }

  /// Makes all waiting requests look at the pauses.
  private func announcePauses(_ clock: any ClientClock) {
    let looks = mutex.withLock {
      // Requests that need a token of a paused bucket may wait in the queue of another one.
      var looks: [TokenBucket.Look] = []
      buckets.visit { bucket in
        guard bucket.waiterCount > 0, bucket.clock.identity == clock.identity else { return }
        bucket.lookAtPauses(now: clock.uptime, &looks)
      }
      return looks
    }
    for look in looks {
      if let continuation = look.leaving {
        continuation.resume(throwing: Refusal(wait: look.time))
      } else {
        look.patience.request.reportWait(look.time)
      }
    }
  }
}

// Buckets. All of this runs with the lock held.
extension RateLimiter {
  /// Returns the keys of a call's buckets, the endpoint's own limits first. The order is the same for all
  /// calls, so that no two calls wait for each other.
  private func keys(_ call: CallContext, _ limits: CallLimits) -> [TokenBucket.Key] {
    var keys: [TokenBucket.Key] = []
    for (index, limit) in limits.all.enumerated() {
      let key = TokenBucket.Key(
        server: call.serverURL, application: limit.scope == .address ? nil : call.application,
        operation: index < limits.apiCount && limit.scope != .endpoint ? nil : call.operation, limit: limit,
        clock: call.clock.identity)
      insert(key, in: &keys)
    }
    if let fields = limits.fields, fields.used == nil {
      let scope = fields.scope
      let key = TokenBucket.Key(
        server: call.serverURL, application: scope == .address ? nil : call.application,
        operation: scope == .endpoint ? call.operation : nil,
        limit: RateLimit(count: .max, period: .zero, scope: scope), isLearned: true,
        clock: call.clock.identity)
      insert(key, in: &keys)
    }
    return keys
  }

  /// Inserts a key in its place. Duplicates of a limit count once.
  private func insert(_ key: TokenBucket.Key, in keys: inout [TokenBucket.Key]) {
    if keys.contains(key) { return }
    keys.insert(key, at: keys.firstIndex { key.precedes($0) } ?? keys.count)
  }

  private func bucket(_ key: TokenBucket.Key, _ clock: any ClientClock) -> TokenBucket {
    if let bucket = buckets[key] { return bucket }
    if buckets.count >= sweepCount {
      let all = buckets
      all.visit { if $0.isIdle(at: $0.clock.uptime) { buckets.remove($0) } }
      sweepCount = max(buckets.count * 2, 16)
    }
    let bucket = TokenBucket(key, clock: clock)
    if key.isLearned { bucket.learned = LearnedLimit() }
    buckets.insert(bucket)
    return bucket
  }
}

extension TokenBucket.Key {
  /// Returns whether this key precedes another one in a total order of the keys of calls to one server.
  fileprivate func precedes(_ other: Self) -> Bool {
    if isLearned != other.isLearned { return !isLearned }
    if (operation == nil) != (other.operation == nil) { return operation != nil }
    if operation != other.operation { return operation ?? "" < other.operation ?? "" }
    if limit.period != other.limit.period { return limit.period < other.limit.period }
    if limit.count != other.limit.count { return limit.count < other.limit.count }
    return application ?? .min < other.application ?? .min
  }
}
