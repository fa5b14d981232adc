import HTTPTypes
import WGNAPIRuntime

/// A transport that sends requests to a service on this machine instead of the real one.
struct StandIn: HTTPTransport {
  /// The host and port.
  let authority: String
  let transport: any HTTPTransport

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    var request = request
    request.scheme = "http"
    request.authority = authority
    return try await transport.send(request, body: body, options: options)
  }
}
