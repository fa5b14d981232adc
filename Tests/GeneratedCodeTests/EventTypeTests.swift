import Features
import Foundation
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIStreams

/// Streams whose events have types of their own, and elements that can't be read, against real servers.
@Suite(.timeLimit(.minutes(5))) struct EventTypeTests {
  /// A server that sends this, and closes the connection.
  private func server(_ type: String, _ texts: String...) throws -> MisbehavingServer {
    try MisbehavingServer { request in
      guard request.number <= texts.count else { return [.response("", status: "404 Not Found")] }
      let head = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nConnection: close\r\n\r\n"
      return [.text(head + texts[request.number - 1]), .close]
    }
  }

  private func client(_ server: MisbehavingServer, _ observers: ClientObserver...) -> Client {
    Client(
      server: Server(url: server.server.baseURL, like: .main), key: "the-secret-key",
      configuration: ClientConfiguration(observers: observers))
  }

  /// Events as Mastodon's streaming API sends them: JSON, an ID as text, and the word `undefined` in place of data.
  private static let timeline = """
    :thump

    event: update
    data: {"level":"error","message":"a"}

    event: delete
    data: 103270115826048975

    event: filters_changed
    data: undefined

    event: status.update
    data: {"id":7}

    event: announcement
    id: 5
    data: {"text":"later"}

    \("")
    """

  @Test func typesByTheNamesOfEvents() async throws {
    let server = try server("text/event-stream", Self.timeline)
    var events: [TimelineRequest.Event] = []
    for try await event in try await client(server).timeline() { events.append(event) }
    #expect(
      events == [
        .update(LogEntry(level: .error, message: "a")), .delete("103270115826048975"), .filtersChanged,
        .statusUpdate(.init(id: 7)),
        .unknown(ServerSentEvent(type: "announcement", id: "5", value: #"{"text":"later"}"#)),
      ])
  }

  @Test func allOthersAndAnEnd() async throws {
    let server = try server(
      "text/event-stream; charset=utf-8",
      "event: notice\ndata: not JSON\n\ndata: [1]\n\nevent: x\ndata: 2\n\nevent: notice\ndata: [END]\n\n")
    var events: [NewsRequest.EventValue] = []
    for try await event in try await client(server).news(event: .now) { events.append(event) }
    #expect(events == [.notice("not JSON"), .other([1]), .other(2)])
  }

  @Test func text() async throws {
    let server = try server("text/event-stream", "data: one\ndata: {two\n\nevent: x\ndata:\n\n")
    var texts: [String] = []
    for try await text in try await client(server).console() { texts.append(text) }
    #expect(texts == ["one\n{two", ""])
  }

  /// The spec says that they are left out.
  @Test func unreadableEventsAreSkippedAndReported() async throws {
    let server = try server(
      "text/event-stream",
      "event: update\ndata: undefined\n\nevent: status.update\ndata: {}\n\n" + Self.timeline)
    let violations = Log<String>()
    let observer = ClientObserver(onViolation: { event in
      for violation in event.violations { violations.append("\(violation.keyword): \(violation.message)") }
    })
    var count = 0
    for try await _ in try await client(server, observer).timeline() { count += 1 }
    #expect(count == 5)
    let reported = violations.all
    #expect(reported.count == 2)
    #expect(reported.first?.hasPrefix("unreadable: element 1: ") == true)
    #expect(reported.last?.hasSuffix("; it was left out") == true)
  }

  /// The call says otherwise, either way.
  @Test func theCallChooses() async throws {
    let broken = try server("text/event-stream", "event: update\ndata: undefined\n\n" + Self.timeline)
    let strict = try await client(broken).timeline().endingAtUnreadable()
    var events = strict.makeAsyncIterator()
    let error = await #expect(throws: APIError.self) { try await events.next() }
    #expect("\(try #require(error))".contains("element 1"))
    #expect(try await events.next() == nil)

    let ticks = try server("text/event-stream", "data: 1\n\ndata: x\n\ndata: 3\n\n")
    let errors = Log<APIError>()
    var values: [Int] = []
    let lenient = try await client(ticks).ticks().skippingUnreadable { errors.append($0) }
    for try await value in lenient { values.append(value) }
    #expect(values == [1, 3])
    #expect(errors.all.first?.description.contains("element 2") == true)
  }

  @Test func unreadableLines() async throws {
    let server = try server("application/x-ndjson", "1\nx\n3\n", "1\nx\n3\n")
    var values: [Int] = []
    for try await value in try await client(server).samples() { values.append(value) }
    #expect(values == [1, 3])
    values = []
    await #expect(throws: APIError.self) {
      for try await value in try await client(server).samples().endingAtUnreadable() { values.append(value) }
    }
    #expect(values == [1])
  }

  /// A broken event doesn't end a sequence that survives broken connections, and isn't asked for again.
  @Test func reconnecting() async throws {
    let server = try server(
      "text/event-stream", "retry: 1\n\nid: 1\nevent: update\ndata: undefined\n\n", "id: 2\n" + "data: 5\n\n")
    let broken = Log<APIError>()
    var values: [String] = []
    let error = await #expect(throws: APIError.self) {
      let events = client(server).reconnectingEvents(TimelineRequest())
        .skippingUnreadable { broken.append($0) }
      for try await event in events { values.append("\(event.type) \(event.id)") }
    }
    #expect(error?.status == 404)
    #expect(values == ["message 2"])
    #expect(broken.all.count == 1)
    #expect(server.requests.map { $0.fields["last-event-id"] } == [nil, "1", "2"])
  }

  /// A page in place of events, as a network with a log-in page has it.
  @Test func webPagesAreNoStreams() async throws {
    let page = "<html>\n<body>Please log in.</body></html>\n\n"
    let server = try server("text/html; charset=utf-8", page, page, page, page)
    let client = client(server)
    func fails(_ body: () async throws -> Void) async throws {
      let error = await #expect(throws: APIError.self) { try await body() }
      guard case .unexpectedContent("text/html; charset=utf-8"?, _) = error?.kind else {
        throw try #require(error)
      }
    }
    try await fails { _ = try await client.timeline() }
    try await fails { for try await _ in client.reconnectingEvents(TicksRequest()) {} }
    #expect(server.requests.count == 2)
    try await fails { _ = try await client.samples() }
    try await fails { _ = try await client.measurements() }
  }

  /// Events have a type of their own (HTML Standard, section 9.2.2); for lines, services use many.
  @Test(arguments: ["application/json", "text/plain", ""]) func otherTypes(type: String) async throws {
    let server = try server(type, "1\n", "1\n")
    await #expect(throws: APIError.self) { _ = try await client(server).ticks() }
    var values: [Int] = []
    for try await value in try await client(server).samples() { values.append(value) }
    #expect(values == [1])
  }

  /// What isn't followed by white space may be cut off (RFC 7464, section 2.4).
  @Test(arguments: ["12", "true", "null", " 7"]) func cutNumbersAndWords(last: String) async throws {
    let begun = "\u{1E}[1]\n\u{1E}\(last)"
    let server = try server(
      "application/json-seq", begun, begun + "\u{1E}[2]\n", begun + " \u{1E}[2]", begun + "\u{1E}[2]\n")
    for _ in 1...2 {
      var count = 0
      let error = await #expect(throws: APIError.self) {
        for try await _ in try await client(server).readings() { count += 1 }
      }
      #expect(count == 1)
      #expect("\(try #require(error))".contains("element 2: nothing follows the number or word"))
    }
    func count(_ stream: ElementStream<JSON>) async throws -> Int {
      try await stream.reduce(0) { count, _ in count + 1 }
    }
    #expect(try await count(client(server).readings()) == 3)
    #expect(try await count(client(server).readings().skippingUnreadable()) == 2)
  }
}

/// A list that closures append to.
private final class Log<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Element] = []
  var all: [Element] { lock.withLock { elements } }
  func append(_ element: Element) { lock.withLock { elements.append(element) } }
}
