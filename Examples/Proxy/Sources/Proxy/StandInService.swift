import FlyingFox
import Foundation

/// A small server on the loopback that answers as the real service would, until it is told to fail.
actor StandInService {
  private let server: HTTPServer
  private var running: Task<Void, any Error>?
  private(set) var requests: [HTTPRequest] = []
  private var isDown = false

  init() throws {
    server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
  }

  /// Starts the server, and returns its URL.
  func start() async throws -> String {
    await server.appendRoute("*") { await self.answer($0) }
    running = Task { [server] in try await server.run() }
    try await server.waitUntilListening(timeout: 60)
    guard case .ip4(_, let port)? = await server.listeningAddress else {
      throw CocoaError(.featureUnsupported)
    }
    return "http://127.0.0.1:\(port)/"
  }

  func fail() { isDown = true }

  func stop() async {
    await server.stop(timeout: 0)
    running?.cancel()
  }

  private func answer(_ request: HTTPRequest) -> HTTPResponse {
    requests.append(request)
    guard !isDown else { return HTTPResponse(statusCode: .serviceUnavailable) }
    let headers: HTTPHeaders = [.contentType: "application/json; charset=utf-8"]
    let body =
      request.path == "/wot/account/list/"
      ? #"{"status": "ok", "meta": {"count": 1}, "data": [{"nickname": "Gargoyle", "account_id": 1002}]}"#
      : #"{"status": "ok", "meta": {"count": 1}, "data": {"1002": null}}"#
    return HTTPResponse(statusCode: .ok, headers: headers, body: Data(body.utf8))
  }
}
