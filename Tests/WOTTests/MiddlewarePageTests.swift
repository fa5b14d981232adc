import HTTPTypes
import TestSupport
import Testing
import WGNAPICache
import WGNAPILimits
import WGNAPIRetry
import WGNAPIRuntime
import WGNAPITesting
import WOT

/// The code of `docs/middleware.md`, word for word.
@Suite struct MiddlewarePageTests {
  @Test func thePageIsCompiled() throws {
    let page = try PageCode("middleware.md")
    #expect(page.blocks.count == 13)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func configurations() {
    let configuration = ClientConfiguration(
      middleware: Client.middleware.replacing(ResponseCache(memoryLimit: 8 << 20)).removing(Retry.self))
    let observed = ClientConfiguration(
      middleware: [RequestLog { print($0) }]
        + Client.middleware.inserting(CircuitBreaker(), before: RateLimiter.self))
    let patient = Retry(
      maximumDelay: .seconds(20), baseDelay: .milliseconds(500), totalTime: .seconds(60),
      budget: RetryBudget(capacity: 10, refund: 0.1))
    #expect(names(configuration) == ["ResponseCache", "RateLimiter"])
    #expect(
      names(observed) == ["RequestLog", "ResponseCache", "Retry", "CircuitBreaker", "RateLimiter"])
    #expect(Client.middleware.replacing(patient).count == 3)
  }

  private func names(_ configuration: ClientConfiguration) -> [String]? {
    configuration.middleware?.map { "\(type(of: $0))" }
  }

  private struct NobodyFound: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      TransportResponse(
        response: HTTPResponse(status: .ok), body: Array(#"{"status":"ok","data":[]}"#.utf8))
    }
  }

  @Test func caching() async throws {
    let cache = ResponseCache(
      memoryLimit: 32 << 20, staleIfError: .seconds(86_400), staleWhileRevalidate: .seconds(60),
      overrides: [.init(SearchPlayersRequest.self, CachePolicy(lifetime: .seconds(30)))])
    let caching = ClientConfiguration(middleware: Client.middleware.replacing(cache))
    var configuration = caching
    configuration.transport = NobodyFound()
    configuration.clock = ManualClock()
    let client = Client(server: .eu, applicationID: "demo", configuration: configuration)
    let search = SearchPlayersRequest(search: "gar")

    let newest = try await client.send(search, options: [.cache(.reload)])
    let known = try await client.send(search, options: [.cache(.cacheOnly)])
    let recent = try await client.send(search, options: [.cache(.seconds(5))])
    let heavy = try await client.send(search, options: [.weight(20)])
    #expect(heavy.isEmpty && newest.isEmpty && known.isEmpty && recent.isEmpty)

    let response = try await client.response(to: search)
    print("from \(response.origin), \(response.age) old")
    if let reason = response.staleReason { print("the server couldn't be asked: \(reason)") }
    #expect(response.origin == .cache)

    try await client.removeCached(search)
    await client.removeCached(of: SearchPlayersRequest.self)
    await client.removeAllCached()
    #expect(cache.memorySize == 0)
  }

  struct German: APIMiddleware {
    func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
      var request = request
      request.httpRequest.headerFields[.acceptLanguage] = "de"
      let response = try await next(request)
      if let failure = response.failure { print("\(request.call.operation) failed: \(failure.kind)") }
      return response
    }
  }

  struct Overloaded: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      TransportResponse(response: HTTPResponse(status: .serviceUnavailable), body: [])
    }
  }

  @Test func times() async throws {
    let clock = ManualClock()
    let client = Client(
      server: .eu, applicationID: "demo",
      configuration: ClientConfiguration(
        transport: Overloaded(), middleware: [Retry()], clock: clock, random: .seeded(1)))
    let players = Task { try await client.searchPlayers(search: "gar") }
    for _ in 1...2 {
      try await clock.waitForSleepers()  // until the client waits for its next attempt
      clock.advanceToNextWake()
    }
    let error = await #expect(throws: APIError.self) { try await players.value }
    #expect(error?.attempt == 3)
  }

  @Test func ownPolicies() async throws {
    let client = Client(
      server: .eu, applicationID: "demo",
      configuration: ClientConfiguration(middleware: [Gate { true }] + Client.middleware))
    let calm = client.with(options: [.priority(1)])
    let error = await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
    #expect(error?.notSent(as: Overload.self)?.retryAfter == .seconds(60))
    #expect(calm.core.middleware.count == Client.middleware.count + 1)
  }

  @Test func ownMiddleware() async throws {
    struct Language: HTTPTransport {
      func send(
        _ request: HTTPRequest, body: [UInt8], options: TransportOptions
      ) async throws -> TransportResponse {
        #expect(request.headerFields[.acceptLanguage] == "de")
        return TransportResponse(
          response: HTTPResponse(status: .ok), body: Array(#"{"status":"ok","data":[]}"#.utf8))
      }
    }
    let client = Client(
      server: .eu, applicationID: "demo",
      configuration: ClientConfiguration(transport: Language(), middleware: [German()]))
    #expect(try await client.searchPlayers(search: "gar").isEmpty)
  }
}

struct Priority: PolicyValue {
  var level: Int
}

struct Overload: NotSentReason {
  let name = "overload"
  let retryAfter: Duration? = .seconds(60)
  let description = "is left out while there is much to do; send it later, or with a higher priority"
}

struct Gate: APIMiddleware {
  let isBusy: @Sendable () -> Bool

  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    let level = request.call.policy(Priority.self)?.level ?? 0
    guard level > 0 || !isBusy() else { throw request.call.error(.notSent(Overload())) }
    return try await next(request)
  }
}

extension Policy {
  static func priority(_ level: Int) -> Policy { Policy(Priority(level: level)) }
}
