import HTTPTypes
import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPITransport

/// Redirects to other hosts, which often keep files: what they get, and which of them are followed.
@Suite(.timeLimit(.minutes(15))) struct OtherHostTests {
  private let options = TransportOptions(timeout: .seconds(120), redirects: .otherHosts)
  private let fields: HTTPFields = [
    .authorization: "Bearer secret", .cookie: "a=secret", .range: "bytes=1-", .accept: "image/png",
    .ifRange: "\"a\"", .userAgent: "test", HTTPField.Name("X-Api-Key")!: "secret",
    HTTPField.Name("Proxy-Authorization")!: "secret", .referer: "https://secret.example/",
  ]

  private static func redirect(to target: String, status: Int = 302) -> [MisbehavingServer.Step] {
    [.response("", status: "\(status) Found", fields: ["Location: \(target)"])]
  }

  private func requiresNoSecrets(_ requests: [MisbehavingServer.Request]) {
    for request in requests {
      #expect(!request.lines.contains { $0.contains("secret") }, "\(request.lines)")
      #expect(request.body.isEmpty)
    }
  }

  @Test(arguments: AnyTransport.allCases, [301, 302, 303, 307, 308])
  func theyGetNoSecrets(kind: AnyTransport, status: Int) async throws {
    let files = try MisbehavingServer { _ in [.response("file")] }
    let server = try MisbehavingServer { _ in
      Self.redirect(to: "http://localhost:\(files.port)/a?b=c", status: status)
    }
    let transport = kind.transport
    let response = try await transport.send(
      to: server.server, path: "/?key=secret", fields: fields, options: options)
    #expect(response.text == "file")
    #expect(response.redirects.map(\.status.code) == [status])
    let stream = try await transport.stream(to: server.server, fields: fields, options: options)
    #expect(try await stream.body.collected(upTo: 100) == Array("file".utf8))
    #expect(server.requests.allSatisfy { $0.fields["authorization"] == "Bearer secret" })
    #expect(files.requests.count == 2)
    requiresNoSecrets(files.requests)
    for request in files.requests {
      #expect(request.target == "/a?b=c")
      #expect(request.fields["host"] == "localhost:\(files.port)")
      #expect(request.fields["range"] == "bytes=1-")
      #expect(request.fields["if-range"] == "\"a\"")
      #expect(request.fields["accept"] == "image/png")
      #expect(request.fields["user-agent"] == "test")
    }
  }

  /// Not even on the way back, which another host has chosen.
  @Test(arguments: AnyTransport.allCases) func secretsDontComeBack(kind: AnyTransport) async throws {
    let home = Port()
    let files = try MisbehavingServer { request in
      switch request.target {
      case "/away": Self.redirect(to: "/within")
      case "/within": Self.redirect(to: "http://127.0.0.1:\(home.number)/home")
      default: [.response("lost")]
      }
    }
    let server = try MisbehavingServer { request in
      switch request.target {
      case "/": Self.redirect(to: "/here")
      case "/here": Self.redirect(to: "http://127.0.0.1:\(files.port)/away")
      default: [.response("home")]
      }
    }
    home.number = server.port
    let transport = kind.transport
    #expect(try await transport.send(to: server.server, fields: fields, options: options).text == "home")
    let stream = try await transport.stream(to: server.server, fields: fields, options: options)
    #expect(try await stream.body.collected(upTo: 100) == Array("home".utf8))
    requiresNoSecrets(files.requests + server.requests.filter { $0.target == "/home" })
    #expect(files.requests.map(\.target) == ["/away", "/within", "/away", "/within"])
    #expect(
      server.requests.filter { $0.fields["cookie"] == "a=secret" }.map(\.target) == [
        "/", "/here", "/", "/here",
      ])
  }

  @Test(arguments: AnyTransport.allCases) func loopsEnd(kind: AnyTransport) async throws {
    let home = Port()
    let files = try MisbehavingServer { _ in Self.redirect(to: "http://127.0.0.1:\(home.number)/") }
    let server = try MisbehavingServer { _ in Self.redirect(to: "http://127.0.0.1:\(files.port)/") }
    home.number = server.port
    let error = try await failure { try await kind.transport.send(to: server.server, options: options) }
    #expect(
      error == .redirected(to: "http://127.0.0.1:\(server.port)/")
        || error == .redirected(to: "http://127.0.0.1:\(files.port)/"))
    #expect(server.requests.count == 3)
    #expect(files.requests.count == 3)
  }

  @Test(arguments: AnyTransport.sturdy) func theirBodiesAreBounded(kind: AnyTransport) async throws {
    let files = try MisbehavingServer { _ in
      [
        .text("HTTP/1.1 302 Found\r\nLocation: /moved\r\nConnection: close\r\n\r\n"),
        .flood([UInt8](repeating: 32, count: 1 << 16), times: 16_384),
      ]
    }
    let server = try MisbehavingServer { _ in Self.redirect(to: "http://127.0.0.1:\(files.port)/") }
    var options = options
    options.responseSizeLimit = 1 << 20
    let error = try await failure { try await kind.transport.send(to: server.server, options: options) }
    #expect(error == .responseTooLarge(limit: 1 << 20))
  }

  /// A body may be secret, and only reading may be repeated elsewhere.
  @Test(arguments: AnyTransport.allCases) func onlyForReading(kind: AnyTransport) async throws {
    let files = try MisbehavingServer { _ in [.text("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n")] }
    for status in [302, 303, 307] {
      let server = try MisbehavingServer { _ in
        Self.redirect(to: "http://127.0.0.1:\(files.port)/a?b", status: status)
      }
      for method in [HTTPRequest.Method.post, .put, .delete, .patch] {
        let error = try await failure {
          try await kind.transport.send(method, to: server.server, body: [1], options: options)
        }
        #expect(error == .redirected(to: "http://127.0.0.1:\(files.port)/a"))
      }
      let error = try await failure { try await kind.transport.send(to: server.server) }
      #expect(error == .redirected(to: "http://127.0.0.1:\(files.port)/a"))
    }
    #expect(files.requests.isEmpty)
    let server = try MisbehavingServer { _ in
      [
        .text(
          "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:\(files.port)/\r\nContent-Length: 9\r\n\r\n")
      ]
    }
    let head = try await kind.transport.send(.head, to: server.server, fields: fields, options: options)
    #expect(head.response.status.code == 200)
    #expect(files.requests.map(\.method) == ["HEAD"])
    requiresNoSecrets(files.requests)
  }

  @Test(
    arguments: [
      "http://me@files.example/", "http://me:pass@files.example/", "ftp://files.example/",
      "file:///etc/hosts", "http:///a", "mailto:someone",
    ], AnyTransport.sturdy)
  func whereNoRequestGoes(target: String, kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in Self.redirect(to: target) }
    let error = try await failure { try await kind.transport.send(to: server.server, options: options) }
    guard case .redirected = error else { throw error }
    #expect(server.requests.count == 1)
  }

  #if AsyncHTTPClient
    @Test(arguments: AnyTransport.sturdy) func neverFromHTTPSToHTTP(kind: AnyTransport) async throws {
      let files = try MisbehavingServer { _ in [.response("file")] }
      let server = try MisbehavingServer { _ in Self.redirect(to: "http://127.0.0.1:\(files.port)/") }
      let relay = try await TLSRelay(to: server.port)
      let request = HTTPRequest(
        method: .get, scheme: "https", authority: "localhost:\(relay.port)", path: "/")
      let transport = try kind.trusting()
      let error = try await failure { try await transport.send(request, body: [], options: options) }
      #expect(error == .redirected(to: "http://127.0.0.1:\(files.port)/"))
      #expect(server.requests.count == 1)
      #expect(files.requests.isEmpty)
      // The reverse is fine, and so is another host with TLS.
      let secure = try await TLSRelay(to: files.port)
      for port in [server.port, UInt16(relay.port)] {
        let leading = try MisbehavingServer { _ in
          port == server.port
            ? Self.redirect(to: "https://localhost:\(secure.port)/")
            : Self.redirect(to: "https://localhost:\(relay.port)/")
        }
        let response = try? await transport.send(to: leading.server, fields: fields, options: options)
        #expect(response.map(\.text) == (port == server.port ? "file" : nil))
      }
      requiresNoSecrets(files.requests)
      #expect(files.requests.count == 1)
    }
  #endif

  /// A client's credentials and secret parameters, wherever a request has them.
  @Test(arguments: AnyTransport.allCases) func clientsSecrets(kind: AnyTransport) async throws {
    let files = try MisbehavingServer { _ in [.response("file")] }
    let server = try MisbehavingServer { _ in Self.redirect(to: "http://localhost:\(files.port)/") }
    let places: [CredentialDescription.Scheme] = [
      .bearer, .apiKey(.header("X-Key")), .apiKey(.query("key")), .apiKey(.cookie("key")),
      .apiKey(.path("key")),
    ]
    for (number, scheme) in places.enumerated() {
      let client = ThingClient(
        core: ClientCore(
          api: APIDescription(
            name: "things", basePath: number == 4 ? "{key}" : "",
            credentials: [CredentialDescription("key", scheme)], authentication: .all("key")),
          server: server.server,
          parameters: [ClientParameter("session", "a-secret-too", secret: true)],
          credentials: ["key": .key("secret-key")],
          configuration: ClientConfiguration(
            transport: kind.transport, timeout: .seconds(120), middleware: [])))
      let bytes = try await client.send(Thing(), options: CallOptions(redirects: .otherHosts))
      #expect(bytes == Array("file".utf8))
      let request = try #require(server.requests.last)
      #expect((request.target + request.lines.joined()).contains("secret-key"))
      #expect(request.target.contains("a-secret-too"))
      // Only for this call.
      await #expect(throws: APIError.self) { try await client.send(Thing()) }
    }
    #expect(files.requests.count == places.count)
    requiresNoSecrets(files.requests)
    #expect(files.requests.allSatisfy { $0.target == "/" })
  }

  private struct ThingClient: APIClient {
    let core: ClientCore
  }

  private struct Thing: APIRequest {
    typealias Response = [UInt8]
    static let endpoint = Endpoint<Self>("thing", .get, "thing", response: .bytes)
  }

  /// Without the network.
  @Test func theRules() throws {
    func next(_ source: String, _ target: String) throws -> OutgoingRequest? {
      let scheme = String(source.prefix { $0 != ":" })
      return try Redirect.next(
        after: OutgoingRequest(
          HTTPRequest(
            method: .get, scheme: scheme, authority: String(source.dropFirst(scheme.count + 3)), path: "/",
            headerFields: fields), body: []),
        status: 302, location: target, policy: .otherHosts, count: 0)
    }
    #expect(throws: TransportError.self) { try next("https://api.example", "http://files.example/") }
    #expect(throws: TransportError.self) { try next("https://api.example", "http://api.example/") }
    let other = try #require(try next("https://api.example", "https://files.example:444/x"))
    #expect(other.url == "https://files.example:444/x")
    #expect(other.head.headerFields.count == 4)
    #expect(try next("http://api.example", "https://[::1]:8443/?q#f")?.url == "https://[::1]:8443/?q")
    #expect(try next("http://api.example", "//files.example")?.url == "http://files.example/")
    // The same host gets everything, by whatever name of its port.
    #expect(try next("https://api.example", "https://API.example:443/x")?.head.headerFields == fields)
    #expect(try next("https://api.example", "https://api.example:8443/x")?.head.headerFields.count == 4)
    #expect(try next("https://api.example", "https://api.example.evil/x")?.head.headerFields.count == 4)
  }
}

/// The port of a server that another one leads back to.
private final class Port: @unchecked Sendable {
  // Unchecked: it is set before the first request.
  var number: UInt16 = 0
}
