import HTTPTypes
import WGNAPIClient
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends failed requests again if their endpoint allows it.
///
/// A request is sent again if its policy, `CallContext.retry`, says that it is idempotent; any other only if the service
/// refused it, so that it wasn't carried out (`RetryPolicy.Refusals`). It is sent as often as the policy allows, as
/// long as the failure's `APIError.isRetryable` is true or the policy lists the response's status. Between two attempts, there is a random, growing delay (`Backoff`), at
/// least as long as the server's `Retry-After` field requests. The result is that of the last attempt;
/// `APIError.attempt` is its number.
public struct Retry: Middleware {
  private let backoff: Backoff
  private let totalTime: Duration
  private let budget: RetryBudget?

  /// Creates the middleware.
  ///
  /// - Parameters:
  ///   - maximumDelay: The maximum delay between two attempts, except for `Retry-After`.
  ///   - baseDelay: The maximum delay before the second attempt. It doubles with each attempt.
  ///   - totalTime: The time after the beginning of the first attempt within which the last one must begin.
  ///   - budget: Limits the retries of all requests that share it; nil for no limit.
  public init(
    maximumDelay: Duration = .seconds(20), baseDelay: Duration = .milliseconds(500),
    totalTime: Duration = .seconds(60), budget: RetryBudget? = RetryBudget()
  ) {
    backoff = Backoff(base: baseDelay, maximum: maximumDelay)
    self.totalTime = totalTime
    self.budget = budget
  }

  public func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    let call = request.call
    guard let policy = call.retry, policy.attempts > 1, request.isReplayable else {
      return try await next(request)
    }
    let start = call.clock.uptime
    var request = request
    var attempt = 1
    while true {
      let outcome = try await outcome(of: request, next)
      guard outcome.mayPass(policy) else {
        if outcome.failure == nil { budget?.giveBack() }
        return try outcome.get()
      }
      guard policy.isIdempotent || outcome.isRefusal(policy, of: call), attempt < policy.attempts else {
        return try outcome.get()
      }
      try Task.checkCancellation()
      let asked = outcome.retryAfter(now: call.clock) ?? .zero
      let delay = max(backoff.delay(after: attempt, random: call.random), asked)
      guard call.clock.uptime - start + delay <= totalTime, budget?.take() ?? true else {
        return try outcome.get()
      }
      if asked > .zero { request.reportWait(delay) }
      try await call.clock.sleep(for: delay)
      // A clock may return without checking for cancellation if there is nothing to wait for.
      try Task.checkCancellation()
      attempt += 1
      request.attempt += 1
    }
  }

  private func outcome(of request: MiddlewareRequest, _ next: Next) async throws -> Outcome {
    do {
      var response = try await next(request)
      response.attempt = request.attempt
      if let failure = response.failure, failure.attempt != request.attempt {
        response.fail(with: failure.of(attempt: request.attempt))
      }
      return .response(response)
    } catch let error as APIError {
      return .error(error.of(attempt: request.attempt))
    }
  }

  private enum Outcome {
    case response(MiddlewareResponse)
    case error(APIError)

    var failure: APIError? {
      switch self {
      case .response(let response): response.failure
      case .error(let error): error
      }
    }

    /// Returns whether sending the request again may succeed: after a retryable error, and after an answer
    /// whose status the policy lists although the endpoint describes it.
    func mayPass(_ policy: RetryPolicy) -> Bool {
      if let failure { return failure.isRetryable }
      guard case .response(let response) = self else { return false }
      return policy.lists(response.httpResponse.status.code, nil)
    }

    /// Returns whether the service says that it didn't carry out the request. A connection that failed doesn't say
    /// that, whatever the reason: the failure may be about a request that followed a redirect.
    func isRefusal(_ policy: RetryPolicy, of call: CallContext) -> Bool {
      // Another redirect than 307 and 308 may be the answer to a request that was carried out.
      guard case .response(let response) = self,
        response.redirects.allSatisfy({ [307, 308].contains($0.status.code) })
      else { return false }
      let status = response.httpResponse.status.code
      let failure = failure?.failure
      guard policy.refusals == .usual else { return policy.refusals.list(status, failure) }
      if status == 429 { return true }
      if status == 503 { return response.retryAfter(now: call.clock.date) != nil }
      return failure.map { failure in call.rateLimitErrors.contains { $0.matches(failure) } } ?? false
    }

    func retryAfter(now clock: any ClientClock) -> Duration? {
      guard case .response(let response) = self else { return nil }
      return response.retryAfter(now: clock.date)
    }

    func get() throws -> MiddlewareResponse {
      switch self {
      case .response(let response): return response
      case .error(let error): throw error
      }
    }
  }
}

extension MiddlewareResponse {
  /// Returns the wait that the server asks for in its `Retry-After` field, in seconds or as a date (RFC 9110,
  /// section 10.2.3), or in the body of its failure; nil if there is none or it is invalid.
  ///
  /// - Parameter now: The current date, which a date in the field is relative to.
  func retryAfter(now: Date) -> Duration? {
    RetryAfter.delay(in: httpResponse.headerFields, now: now) ?? RetryAfter.delay(in: failure?.failure)
  }
}

/// The field `Retry-After`, or the same information in a body.
package enum RetryAfter {
  /// Returns the wait that the body of a failure asks for.
  package static func delay(in failure: ServiceFailure?) -> Duration? {
    failure?.retryAfter.map { min($0, longestDelay) }
  }

  /// Returns the wait that a server asks for; nil if there is none or it is invalid.
  package static func delay(in fields: HTTPFields, now: Date) -> Duration? {
    guard let text = fields.text(.retryAfter) else { return nil }
    if text.isDigits {
      return min(IntegerText.int64(text).map { .seconds($0) } ?? longestDelay, longestDelay)
    }
    guard let date = HTTPDate.parse(text) else { return nil }
    let delay = Duration(limitedSeconds: date.timeIntervalSince(now))
    return min(max(delay, .zero), longestDelay)
  }

  /// A hundred years. Longer delays are pointless and would overflow.
  private static let longestDelay = Duration.seconds(100 * 365 * 86_400)
}

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
