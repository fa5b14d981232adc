import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime

@Suite(.timeLimit(.minutes(15))) struct SecretTests {
  private let secret = "s3cret"

  private func texts(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value) \(String(reflecting: value)) \(dumped)"
  }

  @Test(arguments: AnyTransport.sturdy) func noErrorHoldsThem(kind: AnyTransport) async throws {
    let transport = kind.transport
    let field = try #require(HTTPField.Name("X-Secret"))
    let ends = [
      "", "s3cret", "HTTP/1.1 s3cret", "HTTP/1.1 200 OK\r\ns3cret\r\n\r\n",
      "HTTP/1.1 200 OK\r\nX: s3cret\r\nContent-Length: 5\r\n\r\ns3c",
      "HTTP/1.1 200 OK\r\nContent-Length: s3cret\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\ns3cret\r\n",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\ns3cret",
      "HTTP/1.1 302 Found\r\nLocation: http://s3cret@127.0.0.1:1/?s3cret#s3cret\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\ns3cret",
    ]
    for end in ends {
      let server = try MisbehavingServer { _ in [.text(end), .close] }
      let error = try await failure {
        try await transport.send(
          .post, to: server.server, path: "/s3cret/?key=s3cret", fields: [field: secret],
          body: Array(secret.utf8),
          options: .limit(1_000))
      }
      #expect(!texts(error).contains(secret), "\(error)")
      #expect(!texts(error).contains("127.0.0.1") || end.contains("302"), "\(error)")
    }
    for authority in [
      "s3cret.invalid", "s3cret:x", "", "127.0.0.1:\(try RawServer(answering: [], connections: 0).port)",
    ] {
      for scheme in ["http", "s3cret"] {
        let request = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/s3cret")
        let error = try await failure { try await transport.send(request, body: [], options: .patient) }
        #expect(!texts(error).contains(secret), "\(error)")
      }
    }
  }

  @Test(arguments: AnyTransport.sturdy) func theTransportShowsNothing(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.wait(milliseconds: 100), .response("{}")] }
    let transport = kind.transport
    let exchange = Task {
      try await transport.send(to: server.server, path: "/s3cret", fields: [.authorization: "s3cret"])
    }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(!texts(transport).contains(secret))
    _ = try await exchange.value
    #expect(!texts(transport).contains("127.0.0.1"))
  }
}
