import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRecording
import WGNAPIRetry
import WGNAPIRuntime
import WGNAPITesting
import WOT

/// The code of `docs/testing.md`, word for word, but for what the generator writes.
@Suite(.serialized) struct TestingKitPageTests {
  @Test func thePageIsCompiled() throws {
    let page = try PageCode("testing.md", without: ["Generated tests"])
    #expect(page.blocks.count == 8)
    #expect(try page.blocksMissing(in: #filePath) == [])
    #expect(page.cells.count == 14)
    #expect(try page.cellsMissing(in: #filePath).allSatisfy { $0.contains("…") })
  }

  @Test func stubs() async throws {
    let stubs = Stubs()
    stubs.on(SearchPlayersRequest.self) { request in
      .value([PlayerMatch(accountID: 1, nickname: request.search)])
    }
    stubs.on(SearchPlayersRequest(search: "nobody"), .value([]))
    let client = Client(
      server: .eu, applicationID: "demo", configuration: ClientConfiguration().using(stubs))
    let players = try await client.searchPlayers(search: "gar")
    #expect(players.map(\.nickname) == ["gar"])
    #expect(try await client.searchPlayers(search: "nobody") == [])
    stubs.expectSent(SearchPlayersRequest(search: "gar"), SearchPlayersRequest(search: "nobody"))
    stubs.expectNoUnusedStubs()
    client.expectRequest(
      SearchPlayersRequest(search: "gar", limit: 2),
      is: "GET https://api.worldoftanks.eu/wot/account/list/?search=gar&limit=2&application_id=demo")
    #expect(stubs.requests(of: SearchPlayersRequest.self).count == 2)
  }

  @Test func sequences() async throws {
    let stubs = Stubs()
    stubs.on(
      SearchPlayersRequest.self, .networkError(), .status(503), .value([]).delayed(by: .seconds(2)),
      then: .fail)
    let clock = ManualClock(jumps: true)
    var configuration = ClientConfiguration(middleware: [Retry()]).using(stubs)
    configuration.clock = clock
    configuration.random = .fixed(0.5)
    let patient = Client(server: .eu, applicationID: "demo", configuration: configuration)
    #expect(try await patient.searchPlayers(search: "gar") == [])
    #expect(clock.uptime == .milliseconds(2_750))
  }

  @Test func otherResponses() async throws {
    struct Mistake: Error {}
    let (mistake, bytes, match) = (Mistake(), [UInt8]([1]), PlayerMatch(accountID: 1, nickname: "gar"))
    let responses: [StubResponse<SearchPlayersRequest>] = [
      .value([match]), .json(#"{"status": "ok", "data": []}"#), .text("hello"),
      .body(bytes, type: "image/png"), .status(204),
      .stream(["data: 1\n\n", "data: 2\n\n"], every: .seconds(1)),
      .failure(.searchNotSpecified), .networkError(.offline), .timeout, .error(mistake),
    ]
    let stubs = Stubs(envelope: ["status": "ok"])
    var place = 0
    var failures = 0
    for response in responses {
      place += 1
      let limit = place
      stubs.on(SearchPlayersRequest.self, where: { $0.limit == limit }, response)
      let client = Client(server: .eu, applicationID: "demo", configuration: .stubbed(stubs))
      do {
        _ = try await client.searchPlayers(search: "gar", limit: limit)
      } catch is APIError {
        failures += 1
      }
    }
    #expect(failures == responses.count - 2)
    stubs.on(SearchPlayersRequest.self, where: { $0.limit == 1 }, .value([match]))
    stubs.on(.post, "https://login.example.com/token", .status(400))
  }

  private let applicationID = "0123456789abcdef"
  private let service = Service { _, _, _ in
    .json(#"{"status":"ok","data":[{"nickname":"Garbad","account_id":1}]}"#)
  }

  @Test func recordings() async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Recordings")
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = ClientConfiguration(transport: service)
    do {
      let recording = try Recording("search", mode: .record)
      let client = Client(
        server: .eu, applicationID: applicationID, configuration: configuration.using(recording))
      let players = try await client.searchPlayers(search: "gar", limit: 2)
      #expect(players.map(\.nickname) == ["Garbad"])
    }
    configuration = ClientConfiguration(transport: NoNetwork())
    do {
      let recording = try Recording("search")
      let client = Client(server: .eu, applicationID: "any", configuration: configuration.using(recording))
      let players = try await client.searchPlayers(search: "gar", limit: 2)
      try recording.finish()
      #expect(players.map(\.nickname) == ["Garbad"])
    }
    let matching = RequestMatching([.path, .query], fields: [.acceptLanguage], ignoredQuery: ["limit"])
    let anywhere = try Recording("search", matching: matching)
    let client = Client(server: .na, applicationID: "any", configuration: configuration.using(anywhere))
    #expect(try await client.searchPlayers(search: "gar").count == 1)

    configuration = ClientConfiguration(transport: service)
    do {
      let scrubbing = Scrubbing(names: ["nickname"], keeping: ["token"], secrets: ["internal.example.com"])
      let recording = try Recording("search", mode: .record, scrubbing: scrubbing)
      let client = Client(
        server: .eu, applicationID: applicationID, configuration: configuration.using(recording))
      #expect(try await client.searchPlayers(search: "gar").map(\.nickname) == ["Garbad"])
    }
    let again = Client(
      server: .eu, applicationID: "any",
      configuration: ClientConfiguration(transport: NoNetwork()).using(try Recording("search")))
    #expect(try await again.searchPlayers(search: "gar").map(\.nickname) == ["<redacted>"])
  }
}
