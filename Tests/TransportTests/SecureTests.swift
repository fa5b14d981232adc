#if AsyncHTTPClient
  import HTTPTypes
  import TestSupport
  import Testing
  import WGNAPIRuntime

  /// Over TLS.
  @Suite(.timeLimit(.minutes(15))) struct SecureTests {
    private func request(
      _ method: HTTPRequest.Method = .get, host: String = "localhost", port: Int, path: String = "/"
    ) -> HTTPRequest {
      HTTPRequest(method: method, scheme: "https", authority: "\(host):\(port)", path: path)
    }

    @Test(arguments: AnyTransport.sturdy) func requestsAndResponsesTravel(kind: AnyTransport) async throws {
      let server = try MisbehavingServer { request in
        [.response(String(repeating: "\(request.body.count) ", count: 100_000))]
      }
      let relay = try await TLSRelay(to: server.port)
      let transport = try kind.trusting()
      for size in [0, 1, 300_000] {
        let body = [UInt8](repeating: 120, count: size)
        let response = try await transport.send(
          request(.post, port: relay.port), body: body, options: .patient)
        #expect(response.text == String(repeating: "\(size) ", count: 100_000))
      }
      #expect(Set(server.requests.map(\.connection)).count == 1)
      let error = try await failure {
        try await transport.send(request(port: relay.port), body: [], options: .limit(1_000))
      }
      #expect(error == .responseTooLarge(limit: 1_000))
    }

    @Test(arguments: AnyTransport.allCases) func untrustedServersReceiveNothing(kind: AnyTransport)
      async throws
    {
      let server = try MisbehavingServer { _ in [.response("{}")] }
      let relay = try await TLSRelay(to: server.port)
      let why = try await reason {
        try await kind.transport.send(request(port: relay.port, path: "/s3cret"), body: [], options: .patient)
      }
      #expect(why == .insecure)
      #expect(server.requests.isEmpty)
    }

    @Test(arguments: AnyTransport.sturdy) func aCertificateOfAnotherNameIsRefused(kind: AnyTransport)
      async throws
    {
      let server = try MisbehavingServer { _ in [.response("{}")] }
      let relay = try await TLSRelay(to: server.port)
      let error = try await failure {
        try await kind.trusting().send(
          request(host: "127.0.0.1", port: relay.port, path: "/s3cret"), body: [], options: .patient)
      }
      guard case .failed(let failure) = error else { throw error }
      #expect(failure.reason == .insecure)
      #expect(!"\(error)".contains("127.0.0.1") && !"\(error)".contains("s3cret"))
      #expect(server.requests.isEmpty)
    }

    @Test(arguments: AnyTransport.allCases) func aServerWithoutTLSIsRefused(kind: AnyTransport) async throws {
      let server = try RawServer(
        answering: Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8), connections: 4, waits: false,
        closes: false)
      let why = try await reason {
        try await kind.transport.send(request(port: Int(server.port)), body: [], options: .patient)
      }
      #expect(why == .insecure)
    }

    @Test(arguments: AnyTransport.allCases) func aHandshakeThatBreaksOffMayBeTriedAgain(kind: AnyTransport)
      async throws
    {
      let server = try RawServer(answering: [], connections: 4, waits: false)
      let why = try await reason {
        try await kind.transport.send(request(port: Int(server.port)), body: [], options: .patient)
      }
      #expect(why == .connectionLost)
    }

    @Test(arguments: AnyTransport.sturdy) func aHandshakeThatNeverEndsEndsInTime(kind: AnyTransport)
      async throws
    {
      let server = try MisbehavingServer { _ in [.wait(milliseconds: 60_000)] }
      let error = try await failure {
        try await kind.trusting().send(
          request(port: Int(server.port)), body: [],
          options: TransportOptions(timeout: .milliseconds(300)))
      }
      #expect(error == .timedOut)
    }

    /// Without TLS's closing message, it is unknown whether the server meant to end there (RFC 9112, section 9.8).
    @Test(arguments: [false, true], AnyTransport.sturdy) func aPossiblyTruncatedBodyIsAnError(
      cutsOff: Bool, kind: AnyTransport
    ) async throws {
      let server = try MisbehavingServer { request in
        request.target == "/length"
          ? [.text("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody"), .close]
          : [.text("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nbody"), .close]
      }
      let relay = try await TLSRelay(to: server.port, cutsOff: cutsOff)
      let transport = try kind.trusting()
      // What is complete by its length is complete.
      let complete = try await transport.send(
        request(port: relay.port, path: "/length"), body: [], options: .patient)
      #expect(complete.text == "body")
      let send = { @Sendable in
        try await transport.send(request(port: relay.port), body: [], options: .patient)
      }
      // libcurl doesn't tell the difference.
      if cutsOff, kind == .asyncHTTPClient {
        #expect(try await reason(send) == .connectionLost)
      } else {
        #expect(try await send().text == "body")
      }
    }

    @Test(arguments: [false, true], AnyTransport.sturdy) func aConnectionThatBreaksOffIsLost(
      cutsOff: Bool, kind: AnyTransport
    ) async throws {
      for text in ["", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody"] {
        let server = try MisbehavingServer { _ in [.text(text), .close] }
        let relay = try await TLSRelay(to: server.port, cutsOff: cutsOff)
        let why = try await reason {
          try await kind.trusting().send(request(port: relay.port), body: [], options: .patient)
        }
        #expect(why == .connectionLost, "\(text)")
      }
    }

    @Test(arguments: AnyTransport.sturdy) func redirectsStayWithTLS(kind: AnyTransport) async throws {
      let plain = try MisbehavingServer { _ in [.response("{}")] }
      let relayed = try MisbehavingServer { request in
        request.target == "/moved"
          ? [.response("moved")]
          : [.response("", status: "302 Found", fields: ["Location: \(request.target.dropFirst())"])]
      }
      let relay = try await TLSRelay(to: relayed.port)
      let transport = try kind.trusting()
      let same = try await transport.send(
        request(port: relay.port, path: "/https://localhost:\(relay.port)/moved"), body: [], options: .patient
      )
      #expect(same.text == "moved")
      let error = try await failure {
        try await transport.send(
          request(port: relay.port, path: "/http://localhost:\(plain.port)/"), body: [], options: .patient)
      }
      #expect(error == .redirected(to: "http://localhost:\(plain.port)/"))
      #expect(plain.requests.isEmpty)
    }

    @Test(arguments: AnyTransport.sturdy) func plainHTTPToItIsAnError(kind: AnyTransport) async throws {
      let server = try MisbehavingServer { _ in [.response("{}")] }
      let relay = try await TLSRelay(to: server.port)
      await #expect(throws: TransportError.self) {
        try await kind.transport.send(
          HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(relay.port)", path: "/"),
          body: [], options: .patient)
      }
      #expect(server.requests.isEmpty)
    }
  }
#endif
