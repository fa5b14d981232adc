import FlyingFox
import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIURLSession

@Suite(.timeLimit(.minutes(15))) struct URLSessionTransportTests {
  private let request = SearchPlayers(search: "abc")

  private func client(_ server: APIServer, redirects: RedirectPolicy = .sameHost) -> PlayersClient {
    PlayersClient(
      server: server,
      configuration: ClientConfiguration(transport: URLSessionTransport(), redirects: redirects))
  }

  /// The error's kind, where `body` throws an ``APIError``.
  private func kind(_ body: () async throws -> some Any) async throws -> APIError.Kind {
    let error = await #expect(throws: APIError.self) { _ = try await body() }
    return try #require(error).kind
  }

  @Test func sendsAndReceives() async throws {
    try await withLoopbackServer { request in
      #expect(request.target.path() == "/wot/account/list/")
      #expect(request.query.map(\.name) == ["search", "application_id", "language"])
      #expect(request.query.map(\.value) == ["a+b ü", "demo-application-id", "en"])
      return .json(#"{"status":"ok","meta":{"count":1},"data":[{"account_id":7,"nickname":"Ann"}]}"#)
    } _: { server in
      let response = try await client(server).response(to: SearchPlayers(search: "a+b ü"))
      #expect(response.value == [FoundPlayer(accountID: 7, nickname: "Ann")])
      #expect(response.envelope?.meta?.count == 1)
      #expect(response.status == 200)
      #expect(response.headers[.contentType] == "application/json")
    }
  }

  @Test func sendsBodies() async throws {
    try await withLoopbackServer { request in
      let body = try await request.bodyData
      #expect(String(decoding: body, as: UTF8.self).hasPrefix("name=x%20y&application_id="))
      #expect(request.headers[.contentType] == "application/x-www-form-urlencoded")
      #expect(request.headers[.authorization] == "Bearer t0ken")
      return .json(#"{"status":"ok","data":{}}"#)
    } _: { server in
      try await client(server).send(Rename(name: "x y", token: "t0ken"))
    }
  }

  @Test func manyAtOnce() async throws {
    try await withLoopbackServer { request in
      let name = request.query["search"] ?? ""
      return .json(#"{"status":"ok","data":[{"account_id":7,"nickname":"\#(name)"}]}"#)
    } _: { server in
      let client = client(server)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<40 {
          group.addTask {
            let call = Task { try await client.send(SearchPlayers(search: "name\(index)")) }
            if index % 4 == 0 { call.cancel() }
            do {
              let players = try await call.value
              #expect(players.map(\.nickname) == ["name\(index)"])
            } catch is CancellationError {
              #expect(index % 4 == 0)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func anyStatusIsAResponse() async throws {
    try await withLoopbackServer { _ in
      HTTPResponse(
        statusCode: .internalServerError, headers: [.contentType: "text/html"],
        body: Data("<html>\n<h1>Oops</h1>\u{7}</html>".utf8))
    } _: { server in
      let error = await #expect(throws: APIError.self) { try await client(server).send(request) }
      #expect(error?.status == 500)
      guard case .httpStatus(let excerpt)? = error?.kind else { throw try #require(error) }
      #expect(excerpt == "<html> <h1>Oops</h1> </html>")
    }
  }

  @Test func slowResponsesTimeOut() async throws {
    try await withLoopbackServer { _ in
      try await Task.sleep(for: .seconds(20))
      return .json("{}")
    } _: { server in
      let kind = try await kind {
        try await client(server).send(request, options: CallOptions(timeout: .milliseconds(200)))
      }
      guard case .timedOut(.milliseconds(200)) = kind else { return #expect(Bool(false), "\(kind)") }
    }
  }

  @Test func cancellationEndsARequest() async throws {
    try await withLoopbackServer { _ in
      try await Task.sleep(for: .seconds(20))
      return .json("{}")
    } _: { server in
      let client = client(server)
      let task = Task { try await client.send(request) }
      try await Task.sleep(for: .milliseconds(100))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      let early = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await client.send(request)
      }
      await #expect(throws: CancellationError.self) { try await early.value }
    }
  }

  @Test func declaredLengthBeyondTheLimit() async throws {
    let large = Data(repeating: UInt8(ascii: "x"), count: 300_000)
    try await withLoopbackServer { _ in
      HTTPResponse(statusCode: .ok, body: large)
    } _: { server in
      let kind = try await kind {
        try await client(server).send(request, options: CallOptions(responseSizeLimit: 1000))
      }
      guard case .responseTooLarge(limit: 1000) = kind else { return #expect(Bool(false), "\(kind)") }
    }
  }

  @Test func undeclaredLengthBeyondTheLimit() async throws {
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: 20 << 20)
    let raw = try RawServer(answering: Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8) + body)
    let kind = try await kind {
      try await client(raw.server).send(request, options: CallOptions(responseSizeLimit: 1 << 20))
    }
    guard case .responseTooLarge = kind else { return #expect(Bool(false), "\(kind)") }
  }

  @Test func compressedBodies() async throws {
    // `{"status":"ok","data":[]}` by gzip.
    let body: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0x2A, 0x2E, 0x49, 0x2C,
      0x29, 0x2D, 0x56, 0xB2, 0x52, 0xCA, 0xCF, 0x56, 0xD2, 0x51, 0x4A, 0x49, 0x2C, 0x49, 0x54, 0xB2,
      0x8A, 0x8E, 0xAD, 0x05, 0x00, 0xDE, 0xC3, 0x27, 0x27, 0x19, 0x00, 0x00, 0x00,
    ]
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
    let raw = try RawServer(answering: Array(head.utf8) + body)
    let players = try await client(raw.server).send(request)
    #expect(players == [])
  }

  @Test func redirectsToAnotherHostAreNotFollowed() async throws {
    let visits = Visits()
    try await withLoopbackServer { _ in
      await visits.add()
      return .json(#"{"status":"ok","data":[]}"#)
    } _: { other in
      try await withLoopbackServer { request in
        let secret = request.query["application_id"] ?? ""
        return .redirect(to: "\(other.baseURL)/\(secret)/?application_id=\(secret)")
      } _: { server in
        let error = await #expect(throws: APIError.self) { try await client(server).send(request) }
        guard case .redirected(let target)? = error?.kind else { throw try #require(error) }
        #expect(target == "\(other.baseURL)/<redacted>/")
        #expect(await visits.count == 0)
      }
    }
  }

  @Test func redirectsToTheSameHostAreFollowed() async throws {
    try await withLoopbackServer { request in
      request.path == "/moved"
        ? .json(#"{"status":"ok","data":[]}"#)
        : .redirect(to: "/moved")
    } _: { server in
      let players = try await client(server).send(request)
      #expect(players == [])
      let error = await #expect(throws: APIError.self) {
        try await client(server, redirects: .none).send(request)
      }
      #expect(error?.status == 302)
    }
  }

  @Test func redirectsInACircleEnd() async throws {
    try await withLoopbackServer { _ in
      .redirect(to: "/again")
    } _: { server in
      let kind = try await kind { try await client(server).send(request) }
      guard case .redirected = kind else { return #expect(Bool(false), "\(kind)") }
    }
  }

  @Test func refusedConnection() async throws {
    // A port that was free a moment ago.
    let port = try RawServer(answering: [], connections: 0).port
    let kind = try await kind { try await client(APIServer("eu", "http://127.0.0.1:\(port)")).send(request) }
    guard case .transport(let failure) = kind else { return #expect(Bool(false), "\(kind)") }
    #expect(failure.reason == .cannotConnect)
  }

  // A head that breaks off isn't among them: FoundationNetworking stops the process there.
  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"status\":\"ok\",\"data\":[]}",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n19\r\n{\"status\":\"ok\",\"data\":[]}\r\n",
    "",
    "gibberish\r\n\r\n",
  ])
  func cutOffResponsesAreErrors(response: String) async throws {
    let raw = try RawServer(answering: Array(response.utf8), connections: 4)
    let kind = try await kind { try await client(raw.server).send(request) }
    switch kind {
    case .transport, .notJSON: break
    default: Issue.record("\(kind)")
    }
  }
}

private actor Visits {
  var count = 0
  func add() { count += 1 }
}
