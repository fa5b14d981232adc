import Foundation
import GRDB
import Testing
import WGNAPIRuntime

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Damage to what attempts change: the state, dates and counts of a row whose request is undamaged.
@Suite struct DamagedStateTests {
  let desktop: Desktop
  var service: FakeService { desktop.service }

  init() throws { desktop = try Desktop() }

  /// Changes rows behind the queue's back.
  private func damage(_ queue: RequestQueue, _ change: String) async throws {
    try await queue.database.write { try $0.execute(sql: "UPDATE entry SET \(change)") }
  }

  @Test(arguments: [7, -1, Int64.max]) func aRowWithAnUnknownStateIsADeadLetter(_ state: Int64) async throws {
    let queue = try desktop.queue()
    let id = try await queue.enqueue(note("1"))
    try await damage(queue, "state = \(state)")
    #expect(try await queue.deadLetters().map(\.id) == [id])
    #expect(try await queue.statistics() == QueueStatistics(accepted: 1, deadLetters: 1))
    try await queue.flush()
    #expect(try await queue.deadLetters().map(\.failure.kind) == [.damaged] && service.arrivals.isEmpty)
    // The request itself is undamaged.
    try await queue.retry(deadLetter: id)
    #expect(try await queue.flush().delivered == 1)
  }

  @Test func aRowWithAnUnknownStateIsRemoved() async throws {
    let queue = try desktop.queue()
    try await queue.enqueue(note("1"))
    try await damage(queue, "state = 7")
    try await queue.removeAll()
    #expect(try await queue.database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM entry") } == 0)
    #expect(try await queue.statistics() == QueueStatistics(accepted: 1, discarded: 1))
  }

  /// Neither a date in the far future nor one of its delays stops the lane.
  @Test(arguments: ["next = 1e300, delay = 1e301", "next = 1e12, delay = 1e13", "next = 9e99", "delay = -1"])
  func aDamagedDateDoesNotStopALane(_ change: String) async throws {
    let queue = try desktop.queue()
    for number in 1...3 { try await queue.enqueue(note("\(number)")) }
    try await damage(queue, "\(change) WHERE id = 1")
    #expect(try await queue.flush().delivered == 3)
    #expect(service.acceptedBodies == ["\"1\"", "\"2\"", "\"3\""])
  }

  @Test(arguments: ["created = -1e300", "created = 0"]) func aDamagedDateDoesNotExpire(_ change: String)
    async throws
  {
    let queue = try desktop.queue()
    try await queue.enqueue(note("1"))
    try await damage(queue, change)
    #expect(try await queue.flush().delivered == 1)
  }

  @Test func aDamagedDateDoesNotDiscardADeadLetter() async throws {
    let queue = try desktop.queue()
    service.behave(.status(400))
    try await queue.enqueue(note("1"))
    try await queue.flush()
    try await damage(queue, "ended = -1e300")
    try await queue.enqueue(note("2"))
    #expect(try await queue.deadLetters().count == 1)
  }

  /// Nobody knows whether it was sent, so it isn't sent again.
  @Test(arguments: ["unsure = 1", "attempts = 7", "place = 9", "delay = 1", "state = 1"])
  func aRequestThatCannotBeRepeatedIsNotSent(_ change: String) async throws {
    let queue = try desktop.queue()
    let id = try await queue.enqueue(PayRequest(amount: 5))
    try await damage(queue, change)
    try await queue.flush()
    #expect(service.arrivals.isEmpty)
    #expect(try await queue.deadLetters().map(\.failure.kind) == [.outcomeUnknown])
    try await queue.retry(deadLetter: id)
    #expect(try await queue.flush().delivered == 1)
  }
}
