#if AsyncHTTPClient && os(Linux)
  import Foundation
  import HTTPTypes
  import TestSupport
  import Testing
  import WGNAPIRuntime

  /// Proxies between `CurlTransport` and the server.
  @Suite(.timeLimit(.minutes(15))) struct CurlProxyTests {
    private func transport(_ proxy: String) throws -> CurlTransport {
      CurlTransport(
        configuration: CurlTransport.Configuration(
          certificateAuthorities: try TestCertificate.file, proxy: proxy))
    }

    @Test func overTLSAProxyHearsNothing() async throws {
      let server = try MisbehavingServer { request in
        [.response("{}", fields: ["X-Number: \(request.number)"])]
      }
      let relay = try await TLSRelay(to: server.port)
      let proxy = try await ConnectProxy(to: relay.port)
      let transport = try transport("http://me:pr0xy@127.0.0.1:\(proxy.port)")
      let (via, number) = (try #require(HTTPField.Name("Via")), try #require(HTTPField.Name("X-Number")))
      for count in 1...3 {
        let response = try await transport.send(
          HTTPRequest(
            method: .get, scheme: "https", authority: "localhost:\(relay.port)", path: "/s3cret",
            headerFields: [.authorization: "s3cret"]), body: [], options: .patient)
        #expect(response.text == "{}")
        // The head is the server's, and not the proxy's.
        #expect(response.response.headerFields[via] == nil)
        #expect(response.response.headerFields[number] == "\(count)")
      }
      #expect(proxy.heads.count == 1)
      let head = try #require(proxy.heads.first)
      #expect(head.hasPrefix("CONNECT localhost:\(relay.port) HTTP/1.1\r\n"))
      #expect(head.contains("Proxy-Authorization: Basic "))
      #expect(!head.contains("s3cret"))
      #expect(server.requests.allSatisfy { $0.fields["proxy-authorization"] == nil })
    }

    /// What a proxy is configured for isn't for the environment to say.
    @Test func aConfiguredProxyIsForAllRequests() async throws {
      setenv("no_proxy", "shop.invalid", 1)
      defer { unsetenv("no_proxy") }
      try await withoutTLSAProxyIsAskedInsteadOfTheServer()
    }

    @Test func withoutTLSAProxyIsAskedInsteadOfTheServer() async throws {
      let proxy = try MisbehavingServer { request in [.response(request.target)] }
      let request = HTTPRequest(method: .get, scheme: "http", authority: "shop.invalid", path: "/a?b=c")
      let response = try await transport("http://127.0.0.1:\(proxy.port)").send(
        request, body: [], options: .patient)
      #expect(response.text == "http://shop.invalid/a?b=c")
    }

    @Test(arguments: ["407 Proxy Authentication Required", "403 Forbidden", "502 Bad Gateway"])
    func aProxyThatDoesNotWantTo(status: String) async throws {
      let proxy = try MisbehavingServer { _ in [.response("no", status: status), .close] }
      let request = HTTPRequest(method: .get, scheme: "https", authority: "shop.invalid", path: "/s3cret")
      let error = try await failure {
        try await transport("http://me:pr0xy@127.0.0.1:\(proxy.port)").send(
          request, body: [], options: .patient)
      }
      guard case .failed(let failure) = error else { throw error }
      #expect(failure.reason == .cannotConnect)
      #expect(!"\(error)".contains("pr0xy") && !"\(error)".contains("s3cret") && !"\(error)".contains("shop"))
      #expect(proxy.requests.map(\.method) == ["CONNECT"])
    }

    /// libcurl reads it to its end, in one call.
    @Test(arguments: ["Content-Length: 999999999999", "Transfer-Encoding: chunked", "X-Y: z\r\nX-More: "])
    func aProxyThatHasNoEnd(field: String) async throws {
      let lines = field.hasPrefix("X-Y") ? "x\r\nX-More: " : "8\r\n12345678\r\n"
      let proxy = try MisbehavingServer { request in
        guard request.method == "CONNECT" else { return [.response("{}")] }
        return [
          .text(
            "HTTP/1.1 407 Proxy Authentication Required\r\n\(field)\(field.hasSuffix(" ") ? "" : "\r\n\r\n")"),
          .flood(Array(String(repeating: lines, count: 1_000).utf8), times: .max),
        ]
      }
      let transport = try transport("http://127.0.0.1:\(proxy.port)")
      let secure = HTTPRequest(method: .get, scheme: "https", authority: "shop.invalid", path: "/")
      let endless = Task {
        try await reason { try await transport.send(secure, body: [], options: .patient) }
      }
      while proxy.sentBytes < 1 << 16 { try await Task.sleep(for: .milliseconds(1)) }
      let request = HTTPRequest(method: .get, scheme: "http", authority: "shop.invalid", path: "/")
      #expect(try await transport.send(request, body: [], options: .patient).text == "{}")
      #expect(try await endless.value == .cannotConnect)
    }

    @Test func aProxyThatIsNotThere() async throws {
      let port = try RawServer(answering: [], connections: 0).port
      for scheme in ["http", "https"] {
        let why = try await reason {
          try await transport("http://127.0.0.1:\(port)").send(
            HTTPRequest(method: .get, scheme: scheme, authority: "shop.invalid", path: "/"), body: [],
            options: .patient)
        }
        #expect(why == .cannotConnect)
      }
      let unknown = try await reason {
        try await transport("http://nobody.invalid:3128").send(
          HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(port)", path: "/"), body: [],
          options: .patient)
      }
      #expect(unknown == .cannotConnect)
    }

    @Test func aConfigurationKeepsTheProxysPassword() {
      let configuration = CurlTransport.Configuration(proxy: "http://me:pr0xy@proxy.example")
      var dumped = ""
      dump(configuration, to: &dumped)
      #expect(!"\(configuration) \(String(reflecting: configuration)) \(dumped)".contains("pr0xy"))
    }
  }
#endif
