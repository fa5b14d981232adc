import Dispatch
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime

@testable import WGNAPITransport
@testable import WGNAPIURLSession

/// How much of a body is taken, and how it is decompressed.
@Suite(.timeLimit(.minutes(15))) struct BodyTests {
  private let text = (0..<5_000).map { "{\"number\": \($0)}" }.joined(separator: ",")

  /// Compressed to a megabyte, in members, which takes less time than in one.
  private static var gigabyte: [UInt8] {
    get throws {
      let member = try compressed([UInt8](repeating: 0, count: 1 << 20), times: 16)
      return Array(repeatElement(member, count: 64).joined())
    }
  }

  private func server(_ coding: String, _ body: [UInt8], portion: Int = .max) throws -> MisbehavingServer {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n"
    guard portion < body.count else {
      return try MisbehavingServer { _ in
        [.text(head + "Content-Length: \(body.count)\r\n\r\n"), .send(body)]
      }
    }
    let chunks = stride(from: 0, to: body.count, by: portion).flatMap { start -> [MisbehavingServer.Step] in
      let part = body[start..<min(start + portion, body.count)]
      return [.text(String(part.count, radix: 16) + "\r\n"), .send(Array(part)), .text("\r\n")]
    }
    return try MisbehavingServer { _ in
      [.text(head + "Transfer-Encoding: chunked\r\n\r\n")] + chunks + [.text("0\r\n\r\n")]
    }
  }

  @Test(arguments: ["gzip", "deflate"], [Int.max, 1_000, 1]) func compressedBodies(
    coding: String, portion: Int
  ) async throws {
    let body = try compressed(Array(text.utf8), coding == "gzip" ? .gzip : .zlib)
    let server = try server(coding, body, portion: portion)
    for kind in AnyTransport.allCases {
      let response = try await kind.transport.send(to: server.server)
      #expect(response.text == text)
      // What travelled, as with `URLSession`.
      #expect(response.response.headerFields[.contentEncoding] == coding)
    }
  }

  @Test(arguments: AnyTransport.sturdy) func otherWrappings(kind: AnyTransport) async throws {
    let transport = kind.transport
    let raw = try server("deflate", compressed(Array(text.utf8), Wrapping.none))
    #expect(try await transport.send(to: raw.server).text == text)
    let old = try server("X-GZip", compressed(Array(text.utf8)))
    #expect(try await transport.send(to: old.server).text == text)
  }

  @Test(arguments: AnyTransport.sturdy) func members(kind: AnyTransport) async throws {
    let transport = kind.transport
    // Two members, and what no decompressor minds.
    let two = try compressed(Array("one ".utf8)) + compressed(Array("two".utf8)) + [0, 0, 0]
    for portion in [Int.max, 1] {
      let server = try server("gzip", two, portion: portion)
      #expect(try await transport.send(to: server.server).text == "one two")
    }
  }

  @Test(
    arguments: ["identity", "Identity", "", ", ,", "identity, identity"], AnyTransport.sturdy)
  func noCoding(coding: String, kind: AnyTransport) async throws {
    let server = try server(coding, Array("as it is".utf8))
    #expect(try await kind.transport.send(to: server.server).text == "as it is")
  }

  /// Each coding may make a thousand times as much of what the one before it made.
  @Test(
    arguments: [
      ("br", "br"), ("zstd", "zstd"), ("gzip, gzip, gzip, gzip", "gzip, gzip, gzip, gzip"),
      ("gzip\r\nContent-Encoding: deflate", "gzip, deflate"), ("GZIP,\tx-gzip", "gzip, x-gzip"),
      ("s3cret", "an unregistered coding"),
    ], AnyTransport.sturdy)
  func otherCodings(codings: (sent: String, told: String), kind: AnyTransport) async throws {
    let server = try server(codings.sent, compressed(compressed(Array(text.utf8))))
    let transport = kind.transport
    let error = try await failure { try await transport.send(to: server.server) }
    guard case .failed(let failure) = error else { throw error }
    #expect(failure.reason == .unsupportedCoding && !failure.reason.isPassing)
    #expect(failure.message == "the response's Content-Encoding is \(codings.told), which wasn't asked for")
    // Without a body, there is nothing to decompress.
    #expect(try await transport.send(.head, to: server.server).body.isEmpty)
  }

  /// Some hundred bytes that codings on codings make a terabyte of, of which none is ever handed over: the innermost
  /// header's file name (RFC 1952, section 2.3) has no end. Other calls go on meanwhile.
  @Test(arguments: AnyTransport.sturdy) func aBombOfCodings(kind: AnyTransport) async throws {
    let bomb = try bombOfCodings()
    #expect(bomb.count < 1_000)
    let transport = kind.transport
    let decent = try MisbehavingServer { _ in [.response("{}")] }
    let repeated = Array(repeating: "gzip", count: 4).joined(separator: "\r\nContent-Encoding: ")
    for field in ["gzip, gzip, gzip, gzip", repeated] {
      let server = try server(field, bomb)
      let options = TransportOptions(timeout: .seconds(60), responseSizeLimit: .max)
      async let other = transport.send(to: decent.server)
      let why = try await reason { try await transport.send(to: server.server, options: options) }
      #expect(why == .unsupportedCoding)
      #expect(try await other.text == "{}")
    }
    // Undone once, it is some bytes that are no JSON.
    let once = try server("gzip", bomb)
    #expect(try await transport.send(to: once.server).body.count < 1_000_000)
  }

  /// FoundationNetworking undoes all codings before its delegate can refuse them, and no session goes on meanwhile. That
  /// must hold neither the refusal nor time limits.
  @Test func urlSessionRefusesSeveralCodings() async throws {
    let portion = try compressed([UInt8](repeating: 0, count: 1 << 20), Wrapping.none, isFlushed: true)
    let bomb = try compressed(Array(repeatElement(portion, count: 1 << 8).joined()))
    let codings = try server("deflate, gzip", bomb)
    let decent = try MisbehavingServer { _ in [.response("{}")] }
    let transport = AnyTransport.urlSession.transport
    let options = TransportOptions(timeout: .seconds(300), responseSizeLimit: .max)
    #expect(
      try await reason { try await transport.send(to: codings.server, options: options) }
        == .unsupportedCoding)
    let error = await #expect(throws: TransportError.self) {
      try await transport.stream(to: codings.server, options: options).body.collected(upTo: .max)
    }
    #expect(error?.reason == .unsupportedCoding)
    #expect(try await transport.send(to: decent.server).text == "{}")
  }

  #if !canImport(Darwin)
    /// The queue on which calls of sessions wait for each other is held, as the decompression of a body holds it.
    @Test func heldSessionsHoldNoTimeLimit() async throws {
      let decent = try MisbehavingServer { _ in [.response("{}")] }
      let transport = AnyTransport.urlSession.transport
      let gate = DispatchSemaphore(value: 0)
      DispatchQueue.sessionCalls.async { gate.wait() }
      let patient = Task {
        try await transport.send(to: decent.server, options: TransportOptions(timeout: .seconds(300))).text
      }
      await #expect(throws: TransportError.timedOut) {
        try await transport.send(to: decent.server, options: TransportOptions(timeout: .milliseconds(100)))
      }
      gate.signal()
      #expect(try await patient.value == "{}")
    }
  #endif

  /// Four codings around a header and a file name of a terabyte.
  private func bombOfCodings() throws -> [UInt8] {
    let name = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    let head: [UInt8] = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3]
    // After a flush, the same bytes give the same bytes again, so that a gigabyte needs no compressing.
    let more = Array(
      repeatElement(try compressed(name, Wrapping.none, isFlushed: true), count: 1 << 10).joined())
    var result = try compressed(compressed(head + name, isFlushed: true) + more, isFlushed: true)
    let muchMore = try compressed(more, Wrapping.none, isFlushed: true)
    result += Array(repeatElement(muchMore, count: 1 << 10).joined())
    for _ in 0..<2 { result = try compressed(result) }
    return result
  }

  @Test(arguments: ["gzip, chunked", "gzip", "gzip, gzip, chunked"], AnyTransport.sturdy)
  func codingsOfTheWay(coding: String, kind: AnyTransport) async throws {
    let body = try compressed(Array("{}".utf8))
    let server = try MisbehavingServer { _ in
      [
        .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: \(coding)\r\n\r\n"),
        .text(String(body.count, radix: 16) + "\r\n"), .send(body), .text("\r\n0\r\n\r\n"), .close,
      ]
    }
    let why = try await reason { try await kind.transport.send(to: server.server) }
    #expect(why == .unsupportedCoding)
  }

  @Test(arguments: AnyTransport.sturdy) func whatIsAskedFor(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.response("{}")] }
    _ = try await kind.transport.send(to: server.server)
    _ = try await kind.transport.send(to: server.server, fields: [.acceptEncoding: "identity"])
    #expect(server.requests.map { $0.fields["accept-encoding"] } == ["gzip, deflate", "identity"])
  }

  /// Nothing comes of a header (RFC 1952, section 2.3) that has no end.
  @Test(arguments: AnyTransport.sturdy) func aFileNameWithoutEnd(kind: AnyTransport) async throws {
    let head: [UInt8] = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3]
    let server = try server("gzip", head + [UInt8](repeating: UInt8(ascii: "a"), count: 10 << 20))
    let transport = kind.transport
    #expect(try await reason { try await transport.send(to: server.server) } == .truncated)
    let error = try await failure { try await transport.send(to: server.server, options: .limit(1 << 20)) }
    #expect(error == .responseTooLarge(limit: 1 << 20))
  }

  @Test(arguments: AnyTransport.sturdy) func timeIsLimitedWhileABodyIsDecompressed(
    kind: AnyTransport
  ) async throws {
    let bomb = Array(repeatElement(try Self.gigabyte, count: 4).joined())
    let server = try server("gzip", bomb)
    let options = TransportOptions(timeout: .milliseconds(400), responseSizeLimit: .max)
    let transport = kind.transport
    let error = try await failure { try await transport.send(to: server.server, options: options) }
    #expect(error == .timedOut)
    let exchange = Task { try await transport.send(to: server.server, options: .limit(.max)) }
    while server.sentBytes < 2 * bomb.count { try await Task.sleep(for: .milliseconds(1)) }
    exchange.cancel()
    await #expect(throws: CancellationError.self) { try await exchange.value }
  }

  @Test(arguments: AnyTransport.sturdy) func nothingCompressedIsNothing(kind: AnyTransport) async throws {
    let transport = kind.transport
    let empty = try server("gzip", [])
    #expect(try await transport.send(to: empty.server).body.isEmpty)
    let head = try MisbehavingServer { _ in
      [.text("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 100\r\n\r\n")]
    }
    #expect(try await transport.send(.head, to: head.server).body.isEmpty)
  }

  @Test(arguments: AnyTransport.sturdy) func brokenCompression(kind: AnyTransport) async throws {
    let transport = kind.transport
    let whole = try compressed(Array(text.utf8))
    for length in [1, 5, 18, whole.count / 2, whole.count - 1] {
      let server = try server("gzip", Array(whole.prefix(length)))
      #expect(try await reason { try await transport.send(to: server.server) } == .truncated)
    }
    var damaged = whole
    damaged[whole.count - 6] ^= 1
    for body in [damaged, Array("no gzip at all".utf8), Array("{\"a\": 1}".utf8)] {
      let server = try server("gzip", body)
      #expect(try await reason { try await transport.send(to: server.server) } == .invalidResponse)
    }
    for seed in 0..<100 {
      // Whatever the bytes are: a response or an error.
      let random = RandomSource.seeded(UInt64(seed))
      var body = whole
      for _ in 0...seed {
        body[Int(random.fraction() * Double(body.count - 1))] = UInt8(random.fraction() * 255)
      }
      let server = try server("gzip", body)
      do {
        _ = try await transport.send(to: server.server, options: .limit(1 << 20))
      } catch is TransportError {}
    }
  }

  @Test(arguments: AnyTransport.allCases) func theLimitIsExact(kind: AnyTransport) async throws {
    let transport = kind.transport
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
    let servers = [
      try MisbehavingServer { _ in
        [.text("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"), .send(body)]
      },
      try MisbehavingServer { _ in
        [.text("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"), .send(body), .close]
      },
      try server("identity", body, portion: 999), try server("gzip", compressed(body)),
    ]
    for server in servers {
      let whole = try await transport.send(to: server.server, options: .limit(100_000))
      #expect(whole.body == body)
      let error = try await failure { try await transport.send(to: server.server, options: .limit(99_999)) }
      #expect(error == .responseTooLarge(limit: 99_999))
    }
  }

  @Test(
    arguments: ["Content-Length: \(1 << 30)", "Connection: close", "Transfer-Encoding: chunked"],
    AnyTransport.sturdy)
  func aGigabyteIsRefused(field: String, kind: AnyTransport) async throws {
    let portion = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
    let isChunked = field.hasSuffix("chunked")
    let server = try MisbehavingServer { _ in
      [
        .text("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n"),
        .flood(isChunked ? Array("100000\r\n".utf8) + portion + Array("\r\n".utf8) : portion, times: 1_024),
        .close,
      ]
    }
    let transport = kind.transport
    let growth = try await memoryGrowth(triedUntilBelow: 32 << 20) {
      let error = try await failure {
        try await transport.send(to: server.server, options: .limit(1 << 20))
      }
      #expect(error == .responseTooLarge(limit: 1 << 20))
    }
    #expect(growth < 32 << 20, "\(growth)")
    #expect(server.sentBytes < 64 << 20)
  }

  @Test(arguments: [1, 1 << 20, 64 << 20], AnyTransport.sturdy) func aBombIsRefused(
    limit: Int, kind: AnyTransport
  ) async throws {
    let bomb = try Self.gigabyte
    #expect(bomb.count < 1_100_000)
    let server = try server("gzip", bomb)
    let transport = kind.transport
    let growth = try await memoryGrowth(triedUntilBelow: 2 * limit + 32 << 20) {
      let error = try await failure { try await transport.send(to: server.server, options: .limit(limit)) }
      #expect(error == .responseTooLarge(limit: limit))
    }
    // While the room for the body doubles there are two.
    #expect(growth < 2 * limit + 32 << 20, "\(growth)")
    print("bomb of 1 GiB, limit \(limit): \(growth >> 10) KiB")
  }
}
