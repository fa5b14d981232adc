import Features
import Foundation
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIStreams
import WGNAPITesting

/// Downloads whose parts don't fit together: two to one file, other accounts and servers, and servers that lie about
/// ranges.
@Suite(.timeLimit(.minutes(5))) struct DownloadPartTests {
  private let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parts-\(UUID().uuidString)")
  private var file: URL { folder.appendingPathComponent("export.bin") }
  private let clock = ManualClock(jumps: true)

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func client(_ server: MisbehavingServer, key: String = "the-secret-key") -> Client {
    Client(
      server: Server(url: server.server.baseURL, like: .main), key: key,
      configuration: ClientConfiguration(clock: clock))
  }

  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private static func start(of request: MisbehavingServer.Request) -> Int? {
    request.fields["range"].flatMap { Int($0.drop { $0 != "=" }.dropFirst().dropLast()) }
  }

  private static func head(_ status: String, _ fields: String...) -> MisbehavingServer.Step {
    .text((["HTTP/1.1 \(status)", "ETag: \"a\""] + fields).joined(separator: "\r\n") + "\r\n\r\n")
  }

  /// A server whose first response breaks off after 50,000 bytes.
  private func server(
    _ rest: @escaping @Sendable (_ start: Int, _ number: Int) -> [MisbehavingServer.Step]
  ) throws -> MisbehavingServer {
    try MisbehavingServer { [bytes] request in
      if let start = Self.start(of: request) { return rest(start, request.number) }
      let whole = Self.head("200 OK", "Content-Length: \(bytes.count)")
      return request.number == 1 ? [whole, .send(Array(bytes[..<50_000])), .close] : [whole, .send(bytes)]
    }
  }

  // MARK: Links

  /// A link at the place of the part leads to somebody else's file.
  @Test(arguments: ["export.bin.part", "export.bin.part-tag"], [true, false])
  func linksAreNotFollowed(name: String, isSymbolic: Bool) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try MisbehavingServer { [bytes] _ in
      [Self.head("200 OK", "Content-Length: \(bytes.count)"), .send(bytes)]
    }
    let precious = folder.appendingPathComponent("precious")
    try Data("precious".utf8).write(to: precious)
    let link = folder.appendingPathComponent(name)
    if isSymbolic {
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: precious)
    } else {
      try FileManager.default.linkItem(at: precious, to: link)
    }
    let client = client(server)
    if name.hasSuffix(".part") {
      let error = await #expect(throws: FileAccessError.self) {
        try await client.download(ExportRequest(name: "a"), to: file)
      }
      #expect(error?.action == .write && error?.code == (isSymbolic ? ELOOP : EMLINK))
    } else {
      _ = try await client.download(ExportRequest(name: "a"), to: file)
    }
    #expect(try Data(contentsOf: precious) == Data("precious".utf8))
  }

  // MARK: Two at a time

  @Test func twoToOneFile() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let mayEnd = Flag()
    let server = try MisbehavingServer { [bytes] request in
      let content = request.target.contains("first") ? bytes : bytes.reversed()
      return [
        Self.head("200 OK", "Content-Length: \(content.count)"), .send(Array(content[..<50_000])),
        .waitUntil { mayEnd.isSet || !request.target.contains("first") }, .send(Array(content[50_000...])),
      ]
    }
    let client = client(server)
    let hasBegun = Flag()
    let first = Task { [file] in
      try await client.download(ExportRequest(name: "first"), to: file) { _ in hasBegun.set() }
    }
    while !hasBegun.isSet { try await Task.sleep(for: .milliseconds(1)) }
    let error = await #expect(throws: FileAccessError.self) {
      try await client.download(ExportRequest(name: "second"), to: file)
    }
    #expect(error?.code == EBUSY)
    mayEnd.set()
    #expect(try await first.value.size == 200_000)
    #expect(try Data(contentsOf: file) == Data(bytes))
    #expect(try leftovers() == ["export.bin"])
    // Afterwards, the file is free.
    _ = try await client.download(ExportRequest(name: "second"), to: file)
    #expect(try Data(contentsOf: file) == Data(bytes.reversed()))
  }

  @Test func nothingIsLeftOfACallThatBringsNothing() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try MisbehavingServer { _ in [.response("", status: "404 Not Found")] }
    await #expect(throws: APIError.self) {
      try await client(server).download(ExportRequest(name: "a"), to: file)
    }
    #expect(try leftovers() == [])
  }

  // MARK: Other accounts and servers

  /// Their entity tags are the same.
  @Test func anotherAccountBeginsAnew() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server { start, _ in
      [Self.head("206 Partial Content", "Content-Range: bytes \(start)-199999/200000", "Content-Length: 0")]
    }
    await #expect(throws: APIError.self) {
      try await client(server).download(ExportRequest(name: "a"), to: file, attempts: 1)
    }
    #expect(try leftovers() == ["export.bin.part", "export.bin.part-tag"])
    let download = try await client(server, key: "another-key").download(ExportRequest(name: "a"), to: file)
    #expect(download.resumedFrom == 0)
    #expect(server.requests.map { $0.fields["range"] } == [nil, nil])
  }

  @Test func anotherServerBeginsAnew() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let broken = try server { _, _ in [.close] }
    await #expect(throws: APIError.self) {
      try await client(broken).download(ExportRequest(name: "a"), to: file, attempts: 1)
    }
    let other = try MisbehavingServer { [bytes] _ in
      [Self.head("200 OK", "Content-Length: \(bytes.count)"), .send(bytes.reversed())]
    }
    let download = try await client(other).download(ExportRequest(name: "a"), to: file)
    #expect(download.resumedFrom == 0)
    #expect(other.requests.map { $0.fields["range"] } == [nil])
    #expect(try Data(contentsOf: file) == Data(bytes.reversed()))
  }

  // MARK: Ranges

  /// What the first response to the range says, and how much of the file it sends.
  @Test(
    arguments: [
      // Another total than before: longer, shorter.
      ("bytes 50000-249999/250000", 50_000, 250_000), ("bytes 50000-99999/100000", 50_000, 100_000),
      // Another place, and none.
      ("bytes 40000-199999/200000", 40_000, 200_000), ("bytes 50000-199999", 50_000, 200_000),
      // More bytes than the range has.
      ("bytes 50000-99999/200000", 50_000, 200_000), ("bytes 50000-199999/*", 50_000, 200_001),
      // Fewer.
      ("bytes 50000-199999/200000", 50_000, 120_000),
    ]) func wrongRanges(range: String, start: Int, end: Int) async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server { [bytes] asked, number in
      let content = bytes + Array(repeating: 0xFF, count: 50_000)
      guard number == 2 else {
        return [
          Self.head(
            "206 Partial Content", "Content-Range: bytes \(asked)-199999/200000", "Connection: close"),
          .send(Array(bytes[asked...])), .close,
        ]
      }
      let head = Self.head("206 Partial Content", "Content-Range: \(range)", "Connection: close")
      return [head, .send(Array(content[start..<end])), .close]
    }
    do {
      _ = try await client(server).download(ExportRequest(name: "a"), to: file)
      #expect(try Data(contentsOf: file) == Data(bytes))
    } catch let error as APIError {
      guard case .transport = error.kind else { throw error }
      #expect(!FileManager.default.fileExists(atPath: file.path))
      // Whatever came isn't continued.
      _ = try await client(server).download(ExportRequest(name: "a"), to: file)
      #expect(try Data(contentsOf: file) == Data(bytes))
    }
  }

  /// The end shows in a request for what would follow it (RFC 9110, section 15.5.17).
  @Test func unknownTotals() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try MisbehavingServer { [bytes] request in
      guard let start = Self.start(of: request) else {
        let chunk = "\(String(50_000, radix: 16))\r\n"
        return [
          Self.head("200 OK", "Transfer-Encoding: chunked"), .text(chunk), .send(Array(bytes[..<50_000])),
          .close,
        ]
      }
      guard start < bytes.count else {
        return [
          Self.head("416 Range Not Satisfiable", "Content-Range: bytes */\(bytes.count)", "Content-Length: 0")
        ]
      }
      let end = min(start + 75_000, bytes.count)
      return [
        Self.head(
          "206 Partial Content", "Content-Range: bytes \(start)-\(end - 1)/*",
          "Content-Length: \(end - start)"),
        .send(Array(bytes[start..<end])),
      ]
    }
    let download = try await client(server).download(ExportRequest(name: "a"), to: file)
    #expect(try Data(contentsOf: file) == Data(bytes))
    #expect(download.size == 200_000)
    #expect(server.requests.map(Self.start) == [nil, 50_000, 125_000, 200_000])
  }

  /// The process ended between the last byte and the new name.
  @Test func aWholePartIsFinished() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server { [bytes] start, _ in
      start < bytes.count
        ? [.close]
        : [
          Self.head("416 Range Not Satisfiable", "Content-Range: bytes */\(bytes.count)", "Content-Length: 0")
        ]
    }
    await #expect(throws: APIError.self) {
      try await client(server).download(ExportRequest(name: "a"), to: file, attempts: 1)
    }
    try Data(bytes).write(to: folder.appendingPathComponent("export.bin.part"))
    let download = try await client(server).download(ExportRequest(name: "a"), to: file)
    #expect(download.resumedFrom == 200_000)
    #expect(try Data(contentsOf: file) == Data(bytes))
    #expect(try leftovers() == ["export.bin"])
  }

  @Test func oneByteAtATime() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server { [bytes] start, _ in
      [
        Self.head(
          "206 Partial Content", "Content-Range: bytes \(start)-\(start)/\(bytes.count)", "Content-Length: 1"),
        .send([bytes[start]]),
      ]
    }
    let error = await #expect(throws: APIError.self) {
      try await client(server).download(ExportRequest(name: "a"), to: file, attempts: 5)
    }
    #expect("\(try #require(error))".contains("parts of less than 16384 bytes"))
    #expect(server.requests.count == 5)
    #expect(clock.uptime > .zero)
    // What has arrived is right, and kept.
    let part = try Data(contentsOf: folder.appendingPathComponent("export.bin.part"))
    #expect(part == Data(bytes[..<50_004]))
  }

  private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
  }
}
