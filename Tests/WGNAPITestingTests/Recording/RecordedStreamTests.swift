import Features
import Foundation
import Testing
import WGNAPIRecording
import WGNAPIRuntime
import WGNAPIStreams

/// Streams are recorded as whole bodies, uploads are compared as whole bodies.
@Suite struct RecordedStreamTests {
  private let folder: TestFolder
  private let service = Service { _, request, _ in
    if request.path?.contains("chat") == true {
      return .text(
        "data: {\"text\": \"Hel\", \"index\": 0}\n\ndata: {\"text\": \"lo\", \"index\": 1}\n\ndata: [DONE]\n\n",
        type: "text/event-stream")
    }
    return .json("", status: 204)
  }

  init() throws { folder = try TestFolder() }

  private func eachMode(_ body: (Client) async throws -> Void) async throws {
    for (mode, transport) in [(Recording.Mode.record, service as any HTTPTransport), (.replay, NoNetwork())] {
      let recording = try Recording(folder: folder.url, mode: mode, isStrict: true)
      let configuration = ClientConfiguration(transport: transport, middleware: []).using(recording)
      try await body(Client(server: .main, key: "the-secret-key", configuration: configuration))
      try recording.finish()
      #expect(try folder.names.count == 1)
    }
  }

  @Test func events() async throws {
    try await eachMode { client in
      var texts: [String] = []
      for try await chunk in try await client.chat(payload: .init(question: "Hello?")) {
        texts.append(chunk.text)
      }
      #expect(texts == ["Hel", "lo"])
    }
    #expect(try #require(folder.texts.values.first).contains("\ndata: {\"text\": \"lo\", \"index\": 1}\n"))
    #expect(try #require(folder.texts.values.first).contains(#""question": "Hello?""#))
  }

  @Test func whatAReaderLeavesIsRecordedAsFar() async throws {
    try await eachMode { client in
      for try await chunk in try await client.chat(payload: .init(question: "Hello?")) {
        #expect(chunk.text == "Hel")
        break
      }
    }
  }

  @Test func uploads() async throws {
    try await eachMode { client in
      try await client.backup(payload: .portions(Portions(), length: 6))
    }
    #expect(try #require(folder.texts.values.first).contains("\n\nabcdef\n"))
  }

  private struct Portions: AsyncSequence, Sendable {
    func makeAsyncIterator() -> Iterator { Iterator() }
    struct Iterator: AsyncIteratorProtocol {
      var rest = ["abc", "def"]
      mutating func next() async -> [UInt8]? { rest.isEmpty ? nil : Array(rest.removeFirst().utf8) }
    }
  }
}
