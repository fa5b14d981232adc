import Testing
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
    let late = Task { try await turns.begin(until: .now) }
    let last = Task { try await turns.begin(until: later) }
    while turns.count < 3 { await Task.yield() }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    turns.expire()
    await #expect(throws: TransportError.timedOut) { try await late.value }
    turns.end()
    try await last.value
    turns.end()
    // Nothing was lost on the way.
    try await turns.begin(until: .now)
  }
}
