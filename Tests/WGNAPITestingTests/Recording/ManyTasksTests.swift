import Foundation
import Testing
import WGNAPIRecording
import WGNAPIRuntime
import WGNAPITesting
import WOT

/// Recordings and stubs that many tasks use at the same time.
@Suite struct ManyTasksTests {
  private func client(_ configuration: ClientConfiguration) -> Client {
    Client(server: .eu, applicationID: "0123456789abcdef", configuration: configuration)
  }

  private func search(_ client: Client) async throws -> Set<String> {
    try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<100 {
        group.addTask { try await client.searchPlayers(search: "player\(number % 50)").map(\.nickname) }
      }
      return try await group.reduce(into: []) { $0.formUnion($1) }
    }
  }

  @Test func stubsAndRecordings() async throws {
    let folder = try TestFolder()
    let stubs = Stubs()
    stubs.on(SearchPlayersRequest.self) { .value([PlayerMatch(accountID: 1, nickname: $0.search)]) }
    let names = Set((0..<50).map { "player\($0)" })
    let service = Service { _, request, _ in
      let name = request.path?.firstMatch(of: /search=(\w+)/)?.1 ?? ""
      return .json(#"{"status":"ok","data":[{"nickname":"\#(name)","account_id":1}]}"#)
    }
    #expect(try await search(client(.stubbed(stubs))) == names)
    #expect(stubs.requests.count == 100)
    for (mode, transport) in [(Recording.Mode.record, service as any HTTPTransport), (.replay, NoNetwork())] {
      let recording = try Recording(folder: folder.url, mode: mode, isStrict: true)
      let configuration = ClientConfiguration(transport: transport, middleware: []).using(recording)
      #expect(try await search(client(configuration)) == names)
      try recording.finish()
    }
    #expect(try folder.names.count == 100)
  }

  @Test func fixedNumbers() {
    let random = RandomSource.fixed(0.25, 1, -1, .nan)
    let numbers = (0..<5).map { _ in random.fraction() }
    #expect(numbers == [0.25, 1 - 0x1p-53, 0, 0, 0.25])
  }
}
