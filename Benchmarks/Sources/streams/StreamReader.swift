import AsyncHTTPClient
import Chats
import Foundation
import NIOCore
import NIOHTTP1
import WGNAPIRuntime
import WGNAPIStreams

/// What is measured.
protocol StreamReader: Sendable {
  /// Reads events, and returns how many there were.
  func events(_ count: Int) async throws -> Int
  /// Returns when the first of two events has been decoded. The server sends the second one later.
  func firstEvent() async throws -> ContinuousClock.Instant
  func upload(_ file: URL) async throws
  func download(_ count: Int, to file: URL) async throws
}

/// A generated client.
struct ClientReader: StreamReader {
  let client: Client

  init(_ transport: any HTTPTransport, _ url: String) {
    client = Client(
      server: Server(url: url, like: .main),
      configuration: ClientConfiguration(transport: transport, timeout: .seconds(600)))
  }

  func events(_ count: Int) async throws -> Int {
    var found = 0
    for try await chunk in try await client.chat(events: count) { found += chunk.choices.count }
    return found
  }

  func firstEvent() async throws -> ContinuousClock.Instant {
    var first: ContinuousClock.Instant?
    for try await _ in try await client.chat(events: 2, pause: 10) { first = first ?? .now }
    guard let first else { throw Unusable() }
    return first
  }

  func upload(_ file: URL) async throws {
    _ = try await client.upload(purpose: "batch", file: FilePart(contentsOf: file))
  }

  func download(_ count: Int, to file: URL) async throws {
    _ = try await client.download(DownloadRequest(bytes: count), to: file)
  }
}

/// AsyncHTTPClient, lines split by hand, and Foundation's decoder.
struct BareReader: StreamReader {
  struct Chunk: Decodable {
    struct Choice: Decodable {
      struct Delta: Decodable {
        let role: String?
        let content: String?
      }
      let index: Int
      let delta: Delta
      let finishReason: String?

      enum CodingKeys: String, CodingKey {
        case index, delta
        case finishReason = "finish_reason"
      }
    }
    let id: String
    let object: String
    let created: Int
    let model: String
    let choices: [Choice]
  }

  let url: String

  init(_ url: String) { self.url = url }

  private func execute(_ path: String, _ change: (inout HTTPClientRequest) -> Void = { _ in }) async throws
    -> HTTPClientResponse
  {
    var request = HTTPClientRequest(url: url + path)
    change(&request)
    let response = try await HTTPClient.shared.execute(request, timeout: .minutes(10))
    guard response.status == .ok else { throw Unusable() }
    return response
  }

  /// Calls the closure for each event until the last one.
  private func read(_ path: String, _ body: (Chunk) -> Void) async throws {
    let response = try await execute(path) { $0.headers.add(name: "Accept", value: "text/event-stream") }
    let decoder = JSONDecoder()
    var data: [UInt8] = []
    var line: [UInt8] = []
    let prefix = Array("data: ".utf8)
    let end = Array("[DONE]".utf8)
    for try await portion in response.body {
      var rest = portion.readableBytesView
      while let place = rest.firstIndex(of: 10) {
        line += rest[..<place]
        rest = rest[rest.index(after: place)...]
        if line.isEmpty, !data.isEmpty {
          if data == end { return }
          body(try decoder.decode(Chunk.self, from: Data(data)))
          data.removeAll(keepingCapacity: true)
        } else if line.starts(with: prefix) {
          data += line.dropFirst(prefix.count)
        }
        line.removeAll(keepingCapacity: true)
      }
      line += rest
    }
    throw Unusable()
  }

  func events(_ count: Int) async throws -> Int {
    var found = 0
    try await read("chat?events=\(count)") { found += $0.choices.count }
    return found
  }

  func firstEvent() async throws -> ContinuousClock.Instant {
    var first: ContinuousClock.Instant?
    try await read("chat?events=2&pause=10") { _ in first = first ?? .now }
    guard let first else { throw Unusable() }
    return first
  }

  func upload(_ file: URL) async throws {
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    let handle = try FileHandle(forReadingFrom: file)
    let head = Array("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n".utf8)
    let tail = Array("\r\n--b--\r\n".utf8)
    let portions = FilePortions(handle: handle, head: head, tail: tail)
    _ = try await execute("files") {
      $0.method = .POST
      $0.headers.add(name: "Content-Type", value: "multipart/form-data; boundary=b")
      $0.body = .stream(portions, length: .known(Int64(size + head.count + tail.count)))
    }
  }

  func download(_ count: Int, to file: URL) async throws {
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    let response = try await execute("files?bytes=\(count)")
    for try await portion in response.body { try handle.write(contentsOf: Data(portion.readableBytesView)) }
    try handle.close()
  }
}

/// A file between two texts, read while it is sent.
private struct FilePortions: AsyncSequence, Sendable {
  let handle: FileHandle
  let head: [UInt8]
  let tail: [UInt8]

  struct AsyncIterator: AsyncIteratorProtocol {
    let portions: FilePortions
    var isBegun = false
    var isEnded = false

    mutating func next() async throws -> ByteBuffer? {
      guard isBegun else {
        isBegun = true
        return ByteBuffer(bytes: portions.head)
      }
      if let portion = try portions.handle.read(upToCount: 1 << 16), !portion.isEmpty {
        return ByteBuffer(bytes: portion)
      }
      guard !isEnded else { return nil }
      isEnded = true
      return ByteBuffer(bytes: portions.tail)
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(portions: self) }
}
