import Foundation
import HTTPTypes
import Testing
import WGNAPICache
import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting

/// The server's directives take precedence over the spec (RFC 9111).
@Suite struct RevalidationTests {
  let clock = ManualClock()

  func client(_ transport: ScriptedTransport, cache: ResponseCache = ResponseCache()) -> PlayersClient {
    PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), applicationID: "demo",
      configuration: ClientConfiguration(transport: transport, middleware: [cache], clock: clock))
  }

  func numbering(_ fields: [HTTPField.Name: String]) -> ScriptedTransport {
    ScriptedTransport.numbered { _, number in .players(number, fields) }
  }

  /// Where three responses come from, asked for at once and after each of the times.
  func origins(
    _ fields: [HTTPField.Name: String], after times: [Duration], _ cache: ResponseCache = ResponseCache()
  ) async throws -> [ResponseOrigin] {
    let client = client(numbering(fields), cache: cache)
    var origins = [try await client.response(to: SearchPlayers(search: "gar")).origin]
    for time in times {
      clock.advance(by: time)
      origins.append(try await client.response(to: SearchPlayers(search: "gar")).origin)
    }
    return origins
  }

  @Test func theServersLifetimeWins() async throws {
    #expect(
      try await origins([.cacheControl: "max-age=5"], after: [.seconds(4), .seconds(1)]) == [
        .network, .cache, .network,
      ])
    #expect(
      try await origins([.cacheControl: "public, Max-Age=\"5\""], after: [.seconds(4)]) == [.network, .cache])
    #expect(try await origins([.cacheControl: "no-store"], after: [.zero]) == [.network, .network])
    #expect(try await origins([.cacheControl: "max-age=nonsense"], after: [.zero]) == [.network, .network])
    #expect(
      try await origins([.cacheControl: "no-cache=\"x, y\", max-age=60"], after: [.zero]) == [
        .network, .network,
      ])
    #expect(
      try await origins([.cacheControl: "max-age=100000"], after: [.seconds(99_999), .seconds(1)]) == [
        .network, .cache, .network,
      ])
    #expect(try await origins([.expires: "0"], after: [.zero]) == [.network, .network])
    #expect(
      try await origins([.cacheControl: "max-age=60", .age: "50"], after: [.seconds(9), .seconds(1)]) == [
        .network, .cache, .network,
      ])
    #expect(try await origins([.vary: "*"], after: [.zero]) == [.network, .network])
    #expect(try await origins([.vary: "Accept, User-Agent"], after: [.zero]) == [.network, .cache])
  }

  @Test func expiresCountsFromTheServersDate() async throws {
    // The server's clock is years behind.
    let fields: [HTTPField.Name: String] = [
      .date: "Sun, 06 Nov 1994 08:49:37 GMT", .expires: "Sun, 06 Nov 1994 08:50:37 GMT",
    ]
    // Its age counts from its date, and so is beyond the lifetime of a minute.
    #expect(try await origins(fields, after: [.zero]) == [.network, .network])
    let now = HTTPDateText.text(clock.date)
    let later = HTTPDateText.text(clock.date + 60)
    #expect(
      try await origins([.date: now, .expires: later], after: [.seconds(59), .seconds(1)])
        == [.network, .cache, .network])
  }

  @Test func aValidatorIsSentAndA304Renews() async throws {
    let transport = ScriptedTransport.numbered { request, number in
      guard request.headerFields[.ifNoneMatch] == #""v1""# else {
        return .players(
          number,
          [.eTag: #""v1""#, .cacheControl: "max-age=10", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"])
      }
      return TransportResponse(
        response: HTTPResponse(status: .notModified, headerFields: [.cacheControl: "max-age=20"]), body: [])
    }
    let client = client(transport)
    let first = try await client.response(to: SearchPlayers(search: "gar"))
    clock.advance(by: .seconds(11))
    let second = try await client.response(to: SearchPlayers(search: "gar"))
    #expect(second.origin == .revalidated)
    #expect(second.value == first.value)
    #expect(second.age == .zero)
    #expect(second.status == 200)
    #expect(transport.requests.last?.headerFields[.ifModifiedSince] == "Sun, 06 Nov 1994 08:49:37 GMT")
    clock.advance(by: .seconds(19))
    #expect(try await client.response(to: SearchPlayers(search: "gar")).origin == .cache)
    #expect(transport.count == 2)
  }

  @Test func anotherVariantIsNotGiven() async throws {
    let transport = numbering([.vary: "X-Trace"])
    let client = client(transport)
    let policy = CallOptions(policies: [.cache(.seconds(60))])
    func trace(_ text: String?) async throws -> ResponseOrigin {
      var request = TracedSearch()
      request.trace = text
      return try await client.response(to: request, options: policy).origin
    }
    #expect(try await trace("a") == .network)
    #expect(try await trace("a") == .cache)
    #expect(try await trace("b") == .network)
    #expect(try await trace(nil) == .network)
  }

  @Test func aStaleResponseIsUsedWhenTheServerFails() async throws {
    for failure in 0..<3 {
      let transport = ScriptedTransport.numbered { _, number in
        switch (number, failure) {
        case (1, _): return .players(1)
        case (_, 0): throw TransportError.failed(TransportFailure(.offline))
        case (_, 1): return .json("", status: 503)
        default:
          return .json(#"{"status": "error", "error": {"code": 504, "message": "SOURCE_NOT_AVAILABLE"}}"#)
        }
      }
      let cache = ResponseCache(staleIfError: .seconds(3_600))
      let client = client(transport, cache: cache)
      _ = try await client.send(SearchPlayers(search: "gar"))
      clock.advance(by: .seconds(700))
      let stale = try await client.response(to: SearchPlayers(search: "gar"))
      #expect(stale.origin == .stale)
      #expect(stale.age == .seconds(700))
      #expect(stale.staleReason != nil)
      #expect(stale.value.first?.nickname == "P1")
      // Beyond the time that was allowed it doesn't.
      clock.advance(by: .seconds(3_500))
      await #expect(throws: APIError.self) { try await client.send(SearchPlayers(search: "gar")) }
      #expect(transport.count == 3)
    }
  }

  /// Half a response is none (RFC 5861, section 4), whether or not it said how long it would be.
  @Test(arguments: [true, false])
  func theServersStaleIfErrorCoversHalfAResponse(_ isKnown: Bool) async throws {
    let transport = ScriptedTransport.numbered { _, number in
      if number == 1 { return .players(1, [.cacheControl: "max-age=1, stale-if-error=60"]) }
      if isKnown { throw TransportError.failed(TransportFailure(.truncated)) }
      return .json(#"{"status": "ok", "data": [{"account_id": 2, "nick"#)
    }
    let client = client(transport)
    _ = try await client.send(SearchPlayers(search: "gar"))
    clock.advance(by: .seconds(2))
    let response = try await client.response(to: SearchPlayers(search: "gar"))
    #expect(response.origin == .stale)
    #expect(transport.count == 2)
  }

  @Test func mustRevalidateForbidsStaleResponses() async throws {
    let transport = ScriptedTransport.numbered { _, number in
      guard number == 1 else { throw TransportError.failed(TransportFailure(.offline)) }
      return .players(1, [.cacheControl: "max-age=1, must-revalidate"])
    }
    let client = client(transport, cache: ResponseCache(staleIfError: .seconds(3_600)))
    _ = try await client.send(SearchPlayers(search: "gar"))
    clock.advance(by: .seconds(2))
    await #expect(throws: APIError.self) { try await client.send(SearchPlayers(search: "gar")) }
  }

  @Test func anOldResponseIsGivenAtOnceWhileANewOneIsFetched() async throws {
    let transport = numbering([:])
    let client = client(transport, cache: ResponseCache(staleWhileRevalidate: .seconds(60)))
    _ = try await client.send(SearchPlayers(search: "gar"))
    clock.advance(by: .seconds(650))
    let stale = try await client.response(to: SearchPlayers(search: "gar"))
    #expect(stale.origin == .stale)
    #expect(stale.value.first?.nickname == "P1")
    var response = stale
    for _ in 0..<10_000 where response.origin != .cache {
      await Task.yield()
      response = try await client.response(to: SearchPlayers(search: "gar"))
    }
    #expect(response.origin == .cache)
    #expect(response.value.first?.nickname == "P2")
    #expect(transport.count == 2)
  }
}

struct TracedSearch: APIRequest {
  typealias Response = [FoundPlayer]
  typealias ServiceEnvelope = PlayersEnvelope
  var trace: String?
  static let endpoint = Endpoint<Self>("tracedSearch", .get, "list/", response: .json()) {
    $0.header("X-Trace", \.trace)
  }
}

/// A date as HTTP writes it, made by Foundation.
enum HTTPDateText {
  static func text(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }
}
