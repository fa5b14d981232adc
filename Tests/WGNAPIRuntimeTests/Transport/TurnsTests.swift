import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPITransport

@Suite(.timeLimit(.minutes(5))) struct TurnsTests {
  private let later = ContinuousClock.now + .seconds(600)

  @Test func turnsAreGivenInOrder() async throws {
    let turns = Turns(1)
    try await turns.begin(until: later)
    let order = Record<Int>()
    let waiters = await withTaskGroup(of: Void.self) { group in
      for number in 0..<5 {
        group.addTask {
          try? await turns.begin(until: later)
          order.append(number)
          turns.end()
        }
        // The next one comes after it.
        while turns.count <= number { await Task.yield() }
      }
      turns.end()
      await group.waitForAll()
      return turns.count
    }
    #expect(order.all == [0, 1, 2, 3, 4])
    #expect(waiters == 0)
  }

  @Test func cancelledOrLateRequestsLeaveTheQueue() async throws {
    let turns = Turns(1)
    try await turns.begin(until: later)
    let cancelled = Task { try await turns.begin(until: later) }
    let last = Task { try await turns.begin(until: later) }
    while turns.count < 2 { await Task.yield() }
    let ends = Record<TransportError?>()
    let late = Task {
      do { try await turns.begin(until: .now + .milliseconds(20)) } catch {
        ends.append(error as? TransportError)
      }
    }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    while ends.all.isEmpty {
      turns.expire()
      await Task.yield()
    }
    await late.value
    #expect(ends.all == [.timedOut])
    turns.end()
    try await last.value
    turns.end()
    // Nothing was lost on the way.
    try await turns.begin(until: .now)
  }

  /// Nothing calls `expire()` afterwards.
  @Test func aDeadlineThatHasPassedIsNotWaitedFor() async throws {
    let turns = Turns(1)
    try await turns.begin(until: later)
    await #expect(throws: TransportError.timedOut) { try await turns.begin(until: .now) }
    #expect(turns.count == 0)
  }
}
