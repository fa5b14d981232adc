import HTTPTypes
import TestSupport
import Testing
import WGNAPIPages
import WGNAPIRuntime

@testable import WGNAPITransport

/// Servers that misbehave, and connections that fail.
@Suite(.timeLimit(.minutes(15))) struct MisbehavingServerTests {
  private static let head = "HTTP/1.1 200 OK\r\n"

  @Test(arguments: AnyTransport.allCases) func aSlowServerTimesOut(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [.text(Self.head + "Content-Length: 10\r\n\r\n12"), .wait(milliseconds: 3_000), .close]
    }
    let start = ContinuousClock.now
    let error = try await failure {
      try await kind.transport.send(
        to: server.server, options: TransportOptions(timeout: .milliseconds(200)))
    }
    #expect(error == .timedOut)
    #expect(ContinuousClock.now - start >= .milliseconds(200))
    #expect(ContinuousClock.now - start < .milliseconds(2_500))
  }

  @Test(arguments: AnyTransport.allCases) func aTricklingServerTimesOut(kind: AnyTransport) async throws {
    let trickle = (0..<60).flatMap { _ in [MisbehavingServer.Step.text(" "), .wait(milliseconds: 50)] }
    let server = try MisbehavingServer { _ in [.text(Self.head + "Content-Length: 1000\r\n\r\n")] + trickle
    }
    let error = try await failure {
      try await kind.transport.send(
        to: server.server, options: TransportOptions(timeout: .milliseconds(300)))
    }
    #expect(error == .timedOut)
  }

  @Test(arguments: AnyTransport.allCases) func noTimeIsATimeout(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.wait(milliseconds: 50), .response("{}")] }
    let error = try await failure {
      try await kind.transport.send(to: server.server, options: TransportOptions(timeout: .zero))
    }
    #expect(error == .timedOut)
  }

  /// Why a response is refused by a transport that goes on working.
  private func failureThatIsSurvived(
    _ response: String, _ kind: AnyTransport
  ) async throws -> TransportFailure.Reason {
    let server = try RawServer(answering: Array(response.utf8), connections: 4)
    let transport = kind.transport
    let reason = try await reason { try await transport.send(to: server.server) }
    let sound = try MisbehavingServer { _ in [.response("{}")] }
    #expect(try await transport.send(to: sound.server).text == "{}")
    return reason
  }

  // A head that breaks off stops the process with FoundationNetworking.
  @Test(
    arguments: [
      "", "HTT", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Le",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
    ], AnyTransport.sturdy)
  func aHeadThatBreaksOff(response: String, kind: AnyTransport) async throws {
    #expect(try await failureThatIsSurvived(response, kind) == .connectionLost)
  }

  @Test(
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n19\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
    ], AnyTransport.allCases)
  func aBodyThatBreaksOff(response: String, kind: AnyTransport) async throws {
    let server = try RawServer(answering: Array(response.utf8), connections: 4)
    let reason = try await reason { try await kind.transport.send(to: server.server) }
    #expect(reason == .connectionLost || reason == .truncated)
    #expect(reason.isPassing)
  }

  @Test(
    arguments: [
      "gibberish\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n", "HTTP/1.1 1000 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
      "HTTP/1.1 -20 OK\r\n\r\n", "HTTP/1.1 000 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nno field\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}", "HTTP/1.1 200 OK\r\nContent-Length: a\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}1",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
    ], AnyTransport.sturdy)
  func responsesThatAreNotHTTP(response: String, kind: AnyTransport) async throws {
    #expect(try await failureThatIsSurvived(response, kind) == .invalidResponse)
  }

  @Test(arguments: AnyTransport.sturdy) func anEndlessHeadIsRefused(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [
        .text(Self.head),
        .flood(Array("X-More: \(String(repeating: "x", count: 1_000))\r\n".utf8), times: 1_000_000),
      ]
    }
    let growth = try await memoryGrowth(triedUntilBelow: 64 << 20) {
      let reason = try await reason { try await kind.transport.send(to: server.server) }
      #expect(reason == .invalidResponse)
    }
    #expect(growth < 64 << 20)
  }

  /// What has no end, and is no body: each a beginning, what follows again and again, and whether all refuse it
  /// before time is up.
  @Test(
    arguments: [
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n", "X-More: x\r\n", true),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-More: ", "xxxxxxxx", true),
      ("", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n", true), ("HTTP/1.1 103 ", "Early", false),
      ("HTTP/1.1 200 OK\r\nX-More: ", "xxxxxxxx", true),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;", "a=b;", false),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "00000000", false),
      ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\u{1F}", "", false), ("", "\r\n\r\n\r\n", false),
    ], AnyTransport.sturdy)
  func endlessResponses(parts: (start: String, more: String, isRefused: Bool), kind: AnyTransport)
    async throws
  {
    let portion = Array(String(repeating: parts.more, count: 1_000).utf8)
    let server = try MisbehavingServer { request in
      guard request.target == "/" else { return [.response("{}")] }
      return [.text(parts.start)]
        + (portion.isEmpty ? [.wait(milliseconds: 10_000)] : [.flood(portion, times: .max)])
    }
    let transport = kind.transport
    let time = parts.isRefused ? Duration.seconds(120) : .seconds(1)
    let growth = try await memoryGrowth(triedUntilBelow: 64 << 20) {
      let endless = Task {
        try await failure {
          try await transport.send(to: server.server, options: TransportOptions(timeout: time))
        }
      }
      while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
      // Others go on meanwhile.
      #expect(try await transport.send(to: server.server, path: "/sound").text == "{}")
      switch try await endless.value {
      case .failed(let failure): #expect(failure.reason == .invalidResponse)
      case let error: #expect(error == .timedOut && !parts.isRefused)
      }
    }
    #expect(growth < 64 << 20, "\(growth)")
  }

  /// It is none of the response's, and no other's either.
  @Test(arguments: ["204 No Content", "304 Not Modified"], AnyTransport.sturdy)
  func bodiesOfBodilessResponsesAreIgnored(
    status: String, kind: AnyTransport
  ) async throws {
    let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
    let server = try MisbehavingServer { request in
      request.target == "/"
        ? [.text("HTTP/1.1 \(status)\r\nContent-Length: \(evil.utf8.count)\r\n\r\n\(evil)")]
        : [.response("{}")]
    }
    let transport = kind.transport
    #expect(try await transport.send(to: server.server).body.isEmpty)
    for _ in 0..<3 {
      do {
        #expect(try await transport.send(to: server.server, path: "/sound").text == "{}")
      } catch TransportError.failed(let failure) {
        // The bytes came as the next request was being sent.
        #expect(failure.reason == .connectionLost || failure.reason == .invalidResponse)
      }
    }
  }

  @Test(arguments: AnyTransport.sturdy) func informationalResponsesArePassedOver(kind: AnyTransport)
    async throws
  {
    let server = try MisbehavingServer { _ in
      [
        .text("HTTP/1.1 100 Continue\r\n\r\n"), .wait(milliseconds: 10),
        .text("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"), .response("{}"),
      ]
    }
    let response = try await kind.transport.send(to: server.server)
    #expect(response.response.status.code == 200 && response.text == "{}")
  }

  /// Nothing of what one request's response has too much becomes another one's.
  @Test(arguments: ["too much", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"], AnyTransport.sturdy)
  func bytesAfterAResponseAreNotAResponse(more: String, kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      [.response("response \(request.target)\(more)", length: "response \(request.target)".utf8.count)]
    }
    let transport = kind.transport
    for number in 1...20 {
      do {
        #expect(try await transport.send(to: server.server, path: "/\(number)").text == "response /\(number)")
      } catch TransportError.failed(let failure) {
        // The bytes came as the next request was being sent.
        #expect(failure.reason == .connectionLost || failure.reason == .invalidResponse)
      }
    }
  }

  /// Such as the response of status 408 that some servers send before they close a connection.
  @Test(arguments: AnyTransport.sturdy)
  func unrequestedBytesAreNotAResponse(kind: AnyTransport) async throws {
    let texts = ["HTTP/1.1 408 Request Timeout\r\nContent-Length: 4\r\n\r\nevil", "evil", ""]
    // At the same time, because they mostly wait.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for text in texts {
        for method in [HTTPRequest.Method.get, .post] {
          for pause in [0, 1_500] {
            group.addTask { try await expectNoResponse(of: text, to: method, after: pause, kind) }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Requests are answered as they should although the server sends a text after the first response, or, if the text is
  /// empty, closes the connection.
  private func expectNoResponse(
    of text: String, to method: HTTPRequest.Method, after pause: Int, _ kind: AnyTransport
  ) async throws {
    let response = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"
    let server = try MisbehavingServer { request in
      [.text(response + "\(request.number)")]
        + (request.number > 1 ? [] : [.wait(milliseconds: 20)] + (text.isEmpty ? [.close] : [.text(text)]))
    }
    let transport = kind.transport
    let body: [UInt8] = method == .post ? [1] : []
    #expect(try await transport.send(to: server.server).text == "1")
    while server.sentBytes < response.utf8.count + 1 + text.utf8.count {
      try await Task.sleep(for: .milliseconds(1))
    }
    // Until the client has seen it, on a busy machine, too.
    try await Task.sleep(for: .milliseconds(pause + 200))
    #expect(try await transport.send(method, to: server.server, body: body).text == "2", "\(text)")
    #expect(try await transport.send(method, to: server.server, body: body).text == "3", "\(text)")
    #expect(server.requests.map(\.connection) == [1, 2, 2], "\(text)")
  }

  @Test(arguments: AnyTransport.allCases) func connectionsThatAreClosedAreReplaced(
    kind: AnyTransport
  ) async throws {
    // Each response promises to keep the connection open, and then it is closed.
    let server = try MisbehavingServer { request in [.response("\(request.number)"), .close] }
    let transport = kind.transport
    for number in 1...10 {
      #expect(try await transport.send(to: server.server).text == "\(number)")
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(Set(server.requests.map(\.connection)).count == 10)
  }

  @Test(arguments: AnyTransport.allCases) func aRefusedConnection(kind: AnyTransport) async throws {
    // A port that was free a moment ago.
    let port = try RawServer(answering: [], connections: 0).port
    let start = ContinuousClock.now
    let reason = try await reason {
      try await kind.transport.send(to: APIServer("eu", "http://127.0.0.1:\(port)"))
    }
    #expect(reason == .cannotConnect)
    #expect(ContinuousClock.now - start < .seconds(8))
  }

  @Test(arguments: AnyTransport.allCases) func aConnectionThatEndsWithoutAResponse(
    kind: AnyTransport
  ) async throws {
    // Some close before the request is read, which makes the system reset them.
    for waits in [false, true] {
      let server = try RawServer(answering: [], connections: 4, waits: waits)
      let error = try await failure { try await kind.transport.send(to: server.server) }
      guard case .failed(let failure) = error else { throw error }
      #expect(failure.reason == .connectionLost, "\(failure)")
    }
  }

  @Test(arguments: AnyTransport.allCases) func aConnectionThatEndsWhileABodyIsSent(
    kind: AnyTransport
  ) async throws {
    let server = try RawServer(answering: [], connections: 4)
    let reason = try await reason {
      try await kind.transport.send(
        .post, to: server.server, body: [UInt8](repeating: 120, count: 4 << 20))
    }
    #expect(reason == .connectionLost)
  }

  @Test(arguments: AnyTransport.sturdy) func anUnknownName(kind: AnyTransport) async throws {
    let reason = try await reason {
      try await kind.transport.send(to: APIServer("eu", "http://nobody.invalid"))
    }
    #expect(reason == .hostNotFound)
  }

  /// A server that closes a kept connection instead of answering may have done what it was asked to.
  @Test(arguments: AnyTransport.allCases) func aPostIsSentOnce(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      request.method == "POST" ? [.close] : [.response("{}")]
    }
    let transport = kind.transport
    for _ in 0..<3 {
      #expect(try await transport.send(to: server.server).text == "{}")
      let why = try await reason { try await transport.send(.post, to: server.server, body: [1]) }
      #expect(why == .connectionLost)
    }
    #expect(server.requests.filter { $0.method == "POST" }.count == 3)
  }
}
