import Foundation
import HTTPTypes
import Testing
import WGNAPIGenerated
import WGNAPIPartial
import WGNAPIResponses
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPICache
@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPIJSON
@testable import WGNAPITransport

/// What a response that is kept is worth, after the server has said something else (RFC 9111).
@Suite struct ReplacementTests {
  let clock = ManualClock()
  let request = SearchPlayers(search: "gar")

  func client(_ transport: ScriptedTransport, cache: ResponseCache = ResponseCache()) -> PlayersClient {
    PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), applicationID: "demo-application-id",
      configuration: ClientConfiguration(transport: transport, middleware: [cache], clock: clock))
  }

  /// Gives a first response with some fields, then one 304 with others, then new responses.
  func revalidating(
    _ first: [HTTPField.Name: String], _ fields: HTTPFields
  ) -> ScriptedTransport {
    ScriptedTransport.numbered { request, number in
      guard number == 2, request.headerFields[.ifNoneMatch] != nil else { return .players(number, first) }
      return TransportResponse(
        response: HTTPResponse(status: .notModified, headerFields: fields), body: [])
    }
  }

  func answers(_ transport: ScriptedTransport, after times: Duration...) async throws -> [String] {
    let client = client(transport)
    var responses: [String] = []
    for time in [.zero] + times {
      clock.advance(by: time)
      let response = try await client.response(to: request)
      responses.append("\(response.value.first?.nickname ?? "") \(response.origin)")
    }
    return responses
  }

  @Test func a304WithoutADateOrAnAgeIsNew() async throws {
    let first: [HTTPField.Name: String] = [
      .eTag: #""v""#, .cacheControl: "max-age=100", .age: "50", .date: HTTPDateText.text(clock.date),
    ]
    #expect(
      try await answers(revalidating(first, [:]), after: .seconds(60), .seconds(99), .seconds(1)) == [
        "P1 network", "P1 revalidated", "P1 cache", "P3 network",
      ])
  }

  @Test func a304MayForbidToKeepTheResponse() async throws {
    let transport = revalidating(
      [.eTag: #""v""#, .cacheControl: "max-age=10"], [.cacheControl: "no-store"])
    #expect(
      try await answers(transport, after: .seconds(11), .zero) == [
        "P1 network", "P1 revalidated", "P3 network",
      ])
    #expect(transport.requests.last?.headerFields[.ifNoneMatch] == nil)
  }

  @Test func a304OfAnotherResponseRenewsNothing() async throws {
    let transport = revalidating(
      [.eTag: #""v""#, .cacheControl: "max-age=10"], [.eTag: #""w""#])
    #expect(try await answers(transport, after: .seconds(11)) == ["P1 network", "P3 network"])
    #expect(transport.requests.last?.headerFields[.ifNoneMatch] == nil)
    let weak = revalidating([.eTag: #"W/"v""#, .cacheControl: "max-age=10"], [.eTag: #""v""#])
    #expect(try await answers(weak, after: .seconds(11)) == ["P1 network", "P1 revalidated"])
  }

  @Test func anUnrequested304IsAnError() async throws {
    let transport = ScriptedTransport.numbered { _, number in
      number == 1
        ? .players(1)
        : TransportResponse(response: HTTPResponse(status: .notModified), body: [])
    }
    let client = client(transport)
    _ = try await client.send(request)
    clock.advance(by: .seconds(600))
    let error = await #expect(throws: APIError.self) { try await client.send(request) }
    #expect(error?.status == 304)
  }

  @Test func aNewResponseThatMustNotBeKeptEndsTheOldOne() async throws {
    let transport = ScriptedTransport.numbered { _, number in
      switch number {
      case 1: .players(1)
      case 2: .players(2, [.cacheControl: "no-store"])
      default: throw TransportError.timedOut
      }
    }
    let client = client(transport, cache: ResponseCache(staleIfError: .seconds(3_600)))
    _ = try await client.send(request)
    clock.advance(by: .seconds(600))
    #expect(try await client.send(request).first?.nickname == "P2")
    await #expect(throws: APIError.self) { try await client.send(request) }
  }

  @Test(arguments: [
    TransportResponse.json("", status: 401), .json("", status: 403),
    .json(#"{"status": "error", "error": {"code": 407, "message": "INVALID_ACCESS_TOKEN"}}"#),
  ])
  func anOldResponseDoesNotHideARefusal(_ refusal: TransportResponse) async throws {
    let transport = ScriptedTransport.numbered { _, number in number == 1 ? .players(1) : refusal }
    let client = client(transport, cache: ResponseCache(staleIfError: .seconds(3_600)))
    _ = try await client.send(request)
    clock.advance(by: .seconds(600))
    await #expect(throws: APIError.self) { try await client.send(request) }
  }

  /// Statuses, whether the client's own `staleIfError` covers them, and whether the server's does (RFC 5861, section 4).
  @Test(arguments: [
    (400, false, false), (404, false, false), (410, false, false), (422, false, false), (408, true, false),
    (429, true, false), (500, true, true), (501, true, false), (502, true, true), (503, true, true),
    (504, true, true),
  ])
  func aStaleResponseReplacesFailuresOfTheServer(
    _ status: Int, _ isClients: Bool, _ isServers: Bool
  ) async throws {
    for (control, isCovered) in [("max-age=600", isClients), ("max-age=600, stale-if-error=3600", isServers)]
    {
      let transport = ScriptedTransport.numbered { _, number in
        number == 1 ? .players(1, [.cacheControl: control]) : .json("", status: status)
      }
      let client = client(transport, cache: ResponseCache(staleIfError: .seconds(3_600)))
      _ = try await client.send(request)
      clock.advance(by: .seconds(600))
      let response = try? await client.response(to: request)
      #expect(response?.origin == (isCovered ? .stale : nil))
      #expect(response?.staleReason?.status?.code == (isCovered ? status : nil))
    }
  }

  /// An endpoint that describes what the server says when it fails.
  struct DescribedSearch: APIRequest {
    enum Response: Hashable, Sendable {
      case found([FoundPlayer])
      case overloaded
    }
    static let endpoint = Endpoint<Self>(
      "describedSearch", .get, "list/",
      response: .byStatus {
        $0.json(200, [FoundPlayer].self) { .found($0) }
        $0.empty(503) { .overloaded }
      })
  }

  @Test func aStaleResponseReplacesADescribedFailure() async throws {
    let transport = ScriptedTransport.numbered { _, number in
      number == 1 ? .json("[]", fields: [.cacheControl: "max-age=600"]) : .json("{}", status: 503)
    }
    let tolerant = client(transport, cache: ResponseCache(staleIfError: .seconds(3_600)))
    _ = try await tolerant.send(DescribedSearch())
    clock.advance(by: .seconds(600))
    for _ in 1...2 {
      let response = try await tolerant.response(to: DescribedSearch())
      #expect(response.origin == .stale && response.value == .found([]))
      #expect(response.staleReason?.status == 503)
    }
  }

  @Test func aFailureThatIsDescribedLeavesTheOldResponse() async throws {
    let store = GatedStore()
    let transport = ScriptedTransport.numbered { _, number in
      number == 1
        ? .json("[]", fields: [.cacheControl: "max-age=600"])
        : .json("{}", status: 503, fields: [.cacheControl: "max-age=60"])
    }
    let strict = client(transport, cache: ResponseCache(store: store))
    _ = try await strict.send(DescribedSearch())
    for use in [CacheUse.reload, .default] {
      #expect(
        try await strict.send(DescribedSearch(), options: [.cache(use)])
          == (use == .reload ? .overloaded : .found([])))
    }
    clock.advance(by: .seconds(600))
    #expect(try await strict.send(DescribedSearch()) == .overloaded)
    #expect(
      try await strict.send(DescribedSearch(), options: CallOptions(policies: [.cache(.cacheOnly)]))
        == .found([]))
    #expect(store.count == 1)
  }

  @Test(arguments: [404, 410]) func missingResponsesAreNotKept(_ status: Int) async throws {
    let store = GatedStore()
    let transport = ScriptedTransport.numbered { _, number in
      number == 2 ? .json("", status: status) : .players(number)
    }
    let client = client(transport, cache: ResponseCache(store: store))
    _ = try await client.send(request)
    await #expect(throws: APIError.self) {
      try await client.send(request, options: CallOptions(policies: [.cache(.reload)]))
    }
    #expect(store.count == 0)
    #expect(try await client.send(request).first?.nickname == "P3")
  }

  @Test func reloadingAsksOnlyForWhatHasChanged() async throws {
    let transport = revalidating([.eTag: #""v""#], [.eTag: #""v""#])
    let client = client(transport)
    _ = try await client.send(request)
    let response = try await client.response(to: request, options: CallOptions(policies: [.cache(.reload)]))
    #expect(response.origin == .revalidated && response.value.first?.nickname == "P1")
    #expect(transport.requests.last?.headerFields[.ifNoneMatch] == #""v""#)
    #expect(transport.requests.last?.headerFields[.cacheControl] == "no-cache")
    // What has changed comes whole.
    #expect(
      try await client.send(request, options: CallOptions(policies: [.cache(.reload)])).first?.nickname
        == "P3")
  }

  @Test func aValidatorGoesBackByteForByte() async throws {
    let tag: [UInt8] = [0x22, 0xFF, 0xC3, 0x28, 0x22]
    let transport = ScriptedTransport.numbered { _, number in
      var response = TransportResponse.players(number)
      response.response.headerFields.append(HTTPField(name: .eTag, lenientValue: tag))
      return response
    }
    let client = client(transport)
    _ = try await client.send(request)
    clock.advance(by: .seconds(600))
    _ = try await client.send(request)
    let field = try #require(transport.requests.last?.headerFields.first { $0.name == .ifNoneMatch })
    #expect(field.withUnsafeBytesOfValue { Array($0) } == tag)
  }

  @Test(arguments: ["no-cache", "max-age=0"])
  func aRequestMayWantTheServersOwnResponse(_ control: String) async throws {
    struct Insisting: APIMiddleware {
      let control: String
      func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
        var request = request
        if request.call.options.timeout != nil { request.httpRequest.headerFields[.cacheControl] = control }
        return try await next(request)
      }
    }
    let client = PlayersClient(
      server: APIServer("eu", "https://api.example.eu"),
      configuration: ClientConfiguration(
        transport: ScriptedTransport.numbered { _, number in .players(number) },
        middleware: [Insisting(control: control), ResponseCache()], clock: clock))
    #expect(try await client.send(request).first?.nickname == "P1")
    let options = CallOptions(timeout: .seconds(1))
    #expect(try await client.send(request, options: options).first?.nickname == "P2")
    #expect(try await client.send(request).first?.nickname == "P2")
  }

  @Test func fieldsWithSecretsAndThoseOfTheConnectionAreNotKept() async throws {
    let fields: [HTTPField.Name: String] = [
      .setCookie: "session=1", .connection: "X-Hop, close", .eTag: #""v""#,
      .location: "/next?application_id=demo%2Dapplication%2Did",
    ]
    let transport = ScriptedTransport.numbered { _, number in
      var response = TransportResponse.players(number, fields)
      for name in ["X-Hop", "Set-Cookie2", "Authentication-Info", "Keep-Alive"] {
        if let name = HTTPField.Name(name) { response.response.headerFields[name] = "x" }
      }
      return response
    }
    let store = GatedStore()
    let client = client(transport, cache: ResponseCache(store: store))
    #expect(try await client.response(to: request).headers[.location] != nil)
    let kept = try #require(store.all.first)
    #expect(Set(kept.headers.map(\.name.canonicalName)) == ["content-type", "etag"])
  }

  /// Fields of the request that are part of the key needn't be kept for `Vary`, and a digest of a token mustn't.
  @Test func noDigestOfATokenIsKept() async throws {
    let transport = ScriptedTransport.numbered { _, number in
      .players(number, [.cacheControl: "max-age=600", .vary: "Authorization, User-Agent, Cookie, X-Token"])
    }
    let store = GatedStore()
    let client = client(transport, cache: ResponseCache(store: store))
    _ = try await client.send(GetThing(token: "Bearer a"))
    #expect(store.all.map { Set($0.varying.keys) } == [["user-agent"]])
    #expect(try await client.response(to: GetThing(token: "Bearer a")).origin == .cache)
    #expect(try await client.response(to: GetThing(token: "Bearer b")).origin == .network)
  }
}
