import HTTPTypes
import Synchronization
import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIChains
@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPITransport

@Suite struct BatchTests {
  /// A list for a list.
  private struct Names: APIRequest {
    typealias Response = [String]
    var ids: [Int]
    var filter: String?
    static let endpoint = Endpoint<Self>(
      "names", .get, "names", response: .json(), policies: [.batch("id", maximum: 100)]
    ) {
      $0.query("id", \.ids, [.type(.array), .maxItems(100)])
      $0.query("filter", \.filter, [.type(.string), .maxLength(3)])
    }
  }

  private struct Scalar: APIRequest {
    typealias Response = [String]
    var id: Int
    static let endpoint = Endpoint<Self>(
      "scalar", .get, "scalar", response: .json(), policies: [.batch("id", maximum: 100)]
    ) { $0.query("id", \.id) }
  }

  private struct Undeclared: APIRequest {
    typealias Response = [String]
    var id: [Int]
    static let endpoint = Endpoint<Self>("undeclared", .get, "undeclared", response: .json()) {
      $0.query("id", \.id)
    }
  }

  private let clock = ManualClock(jumps: true)

  private static func ids(_ request: HTTPRequest) -> [Int] {
    let query = request.path?.split(separator: "?").last ?? ""
    let value = query.split(separator: "&").first { $0.hasPrefix("id=") || $0.hasPrefix("account_id=") }
    return value?.split(separator: "=").last?.split(separator: ",").flatMap { $0.split(separator: "%2C") }
      .compactMap { Int($0) } ?? []
  }

  /// A name for each id that is asked for; parts with one of `bad` fail.
  private static func names(failing bad: Set<Int> = []) -> ScriptedTransport {
    ScriptedTransport { _, request in
      let ids = ids(request)
      guard bad.isDisjoint(with: ids) else { return .json("", status: 500) }
      return .json("[\(ids.map { "\"n\($0)\"" }.joined(separator: ","))]")
    }
  }

  private func client(_ transport: any HTTPTransport) -> LimitedClient {
    LimitedClient(transport, clock, middleware: [])
  }

  @Test func fiveThousandInOrder() async throws {
    let transport = Self.names()
    // Every id twice, the second time in another order.
    let ids = (0..<5_000).map { ($0 &* 7_919) % 5_000 }
    let names = try await client(transport).send(Names(ids: ids + ids.reversed()).batched())
    #expect(names == ids.map { "n\($0)" })
    #expect(transport.requests.count == 50)
    #expect(transport.requests.allSatisfy { Self.ids($0).count == 100 })
    #expect(Set(transport.requests.flatMap(Self.ids)) == Set(0..<5_000))
  }

  @Test func mapsAreMerged() async throws {
    let transport = ScriptedTransport { _, request in
      let entries = Self.ids(request).map { #""\#($0)":{"account_id":\#($0),"nickname":"n"}"# }
      return .json(#"{"status":"ok","data":{\#(entries.joined(separator: ","))}}"#)
    }
    let request = PlayerDetails(accountID: (1...250).map { PlayerID(rawValue: $0) }, accessToken: "token")
    let players = try await client(transport).send(request.batched())
    #expect(players.count == 250)
    #expect(players[250] == FoundPlayer(accountID: 250, nickname: "n"))
    #expect(transport.requests.map { Self.ids($0).count }.sorted() == [50, 100, 100])
    #expect(transport.requests.allSatisfy { $0.path?.contains("access_token=token") == true })
  }

  @Test func aListThatFitsIsOneRequest() async throws {
    let transport = Self.names()
    for (ids, sent) in [
      ([], []), ([1], [1]), ([3, 1, 3, 2, 1], [3, 1, 2]), (Array(0..<100), Array(0..<100)),
    ] {
      #expect(try await client(transport).send(Names(ids: ids).batched()) == sent.map { "n\($0)" })
      #expect(transport.requests.last.map(Self.ids) == sent)
    }
    #expect(transport.requests.count == 4)
    let nothing = ScriptedTransport { _, _ in .json(#"{"status":"ok","data":{}}"#) }
    #expect(try await client(nothing).send(PlayerDetails(nickname: ["ann"]).batched()).isEmpty)
    #expect(nothing.requests.count == 1)
  }

  @Test func boundedConcurrency() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport { _, _ in
      try await clock.sleep(for: .seconds(1))
      return .json("[]")
    }
    let client = LimitedClient(transport, clock, middleware: [])
    let task = Task { try await client.send(Names(ids: Array(0..<1_000)).batched(concurrency: 4)) }
    for count in [4, 4, 2] {
      try await clock.waitForSleepers(count)
      #expect(clock.sleeperCount == count)
      clock.advanceToNextWake()
    }
    _ = try await task.value
    #expect(clock.uptime == .seconds(3))
  }

  @Test func allOrNothing() async throws {
    let clock = ManualClock()
    let cancelled = Record<Int>()
    let transport = ScriptedTransport { _, request in
      let first = Self.ids(request).first ?? 0
      do { try await clock.sleep(for: .seconds(first == 200 ? 1 : 9)) } catch {
        cancelled.append(first)
        throw error
      }
      return .json("", status: 500)
    }
    let client = LimitedClient(transport, clock, middleware: [])
    let task = Task { try await client.send(Names(ids: Array(0..<10_000)).batched(concurrency: 3)) }
    try await clock.waitForSleepers(3)
    clock.advanceToNextWake()
    let error = await #expect(throws: APIError.self) { try await task.value }
    #expect(error?.status == 500)
    #expect(cancelled.all.sorted() == [0, 100])
    #expect(transport.requests.count == 3)
  }

  @Test func successfulPartsAreKept() async throws {
    let transport = Self.names(failing: [150, 333])
    let result = try await client(transport).send(Names(ids: Array(0..<500)).batchedPartially())
    #expect(result.value == (Array(0..<100) + Array(200..<300) + Array(400..<500)).map { "n\($0)" })
    #expect(result.failures.map(\.request.ids) == [Array(100..<200), Array(300..<400)])
    #expect(result.failures.allSatisfy { ($0.error as? APIError)?.status == 500 })
    let none = try await client(Self.names(failing: Set(0..<500))).send(
      Names(ids: Array(0..<500)).batchedPartially())
    #expect(none.value.isEmpty && none.failures.count == 5)
    // The parts can be sent again as they are.
    let again = try await client(Self.names()).send(Chain.all(result.failures.map(\.request)))
    #expect(again.map(\.count) == [100, 100])
  }

  @Test func cancellingIsNotAFailureOfAPart() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport { _, _ in
      try await clock.sleep(for: .seconds(1))
      return .json("[]")
    }
    let client = LimitedClient(transport, clock, middleware: [])
    let task = Task { try await client.send(Names(ids: Array(0..<500)).batchedPartially()) }
    try await clock.waitForSleepers(5)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func unsplittableRequests() async throws {
    let transport = Self.names()
    func message(_ chain: Chain<[String]>) async -> String? {
      do {
        _ = try await client(transport).send(chain)
        return nil
      } catch { return (error as? APIError)?.violations.first?.message }
    }
    #expect(await message(Scalar(id: 1).batched()) == "only a list can be split over several requests")
    #expect(
      await message(Undeclared(id: [1]).batched())
        == "the endpoint has no list parameter that can be split over several requests")
    // Nothing of it is sent where one part is invalid.
    #expect(await message(Names(ids: Array(0..<500), filter: "long").batched()) != nil)
    #expect(transport.requests.isEmpty)
    let tooLong = Names(ids: Array(0..<101)).violations.map(\.message)
    #expect(tooLong.count == 1 && tooLong.allSatisfy { $0.hasSuffix("; batched() splits it") })
  }
}
