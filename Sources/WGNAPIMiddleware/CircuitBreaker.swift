import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

/// Spares a server that has failed several times in a row: for a while, calls fail at once with
/// ``APIError/Kind/circuitOpen(retryAfter:)``; then one is let through, and decides whether the others may follow.
///
/// Failures are those of the connection, timeouts, and statuses from 500 on; any other answer is a success. That the
/// device has no network says nothing of the server and doesn't count, nor does a call that is cancelled. Each server's
/// base URL counts for itself.
///
/// It belongs between ``Retry`` and ``RateLimiter``: so it counts every attempt, ends the retries when it opens (its
/// error isn't retryable), and calls that it refuses cost no token. The cache, outside of both, may still answer.
///
/// ```swift
/// ClientConfiguration(middleware: .standard(breaker: CircuitBreaker()))
/// ```
public final class CircuitBreaker: Middleware, @unchecked Sendable {
  // Unchecked: everything that changes is behind the lock.
  private let failures: Int
  private let cooldown: Duration
  private let mutex = Mutex()
  /// The servers that have failed lately, or for which it was open once.
  private var circuits: [Key: Circuit] = [:]
  private var generation = 0

  /// Makes one whose calls count for themselves: it may be shared by clients.
  ///
  /// - Parameters:
  ///   - failures: how many in a row open it, 1 or more.
  ///   - cooldown: how long it stays open.
  public init(failures: Int = 5, cooldown: Duration = .seconds(30)) {
    self.failures = max(failures, 1)
    self.cooldown = cooldown
  }

  public func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    let call = request.call
    let key = Key(server: call.serverURL, clock: call.clock.identity)
    let pass: Pass
    switch mutex.withLock({ admit(key, call.clock) }) {
    case .success(let admitted): pass = admitted
    case .failure(let refusal):
      throw call.error(.circuitOpen(retryAfter: refusal.retryAfter), attempt: request.attempt)
    }
    do {
      let response = try await next(request)
      let isFailure = response.httpResponse.status.code >= 500
      mutex.withLock { settle(key, pass, isFailure ? .failure : .success, call.clock) }
      return response
    } catch {
      let verdict = Verdict(error)
      mutex.withLock { settle(key, pass, verdict, call.clock) }
      throw error
    }
  }

  /// How many servers have failed lately.
  var circuitCount: Int { mutex.withLock { circuits.values.count { $0.hasFailures } } }
}

// States; all of this with the lock held.
extension CircuitBreaker {
  private struct Key: Hashable {
    let server: String
    let clock: ObjectIdentifier
  }

  private struct Circuit {
    enum State {
      case closed(failures: Int)
      case open(until: Duration)
      /// One call has been let through and isn't back yet.
      case probing
    }
    var state: State
    /// What calls that began in an earlier state bring doesn't count.
    var generation: Int
    /// Kept, so that no other clock takes over its identity.
    let clock: any ClientClock

    var hasFailures: Bool { if case .closed(failures: 0) = state { false } else { true } }
  }

  private struct Pass {
    let generation: Int
    let isProbe: Bool
  }

  private struct Refusal: Error {
    let retryAfter: Duration
  }

  /// What the end of a call says of the server.
  private enum Verdict {
    case success
    case failure
    case nothing

    init(_ error: any Error) {
      guard let error = error as? APIError else {
        self = .nothing
        return
      }
      self =
        switch error.kind {
        case .timedOut, .incomplete: .failure
        case .transport(let failure):
          [.offline, .invalidRequest].contains(failure.reason) ? .nothing : .failure
        case .redirected, .responseTooLarge: .success
        default: (error.status ?? 0) >= 500 ? .failure : error.status == nil ? .nothing : .success
        }
    }
  }

  private func admit(_ key: Key, _ clock: any ClientClock) -> Result<Pass, Refusal> {
    guard let circuit = circuits[key] else { return .success(Pass(generation: 0, isProbe: false)) }
    switch circuit.state {
    case .closed: return .success(Pass(generation: circuit.generation, isProbe: false))
    case .open(let end):
      let now = clock.uptime
      guard now >= end else { return .failure(Refusal(retryAfter: end - now)) }
      let generation = change(key, to: .probing, clock)
      return .success(Pass(generation: generation, isProbe: true))
    case .probing:
      // Should the probe fail, it takes this long.
      return .failure(Refusal(retryAfter: cooldown))
    }
  }

  private func settle(_ key: Key, _ pass: Pass, _ verdict: Verdict, _ clock: any ClientClock) {
    let circuit = circuits[key]
    guard circuit?.generation ?? 0 == pass.generation else { return }
    switch verdict {
    case .success where pass.isProbe: change(key, to: .closed(failures: 0), clock)
    case .success:
      // One that has been open stays, lest its generation begin anew.
      circuits[key] = circuit.flatMap { circuit in
        circuit.generation == 0
          ? nil : Circuit(state: .closed(failures: 0), generation: circuit.generation, clock: clock)
      }
    case .failure where pass.isProbe: change(key, to: .open(until: clock.uptime + cooldown), clock)
    case .failure:
      var count = 1
      if case .closed(let before)? = circuit?.state { count += before }
      if count >= failures {
        change(key, to: .open(until: clock.uptime + cooldown), clock)
      } else {
        circuits[key] = Circuit(
          state: .closed(failures: count), generation: pass.generation, clock: clock)
      }
    case .nothing:
      // The next call is the probe.
      if pass.isProbe { change(key, to: .open(until: clock.uptime), clock) }
    }
  }

  @discardableResult
  private func change(_ key: Key, to state: Circuit.State, _ clock: any ClientClock) -> Int {
    generation += 1
    circuits[key] = Circuit(state: state, generation: generation, clock: clock)
    return generation
  }
}
