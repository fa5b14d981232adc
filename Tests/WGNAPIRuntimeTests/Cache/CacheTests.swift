import Foundation
import HTTPTypes
import Testing
import WGNAPICache
import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting

/// What is answered from the cache, and when the server is asked.
@Suite struct CacheTests {
  let clock = ManualClock()
  let request = SearchPlayers(search: "gar")

  func client(
    _ transport: ScriptedTransport, cache: ResponseCache = ResponseCache(), id: String = "demo"
  ) -> PlayersClient {
    PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), applicationID: id,
      configuration: ClientConfiguration(transport: transport, middleware: [cache], clock: clock))
  }

  /// Answers with the number of the request and these fields.
  func numbering(_ fields: [HTTPField.Name: String] = [:]) -> ScriptedTransport {
    ScriptedTransport.numbered { _, number in .players(number, fields) }
  }

  func name(
    _ client: PlayersClient, _ options: CallOptions = CallOptions()
  ) async throws -> String? {
    try await client.send(request, options: options).first?.nickname
  }

  @Test func keepsAResponseForTheLifetimeOfItsEndpoint() async throws {
    let transport = numbering()
    let client = client(transport)
    let first = try await client.response(to: request)
    #expect(first.origin == .network)
    #expect(first.age == .zero)
    clock.advance(by: .seconds(599))
    let second = try await client.response(to: request)
    #expect(second.origin == .cache)
    #expect(second.age == .seconds(599))
    #expect(second.value == first.value)
    #expect(transport.count == 1)
    clock.advance(by: .seconds(1))
    #expect(try await client.response(to: request).origin == .network)
    #expect(transport.count == 2)
  }

  @Test func anotherRequestTokenOrApplicationIsAnotherResponse() async throws {
    let transport = ScriptedTransport.numbered { _, _ in .json(#"{"status": "ok", "data": {}}"#) }
    let cache = ResponseCache()
    let policy = CallOptions(policies: [.cache(.seconds(60))])
    for id in ["one", "two"] {
      for token in [nil, "mine", "yours"] {
        for _ in 1...2 {
          let request = PlayerDetails(nickname: ["gar"], accessToken: token)
          _ = try await client(transport, cache: cache, id: id).send(request, options: policy)
        }
      }
    }
    #expect(transport.count == 6)
  }

  @Test func aCallMayReloadUseTheCacheAloneOrIgnoreIt() async throws {
    let transport = numbering()
    let client = client(transport)
    await #expect { try await name(client, CallOptions(policies: [.cache(.cacheOnly)])) } throws: {
      if case .notSent(is ResponseCache.Miss)? = ($0 as? APIError)?.kind { true } else { false }
    }
    #expect(transport.count == 0)
    #expect(try await name(client) == "P1")
    #expect(try await name(client, CallOptions(policies: [.cache(.ignore)])) == "P2")
    #expect(try await name(client) == "P1")
    #expect(try await name(client, CallOptions(policies: [.cache(.reload)])) == "P3")
    #expect(transport.requests.last?.headerFields[.cacheControl] == "no-cache")
    #expect(try await name(client) == "P3")
    clock.advance(by: .seconds(10_000))
    let old = try await client.response(to: request, options: CallOptions(policies: [.cache(.cacheOnly)]))
    #expect(old.origin == .stale)
    #expect(old.age == .seconds(10_000))
    #expect(transport.count == 3)
  }

  @Test func theLifetimeIsTheCallsThenTheClientsThenTheEndpoints() async throws {
    let transport = numbering()
    let short = ResponseCache(overrides: [.init(SearchPlayers.self, CachePolicy(lifetime: .seconds(5)))])
    let client = client(transport, cache: short)
    #expect(try await name(client) == "P1")
    clock.advance(by: .seconds(6))
    let long = CallOptions(policies: [.cache(.seconds(60))])
    #expect(try await name(client, long) == "P1")
    #expect(try await name(client) == "P2")
    #expect(try await name(client, CallOptions(policies: [.noCache])) == "P3")
    #expect(try await name(client) == "P2")
  }

  @Test func errorsAreNotKept() async throws {
    let transport = ScriptedTransport.numbered { _, number in
      switch number {
      case 1: .json(#"{"status": "error", "error": {"code": 504, "message": "SOURCE_NOT_AVAILABLE"}}"#)
      case 2: .json("{}", status: 500, fields: [.cacheControl: "max-age=60"])
      case 3: .json("not JSON")
      default: .players(number)
      }
    }
    let client = client(transport)
    for _ in 1...3 {
      await #expect(throws: APIError.self) { try await name(client) }
    }
    #expect(try await name(client) == "P4")
    #expect(try await name(client) == "P4")
  }

  @Test func cachedResponsesAreRemovedByRequestByEndpointAndAltogether() async throws {
    let transport = numbering()
    let client = client(transport)
    let other = SearchPlayers(search: "other")
    func both() async throws -> [String] {
      [try await client.send(request), try await client.send(other)].compactMap { $0.first?.nickname }
    }
    #expect(try await both() == ["P1", "P2"])
    try await client.removeCached(request)
    #expect(try await both() == ["P3", "P2"])
    await client.removeCached(of: PlayerDetails.self)
    #expect(try await both() == ["P3", "P2"])
    await client.removeCached(of: SearchPlayers.self)
    #expect(try await both() == ["P4", "P5"])
    await client.removeAllCached()
    #expect(try await both() == ["P6", "P7"])
  }

  @Test func responsesRemovedWhileFetchedAreNotKept() async throws {
    let gate = AsyncStream<Void>.makeStream()
    let transport = ScriptedTransport.numbered { _, number in
      if number == 1 { for await _ in gate.stream { break } }
      return .players(number)
    }
    let client = client(transport)
    async let early = name(client)
    while transport.count < 1 { await Task.yield() }
    await client.removeAllCached()
    gate.continuation.yield()
    #expect(try await early == "P1")
    #expect(try await name(client) == "P2")
  }

  @Test func aRequestThatChangesAURLRemovesWhatIsKeptOfIt() async throws {
    let transport = numbering([.cacheControl: "max-age=60"])
    let cache = ResponseCache()
    let client = client(transport, cache: cache)
    _ = try await client.send(GetThing())
    _ = try await client.send(GetThing())
    #expect(transport.count == 1)
    _ = try await client.send(PutThing())
    _ = try await client.send(GetThing())
    #expect(transport.count == 3)
  }

  @Test func aHitIsNotReadAgain() async throws {
    let transport = numbering()
    let client = client(transport)
    let first = try await client.send(request)
    let second = try await client.send(request)
    // The arrays have the same memory: nothing was made anew.
    let same = first.withUnsafeBufferPointer { one in
      second.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
    }
    #expect(same)
    let strict = CallOptions(decoding: JSONDecoding(validation: .strict))
    #expect(try await client.send(request, options: strict) == first)
    #expect(transport.count == 1)
  }

  @Test func theMemoryIsBounded() async throws {
    let transport = numbering()
    let cache = ResponseCache(memoryLimit: 20_000)
    let client = client(transport, cache: cache)
    for index in 100..<400 {
      _ = try await client.send(SearchPlayers(search: "n\(index)"))
      _ = try await client.send(SearchPlayers(search: "n100"))
      #expect(cache.memorySize <= 20_000)
    }
    // What was used of late is still there, what wasn't is gone.
    #expect(transport.count == 300)
    _ = try await client.send(SearchPlayers(search: "n399"))
    #expect(transport.count == 300)
    _ = try await client.send(SearchPlayers(search: "n101"))
    #expect(transport.count == 301)
  }
}

struct GetThing: APIRequest {
  typealias Response = [FoundPlayer]
  typealias ServiceEnvelope = PlayersEnvelope
  var token: String?
  var language: String?
  static let endpoint = Endpoint<Self>("getThing", .get, "thing/", response: .json()) {
    $0.header("Authorization", \.token, secret: true)
    $0.header("Accept-Language", \.language)
  }
}

struct PutThing: APIRequest {
  typealias Response = Void
  typealias ServiceEnvelope = PlayersEnvelope
  var token: String?
  var tag: String?
  var key: String?
  static let endpoint = Endpoint<Self>("putThing", .put, "thing/", response: .empty) {
    $0.header("Authorization", \.token, secret: true)
    $0.header("If-Match", \.tag)
    $0.header("Idempotency-Key", \.key)
  }
}
