import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPITransport

@Suite struct DeadlinesTests {
  @Test func manyDeadlinesTakeFewTasks() async throws {
    let deadlines = Deadlines()
    let long = deadlines.add(after: .seconds(3_600)) {}
    for _ in 0..<20 {
      await withCheckedContinuation { continuation in
        _ = deadlines.add(after: .milliseconds(1)) { continuation.resume() }
      }
    }
    // The one for the hour, and perhaps one that has just woken up.
    #expect(deadlines.sleeperCount <= 2)
    #expect(deadlines.count == 1)
    deadlines.remove(long)
    #expect(deadlines.count == 0)
  }
}
