import Foundation
import HTTPTypes
import Testing
import WGNAPIRuntime

/// The configuration of a client that always gets this response, and reads it as strictly as can be.
func answering(_ payload: String, meta: String = "null") -> ClientConfiguration {
  answering(Array(#"{"status":"ok","meta":\#(meta),"data":\#(payload)}"#.utf8))
}

func answering(_ body: [UInt8]) -> ClientConfiguration {
  ClientConfiguration(
    transport: Canned(body: body), decoding: JSONDecoding(unknownKeys: .reject, validation: .strict))
}

private struct Canned: HTTPTransport {
  let body: [UInt8]

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    TransportResponse(response: HTTPResponse(status: .ok), body: self.body)
  }
}

/// Checks that a value that was read is written as the same JSON.
func expectSame(_ value: some JSONValue, _ text: String) throws {
  #expect(try JSON(parsing: value.encoded()) == JSON(parsing: Array(text.utf8)))
}
