import HTTPTypes
import Testing
import WGNAPIGenerated
import WGNAPIResponses
import WGNAPIRuntime

/// Bodies of failures, as a hand-written request describes them.
@Suite struct FailureBodyTests {
  private struct Problem: JSONModel {
    var code: String
    var message: String?
    var level: Int?
    static let layout = ModelLayout<Self> {
      $0.required("code", \.code)
      $0.optional("message", \.message)
      $0.optional("level", \.level, [.maximum(9)])
    }
  }

  private struct Lookup: APIRequest {
    typealias Response = [Int]
    var token: String

    static let endpoint = Endpoint<Self>(
      "lookup", .get, "lookup", response: .json(),
      failures: [
        .json(300..<1000, Problem.self),
        .json(400..<500, Problem.self, code: { .init($0.code) }, message: { $0.message }),
        .text(500),
      ]
    ) {
      $0.query("token", \.token, secret: true)
    }
  }

  private let secret = "s3cr3t-t0ken"

  private func error(
    _ body: String, status: Int, type: String = "application/json",
    validation: JSONDecoding.Validation = .report
  ) async throws -> APIError {
    let client = PlayersClient(
      stub: StubTransport(body, status: status, type: type), decoding: JSONDecoding(validation: validation))
    return try await #require(throws: APIError.self) { try await client.send(Lookup(token: secret)) }
  }

  private func expectNoSecret(_ error: APIError) {
    var dumped = ""
    dump(error, to: &dumped)
    var texts = [error.description, error.debugDescription, dumped, String(reflecting: error)]
    texts += [error.bodyProblem ?? "", "\(error.violations)", "\(error.failure as Any)", "\(error.kind)"]
    for text in texts { #expect(!text.contains(secret)) }
  }

  /// A text isn't JSON because its beginning could be.
  @Test(arguments: [
    "teapot", "not found", "false alarm", "404 page not found", "[error] no such page", "\"x\" is unknown",
  ])
  func textIsNotJSON(body: String) async throws {
    let error = try await error(body, status: 418, type: "text/plain")
    #expect(error.bodyProblem == "it isn't JSON but text/plain", "\(body)")
    #expect("\(error)".contains("isn't JSON but text/plain"))
  }

  @Test(arguments: ["true", "12", "[1]"]) func jsonOfAnotherTypeIsJSON(body: String) async throws {
    let error = try await error(body, status: 418, type: "text/plain")
    #expect(error.bodyProblem?.hasPrefix("expected object, found ") == true, "\(body)")
  }

  @Test func descriptionsHaveNoSecrets() async throws {
    for status in [404, 503] {
      let body = #"{"code": "\#(secret)", "message": "the token \#(secret) is bad", "level": 10}"#
      let error = try await error(body, status: status)
      expectNoSecret(error)
      // What the user asks for by name is as it came.
      #expect(error.body(as: Problem.self)?.code == secret)
      #expect(String(decoding: error.bodyBytes, as: UTF8.self) == body)
      expectNoSecret(try await self.error(body, status: status, validation: .strict))
    }
    for body in [
      #"{"code": ["\#(secret)"]}"#, "<h1>\(secret)</h1>", #"{"code": "\#(secret)"#, #""\#(secret)""#,
      #"{"level": "\#(secret)", "code": "a"}"#,
    ] {
      let error = try await error(body, status: 404, type: "text/\(secret)")
      #expect(error.body == nil && error.bodyProblem != nil)
      expectNoSecret(error)
    }
    let text = try await error(secret, status: 500, type: "text/plain; charset=\(secret)")
    #expect(text.body == nil && text.bodyProblem != nil)
    expectNoSecret(text)
  }

  @Test func theOrderOfEqualRangesCounts() async throws {
    let formats: [FailureFormat] = [.text(404)].overridden(by: [.empty(404), .text(400..<500)])
    #expect(formats.count == 3)
    let error = try await error(#"{"code": "a"}"#, status: 404)
    #expect(error.failure?.code == "a" && error.code(as: PlayersErrorCode.self)?.code == "a")
  }

  @Test func otherErrorsKeepTheirResponse() async throws {
    let error = try await error("[1, \"x\"]", status: 200)
    guard case .decoding = error.kind else { throw error }
    #expect(error.status == .ok && error.bodyBytes.count == 8 && error.body == nil)
    #expect(error.headers[.contentType] == "application/json")
    let none = try await #require(throws: APIError.self) {
      try await PlayersClient(stub: StubTransport(failing: TransportError.timedOut)).send(Lookup(token: "a"))
    }
    #expect(none.status == nil && none.bodyBytes.isEmpty && none.headers.isEmpty)
  }

  @Test func nameOfPaymentRequired() {
    #expect(HTTPResponse.Status.paymentRequired.code == 402)
  }

  // MARK: Media types

  private struct Table: APIRequest {
    typealias Response = String
    static let endpoint = Endpoint<Self>("table", .get, "table", response: .text("text/csv"))
  }

  private struct Note: APIRequest {
    typealias Response = String
    static let endpoint = Endpoint<Self>("note", .get, "note", response: .text)
  }

  @Test func unexpectedContentHasNoSecrets() async throws {
    let secret = "s3cr3t-id"
    func error(_ type: String, _ request: some APIRequest) async throws -> APIError {
      let client = PlayersClient(
        server: APIServer("eu", "https://api.example.eu"), applicationID: secret,
        configuration: ClientConfiguration(transport: StubTransport("<p>\(secret)", type: type)))
      return try await #require(throws: APIError.self) { _ = try await client.send(request) }
    }
    for error in [
      try await error("text/\(secret)", Table()), try await error("text/plain; charset=\(secret)", Note()),
    ] {
      guard case .unexpectedContent = error.kind else { throw error }
      #expect(!error.description.contains(secret) && error.description.contains("<redacted>"))
    }
  }

  /// Says another media type than the server.
  private struct Corrected: APIMiddleware {
    func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
      var response = try await next(request)
      #expect(response.failure != nil)
      response.httpResponse.headerFields[.contentType] = "text/csv"
      return response
    }
  }

  @Test func aMiddlewareMayCorrectTheMediaType() async throws {
    let client = PlayersClient(
      server: APIServer("eu", "https://api.example.eu"),
      configuration: ClientConfiguration(
        transport: StubTransport("a,b", type: "text/html"), middleware: [Corrected()]))
    #expect(try await client.send(Table()) == "a,b")
  }
}
