import Foundation
import HTTPTypes
import Testing
import WGNAPIRuntime
import WGNAPITransport

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Requests without a key, of which nobody knows whether the server accepted them: they are neither forgotten nor sent again.
@Suite(.timeLimit(.minutes(5))) struct UnknownFateTests {
  let desktop: Desktop
  var service: FakeService { desktop.service }

  init() throws { desktop = try Desktop() }

  /// What happens to a request after it has arrived.
  enum Fate: String, CaseIterable, Sendable {
    case dropped, failed, page, timedOut, redirected

    func apply(to service: FakeService) {
      switch self {
      case .dropped: service.behave(.loseResponse, then: .accept)
      case .failed: service.behave(.status(500), then: .accept)
      case .page: service.behave(.status(200, ["Content-Type": "text/html"], "<p>"), then: .accept)
      case .timedOut: service.behave(.acceptAnd { throw TransportError.timedOut }, then: .accept)
      case .redirected:
        service.behave(
          .acceptAnd { throw TransportError.redirected(to: "https://elsewhere.example/") }, then: .accept)
      }
    }
  }

  @Test(arguments: Fate.allCases) func sendKeepsADeadLetter(_ fate: Fate) async throws {
    let queue = try desktop.queue()
    fate.apply(to: service)
    await #expect(throws: APIError.self) { try await queue.send(PayRequest(amount: 5)) }
    let letter = try #require(try await queue.deadLetters().first)
    #expect(letter.failure.kind == .outcomeUnknown && letter.entry.value(of: "amount") == 5)
    #expect(try await queue.statistics() == QueueStatistics(accepted: 1, deadLetters: 1))
    try await queue.flush(resettingDelays: true)
    #expect(service.arrivals.count == 1)
    // The user has checked.
    try await queue.retry(deadLetter: letter.id)
    #expect(try await queue.flush().delivered == 1)
  }

  @Test(arguments: Fate.allCases) func aRunningQueueDoesNotSendItAgain(_ fate: Fate) async throws {
    let queue = try desktop.queue()
    fate.apply(to: service)
    try await queue.enqueue(PayRequest(amount: 5))
    for _ in 0..<3 { try await queue.flush(resettingDelays: true) }
    #expect(service.arrivals.count == 1)
    #expect(try await queue.deadLetters().map(\.failure.kind) == [.outcomeUnknown])
  }

  @Test func aCancelledSendKeepsADeadLetter() async throws {
    let transport = Waiting()
    let client = Desk(
      APIServer("eu", "https://desk.example"),
      configuration: ClientConfiguration(transport: transport, middleware: [], clock: desktop.clock))
    let queue = try desktop.queue(client)
    let sending = Task { try await queue.send(PayRequest(amount: 5)) }
    while !transport.hasBegun.isSet { try await Task.sleep(for: .milliseconds(2)) }
    sending.cancel()
    await #expect(throws: CancellationError.self) { try await sending.value }
    #expect(try await queue.deadLetters().map(\.failure.kind) == [.outcomeUnknown])
  }

  /// With a key, it is sent again, and the server may know it.
  @Test func aRequestWithAKeyIsSentAgainAfterARedirect() async throws {
    let queue = try desktop.queue()
    Fate.redirected.apply(to: service)
    #expect(try await queue.send(note("1")).id != nil)
    #expect(try await queue.entries().first?.mayHaveArrived == true)
    #expect(try await queue.flush(resettingDelays: true).delivered == 1)
    #expect(service.arrivals.count == 2 && service.accepted.count == 1)
  }
}

/// A service that gets requests and doesn't answer.
private final class Waiting: HTTPTransport, Sendable {
  let hasBegun = Flag()

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    hasBegun.isSet = true
    try await Task.sleep(for: .seconds(3_600))
    throw TransportError.timedOut
  }
}
