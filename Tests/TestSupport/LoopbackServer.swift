import FlyingFox
import Foundation
import WGNAPIRuntime

/// Runs a FlyingFox server on a port of 127.0.0.1 while `body` runs; 0 is a free one.
package func withLoopbackServer(
  port: UInt16 = 0,
  _ respond: @escaping @Sendable (FlyingFox.HTTPRequest) async throws -> FlyingFox.HTTPResponse,
  _ body: (APIServer) async throws -> Void
) async throws {
  try checkServersAreAllowed()
  let server = HTTPServer(
    address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled, handler: ClosureHTTPHandler(respond))
  let running = Task { try await server.run() }
  do {
    try await server.waitUntilListening(timeout: 60)
    guard case .ip4(_, let port)? = await server.listeningAddress else { throw NoLoopbackServer() }
    sendBodiesAtOnce(port: port)
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

/// FlyingFox writes the head of a response and then its body, which the system holds back until the client acknowledges the
/// head, after 40 ms. Connections inherit the option that prevents this from the socket that listens, which FlyingFox keeps
/// to itself.
private func sendBodiesAtOnce(port: UInt16) {
  for file in Int32(3)..<4_096 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(file, $0, &length) }
    }
    guard result == 0, address.sin_family == AF_INET, address.sin_port == port.bigEndian else { continue }
    var isOn: Int32 = 1
    setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }
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
