import WGNAPIClient
import WGNAPIJSON
import WGNAPIOptionalSupport
import WGNAPISupport

/// A circuit breaker: after several failures of a server in a row, calls fail at once with
/// ``Open`` for a while. Then one call is let through, and its result
/// decides for the others.
///
/// Failures are connection errors, timeouts, and statuses from 500 on; any other response is a success. A
/// missing network connection of the device and a cancelled call don't count. Each server's base URL counts
/// separately.
///
/// Put it between `Retry` and ``RateLimiter``. There it counts every attempt, ends the retries when it
/// opens (its error isn't retryable), and rejected calls use no token. The cache, before both, can still
/// answer.
///
/// ```swift
/// ClientConfiguration(middleware: Client.middleware.inserting(CircuitBreaker(), before: RateLimiter.self))
/// ```
public final class CircuitBreaker: APIMiddleware, @unchecked Sendable {
  // Unchecked: all mutable state is behind the lock.
  private let failures: Int
  private let cooldown: Duration
  private let mutex = Mutex()
  /// The servers that have failed recently, or whose circuit was open before.
  private var circuits = ObjectTable<Circuit>()
  private var generation = 0
  /// Whole URLs, such as signed ones, may lead to any number of servers. Of more circuits than this, the half that was used
  /// least recently is forgotten.
  private static let mostCircuits = 1_024
  private var useCount = 0

  /// Creates a circuit breaker, which several clients can share. It counts separately from other circuit
  /// breakers.
  ///
  /// - Parameters:
  ///   - failures: The number of failures in a row that open the circuit, at least 1.
  ///   - cooldown: The time for which the circuit stays open.
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
      throw call.error(.notSent(refusal), attempt: request.attempt)
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

  /// The number of servers that have failed recently.
  var circuitCount: Int {
    mutex.withLock {
      var count = 0
      circuits.visit { if $0.hasFailures { count += 1 } }
      return count
    }
  }
}

// States. All of this runs with the lock held.
extension CircuitBreaker {
  private struct Key: Hashable {
    let server: String
    let clock: ObjectIdentifier
  }

  private final class Circuit: Keyed {
    enum State {
      case closed(failures: Int)
      case open(until: Duration)
      /// One call has been let through and hasn't ended yet.
      case probing
    }
    let key: Key
    var state = State.closed(failures: 0)
    /// The number of the state. Results of calls that began in an earlier state are ignored.
    var generation = 0
    /// The number of its last use.
    var lastUse = 0
    /// The clock, retained so that no other clock can have its identity.
    let clock: any ClientClock

    init(_ key: Key, _ clock: any ClientClock) {
      self.key = key
      self.clock = clock
    }

    var hasFailures: Bool { if case .closed(failures: 0) = state { false } else { true } }
  }

  private struct Pass {
    let generation: Int
    let isProbe: Bool
  }

  /// The meaning of a call's end for the server's state.
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
        default: (error.status?.code ?? 0) >= 500 ? .failure : error.status == nil ? .nothing : .success
        }
    }
  }

  private func admit(_ key: Key, _ clock: any ClientClock) -> Result<Pass, Open> {
    guard let circuit = circuits[key].map(used) else {
      return .success(Pass(generation: 0, isProbe: false))
    }
    switch circuit.state {
    case .closed: return .success(Pass(generation: circuit.generation, isProbe: false))
    case .open(let end):
      let now = clock.uptime
      guard now >= end else { return .failure(Open(wait: end - now)) }
      let generation = change(key, to: .probing, clock)
      return .success(Pass(generation: generation, isProbe: true))
    case .probing:
      // If the probe fails, the circuit stays open for this long.
      return .failure(Open(wait: cooldown))
    }
  }

  private func settle(_ key: Key, _ pass: Pass, _ verdict: Verdict, _ clock: any ClientClock) {
    let circuit = circuits[key]
    guard circuit?.generation ?? 0 == pass.generation else { return }
    switch verdict {
    case .success where pass.isProbe: change(key, to: .closed(failures: 0), clock)
    case .success:
      guard let circuit else { return }
      // A circuit that was open before is kept, so that its generation doesn't start over.
      if circuit.generation == 0 { circuits.remove(circuit) } else { circuit.state = .closed(failures: 0) }
    case .failure where pass.isProbe: change(key, to: .open(until: clock.uptime + cooldown), clock)
    case .failure:
      var count = 1
      if case .closed(let before)? = circuit?.state { count += before }
      if count >= failures {
        change(key, to: .open(until: clock.uptime + cooldown), clock)
      } else {
        self.circuit(key, clock).state = .closed(failures: count)
      }
    case .nothing:
      // The next call becomes the probe.
      if pass.isProbe { change(key, to: .open(until: clock.uptime), clock) }
    }
  }

  @discardableResult
  private func change(_ key: Key, to state: Circuit.State, _ clock: any ClientClock) -> Int {
    generation += 1
    let circuit = circuit(key, clock)
    circuit.state = state
    circuit.generation = generation
    return generation
  }

  private func circuit(_ key: Key, _ clock: any ClientClock) -> Circuit {
    if let circuit = circuits[key] { return used(circuit) }
    if circuits.count >= Self.mostCircuits { forgetOldCircuits() }
    let circuit = used(Circuit(key, clock))
    circuits.insert(circuit)
    return circuit
  }
  private func used(_ circuit: Circuit) -> Circuit {
    useCount += 1
    circuit.lastUse = useCount
    return circuit
  }

  private func forgetOldCircuits() {
    var uses: [Int] = []
    circuits.visit { uses.append($0.lastUse) }
    let median = uses.sorted()[uses.count / 2]
    let all = circuits
    all.visit { if $0.lastUse < median { circuits.remove($0) } }
  }
}
