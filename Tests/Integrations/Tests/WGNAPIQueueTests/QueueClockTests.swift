import Foundation
import HTTPTypes
import Testing
import WGNAPIRuntime
import WGNAPITesting

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Clocks that are years off expire nothing.
@Suite struct QueueClockTests {
  let desktop: Desktop
  var service: FakeService { desktop.service }
  /// 14 November 2023.
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)
  private static let years = 20 * 365.0 * 86_400

  init() throws { desktop = try Desktop() }

  /// A client of a process that starts at a date.
  private func client(_ clock: any ClientClock) -> Desk {
    Desk(
      APIServer("eu", "https://desk.example"),
      configuration: ClientConfiguration(transport: service, middleware: [], clock: clock))
  }

  /// Stores three requests, and leaves a dead letter.
  private func store() async throws {
    let queue = try desktop.queue(client(ManualClock(date: Self.start)))
    service.behave(.status(400))
    for number in 0...3 { try await queue.enqueue(note("\(number)")) }
    service.behave(.status(400), then: .offline)
    try await queue.flush()
    try #require(try await queue.statistics() == QueueStatistics(accepted: 4, waiting: 3, deadLetters: 1))
  }

  private func answering(on date: String) -> FakeService.Behavior { .status(200, ["Date": date], "{}") }

  @Test func aClockThatIsAheadExpiresNothing() async throws {
    try await store()
    let before = service.arrivals.count
    service.behave(then: answering(on: "Tue, 14 Nov 2023 23:13:20 GMT"))
    let queue = try desktop.queue(client(ManualClock(date: Self.start.addingTimeInterval(Self.years))))
    try await queue.enqueue(note("new"))
    try await queue.flush()
    let sent = service.arrivals.dropFirst(before)
    #expect(sent.map(\.method) == ["HEAD", "POST", "POST", "POST", "POST"])
    #expect(sent.first?.url == "/" && sent.first?.fields[.authorization] == nil)
    #expect(try await queue.statistics() == QueueStatistics(accepted: 5, delivered: 4, deadLetters: 1))
  }

  @Test func theServerConfirmsTheDate() async throws {
    try await store()
    let before = service.arrivals.count
    service.behave(then: answering(on: "Wed, 14 Nov 2035 22:13:20 GMT"))
    let queue = try desktop.queue(client(ManualClock(date: Self.start.addingTimeInterval(Self.years))))
    try await queue.flush()
    #expect(service.arrivals.dropFirst(before).map(\.method) == ["HEAD"])
    #expect(try await queue.entries().isEmpty)
    #expect(try await queue.deadLetters().map(\.failure.kind) == [.expired, .expired, .expired])
  }

  /// Some servers don't say the date; then the system's is all there is.
  @Test func aServerWithoutADateLeavesItToTheSystem() async throws {
    try await store()
    service.behave(then: .accept)
    let queue = try desktop.queue(client(ManualClock(date: Self.start.addingTimeInterval(8 * 86_400))))
    try await queue.flush()
    #expect(try await queue.deadLetters().map(\.failure.kind) == [.refused, .expired, .expired, .expired])
  }

  @Test func nothingExpiresUntilTheServerAnswers() async throws {
    try await store()
    let before = service.arrivals.count
    let clock = ManualClock(date: Self.start.addingTimeInterval(Self.years))
    let queue = try desktop.queue(client(clock))
    service.behave(then: .offline)
    let result = try await queue.flush()
    #expect(result.waiting == 3 && result.nextAttempt == clock.date.addingTimeInterval(10))
    service.behave(then: answering(on: "Tue, 14 Nov 2023 23:13:20 GMT"))
    try await queue.flush()
    #expect(service.arrivals.count == before)
    clock.advance(by: .seconds(10))
    #expect(try await queue.flush().delivered == 3)
  }

  /// While a process runs, a clock that can't be set says how much time has passed.
  @Test func aClockThatIsSetExpiresNothing() async throws {
    let clock = SettableClock()
    let queue = try desktop.queue(client(clock))
    service.behave(.status(400), then: .offline)
    try await queue.enqueue(note("0"))
    try await queue.flush()
    try await queue.enqueue(note("1"))
    clock.set(ahead: Self.years)
    try await queue.enqueue(note("2"))
    try await queue.flush()
    #expect(try await queue.statistics() == QueueStatistics(accepted: 3, waiting: 2, deadLetters: 1))
    clock.manual.advance(by: .seconds(8 * 86_400))
    try await queue.flush()
    #expect(try await queue.deadLetters().map(\.failure.kind) == [.refused, .expired])
  }
}

/// A clock whose date somebody sets.
///
/// Unchecked: all mutable state is behind the lock.
private final class SettableClock: ClientClock, @unchecked Sendable {
  let manual = ManualClock()
  private let lock = NSLock()
  private var offset = 0.0

  func set(ahead seconds: Double) { lock.withLock { offset = seconds } }

  var date: Date { manual.date.addingTimeInterval(lock.withLock { offset }) }
  var uptime: Duration { manual.uptime }
  func sleep(for duration: Duration) async throws { try await manual.sleep(for: duration) }
}
