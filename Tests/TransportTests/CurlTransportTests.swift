#if os(Linux)
  import Foundation
  import HTTPTypes
  import TestSupport
  import Testing
  import WGNAPIRuntime

  @testable import WGNAPICurl

  /// What only libcurl does.
  @Suite(.timeLimit(.minutes(15))) struct CurlTransportTests {
    private let transport = CurlTransport()

    /// A connection that was kept and is closed as the next request comes.
    private func forgetful() throws -> MisbehavingServer {
      try MisbehavingServer { request in request.number == 2 ? [.close] : [.response("\(request.number)")] }
    }

    /// The floor of `shim.h`, and the table in `docs/transports.md`.
    @Test func theLoadedVersionIsSupported() throws {
      let (loaded, floor) = (CurlVersion.loaded, CurlVersion.floor)
      #expect(floor.description == "7.76.1")
      #expect(loaded >= floor, "libcurl \(loaded) is loaded")
      #expect(!loaded.description.hasPrefix("0."))
      let older = CurlVersion(number: 0x07_4C_00)
      #expect(older < floor && older.refusal.hasPrefix("libcurl 7.76.0 is loaded"))
      let page = try PageCode("transports.md").text
      #expect(page.contains("\(floor) is the oldest supported version"))
    }

    @Test(arguments: ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])
    func idempotentRequestsMoveToAnotherConnection(method: String) async throws {
      let server = try forgetful()
      let method = try #require(HTTPRequest.Method(method))
      _ = try await transport.send(to: server.server)
      let response = try await transport.send(method, to: server.server, body: method == .put ? [1] : [])
      #expect(response.response.status.code == 200)
      #expect(server.requests.map(\.connection) == [1, 1, 2])
    }

    @Test(arguments: ["POST", "PATCH", "SOMETHING"]) func otherRequestsAreSentOnce(method: String)
      async throws
    {
      let server = try forgetful()
      let method = try #require(HTTPRequest.Method(method))
      _ = try await transport.send(to: server.server)
      let why = try await reason { try await transport.send(method, to: server.server, body: [1]) }
      #expect(why == .connectionLost)
      #expect(server.requests.count == 2)
      #expect(try await transport.send(method, to: server.server, body: [1]).text == "3")
    }

    @Test func whatIsSentIsWhatWasAskedFor() async throws {
      let server = try MisbehavingServer { _ in [.response("{}")] }
      var fields: HTTPFields = [
        .contentLength: "1000", .transferEncoding: "chunked", .referer: "", .expect: "100-continue",
      ]
      let name = try #require(HTTPField.Name("X-Split"))
      fields[name] = "a\r\nX-Evil: yes\u{0}z"
      _ = try await transport.send(
        .post, to: server.server, path: "/a/../b/./c", fields: fields, body: [1, 2])
      _ = try await transport.send(.delete, to: server.server)
      let request = try #require(server.requests.first)
      #expect(request.target == "/a/../b/./c")
      let names = request.lines.map { $0.prefix { $0 != ":" }.lowercased() }
      #expect(names.sorted() == ["accept-encoding", "content-length", "host", "referer", "x-split"])
      #expect(request.fields["content-length"] == "2")
      #expect(request.fields["x-split"]?.hasPrefix("a") == true)
      #expect(server.requests.last?.lines.count == 2)
    }

    @Test(arguments: [
      ("http", "127.0.0.1", "/a b"), ("http", "127.0.0.1", "/a\r\nX-Evil: yes"),
      ("http", "127.0.0.1", "/a\u{0}b"),
      ("http", "me:secret@127.0.0.1", "/"), ("http", "127.0.0.1:99999", "/"),
      ("file", "localhost", "/etc/hosts"),
      ("http", "[::1", "/"), ("gopher", "127.0.0.1", "/"), ("http", "127.0.0.1", ".invalid/"),
      ("http", "127.0.0.1/there", "/"), ("http", "127.0.0.1?", "/"), ("http", "127.0.0.1#", "/"),
    ])
    func unsendableRequests(scheme: String, authority: String, path: String) async throws {
      // The HTTP types themselves replace what ends a line.
      let request = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)
      let why = try await reason { try await transport.send(request, body: [], options: .patient) }
      #expect(why == .invalidRequest)
    }

    @Test func aHeadWithABodyIsRefused() async throws {
      let server = try MisbehavingServer { _ in [.response("{}")] }
      let why = try await reason { try await transport.send(.head, to: server.server, body: [1]) }
      #expect(why == .invalidRequest)
      #expect(server.requests.isEmpty)
    }

    @Test func linesOfAHead() async throws {
      let server = try MisbehavingServer { request in
        switch request.target {
        case "/folded":
          [.text("HTTP/1.1 200 OK\r\nX-A: one\r\n two\r\n\tthree \r\nX-B:\r\nContent-Length: 0\r\n\r\n")]
        case "/twice": [.text("HTTP/1.1 200\r\nContent-Length: 2\r\ncontent-length: 2\r\n\r\n{}")]
        default: [.text("HTTP/1.1 200 OK\nX-A: 1\nContent-Length: 2\n\n{}")]
        }
      }
      let (first, second) = (try #require(HTTPField.Name("X-A")), try #require(HTTPField.Name("X-B")))
      let folded = try await transport.send(to: server.server, path: "/folded").response.headerFields
      #expect(folded[first] == "one two three" && folded[second] == "")
      #expect(try await transport.send(to: server.server, path: "/twice").text == "{}")
      #expect(try await transport.send(to: server.server, path: "/bare").response.headerFields[first] == "1")
    }

    /// libcurl 7.88 would read what it has freed, if a handle had both.
    @Test func aContinuationOfNothingAfterASoundResponse() async throws {
      let server = try MisbehavingServer { request in
        request.number.isMultiple(of: 2)
          ? [.text("HTTP/1.1 200 OK\r\n more\r\nContent-Length: 2\r\n\r\n{}"), .close]
          : [.response("{}", fields: ["X-Field: value"])]
      }
      for _ in 0..<50 {
        #expect(try await transport.send(to: server.server).text == "{}")
        #expect(try await reason { try await transport.send(to: server.server) } == .invalidResponse)
      }
    }

    @Test(arguments: [
      "X A: 1", ": 1", " first", "X-A", "Content-Length: 1, 1", "Content-Length: +1", "Content-Length: 0x1",
      "Content-Length:", "HTTP/1.1: 201 x", "HTTP/1.1 201 x",
      "X-A: 1" + String(repeating: "\r\n 1", count: 101),
      "X-A: " + String(repeating: "x", count: 200_000),
    ])
    func linesOfNoHead(line: String) async throws {
      let server = try MisbehavingServer { _ in [.text("HTTP/1.1 200 OK\r\n\(line)\r\n\r\n1"), .close] }
      let why = try await reason { try await transport.send(to: server.server) }
      #expect(why == .invalidResponse)
    }

    /// Values need not be text (RFC 9110, section 5.5), and come back as they were.
    @Test func bytesOfFields() async throws {
      let tag: [UInt8] = [0x22, 0xE9, 0xFF, 0x80, 0x22]
      let folded = Array("ETag: \"a\"\r\n".utf8) + Array("X-A: ".utf8) + [0xE9] + Array("\r\n ".utf8) + [0xFC]
      let server = try MisbehavingServer { request in
        let field = request.number == 1 ? Array("ETag: ".utf8) + tag : folded
        return [
          .text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"), .send(field), .text("\r\n\r\n{}"),
        ]
      }
      let fields = try await transport.send(to: server.server).response.headerFields
      let field = try #require(fields[fields: .eTag].first)
      #expect(field.withUnsafeBytesOfValue { Array($0) } == tag)
      let name = try #require(HTTPField.Name("X-A"))
      let more = try await transport.send(
        to: server.server, fields: HTTPFields([HTTPField(name: .ifNoneMatch, lenientValue: tag)]))
      #expect(
        more.response.headerFields[fields: name].first?.withUnsafeBytesOfValue { Array($0) } == [
          0xE9, 0x20, 0xFC,
        ])
      let sent = try #require(server.requests.last)
      #expect(sent.head.firstRange(of: Array("If-None-Match: ".utf8) + tag + [0x0D, 0x0A]) != nil)
    }

    @Test func connectionsAreNoMoreThanConfigured() async throws {
      let server = try MisbehavingServer { _ in [.wait(milliseconds: 10), .response("{}")] }
      let transport = CurlTransport(configuration: CurlTransport.Configuration(connectionsPerHost: 3))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<40 { group.addTask { _ = try await transport.send(to: server.server) } }
        try await group.waitForAll()
      }
      #expect(server.requests.count == 40)
      #expect(Set(server.requests.map(\.connection)).count == 3)
    }

    /// The IDs of the transports' threads: those of other tests, too.
    private var threads: Set<String> {
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      return Set(
        tasks.filter { task in
          (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "CurlTransport\n"
        })
    }

    @Test func aReleasedTransportLeavesNoThread() async throws {
      let server = try MisbehavingServer { _ in [.response("{}")] }
      let before = threads
      var own: Set<String> = []
      do {
        let transports = (0..<10).map { _ in CurlTransport() }
        for transport in transports { _ = try await transport.send(to: server.server) }
        own = threads.subtracting(before)
        #expect(own.count >= 10)
      }
      // Other tests may have started some of them at the same time.
      let others = own.count - 10
      while own.intersection(threads).count > others { try await Task.sleep(for: .milliseconds(5)) }
    }
  }
#endif
