import HTTPTypes
import Testing
import WGNAPICompression
import WGNAPITransport

/// What a response's head says about its body, for all transports.
@Suite struct FramingTests {
  private func body(
    _ status: Int, to method: HTTPRequest.Method = .get, _ fields: HTTPFields, limit: Int = 100,
    _ treatment: ReceivedBody.Treatment = .decompress(Inflater.self)
  ) throws(TransportError) -> ReceivedBody {
    try ReceivedBody(
      of: HTTPResponse(status: .init(code: status), headerFields: fields), to: method, limit: limit, treatment
    )
  }

  private func append(_ count: Int, to body: inout ReceivedBody) throws(TransportError) {
    let result = [UInt8](repeating: 0x20, count: count).withUnsafeBytes { bytes in
      Result { () throws(TransportError) in try body.append(bytes) }
    }
    try result.get()
  }

  @Test(arguments: [
    (100, "GET", true), (103, "GET", true), (200, "GET", false), (200, "HEAD", true), (204, "GET", true),
    (205, "GET", false), (205, "HEAD", true), (206, "GET", false), (304, "GET", true), (404, "HEAD", true),
    (404, "POST", false), (500, "DELETE", false),
  ])
  func responsesWithoutABody(status: Int, method: String, isBodiless: Bool) throws {
    let method = try #require(HTTPRequest.Method(method))
    #expect(HTTPResponse(status: .init(code: status)).isBodiless(to: method) == isBodiless)
  }

  @Test func kindsOfHeads() {
    let kinds = [0, 99, 100, 101, 102, 199, 200, 999, 1_000, -1].map { HeadKind(status: $0) }
    #expect(
      kinds == [
        .invalid, .invalid, .informational, .invalid, .informational, .informational, .final, .final,
        .invalid,
        .invalid,
      ])
  }

  /// Neither a length nor a coding counts where no body comes.
  @Test(arguments: [ReceivedBody.Treatment.decompress(Inflater.self), .keep, .drop])
  func fieldsOfABodyThatDoesNotCome(treatment: ReceivedBody.Treatment) async throws {
    let fields: HTTPFields = [
      .contentLength: "100000", .contentEncoding: "br", .transferEncoding: "gzip, chunked",
    ]
    for (status, method) in [(204, HTTPRequest.Method.get), (304, .get), (200, .head)] {
      let body = try body(status, to: method, fields, treatment)
      #expect(try body.complete() == [])
      #expect(try await body.decoded(until: .now) == [])
    }
  }

  @Test func aResetContentIsEmpty() async throws {
    var body = try body(205, [.contentLength: "2", .contentEncoding: "br"])
    try append(2, to: &body)
    #expect(try await body.decoded(until: .now) == [])
    #expect(throws: TransportError.responseTooLarge(limit: 100)) { try append(99, to: &body) }
  }

  @Test func lengthsOfBodies() throws {
    #expect(throws: TransportError.responseTooLarge(limit: 100)) { try body(200, [.contentLength: "101"]) }
    for treatment in [ReceivedBody.Treatment.decompress(Inflater.self), .keep] {
      var body = try body(200, [.contentLength: "10"], treatment)
      try append(9, to: &body)
      #expect(throws: TransportError.failed(TransportFailure(.truncated))) { try body.complete() }
      try append(1, to: &body)
      #expect(try body.complete().count == 10)
      #expect(throws: TransportError.responseTooLarge(limit: 100)) { try append(91, to: &body) }
    }
  }

  /// The length is that of what travelled.
  @Test func lengthsOfBodiesThatTheSystemDecompressed() throws {
    let fields: HTTPFields = [.contentEncoding: "br", .contentLength: "90"]
    var body = try body(200, fields, .keep)
    try append(10, to: &body)
    #expect(try body.complete().count == 10)
    try append(90, to: &body)
    #expect(throws: TransportError.responseTooLarge(limit: 100)) { try append(1, to: &body) }
    #expect(throws: TransportError.responseTooLarge(limit: 100)) {
      try self.body(200, [.contentEncoding: "br", .contentLength: "10000"], .keep)
    }
  }

  @Test func kindsOfFields() throws {
    func names(_ isOfKind: (HTTPField.Name) -> Bool) throws -> [String] {
      try [
        "Connection", "Content-Length", "Content-Type", "Host", "Keep-Alive", "Proxy-Authorization",
        "Set-Cookie", "TE", "Transfer-Encoding",
      ].filter { isOfKind(try #require(HTTPField.Name($0))) }
    }
    #expect(try names(\.isHopByHop) == ["Connection", "Keep-Alive", "TE", "Transfer-Encoding"])
    #expect(
      try names(\.isFraming) == [
        "Connection", "Content-Length", "Host", "Keep-Alive", "TE", "Transfer-Encoding",
      ])
    #expect(try names(\.isSecret) == ["Proxy-Authorization", "Set-Cookie"])
  }
}
