import FlyingFox
import Foundation
import WGNAPIRuntime

/// Runs a FlyingFox server on a free port of 127.0.0.1 while `body` runs.
package func withLoopbackServer(
  _ respond: @escaping @Sendable (FlyingFox.HTTPRequest) async throws -> FlyingFox.HTTPResponse,
  _ body: (APIServer) async throws -> Void
) async throws {
  try checkServersAreAllowed()
  let server = HTTPServer(
    address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled, handler: ClosureHTTPHandler(respond))
  let running = Task { try await server.run() }
  do {
    try await server.waitUntilListening(timeout: 60)
    guard case .ip4(_, let port)? = await server.listeningAddress else { throw NoLoopbackServer() }
    try await body(APIServer("eu", "http://127.0.0.1:\(port)"))
  } catch {
    await stop(server, running)
    throw error
  }
  await stop(server, running)
}

private func stop(_ server: HTTPServer, _ running: Task<Void, any Error>) async {
  await server.stop(timeout: 0)
  running.cancel()
  _ = await running.result
}

package struct NoLoopbackServer: Error {}

extension FlyingFox.HTTPResponse {
  package static func json(_ text: String, status: HTTPStatusCode = .ok) -> Self {
    Self(statusCode: status, headers: [.contentType: "application/json"], body: Data(text.utf8))
  }

  package static func redirect(to target: String) -> Self {
    Self(statusCode: .found, headers: [.location: target], body: Data())
  }
}
