import FlyingFox
import Foundation

/// A small HTTP server on the loopback that answers as the real service would. It knows one application, `demo`.
public struct StandInService {
  public let url: String
  private let server: HTTPServer
  private let running: Task<Void, any Error>

  /// Starts the server.
  ///
  /// - Parameter recordings: A folder with recorded responses, `wot_account_list.json` and `wot_account_info.json`.
  public init(recordings: String?) async throws {
    let found = try Self.response("wot_account_list.json", in: recordings) ?? Data(inventedMatches.utf8)
    let players = try Self.response("wot_account_info.json", in: recordings) ?? Data(inventedPlayers.utf8)
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    await server.appendRoute("GET /wot/account/list/") { request in
      let application = request.query["application_id"] ?? ""
      return Self.json(application == "demo" ? found : Self.refusal(of: application))
    }
    await server.appendRoute("GET /wot/account/info/") { _ in Self.json(players) }
    let running = Task { try await server.run() }
    try await server.waitUntilListening(timeout: 120)
    guard case .ip4(_, let port)? = await server.listeningAddress else {
      throw CocoaError(.featureUnsupported)
    }
    self.server = server
    self.running = running
    url = "http://127.0.0.1:\(port)/"
  }

  /// Stops the server.
  public func stop() async {
    await server.stop(timeout: 0)
    running.cancel()
  }

  private static func refusal(of application: String) -> Data {
    let error: [String: Any] = [
      "field": "application_id", "message": "INVALID_APPLICATION_ID", "code": 407, "value": application,
    ]
    let response: [String: Any] = ["status": "error", "error": error]
    return (try? JSONSerialization.data(withJSONObject: response)) ?? Data()
  }

  private static func response(_ name: String, in folder: String?) throws -> Data? {
    guard let folder else { return nil }
    return try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name))
  }

  private static func json(_ body: Data) -> HTTPResponse {
    let headers: HTTPHeaders = [.contentType: "application/json; charset=utf-8"]
    return HTTPResponse(statusCode: .ok, headers: headers, body: body)
  }
}

private let inventedMatches = """
  {"status": "ok", "meta": {"count": 2}, "data": [
    {"nickname": "Garden_Gnome", "account_id": 1001}, {"nickname": "Gargoyle_of_Doom", "account_id": 1002}]}
  """

private let inventedPlayers = """
  {"status": "ok", "meta": {"count": 2}, "data": {"1001": null, "1002": null}}
  """
