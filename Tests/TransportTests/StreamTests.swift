import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPISupport
@testable import WGNAPITransport

/// Bodies of responses that are read while they arrive. Streams that are ended early aren't tried with
/// FoundationNetworking's `URLSession`, which sometimes forgets a task that is cancelled.
@Suite(.timeLimit(.minutes(15))) struct StreamTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

  private static func chunk(_ bytes: [UInt8]) -> MisbehavingServer.Step {
    .send(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8))
  }

  @Test(arguments: AnyTransport.allCases) func portionsAreThereWhenTheyArrive(kind: AnyTransport)
    async throws
  {
    let hasFirst = Gate()
    let server = try MisbehavingServer { _ in
      [
        .text(Self.head + "Transfer-Encoding: chunked\r\n\r\n"), Self.chunk(Array("one".utf8)),
        .waitUntil { hasFirst.isOpen }, Self.chunk(Array("two".utf8)), .text("0\r\n\r\n"),
      ]
    }
    let response = try await kind.transport.stream(to: server.server)
    #expect(response.response.status == .ok)
    #expect(response.response.headerFields[.contentType] == "text/plain")
    var portions: [String] = []
    for try await portion in response.body {
      portions.append(String(decoding: portion, as: UTF8.self))
      hasFirst.open()
    }
    #expect(portions.joined() == "onetwo")
    #expect(portions.first == "one")
  }

  @Test(arguments: AnyTransport.allCases) func aSlowReaderSlowsTheServerDown(kind: AnyTransport)
    async throws
  {
    let size = 96 << 20
    let server = try MisbehavingServer { _ in
      [
        .text(Self.head + "Content-Length: \(size)\r\n\r\n"),
        .flood([UInt8](repeating: 7, count: 1 << 16), times: size >> 16),
      ]
    }
    let response = try await kind.transport.stream(to: server.server)
    var iterator = response.body.makeAsyncIterator()
    var count = try await iterator.next()?.count ?? 0
    let sent = try await server.sentWhenQuiet()
    // What the system's buffers hold, and ours.
    #expect(sent < 24 << 20, "\(sent) bytes were sent to a reader that took \(count)")
    while let portion = try await iterator.next() { count += portion.count }
    #expect(count == size)
  }

  @Test(arguments: AnyTransport.sturdy) func endingTheLoopEndsTheExchange(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [
        .text(Self.head + "Content-Length: 9000000000\r\n\r\n"),
        .flood([UInt8](repeating: 7, count: 1 << 16), times: 137_000),
      ]
    }
    let transport = kind.transport
    for try await portion in try await transport.stream(to: server.server).body {
      #expect(!portion.isEmpty)
      break
    }
    try await server.waitForClosedConnection()
  }

  /// Also if the body is still there.
  @Test(arguments: AnyTransport.sturdy) func leavingTheLoopEndsTheExchange(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [
        .text(Self.head + "Content-Length: 9000000000\r\n\r\n"),
        .flood([UInt8](repeating: 7, count: 1 << 16), times: 137_000),
      ]
    }
    let transport = kind.transport
    let body = try await transport.stream(to: server.server).body
    for try await portion in body {
      #expect(!portion.isEmpty)
      break
    }
    try await server.waitForClosedConnection()
    let error = await #expect(throws: TransportError.self) { try await body.collected(upTo: .max) }
    #expect("\(error as Any)".contains("can be read only once"))
  }

  @Test func aWholeBodyEndsAgain() async throws {
    let body = HTTPResponseBody([1, 2])
    #expect(try await body.collected(upTo: 9) == [1, 2])
    #expect(try await body.collected(upTo: 9) == [])
  }

  /// A deadline that is due when the portion arrives is one of a wait that has ended.
  @Test func aDeadlineOfAnEarlierWait() async throws {
    let channel = BodyChannel(onRoom: {}, onClose: {})
    for portion in 1...3 as ClosedRange<UInt8> {
      let reading = Task { try await channel.next(waiting: .seconds(60)) }
      try await Task.sleep(for: .milliseconds(20))
      channel.write([portion])
      channel.expire(Int(portion))
      #expect(try await reading.value == [portion])
    }
    channel.write([4])
    channel.expire(3)
    #expect(try await channel.next(waiting: .seconds(60)) == [4])
    let reading = Task { try await channel.next(waiting: .seconds(60)) }
    try await Task.sleep(for: .milliseconds(20))
    channel.expire(3)
    channel.expire(4)
    await #expect(throws: TransportError.timedOut) { try await reading.value }
  }

  @Test(arguments: AnyTransport.sturdy) func anUnreadBodyEndsTheExchange(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [
        .text(Self.head + "Content-Length: 9000000000\r\n\r\n"),
        .flood([UInt8](repeating: 7, count: 1 << 16), times: 137_000),
      ]
    }
    let transport = kind.transport
    let status = try await transport.stream(to: server.server).response.status
    #expect(status == .ok)
    try await server.waitForClosedConnection()
  }

  @Test(arguments: AnyTransport.sturdy) func aStreamOutlivesItsTransport(kind: AnyTransport) async throws {
    let isReleased = Gate()
    let server = try MisbehavingServer { _ in
      [.text(Self.head + "Content-Length: 6\r\n\r\nabc"), .waitUntil { isReleased.isOpen }, .text("def")]
    }
    let body = try await kind.transport.stream(to: server.server).body
    isReleased.open()
    #expect(try await body.collected(upTo: 100) == Array("abcdef".utf8))
  }

  @Test(arguments: AnyTransport.sturdy) func aServerThatStallsIsGivenUp(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      let end = Self.head + "Content-Length: 6\r\n\r\nabc"
      return request.target == "/head"
        ? [.wait(milliseconds: 3_000), .text(end)] : [.text(end), .wait(milliseconds: 3_000)]
    }
    let options = TransportOptions(timeout: .seconds(60), idleTimeout: .milliseconds(200))
    let response = try await kind.transport.stream(to: server.server, options: options)
    await #expect(throws: TransportError.timedOut) { try await response.body.collected(upTo: 100) }
    await #expect(throws: TransportError.timedOut) {
      try await kind.transport.stream(
        to: server.server, path: "/head", options: TransportOptions(timeout: .milliseconds(200)))
    }
  }

  @Test(arguments: AnyTransport.sturdy) func aBodyThatBreaksOff(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      request.target == "/length"
        ? [.text(Self.head + "Content-Length: 6\r\n\r\nabc"), .close]
        : [.text(Self.head + "Transfer-Encoding: chunked\r\n\r\n"), Self.chunk(Array("abc".utf8)), .close]
    }
    for path in ["/length", "/chunks"] {
      let body = try await kind.transport.stream(to: server.server, path: path).body
      var text = ""
      let error = await #expect(throws: TransportError.self, "\(path)") {
        for try await portion in body { text += String(decoding: portion, as: UTF8.self) }
      }
      #expect(text == "abc")
      let expected: [TransportFailure.Reason?] = [.connectionLost, .truncated, .invalidResponse]
      #expect(expected.contains(error?.reason))
    }
  }

  @Test(arguments: AnyTransport.sturdy) func cancellingTheReader(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [.text(Self.head + "Content-Length: 6\r\n\r\nabc"), .wait(milliseconds: 60_000)]
    }
    let body = try await kind.transport.stream(to: server.server).body
    let hasFirst = Gate()
    let reading = Task {
      for try await _ in body { hasFirst.open() }
    }
    while !hasFirst.isOpen { try await Task.sleep(for: .milliseconds(1)) }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
  }

  /// Portions can't be shared in a way that makes sense.
  @Test(arguments: AnyTransport.sturdy) func twoTasksCannotRead(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [.text(Self.head + "Content-Length: 6\r\n\r\n"), .wait(milliseconds: 60_000)]
    }
    let body = try await kind.transport.stream(to: server.server).body
    let hasBegun = Gate()
    let first = Task {
      var iterator = body.makeAsyncIterator()
      hasBegun.open()
      return try await iterator.next()
    }
    while !hasBegun.isOpen { try await Task.sleep(for: .milliseconds(1)) }
    try await Task.sleep(for: .milliseconds(50))
    await #expect(throws: TransportError.self) { try await body.collected(upTo: 10) }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  @Test(arguments: AnyTransport.sturdy) func cancelledBeforeTheHead(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.wait(milliseconds: 60_000)] }
    let transport = kind.transport
    let exchange = Task { try await transport.stream(to: server.server) }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    exchange.cancel()
    await #expect(throws: CancellationError.self) { try await exchange.value }
  }

  @Test(arguments: AnyTransport.allCases) func compressedStreams(kind: AnyTransport) async throws {
    let text = (0..<50_000).map { "{\"number\": \($0)}" }.joined(separator: ",")
    let body = try compressed(Array(text.utf8))
    let server = try MisbehavingServer { _ in
      [
        .text(Self.head + "Content-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"),
        .send(Array(body.prefix(1_000))), .wait(milliseconds: 20), .send(Array(body.dropFirst(1_000))),
      ]
    }
    let stream = try await kind.transport.stream(to: server.server).body
    #expect(try await stream.collected(upTo: 64 << 20) == Array(text.utf8))
  }

  /// A gigabyte of zeros in a megabyte: it comes in small portions, up to the limit.
  @Test(arguments: AnyTransport.sturdy) func aBomb(kind: AnyTransport) async throws {
    let member = try compressed([UInt8](repeating: 0, count: 1 << 20), times: 16)
    let body = Array(repeatElement(member, count: 64).joined())
    let server = try MisbehavingServer { _ in
      [.text(Self.head + "Content-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"), .send(body)]
    }
    let growth = try await memoryGrowth(triedUntilBelow: 64 << 20) {
      let stream = try await kind.transport.stream(to: server.server, options: .limit(200 << 20)).body
      var count = 0
      await #expect(throws: TransportError.responseTooLarge(limit: 200 << 20)) {
        for try await portion in stream {
          #expect(portion.count <= 64 << 10)
          count += portion.count
        }
      }
      #expect(count > 190 << 20)
    }
    #expect(growth < 64 << 20)
  }

  /// What comes after a beginning, again and again, and gives nothing: a file name (RFC 1952, section 2.3), empty
  /// members (section 2.2), and bytes after the end.
  private static func barren() throws -> [(start: [UInt8], more: [UInt8])] {
    let name: [UInt8] = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3]
    let member = try compressed([])
    return [
      (name, [UInt8](repeating: UInt8(ascii: "a"), count: 1_000)),
      (member, Array(repeatElement(member, count: 50).joined())),
      (try compressed(Array("text".utf8)), [UInt8](repeating: 0, count: 1_000)),
    ]
  }

  @Test(arguments: AnyTransport.sturdy, 0..<3)
  func inputWithoutOutputIsLimited(kind: AnyTransport, number: Int) async throws {
    let (start, more) = try Self.barren()[number]
    let portion = Array(repeatElement(more, count: 64).joined())
    let server = try MisbehavingServer { _ in
      [
        .text(Self.head + "Content-Encoding: gzip\r\n\r\n"), .send(start), .flood(portion, times: 1_000),
        .close,
      ]
    }
    let stream = try await kind.transport.stream(to: server.server).body
    let error = await #expect(throws: TransportError.self) { try await stream.collected(upTo: .max) }
    #expect(error?.reason == .invalidResponse)
    #expect(server.sentBytes < 32 << 20)
  }

  /// Such a response has no body (RFC 9110, section 15.3.6), whatever the server goes on sending.
  @Test(arguments: AnyTransport.sturdy) func aResponseWithoutABodyEnds(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [
        .text("HTTP/1.1 205 Reset Content\r\nTransfer-Encoding: chunked\r\n\r\n"),
        .flood(Array("1000\r\n\(String(repeating: "x", count: 0x1000))\r\n".utf8), times: .max),
      ]
    }
    let stream = try await kind.transport.stream(
      to: server.server, options: TransportOptions(timeout: .seconds(600), idleTimeout: .seconds(600)))
    #expect(stream.response.status == .resetContent)
    #expect(try await stream.body.collected(upTo: .max) == [])
  }

  /// Bytes that give nothing aren't what a reader waits for.
  @Test(arguments: AnyTransport.sturdy, 0..<3)
  func inputWithoutOutputIsNoProgress(kind: AnyTransport, number: Int) async throws {
    let (start, more) = try Self.barren()[number]
    let trickle = (0..<100).flatMap { _ in [MisbehavingServer.Step.send(more), .wait(milliseconds: 50)] }
    let server = try MisbehavingServer { _ in
      [.text(Self.head + "Content-Encoding: gzip\r\n\r\n"), .send(start)] + trickle + [.close]
    }
    let options = TransportOptions(timeout: .seconds(60), idleTimeout: .milliseconds(500))
    let stream = try await kind.transport.stream(to: server.server, options: options).body
    await #expect(throws: TransportError.timedOut) { try await stream.collected(upTo: .max) }
  }

  @Test(arguments: AnyTransport.sturdy) func damagedAndTruncatedCompression(kind: AnyTransport) async throws {
    let body = Array(try compressed(Array("a text that is compressed".utf8)).dropLast(9))
    let server = try MisbehavingServer { _ in
      [.text(Self.head + "Content-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"), .send(body)]
    }
    let stream = try await kind.transport.stream(to: server.server).body
    let error = await #expect(throws: TransportError.self) { try await stream.collected(upTo: 1_000) }
    #expect(error?.reason == .truncated)
  }

  @Test(arguments: AnyTransport.allCases) func emptyBodies(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      request.target == "/204"
        ? [.text("HTTP/1.1 204 No Content\r\n\r\n")] : [.text(Self.head + "Content-Length: 0\r\n\r\n")]
    }
    let transport = kind.transport
    for path in ["/204", "/200"] {
      #expect(try await transport.stream(to: server.server, path: path).body.collected(upTo: 0) == [])
    }
  }

  /// Endless streams don't keep other requests waiting for a connection.
  @Test(arguments: AnyTransport.sturdy) func streamsHaveConnectionsOfTheirOwn(kind: AnyTransport)
    async throws
  {
    let server = try MisbehavingServer { request in
      request.target == "/stream"
        ? [.text(Self.head + "Content-Length: 6\r\n\r\nabc"), .wait(milliseconds: 60_000)]
        : [.response("{}")]
    }
    let transport = kind.narrow
    let options = TransportOptions(timeout: .seconds(10))
    var streams: [StreamedResponse] = []
    for _ in 0..<10 {
      streams.append(try await transport.stream(to: server.server, path: "/stream", options: options))
    }
    #expect(try await transport.send(to: server.server, options: options).text == "{}")
    #expect(streams.count == 10)
  }
}

/// Something that happens once.
final class Gate: @unchecked Sendable {
  private let mutex = Mutex()
  private var hasOpened = false

  var isOpen: Bool { mutex.withLock { hasOpened } }

  func open() { mutex.withLock { hasOpened = true } }
}

extension TransportError {
  /// Why the connection failed; nil for any other error.
  var reason: TransportFailure.Reason? {
    if case .failed(let failure) = self { failure.reason } else { nil }
  }
}

extension HTTPTransport {
  func stream(
    _ method: HTTPRequest.Method = .get, to server: APIServer, path: String = "/", fields: HTTPFields = [:],
    body: HTTPRequestBody = .empty, options: TransportOptions = .limit(.max)
  ) async throws -> StreamedResponse {
    let authority = String(server.baseURL.dropFirst("http://".count))
    let request = HTTPRequest(
      method: method, scheme: "http", authority: authority, path: path, headerFields: fields)
    return try await stream(request, body: body, options: options)
  }
}

extension MisbehavingServer {
  /// Waits until a client has closed a connection that something was being sent on.
  func waitForClosedConnection() async throws {
    while failedSends == 0 { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// The bytes that went out when no more do.
  func sentWhenQuiet() async throws -> Int {
    var sent = -1
    while sent != sentBytes {
      sent = sentBytes
      try await Task.sleep(for: .milliseconds(300))
    }
    return sent
  }
}
