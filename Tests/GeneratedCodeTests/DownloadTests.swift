import Features
import Foundation
import TestSupport
import Testing
import WGNAPIRuntime

@testable import WGNAPIStreams

/// Downloads to files, with breaks.
@Suite(.timeLimit(.minutes(5))) struct DownloadTests {
  private let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "downloads-\(UUID().uuidString)")
  private var file: URL { folder.appendingPathComponent("export.bin") }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func client(_ server: MisbehavingServer) -> Client {
    Client(server: Server(url: server.server.baseURL, like: .main), key: "the-secret-key")
  }

  /// Answers with the part that is asked for, of which not all arrives.
  private func server(
    tag: String?, breakingAt places: [Int], ignoresRanges: Bool = false, changesAt change: Int = .max
  ) throws -> MisbehavingServer {
    try MisbehavingServer { [bytes] request in
      let isChanged = request.number >= change
      let content = isChanged ? bytes.reversed() : bytes
      let own = tag.map { isChanged ? "\"other\"" : $0 }
      var start = 0
      if let range = request.fields["range"], request.fields["if-range"] == own, !ignoresRanges {
        start = Int(range.drop { $0 != "=" }.dropFirst().dropLast()) ?? 0
      }
      let status = start > 0 ? "206 Partial Content" : "200 OK"
      let range = start > 0 ? "Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)\r\n" : ""
      let head =
        "HTTP/1.1 \(status)\r\nContent-Type: application/octet-stream\r\nContent-Length: \(content.count - start)\r\n"
        + range + (own.map { "ETag: \($0)\r\n" } ?? "") + "\r\n"
      let end = request.number <= places.count ? places[request.number - 1] : content.count
      return [.text(head), .send(Array(content[start..<max(end, start)]))]
        + (end < content.count ? [.close] : [])
    }
  }

  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func aWholeFile() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server(tag: "\"a\"", breakingAt: [])
    try Data([1, 2, 3]).write(to: file)
    let download = try await client(server).download(ExportRequest(name: "a"), to: file)
    #expect(try Data(contentsOf: file) == Data(bytes))
    #expect(download.size == 200_000)
    #expect(download.resumedFrom == 0)
    #expect(download.mediaType == "application/octet-stream")
    #expect(try leftovers() == ["export.bin"])
    #expect(server.requests.first?.fields["accept-encoding"] == "identity")
  }

  @Test func breaksAreResumed() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server(tag: "\"a\"", breakingAt: [50_000, 120_000])
    let download = try await client(server).download(ExportRequest(name: "a"), to: file)
    #expect(try Data(contentsOf: file) == Data(bytes))
    #expect(download.resumedFrom == 120_000)
    #expect(server.requests.map { $0.fields["range"] } == [nil, "bytes=50000-", "bytes=120000-"])
    #expect(server.requests.last?.fields["if-range"] == "\"a\"")
  }

  /// The file is at another host, which gets neither the client's key nor the request's parameters.
  @Test func atAnotherHost() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try server(tag: "\"a\"", breakingAt: [50_000])
    let server = try MisbehavingServer { _ in
      [.response("", status: "302 Found", fields: ["Location: http://localhost:\(files.port)/e?signature=x"])]
    }
    let client = client(server)
    let error = await #expect(throws: APIError.self) {
      try await client.download(ExportRequest(name: "a"), to: file)
    }
    guard case .redirected? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    let download = try await client.download(
      ExportRequest(name: "a"), to: file, options: CallOptions(redirects: .otherHosts))
    #expect(try Data(contentsOf: file) == Data(bytes))
    #expect(download.resumedFrom == 50_000)
    #expect(server.requests.allSatisfy { ($0.target + $0.lines.joined()).contains("the-secret-key") })
    #expect(files.requests.map(\.target) == ["/e?signature=x", "/e?signature=x"])
    #expect(files.requests.map { $0.fields["range"] } == [nil, "bytes=50000-"])
    for request in files.requests {
      #expect(!request.lines.contains { $0.contains("the-secret-key") })
    }
  }

  @Test func aLaterCallGoesOn() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server(tag: "\"a\"", breakingAt: [50_000])
    let client = client(server)
    await #expect(throws: APIError.self) {
      try await client.download(ExportRequest(name: "a"), to: file, attempts: 1)
    }
    #expect(try leftovers() == ["export.bin.part", "export.bin.part-tag"])
    let download = try await client.download(ExportRequest(name: "a"), to: file)
    #expect(download.resumedFrom == 50_000)
    #expect(try Data(contentsOf: file) == Data(bytes))
  }

  /// A file that has changed, a server that knows no ranges, and one whose tags say nothing of the bytes.
  @Test func unresumableDownloadsStartOver() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let changed = try server(tag: "\"a\"", breakingAt: [50_000], changesAt: 2)
    #expect(try await client(changed).download(ExportRequest(name: "a"), to: file).resumedFrom == 0)
    #expect(try Data(contentsOf: file) == Data(bytes.reversed()))
    let simple = try server(tag: "\"a\"", breakingAt: [50_000], ignoresRanges: true)
    #expect(try await client(simple).download(ExportRequest(name: "a"), to: file).resumedFrom == 0)
    #expect(try Data(contentsOf: file) == Data(bytes))
    let weak = try server(tag: "W/\"a\"", breakingAt: [50_000])
    #expect(try await client(weak).download(ExportRequest(name: "a"), to: file).resumedFrom == 0)
    #expect(weak.requests.allSatisfy { $0.fields["range"] == nil })
  }

  /// A server may answer with less than it was asked for (RFC 9110, section 15.3.7).
  @Test func shortPartsAreContinued() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try MisbehavingServer { [bytes] request in
      let start = request.fields["range"].flatMap { Int($0.drop { $0 != "=" }.dropFirst().dropLast()) } ?? 0
      let end = min(start + 60_000, bytes.count)
      let head =
        start == 0
        ? "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n"
        : "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes \(start)-\(end - 1)/\(bytes.count)\r\n"
          + "Content-Length: \(end - start)\r\n"
      return [.text(head + "ETag: \"a\"\r\n\r\n"), .send(Array(bytes[start..<end]))]
        + (start == 0 ? [.close] : [])
    }
    let download = try await client(server).download(ExportRequest(name: "a"), to: file, attempts: 2)
    #expect(try Data(contentsOf: file) == Data(bytes))
    #expect(download.size == 200_000 && download.resumedFrom == 60_000)
    #expect(
      server.requests.map { $0.fields["range"] } == [nil, "bytes=60000-", "bytes=120000-", "bytes=180000-"])
  }

  /// A server that knows ranges and not `If-Range` gives the rest of another file.
  @Test func theRestOfAnotherFileIsNotUsed() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try MisbehavingServer { [bytes] request in
      let content = request.number == 1 ? bytes : bytes.reversed()
      let start = request.fields["range"] == nil ? 0 : 50_000
      let range = "Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)\r\n"
      let head =
        "HTTP/1.1 \(start > 0 ? "206 Partial Content\r\n\(range)" : "200 OK\r\n")"
        + "Content-Length: \(content.count - start)\r\nETag: \"\(request.number == 1 ? 1 : 2)\"\r\n\r\n"
      let end = request.number == 1 ? 50_000 : content.count
      return [.text(head), .send(Array(content[start..<end]))] + (request.number == 1 ? [.close] : [])
    }
    _ = try await client(server).download(ExportRequest(name: "a"), to: file)
    #expect(try Data(contentsOf: file) == Data(bytes.reversed()))
    #expect(server.requests.map { $0.fields["range"] } == [nil, "bytes=50000-", nil])
  }

  /// The part of one request's file isn't continued with that of another one.
  @Test func anotherRequestBeginsAnew() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server(tag: "\"a\"", breakingAt: [50_000])
    let client = client(server)
    await #expect(throws: APIError.self) {
      try await client.download(ExportRequest(name: "a"), to: file, attempts: 1)
    }
    #expect(try await client.download(ExportRequest(name: "b"), to: file).resumedFrom == 0)
  }

  @Test func hostileSizes() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try MisbehavingServer { [bytes] request in
      let start = request.fields["range"] == nil ? 0 : 50_000
      let length = start == 0 ? "200000" : "9223372036854775807"
      let range = "Content-Range: bytes 50000-199999/*\r\n"
      let head = start > 0 ? "206 Partial Content\r\n\(range)" : "200 OK\r\n"
      return [
        .text("HTTP/1.1 \(head)Content-Length: \(length)\r\nETag: \"a\"\r\n\r\n"),
        .send(Array(bytes[start..<start + 50_000])), .close,
      ]
    }
    await #expect(throws: APIError.self) {
      try await client(server).download(ExportRequest(name: "a"), to: file)
    }
  }

  @Test(arguments: [
    "bytes 5-4/10", "bytes -1-4/10", "bytes 0-10/10", "bytes 1-2", "items 1-2/3", "bytes x-2/3", "",
  ]) func rangesThatAreNone(field: String) { #expect(ContentRange(field) == nil) }

  @Test func limitsAndProgress() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server(tag: nil, breakingAt: [])
    let error = await #expect(throws: APIError.self) {
      try await client(server).download(ExportRequest(name: "a"), to: file, limit: 100_000)
    }
    guard case .responseTooLarge(100_000)? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
    let steps = Steps()
    _ = try await client(server).download(ExportRequest(name: "a"), to: file) { steps.add($0) }
    #expect(steps.all.last?.received == 200_000)
    #expect(steps.all.last?.total == 200_000)
    #expect(steps.all.map(\.received) == steps.all.map(\.received).sorted())
  }

  private final class Steps: @unchecked Sendable {
    private let lock = NSLock()
    private var steps: [DownloadProgress] = []
    var all: [DownloadProgress] { lock.withLock { steps } }
    func add(_ step: DownloadProgress) { lock.withLock { steps.append(step) } }
  }
}
