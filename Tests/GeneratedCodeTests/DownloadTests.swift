import Features
import Foundation
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIStreams

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
  @Test func whatCannotBeResumedBeginsAnew() async throws {
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
