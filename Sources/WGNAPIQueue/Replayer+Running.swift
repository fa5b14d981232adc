import Foundation
import WGNAPIClient
import WGNAPIStore

// Sends from all lanes, once or until the task is cancelled.
extension Replayer {
  /// The number of lanes from which requests are sent at the same time.
  private static let concurrency = 4

  /// What a pass over all lanes found.
  struct Pass: Sendable {
    /// The date on which the next request is to be sent; nil if none waits for a date.
    var next: Date?
    /// Whether another task or process is sending.
    var isOccupied = false
  }

  /// Sends what is to be sent now, from several lanes at the same time.
  func pass() async throws -> Pass {
    let lanes = try await database.read { try $0.lanes() }
    return try await withThrowingTaskGroup(of: End.self) { group in
      var pass = Pass()
      var rest = lanes[...]
      for lane in rest.prefix(Self.concurrency) { group.addTask { try await self.drain(lane) } }
      rest = rest.dropFirst(Self.concurrency)
      while let end = try await group.next() {
        switch end {
        case .waits(let date): pass.next = min(pass.next ?? date, date)
        case .occupied: pass.isOccupied = true
        case .empty, .another, .sent: break
        }
        if let lane = rest.popFirst() { group.addTask { try await self.drain(lane) } }
      }
      return pass
    }
  }

  /// Sends requests until the task is cancelled.
  func run(_ hub: ChangeHub, _ wake: WakeSignal) async throws {
    let clock = core.configuration.clock
    while true {
      try Task.checkCancellation()
      var wait = max(configuration.pollInterval, .milliseconds(10))
      do {
        if let reachability = configuration.reachability, await !reachability.isReachable() {
          try await reachability.waitUntilReachable()
          try await resetDelays { $0 == .network }
        }
        let pass = try await pass()
        if let next = pass.next {
          wait = min(
            wait, max(Duration(limitedSeconds: next.timeIntervalSince(clock.date)), .milliseconds(1)))
        }
        if try await database.takeForeignChanges() { hub.publish(.changedElsewhere) }
      } catch let error as StoreError {
        hub.publish(.storeFailed(error))
      }
      try await wake.wait(atMost: wait, clock)
    }
  }

  /// Ends the delays of requests that wait for another attempt.
  ///
  /// - Parameter matches: Whether to end the delay after a failure of this kind.
  func resetDelays(_ matches: @escaping @Sendable (QueueFailure.Kind) -> Bool) async throws {
    let now = core.configuration.clock.date
    try await database.write { database in
      for var record in try database.records([.waiting]) where record.delay > 0 && record.next > now {
        guard let kind = record.entry.lastFailure?.kind, matches(kind) else { continue }
        record.delay = 0
        record.next = now
        try database.update(record)
      }
    }
  }
}
