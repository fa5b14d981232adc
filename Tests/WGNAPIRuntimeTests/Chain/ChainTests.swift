import HTTPTypes
import Testing
import WGNAPIChains
import WGNAPIRuntime
import WGNAPITesting

@Suite struct ChainTests {
  private struct Refused: Error, Equatable {
    var reason: String
  }

  private let clock = ManualClock(jumps: true)
  /// Finds a player whose id is the length of the name that is searched for, and gives any player asked for.
  private let players = ScriptedTransport { _, request in
    let query = request.path?.split(separator: "?").last ?? ""
    func value(_ name: String) -> Substring? {
      query.split(separator: "&").first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
    }
    if let search = value("search") {
      return .json(#"{"status":"ok","data":[{"account_id":\#(search.count),"nickname":"\#(search)"}]}"#)
    }
    let id = value("account_id") ?? "0"
    return .json(#"{"status":"ok","data":{"\#(id)":{"account_id":\#(id),"nickname":"n\#(id)"}}}"#)
  }
  private var client: LimitedClient { LimitedClient(players, clock, middleware: []) }

  private func player(_ id: Int64) -> FoundPlayer {
    FoundPlayer(accountID: PlayerID(rawValue: id), nickname: "n\(id)")
  }

  @Test func nothingIsSentBeforeItIsWished() async throws {
    let chain = SearchPlayers(search: "abc").map(\.count)
    #expect(players.requests.isEmpty)
    #expect(try await client.send(chain) == 1)
    #expect(try await client.send(chain) == 1)
    #expect(players.requests.count == 2)
  }

  @Test func oneResponseDecidesTheNextRequest() async throws {
    let profile = SearchPlayers(search: "abcd")
      .map { $0.first?.accountID }
      .flatMap { id in PlayerDetails(accountID: id.map { [$0] } ?? []) }
    #expect(try await client.send(profile) == [4: player(4)])
    let chained = SearchPlayers(search: "abc").flatMap { found in
      found.isEmpty ? .value(0) : PlayerDetails(accountID: [9]).map(\.count)
    }
    #expect(try await client.send(chained) == 1)
    #expect(players.requests.count == 4)
  }

  @Test func severalAtOnce() async throws {
    let (found, details) = try await client.send(
      SearchPlayers(search: "abc").zip(PlayerDetails(accountID: [9])))
    #expect(found.map(\.nickname) == ["abc"])
    #expect(details == [9: player(9)])
    let four = SearchPlayers(search: "abc").map(\.count).zip(
      Chain.value("x"), Chain(PlayerDetails(accountID: [1])), SearchPlayers(search: "abcd").map(\.count))
    let (first, second, third, fourth) = try await client.send(four)
    #expect((first, second, fourth) == (1, "x", 1))
    #expect(third == [1: player(1)])
    let (own, other, more) = try await client.send(
      PlayerDetails(accountID: [2]).zip(SearchPlayers(search: "abc"), SearchPlayers(search: "abcd")))
    #expect((own.count, other.first?.nickname, more.first?.nickname) == (1, "abc", "abcd"))
  }

  @Test(.timeLimit(.minutes(15))) func listsKeepTheirOrderAndBound() async throws {
    let clock = ManualClock()
    let highest = Locked((now: 0, most: 0))
    let transport = ScriptedTransport { index, _ in
      highest.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      // Later ones answer sooner.
      try await clock.sleep(for: .nanoseconds(1_000_000 - index * index * 977))
      highest.withLock { $0.now -= 1 }
      return .json(#"{"status":"ok","data":{"1":{"account_id":1,"nickname":"n\#(index)"}}}"#)
    }
    let requests = (1...20).map { PlayerDetails(accountID: [PlayerID(rawValue: $0)]) }
    let client = LimitedClient(transport, clock, middleware: [])
    let task = Task { try await client.send(Chain.all(requests, concurrency: 3)) }
    for count in [Int](repeating: 3, count: 18) + [2, 1] {
      try await clock.waitForSleepers(count)
      clock.advanceToNextWake()
    }
    #expect(try await task.value.count == 20)
    #expect(highest.withLock { $0.most } == 3)
    let doubled = Chain.all((0..<100).map { number in Chain.value(number).map { $0 * 2 } })
    #expect(try await client.send(doubled) == (0..<100).map { $0 * 2 })
    #expect(try await client.send(Chain.all([SearchPlayers]())) == [])
  }

  @Test func errorsComeOutInOnePlace() async throws {
    let thrower = SearchPlayers(search: "abc").map { _ -> Int in throw Refused(reason: "map") }
    await #expect(throws: Refused(reason: "map")) { try await client.send(thrower) }
    let next = SearchPlayers(search: "abc").flatMap { _ -> Chain<Int> in throw Refused(reason: "next") }
    await #expect(throws: Refused(reason: "next")) { try await client.send(next) }
    let invalid = await #expect(throws: APIError.self) {
      try await client.send(SearchPlayers(search: "a").map(\.count))
    }
    #expect(invalid?.violations.count == 1)
    #expect(players.requests.count == 2)
  }

  @Test func recovering() async throws {
    let failing = LimitedClient(ScriptedTransport { _, _ in .json("", status: 404) }, clock, middleware: [])
    let search = SearchPlayers(search: "abc")
    #expect(try await failing.send(search.recover { _ in [] }) == [])
    #expect(try await failing.send(search.recover { _ in Chain.value([]) }) == [])
    #expect(
      try await failing.send(search.map(\.count).recover(from: .timedOut, .status(404)) { _ in 7 }) == 7)
    #expect(try await failing.send(search.map(\.count).recover(from: .any) { _ in .value(8) }) == 8)
    await #expect(throws: APIError.self) {
      try await failing.send(search.map(\.count).recover(from: .timedOut, .transport) { _ in 7 })
    }
    await #expect(throws: Refused(reason: "404")) {
      try await failing.send(
        search.recover { throw Refused(reason: "\(($0 as? APIError)?.status?.code ?? 0)") })
    }
    // By another request, which works.
    let flaky = ScriptedTransport { index, _ in index == 0 ? .json("", status: 500) : .noPlayers }
    let recovered = search.recover { _ in SearchPlayers(search: "abcd") }
    #expect(try await LimitedClient(flaky, clock, middleware: []).send(recovered) == [])
    #expect(flaky.requests.last?.path?.contains("search=abcd") == true)
  }

  @Test func responsesAndOptions() async throws {
    let status = SearchPlayers(search: "abc").response().map(\.status)
    #expect(try await client.send(status) == 200)
    let options = CallOptions(parameters: [ClientParameter("language", "de")])
    _ = try await client.send(SearchPlayers(search: "abc").with(options).map(\.count))
    #expect(players.requests.last?.path?.contains("language=de") == true)
  }

  @Test func descriptionsNamePartsWithoutSecrets() {
    let chain = PlayerDetails(accountID: [1], accessToken: "s3cret").map { $0.count }
      .zip(SearchPlayers(search: "abc")).timeout(.seconds(10)).retry(2).recover { throw $0 }
    #expect(
      "\(chain)" == "PlayerDetails(account_id: [1], access_token: <redacted>).map"
        + #".zip(SearchPlayers(search: "abc")).timeout(10.0 seconds).retry(2).recover"#)
    let many = Chain.all((0..<5).map { _ in Emblem() })
    #expect("\(many)" == "all(Emblem(), Emblem(), Emblem(), and 2 more)")
    #expect("\(PlayerDetails(accessToken: "s3cret").batched())".contains("s3cret") == false)
    #expect(!String(reflecting: chain).contains("s3cret"))
    var dumped = ""
    dump(chain, to: &dumped)
    #expect(!dumped.contains("s3cret"))
  }

  @Test func longChains() async throws {
    var chain = Chain.value(0)
    for _ in 0..<2_000 { chain = chain.map { $0 + 1 } }
    #expect(try await client.send(chain) == 2_000)
  }
}
