import HTTPTypes
import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting
import WOT

extension PlayerMatch {
  var initial: String { String(nickname.prefix(1)).uppercased() }
}

extension PlayerMatch: Identifiable {
  public var id: AccountID { accountID }
}

extension SearchPlayersRequest {
  init(exactly nicknames: [String]) {
    self.init(search: nicknames.joined(separator: ","), type: .exact)
  }
}

struct AppVersion: APIMiddleware {
  var version: String

  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    var request = request
    request.httpRequest.headerFields[.userAgent] = "App/\(version)"
    return try await next(request)
  }
}

struct ServerStatusRequest: APIRequest {
  typealias Response = [String: JSON]
  typealias ServiceEnvelope = Envelope

  var game: String?

  static let endpoint = Endpoint<Self>("serverStatus", .get, "servers/info/", response: .json()) {
    $0.query("game", \.game)
  }
}

extension Client {
  func serverStatus(game: String? = nil) async throws -> [String: JSON] {
    try await send(ServerStatusRequest(game: game))
  }
}

/// The code of `docs/your-code.md`, word for word; protocols are in `WhatYouImplementPageTests`.
@Suite struct YourCodePageTests {
  @Test func thePageIsCompiled() throws {
    let page = try PageCode(
      "your-code.md", without: ["Responses of your own endpoints", "What you can implement"])
    #expect(page.blocks.count == 7)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func models() {
    let player = PlayerMatch(accountID: 7, nickname: "gar")
    #expect(player.initial == "G")
    #expect(player.id == 7)
    let search = SearchPlayersRequest(exactly: ["gar", "zap"])
    #expect(search == SearchPlayersRequest(search: "gar,zap", type: .exact))
  }

  /// Answers with the agent and the path that it was asked with.
  private struct Mirror: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let agent = request.headerFields[.userAgent] ?? ""
      let data = #"{"agent": "\#(agent)", "path": "\#(request.path ?? "")"}"#
      return TransportResponse(
        response: HTTPResponse(status: .ok), body: Array(#"{"status": "ok", "data": \#(data)}"#.utf8))
    }
  }

  @Test func ownEndpointAndMiddleware() async throws {
    var mirrored = ClientConfiguration(middleware: [AppVersion(version: "1.0")])
    do {
      let configuration = ClientConfiguration(middleware: [AppVersion(version: "1.0")] + Client.middleware)
      #expect(configuration.middleware?.first is AppVersion)
    }
    mirrored.transport = Mirror()
    let client = Client(server: .eu, applicationID: "demo", configuration: mirrored)
    let status = try await client.serverStatus(game: "wot")
    #expect(status["agent"] == "App/1.0")
    #expect(status["path"] == "/wot/servers/info/?game=wot&application_id=demo")
  }
}
