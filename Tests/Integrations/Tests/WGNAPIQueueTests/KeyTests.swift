import Foundation
import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Keys and lanes: each is one of its own, in the file and on the wire.
@Suite struct KeyTests {
  let desktop: Desktop
  var service: FakeService { desktop.service }

  init() throws { desktop = try Desktop() }

  @Test func aReplacementDoesNotTakeTheKeyOfAnotherRequest() async throws {
    let queue = try desktop.queue()
    let first = try await queue.enqueue(PostMessageRequest(text: "first", nonce: "k1"))
    let second = try await queue.enqueue(PostMessageRequest(text: "second", nonce: "k2"))
    await #expect(throws: QueueError(.keyInUse(by: first))) {
      try await queue.replace(second, with: PostMessageRequest(text: "third", nonce: "k1"))
    }
    #expect(try await queue.entries().map { $0.value(of: "text") } == ["first", "second"])
    // Nor that of a dead letter.
    service.behave(.status(400))
    try await queue.flush()
    #expect(try await queue.deadLetters().map(\.id) == [first])
    let third = try await queue.enqueue(PostMessageRequest(text: "third", nonce: "k3"))
    await #expect(throws: QueueError(.keyInUse(by: first))) {
      try await queue.replace(third, with: PostMessageRequest(text: "third", nonce: "k1"))
    }
    // Its own it may keep.
    try await queue.replace(third, with: PostMessageRequest(text: "3rd", nonce: "k3"))
    #expect(try await queue.flush().delivered == 1)
    #expect(try await queue.statistics() == QueueStatistics(accepted: 3, delivered: 2, deadLetters: 1))
  }

  /// White space at the ends of a header field, and line breaks within it, aren't sent.
  @Test(arguments: [
    " k", "k ", "k\t", "k\n", "\r\nk", "a\nb", "a  b", "k\0", "k\0a", "k\u{7F}", "k\u{85}", "\u{2028}k",
  ])
  func aKeyThatIsAnotherOneOnTheWireIsRefused(_ key: String) async throws {
    let queue = try desktop.queue()
    try await queue.enqueue(note("1"), key: "k")
    let error = await #expect(throws: QueueError.self) { try await queue.enqueue(note("2"), key: key) }
    guard case .invalidKey(operation: "addNote", _) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    let own = await #expect(throws: QueueError.self) {
      try await queue.enqueue(PostMessageRequest(text: "a", nonce: key))
    }
    guard case .invalidKey(operation: "postMessage", _) = own?.kind else {
      Issue.record("\(String(describing: own))")
      return
    }
    #expect(try await queue.statistics().accepted == 1)
  }

  @Test(arguments: ["a b", "ключ", "7f3b-é", "a,b;c=\"d\""]) func otherKeysAreKept(_ key: String) async throws
  {
    let queue = try desktop.queue()
    let id = try await queue.enqueue(note("1"), key: key)
    #expect(try await queue.entry(id)?.idempotencyKey == key)
    try await queue.flush()
    #expect(service.arrivals.first?.key == key)
  }

  @Test func aLaneWithNULIsRefused() async throws {
    let queue = try desktop.queue()
    try await queue.enqueue(note("1"), in: "a")
    for lane in ["a\0", "a\0b", "\0"] {
      await #expect(throws: QueueError(.invalidLane(problem: "contains U+0000, which can't be stored"))) {
        try await queue.enqueue(note("2"), in: lane)
      }
      #expect(try await queue.entries(in: lane).isEmpty)
    }
    #expect(try await queue.entries().count == 1)
  }

  @Test func aNumberCanBeTheKey() async throws {
    let queue = try desktop.queue(requests: [CountedRequest.self])
    let id = try await queue.enqueue(CountedRequest(number: 7))
    #expect(try await queue.entry(id)?.idempotencyKey == "7")
    #expect(try await queue.enqueue(CountedRequest(number: 7)) == id)
    #expect(try await queue.flush().delivered == 1)
    #expect(service.arrivals.first?.url.contains("number=7") == true)
  }

  /// Where a client's own call would have a key, all attempts of a stored request have the same one.
  @Test(arguments: [true, false]) func theKeyMayBeThatOfTheAPIOrTheClient(_ isOfAPI: Bool) async throws {
    let policies: Policies = [.idempotencyKey("Idempotency-Key")]
    var core = ClientCore(
      api: APIDescription(name: "Desk", policies: isOfAPI ? policies : []),
      server: APIServer("eu", "https://desk.example"),
      configuration: ClientConfiguration(transport: service, middleware: [], clock: desktop.clock))
    if !isOfAPI { core = core.adding(CallOptions(policies: policies)) }
    let queue = try RequestQueue(
      at: desktop.folder, core: core, requests: [PlainRequest.self], configuration: QueueConfiguration())
    let id = try await queue.enqueue(PlainRequest(text: "a"))
    let entry = try #require(try await queue.entry(id))
    #expect(entry.isRepeatable)
    service.behave(.loseResponse, then: .accept)
    for _ in 0..<2 { try await queue.flush(resettingDelays: true) }
    #expect(service.arrivals.map(\.key) == [entry.idempotencyKey, entry.idempotencyKey])
    #expect(service.accepted.count == 1)
  }
}

/// A request without a key of its own.
private struct PlainRequest: APIRequest {
  typealias Response = JSON
  var text: String
  static let endpoint = Endpoint<Self>(
    "plain", .post, "plain", response: .json(), policies: [.queue()]
  ) { $0.body(\.text) }
}

/// A request whose key is a number.
private struct CountedRequest: APIRequest {
  typealias Response = JSON
  var number: Int
  static let endpoint = Endpoint<Self>(
    "count", .post, "counts", response: .json(), policies: [.queue(idempotencyKey: .parameter("number"))]
  ) { $0.query("number", \.number) }
}
