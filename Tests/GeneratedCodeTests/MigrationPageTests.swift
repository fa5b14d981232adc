import Foundation
import HTTPTypes
import TestSupport
import Testing
import Tracks
import WGNAPIGenerated
import WGNAPIPages
import WGNAPIRuntime
import WGNAPIStreams
import WGNAPITesting

/// The code of `docs/coming-from-swift-openapi-generator.md`, word for word, but for that of the other generator.
@Suite struct MigrationPageTests {
  private let stubs = Stubs()
  private let token = "secret"
  private let client: Client

  init() {
    client = Client(
      server: .production, token: .bearer(token), configuration: ClientConfiguration().using(stubs))
  }

  private static let track = #"{"id": "7", "title": "Blue", "genre": "bebop"}"#

  @Test func thePageIsCompiled() throws {
    let page = try PageCode("coming-from-swift-openapi-generator.md")
    #expect(page.blocks.count == 13)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  /// The page shows the line that the document can't say.
  @Test func thePageShowsTheSpec() throws {
    let page = try PageCode("coming-from-swift-openapi-generator.md").text
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/Migration/Specs/Tracks/pages.yaml")
    #expect(page.contains("```yaml\n\(try String(contentsOf: file, encoding: .utf8))```"))
  }

  @Test func createsAClient() {
    let client = Client(server: .production, token: .bearer(token))
    #expect(!"\(client)".contains("secret"))
  }

  @Test func sendsParameters() async throws {
    stubs.on(TracksListTracksRequest.self, .json(#"{"items": [\#(Self.track)]}"#))
    stubs.on(TracksGetTrackRequest(trackID: "7"), .json(Self.track))
    let page = try await client.tracks.listTracks(genre: .jazz, limit: 20, acceptLanguage: "de")
    let track = try await client.tracks.getTrack(trackID: "7")
    #expect(page.items == [track])
    #expect(track.genre == Genre(rawValue: "bebop"))
    let error = await #expect(throws: APIError.self) { try await client.tracks.listTracks(limit: 200) }
    #expect("\(try #require(error))".contains("100"))
  }

  @Test func readsSeveralResponses() async throws {
    stubs.on(TracksCreateTrackRequest.self, .json(Self.track, status: 201))
    switch try await client.tracks.createTrack(payload: NewTrack(title: "Blue", genre: .jazz)) {
    case .created(let track): print(track.title)
    case .accepted(let job): print(job.id)
    }
  }

  @Test func readsFailures() async throws {
    stubs.on(TracksGetTrackRequest.self, .json(#"{"code": "none", "message": "No."}"#, status: 404))
    do {
      print(try await client.tracks.getTrack(trackID: "7").title)
    } catch let error as APIError where error.status == .notFound {
      print(error.body(as: Problem.self)?.message ?? "There is no such track.")
    }
  }

  struct Language: APIMiddleware {
    func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
      var request = request
      request.httpRequest.headerFields[.acceptLanguage] = "de"
      return try await next(request)
    }
  }

  @Test func hasMiddleware() {
    let configuration = ClientConfiguration(middleware: [Language()] + Client.middleware)
    #expect(configuration.middleware?.count == Client.middleware.count + 1)
  }

  @Test func changesCredentials() {
    let otherToken = "other"
    let other = client.with(token: .bearer(otherToken))
    #expect(!"\(other)".contains("other"))
  }

  @Test func readsEvents() async throws {
    stubs.on(TracksFollowLyricsRequest.self, .stream(["data: {\"text\": \"la\"}\n\n"]))
    for try await line in try await client.tracks.followLyrics(trackID: "7") {
      print(line.text)
    }
  }

  @Test func sendsFiles() async throws {
    stubs.on(TracksUploadCoverRequest.self, .status(204))
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("cover-\(UUID().uuidString).png")
    try Data([1, 2, 3]).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await client.tracks.uploadCover(trackID: "7", image: FilePart(contentsOf: file), caption: "Front")
  }

  struct AudioRequest: APIRequest {
    typealias Response = ByteStream
    var trackID: String

    static let endpoint = Endpoint<Self>("audio", .get, "tracks/{track-id}/audio", response: .stream) {
      $0.path("track-id", \.trackID)
    }
  }

  @Test func downloads() async throws {
    stubs.on(TracksDownloadAudioRequest.self, .body([1, 2, 3], type: "audio/flac"))
    let audio = try await client.tracks.downloadAudio(trackID: "7")
    #expect(audio == [1, 2, 3])
  }

  @Test func downloadsToAFile() async throws {
    stubs.on(AudioRequest.self, .body([1, 2, 3], type: "audio/flac"))
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("audio-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let download = try await client.download(AudioRequest(trackID: "7"), to: file)
    #expect(download.size == 3)
  }

  @Test func readsAllPages() async throws {
    stubs.on(
      TracksListTracksRequest.self, .json(#"{"items": [\#(Self.track)], "next_cursor": "b"}"#),
      .json(#"{"items": []}"#))
    for try await track in client.items(TracksListTracksRequest(genre: .jazz), in: \.items) {
      print(track.title)
    }
  }
}
