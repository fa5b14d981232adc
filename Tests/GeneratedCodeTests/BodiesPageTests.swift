import Depot
import Features
import Foundation
import TestSupport
import Testing
import WGNAPIRuntime

/// The code of the section "Bodies" of `docs/requests.md`, word for word, against a server.
@Suite(.timeLimit(.minutes(5))) struct BodiesPageTests {
  private let server: MisbehavingServer
  private let client: Features.Client

  init() throws {
    server = try MisbehavingServer { _ in [.response("{}")] }
    client = Features.Client(
      server: Features.Server(url: server.server.baseURL, like: .main), key: "the-secret-key")
  }

  @Test func thePageIsCompiled() throws {
    let page = try PageCode("requests.md", section: "Bodies")
    #expect(page.blocks.count == 6)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func values() async throws {
    try await client.find(payload: .init(words: "swift"))
    try await client.subscribe(
      payload: Subscription(
        customer: "cus_1", items: [.init(price: "basic", quantity: 2)], expand: ["customer"],
        metadata: ["team": "a"]))
    #expect(server.requests.count == 2)
  }

  @Test func alternatives() async throws {
    let server = try MisbehavingServer { _ in [.response(#"{"seen":"yes"}"#)] }
    let client = Depot.Client(server: Depot.Server(url: server.server.baseURL, like: .main))
    _ = try await client.post(payload: .json(Note(title: "Harbour")))
    _ = try await client.post(payload: .text("Harbour"))
    #expect(server.requests.last?.fields["content-type"] == "text/plain; charset=utf-8")
  }

  @Test func files() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)")
    try Data([1, 2, 3]).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await client.addPhoto(
      title: "Harbour", photo: FilePart(contentsOf: file), tags: ["boats", "evening"])
    try await client.backup(payload: .file(file))
    let portions = AsyncStream<[UInt8]> { continuation in
      continuation.yield([1, 2, 3])
      continuation.finish()
    }
    try await client.backup(payload: .portions(portions, length: 3))
    let body = try HTTPRequestBody.file(file).reporting { sent in
      print("\(sent) bytes")
    }
    try await client.backup(payload: body)
    #expect(server.requests.dropFirst().allSatisfy { $0.body == [1, 2, 3] })
  }
}
