import HTTPTypes
import TestSupport
import Testing
import Thoroughness
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPICache
@testable import WGNAPIClient
@testable import WGNAPILimits
@testable import WGNAPIRetry
@testable import WGNAPITransport

/// One client with all its middlewares, used by many tasks at once.
@Suite struct ManyTasksTests {
  private let clock = ManualClock()

  /// The response to the search for `p` and a number is a player with this id.
  private static func response(to request: HTTPRequest) -> TransportResponse {
    let number = request.path?.split(separator: "search=p").last?.prefix { $0.isNumber } ?? ""
    return .json(
      #"{"status": "ok", "data": [{"account_id": 1\#(number), "nickname": "p\#(number)"}]}"#)
  }

  @Test(.timeLimit(.minutes(15))) func requestsOfManyTasks() async throws {
    let (names, limit, requests) = (500, 50, rounds(10_000))
    let sends = Record<Duration>()
    let failures = Record<String>()
    // Every fifth attempt fails, one way or another.
    let transport = ScriptedTransport { [clock] index, request in
      sends.append(clock.uptime)
      await Task.yield()
      switch index % 25 {
      case 4: throw TransportError.timedOut
      case 9: throw TransportError.failed(TransportFailure(.connectionLost))
      case 14: return .json("", status: 503)
      case 19: return .refusal("SOURCE_NOT_AVAILABLE")
      case 24: return .json("", status: 502)
      default: return Self.response(to: request)
      }
    }
    // Room for some hundred responses of the 500.
    let cache = ResponseCache(memoryLimit: 100_000, staleIfError: .seconds(60))
    let limiter = RateLimiter()
    let breaker = CircuitBreaker(failures: 1_000)
    let client = LimitedClient(
      transport, clock,
      middleware: .standard(
        cache: cache, retry: Retry(budget: RetryBudget(capacity: 1_000_000)), breaker: breaker,
        limiter: limiter),
      limits: [RateLimit(count: limit, period: .seconds(1), scope: .application)], random: .seeded(1))

    let unfinished = Counter(64)
    let left = Counter(requests)
    let responses = Counter(0)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<64 {
        group.addTask {
          let random = RandomSource.seeded(UInt64(task))
          while left.decrement() >= 0 {
            // Some are asked for often, others seldom.
            let number = 100 + Int(random.fraction() * random.fraction() * Double(names))
            do {
              let response = try await client.response(to: SearchPlayers(search: "p\(number)"))
              if response.value.map(\.nickname) != ["p\(number)"] { failures.append("\(response.value)") }
              if response.age > .seconds(600), response.origin != .stale {
                failures.append("\(response.age)")
              }
            } catch let error as APIError where error.isRetryable && error.attempt <= 2 {
              // It failed twice.
            } catch {
              failures.append("\(error)")
            }
            if cache.memorySize > 100_000 { failures.append("\(cache.memorySize) bytes") }
            responses.decrement()
          }
          unfinished.decrement()
        }
      }
      // Where nobody gets on, all wait for the clock.
      var progress = (responses.value, transport.requests.count)
      while unfinished.value > 0 {
        for _ in 0..<200 { await Task.yield() }
        var now = (responses.value, transport.requests.count)
        if now == progress, clock.sleeperCount > 0 {
          // One that has its token and no thread yet must not be overtaken by the clock: it would seem to be sent late.
          try? await Task.sleep(for: .milliseconds(10))
          now = (responses.value, transport.requests.count)
          if now == progress { clock.advanceToNextWake() }
        }
        progress = now
      }
    }

    #expect(failures.all == [])
    #expect(responses.value == -requests)
    // No window of a second holds more than the limit, and none that many waited for fewer.
    let times = sends.all.sorted()
    #expect(zip(times, times.dropFirst(limit)).allSatisfy { $1 - $0 >= .seconds(1) })
    #expect(times.count < requests)
    #expect(cache.exchanges.count == 0 && cache.exchanges.waitingCount == 0)
    #expect(cache.memorySize <= 100_000 && cache.memory.count > 50)
    #expect(limiter.state == (buckets: 1, waiters: 0))
    #expect(breaker.circuitCount <= 1)
    #expect(clock.sleeperCount == 0)
  }

  /// However many ask at any moment, the server is asked once for each lifetime of a response.
  @Test(.timeLimit(.minutes(15))) func aResponseIsFetchedOnce() async throws {
    let transport = ScriptedTransport { _, request in
      await Task.yield()
      return Self.response(to: request)
    }
    let client = LimitedClient(transport, clock, middleware: .standard(cache: ResponseCache(), limiter: nil))
    for round in 1...rounds(50) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<64 {
          group.addTask {
            for number in 100..<104 { _ = try? await client.send(SearchPlayers(search: "p\(number)")) }
          }
        }
      }
      #expect(transport.requests.count == 4 * round)
      clock.advance(by: .seconds(600))
    }
  }
}
