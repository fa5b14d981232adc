import Features
import Testing
import WGNAPIRuntime
import WGNAPIStreams
import WGNAPITesting

/// Streams, uploads and responses of other forms.
@Suite struct OtherStubTests {
  private let stubs = Stubs()

  private func client(_ clock: any ClientClock = .system) -> Client {
    Client(server: .main, key: "k", configuration: .stubbed(stubs, clock: clock))
  }

  @Test func streams() async throws {
    let clock = ManualClock(jumps: true)
    stubs.on(
      ChatRequest.self,
      .stream(
        [
          "data: {\"text\": \"Hel\", \"index\": 0}\n\n",
          "data: {\"text\": \"lo\", \"index\": 1}\n\ndata: [DONE]\n\n",
        ],
        every: .seconds(2)))
    var texts: [String] = []
    for try await chunk in try await client(clock).chat(payload: .init(question: "?")) {
      texts.append(chunk.text)
    }
    #expect(texts == ["Hel", "lo"])
    #expect(clock.uptime == .seconds(4))
    #expect(stubs.requests(of: ChatRequest.self).map(\.payload.question) == ["?"])
  }

  @Test func uploads() async throws {
    stubs.on(BackupRequest.self, .status(204))
    try await client().backup(payload: .bytes([1, 2, 3]))
    #expect(stubs.requests.map(\.body) == [[1, 2, 3]])
  }
}
