import FlyingFox
import Foundation
import Testing
import WOT

import struct WGNAPIRuntime.ClientConfiguration
import struct WGNAPIRuntime.JSONDecoding

/// Runs a client, as strict as can be, against a server on the loopback that always gives the same answer.
func withServer(answering bytes: [UInt8], _ body: (Client) async throws -> Void) async throws {
  let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
  await server.appendRoute("*") { _ in
    let headers: HTTPHeaders = [.contentType: "application/json; charset=utf-8"]
    return HTTPResponse(statusCode: .ok, headers: headers, body: Data(bytes))
  }
  let running = Task { try await server.run() }
  defer { running.cancel() }
  try await server.waitUntilListening(timeout: 120)
  guard case .ip4(_, let port) = await server.listeningAddress else {
    Issue.record("the server listens at no address")
    return
  }
  let strict = ClientConfiguration(decoding: JSONDecoding(unknownKeys: .reject, validation: .strict))
  let client = Client(
    server: Server(url: "http://127.0.0.1:\(port)/", like: .eu), applicationID: "demo", configuration: strict)
  try await body(client)
  await server.stop(timeout: 0)
}
