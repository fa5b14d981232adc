import Foundation
import HTTPTypes
import Testing
import WGNAPIRuntime
import WGNAPITesting
import WGNAPITransport

@testable import QueueKillTool
@testable import WGNAPIQueue

/// What happens to requests while they are sent, and servers that ask for nonsense.
@Suite(.timeLimit(.minutes(1))) struct ReplacementTests {
  let desktop: Desktop
  var service: FakeService { desktop.service }

  init() throws { desktop = try Desktop() }

  /// Runs an operation before a service gets each request.
  private final class Interlude: HTTPTransport, @unchecked Sendable {
    // Unchecked: it is set once, before it is used.
    var operation: (@Sendable (_ body: String) async throws -> Void)?
    let service: FakeService

    init(_ service: FakeService) { self.service = service }

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      try await operation?(String(decoding: body, as: UTF8.self))
      return try await service.send(request, body: body, options: options)
    }
  }

  private func queue(_ transport: Interlude) throws -> RequestQueue {
    try desktop.queue(
      Desk(
        APIServer("eu", "https://desk.example"),
        configuration: ClientConfiguration(transport: transport, middleware: [], clock: desktop.clock)))
  }

  @Test func aRequestOfAUserWhoLogsOutIsNotSentAgain() async throws {
    let transport = Interlude(service)
    let queue = try queue(transport)
    service.behave(.loseResponse, then: .accept)
    transport.operation = { _ in try await queue.removeAll() }
    try await queue.enqueue(note("Alice's"))
    try await queue.flush()
    #expect(service.arrivals.count == 1)
    #expect(try await queue.entries().isEmpty)
    transport.operation = nil
    try await queue.enqueue(note("Bob's"))
    try await queue.flush(resettingDelays: true)
    #expect(service.arrivals.map(\.body) == ["\"Alice's\"", "\"Bob's\""])
    #expect(try await queue.statistics() == QueueStatistics(accepted: 2, delivered: 1, cancelled: 1))
  }

  /// Nor is one that a killed process was sending.
  @Test func aRequestOfAKilledProcessIsRemoved() async throws {
    let queue = try desktop.queue()
    try await queue.enqueue(note("1"))
    try await queue.database.write { try $0.execute(sql: "UPDATE entry SET state = 1") }
    let changes = queue.changes
    try await queue.removeAll()
    #expect(try await queue.entries().isEmpty)
    for await case .cancelled(let entry) in changes {
      #expect(entry.mayHaveArrived)
      break
    }
  }

  /// As if it had been replaced while the process that sent it was taken for killed.
  @Test func aReplacedRequestIsNotLostWithTheResponseToTheOldOne() async throws {
    let transport = Interlude(service)
    let queue = try queue(transport)
    let id = try await queue.enqueue(note("old"))
    let prepared = try PreparedRequest(note("new"), in: "", key: nil, core: queue.core, hasSecrets: false)
    transport.operation = { body in
      guard body == "\"old\"" else { return }
      try await queue.database.write { database in
        guard let old = try database.record(id.number) else { return }
        var new = try EntryRecord(prepared, lane: old.lane, created: old.created)
        (new.id, new.place) = (old.id, old.place)
        try database.replace(new)
      }
    }
    try await queue.flush()
    #expect(service.acceptedBodies == ["\"old\"", "\"new\""])
    #expect(try await queue.entries().isEmpty)
  }

  @Test func anAbsurdRetryAfterDoesNotStopALane() async throws {
    let queue = try desktop.queue()
    service.behave(.status(429, ["Retry-After": "99999999999999"]), then: .accept)
    _ = try await queue.send(note("1"))
    let entry = try #require(try await queue.entries().first)
    #expect(entry.nextAttempt == desktop.clock.date.addingTimeInterval(86_400))
  }

  @Test func nothingIsWrittenWhileAllLanesWait() async throws {
    let queue = try desktop.queue()
    service.behave(then: .offline)
    for lane in 0..<5 { try await queue.enqueue(note("1"), in: "\(lane)") }
    try await queue.flush()
    let revision = try await queue.database.read { try $0.number("revision") }
    try await queue.flush()
    #expect(try await queue.database.read { try $0.number("revision") } == revision)
  }

  @Test func anEmptyKeyIsARandomOne() async throws {
    let queue = try desktop.queue()
    _ = try await queue.send(note("1"), key: "")
    #expect(service.arrivals.first?.key?.count == 32)
  }

  @Test func theAgeIsSaidInDays() async throws {
    let queue = try desktop.queue()
    try await queue.enqueue(note("1"))
    desktop.clock.advance(by: .seconds(8 * 86_400))
    try await queue.flush()
    let letter = try #require(try await queue.deadLetters().first)
    #expect(letter.failure.description.contains("within 7 days;"))
  }
}
