import Foundation
import HTTPTypes
import Testing
import WGNAPIRuntime
import WGNAPITesting
import WOT

@testable import WGNAPIRecording

/// Exchanges are recorded and replayed.
@Suite struct RecordingTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static func response(_ nickname: String) -> Service.Response {
    .json(#"{"status":"ok","meta":{"count":1},"data":[{"nickname":"\#(nickname)","account_id":1}]}"#)
  }

  private func client(
    _ recording: Recording, _ transport: any HTTPTransport = NoNetwork(), applicationID: String = "demo",
    middleware: [any APIMiddleware] = []
  ) -> Client {
    Client(
      server: .eu, applicationID: applicationID,
      configuration: ClientConfiguration(transport: transport, middleware: middleware).using(recording))
  }

  /// Records one search for each of the names.
  @discardableResult
  private func record(_ names: [String], _ mode: Recording.Mode = .record) async throws -> Service {
    let service = Service { number, request, _ in Self.response("player\(number)") }
    let client = client(
      try Recording(folder: folder.url, mode: mode), service, applicationID: "0123456789abcdef")
    for name in names { _ = try await client.searchPlayers(search: name, limit: 1) }
    return service
  }

  private func replay(isStrict: Bool = false, matching: RequestMatching = .standard) throws -> Recording {
    try Recording(folder: folder.url, matching: matching, isStrict: isStrict)
  }

  /// Stubs know the types of responses, so they answer in place of a recording that is around them.
  @Test func stubsWithinARecordingAnswer() async throws {
    let stubs = Stubs()
    stubs.on(SearchPlayersRequest.self, .value([]))
    let recording = try Recording(folder: folder.url, mode: .record)
    let client = Client(
      server: .eu, applicationID: "demo", configuration: .stubbed(stubs).using(recording))
    #expect(try await client.searchPlayers(search: "gar").isEmpty)
    #expect(stubs.requests.count == 1)
  }

  /// A link at the place of a file leads to somebody else's.
  @Test func linksAreNotFollowed() async throws {
    try folder.write("precious", to: "precious.txt")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("searchPlayers-50274cf2.http"),
      withDestinationURL: folder.url.appendingPathComponent("precious.txt"))
    await #expect(throws: (any Error).self) { try await record(["gar"]) }
    #expect(try folder.texts["precious.txt"] == "precious")
  }

  @Test func aFile() async throws {
    try await record(["gar"])
    #expect(
      try folder.texts == [
        "searchPlayers-50274cf2.http": """
        ### request searchPlayers
        GET https://api.worldoftanks.eu/wot/account/list/?search=gar&limit=1&application_id=<redacted>
        Accept: application/json

        ### response
        200
        Content-Type: application/json

        {
          "status": "ok",
          "meta": {
            "count": 1
          },
          "data": [
            {
              "nickname": "player1",
              "account_id": 1
            }
          ]
        }

        """
      ])
  }

  @Test func aKeyThatOnlyTheCallAsksForIsNotRecorded() async throws {
    let service = Service { _, _, _ in Self.response("gar") }
    let client = client(try Recording(folder: folder.url, mode: .record), service)
      .with(options: [.idempotencyKey("X-Key")])
    _ = try await client.searchPlayers(search: "gar", limit: 1)
    let name = try #require(HTTPField.Name("X-Key"))
    #expect(service.requests.first?.request.headerFields[name] != nil)
    #expect(try folder.texts.values.allSatisfy { !$0.contains("X-Key") })
  }

  @Test func repeatedRequestsAreReplayedInOrder() async throws {
    try await record(["gar", "anna", "gar", "gar"])
    let recording = try replay()
    let client = client(recording)
    var found: [String] = []
    for name in ["gar", "gar", "anna", "gar", "gar"] {
      found += try await client.searchPlayers(search: name, limit: 1).map(\.nickname)
    }
    // The last response is repeated.
    #expect(found == ["player1", "player3", "player2", "player4", "player4"])
    #expect(recording.unusedFiles == [])
    try recording.finish()
  }

  @Test func aStrictRecordingAnswersOnce() async throws {
    try await record(["gar", "anna"])
    let recording = try replay(isStrict: true)
    let client = client(recording)
    _ = try await client.searchPlayers(search: "gar", limit: 1)
    #expect(throws: RecordingError.self) { try recording.finish() }
    #expect(recording.unusedFiles.count == 1)
    let error = await #expect(throws: APIError.self) {
      try await client.searchPlayers(search: "gar", limit: 1)
    }
    #expect("\(String(describing: error))".contains("all 1 recorded responses were used"))
    #expect(recording.problems.count == 1)
  }

  @Test func anUnknownRequestNamesTheNearest() async throws {
    try await record(["gar", "anna"])
    let recording = try replay()
    let error = await #expect(throws: APIError.self) {
      try await client(recording).searchPlayers(search: "anna", limit: 2)
    }
    let text = "\(String(describing: error))"
    #expect(
      text.contains("no recorded response to GET https://api.worldoftanks.eu/wot/account/list/"), "\(text)")
    #expect(text.contains("differs: query limit: recorded 1, sent 2"), "\(text)")
    #expect(error?.isRetryable == false)
    let problem = #expect(throws: RecordingError.self) { try recording.finish() }
    #expect(problem?.message.contains("query limit: recorded 1, sent 2") == true)
  }

  @Test func whatIsMissingIsSentAndRecorded() async throws {
    try await record(["gar"])
    let service = try await record(["gar", "anna", "anna"], .replayElseRecord)
    #expect(service.requests.count == 2)
    #expect(try folder.names.count == 3)
    let recording = try replay()
    let client = client(recording)
    for (name, response) in [("gar", "player1"), ("anna", "player1"), ("anna", "player2")] {
      #expect(try await client.searchPlayers(search: name, limit: 1).map(\.nickname) == [response])
    }
  }

  @Test func recordingRemovesWhatWasRecorded() async throws {
    try await record(["gar", "anna"])
    try folder.write("mine", to: "notes.http")
    try folder.write("mine", to: "notes.txt")
    try await record(["gar"])
    #expect(try folder.names == ["notes.http", "notes.txt", "searchPlayers-50274cf2.http"])
  }

  @Test func filesDoNotDependOnTheOrder() async throws {
    let other = try TestFolder()
    for (folder, names) in [(folder, ["gar", "anna"]), (other, ["anna", "gar"])] {
      let service = Service { _, request, _ in
        Self.response(request.path?.contains("anna") == true ? "anna" : "gar")
      }
      let client = client(try Recording(folder: folder.url, mode: .record), service)
      for name in names { _ = try await client.searchPlayers(search: name) }
    }
    #expect(try folder.texts == other.texts)
    #expect(try folder.texts.count == 2)
  }

  @Test func partsOfRequestsCanBeIgnored() async throws {
    try await record(["gar"])
    let matching = RequestMatching([.path, .query], ignoredQuery: ["limit"])
    let recording = try replay(matching: matching)
    let other = client(recording).with(server: .asia)
    #expect(try await other.searchPlayers(search: "gar", limit: 7).map(\.nickname) == ["player1"])
    await #expect(throws: APIError.self) { try await other.searchPlayers(search: "anna", limit: 7) }
    let fields = RequestMatching(fields: [.accept])
    #expect(throws: Never.self) { try replay(matching: fields) }
  }

  @Test func middlewareWorksAsWithTheService() async throws {
    let service = Service { number, _, _ in number == 1 ? .json("", status: 503) : Self.response("gar") }
    let clock = ManualClock(jumps: true)
    for (mode, transport) in [(Recording.Mode.record, service as any HTTPTransport), (.replay, NoNetwork())] {
      let recording = try Recording(folder: folder.url, mode: mode, isStrict: true)
      var configuration = ClientConfiguration(transport: transport).using(recording)
      configuration.clock = clock
      let client = Client(server: .eu, applicationID: "0123456789", configuration: configuration)
      // A retry, then a response, then the cache.
      let first = try await client.response(to: SearchPlayersRequest(search: "gar"))
      #expect(first.origin == .network)
      let second = try await client.response(to: SearchPlayersRequest(search: "gar"))
      #expect(second.origin == .cache && second.value.map(\.nickname) == ["gar"])
      try recording.finish()
    }
    #expect(try folder.names.count == 2)
    #expect(service.requests.count == 2)
  }

  @Test func failuresOfTheServiceAreRecordedButNotThoseOfTheNetwork() async throws {
    let failure = #"{"status":"error","error":{"code":402,"message":"SEARCH_NOT_SPECIFIED"}}"#
    let service = Service { number, _, _ in
      guard number > 1 else { throw TransportError.timedOut }
      return .json(failure)
    }
    let client = client(try Recording(folder: folder.url, mode: .record), service)
    for _ in 0..<2 {
      await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
    }
    #expect(try folder.names.count == 1)
    let error = await #expect(throws: APIError.self) {
      try await self.client(try replay()).searchPlayers(search: "gar")
    }
    #expect(error?.failure?.code == 402)
  }

  @Test func nothingToReplayIsAnError() throws {
    let error = #expect(throws: RecordingError.self) { try Recording(folder: folder.url) }
    #expect(error?.message.contains("record them with the mode .record") == true)
    #expect(throws: Never.self) { try Recording(folder: folder.url, mode: .replayElseRecord) }
  }

  @Test func aFolderAsText() throws {
    let path = folder.url.path
    #expect(try Recording(folder: path, mode: .replayElseRecord).folder.url.path == path)
    let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    for (text, expected) in [("a/b", "/a/b"), ("./a", "/a"), ("../Stubs/a", "/../Stubs/a")] {
      let recording = try Recording(folder: text, mode: .replayElseRecord)
      let url = URL(fileURLWithPath: beside + expected)
      #expect(recording.folder.url.standardizedFileURL.path == url.standardizedFileURL.path)
    }
    #expect(throws: RecordingError.self) { try Recording(folder: "", mode: .replayElseRecord) }
    let error = #expect(throws: RecordingError.self) { try Recording("a/b", mode: .replayElseRecord) }
    #expect(error?.message.contains("folder:") == true)
  }

  @Test(arguments: ["", ".", "..", "a/b", "../a", "a\\b"])
  func namesStayInTheFolder(name: String) {
    #expect(throws: RecordingError.self) { try Recording(name, mode: .replayElseRecord) }
  }
}
