import HTTPTypes
import WGNAPIClient
import WGNAPIOptionalSupport
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends failed requests again if their endpoint allows it.
///
/// A request is sent again if its ``RetryPolicy`` says that it is idempotent; any other only if the service
/// refused it, so that it wasn't carried out (`RetryPolicy.Refusals`). It is sent as often as the policy allows, as
/// long as the failure's `APIError.isRetryable` is true or the policy lists the response's status. Between two attempts, there is a random, growing delay (`Backoff`), at
/// least as long as the server's `Retry-After` field requests. The result is that of the last attempt;
/// `APIError.attempt` is its number.
public struct Retry: APIMiddleware {
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
    guard let policy = call.policy(RetryPolicy.self), policy.attempts > 1, request.isReplayable else {
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
      let asked = outcome.retryAfter(now: call.clock.date) ?? .zero
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

    /// Returns whether sending the request again may succeed: after a retryable error, and after a response
    /// whose status the policy lists although the endpoint describes it.
    func mayPass(_ policy: RetryPolicy) -> Bool {
      if let failure { return failure.isRetryable }
      guard case .response(let response) = self else { return false }
      return policy.lists(response.httpResponse.status.code, nil)
    }

    /// Returns whether the service says that it didn't carry out the request. A connection that failed doesn't say
    /// that, whatever the reason: the failure may be about a request that followed a redirect.
    func isRefusal(_ policy: RetryPolicy, of call: CallContext) -> Bool {
      // Another redirect than 307 and 308 may be the response to a request that was carried out.
      guard case .response(let response) = self,
        response.redirects.allSatisfy({ [307, 308].contains($0.status.code) })
      else { return false }
      let status = response.httpResponse.status.code
      guard policy.refusals == .usual else { return policy.refusals.list(status, failure?.failure) }
      if status == 503 { return response.retryAfter(now: call.clock.date) != nil }
      return call.saysTooManyRequests(response)
    }

    func retryAfter(now: Date) -> Duration? {
      guard case .response(let response) = self else { return nil }
      return response.retryAfter(now: now)
    }

    func get() throws -> MiddlewareResponse {
      switch self {
      case .response(let response): return response
      case .error(let error): throw error
      }
    }
  }
}
