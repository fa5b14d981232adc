import Testing
import WGNAPIRuntime
import WGNAPITesting
import WOT

/// What stubs report, and where.
@Suite struct StubIssueTests {
  private func client(_ stubs: Stubs) -> Client {
    Client(server: .eu, applicationID: "demo", configuration: .stubbed(stubs))
  }

  /// Expects an issue with a text, at a line of this file.
  private func expectIssue(
    _ text: String, line: Int, _ body: () async -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await withKnownIssue(sourceLocation: sourceLocation) {
      await body()
    } matching: { issue in
      let isThere = issue.sourceLocation?.line == line && issue.sourceLocation?.fileID == #fileID
      let texts = issue.comments.map { "\($0)" }.joined()
      if !texts.contains(text) || !isThere { print("unexpected:", issue, issue.sourceLocation as Any, texts) }
      return isThere && texts.contains(text)
    }
  }

  private func send(_ request: some APIRequest, _ stubs: Stubs) async {
    await #expect(throws: APIError.self) { try await client(stubs).send(request) }
  }

  @Test func noStubs() async {
    let stubs = Stubs()
    let line = #line - 1
    await expectIssue(#"no stub answers SearchPlayersRequest(search: "gar"): there are none"#, line: line) {
      await send(SearchPlayersRequest(search: "gar"), stubs)
    }
  }

  @Test func theNearestRequest() async {
    let stubs = Stubs()
    let line = #line - 1
    stubs.on(SearchPlayersRequest(search: "gar", type: .exact, limit: 1), .value([]))
    stubs.on(SearchPlayersRequest(search: "anna", limit: 1), .value([]))
    let nearest = #line - 1
    stubs.on(PlayersRequest.self, .value([:]))
    await expectIssue(
      #"the nearest, SearchPlayersRequest(search: "anna", limit: 1) at StubIssueTests.swift:\#(nearest), differs: "#
        + "limit: stubbed 1, sent 2", line: line
    ) { await send(SearchPlayersRequest(search: "anna", limit: 2), stubs) }
    await expectIssue("type: stubbed nothing, sent \"exact\"", line: line) {
      await send(SearchPlayersRequest(search: "anna", type: .exact, limit: 2), stubs)
    }
  }

  @Test func otherTypes() async {
    let stubs = Stubs()
    let line = #line - 1
    stubs.on(SearchPlayersRequest.self, where: { $0.limit == 1 }, .value([]))
    let other = #line - 1
    await expectIssue(
      "the condition of the one for SearchPlayersRequest at StubIssueTests.swift:\(other) doesn't hold",
      line: line
    ) { await send(SearchPlayersRequest(search: "gar"), stubs) }
    await expectIssue(
      "; there are stubs for SearchPlayersRequest (StubIssueTests.swift:\(other))", line: line
    ) { await send(PlayersRequest(accountIDs: [1]), stubs) }
  }

  @Test func secretsAreNotShown() async {
    let stubs = Stubs()
    let line = #line - 1
    stubs.on(LogoutRequest(accessToken: "t0ken-a"), .value(()))
    await expectIssue("differs: access_token: the secret values differ", line: line) {
      await send(LogoutRequest(accessToken: "t0ken-b"), stubs)
    }
  }

  @Test func whatWasSent() async throws {
    let stubs = Stubs()
    stubs.on(SearchPlayersRequest.self, .value([]))
    _ = try await client(stubs).searchPlayers(search: "gar", limit: 2)
    stubs.expectSent(SearchPlayersRequest(search: "gar", limit: 2))
    stubs.expectNoUnusedStubs()
    await expectIssue("request 1: limit: expected 1, sent 2", line: #line + 1) {
      stubs.expectSent(SearchPlayersRequest(search: "gar", limit: 1))
    }
    await expectIssue("not sent: SearchPlayersRequest(search: \"anna\")", line: #line + 1) {
      stubs.expectSent(SearchPlayersRequest(search: "gar", limit: 2), SearchPlayersRequest(search: "anna"))
    }
    _ = try await client(stubs).searchPlayers(search: "anna")
    await expectIssue("not expected: SearchPlayersRequest(search: \"anna\")", line: #line + 1) {
      stubs.expectSent(SearchPlayersRequest(search: "gar", limit: 2))
    }
  }

  @Test func requestsOfSeveralTypes() async throws {
    let stubs = Stubs()
    stubs.expectSent()
    stubs.on(SearchPlayersRequest.self, .value([]))
    stubs.on(LogoutRequest.self, .value(()))
    stubs.on(PlayersRequest.self, .value([:]))
    _ = try await client(stubs).searchPlayers(search: "gar")
    try await client(stubs).logout(accessToken: "t")
    _ = try await client(stubs).searchPlayers(search: "anna")
    let (first, logout) = (SearchPlayersRequest(search: "gar"), LogoutRequest(accessToken: "t"))
    let second = SearchPlayersRequest(search: "anna")
    stubs.expectSent(first, logout, second)
    // Others of one type alone.
    stubs.expectSent(logout)
    // The order of all counts.
    await expectIssue("request 1: expected LogoutRequest", line: #line + 1) {
      stubs.expectSent(logout, first, second)
    }
    await expectIssue("not expected: SearchPlayersRequest(search: \"anna\")", line: #line + 1) {
      stubs.expectSent(first, logout)
    }
    await expectIssue("not sent: PlayersRequest", line: #line + 1) {
      stubs.expectSent(first, logout, second, PlayersRequest(accountIDs: [1]))
    }
    await expectIssue("not expected: ", line: #line) { stubs.expectSent() }
  }

  @Test func composedRequests() async {
    let client = client(Stubs())
    let request = SearchPlayersRequest(search: "gar", limit: 1)
    client.expectRequest(
      request, is: "GET https://api.worldoftanks.eu/wot/account/list/?search=gar&limit=1&application_id=demo")
    // Several lines in one text.
    client.expectRequest(
      request,
      is: """
        GET https://api.worldoftanks.eu/wot/account/list/?search=gar&limit=1&application_id=demo
        Accept: application/json
        """)
    await expectIssue("Accept: expected text/html, is application/json", line: #line + 1) {
      client.expectRequest(
        request,
        is:
          "GET https://api.worldoftanks.eu/wot/account/list/?search=gar&limit=1&application_id=demo\nAccept: text/html"
      )
    }
    await expectIssue(
      """
      SearchPlayersRequest: method: expected POST, is GET
      URL: expected https://api.worldoftanks.eu/wot/account/, is https://api.worldoftanks.eu/wot/account/list/
      search: expected anna b, is gar
      limit: expected nothing, is 1
      Accept: expected text/html, is application/json
      body, line 1: expected 'x', is nothing
      """, line: #line + 2
    ) {
      client.expectRequest(
        request, is: "POST https://api.worldoftanks.eu/wot/account/?search=anna%20b&application_id=demo",
        "Accept: text/html", "", "x")
    }
    await expectIssue("refused", line: #line + 1) {
      client.expectRequest(SearchPlayersRequest(search: "g"), is: "GET https://api.worldoftanks.eu/")
    }
  }
}
