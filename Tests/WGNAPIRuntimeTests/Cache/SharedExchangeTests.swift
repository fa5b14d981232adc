import Foundation
import HTTPTypes
import Testing

@testable import WGNAPIRuntime

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
    let answers = try await withThrowingTaskGroup(of: Answer<SearchPlayers>.self) { group in
      for _ in 0..<100 { group.addTask { try await client.answer(to: SearchPlayers(search: "gar")) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(transport.count == 1)
    #expect(Set(answers.map(\.value)).count == 1)
    #expect(Set(answers.map(\.requestID)).count == 100)
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

  @Test func cancellingAtAnyMomentLosesNobody() async throws {
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
