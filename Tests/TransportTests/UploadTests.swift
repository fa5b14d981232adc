import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPITransport

@testable import WGNAPISupport

/// Bodies of requests that are made while they are sent.
@Suite(.timeLimit(.minutes(15))) struct UploadTests {
  private struct Portions: AsyncSequence, Sendable {
    let count: Int
    var failsAt = Int.max
    /// Whether the task that reads them is cancelled at their end.
    var cancelsAtEnd = false

    struct AsyncIterator: AsyncIteratorProtocol {
      let portions: Portions
      var place = 0

      mutating func next() async throws -> [UInt8]? {
        guard place < portions.count else {
          if portions.cancelsAtEnd { withUnsafeCurrentTask { $0?.cancel() } }
          return nil
        }
        if place == portions.failsAt { throw CannotRead() }
        place += 1
        return [UInt8](repeating: UInt8(truncatingIfNeeded: place), count: 10_000)
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(portions: self) }

    var bytes: [UInt8] {
      (0..<count).flatMap { [UInt8](repeating: UInt8(truncatingIfNeeded: $0 + 1), count: 10_000) }
    }
  }

  private struct CannotRead: Error {}

  @Test(arguments: AnyTransport.allCases) func portionsArrive(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.response("{}")] }
    let portions = Portions(count: 300)
    let transport = kind.transport
    for length in [3_000_000, nil] as [Int64?] {
      let response = try await transport.stream(
        .post, to: server.server, fields: [.contentType: "text/plain"],
        body: .portions(portions, length: length))
      #expect(try await response.body.collected(upTo: 100) == Array("{}".utf8))
      let request = try #require(server.requests.last)
      #expect(request.method == "POST")
      #expect(request.body == portions.bytes)
      #expect(request.fields["content-type"] == "text/plain")
      #expect(request.fields["expect"] == nil)
      if length != nil { #expect(request.fields["content-length"] == "3000000") }
    }
  }

  @Test(arguments: AnyTransport.allCases) func filesAndProgress(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.response("{}")] }
    let bytes = Portions(count: 50).bytes
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let progress = Progress()
    let body = try HTTPRequestBody.file(file).reporting { progress.add($0) }
    #expect(body.length == 500_000)
    #expect(body.isReplayable)
    _ = try await kind.transport.stream(.put, to: server.server, body: body).body.collected(upTo: 100)
    #expect(server.requests.first?.body == bytes)
    #expect(server.requests.first?.method == "PUT")
    #expect(progress.values == progress.values.sorted())
    #expect(progress.values.last == 500_000)
  }

  @Test(arguments: AnyTransport.allCases) func aBodyThatFails(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.response("{}")] }
    let transport = kind.transport
    await #expect(throws: CannotRead.self) {
      try await transport.stream(.post, to: server.server, body: .portions(Portions(count: 9, failsAt: 4)))
    }
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: AnyTransport.allCases, [Int64(0), 10, 10_000, 15_000, 1_000_000])
  func aBodyOfAnotherLength(kind: AnyTransport, length: Int64) async throws {
    let server = try MisbehavingServer { _ in [.response("{}")] }
    let error = await #expect(throws: TransportError.self) {
      try await kind.transport.stream(
        .post, to: server.server, body: .portions(Portions(count: 9), length: length))
    }
    #expect(error?.reason == .invalidRequest)
    // What follows the announced length must not look like another request.
    #expect(server.requests.isEmpty)
  }

  /// A transport that doesn't stream collects no more than was announced, either.
  @Test func aCollectedBodyOfAnotherLength() async throws {
    let server = APIServer("eu", "http://127.0.0.1")
    let progress = Progress()
    for (length, read) in [(0, 10_000), (10_000, 20_000), (100_000, 90_000)] as [(Int64, Int64)] {
      let body = HTTPRequestBody.portions(Portions(count: 9), length: length).reporting { progress.add($0) }
      let error = await #expect(throws: TransportError.self) {
        try await Collecting().stream(.post, to: server, body: body)
      }
      #expect(error?.reason == .invalidRequest)
      #expect(progress.values.last == read)
    }
    let whole = HTTPRequestBody.portions(Portions(count: 9), length: 90_000)
    let response = try await Collecting().stream(.post, to: server, body: whole)
    #expect(try await response.body.collected(upTo: .max).count == 90_000)
  }

  /// Answers with the request's body.
  private struct Collecting: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      TransportResponse(response: HTTPResponse(status: .ok), body: body)
    }
  }

  /// An endless source isn't read any longer than it may be.
  @Test(arguments: AnyTransport.allCases) func anEndlessBodyOfAKnownLength(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.response("{}")] }
    let progress = Progress()
    let body = HTTPRequestBody.portions(Portions(count: 2_000), length: 25_000).reporting { progress.add($0) }
    let error = await #expect(throws: TransportError.self) {
      try await kind.transport.stream(.post, to: server.server, body: body)
    }
    #expect(error?.reason == .invalidRequest)
    #expect(progress.values.last == 30_000)
    #expect(server.requests.isEmpty)
  }

  /// A source that gives nothing more, and doesn't care about cancellation, holds nobody.
  @Test(arguments: AnyTransport.allCases) func aBodyThatStalls(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.response("{}")] }
    let isOver = Gate()
    defer { isOver.open() }
    let transport = kind.transport
    for length in [nil, 0, 20_000] as [Int64?] {
      let body = HTTPRequestBody.portions(Stalling(isOver: isOver), length: length)
      await #expect(throws: TransportError.timedOut) {
        try await transport.stream(
          .post, to: server.server, body: body, options: TransportOptions(timeout: .milliseconds(300)))
      }
      let task = Task { try await transport.stream(.post, to: server.server, body: body) }
      try await Task.sleep(for: .milliseconds(50))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(server.requests.isEmpty)
  }

  private struct Stalling: AsyncSequence, Sendable {
    let isOver: Gate

    struct AsyncIterator: AsyncIteratorProtocol {
      let isOver: Gate

      mutating func next() async -> [UInt8]? {
        await Task.detached { [isOver] in
          for _ in 0..<2_000 where !isOver.isOpen { try? await Task.sleep(for: .milliseconds(5)) }
        }.value
        return nil
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(isOver: isOver) }
  }

  @Test(arguments: AnyTransport.allCases) func anEmptyFileHasALength(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.response("{}")] }
    _ = try await kind.transport.stream(
      .put, to: server.server, body: .portions(Portions(count: 0), length: 0)
    ).body.collected(upTo: 100)
    #expect(server.requests.first?.fields["content-length"] == "0")
  }

  /// A response that comes before the body has been sent.
  @Test(arguments: AnyTransport.sturdy) func anEarlyResponse(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [.response("too large", status: "413 Content Too Large", fields: ["Connection: close"]), .close]
    }
    let result = await Result {
      try await kind.transport.stream(
        .post, to: server.server, fields: [HTTPField.Name("X-Early")!: "1"],
        body: .portions(Portions(count: 100_000)))
    }
    // The connection may be closed before the response is read.
    switch result {
    case .success(let response): #expect(response.response.status.code == 413)
    case .failure(let error): #expect(error is TransportError)
    }
  }

  /// A body that never goes on doesn't keep a refusal from ending.
  @Test(arguments: AnyTransport.sturdy, ["401 Unauthorized", "413 Content Too Large", "500 Oops"])
  func aRefusalOfABodyThatStalls(kind: AnyTransport, status: String) async throws {
    let server = try MisbehavingServer { _ in [.response("no", status: status)] }
    let isOver = Gate()
    let portions = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield([1])
      Task {
        while !isOver.isOpen { try await Task.sleep(for: .milliseconds(2)) }
        continuation.finish()
      }
    }
    defer { isOver.open() }
    let transport = kind.transport
    let response = try await transport.stream(
      .post, to: server.server, fields: [HTTPField.Name("X-Early")!: "1"], body: .portions(portions),
      options: TransportOptions(timeout: .seconds(60), idleTimeout: .seconds(20)))
    #expect(response.response.status.code == Int(status.prefix(3)))
    #expect(try await response.body.collected(upTo: 100) == Array("no".utf8))
    // The connection isn't used for another request, of which the rest of the body would be a part.
    #expect(try await transport.send(to: server.server).text == "no")
    #expect(server.requests.map(\.connection) == [1, 2])
  }

  /// The response may begin before the body fails.
  @Test(arguments: AnyTransport.sturdy) func aBodyThatFailsAfterTheHead(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .wait(milliseconds: 30_000)]
    }
    let hasHead = Gate()
    let portions = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield([1])
      Task {
        while !hasHead.isOpen { try await Task.sleep(for: .milliseconds(2)) }
        continuation.finish(throwing: CannotRead())
      }
    }
    let transport = kind.transport
    let response = try await transport.stream(
      .post, to: server.server, fields: [HTTPField.Name("X-Early")!: "1"], body: .portions(portions))
    hasHead.open()
    await #expect(throws: CannotRead.self) { try await response.body.collected(upTo: 100) }
  }

  /// However it ends, no temporary file stays behind.
  @Test func urlSessionRemovesItsFiles() async {
    // Beside others, there are files of theirs.
    await #expect(processExitsWith: .success) { try await UploadTests.removesFiles() }
  }

  private static func removesFiles() async throws {
    let own = FileManager.default.temporaryDirectory.appendingPathComponent("uploads-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: own) }
    setenv("TMPDIR", own.path, 1)
    let folder = FileManager.default.temporaryDirectory.path
    func files() throws -> Set<String> {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return Set(names.filter { $0.hasPrefix("wgnapi-upload-") })
    }
    let earlier = try files()
    let server = try MisbehavingServer { _ in [.response("{}")] }
    let transport = AnyTransport.urlSession.transport
    let body = HTTPRequestBody.portions(Portions(count: 5))
    await #expect(throws: TransportError.self) {
      let request = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:x y", path: "/")
      _ = try await transport.stream(request, body: body, options: .patient)
    }
    // Cancelled before the request begins.
    let cancelling = HTTPRequestBody.portions(Portions(count: 5, cancelsAtEnd: true))
    for _ in 0..<20 {
      let task = Task { try await transport.stream(.post, to: server.server, body: cancelling) }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    _ = try await transport.stream(.post, to: server.server, body: body).body.collected(upTo: 100)
    for _ in 0..<1_000 where try !files().isSubset(of: earlier) {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(try files().isSubset(of: earlier))
  }

  @Test(arguments: AnyTransport.sturdy) func redirects(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      request.target == "/"
        ? [.response("", status: "307 Temporary Redirect", fields: ["Location: /next"])] : [.response("{}")]
    }
    let portions = Portions(count: 20)
    let transport = kind.transport
    let response = try await transport.stream(
      .post, to: server.server, body: .portions(portions, isReplayable: true))
    #expect(try await response.body.collected(upTo: 100) == Array("{}".utf8))
    #expect(response.redirects.map(\.status.code) == [307])
    #expect(server.requests.map(\.target) == ["/", "/next"])
    #expect(server.requests.last?.body == portions.bytes)
    let error = await #expect(throws: TransportError.self) {
      try await transport.stream(.post, to: server.server, body: .portions(portions))
    }
    guard case .redirected? = error else {
      Issue.record(
        "a body that can't be had again was sent again, or the error is \(String(describing: error))")
      return
    }
  }

  @Test func urlSessionSendsNoStreamAgain() async throws {
    let server = try MisbehavingServer { _ in
      [.response("", status: "307 Temporary Redirect", fields: ["Location: /next"])]
    }
    let body = HTTPRequestBody.portions(Portions(count: 20), isReplayable: true)
    // FoundationNetworking stops the process if a task is cancelled while its redirect is decided.
    let transport = AnyTransport.urlSession.transport
    for _ in 0..<300 {
      await #expect(throws: TransportError.redirected(to: "http://127.0.0.1:\(server.port)/next")) {
        try await transport.stream(.post, to: server.server, body: body)
      }
    }
    #expect(server.requests.count == 300)
  }

  /// The timeout is one between portions.
  @Test(arguments: AnyTransport.allCases) func aSlowBodyIsProgress(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.response("{}")] }
    let slow = AsyncStream<[UInt8]> { continuation in
      Task {
        for _ in 0..<10 {
          try await Task.sleep(for: .milliseconds(150))
          continuation.yield([1])
        }
        continuation.finish()
      }
    }
    let response = try await kind.transport.stream(
      .post, to: server.server, body: .portions(slow),
      options: TransportOptions(timeout: .milliseconds(700)))
    #expect(response.response.status == .ok)
    #expect(server.requests.first?.body.count == 10)
  }

  /// A server that reads nothing gets as much of a body as the connection holds, and the time counts from then on.
  @Test(.timeLimit(.minutes(2))) func anUnreadBodyIsNoProgress() async {
    await #expect(processExitsWith: .success) { try await UploadTests.waitForAnUnreadBody() }
  }

  private static func waitForAnUnreadBody() async throws {
    let server = try MisbehavingServer { _ in [.wait(milliseconds: 60_000)] }
    let early = try #require(HTTPField.Name("X-Early"))
    for kind in AnyTransport.allCases {
      let request = HTTPRequest(
        method: .post, scheme: "http", authority: "127.0.0.1:\(server.port)", path: "/",
        headerFields: [early: "1"])
      let body = HTTPRequestBody.bytes([UInt8](repeating: 120, count: 32 << 20))
      let start = ContinuousClock.now
      await #expect(throws: TransportError.timedOut) {
        _ = try await kind.transport.stream(
          request, body: body, options: TransportOptions(timeout: .seconds(3), idleTimeout: .seconds(3)))
      }
      #expect(start.duration(to: .now) < .milliseconds(5_500), "\(kind)")
    }
  }

  private final class Progress: @unchecked Sendable {
    private let mutex = Mutex()
    private var all: [Int64] = []

    var values: [Int64] { mutex.withLock { all } }

    func add(_ value: Int64) { mutex.withLock { all.append(value) } }
  }
}

extension Result where Failure == any Error {
  init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
