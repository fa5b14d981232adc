import Foundation
import Testing
import WGNAPIRuntime
import WGNAPITesting

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Storing, sending, repeating.
@Suite struct QueueTests {
  let desktop: Desktop
  var service: FakeService { desktop.service }

  init() throws { desktop = try Desktop() }

  @Test func aRequestIsSentAtOnce() async throws {
    let queue = try desktop.queue()
    guard case .answered(let response) = try await queue.send(note("a")) else {
      Issue.record("the request waits")
      return
    }
    #expect(response == .object(["ok": .bool(true)]))
    #expect(try await queue.entries().isEmpty)
    let arrival = try #require(service.arrivals.first)
    #expect(arrival.method == "POST" && arrival.body == "\"a\"")
    #expect(arrival.url == "/documents/d/notes?application_id=application-0123456789&language=en")
    #expect(arrival.key?.count == 32)
    #expect(try await queue.statistics() == QueueStatistics(accepted: 1, delivered: 1))
  }

  @Test func requestsWaitWhileOfflineAndKeepTheirOrderAndKeys() async throws {
    let queue = try desktop.queue()
    service.behave(then: .offline)
    let first = try #require(try await queue.send(note("1")).id)
    #expect(try await queue.send(note("2")).id != nil)
    try await queue.enqueue(note("3"))
    var entries = try await queue.entries()
    #expect(entries.map { $0.value(of: "body") } == ["1", "2", "3"])
    #expect(entries[0].id == first && entries[0].attempts == 1 && entries[1].attempts == 0)
    #expect(entries[0].lastFailure?.kind == .network && !entries[0].mayHaveArrived)
    #expect(entries[0].nextAttempt == desktop.clock.date.addingTimeInterval(10))
    service.behave(.loseResponse, then: .accept)
    // The first one waits for its delay, and the others wait for it.
    var result = try await queue.flush()
    #expect(result.delivered == 0 && result.nextAttempt == entries[0].nextAttempt)
    #expect(service.arrivals.isEmpty)
    desktop.clock.advance(by: .seconds(10))
    result = try await queue.flush()
    #expect(result.delivered == 0 && result.waiting == 3)
    entries = try await queue.entries()
    #expect(entries[0].mayHaveArrived && entries[0].attempts == 2)
    result = try await queue.flush(resettingDelays: true)
    #expect(result.delivered == 3 && result.waiting == 0)
    #expect(service.acceptedBodies == ["\"1\"", "\"2\"", "\"3\""])
    #expect(service.arrivals.map(\.key)[0] == service.arrivals.map(\.key)[1])
    #expect(Set(service.arrivals.map(\.key)).count == 3)
  }

  @Test func lanesDoNotWaitForEachOther() async throws {
    let queue = try desktop.queue()
    service.behave(.status(503), then: .accept)
    #expect(try await queue.send(note("1"), in: "a").id != nil)
    #expect(try await queue.send(note("2"), in: "a").id != nil)
    #expect(try await queue.send(note("3"), in: "b").id == nil)
    #expect(try await queue.entries(in: "a").count == 2)
  }

  @Test func requestsSurviveTheQueue() async throws {
    do {
      let queue = try desktop.queue()
      service.behave(then: .offline)
      _ = try await queue.send(note("1"))
    }
    service.behave(then: .accept)
    let queue = try desktop.queue()
    #expect(try await queue.flush(resettingDelays: true).delivered == 1)
  }

  @Test func anUnknownTypeBecomesADeadLetter() async throws {
    do { try await desktop.queue().enqueue(note("1")) }
    let queue = try desktop.queue(requests: [])
    try await queue.flush()
    let letter = try #require(try await queue.deadLetters().first)
    #expect(letter.failure.kind == .unknownRequest && letter.failure.description.contains("AddNoteRequest"))
    _ = try await queue.send(note("2"))
    try await queue.retry(deadLetter: letter.id)
    #expect(try await queue.flush().delivered == 1)
    #expect(service.acceptedBodies == ["\"2\"", "\"1\""])
  }

  @Test func aRequestForAnotherServerIsNotSent() async throws {
    do { try await desktop.queue().enqueue(note("1")) }
    let queue = try desktop.queue(desktop.client(server: "na"))
    try await queue.flush()
    #expect(try await queue.deadLetters().first?.failure.kind == .unknownRequest)
    #expect(service.arrivals.isEmpty)
  }

  @Test func theServersDelayIsRespected() async throws {
    let queue = try desktop.queue()
    service.behave(.status(429, ["Retry-After": "1000"]), then: .accept)
    _ = try await queue.send(note("1"))
    let entry = try #require(try await queue.entries().first)
    #expect(entry.nextAttempt == desktop.clock.date.addingTimeInterval(1_000))
    #expect(entry.lastFailure?.kind == .later && entry.lastFailure?.status == 429)
    desktop.clock.advance(by: .seconds(999))
    #expect(try await queue.flush().delivered == 0)
    desktop.clock.advance(by: .seconds(1))
    #expect(try await queue.flush().delivered == 1)
  }

  @Test func aRefusedRequestIsADeadLetterOrAnError() async throws {
    let queue = try desktop.queue()
    service.behave(then: .status(422, [:], #"{"no": "application-0123456789"}"#))
    let error = await #expect(throws: APIError.self) { try await queue.send(note("1")) }
    #expect(error?.status == .init(code: 422))
    #expect(try await queue.deadLetters().isEmpty)
    let id = try await queue.enqueue(note("2"))
    try await queue.flush()
    let letter = try #require(try await queue.deadLetters().first)
    #expect(letter.id == id && letter.failure.kind == .refused && letter.failure.status == 422)
    #expect(letter.failure.description.utf8.count <= 2_000)
    #expect(!letter.failure.description.contains("application-0123456789"))
    #expect(try await queue.entries().isEmpty)
    service.behave(then: .accept)
    try await queue.retry(deadLetter: id)
    #expect(try await queue.flush().delivered == 1)
    #expect(
      try await queue.statistics() == QueueStatistics(accepted: 2, delivered: 1, refused: 1))
    await #expect(throws: QueueError(.notFound)) { try await queue.discard(deadLetter: id) }
  }

  @Test func aRequestWithoutAKeyIsNeverSentTwice() async throws {
    let queue = try desktop.queue()
    service.behave(.loseResponse, then: .accept)
    let id = try await queue.enqueue(PayRequest(amount: 5))
    try await queue.flush()
    #expect(service.accepted.count == 1)
    let letter = try #require(try await queue.deadLetters().first)
    #expect(letter.id == id && letter.failure.kind == .outcomeUnknown && !letter.entry.isRepeatable)
    // What certainly wasn't accepted is repeated.
    service.behave(.offline, .status(503), .status(429), then: .accept)
    try await queue.enqueue(PayRequest(amount: 6))
    for _ in 0..<4 { try await queue.flush(resettingDelays: true) }
    #expect(service.accepted.count == 2)
    // Nor is one that a killed process was sending.
    service.behave(then: .offline)
    try await queue.enqueue(PayRequest(amount: 7))
    try await queue.database.write { try $0.execute(sql: "UPDATE entry SET state = 1 WHERE state = 0") }
    try await queue.flush()
    #expect(try await queue.deadLetters().last?.failure.kind == .outcomeUnknown)
  }

  @Test func notQueueableRequestsAreRefused() async throws {
    let queue = try desktop.queue()
    await #expect(throws: QueueError(.notQueueable(operation: "find"))) {
      try await queue.enqueue(FindRequest(text: "a"))
    }
    let error = await #expect(throws: APIError.self) { try await queue.enqueue(PayRequest(amount: 0)) }
    guard case .invalidRequest? = error?.kind else {
      Issue.record("the request is accepted")
      return
    }
    #expect(try await queue.statistics().accepted == 0)
  }

  @Test func theSameKeyIsStoredOnce() async throws {
    let queue = try desktop.queue()
    let first = try await queue.enqueue(note("1"), key: "k1")
    #expect(try await queue.enqueue(note("1"), key: "k1") == first)
    #expect(try await queue.send(note("1"), key: "k1").id == first)
    service.behave(.status(400))
    try await queue.flush()
    #expect(try await queue.deadLetters().count == 1)
    // A dead letter is replaced.
    let second = try await queue.enqueue(note("2"), key: "k1")
    #expect(second != first)
    try await queue.flush()
    #expect(service.arrivals.map(\.key) == ["k1", "k1"] && service.acceptedBodies == ["\"2\""])
    #expect(try await queue.statistics() == QueueStatistics(accepted: 2, delivered: 1, discarded: 1))
  }

  @Test func theKeyCanBeAParameter() async throws {
    let queue = try desktop.queue()
    try await queue.enqueue(PostMessageRequest(text: "a"))
    try await queue.enqueue(PostMessageRequest(text: "b", nonce: "mine"))
    let keys = try await queue.entries().map(\.idempotencyKey)
    try await queue.flush()
    #expect(keys[1] == "mine")
    #expect(
      service.arrivals.map(\.body)
        == ["a&nonce=\(keys[0])", "b&nonce=mine"].map {
          "text=\($0)&application_id=application-0123456789&language=en"
        })
  }

  @Test func responsesThatCannotBeReadCountAsAccepted() async throws {
    let queue = try desktop.queue()
    service.behave(.status(200, ["Content-Type": "text/html"], "<p>log in</p>"), then: .accept)
    // A page is probably not the service's.
    #expect(try await queue.send(note("1")).id != nil)
    #expect(try await queue.flush(resettingDelays: true).delivered == 1)
  }

  @Test func aConflictMayBeTheOwnRequest() async throws {
    let queue = try desktop.queue()
    service.behave(.loseResponse, .status(409), .status(409), then: .accept)
    try await queue.enqueue(note("1"))
    for _ in 0..<4 { try await queue.flush(resettingDelays: true) }
    #expect(try await queue.statistics().delivered == 1)
    service.behave(.status(409), then: .accept)
    try await queue.enqueue(note("2"))
    try await queue.flush()
    #expect(try await queue.deadLetters().first?.failure.status == 409)
  }

  /// A request that the server never accepts isn't first in its lane for days. What isn't answered isn't counted.
  @Test func aRequestThatNeverSucceedsLetsOthersGo() async throws {
    let queue = try desktop.queue { $0.responseLimit = 3 }
    service.behave(.status(500), .loseResponse, .status(503), .loseResponse, .status(500), then: .accept)
    let poisoned = try await queue.enqueue(note("1"))
    try await queue.enqueue(note("2"))
    for number in 1...4 {
      try await queue.flush(resettingDelays: true)
      let first = try #require(try await queue.entries().first)
      #expect(first.id == poisoned && first.attempts == number && first.lastFailure != nil)
    }
    #expect(try await queue.flush(resettingDelays: true).delivered == 1)
    let letter = try #require(try await queue.deadLetters().first)
    #expect(letter.id == poisoned && letter.failure.kind == .exhausted && letter.failure.status == 500)
    #expect(
      letter.failure.description.hasSuffix("3 failures, the limit; retry the request if it still matters"))
    // It has as many attempts again.
    service.behave(.status(500), .status(500), then: .accept)
    try await queue.retry(deadLetter: poisoned)
    for _ in 0..<3 { try await queue.flush(resettingDelays: true) }
    #expect(try await queue.statistics().delivered == 2)
  }

  /// Without a limit, such a request is seen, and can be taken out of the way.
  @Test func aRequestThatBlocksItsLaneCanBeCancelled() async throws {
    let queue = try desktop.queue()
    service.behave(.status(500), .status(500), then: .accept)
    let poisoned = try await queue.enqueue(note("1"))
    try await queue.enqueue(note("2"))
    for _ in 0..<2 { try await queue.flush(resettingDelays: true) }
    let blocked = try await queue.entries().filter { $0.attempts > 1 && $0.lastFailure?.status == 500 }
    #expect(blocked.map(\.id) == [poisoned])
    try await queue.cancel(poisoned)
    #expect(try await queue.flush(resettingDelays: true).delivered == 1)
  }

  @Test func theConfigurationDecides() async throws {
    let queue = try desktop.queue { configuration in
      configuration.decide = { error in
        switch error.status?.code {
        case 404: .retry
        case 410: .delivered
        case 503: .giveUp
        default: nil
        }
      }
    }
    service.behave(.status(404), .status(410), .status(503))
    try await queue.enqueue(note("1"))
    try await queue.flush()
    #expect(try await queue.entries().first?.attempts == 1)
    #expect(try await queue.flush(resettingDelays: true).delivered == 1)
    try await queue.enqueue(note("2"))
    try await queue.flush()
    #expect(try await queue.deadLetters().first?.failure.status == 503)
  }
}
