import FlyingFox
import Foundation
import TestSupport
import WOT

import struct WGNAPIRuntime.ClientConfiguration
import struct WGNAPIRuntime.JSONDecoding

/// Runs a client, as strict as can be, against a server on the loopback that always gives the same response.
func withServer(answering bytes: [UInt8], _ body: (Client) async throws -> Void) async throws {
  try await withLoopbackServer { _ in
    let headers: HTTPHeaders = [.contentType: "application/json; charset=utf-8"]
    return HTTPResponse(statusCode: .ok, headers: headers, body: Data(bytes))
  } _: { server in
    let strict = ClientConfiguration(decoding: JSONDecoding(unknownKeys: .reject, validation: .strict))
    try await body(
      Client(server: Server(url: server.baseURL, like: .eu), applicationID: "demo", configuration: strict))
  }
}
