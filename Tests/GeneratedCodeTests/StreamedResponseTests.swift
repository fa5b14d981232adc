import Features
import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIStreams

/// Generated requests whose responses are read while they arrive, against real servers.
@Suite(.timeLimit(.minutes(5))) struct StreamedResponseTests {
  private func client(_ server: MisbehavingServer, _ configuration: ClientConfiguration = .init()) -> Client {
    Client(
      server: Server(url: server.server.baseURL, like: .main), key: "the-secret-key",
      configuration: configuration)
  }

  private static func head(_ type: String, _ fields: String = "") -> MisbehavingServer.Step {
    .text("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nConnection: close\r\n\(fields)\r\n")
  }

  @Test func aChatArrivesEventByEvent() async throws {
    let hasFirst = Switch()
    let server = try MisbehavingServer { _ in
      [
        Self.head("text/event-stream"), .text("data: {\"text\": \"Hel\", \"index\": 0}\n\n"),
        .waitUntil { hasFirst.isOn },
        .text(": still there\n\nid: 7\nevent: delta\ndata: {\"text\":\ndata: \"lo\", \"index\": 1}\n\n"),
        .text("data: [DONE]\n\ndata: ignored\n\n"), .close,
      ]
    }
    var texts: [String] = []
    for try await chunk in try await client(server).chat(payload: .init(question: "Hello?")) {
      texts.append(chunk.text)
      hasFirst.turnOn()
    }
    #expect(texts == ["Hel", "lo"])
    let request = try #require(server.requests.first)
    #expect(request.fields["accept"] == "text/event-stream")
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"question":"Hello?"}"#)
  }

  @Test func typesAndIDsOfEvents() async throws {
    let server = try MisbehavingServer { _ in
      [
        Self.head("text/event-stream"),
        .text("event: tick\nid: a\ndata: 1\n\ndata: 2\n\nretry: 10\nid:\ndata: 3\n\n"), .close,
      ]
    }
    var events: [String] = []
    for try await event in try await client(server).ticks().events {
      events.append("\(event.type) \(event.id) \(event.value)")
    }
    #expect(events == ["tick a 1", "message a 2", "message  3"])
  }

  @Test func aStreamThatEndsBeforeItsEnd() async throws {
    let server = try MisbehavingServer { _ in
      [Self.head("text/event-stream"), .text("data: {\"text\": \"a\", \"index\": 0}\n\n"), .close]
    }
    let stream = try await client(server).chat(payload: .init(question: ""))
    var count = 0
    let error = await #expect(throws: APIError.self) {
      for try await _ in stream { count += 1 }
    }
    #expect(count == 1)
    guard case .incomplete? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(try #require(error))".contains("the stream ended before \"[DONE]\""))
  }

  /// With `until?`, the event ends the stream if it comes.
  @Test(arguments: [true, false]) func aStreamThatMayLackItsEnd(hasEnd: Bool) async throws {
    let server = try MisbehavingServer { request in
      let data = request.target.contains("chatter") ? #"{"text": "a", "index": 0}"# : "a"
      let end = hasEnd ? "data: [DONE]\n\ndata: ignored\n\n" : ""
      return [Self.head("text/event-stream"), .text("data: \(data)\n\n\(end)"), .close]
    }
    var texts: [String] = []
    for try await chunk in try await client(server).chatter() { texts.append(chunk.text) }
    for try await text in try await client(server).whispers() { texts.append(text) }
    #expect(texts == ["a", "a"])
  }

  @Test func linesOfText() async throws {
    let server = try MisbehavingServer { _ in
      [Self.head("application/x-ndjson"), .text("one\r\n\n{\"two\"\nthree"), .close]
    }
    var lines: [String] = []
    for try await line in try await client(server).transcript() { lines.append(line) }
    #expect(lines == ["one", "{\"two\"", "three"])
  }

  @Test func brokenAndInvalidElements() async throws {
    let server = try MisbehavingServer { request in
      let data = request.target.contains("ticks") ? "data: 1\n\ndata: -1\n\ndata: 2.5\n\n" : ""
      return [Self.head("text/event-stream"), .text(data), .close]
    }
    let reported = Switch()
    let observer = ClientObserver(onViolation: { event in
      if event.violations.contains(where: { $0.keyword == "minimum" }) { reported.turnOn() }
    })
    var values: [Int] = []
    let lenient = client(server, ClientConfiguration(observers: [observer]))
    let error = await #expect(throws: APIError.self) {
      for try await value in try await lenient.ticks() { values.append(value) }
    }
    #expect(values == [1, -1])
    #expect(reported.isOn)
    #expect("\(try #require(error))".contains("element 3"))
    values = []
    let strict = client(
      server, ClientConfiguration(decoding: JSONDecoding(unknownKeys: .report, validation: .strict)))
    let violation = await #expect(throws: APIError.self) {
      for try await value in try await strict.ticks() { values.append(value) }
    }
    #expect(values == [1])
    #expect(violation?.violations.count == 1)
  }

  @Test func linesAndSequences() async throws {
    let server = try MisbehavingServer { request in
      request.target.contains("log")
        ? [
          Self.head("application/jsonl"),
          .text("{\"level\":\"error\",\"message\":\"a\"}\n\n{\"level\":\"odd\"}"), .close,
        ]
        : [Self.head("application/json-seq"), .text("\u{1E}[1,2]\n\u{1E}[]\n"), .close]
    }
    let client = client(server)
    var entries: [LogEntry] = []
    for try await entry in try await client.log() { entries.append(entry) }
    #expect(entries.map(\.level.rawValue) == ["error", "odd"])
    var sums: [Double] = []
    for try await list in try await client.measurements() { sums.append(list.reduce(0, +)) }
    #expect(sums == [3, 0])
    #expect(
      server.requests.map { $0.fields["accept"] } == [
        "application/jsonl, application/x-ndjson", "application/json-seq",
      ])
  }

  @Test func errorsInPlaceOfStreams() async throws {
    let server = try MisbehavingServer { request in
      request.number < 2
        ? [.response("busy", status: "503 Service Unavailable")]
        : [.response("no such file: the-secret-key", status: "404 Not Found")]
    }
    let error = await #expect(throws: APIError.self) { try await client(server).export(name: "a") }
    #expect(error?.status == 404)
    #expect("\(try #require(error))".contains("no such file: <redacted>"))
    // The 503 was retried.
    #expect(server.requests.count == 2)
  }

  @Test func hostileStreams() async throws {
    let server = try MisbehavingServer { request in
      let flood: MisbehavingServer.Step =
        request.number == 1
        ? .flood(Array("data: xxxxxxxxxxxxxxxxxxxxxxx\n".utf8), times: 20_000_000)
        : request.number == 2
          ? .flood([UInt8](repeating: 58, count: 1 << 16), times: 100_000)
          : .flood(Array(": a comment\n".utf8), times: 50_000_000)
      return [Self.head("text/event-stream"), flood]
    }
    let client = client(server, ClientConfiguration(responseSizeLimit: 1 << 20))
    let growth = try await memoryGrowth(triedUntilBelow: 64 << 20) {
      for _ in 0..<3 {
        let stream = try await client.ticks()
        let error = await #expect(throws: APIError.self) {
          for try await _ in stream { Issue.record("an element") }
        }
        guard case .responseTooLarge(1_048_576)? = error?.kind else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
    }
    #expect(growth < 64 << 20)
  }

  @Test func aStreamThatStalls() async throws {
    let server = try MisbehavingServer { _ in
      [Self.head("text/event-stream"), .text("data: 1\n\n"), .wait(milliseconds: 30_000)]
    }
    let stream = try await client(server, ClientConfiguration(idleTimeout: .milliseconds(200))).ticks()
    var values: [Int] = []
    let error = await #expect(throws: APIError.self) {
      for try await value in stream { values.append(value) }
    }
    #expect(values == [1])
    guard case .timedOut? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func eventsGoOnAfterABreak() async throws {
    let server = try MisbehavingServer { request in
      switch request.number {
      case 1:
        [
          Self.head("text/event-stream"), .text("retry: 5\nid: 1\ndata: 1\n\nid: 2\ndata: 2\n\ndata: 9"),
          .close,
        ]
      case 2: [.close]
      case 3: [Self.head("text/event-stream"), .text("id: 3\ndata: 3\n\n"), .close]
      default: [.response("gone", status: "410 Gone")]
      }
    }
    var values: [Int] = []
    let error = await #expect(throws: APIError.self) {
      for try await event in client(server).reconnectingEvents(TicksRequest()) { values.append(event.value) }
    }
    #expect(values == [1, 2, 3])
    #expect(error?.status == 410)
    let ids = server.requests.map { $0.fields["last-event-id"] }
    #expect(ids.first == .some(nil))
    #expect(ids.dropFirst().allSatisfy { $0 == "2" || $0 == "3" })
  }

  private final class Switch: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isOn: Bool { lock.withLock { value } }
    func turnOn() { lock.withLock { value = true } }
  }
}
