import HTTPTypes
import TestSupport
import Testing
import WGNAPIPages
import WGNAPIRuntime

/// Requests that no transport can send as they are.
@Suite(.timeLimit(.minutes(15))) struct UnsendableRequestTests {
  /// Each library would read them differently.
  @Test(
    arguments: [
      ("ftp", "127.0.0.1", "/"), ("http+unix", "%2Ftmp%2Fsocket", "/"), ("", "127.0.0.1", "/"),
      ("http", "", "/"),
      ("http", "127.0.0.1:port", "/"), ("http", "127.0.0.1:99999", "/"), ("http", "me@127.0.0.1", "/"),
      ("http", "127.0.0.1", "path"), ("http", "127.0.0.1", ".example/"), ("http", "127.0.0.1", "/a b"),
      ("http", "127.0.0.1", "/a#b"), ("http", "127.0.0.1", "/\u{FC}"),
      ("http", "127.0.0.1", "/a\r\nHost: other"), ("http", "127.0.0.1\r\nX: y", "/"),
    ], AnyTransport.allCases)
  func requestsThatCannotBeSent(
    parts: (scheme: String, authority: String, path: String), kind: AnyTransport
  ) async throws {
    let request = HTTPRequest(
      method: .get, scheme: parts.scheme, authority: parts.authority, path: parts.path)
    let transport = kind.transport
    let sent = try await reason { try await transport.send(request, body: [], options: .patient) }
    #expect(sent == .invalidRequest)
    let error = await #expect(throws: TransportError.self) {
      try await transport.stream(request, body: .empty, options: .patient)
    }
    #expect(error?.reason == .invalidRequest)
  }

  /// HEAD and TRACE have no body (RFC 9110, sections 9.3.2 and 9.3.8), and no body has fewer than no bytes.
  @Test(arguments: AnyTransport.allCases) func bodiesThatCannotBeSent(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.response("{}")] }
    let transport = kind.transport
    for method in [HTTPRequest.Method.head, .trace] {
      let why = try await reason { try await transport.send(method, to: server.server, body: [1]) }
      #expect(why == .invalidRequest)
      let error = await #expect(throws: TransportError.self) {
        try await transport.stream(method, to: server.server, body: .bytes([1]))
      }
      #expect(error?.reason == .invalidRequest)
    }
    let negative = HTTPRequestBody.portions(AsyncStream<[UInt8]> { $0.finish() }, length: -1)
    let error = await #expect(throws: TransportError.self) {
      try await transport.stream(.post, to: server.server, body: negative)
    }
    #expect(error?.reason == .invalidRequest)
    #expect(server.requests.isEmpty)
  }
}
