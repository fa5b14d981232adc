import HTTPTypes
import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPICache
@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPIRetry
@testable import WGNAPITransport

/// A request that changes a URL ends all responses of it (RFC 9111, section 4.4), through real clients.
@Suite struct ChangedURLTests {
  let clock = ManualClock()
  let store = GatedStore()

  func client(
    _ transport: ScriptedTransport, _ cache: ResponseCache, behind middleware: [any APIMiddleware] = []
  ) -> PlayersClient {
    PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), applicationID: "demo",
      configuration: ClientConfiguration(
        transport: transport, middleware: [cache] + middleware, clock: clock))
  }

  func numbering() -> ScriptedTransport {
    ScriptedTransport.numbered { _, number in .players(number, [.cacheControl: "max-age=600"]) }
  }

  @Test(arguments: [
    GetThing(), GetThing(token: "a token"), GetThing(language: "de"),
    GetThing(token: "other", language: "fr"),
  ])
  func whateverTheHeaderFieldsAre(_ request: GetThing) async throws {
    let client = client(numbering(), ResponseCache(store: store))
    let first = try await client.response(to: request)
    #expect(first.origin == .network)
    #expect(try await client.response(to: request).origin == .cache)
    _ = try await client.send(PutThing(token: "a third token", tag: "\"v1\"", key: "1"))
    #expect(store.count == 0)
    #expect(try await client.response(to: request).origin == .network)
  }

  @Test func anotherProcessFindsNothingEither() async throws {
    let transport = numbering()
    _ = try await client(transport, ResponseCache(store: store)).send(GetThing(token: "a token"))
    // One that has nothing in memory makes the change.
    _ = try await client(transport, ResponseCache(store: store)).send(PutThing())
    let third = client(transport, ResponseCache(store: store))
    #expect(try await third.response(to: GetThing(token: "a token")).origin == .network)
  }

  @Test func responsesRequestedBeforeARemovalAreNotKept() async throws {
    let gate = Gate()
    let transport = ScriptedTransport.numbered { request, number in
      if number == 1 { await gate.pass() }
      return .players(number, [.cacheControl: "max-age=600"])
    }
    let client = client(transport, ResponseCache(store: store))
    gate.close()
    let early = Task { try await client.send(GetThing(token: "a token")) }
    await gate.waitForArrivals(1)
    _ = try await client.send(PutThing())
    gate.open()
    _ = try await early.value
    #expect(store.count == 0)
    #expect(try await client.response(to: GetThing(token: "a token")).origin == .network)
  }

  /// Nobody knows whether a change whose response was lost was made.
  @Test(arguments: [
    (TransportError.timedOut, ResponseOrigin.network), (.redirected(to: "https://other.example/"), .network),
    (.failed(TransportFailure(.connectionLost)), .network),
    (.failed(TransportFailure(.cannotConnect)), .cache),
    (.failed(TransportFailure(.offline)), .cache),
  ])
  func aLostResponse(_ error: TransportError, _ origin: ResponseOrigin) async throws {
    let transport = ScriptedTransport.numbered { request, number in
      if request.method == .put { throw error }
      return .players(number, [.cacheControl: "max-age=600"])
    }
    let client = client(transport, ResponseCache())
    _ = try await client.send(GetThing())
    await #expect(throws: APIError.self) { try await client.send(PutThing()) }
    #expect(try await client.response(to: GetThing()).origin == origin)
  }

  /// The last attempt says nothing of the first one, which may have been carried out. Nil is a lost connection.
  @Test(arguments: [412, 503, 200, nil])
  func aLostResponseBeforeTheLastAttempt(_ status: Int?) async throws {
    let transport = ScriptedTransport.numbered { request, number in
      guard request.method == .put else { return .players(number, [.cacheControl: "max-age=600"]) }
      if number == 2 { throw TransportError.failed(TransportFailure(.connectionLost)) }
      guard let status else { throw TransportError.failed(TransportFailure(.cannotConnect)) }
      return .json("{}", status: status)
    }
    let retry = Retry(maximumDelay: .zero, baseDelay: .zero)
    let client = client(transport, ResponseCache(store: store), behind: [retry])
    _ = try await client.send(GetThing())
    let options = CallOptions(policies: [.retry(idempotent: true, attempts: 2)])
    _ = try? await client.send(PutThing(tag: "\"v1\""), options: options)
    #expect(transport.count == 3)
    #expect(store.count == 0)
    #expect(try await client.response(to: GetThing()).origin == .network)
  }

  /// A change that is redirected is one of both places, and so is that of a place that only its Location names.
  @Test(arguments: [303, 307]) func redirects(_ status: Int) async throws {
    let place = Locked<String?>(nil)
    let transport = ScriptedTransport.numbered { request, number in
      var response = TransportResponse.players(number, [.cacheControl: "max-age=600"])
      if request.method == .put {
        let location = place.withLock { $0 ?? "" }
        response.redirects = [
          HTTPResponse(status: .init(code: status), headerFields: [.location: location])
        ]
      } else if request.path?.contains("other") == true {
        place.withLock { $0 = request.path }
      }
      return response
    }
    let client = client(transport, ResponseCache())
    _ = try await client.send(GetThing())
    _ = try await client.send(GetOther())
    _ = try await client.send(PutThing())
    #expect(try await client.response(to: GetThing()).origin == .network)
    #expect(try await client.response(to: GetOther()).origin == .network)
  }

  @Test func aCachedPOSTInvalidatesNothing() async throws {
    let client = client(numbering(), ResponseCache())
    let policy = CallOptions(policies: [.cache(.seconds(60))])
    _ = try await client.send(GetThing())
    for _ in 1...2 { _ = try await client.send(PostThing(), options: policy) }
    #expect(try await client.response(to: GetThing()).origin == .cache)
  }
}

struct GetOther: APIRequest {
  typealias Response = [FoundPlayer]
  typealias ServiceEnvelope = PlayersEnvelope
  static let endpoint = Endpoint<Self>("getOther", .get, "other/", response: .json())
}

/// Reads, as its policy says.
struct PostThing: APIRequest {
  typealias Response = [FoundPlayer]
  typealias ServiceEnvelope = PlayersEnvelope
  static let endpoint = Endpoint<Self>("postThing", .post, "thing/", response: .json())
}
