import Foundation
import TestSupport
import Testing
import WGNAPIRuntime

@testable import QueueKillTool
@testable import WGNAPIQueue

/// The code of the section "Requests while offline" of `docs/offline.md`, word for word.
@Suite struct QueuePageTests {
  let desktop: Desktop
  private var folder: URL { desktop.folder }
  private var client: Desk { desktop.client() }

  init() throws { desktop = try Desktop() }

  @Test func thePageIsCompiled() throws {
    let page = try PageCode("offline.md", section: "Requests while offline")
    #expect(page.blocks.count == 8)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func sent() async throws {
    let queue = try RequestQueue(at: folder, client: client, requests: [AddNoteRequest.self])
    queue.start()
    await queue.stop()
    desktop.service.behave(then: .status(503))
    switch try await queue.send(AddNoteRequest(document: "plan", text: "Buy milk"), in: "plan") {
    case .answered(let response): print("saved: \(response)")
    case .queued(let id): print("will be saved later: \(id)")
    }
    let id = try await queue.enqueue(AddNoteRequest(document: "plan", text: "And bread"), in: "plan")
    for entry in try await queue.entries(in: "plan") {
      let text = entry.value(of: "body", as: String.self) ?? ""
      print(entry.id, text, entry.attempts, entry.lastFailure?.description ?? "not tried yet")
    }
    try await queue.replace(id, with: AddNoteRequest(document: "plan", text: "And rye bread"))
    try await queue.set("body", to: "And two loaves", in: id)
    try await queue.cancel(id)
    #expect(try await queue.entries().count == 1)
    desktop.service.behave(then: .accept)
    let result = try await queue.flush(resettingDelays: true)
    print("\(result.delivered) sent, \(result.waiting) waiting")
    #expect(result.delivered == 1)
  }

  @Test func observed() async throws {
    let queue = try RequestQueue(at: folder, client: client, requests: [AddNoteRequest.self])
    let watching = Task {
      for await change in queue.changes {
        switch change {
        case .delivered(let entry, _): print("\(entry.operation) is done")
        case .failed(let letter): print(letter.failure)
        default: continue
        }
      }
    }
    desktop.service.behave(.status(409), .status(404), then: .accept)
    for text in ["a", "b"] { try await queue.enqueue(AddNoteRequest(document: "plan", text: text)) }
    try await queue.flush()
    for letter in try await queue.deadLetters() {
      if letter.failure.status == 409 {
        try await queue.discard(deadLetter: letter.id)
      } else {
        try await queue.retry(deadLetter: letter.id)
      }
    }
    #expect(try await queue.flush().delivered == 1)
    #expect(try await queue.statistics().discarded == 1)
    watching.cancel()
  }

  @Test func configured() async throws {
    let session = Session()
    let health = try #require(URL(string: "https://desk.example/health"))
    var configuration = QueueConfiguration()
    configuration.secrets = { parameter in
      parameter.name == "session" ? try await session.token() : nil
    }
    configuration.reachability = ProbingReachability(
      url: health, transport: client.core.configuration.transport)
    let queue = try RequestQueue(at: folder, client: client, requests: [], configuration: configuration)
    _ = try await queue.send(PostMessageRequest(text: "a", session: "other"))
    #expect(desktop.service.arrivals.first?.body.contains("session=current") == true)
  }
}

/// Where the page's token comes from.
private actor Session {
  func token() async throws -> String { "current" }
}
