import Testing
import WGNAPIRuntime
import WGNAPITesting
import WOT

/// What the service says when it refuses a request, as an app reads it.
@Suite struct ErrorCodeTests {
  /// The application's ID, `demo`, is secret; the message, which contains the word, must stay readable.
  @Test(arguments: [
    (407, "DEMO_APPLICATION_IS_BLOCKED", ErrorCode.demoApplicationIsBlocked),
    (403, "ACCESS_DENIED", .accessDenied),
    (407, "INVALID_ACCESS_TOKEN", .invalidAccessToken),
    (407, "INVALID_ACCOUNT_ID", .invalidParameter),
    (402, "ACCOUNT_ID_NOT_SPECIFIED", .parameterNotSpecified),
    (407, "ACCOUNT_ID_LIST_LIMIT_EXCEEDED", .accountIDListLimitExceeded),
    (407, "CLAN_ID_LIST_LIMIT_EXCEEDED", .listLimitExceeded),
    (404, "CLAN_NOT_FOUND", .clanNotFound),
    (404, "TANK_NOT_FOUND", .notFound),
  ])
  func messagesHaveNames(_ code: Int, _ message: String, _ name: ErrorCode) async {
    let body = """
      {"status":"error","error":{"code":\(code),"message":"\(message)","field":"account_id","value":"7"}}
      """
    let stubs = Stubs()
    stubs.on(PlayersRequest(accountIDs: [7]), .json(body))
    let client = Client(server: .eu, applicationID: "demo", configuration: .stubbed(stubs))
    let error = await #expect(throws: APIError.self) { try await client.players(accountIDs: [7]) }
    #expect(error?.code(as: ErrorCode.self) == name)
    #expect(error?.failure?.field == "account_id")
    #expect(error?.failure?.value == "7")
    #expect(error.map { "\($0)".contains(message) } == true)
  }
}
