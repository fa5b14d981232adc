import Foundation
import TestSupport
import Testing
import WGNAPICache
import WGNAPILimits
import WGNAPIRetry
import WGNAPIRuntime

/// A client with all its middlewares against a server that misbehaves in every way that servers have.
@Suite(.timeLimit(.minutes(15))) struct MisbehavingServerTests {
  private let secret = "s3cret-application-id"
  private let request = SearchPlayers(search: "gar")

  private func client(
    _ server: APIServer, cache: ResponseCache = ResponseCache(staleIfError: .seconds(60)),
    timeout: Duration = .seconds(120), limit: Int = 1 << 20
  ) -> PlayersClient {
    PlayersClient(
      server: server, applicationID: secret,
      configuration: ClientConfiguration(
        timeout: timeout, responseSizeLimit: limit,
        middleware: .standard(cache: cache, retry: Retry(baseDelay: .milliseconds(5)), limiter: RateLimiter())
      ))
  }

  private func failure(_ server: MisbehavingServer, _ options: CallOptions = CallOptions()) async throws
    -> APIError
  {
    let error = await #expect(throws: APIError.self) {
      try await client(server.server).send(request, options: options)
    }
    let found = try #require(error)
    #expect(!"\(found)".contains(secret))
    return found
  }

  @Test func aSlowServerTimesOutAtEachAttempt() async throws {
    let server = try MisbehavingServer { _ in
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12"), .wait(milliseconds: 3_000), .close]
    }
    let error = try await failure(server, CallOptions(timeout: .milliseconds(300)))
    guard case .timedOut(after: .milliseconds(300)) = error.kind else { throw error }
    // The endpoint allows two attempts.
    #expect(error.attempt == 2)
  }

  /// The server refuses the first request, carries out the second, and closes the connection without a response.
  @Test func whatWasRefusedIsSentAgainAndWhatWasLostIsNot() async throws {
    let server = try MisbehavingServer { request in
      request.number == 1
        ? [.response("", status: "429 Too Many Requests", fields: ["Retry-After: 0"])] : [.close]
    }
    let error = await #expect(throws: APIError.self) {
      try await client(server.server).send(
        Rename(name: "Gnome", token: "t"),
        options: CallOptions(policies: [.retry(idempotent: false, attempts: 5)]))
    }
    guard case .transport? = error?.kind else { throw try #require(error) }
    #expect(error?.attempt == 2)
    #expect(server.requests.map(\.method) == ["POST", "POST"])
  }

  @Test(arguments: [10, 40]) func aBodyThatIsCutOffIsAskedForAgain(length: Int) async throws {
    let whole = #"{"status": "ok", "data": [{"account_id": 7, "nickname": "P7"}]}"#
    let server = try MisbehavingServer { request in
      guard request.number == 1 else { return [.player(7)] }
      return [.response(String(whole.prefix(length)), length: whole.utf8.count), .close]
    }
    let response = try await client(server.server).response(to: request)
    #expect(response.value.first?.nickname == "P7")
    #expect(response.origin == .network)
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [1, 20, 60]) func aBodyWithoutLengthThatIsCutOffIsAskedForAgain(length: Int) async throws {
    let whole = #"{"status": "ok", "data": [{"account_id": 7, "nickname": "P7"}]}"#
    let server = try MisbehavingServer { request in
      guard request.number == 1 else { return [.player(7)] }
      return [.text("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + whole.prefix(length)), .close]
    }
    #expect(try await client(server.server).send(request).first?.nickname == "P7")
    #expect(server.requests.count == 2)
  }

  // What FoundationNetworking would stop the process at.
  @Test func aHeadThatBreaksOffIsAskedForAgainAndTrailersAreLeftOut() async throws {
    let whole = #"{"status": "ok", "data": [{"account_id": 7, "nickname": "P7"}]}"#
    let size = String(whole.utf8.count, radix: 16)
    let server = try MisbehavingServer { request in
      let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
      return request.number == 1
        ? [.text(head), .close] : [.text("\(head)\r\n\(size)\r\n\(whole)\r\n0\r\nX-Sum: 1\r\n\r\n")]
    }
    let response = try await client(server.server).response(to: request)
    #expect(response.value.first?.nickname == "P7")
    #expect(server.requests.count == 2)
  }

  @Test func aBodyLongerThanItsLengthIsNotJSON() async throws {
    let server = try MisbehavingServer { _ in
      [.response(#"{"status": "ok", "data": []}"#, length: 20), .close]
    }
    let error = try await failure(server)
    guard case .incomplete = error.kind else { throw error }
  }

  @Test(arguments: ["[]", "<html>Bad gateway</html>", "", "{\"status\": \"ok\", \"data\": 1}", "null"])
  func wrongJSONIsAnErrorThatSaysWhere(body: String) async throws {
    let server = try MisbehavingServer { _ in [.response(body)] }
    let error = try await failure(server)
    switch error.kind {
    case .decoding, .notJSON: break
    default: throw error
    }
    #expect(server.requests.count == 1)
  }

  @Test func aValidatorBringsA304() async throws {
    let server = try MisbehavingServer { request in
      request.fields["if-none-match"] == "\"v1\""
        ? [.text("HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\n\r\n")]
        : [.player(1, fields: ["ETag: \"v1\"", "Cache-Control: no-cache"])]
    }
    let client = client(server.server)
    #expect(try await client.response(to: request).origin == .network)
    let second = try await client.response(to: request)
    #expect(second.origin == .revalidated)
    #expect(second.value.first?.nickname == "P1")
    #expect(server.requests.count == 2)
  }

  #if os(Linux)
    /// What isn't UTF-8 comes back as it was (RFC 9110, section 8.8.3), after a renewal, too.
    @Test func aTagOfAnyBytesBringsA304() async throws {
      let tag: [UInt8] = [0x22, 0xE9, 0xFF, 0x22]
      let server = try MisbehavingServer { request in
        let isAsked = request.head.firstRange(of: Array("If-None-Match: ".utf8) + tag + [0x0D]) != nil
        let body = isAsked ? "" : #"{"status": "ok", "data": []}"#
        return [
          .text(
            "HTTP/1.1 \(isAsked ? "304 Not Modified" : "200 OK\r\nContent-Length: \(body.utf8.count)")\r\nETag: "
          ),
          .send(tag), .text("\r\nCache-Control: no-cache\r\n\r\n\(body)"),
        ]
      }
      let client = client(server.server)
      #expect(try await client.response(to: request).origin == .network)
      for _ in 0..<2 { #expect(try await client.response(to: request).origin == .revalidated) }
    }
  #endif

  @Test func tooManyRequestsAreSentLater() async throws {
    let server = try MisbehavingServer { request in
      request.number == 1
        ? [.response("{}", status: "429 Too Many Requests", fields: ["Retry-After: 1"])] : [.player(2)]
    }
    let start = ContinuousClock.now
    #expect(try await client(server.server).send(request).first?.nickname == "P2")
    #expect(ContinuousClock.now - start >= .seconds(1))
    #expect(server.requests.count == 2)
  }

  @Test(arguments: ["502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout"])
  func passingErrorsAreTriedAgainAndThenThrown(status: String) async throws {
    let server = try MisbehavingServer { _ in [.response("oh", status: status)] }
    let error = try await failure(server)
    #expect(error.status?.code == Int(status.prefix(3)))
    #expect(error.attempt == 2)
    #expect(server.requests.count == 2)
  }

  @Test func lastingErrorsAreNotTriedAgain() async throws {
    let server = try MisbehavingServer { _ in [.response("oh", status: "500 Internal Server Error")] }
    #expect(try await failure(server).status == 500)
    #expect(server.requests.count == 1)
  }

  @Test func anErrorInTheEnvelopeIsTyped() async throws {
    let server = try MisbehavingServer { _ in
      let error =
        #"{"code": 504, "message": "SOURCE_NOT_AVAILABLE", "field": "application_id", "value": "s3cret-application-id"}"#
      return [.response(#"{"status": "error", "error": \#(error)}"#)]
    }
    let error = try await failure(server)
    #expect(error.code() == PlayersErrorCode.sourceNotAvailable)
    #expect(error.status == 200)
    #expect(server.requests.count == 2)
  }

  @Test func aSecretIsNotCarriedToAnotherHost() async throws {
    let other = try MisbehavingServer { _ in [.player(1)] }
    for status in [
      "301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect",
      "308 Permanent Redirect",
    ] {
      let server = try MisbehavingServer { request in
        [.response("", status: status, fields: ["Location: http://127.0.0.1:\(other.port)\(request.target)"])]
      }
      let error = try await failure(server)
      guard case .redirected = error.kind else { throw error }
    }
    #expect(other.requests.isEmpty)
  }

  @Test func gzipAndChunksAreUndone() async throws {
    // `{"status":"ok","data":[]}` by gzip, in two chunks.
    let body: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0x2A, 0x2E, 0x49, 0x2C,
      0x29, 0x2D, 0x56, 0xB2, 0x52, 0xCA, 0xCF, 0x56, 0xD2, 0x51, 0x4A, 0x49, 0x2C, 0x49, 0x54, 0xB2,
      0x8A, 0x8E, 0xAD, 0x05, 0x00, 0xDE, 0xC3, 0x27, 0x27, 0x19, 0x00, 0x00, 0x00,
    ]
    let server = try MisbehavingServer { _ in
      [
        .text("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n14\r\n"),
        .send(Array(body[..<20])), .wait(milliseconds: 30), .text("\r\n19\r\n"), .send(Array(body[20...])),
        .text("\r\n0\r\n\r\n"),
      ]
    }
    let client = client(server.server)
    #expect(try await client.send(request) == [])
    let kept = try await client.response(to: request)
    #expect(kept.origin == .cache)
    #expect(kept.headers[.contentEncoding] == nil)
  }

  @Test(arguments: [true, false]) func aLargeBodyIsRefusedWithoutHoldingIt(isDeclared: Bool) async throws {
    // Ten times what it would take to notice, because other tests take memory at the same time.
    let megabytes = 1_000
    let portion = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
    let server = try MisbehavingServer { _ in
      isDeclared
        ? [
          .text("HTTP/1.1 200 OK\r\nContent-Length: \(megabytes << 20)\r\n\r\n"),
          .flood(portion, times: megabytes),
        ]
        : [.text("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"), .flood(portion, times: megabytes), .close]
    }
    let growth = try await memoryGrowth {
      let error = try await failure(server)
      guard case .responseTooLarge(limit: 1 << 20) = error.kind else { throw error }
    }
    #expect(growth < 300 << 20)
    #expect(server.requests.count == 1)
  }

  @Test func aRefusedConnectionIsTriedAgainAndThenThrown() async throws {
    let port = try RawServer(answering: [], connections: 0).port
    let error = await #expect(throws: APIError.self) {
      try await client(APIServer("eu", "http://127.0.0.1:\(port)")).send(request)
    }
    guard case .transport(let failure)? = error?.kind else { throw try #require(error) }
    #expect(failure.reason == .cannotConnect)
    #expect(error?.attempt == 2)
  }

  @Test func aConnectionThatWasKeptAndThenClosedIsReplaced() async throws {
    // Each response promises to keep the connection open, and then it is closed.
    let server = try MisbehavingServer { request in
      [.player(request.number), .wait(milliseconds: 20), .close]
    }
    let client = client(server.server)
    for number in 1...5 {
      let found = try await client.send(SearchPlayers(search: "number \(number)"))
      #expect(found.count == 1)
      try await Task.sleep(for: .milliseconds(number.isMultiple(of: 2) ? 40 : 19))
    }
    #expect(Set(server.requests.map(\.connection)).count >= 5)
  }

  @Test func aStaleResponseIsUsedWhenTheServerIsGone() async throws {
    let cache = ResponseCache(staleIfError: .seconds(60))
    // A validator is what makes it worth keeping.
    let server = try MisbehavingServer { request in
      request.number == 1
        ? [.player(1, fields: ["ETag: \"v1\"", "Cache-Control: max-age=0"])]
        : [.response("down", status: "503 Service Unavailable")]
    }
    let client = client(server.server, cache: cache)
    #expect(try await client.response(to: request).origin == .network)
    let stale = try await client.response(to: request)
    #expect(stale.origin == .stale)
    #expect(stale.staleReason?.status == 503)
    #expect(stale.value.first?.nickname == "P1")
  }
}
