import Forge
import HTTPTypes
import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIResponses
import WGNAPIRuntime

/// The code of `docs/responses.md`, word for word, and of a request by hand in `docs/your-code.md`; that of streams is in
/// `StreamsPageTests`.
@Suite struct ResponsesPageTests {
  private struct Service: HTTPTransport {
    let status: Int
    let fields: HTTPFields
    let json: String

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      TransportResponse(
        response: HTTPResponse(status: .init(code: status), headerFields: fields), body: Array(json.utf8))
    }
  }

  private func client(_ status: Int, _ json: String, _ fields: HTTPFields = [:]) -> Client {
    Client(
      server: .main,
      configuration: ClientConfiguration(
        transport: Service(status: status, fields: fields, json: json), middleware: []))
  }

  @Test func thePageIsCompiled() throws {
    let page = try PageCode("responses.md", without: ["Streams"])
    #expect(page.blocks.count == 6)
    #expect(try page.blocksMissing(in: #filePath) == [])
    let byHand = try PageCode("your-code.md", section: "Responses of your own endpoints")
    #expect(byHand.blocks.count == 1)
    #expect(try byHand.blocksMissing(in: #filePath) == [])
  }

  @Test(arguments: [
    (404, #"{"message": "There is no such thing."}"#, "There is no such thing."),
    (500, #"{"type": "about:blank", "title": "Broken"}"#, "Broken"),
    (500, "<p>oh</p>", "repositories on main: the server answered"),
  ])
  func bodies(_ status: Int, _ json: String, _ expected: String) async throws {
    var shown = ""
    func show(_ text: String) { shown = text }
    let client = client(status, json)
    do {
      _ = try await client.repositories()
    } catch let error as APIError {
      switch error.body {
      case let missing as BasicError: show(missing.message)
      case let problem as Problem: show(problem.title ?? problem.type)
      default: show(error.description)
      }
    }
    #expect(shown.hasPrefix(expected))
  }

  @Test func parts() async throws {
    let json = #"{"type": "about:blank", "title": "Broken"}"#
    let error = try await #require(throws: APIError.self) {
      try await client(500, json, [.retryAfter: "7"]).repositories()
    }
    let problem = error.body(as: Problem.self)
    let wait = error.headers[.retryAfter]
    let text = String(decoding: error.bodyBytes, as: UTF8.self)
    #expect(problem?.title == "Broken" && wait == "7" && text == json)
  }

  @Test func codes() async throws {
    var shown = ""
    func show(_ text: String) { shown = text }
    let error = try await #require(throws: APIError.self) {
      try await client(402, #"{"error": {"code": "card_declined"}}"#).repositories()
    }
    switch error.code(as: ErrorCode.self) {
    case .cardDeclined?: show("Use another card.")
    case .slowDown?: show("Please wait a moment.")
    case let code?: show("\(code)")
    case nil: show("\(error)")
    }
    #expect(shown == "Use another card.")
    if error.status == .paymentRequired { show("Please pay.") }
    let isOver = APIError.Condition.status(.gone, .notFound)
    #expect(shown == "Please pay." && !isOver.holds(error))
  }

  @Test func answers() async throws {
    var shown = ""
    func show(_ text: String) { shown = text }
    let client = client(200, "PK", [.contentType: "application/zip"])
    switch try await client.archive() {
    case .okJSON(let repository): show(repository.name)
    case .okZip(let bytes): show("\(bytes.count) bytes")
    case .accepted: show("Not yet.")
    case .notFound(let missing): show(missing.message)
    case .status4xx(let problem): show(problem.title ?? problem.type)
    case .default(let text): show(text)
    }
    #expect(shown == "2 bytes")
  }

  @Test func headers() async throws {
    var fields: HTTPFields = [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"]
    fields[try #require(HTTPField.Name("X-Total-Count"))] = "12"
    fields[try #require(HTTPField.Name("X-OAuth-Scopes"))] = "repo, user"
    let client = client(200, "[]", fields)
    let response = try await client.response(to: RepositoriesRequest())
    let total = try response.typedHeaders.xTotalCount
    let changed = try response.typedHeaders.lastModified
    let scopes = try response.typedHeaders.xOAuthScopes ?? []
    #expect(total == 12 && scopes == ["repo", "user"])
    #expect(changed?.timeIntervalSince1970 == 784_111_777)
  }

  struct ConversionRequest: HeadedRequest {
    enum Response: Sendable {
      case pdf([UInt8])
      case text(String)
      case waiting(seconds: Int)
    }
    struct ResponseHeaders: DescribedHeaders {
      let reader: HeaderReader
      init(_ reader: HeaderReader) { self.reader = reader }
      var pages: Int? { get throws(APIError) { try reader.optional("X-Pages", as: Int.self) } }
    }

    var id: Int

    static let endpoint = Endpoint<Self>(
      "conversion", .get, "conversions/{id}",
      response: .byStatus {
        $0.bytes(200, type: "application/pdf") { .pdf($0) }
        $0.text(200, type: "text/plain") { .text($0) }
        $0.json(202, Int.self) { .waiting(seconds: $0) }
      },
      failures: [.json(404, BasicError.self), .text(400..<600)]
    ) {
      $0.path("id", \.id)
    }
  }

  @Test func byHand() async throws {
    var fields: HTTPFields = [.contentType: "text/plain"]
    fields[try #require(HTTPField.Name("X-Pages"))] = "3"
    let response = try await client(200, "Hello", fields).response(to: ConversionRequest(id: 1))
    guard case .text("Hello") = response.value else { return #expect(Bool(false)) }
    #expect(try response.typedHeaders.pages == 3)
    guard case .waiting(seconds: 5) = try await client(202, "5").send(ConversionRequest(id: 1)) else {
      return #expect(Bool(false))
    }
    let error = await #expect(throws: APIError.self) {
      try await client(404, #"{"message": "no"}"#).send(ConversionRequest(id: 1))
    }
    #expect(error?.body(as: BasicError.self)?.message == "no")
  }
}
