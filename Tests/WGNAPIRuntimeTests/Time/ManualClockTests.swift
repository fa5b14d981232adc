import Foundation
import Testing
import WGNAPIRuntime
import WGNAPITesting

@Suite struct ManualClockTests {
  private let clock = ManualClock()

  @Test func sleepersWakeAtTheirTimes() async throws {
    let tasks = [3, 1, 2].map { seconds in
      Task { [clock] in
        try await clock.sleep(for: .seconds(seconds))
        return clock.uptime
      }
    }
    try await clock.waitForSleepers(3)
    #expect(clock.wakeTimes == [.seconds(1), .seconds(2), .seconds(3)])
    clock.advance(by: .milliseconds(999))
    #expect(clock.wakeTimes.count == 3)
    for second in 1...3 {
      #expect(clock.advanceToNextWake())
      #expect(clock.uptime == .seconds(second))
      #expect(try await tasks[[1, 2, 0][second - 1]].value == .seconds(second))
    }
    #expect(!clock.advanceToNextWake())
    #expect(clock.date == Date(timeIntervalSince1970: 1_700_000_003))
  }

  @Test func cancelling() async throws {
    let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers()
    let watcher = Task { [clock] in try await clock.waitForSleepers(2) }
    for task in [sleeper, watcher] {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(clock.wakeTimes.isEmpty)
    await #expect(throws: CancellationError.self) {
      try await Task { [clock] in
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.waitForSleepers()
      }.value
    }
  }
}
