import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPITesting
import WOT

/// Responses of stubs, which the client reads as it reads the service's.
@Suite struct StubTests {
  private let stubs = Stubs()

  private var client: Client { client(.stubbed(stubs)) }

  private func client(_ configuration: ClientConfiguration) -> Client {
    Client(server: .eu, applicationID: "demo", configuration: configuration)
  }

  private func match(_ name: String) -> PlayerMatch { PlayerMatch(accountID: 1, nickname: name) }

  @Test func requestsOfAType() async throws {
    stubs.on(SearchPlayersRequest.self) { [self] request in .value([match(request.search)]) }
    #expect(try await client.searchPlayers(search: "gar") == [match("gar")])
    #expect(try await client.searchPlayers(search: "anna", limit: 2) == [match("anna")])
    #expect(
      stubs.requests(of: SearchPlayersRequest.self) == [
        SearchPlayersRequest(search: "gar"), SearchPlayersRequest(search: "anna", limit: 2),
      ])
    #expect(stubs.requests.map(\.operation) == ["searchPlayers", "searchPlayers"])
    #expect(stubs.requests[0].httpRequest.path == "/wot/account/list/?search=gar&application_id=demo")
    #expect(!"\(stubs.requests[0])".contains("demo"))
  }

  /// A condition is asked without a lock.
  @Test(.timeLimit(.minutes(1))) func conditionsMayLookAtTheStubs() async throws {
    stubs.on(SearchPlayersRequest.self, .value([match("first")]))
    stubs.on(
      SearchPlayersRequest.self, where: { [stubs] _ in stubs.requests.count > 1 }, .value([match("later")]))
    #expect(try await client.searchPlayers(search: "gar") == [match("first")])
    #expect(try await client.searchPlayers(search: "gar") == [match("later")])
  }

  @Test(.timeLimit(.minutes(1))) func eachResponseIsGivenOnce() async throws {
    stubs.on(
      SearchPlayersRequest.self, .value([match("1")]), .value([match("2")]), .value([match("3")]), then: .fail
    )
    let names = try await withThrowingTaskGroup(of: [PlayerMatch].self) { group in
      for _ in 0..<3 { group.addTask { try await self.client.searchPlayers(search: "gar") } }
      return try await group.reduce(into: Set<String>()) { $0.formUnion($1.map(\.nickname)) }
    }
    #expect(names == ["1", "2", "3"])
  }

  @Test func theMostSpecificResponses() async throws {
    stubs.on(SearchPlayersRequest(search: "anna"), .value([match("equal")]))
    stubs.on(SearchPlayersRequest.self, where: { $0.limit == 2 }, .value([match("condition")]))
    stubs.on(SearchPlayersRequest.self, .value([match("first")]))
    stubs.on(SearchPlayersRequest.self, .value([match("last")]))
    for (search, limit, name) in [
      ("anna", nil, "equal"), ("anna", 2, "condition"), ("anna", 3, "last"), ("gar", nil, "last"),
    ] {
      #expect(try await client.searchPlayers(search: search, limit: limit) == [match(name)])
    }
    withKnownIssue {
      stubs.expectNoUnusedStubs()
    } matching: { issue in
      "\(issue)".contains("no request has used the stub for SearchPlayersRequest (StubTests.swift:")
    }
  }

  @Test func sequences() async throws {
    stubs.on(
      SearchPlayersRequest.self, .networkError(), .status(503), .value([match("third")]), then: .fail)
    await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
    let error = await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
    #expect(error?.status == .serviceUnavailable)
    #expect(try await client.searchPlayers(search: "gar") == [match("third")])
    await withKnownIssue {
      await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
    } matching: {
      "\($0)".contains("has given all its 3 responses")
    }
    stubs.on(SearchPlayersRequest(search: "anna"), .value([match("1")]), .value([match("2")]))
    for name in ["1", "2", "2"] {
      #expect(try await client.searchPlayers(search: "anna") == [match(name)])
    }
  }

  @Test func responsesAreDecodedAndValidated() async throws {
    stubs.on(SearchPlayersRequest.self, .json(#"{"status":"ok","data":[{"nickname":7}]}"#))
    let error = await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
    guard case .decoding? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    stubs.on(SearchPlayersRequest.self, .text("<html>", type: "text/html"))
    await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
    // Refused before it is sent.
    let sent = stubs.requests.count
    await #expect(throws: APIError.self) { try await client.searchPlayers(search: "g") }
    #expect(stubs.requests.count == sent)
  }

  @Test func errorsOfTheService() async throws {
    stubs.on(SearchPlayersRequest.self, .failure(.searchNotSpecified), .failure(.parameterNotSpecified))
    let error = await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
    #expect(error?.code(as: ErrorCode.self) == .searchNotSpecified)
    #expect(error?.isRetryable == false)
    let other = await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
    #expect(other?.failure?.message == "ANY_NOT_SPECIFIED")
  }

  @Test func middlewareWorksAsWithTheService() async throws {
    let clock = ManualClock(jumps: true)
    var configuration = ClientConfiguration(middleware: .standard(limiter: nil)).using(stubs)
    configuration.clock = clock
    configuration.random = .fixed(0.5)
    stubs.on(
      SearchPlayersRequest.self, .networkError(), .failure(.sourceNotAvailable), .value([match("third")]))
    let client = client(configuration)
    #expect(try await client.searchPlayers(search: "gar") == [match("third")])
    // From the cache.
    #expect(try await client.searchPlayers(search: "gar") == [match("third")])
    #expect(stubs.requests.map(\.attempt) == [1, 2, 3])
    // Half of 0.5 s, then half of 1 s.
    #expect(clock.uptime == .milliseconds(750))
  }

  @Test func delaysAreOnTheClientsClock() async throws {
    let clock = ManualClock(jumps: true)
    stubs.on(
      SearchPlayersRequest.self, .value([]).delayed(by: .seconds(3)), .value([]).delayed(by: .seconds(31)))
    let client = client(.stubbed(stubs, clock: clock))
    #expect(try await client.searchPlayers(search: "gar") == [])
    #expect(clock.uptime == .seconds(3))
    let error = await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
    guard case .timedOut? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(clock.uptime == .seconds(33))
  }

  @Test func requestsForSomeFields() async throws {
    stubs.on(SearchPlayersRequest.self) { [self] request in .value([match(request.search)]) }
    let partial = try await client.send(SearchPlayersRequest(search: "gar").selecting([\.nickname]))
    #expect(partial.count == 1)
    #expect(stubs.requests(of: SearchPlayersRequest.self) == [SearchPlayersRequest(search: "gar")])
  }

  @Test func responsesThatAreTooLarge() async throws {
    stubs.on(SearchPlayersRequest.self, .json(#"{"status":"ok","data":[]}"#))
    let options = CallOptions(responseSizeLimit: 10)
    await #expect(throws: APIError.self) {
      try await client.send(SearchPlayersRequest(search: "gar"), options: options)
    }
  }

  @Test func errorsOfClosures() async throws {
    struct Mistake: Error {}
    stubs.on(SearchPlayersRequest.self) { _ in throw Mistake() }
    let error = await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
    #expect("\(String(describing: error))".contains("Mistake"))
    stubs.on(SearchPlayersRequest.self, .error(CancellationError()))
    await #expect(throws: CancellationError.self) { try await client.searchPlayers(search: "gar") }
  }
}
