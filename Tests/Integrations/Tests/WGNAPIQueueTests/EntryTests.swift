import Foundation
import Testing
import WGNAPIRuntime
import WGNAPIStore
import WGNAPITesting

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Looking at the queue, changing it, and its limits.
@Suite(.timeLimit(.minutes(5))) struct EntryTests {
  let desktop: Desktop
  var service: FakeService { desktop.service }

  init() throws { desktop = try Desktop() }

  @Test func entriesDescribeTheRequest() async throws {
    let queue = try desktop.queue()
    let id = try await queue.enqueue(
      AddNoteRequest(document: "a/b", text: "hello", number: 3), in: "notes", key: "k")
    let entry = try #require(try await queue.entry(id))
    #expect(entry.lane == "notes" && entry.operation == "addNote" && entry.method == "POST")
    #expect(entry.requestType == "QueueKillTool.AddNoteRequest" && entry.path == "documents/{document}/notes")
    #expect(entry.api == "Desk" && entry.server == "eu" && entry.idempotencyKey == "k" && entry.isRepeatable)
    #expect(entry.value(of: "document") == "a/b" && entry.value(of: "number") == 3)
    #expect(entry.parameters.map(\.location) == [.path, .query, .body])
    #expect(entry.createdAt == desktop.clock.date && entry.size > 200)
  }

  @Test func requestsAreCancelledAndReplaced() async throws {
    let queue = try desktop.queue()
    let ids = try await [
      queue.enqueue(note("1")), queue.enqueue(note("2")), queue.enqueue(note("3")),
    ]
    #expect(try await queue.cancel(ids[1]).value(of: "body") == "2")
    await #expect(throws: QueueError(.notFound)) { try await queue.cancel(ids[1]) }
    let old = try #require(try await queue.entry(ids[0]))
    let new = try await queue.replace(ids[0], with: note("one"))
    #expect(new.id == ids[0] && new.idempotencyKey != old.idempotencyKey)
    try await queue.set("body", to: "three", in: ids[2])
    await #expect(throws: QueueError(.noParameter(operation: "addNote", parameter: "other"))) {
      try await queue.set("other", to: 1, in: ids[2])
    }
    try await queue.flush()
    #expect(service.acceptedBodies == ["\"one\"", "\"three\""])
    #expect(service.accepted[0].key == new.idempotencyKey)
    #expect(try await queue.statistics() == QueueStatistics(accepted: 3, delivered: 2, cancelled: 1))
  }

  @Test func aChangedRequestIsValidatedWhenItIsSent() async throws {
    let queue = try desktop.queue()
    let id = try await queue.enqueue(PayRequest(amount: 5))
    try await queue.set("amount", to: 0, in: id)
    try await queue.flush()
    #expect(try await queue.deadLetters().first?.failure.kind == .invalid)
    #expect(service.arrivals.isEmpty)
  }

  @Test func aParameterLikeTheKeyIsLeftAlone() async throws {
    let queue = try desktop.queue()
    let id = try await queue.enqueue(note("1", in: "plan"), key: "plan")
    let entry = try await queue.set("body", to: "2", in: id)
    #expect(entry.idempotencyKey != "plan" && entry.value(of: "document") == "plan")
    let other = try await queue.enqueue(PostMessageRequest(text: "a", nonce: "mine"))
    await #expect(throws: QueueError(.noParameter(operation: "postMessage", parameter: "nonce"))) {
      try await queue.set("nonce", to: "other", in: other)
    }
    let changed = try await queue.set("text", to: "b", in: other)
    #expect(changed.idempotencyKey != "mine" && changed.value(of: "nonce") == changed.idempotencyKey)
  }

  @Test func aRequestThatIsBeingSentIsLeftAlone() async throws {
    let queue = try desktop.queue()
    let id = try await queue.enqueue(note("1"))
    let other = try desktop.queue()
    // As if another process were sending it.
    try await queue.database.write { try $0.execute(sql: "UPDATE entry SET state = 1") }
    do {
      let lock = try #require(try LaneLock(ifFree: "", in: queue.database.folder))
      await #expect(throws: QueueError(.isBeingSent)) { try await other.cancel(id) }
      #expect(try await other.flush().isOccupied)
      withExtendedLifetime(lock) {}
    }
    // The lock is free, so that process was killed.
    #expect(try await other.cancel(id).mayHaveArrived)
  }

  @Test func changesAreObserved() async throws {
    let queue = try desktop.queue()
    let changes = queue.changes
    service.behave(.offline, .status(400), then: .accept)
    let first = try await queue.enqueue(note("1"))
    try await queue.flush()
    try await queue.flush(resettingDelays: true)
    try await queue.retry(deadLetter: first)
    try await queue.flush()
    try await queue.cancel(queue.enqueue(note("2")))
    var names: [String] = []
    for await change in changes {
      names.append(String("\(change)".prefix { $0 != "(" }))
      if case .cancelled = change { break }
    }
    #expect(
      names == [
        "added", "sending", "postponed", "sending", "failed", "revived", "sending", "delivered", "added",
        "cancelled",
      ])
  }

  @Test func aFullQueueRefuses() async throws {
    let queue = try desktop.queue { $0.countLimit = 2 }
    try await queue.enqueue(note("1"))
    try await queue.enqueue(note("2"))
    await #expect(throws: QueueError(.full)) { try await queue.enqueue(note("3")) }
    #expect(try await queue.entries().count == 2)
    await #expect(throws: QueueError.self) {
      try await desktop.queue { $0.sizeLimit = 100 }.enqueue(note("3"))
    }
  }

  @Test func aFullQueueDropsTheOldest() async throws {
    let queue = try desktop.queue {
      $0.countLimit = 2
      $0.whenFull = .dropOldest
      $0.deadLetterLimit = 2
    }
    for number in 1...5 { try await queue.enqueue(note("\(number)")) }
    #expect(try await queue.entries().map { $0.value(of: "body") } == ["4", "5"])
    let letters = try await queue.deadLetters()
    #expect(letters.map { $0.entry.value(of: "body") } == ["2", "3"])
    #expect(letters.allSatisfy { $0.failure.kind == .displaced })
    #expect(
      try await queue.statistics()
        == QueueStatistics(accepted: 5, discarded: 1, waiting: 2, deadLetters: 2))
  }

  @Test func theSizeIsLimited() async throws {
    let queue = try desktop.queue { $0.sizeLimit = 3_000 }
    let text = String(repeating: "x", count: 500)
    await #expect(throws: QueueError(.full)) {
      for _ in 0..<10 { try await queue.enqueue(note(text)) }
    }
    let sizes = try await queue.entries().map(\.size)
    #expect(sizes.count >= 2 && sizes.reduce(0, +) <= 3_000)
  }

  @Test func oldRequestsExpire() async throws {
    let queue = try desktop.queue { $0.ageLimit = .seconds(100) }
    try await queue.enqueue(note("1"))
    desktop.clock.advance(by: .seconds(60))
    try await queue.enqueue(note("2"))
    desktop.clock.advance(by: .seconds(60))
    try await queue.flush()
    #expect(service.acceptedBodies == ["\"2\""])
    #expect(try await queue.deadLetters().map(\.failure.kind) == [.expired])
    desktop.clock.advance(by: .seconds(31 * 86_400))
    try await queue.enqueue(note("3"))
    #expect(try await queue.deadLetters().isEmpty)
    #expect(try await queue.statistics().discarded == 1)
  }

  @Test func everythingCanBeRemoved() async throws {
    let queue = try desktop.queue()
    service.behave(.status(400))
    try await queue.enqueue(note("1"))
    try await queue.flush()
    try await queue.enqueue(note("2"))
    try await queue.removeAll()
    #expect(
      try await queue.statistics() == QueueStatistics(accepted: 2, cancelled: 1, discarded: 1))
  }
}
