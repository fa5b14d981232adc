import HTTPTypes
import TestSupport
import Testing
import WGNAPICache
import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIRuntime

@Suite(.timeLimit(.minutes(15))) struct RedirectTests {
  /// Redirects everything but `/moved` to `target`.
  private func server(
    _ target: String, status: Int = 302, body: String = ""
  ) throws -> MisbehavingServer {
    try MisbehavingServer { request in
      request.target == "/moved"
        ? [.response("\(request.method) \(request.body.count)")]
        : [.response(body, status: "\(status) Moved", fields: ["Location: \(target)"])]
    }
  }

  @Test(arguments: ["/moved", "moved", "./x/../moved", "/moved#part"]) func toTheSameHost(
    target: String
  ) async throws {
    for kind in AnyTransport.allCases {
      let server = try server(target)
      let transport = kind.transport
      #expect(try await transport.send(to: server.server).text == "GET 0", "\(kind)")
      let options = TransportOptions(timeout: .seconds(120), redirects: .none)
      let response = try await transport.send(to: server.server, options: options)
      #expect(response.response.status.code == 302)
      #expect(response.response.headerFields[.location] == target)
    }
  }

  @Test(arguments: AnyTransport.sturdy) func byWholeURLAndWithUserInfo(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      let host = request.fields["host"] ?? ""
      return request.target == "/moved?a=b"
        ? [.response("{}")]
        : [.response("", status: "302 Moved", fields: ["Location: HTTP://me:secret@\(host)/moved?a=b#c"])]
    }
    let response = try await kind.transport.send(
      to: server.server, fields: [.authorization: "Bearer t0ken"])
    #expect(response.text == "{}")
    #expect(server.requests.map { $0.fields["authorization"] } == ["Bearer t0ken", "Bearer t0ken"])
    #expect(Set(server.requests.map(\.connection)).count == 1)
  }

  /// RFC 9110, section 15.4.
  @Test(
    arguments: [
      (301, "GET", "GET 0"), (302, "GET", "GET 0"), (303, "GET", "GET 0"), (307, "GET", "GET 0"),
      (308, "GET", "GET 0"), (301, "POST", "GET 0"), (302, "POST", "GET 0"), (303, "POST", "GET 0"),
      (307, "POST", "POST 4"), (308, "POST", "POST 4"), (301, "PUT", "PUT 4"), (303, "PUT", "GET 0"),
    ], AnyTransport.sturdy) func methodsAndBodies(
      redirect: (status: Int, method: String, arrived: String), kind: AnyTransport
    ) async throws
  {
    let (status, method, arrived) = redirect
    let server = try server("/moved", status: status)
    let body = method == "GET" ? [] : Array("body".utf8)
    let response = try await kind.transport.send(
      HTTPRequest.Method(method) ?? .get, to: server.server, fields: [.contentType: "text/plain"],
      body: body)
    #expect(response.text == arrived)
    if arrived == "GET 0", method != "GET" {
      #expect(server.requests.last?.fields["content-type"] == nil)
      #expect(server.requests.last?.fields["content-length"] == nil)
    }
  }

  @Test(arguments: AnyTransport.sturdy) func aHeadStaysAHead(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      request.target == "/moved"
        ? [.text("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n")]
        : [.text("HTTP/1.1 303 See Other\r\nLocation: /moved\r\nContent-Length: 5\r\n\r\n")]
    }
    let response = try await kind.transport.send(.head, to: server.server)
    #expect(response.response.status.code == 200)
    #expect(server.requests.map(\.method) == ["HEAD", "HEAD"])
  }

  @Test(arguments: AnyTransport.allCases) func fiveInARow(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      let number = Int(request.target.dropFirst()) ?? 0
      return number == 0
        ? [.response("{}")] : [.response("", status: "302 Found", fields: ["Location: /\(number - 1)"])]
    }
    #expect(try await kind.transport.send(to: server.server, path: "/5").text == "{}")
    let error = try await failure { try await kind.transport.send(to: server.server, path: "/6") }
    #expect(error == .redirected(to: "http://127.0.0.1:\(server.port)/0"))
  }

  /// A cache must know of them: a response is kept no longer than they allow.
  @Test(arguments: AnyTransport.allCases) func theyAreTold(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      switch request.target {
      case "/a":
        [.response("", status: "301 Moved", fields: ["Location: /b", "Cache-Control: max-age=60"])]
      case "/b": [.response("", status: "307 Moved", fields: ["Location: /c", "Cache-Control: no-store"])]
      default: [.response("{}", fields: ["Cache-Control: max-age=3600"])]
      }
    }
    let response = try await kind.transport.send(to: server.server, path: "/a")
    #expect(response.redirects.map(\.status.code) == [301, 307])
    #expect(response.redirects.map { $0.headerFields[.cacheControl] } == ["max-age=60", "no-store"])
    #expect(response.redirects.map { $0.headerFields[.location] } == ["/b", "/c"])
    #expect(response.response.headerFields[.cacheControl] == "max-age=3600")
    #expect(try await kind.transport.send(to: server.server, path: "/c").redirects.isEmpty)
  }

  @Test(arguments: AnyTransport.allCases) func aResponseIsKeptNoLongerThanTheyAllow(
    kind: AnyTransport
  ) async throws {
    for (redirect, count) in [
      ("301 Moved", 2), ("307 Temporary", 4), ("308 Moved\r\nCache-Control: no-store", 4),
    ] {
      let server = try MisbehavingServer { request in
        request.target == "/moved"
          ? [.response("{}", fields: ["Cache-Control: max-age=3600"])]
          : [.response("", status: redirect, fields: ["Location: /moved"])]
      }
      let client = ThingClient(
        core: ClientCore(
          api: APIDescription(name: "things"), server: server.server, parameters: [],
          configuration: ClientConfiguration(
            transport: kind.transport, timeout: .seconds(120), middleware: [ResponseCache()])))
      for _ in 1...2 { _ = try await client.send(Thing()) }
      #expect(server.requests.count == count, "\(redirect)")
    }
  }

  /// A client's credentials stay with the host and port that they were sent to.
  @Test(arguments: AnyTransport.allCases, [307, 302]) func credentialsStay(
    kind: AnyTransport, status: Int
  ) async throws {
    let other = try MisbehavingServer { _ in [.response("{}")] }
    for host in ["127.0.0.1:\(other.port)", "localhost:\(other.port)"] {
      let server = try server("http://\(host)/there", status: status)
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
            server: server.server, credentials: ["key": .key("s3cret-key")],
            configuration: ClientConfiguration(
              transport: kind.transport, timeout: .seconds(120), middleware: [])))
        let error = await #expect(throws: APIError.self) { _ = try await client.send(Thing()) }
        guard case .redirected? = error?.kind else {
          Issue.record("\(kind): \(String(describing: error))")
          continue
        }
        let request = try #require(server.requests.last)
        #expect((request.target + request.lines.joined()).contains("s3cret-key"))
      }
    }
    #expect(other.requests.isEmpty)
  }

  /// On the same host, a redirected request is the same request.
  @Test(arguments: AnyTransport.allCases) func credentialsFollowOnTheSameHost(
    kind: AnyTransport
  ) async throws {
    let server = try server("/moved")
    let client = ThingClient(
      core: ClientCore(
        api: APIDescription(
          name: "things", credentials: [CredentialDescription("key", .bearer)], authentication: .all("key")),
        server: server.server, credentials: ["key": .bearer("s3cret-key")],
        configuration: ClientConfiguration(
          transport: kind.transport, timeout: .seconds(120), middleware: [])))
    _ = try await client.send(Thing())
    #expect(
      server.requests.map { $0.fields["authorization"] } == ["Bearer s3cret-key", "Bearer s3cret-key"])
  }

  private struct ThingClient: APIClient {
    let core: ClientCore
  }

  private struct Thing: APIRequest {
    typealias Response = [UInt8]
    static let endpoint = Endpoint<Self>("thing", .get, "thing", response: .bytes)
  }

  @Test(arguments: [301, 302, 303, 307, 308]) func toAnotherHost(status: Int) async throws {
    for kind in AnyTransport.allCases {
      let other = try MisbehavingServer { _ in [.response("{}")] }
      for host in [
        "127.0.0.1:\(other.port)", "localhost:\(other.port)", "me:secret@127.0.0.1:\(other.port)",
      ] {
        let server = try server("http://\(host)/there?application_id=secret#secret", status: status)
        let error = try await failure { try await kind.transport.send(to: server.server) }
        #expect(error == .redirected(to: "http://\(host.split(separator: "@").last ?? "")/there"))
      }
      #expect(other.requests.isEmpty)
    }
  }

  @Test(
    arguments: [
      "file:///etc/hosts", "mailto:someone", "ftp://127.0.0.1/", "https://127.0.0.1/", "//other/",
    ], AnyTransport.sturdy)
  func toWhereItIsNotFollowed(target: String, kind: AnyTransport) async throws {
    let server = try server(target)
    let error = try await failure { try await kind.transport.send(to: server.server) }
    guard case .redirected = error else { throw error }
    #expect(server.requests.count == 1)
  }

  @Test(arguments: AnyTransport.sturdy) func toNowhere(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      request.target == "/a"
        ? [.response("gone", status: "302 Found")]
        : [.response("gone", status: "302 Found", fields: ["Location: http://["])]
    }
    for path in ["/a", "/b"] {
      let response = try await kind.transport.send(to: server.server, path: path)
      #expect(response.response.status.code == 302)
      #expect(response.text == "gone")
    }
  }

  @Test(arguments: AnyTransport.sturdy) func aRedirectsBodyIsReadAndBounded(kind: AnyTransport) async throws {
    let small = try server("/moved", body: String(repeating: "x", count: 50_000))
    let transport = kind.transport
    #expect(try await transport.send(to: small.server, options: .limit(50_000)).text == "GET 0")
    #expect(Set(small.requests.map(\.connection)).count == 1)
    let error = try await failure { try await transport.send(to: small.server, options: .limit(49_999)) }
    #expect(error == .responseTooLarge(limit: 49_999))
    let endless = try MisbehavingServer { _ in
      [
        .text("HTTP/1.1 302 Found\r\nLocation: /moved\r\nConnection: close\r\n\r\n"),
        .flood([UInt8](repeating: 32, count: 1 << 16), times: 16_384),
      ]
    }
    let second = try await failure {
      try await transport.send(to: endless.server, options: .limit(1 << 20))
    }
    #expect(second == .responseTooLarge(limit: 1 << 20))
  }

  @Test(arguments: AnyTransport.sturdy) func timeIsForAllOfThem(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [.wait(milliseconds: 150), .response("", status: "302 Found", fields: ["Location: /again"])]
    }
    let error = try await failure {
      try await kind.transport.send(
        to: server.server, options: TransportOptions(timeout: .milliseconds(400)))
    }
    #expect(error == .timedOut)
  }
}
