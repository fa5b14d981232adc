import Foundation
import HTTPTypes
import Testing
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPICache
@testable import WGNAPIClient
@testable import WGNAPITransport

/// Removed responses don't come back, whatever was in flight.
@Suite struct InvalidationTests {
  let clock = ManualClock()
  let request = SearchPlayers(search: "gar")

  func client(_ transport: ScriptedTransport, _ cache: ResponseCache) -> PlayersClient {
    PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), applicationID: "demo",
      configuration: ClientConfiguration(transport: transport, middleware: [cache], clock: clock))
  }

  func name(_ client: PlayersClient) async throws -> String? {
    try await client.send(request).first?.nickname
  }

  @Test func aRemovedResponseIsNotRenewed() async throws {
    let gate = Gate()
    let transport = ScriptedTransport.numbered { request, number in
      guard request.headerFields[.ifNoneMatch] != nil else {
        return .players(number, [.eTag: #""v""#, .cacheControl: "max-age=10, stale-while-revalidate=1000"])
      }
      await gate.pass()
      return TransportResponse(response: HTTPResponse(status: .notModified), body: [])
    }
    let cache = ResponseCache()
    let client = client(transport, cache)
    gate.close()
    #expect(try await name(client) == "P1")
    clock.advance(by: .seconds(11))
    // Given at once, while it is fetched.
    #expect(try await name(client) == "P1")
    await gate.waitForArrivals(1)
    await client.removeAllCached()
    gate.open()
    while cache.exchanges.count > 0 { await Task.yield() }
    #expect(try await name(client) == "P3")
  }

  @Test func responsesReadDuringARemovalAreNotKept() async throws {
    let transport = ScriptedTransport.numbered { _, number in .players(number) }
    let store = GatedStore()
    let first = client(transport, ResponseCache(store: store))
    #expect(try await name(first) == "P1")
    // Another process's, which has nothing in memory.
    let second = client(transport, ResponseCache(store: store))
    store.reading.close()
    let early = Task { try await name(second) }
    await store.reading.waitForArrivals(1)
    await second.removeAllCached()
    store.reading.open()
    #expect(try await early.value == "P1")
    #expect(try await name(second) == "P2")
  }

  @Test func removalIncludesResponsesBeingStored() async throws {
    let transport = ScriptedTransport.numbered { _, number in .players(number) }
    let store = GatedStore()
    let client = client(transport, ResponseCache(store: store))
    store.writing.close()
    let early = Task { try await name(client) }
    await store.writing.waitForArrivals(1)
    let removal = Task { await client.removeAllCached() }
    // In memory it is gone at once.
    while client.core.middleware.contains(where: { ($0 as? ResponseCache)?.memorySize != 0 }) {
      await Task.yield()
    }
    store.writing.open()
    await removal.value
    #expect(store.count == 0)
    #expect(try await early.value == "P1")
    #expect(store.count == 0)
    #expect(try await name(client) == "P2")
  }

  @Test func aRemovalLeavesOtherResponsesOnTheirWay() async throws {
    let gate = Gate()
    let transport = ScriptedTransport.numbered { request, number in
      if request.method == .get { await gate.pass() }
      return .players(number)
    }
    let searches = ["one", "two", "three", "four"].map { SearchPlayers(search: $0) }
    let client = client(transport, ResponseCache())
    gate.close()
    let early = searches.map { search in Task { try await client.send(search) } }
    await gate.waitForArrivals(searches.count)
    _ = try await client.send(PutThing())
    gate.open()
    for task in early { _ = try await task.value }
    for search in searches { _ = try await client.send(search) }
    // One of them may count together with the one that is removed.
    #expect(transport.requests.count { $0.method == .get } <= searches.count + 1)
  }

  @Test func anOlderResponseDoesNotReplaceANewerOne() async throws {
    let gate = Gate()
    let transport = ScriptedTransport.numbered { _, number in
      if number == 1 { await gate.pass() }
      return .players(number)
    }
    let client = client(transport, ResponseCache())
    gate.close()
    let slow = Task { try await name(client) }
    await gate.waitForArrivals(1)
    #expect(
      try await client.send(request, options: CallOptions(policies: [.cache(.reload)])).first?.nickname
        == "P2")
    gate.open()
    #expect(try await slow.value == "P1")
    #expect(try await name(client) == "P2")
  }
}
