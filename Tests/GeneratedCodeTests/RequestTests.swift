import Features
import Foundation
import HTTPTypes
import Hostile
import TestSupport
import Testing
import WGNAPICache
import WGNAPIGenerated
import WGNAPILimits
import WGNAPIPolicies
import WGNAPIRetry
import WGNAPIRuntime

struct RequestTests {
  @Test func parametersGoWhereTheSpecSays() throws {
    let request = ItemRequest(
      itemID: 7, part: "a/b", xTrace: "t", since: Date(timeIntervalSince1970: 10), verbose: true,
      colors: [.red, .darkGreen], words: ["x", "y"], pathValue: "p")
    #expect(try request.path == "items/7/parts/a%2Fb")
    #expect(
      try request.query.map { "\($0.name)=\($0.value)" } == [
        "since=10", "verbose=1", "colors=red|dark-green", "words=x", "words=y", "path=p",
      ])
    let composed = try request.composed(for: Features.Server.main.core)
    #expect(composed.httpRequest.headerFields[.init("X-Trace")!] == "t")
    #expect(composed.url.hasPrefix("https://api.example.com/v1/items/7/parts/a%2Fb?since=10"))
  }

  /// A leading slash is ignored, and others are sent, as some documents have them.
  @Test func slashesInAPath() throws {
    struct Plain: APIRequest {
      typealias Response = Void
      static let endpoint = Endpoint<Self>("plain", .get, "/a//b", response: .empty)
    }
    struct Double: APIRequest {
      typealias Response = Void
      static let endpoint = Endpoint<Self>("double", .get, "//double", response: .empty)
    }
    #expect(try Plain().composed(for: Features.Server.main.core).url == "https://api.example.com/v1/a//b")
    #expect(try Double().composed(for: Features.Server.main.core).url == "https://api.example.com/v1//double")
  }

  /// As those of the request itself are.
  @Test func parametersOfTheClientAreCheckedBeforeSending() async {
    let client = Features.Client(
      server: .main, key: "k", locale: "english", configuration: ClientConfiguration(transport: Unreachable())
    )
    let error = await #expect(throws: APIError.self) {
      try await client.send(ItemRequest(itemID: 7, part: "a"))
    }
    guard case .invalidRequest(let violations)? = error?.kind else {
      Issue.record("expected a request that isn't sent, found \(String(describing: error))")
      return
    }
    #expect(violations.map(\.keyword) == ["pattern"])
    #expect(violations.map(\.instanceLocation) == ["/locale"])
  }

  @Test func requestsAreValues() {
    let one = ItemRequest(itemID: 7, part: "a")
    var other = one
    #expect(one == other)
    #expect(Set([one, other]).count == 1)
    other.verbose = false
    #expect(one != other)
  }

  @Test func requirementsAreCheckedBeforeSending() {
    #expect(ItemsRequest().violations.map(\.keyword) == ["exactlyOne"])
    #expect(ItemsRequest(ids: [1], owner: "o").violations.map(\.keyword) == ["exactlyOne"])
    #expect(ItemsRequest(ids: [1]).violations.isEmpty)
    #expect(ItemsRequest(ids: [1, 2, 3]).violations.map(\.keyword) == ["maxItems"])
    #expect(ItemsRequest(ids: [0]).violations.map(\.keyword) == ["minimum"])
  }

  @Test func formatsAreCheckedBeforeSending() throws {
    #expect(InviteRequest(email: "a@example.com", hosts: ["b.example"], said: "c").violations.isEmpty)
    #expect(InviteRequest(email: "a").violations.map(\.keyword) == ["format"])
    let request = InviteRequest(email: "a@example.com", hosts: ["b.example", "-c"])
    #expect(request.violations.map(\.keyword) == ["format"])
    #expect(throws: APIError.self) { try request.composed(for: Features.Server.main.core) }
  }

  @Test func serversWithoutTheEndpointAreRefused() {
    #expect(throws: APIError.self) { try ItemsRequest(ids: [1]).composed(for: Features.Server.test.core) }
  }

  @Test func bodiesAreJSONFormsOrBytes() throws {
    let create = CreateItemRequest(token: "t0ken", payload: .init(title: "t", tags: ["a"]))
    #expect(try JSON(parsing: create.body) == ["title": "t", "tags": ["a"]])
    let created = try create.composed(for: Features.Server.main.core)
    #expect(created.httpRequest.headerFields[.authorization] == "Bearer t0ken")
    #expect(!"\(create)\(created)".contains("t0ken"))
    let upload = try UploadRequest(name: "n", payload: [1, 2]).composed(for: Features.Server.main.core)
    #expect(upload.body == [1, 2])
    #expect(upload.httpRequest.headerFields[.contentType] == "application/octet-stream")
    let vote = try VoteRequest(session: "s e", token: "t0ken", payload: [1]).composed(
      for: Features.Server.main.core)
    #expect(vote.httpRequest.headerFields[.cookie] == "session=s%20e")
    #expect(
      !vote.description.contains("s%20e")
        && !"\(VoteRequest(session: "s e", token: "t0ken", payload: []))".contains("s e"))
  }

  @Test func policiesAreData() {
    #expect(ItemRequest.endpoint.policies[CachePolicy.self]?.lifetime == .seconds(3600))
    #expect(ItemRequest.endpoint.policies[RetryPolicy.self]?.attempts == 2)
    #expect(CreateItemRequest.endpoint.policies[RetryPolicy.self] == nil)
    #expect(
      CreateItemRequest.endpoint.policies[QueuePolicy.self]?.idempotencyKey == .header("Idempotency-Key"))
    guard
      case .cursor("cursor", next: "/next")? = ItemsRequest.endpoint.policies[PaginationPolicy.self]?.style
    else {
      Issue.record("another style")
      return
    }
    #expect(ItemsRequest.endpoint.policies[PaginationPolicy.self]?.identity == ["id"])
    #expect(ItemsRequest.endpoint.policies[BatchPolicy.self] == .init(parameter: "ids", maximum: 2))
    #expect(Features.Client.api.policies[RateLimits.self]?.all.count == 2)
    #expect(Features.Client.api.tooManyRequests.map(\.message) == ["BUSY", "NO_*"])
    #expect(ItemsRequest.endpoint.errors == [.gone])
    #expect(Features.ErrorCode(ServiceFailure(code: 2, message: "NO_SHOES")) == .missing)
    #expect(Features.ErrorCode.missing.isRetryable)
  }

  @Test func hostileWordsSurviveAsTheyAre() throws {
    #expect(Hostile.Words.interpolation.rawValue == #"\(fatalError())"#)
    #expect(Hostile.Words.nul.rawValue == "nul\0byte")
    #expect(Hostile.Words.reversed.rawValue == "\u{202E}reversed")
    for word in Hostile.Words.allCases {
      #expect(try Hostile.Words.decode(word.encoded()) == word)
      let request = Hostile.GoRequest(aB: "*/", c: word)
      #expect(try request.query.map(\.value) == ["*/", word.rawValue])
    }
    let members: [(String, JSON)] = [
      ("*/ let x", "a"), ("\"quoted\"", .null), ("\\(inter)", "\"\\(x)"), ("line\\nbreak", "*/ \\(1) \""),
      ("#if os(Linux)", 1), ("`init`x", 2), ("init", 3), ("// comment", 4), ("\\u{0}", 5), ("@available", 6),
      ("🚀", 7),
    ]
    let text = try JSON.object(JSONObject(members)).encoded()
    let object = try Hostile.Object.decode(text, options: strict)
    #expect(object.letX == "a" && object.rocket == 7)
    #expect(try JSON(parsing: object.encoded()) == JSON(parsing: text))
  }
}

/// A transport that nothing may reach.
private struct Unreachable: HTTPTransport {
  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    Issue.record("the request was sent")
    throw CancellationError()
  }
}
