import Foundation
import Testing
import WGNAPIGenerated
import WGNAPIResponses
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPIJSON
@testable import WGNAPIRetry
@testable import WGNAPITransport

@Suite struct RetryTests {
  private let clock = ManualClock(jumps: true)
  private let search = SearchPlayers(search: "abc")
  /// Always half of the maximum.
  private let half = RandomSource { 1 << 63 }
  private let down = ScriptedTransport { _, _ in .json("", status: 503) }

  private func policy(_ attempts: Int, idempotent: Bool = true) -> CallOptions {
    CallOptions(policies: [.retry(idempotent: idempotent, attempts: attempts)])
  }

  private func client(_ retry: Retry, _ transport: ScriptedTransport) -> LimitedClient {
    LimitedClient(transport, clock, middleware: [retry], random: half)
  }

  /// The times at which a request is sent that is answered in the order given, the last response again and again.
  private func times(
    _ retry: Retry, _ responses: [TransportResponse], _ options: CallOptions
  ) async throws -> (times: [Duration], error: APIError?) {
    let times = Record<Duration>()
    let transport = ScriptedTransport { [clock] index, _ in
      times.append(clock.uptime)
      return responses[min(index, responses.count - 1)]
    }
    do {
      _ = try await client(retry, transport).send(search, options: options)
      return (times.all, nil)
    } catch let error as APIError {
      return (times.all, error)
    }
  }

  @Test func delaysDoubleUpToTheirMaximum() async throws {
    let retry = Retry(maximumDelay: .seconds(3), baseDelay: .seconds(1))
    let (times, error) = try await times(retry, [.json("", status: 503)], policy(5))
    // 0.5, 1, 1.5, 1.5 seconds: half of 1, 2, 3 (not 4) and 3.
    #expect(times == [.zero, .milliseconds(500), .milliseconds(1500), .seconds(3), .milliseconds(4500)])
    #expect(error?.status == 503)
    #expect(error?.attempt == 5)
    #expect(error?.isRetryable == true)
  }

  @Test func succeedsInTheEnd() async throws {
    let responses = [TransportResponse.refusal("SOURCE_NOT_AVAILABLE"), .noPlayers]
    let (times, error) = try await times(Retry(), responses, CallOptions())
    #expect(times == [.zero, .milliseconds(250)])
    #expect(error == nil)
  }

  @Test(arguments: [TransportResponse.json("", status: 404), .refusal("SEARCH_NOT_SPECIFIED", code: 402)])
  func failuresThatRepeatingDoesNotFix(response: TransportResponse) async throws {
    let (times, error) = try await times(Retry(), [response], policy(5))
    #expect(times.count == 1)
    #expect(error?.attempt == 1)
  }

  /// Whatever the body is: a service's error that isn't retryable itself, a page, a response.
  @Test(arguments: [
    #"{"status":"error","error":{"code":402,"message":"SEARCH_NOT_SPECIFIED"}}"#, "<html>", "{", "[]",
    #"{"status":"ok","data":[]}"#,
  ])
  func statusesOfThePolicy(body: String) async throws {
    let (times, error) = try await times(Retry(), [.json(body, status: 503)], policy(3))
    #expect(times.count == 3)
    #expect(error?.isRetryable == true)
    let other = CallOptions(policies: [.retry(idempotent: true, attempts: 3, statuses: [500])])
    #expect(try await self.times(Retry(), [.json(body, status: 503)], other).times.count == 1)
  }

  /// A status that the endpoint describes is a response, and sent again nevertheless where the policy says so.
  @Test func describedStatusesOfThePolicy() async throws {
    let transport = ScriptedTransport { _, _ in .json(#"{"reason":"full"}"#, status: 503) }
    let client = client(Retry(), transport)
    let once = CallOptions(policies: [.retry(idempotent: true, attempts: 3, statuses: [500])])
    #expect(try await client.send(DescribedFailure(), options: once) == .unavailable)
    #expect(transport.requests.count == 1)
    #expect(try await client.send(DescribedFailure(), options: policy(3)) == .unavailable)
    #expect(transport.requests.count == 4)
  }

  private struct DescribedFailure: APIRequest {
    enum Response: Sendable { case done, unavailable }
    static let endpoint = Endpoint<Self>(
      "describedFailure", .get, "x",
      response: .byStatus {
        $0.empty(200) { .done }
        $0.json(503, JSON.self) { _ in .unavailable }
      }
    ) { _ in }
  }

  @Test func onlyWhereThatDoesNoHarm() async throws {
    let failing = [TransportResponse.json("", status: 503)]
    #expect(try await times(Retry(), failing, policy(5, idempotent: false)).times.count == 1)
    #expect(try await times(Retry(), failing, policy(1)).times.count == 1)
    let client = client(Retry(), down)
    await #expect(throws: APIError.self) { try await client.send(Rename(name: "x", token: "t")) }
    #expect(down.requests.count == 1)
  }

  @Test func connectionErrorsToo() async throws {
    let transport = ScriptedTransport { index, _ in
      guard index < 2 else { return .noPlayers }
      throw index == 0 ? TransportError.timedOut : TransportError.failed(TransportFailure(.connectionLost))
    }
    _ = try await client(Retry(), transport).send(search, options: policy(3))
    #expect(clock.uptime == .milliseconds(750))
    let broken = ScriptedTransport { _, _ in throw TransportError.timedOut }
    let error = await #expect(throws: APIError.self) {
      try await client(Retry(), broken).send(search, options: policy(3))
    }
    #expect(error?.attempt == 3)
  }

  @Test(arguments: [("5", 5_000), ("Tue, 14 Nov 2023 22:13:27 GMT", 7_000), ("0", 250), ("x", 250)])
  func retryAfterIsTheMinimum(text: String, milliseconds: Int) async throws {
    let responses = [TransportResponse.json("", status: 503, retryAfter: text), .noPlayers]
    let (times, _) = try await times(Retry(), responses, policy(2))
    #expect(times == [.zero, .milliseconds(milliseconds)])
  }

  @Test func givesUpWhenItWouldTakeTooLong() async throws {
    let responses = [TransportResponse.json("", status: 503, retryAfter: "20")]
    let retry = Retry(totalTime: .seconds(60))
    #expect(try await times(retry, responses, policy(9)).times == [0, 20, 40, 60].map { .seconds($0) })
    let short = Retry(totalTime: .milliseconds(19_999))
    #expect(try await times(short, responses, policy(9)).times.count == 1)
  }

  @Test func theBudgetIsShared() async throws {
    let budget = RetryBudget(capacity: 10, refund: 0.1)
    let client = client(Retry(budget: budget), down)
    for _ in 0..<100 {
      await #expect(throws: APIError.self) { try await client.send(search, options: policy(3)) }
    }
    #expect(down.requests.count == 110)
    #expect(budget.remaining == 0)
    let up = ScriptedTransport { _, _ in .noPlayers }
    let recovered = self.client(Retry(budget: budget), up)
    for _ in 0..<9 { _ = try await recovered.send(search) }
    await #expect(throws: APIError.self) { try await client.send(search, options: policy(3)) }
    #expect(down.requests.count == 111)
    _ = try await recovered.send(search)
    #expect(budget.remaining == 1)
    await #expect(throws: APIError.self) { try await client.send(search, options: policy(3)) }
    #expect(down.requests.count == 113)
    for _ in 0..<200 { _ = try await recovered.send(search) }
    #expect(budget.remaining == 10)
  }

  @Test func cancelledBetweenAttempts() async throws {
    let clock = ManualClock()
    let client = LimitedClient(down, clock, middleware: [Retry()], random: half)
    let task = Task { try await client.send(search, options: policy(3)) }
    try await clock.waitForSleepers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(down.requests.count == 1)
    #expect(clock.wakeTimes.isEmpty)
  }

  @Test func cancelledDuringAnAttempt() async throws {
    let transport = ScriptedTransport { _, _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return .json("", status: 503)
    }
    let client = client(Retry(baseDelay: .zero), transport)
    await #expect(throws: CancellationError.self) {
      try await Task { try await client.send(search, options: policy(3)) }.value
    }
    #expect(transport.requests.count == 1)
  }

  @Test func backoffStaysInRange() {
    let backoff = Backoff(base: .seconds(1), maximum: .seconds(1_000_000_000))
    let random = RandomSource { .max }
    #expect(backoff.delay(after: 1, random: random) < .seconds(1))
    #expect(backoff.delay(after: 1_000_000, random: random) <= .seconds(1_000_000_000))
    #expect(backoff.delay(after: 1_000_000, random: RandomSource { 0 }) == .zero)
    #expect(Backoff.none.delay(after: 7, random: random) == .zero)
  }
}
