import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime
import WOT

/// Requests and responses as they should be.
@Suite(.timeLimit(.minutes(15))) struct ExchangeTests {
  @Test(arguments: AnyTransport.allCases) func clientsSayWhoTheyAre(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.response("{}")] }
    for userAgent in [nil, "tests/1"] {
      let client = Client(
        server: Server(url: server.server.baseURL, like: .eu), applicationID: "demo",
        configuration: ClientConfiguration(
          transport: kind.transport, userAgent: userAgent, middleware: []))
      _ = try? await client.searchPlayers(search: "gar")
    }
    let sent = server.requests.map { $0.fields["user-agent"] ?? "" }
    #expect(sent.count == 2 && sent.first?.hasPrefix("WOT wgnapi/") == true && sent.last == "tests/1")
  }

  @Test(arguments: AnyTransport.allCases) func aRequestArrivesAsItIs(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.response("{}", fields: ["X-Answer: yes"])] }
    let body = Array(UInt8.min...UInt8.max)
    let response = try await kind.transport.send(
      .post, to: server.server, path: "/a%20b/?x=1&y=%C3%BC",
      fields: [.authorization: "Bearer t0ken", .contentType: "application/octet-stream"], body: body)
    #expect(response.response.status.code == 200)
    #expect(HTTPField.Name("X-Answer").map { response.response.headerFields[$0] } == "yes")
    #expect(response.text == "{}")
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.target == "/a%20b/?x=1&y=%C3%BC")
    #expect(request.fields["host"] == "127.0.0.1:\(server.port)")
    #expect(request.fields["authorization"] == "Bearer t0ken")
    #expect(request.fields["content-type"] == "application/octet-stream")
    #expect(request.fields["content-length"] == "256")
    #expect(request.fields["accept-encoding"]?.contains("gzip") == true)
    #expect(request.body == body)
  }

  @Test(arguments: AnyTransport.sturdy) func fieldsOfSeveralValuesStayApart(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [.response("{}", fields: ["Set-Cookie: a=1", "Set-Cookie: b=2", "x-odd: \u{FC}"])]
    }
    var fields = HTTPFields()
    let name = try #require(HTTPField.Name("X-Many"))
    fields.append(HTTPField(name: name, value: "a"))
    fields.append(HTTPField(name: name, value: "b"))
    fields[.acceptEncoding] = "identity"
    let response = try await kind.transport.send(to: server.server, fields: fields)
    #expect(response.response.headerFields[values: .setCookie] == ["a=1", "b=2"])
    let lines = try #require(server.requests.first).lines
    #expect(lines.filter { $0.hasPrefix("X-Many") } == ["X-Many: a", "X-Many: b"])
    #expect(lines.filter { $0.lowercased().hasPrefix("accept-encoding") } == ["Accept-Encoding: identity"])
    #expect(lines.filter { $0.lowercased().hasPrefix("host:") }.count == 1)
    #expect(lines.allSatisfy { !$0.lowercased().hasPrefix("content-length") })
  }

  @Test(arguments: AnyTransport.sturdy) func aPostWithoutBodySaysSo(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.response("{}")] }
    _ = try await kind.transport.send(.post, to: server.server)
    #expect(server.requests.first?.fields["content-length"] == "0")
  }

  @Test(arguments: AnyTransport.allCases) func largeBodiesTravelBothWays(kind: AnyTransport) async throws {
    let text = String(repeating: "0123456789abcdef", count: 1 << 16)
    let server = try MisbehavingServer { request in
      [.response(String(decoding: request.body, as: UTF8.self))]
    }
    let response = try await kind.transport.send(.post, to: server.server, body: Array(text.utf8))
    #expect(response.body.count == 1 << 20)
    #expect(response.text == text)
  }

  @Test(arguments: AnyTransport.allCases) func bodiesThatDoNotCome(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      switch request.target {
      case "/head": [.text("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")]
      case "/304": [.text("HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\nContent-Length: 100000\r\n\r\n")]
      case "/204": [.text("HTTP/1.1 204 No Content\r\nContent-Length: 100000\r\n\r\n")]
      case "/205": [.text("HTTP/1.1 205 Reset Content\r\nContent-Length: 2\r\n\r\n{}")]
      default: [.response("{}")]
      }
    }
    let transport = kind.transport
    let head = try await transport.send(.head, to: server.server, path: "/head", options: .limit(100))
    #expect(head.response.status.code == 200 && head.body.isEmpty)
    #expect(head.response.headerFields[.contentLength] == "100000")
    let unchanged = try await transport.send(to: server.server, path: "/304", options: .limit(100))
    #expect(unchanged.response.status.code == 304 && unchanged.body.isEmpty)
    let empty = try await transport.send(to: server.server, path: "/204", options: .limit(100))
    #expect(empty.response.status.code == 204 && empty.body.isEmpty)
    let reset = try await transport.send(to: server.server, path: "/205")
    #expect(reset.response.status.code == 205 && reset.body.isEmpty)
    #expect(try await transport.send(to: server.server).text == "{}")
    if kind != .urlSession { #expect(Set(server.requests.map(\.connection)).count == 1) }
  }

  @Test(arguments: AnyTransport.allCases) func anyStatusIsAResponse(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      [
        .response(
          "oh", status: String(request.target.dropFirst()) + " Oh",
          fields: ["WWW-Authenticate: Basic realm=x"])
      ]
    }
    let transport = kind.transport
    for status in [200, 299, 400, 401, 404, 407, 418, 429, 500, 503, 599] {
      let response = try await transport.send(to: server.server, path: "/\(status)")
      #expect(response.response.status.code == status)
    }
  }

  @Test(arguments: AnyTransport.allCases) func manyAtOnce(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in [.response("response to \(request.target)")] }
    let transport = kind.transport
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<64 {
        group.addTask {
          for round in 0..<10 {
            let path = "/\(task)/\(round)"
            let response = try await transport.send(to: server.server, path: path)
            #expect(response.text == "response to \(path)")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(server.requests.count == 640)
    if kind != .urlSession { #expect(Set(server.requests.map(\.connection)).count <= 16) }
  }

  @Test(arguments: AnyTransport.allCases) func chunksAreJoined(kind: AnyTransport) async throws {
    // So many that a recursion for each would be noticed.
    let server = try MisbehavingServer { _ in
      [
        .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\n{\"a\":\r\n"),
        .wait(milliseconds: 10),
        .flood(Array("1\r\n \r\n".utf8), times: 20_000), .text("2\r\n1}\r\n0\r\n\r\n"),
      ]
    }
    let response = try await kind.transport.send(to: server.server)
    #expect(response.body.count == 20_007)
    #expect(response.text.hasPrefix("{\"a\":  ") && response.text.hasSuffix(" 1}"))
  }

  // FoundationNetworking stops the process here.
  @Test(arguments: AnyTransport.sturdy) func trailersAreLeftOut(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [
        .text(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n"
        )
      ]
    }
    let transport = kind.transport
    for _ in 0..<3 {
      let response = try await transport.send(to: server.server)
      #expect(response.text == "{}")
      #expect(HTTPField.Name("X-Sum").map { response.response.headerFields[$0] == nil } == true)
    }
    #expect(Set(server.requests.map(\.connection)).count == 1)
  }
}
