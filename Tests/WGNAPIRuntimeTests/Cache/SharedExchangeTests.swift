import Foundation
import HTTPTypes
import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPICache
@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPIJSON
@testable import WGNAPITransport

/// Equal requests at the same time share one exchange.
@Suite struct SharedExchangeTests {
  @Test func equalRequestsShareOneExchange() async throws {
    let transport = ScriptedTransport.numbered { _, number in
      try await Task.sleep(for: .milliseconds(50))
      return .players(number)
    }
    let cache = ResponseCache()
    let client = PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), applicationID: "demo",
      configuration: ClientConfiguration(transport: transport, middleware: [cache]))
    let responses = try await withThrowingTaskGroup(of: CallResponse<SearchPlayers>.self) { group in
      for _ in 0..<100 { group.addTask { try await client.response(to: SearchPlayers(search: "gar")) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(transport.count == 1)
    #expect(Set(responses.map(\.value)).count == 1)
    #expect(Set(responses.map(\.requestID)).count == 100)
    #expect(cache.exchanges.count == 0)
  }

  /// RFC 9111, section 4: only what may be reused may be given to others; each of them asks by itself, at the same time.
  @Test(arguments: ["no-store", "max-age=600 no-store", "no-cache", "private, max-age=600"])
  func nonReusableResponsesAreNotShared(_ control: String) async throws {
    let gate = Gate()
    gate.close()
    let transport = ScriptedTransport.numbered { _, number in
      await gate.pass()
      return .players(number, [.cacheControl: control])
    }
    let cache = ResponseCache()
    let client = PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), applicationID: "demo",
      configuration: ClientConfiguration(transport: transport, middleware: [cache]))
    let callers = (0..<5).map { _ in Task { try await client.send(SearchPlayers(search: "gar")) } }
    while cache.exchanges.waitingCount < 4 { await Task.yield() }
    gate.open()
    var names: Set<String> = []
    for caller in callers { names.insert(try await caller.value.first?.nickname ?? "") }
    let isShared = control.hasPrefix("private")
    #expect(transport.count == (isShared ? 1 : 5))
    #expect(names.count == (isShared ? 1 : 5))
    #expect(cache.exchanges.count == 0)
  }

  @Test func anErrorReachesAllWithTheirOwnRequestIDs() async throws {
    let transport = ScriptedTransport.numbered { _, _ in
      try await Task.sleep(for: .milliseconds(50))
      throw TransportError.timedOut
    }
    let client = PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), applicationID: "demo",
      configuration: ClientConfiguration(transport: transport, middleware: [ResponseCache()]))
    let ids = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<10 {
        group.addTask {
          do { _ = try await client.send(SearchPlayers(search: "gar")) } catch {
            return (error as? APIError)?.requestID
          }
          return nil
        }
      }
      return await group.reduce(into: Set<String>()) { if let id = $1 { $0.insert(id) } }
    }
    #expect(ids.count == 10)
    #expect(transport.count == 1)
  }

  @Test func responsesOfAnotherTypeAreNotShared() async throws {
    let gate = Gate()
    gate.close()
    let transport = ScriptedTransport.numbered { _, number in
      await gate.pass()
      return .players(number)
    }
    let client = PlayersClient(
      server: APIServer("eu", "https://api.example.eu"),
      configuration: ClientConfiguration(transport: transport, middleware: [ResponseCache()]))
    let wrong = Task { try await client.send(SearchNumbers(search: "gar")) }
    await gate.waitForArrivals(1)
    let right = Task { try await client.send(SearchPlayers(search: "gar")) }
    await gate.waitForArrivals(2)
    gate.open()
    #expect(try await right.value.count == 1)
    let error = await #expect(throws: APIError.self) { try await wrong.value }
    #expect(error?.operation == "searchNumbers")
    #expect(transport.count == 2)
  }

  @Test func aSharedErrorNamesTheCallersOwnServer() async throws {
    let gate = Gate()
    gate.close()
    let transport = ScriptedTransport.numbered { _, _ in
      await gate.pass()
      throw TransportError.timedOut
    }
    let cache = ResponseCache()
    let callers = ["eu", "mine"].map { name in
      let client = PlayersClient(
        server: APIServer(name, "https://api.example.eu", sameAs: "eu"),
        configuration: ClientConfiguration(transport: transport, middleware: [cache]))
      return Task { try await client.send(SearchPlayers(search: "gar")) }
    }
    await gate.waitForArrivals(1)
    while cache.exchanges.waitingCount < 1 { await Task.yield() }
    gate.open()
    for (caller, name) in zip(callers, ["eu", "mine"]) {
      let error = await #expect(throws: APIError.self) { try await caller.value }
      #expect(error?.server == name)
    }
    #expect(transport.count == 1)
  }

  @Test func anErrorOfACallInBetweenStaysAsItIs() async throws {
    struct Renewing: APIMiddleware {
      let other: PlayersClient
      func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
        _ = try await other.send(PlayerDetails(nickname: ["gar"]))
        return try await next(request)
      }
    }
    let transport = ScriptedTransport.numbered { _, _ in throw TransportError.timedOut }
    func client(_ name: String, _ middleware: [any APIMiddleware]) -> PlayersClient {
      PlayersClient(
        server: APIServer(name, "https://api.example.eu", sameAs: "eu"),
        configuration: ClientConfiguration(transport: transport, middleware: middleware))
    }
    let outer = client("outer", [Renewing(other: client("inner", []))])
    let error = await #expect(throws: APIError.self) { try await outer.send(SearchPlayers(search: "gar")) }
    #expect(error?.operation == "playerDetails")
    #expect(error?.server == "inner")
  }

  @Test func oneWhoIsCancelledLeavesTheOthers() async throws {
    let shared = SharedExchanges<Int, Int>()
    let begun = AsyncStream<Void>.makeStream()
    let gate = AsyncStream<Void>.makeStream()
    @Sendable func ask() async throws -> Int {
      try await shared.value(for: 1) {
        begun.continuation.yield()
        for await _ in gate.stream { break }
        try Task.checkCancellation()
        return 42
      }
    }
    var starts = begun.stream.makeAsyncIterator()
    let first = Task { try await ask() }
    await starts.next()
    let second = Task { try await ask() }
    let third = Task { try await ask() }
    while shared.waitingCount < 2 { await Task.yield() }
    // One who waits leaves, and nobody else notices.
    third.cancel()
    await #expect(throws: CancellationError.self) { try await third.value }
    // The one who carries it out leaves, and the one who waits begins anew.
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    await starts.next()
    gate.continuation.yield()
    #expect(try await second.value == 42)
    #expect(shared.count == 0)
  }

  /// Ends the reading of a response whose task is cancelled, as the reading of a long one ends.
  private struct Interrupting: APIMiddleware {
    func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
      var response = try await next(request)
      guard Task.isCancelled else { return response }
      var error = request.call.error(.decoding(JSONError(.workExceeded, "cancelled")), status: 200)
      error.isInterruption = true
      response.fail(with: error)
      return response
    }
  }

  /// The new response is there, though who fetched it is cancelled while it is read.
  @Test func nobodyGetsAnOldResponseBecauseAnotherIsCancelled() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    let transport = ScriptedTransport.numbered { _, number in
      await gate.pass()
      return .players(number)
    }
    let cache = ResponseCache(staleIfError: .seconds(3_600))
    let client = PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), applicationID: "demo",
      configuration: ClientConfiguration(
        transport: transport, middleware: [cache, Interrupting()], clock: clock))
    let request = SearchPlayers(search: "gar")
    _ = try await client.send(request)
    clock.advance(by: .seconds(700))
    gate.close()
    let first = Task { try await client.response(to: request) }
    await gate.waitForArrivals(2)
    let second = Task { try await client.response(to: request) }
    while cache.exchanges.waitingCount < 1 { await Task.yield() }
    first.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(try await second.value.origin == .network)
    #expect(try await client.response(to: request).origin == .cache)
    #expect(transport.count == 3)
  }

  /// A server that fails is asked once, whatever it says of keeping its responses.
  @Test(arguments: [401, 503]) func aFailureIsSharedThoughItMustNotBeKept(_ status: Int) async throws {
    let gate = Gate()
    gate.close()
    let transport = ScriptedTransport.numbered { _, _ in
      await gate.pass()
      return .json("{}", status: status, fields: [.cacheControl: "no-store"])
    }
    let cache = ResponseCache()
    let client = PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), applicationID: "demo",
      configuration: ClientConfiguration(transport: transport, middleware: [cache]))
    let callers = (0..<5).map { _ in Task { try await client.send(SearchPlayers(search: "gar")) } }
    while cache.exchanges.waitingCount < 4 { await Task.yield() }
    gate.open()
    for caller in callers { await #expect(throws: APIError.self) { try await caller.value } }
    #expect(transport.count == 1)
  }

  @Test func theExchangeIsCancelledWithItsLastCaller() async throws {
    let shared = SharedExchanges<Int, Int>()
    let ended = AsyncStream<Bool>.makeStream()
    let caller = Task {
      try await shared.value(for: 1) {
        do {
          try await Task.sleep(for: .seconds(3_600))
        } catch {
          ended.continuation.yield(Task.isCancelled)
          throw error
        }
        return 1
      }
    }
    while shared.count == 0 { await Task.yield() }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    for await isCancelled in ended.stream {
      #expect(isCancelled)
      break
    }
    #expect(shared.count == 0)
  }

  @Test func cancellingAtAnyMomentLosesNoRequest() async throws {
    let shared = SharedExchanges<Int, Int>()
    for round in 0..<2_000 {
      let callers = (0..<4).map { _ in
        Task {
          try await shared.value(for: round) {
            await Task.yield()
            return round
          }
        }
      }
      callers[round % 4].cancel()
      for (index, caller) in callers.enumerated() {
        do {
          #expect(try await caller.value == round)
        } catch {
          #expect(error is CancellationError && index == round % 4)
        }
      }
    }
    #expect(shared.count == 0)
  }
}

/// The same HTTP request as ``SearchPlayers``, whose response isn't what comes.
struct SearchNumbers: APIRequest {
  typealias Response = [Int]
  typealias ServiceEnvelope = PlayersEnvelope
  var search: String
  static let endpoint = Endpoint<Self>(
    "searchNumbers", .get, "account/list/", response: .json(), policies: [.cache(.seconds(600))]
  ) {
    $0.query("search", \.search)
  }
}
