#if AsyncHTTPClient
  import AsyncHTTPClient
  import HTTPTypes
  import TestSupport
  import Testing
  import WGNAPIAsyncHTTPClient
  import WGNAPIRetry
  import WGNAPIRuntime
  import WOT

  actor Counting: HTTPTransport {
    let base: any HTTPTransport
    var count = 0

    init(_ base: any HTTPTransport) { self.base = base }

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      count += 1
      return try await base.send(request, body: body, options: options)
    }
  }

  /// The code of `docs/transports.md`, word for word.
  @Suite(.timeLimit(.minutes(15))) struct TransportsPageTests {
    @Test func thePageIsCompiled() throws {
      let page = try PageCode("transports.md", without: ["A transport with one response"])
      #expect(page.blocks.count == 4)
      #expect(try page.blocksMissing(in: #filePath) == [])
    }

    #if os(Linux)
      @Test func onLinux() {
        let transport = CurlTransport(
          configuration: CurlTransport.Configuration(
            connectionsPerHost: 4, certificateAuthorities: "/etc/ssl/our-company.pem"))
        _ = transport
      }
    #endif

    @Test func aClient() {
      let transport = AsyncHTTPClientTransport()
      let configuration = ClientConfiguration(transport: transport)
      let client = Client(server: .eu, applicationID: "demo", configuration: configuration)
      _ = client
    }

    @Test func settings() async throws {
      var settings = HTTPClient.Configuration()
      settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
      let transport = AsyncHTTPClientTransport(configuration: settings)
      let server = try MisbehavingServer { _ in [.wait(milliseconds: 100), .response("{}")] }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<32 { group.addTask { _ = try? await transport.send(to: server.server) } }
      }
      #expect(Set(server.requests.map(\.connection)).count > 16)
    }

    /// A whole client, with its retries, against a server that fails first.
    @Test func clientsSendAgain() async throws {
      let server = try MisbehavingServer { request in
        let whole = #"{"status": "ok", "meta": {"count": 0}, "data": []}"#
        switch request.number {
        case 1: return [.text("HTTP/1.1 200 OK\r\nContent-Le"), .close]
        case 2: return [.response(String(whole.prefix(20)), length: whole.utf8.count), .close]
        default: return [.response(whole), .close]
        }
      }
      let counting = Counting(AsyncHTTPClientTransport())
      let client = Client(
        server: Server(url: "\(server.server.baseURL)/", like: .eu), applicationID: "demo",
        configuration: ClientConfiguration(
          transport: counting, middleware: .standard(retry: Retry(baseDelay: .milliseconds(5)))))
      #expect(try await client.searchPlayers(search: "gar").isEmpty)
      #expect(await counting.count == 3)
    }
  }
#endif
