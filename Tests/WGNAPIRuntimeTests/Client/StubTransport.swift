import HTTPTypes
import WGNAPIRuntime

/// Answers every request with the same response, or the same error.
struct StubTransport: HTTPTransport {
  let result: Result<TransportResponse, any Error>

  init(bytes: [UInt8]) {
    result = .success(TransportResponse(response: HTTPResponse(status: .ok), body: bytes))
  }

  init(_ body: String, status: Int = 200, type: String? = "application/json") {
    var fields = HTTPFields()
    fields[.contentType] = type
    result = .success(
      TransportResponse(
        response: HTTPResponse(status: .init(code: status), headerFields: fields), body: Array(body.utf8)))
  }

  init(failing error: any Error) { result = .failure(error) }

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    try result.get()
  }
}

extension PlayersClient {
  init(
    stub: StubTransport, server: APIServer = APIServer("eu", "https://api.example.eu"),
    decoding: JSONDecoding = JSONDecoding(validation: .report), observers: [ClientObserver] = []
  ) {
    self.init(
      server: server, applicationID: Self.secret,
      configuration: ClientConfiguration(transport: stub, decoding: decoding, observers: observers))
  }

  /// With characters that are spelled differently in URLs, JSON and HTML.
  static var secret: String { "s3cr+t/ID&\"42" }
}
