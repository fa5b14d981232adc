import HTTPTypes
import TestSupport
import Testing
import WGNAPICache
import WGNAPIPages
import WGNAPIRuntime
import WGNAPISchema
import WOT

/// The code of `docs/runtime.md`, word for word, and what its comments say of it; that of everyday tasks is in
/// `DailyWorkPageTests`.
@Suite struct RuntimePageTests {
  private static let found = #"{"status": "ok", "data": [{"account_id": 1001, "nickname": "Garden_Gnome"}]}"#
  private static let refused = #"""
    {"status": "error", "error":
     {"code": 407, "message": "NOT_ENOUGH_SEARCH_LENGTH", "field": "search", "value": "ga"}}
    """#

  /// Answers with a text.
  private struct Always: HTTPTransport {
    let json: String

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      TransportResponse(response: HTTPResponse(status: .ok), body: Array(json.utf8))
    }
  }

  private func client(_ json: String = Self.found) -> Client {
    Client(
      server: .eu, applicationID: "demo", language: .english,
      configuration: ClientConfiguration(transport: Always(json: json), middleware: []))
  }

  @Test func thePageIsCompiled() throws {
    let page = try PageCode("runtime.md", without: ["Everyday tasks"])
    #expect(page.blocks.count == 9)
    #expect(try page.blocksMissing(in: #filePath) == [])
    let transport = try PageCode("transports.md", section: "A transport with one response")
    #expect(transport.blocks.count == 1)
    #expect(try transport.blocksMissing(in: #filePath) == [])
  }

  // Compiled only: it would ask the real service.
  private func begin() async throws -> [PlayerMatch] {
    let client = Client(server: .eu, applicationID: "your application's", language: .english)
    let found = try await client.searchPlayers(search: "gar", limit: 10)
    return found
  }

  // Compiled only.
  private func standIn() {
    _ = Client(server: Server(url: "http://127.0.0.1:8080/", like: .eu), applicationID: "demo")
  }

  @Test func optionsOfAClient() async throws {
    let client = client()
    let offline = client.with(options: [.cache(.cacheOnly)])
    // It has no cache, and nothing else may answer.
    let error = await #expect(throws: APIError.self) { try await offline.searchPlayers(search: "gar") }
    #expect(error?.notSent(as: ResponseCache.Miss.self) != nil)
  }

  @Test func requests() async throws {
    let client = client()
    _ = try await client.searchPlayers(search: "gar")
    _ = try await client.send(SearchPlayersRequest(search: "gar"))

    let request = SearchPlayersRequest(search: "gar", limit: 10)
    let response = try await client.response(to: request, options: CallOptions(timeout: .seconds(5)))
    _ = response.value
    _ = response.envelope?.meta?.count
    _ = response.status
    _ = response.headers
    _ = response.violations
    _ = response.duration
    _ = response.origin
    _ = response.age
    #expect(response.status == 200 && response.origin == .network && response.value.count == 1)

    let composed = try client.httpRequest(for: request)
    print(composed)
    _ = composed.url
    _ = composed.body
    _ = try request.query
    #expect(
      "\(composed)" == "GET https://api.worldoftanks.eu/wot/account/list/?search=gar&limit=10"
        + "&application_id=<redacted>&language=en")
    #expect(try request.query.map { "\($0.name)=\($0.value)" } == ["search=gar", "limit=10"])

    _ = SearchPlayersRequest(search: "ga", limit: 1000).violations
    let violations = SearchPlayersRequest(search: "ga", limit: 1000).violations
    #expect(
      violations.map { "\($0.instanceLocation): \($0.message)" } == [
        "/search: shorter than 3 characters", "/limit: must not be greater than 100",
      ])
  }

  @Test func configurations() {
    _ = ClientConfiguration(
      decoding: JSONDecoding(unknownKeys: .report, unknownValues: .report, validation: .strict))
  }

  @Test func errors() async throws {
    let client = client(Self.refused)
    let text = "gar"
    var found: [PlayerMatch] = []
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }
    do {
      found = try await client.searchPlayers(search: text)
    } catch let error as APIError {
      switch error.code(as: ErrorCode.self) {
      case .notEnoughSearchLength?: show("Please write more.")
      case .requestLimitExceeded?: show("Please wait a moment.")
      case _?: show(error.failure?.message ?? "The service refused.")
      case nil: show("\(error)")
      }
    }
    #expect(found.isEmpty && shown == ["Please write more."])
  }

  @Test func transports() async throws {
    struct Canned: HTTPTransport {
      var json: String

      func send(
        _ request: HTTPRequest, body: [UInt8], options: TransportOptions
      ) async throws -> TransportResponse {
        TransportResponse(response: HTTPResponse(status: .ok), body: Array(json.utf8))
      }
    }

    let json = #"{"status": "ok", "data": [{"account_id": 1001, "nickname": "Garden_Gnome"}]}"#
    let configuration = ClientConfiguration(transport: Canned(json: json))
    let client = Client(server: .eu, applicationID: "demo", configuration: configuration)
    let found = try await client.searchPlayers(search: "gar")
    #expect(found.count == 1)
  }
}
