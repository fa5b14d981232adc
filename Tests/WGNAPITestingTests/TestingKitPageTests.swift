import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRecording
import WGNAPIRuntime
import WOT

/// The code of `docs/testing-kit.md`, word for word.
@Suite(.serialized) struct TestingKitPageTests {
  @Test func thePageIsCompiled() throws {
    let page = try PageCode("testing-kit.md")
    #expect(page.blocks.count == 4)
    #expect(try page.blocksMissing(in: #filePath) == [])
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
