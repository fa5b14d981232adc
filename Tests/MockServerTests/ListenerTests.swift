import FlyingSocks
import Foundation
import Testing

@testable import MockServer

/// Requests over connections: well-formed ones, and what hostile clients send.
@Suite struct ListenerTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    paths:
      /items/{id}:
        get:
          operationId: item
          parameters: [{name: id, in: path, required: true, schema: {type: string, maxLength: 8}}]
          responses: {"200": {description: OK, content: {application/json: {schema: {const: cup}}}}}
        put:
          operationId: put
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          requestBody: {required: true, content: {application/json: {schema: {type: array, items: {type: integer}}}}}
          responses: {"204": {description: Done}}
      /lines:
        get:
          operationId: lines
          responses: {"200": {description: OK, content: {application/jsonl: {itemSchema: {const: 1}}}}}
    """

  /// Sends bytes on one connection, and returns what comes back until the server closes it.
  private func exchange(
    _ texts: [String], _ options: MockOptions = MockOptions(), endsSending: Bool = false
  ) async throws -> String {
    let listener = MockListener(try MockServer(document: Self.document, options: options))
    let port = try await listener.start()
    let socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port))
    for text in texts { try await socket.write(Data(text.utf8)) }
    var received: [UInt8] = []
    do {
      while true { received += try await socket.read(atMost: 4096) }
    } catch SocketError.disconnected {}
    try? socket.close()
    await listener.stop()
    return String(decoding: received, as: UTF8.self)
  }

  private static let get = "GET /items/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  @Test func answersARequest() async throws {
    let response = try await exchange([Self.get])
    #expect(
      response
        == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\nConnection: close\r\n\r\n\"cup\""
    )
  }

  /// A client that uses TLS sends no empty line, and would wait until the server's time is over.
  @Test(.timeLimit(.minutes(1))) func aClientThatUsesTLSIsRefusedAtOnce() async throws {
    var options = MockOptions()
    options.receivingLimit = .seconds(300)
    let response = try await exchange(["\u{16}\u{3}\u{1}\u{2}\u{0}"], options)
    #expect(response.contains("400 Bad Request") && response.contains("http://"), "\(response)")
  }

  @Test func connectionsStayOpen() async throws {
    let first = "GET /items/1 HTTP/1.1\r\nHost: a\r\n\r\nHEAD /items/1 HTTP/1.1\r\nHost: a\r\n\r\n"
    let response = try await exchange([first, Self.get])
    #expect(response.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
    #expect(response.components(separatedBy: "HTTP/1.1 405 Method Not Allowed").count == 2)
  }

  @Test func bodiesComeInPortions() async throws {
    let head = "PUT /items/1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    let sized = "\(head)Content-Length: 7\r\nExpect: 100-continue\r\n\r\n"
    let chunked =
      "\(head)Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n3;a=b\r\n[1,\r\n2\r\n2]\r\n0\r\nA: b\r\n\r\n"
    let response = try await exchange([sized, "[1,", "2]\r\n", chunked])
    #expect(response.components(separatedBy: "HTTP/1.1 204 No Content").count == 3, "\(response)")
  }

  @Test func streamsAreChunked() async throws {
    let response = try await exchange(["GET /lines HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"])
    #expect(response.contains("Transfer-Encoding: chunked\r\n"))
    #expect(response.hasSuffix("\r\n\r\n2\r\n1\n\r\n2\r\n1\n\r\n2\r\n1\n\r\n0\r\n\r\n"))
    let old = try await exchange(["GET /lines HTTP/1.0\r\n\r\n"])
    #expect(old.contains("Content-Length: 6\r\n"))
    #expect(old.hasSuffix("\r\n\r\n1\n1\n1\n"))
  }

  @Test(arguments: [
    ("\u{16}\u{3}\u{1}garbage\r\n\r\n", 400), ("GET\r\n\r\n", 400), ("GET /items/1 HTTP/2.0\r\n\r\n", 505),
    ("GET /items/1 HTTP/1.1\r\nno colon\r\n\r\n", 400), ("GET /items/1 HTTP/1.1\r\nA : b\r\n\r\n", 400),
    ("GET /items/1 HTTP/1.1\r\n folded: b\r\n\r\n", 400), ("G\u{0}T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("PUT /items/1 HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
    ("PUT /items/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    ("PUT /items/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("PUT /items/1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    ("PUT /items/1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFF\r\n", 400),
    ("PUT /items/1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
    ("PUT /items/1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFF\r\n", 413),
    ("PUT /items/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
    // Requests name the host exactly once (RFC 9112, section 3.2).
    ("GET /items/1 HTTP/1.1\r\nAccept: */*\r\n\r\n", 400),
    ("GET /items/1 HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
    ("GET /items/1 HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET /items/1 HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
    ("GET /items/1 HTTP/1.1\r\nHost: a, b\r\n\r\n", 400),
    // Only CR LF ends the lines of chunks (section 7.1).
    ("PUT /items/1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\n[1]\r\n0\r\n\r\n", 400),
    ("PUT /items/1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1]\n0\r\n\r\n", 400),
    ("PUT /items/1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\n\r\n", 400),
    ("PUT /items/1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\n\n", 400),
  ])
  func garbageIsRefused(_ text: String, _ status: Int) async throws {
    let response = try await exchange([text])
    #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(response)")
    #expect(response.contains("Connection: close\r\n"))
  }

  @Test func headsAndBodiesAreLimited() async throws {
    var options = MockOptions()
    (options.headLimit, options.bodyLimit) = (1000, 10)
    let long = String(repeating: "a", count: 2000)
    for text in [
      "GET /\(long)", "GET / HTTP/1.1\r\nHost: a\r\nA: \(long)",
      "GET / HTTP/1.1\r\nHost: a\r\nA: \(long)\r\n\r\n",
    ] {
      let response = try await exchange([text], options)
      #expect(response.hasPrefix("HTTP/1.1 431 "), "\(response)")
    }
    let sized = try await exchange(
      ["PUT /items/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n"], options)
    #expect(sized.hasPrefix("HTTP/1.1 413 "))
  }

  @Test func slowRequestsEnd() async throws {
    var options = MockOptions()
    options.receivingLimit = .milliseconds(50)
    #expect(try await exchange(["GET /items/1 HT"], options).hasPrefix("HTTP/1.1 408 "))
    #expect(try await exchange([], options).isEmpty)
  }

  @Test(arguments: [
    ("/items/..%2F..%2Fetc", 400), ("/items/../../etc/passwd", 404), ("/items/%00", 200), ("/items/%ff", 200),
    ("/items/%", 200), ("/items/%2", 200), ("/%2e%2e/items/1", 404), ("//items/1", 404), ("/items/", 404),
    ("http://elsewhere/items/1", 200), ("*", 404), ("/items/1?&&=&%=%&a[[]=]", 200),
  ])
  func unusualTargets(_ target: String, _ status: Int) async throws {
    let response = try await exchange(["GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"])
    #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(response)")
  }

  @Test func deepAndBrokenBodiesAreRefused() async throws {
    for (body, words) in [
      (
        String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
        "nested deeper than 100 levels"
      ), (String(repeating: "[", count: 100), "expected a value, found the end, at byte 100"),
      (#""\ud800""#, "unpaired surrogate"), ("[01]", "malformed number 01"),
      ("[1 2]", "expected ',' or ']', found 2"), ("[1e]", "malformed number 1e"),
      ("nul", "expected null, found nul"),
    ] {
      let head =
        "PUT /items/1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
      let response = try await exchange([head, body])
      #expect(response.contains(words), "\(response)")
    }
  }

  @Test func stoppingWaitsForResponses() async throws {
    var options = MockOptions()
    options.delay = .milliseconds(300)
    let listener = MockListener(try MockServer(document: Self.document, options: options))
    let port = try await listener.start()
    let socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port))
    try await socket.write(Data("GET /items/1 HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    while await listener.busy == 0 { try await Task.sleep(for: .milliseconds(1)) }
    await listener.stop(within: .seconds(10))
    let response = String(decoding: try await socket.read(atMost: 4096), as: UTF8.self)
    #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
    try? socket.close()
    await #expect(throws: (any Error).self) {
      let other = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port), timeout: 2)
      try await other.write(Data("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
      _ = try await other.read(atMost: 1)
    }
  }
}
