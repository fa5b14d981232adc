import Testing
import WGNAPIRuntime

/// Secrets that a response repeats in spellings of its own.
@Suite struct SpellingTests {
  private static let token = "abc+def/ghi=jk&\"ü mnop"

  @Test(arguments: [
    #"abc\u002Bdef/ghi=jk\u0026\"\u00FC mnop"#,
    #"abc+def/ghi\u003djk\u0026\"\u00fc mnop"#,
    #"abc+def/ghi=jk\u0026\"\u00fc mnop"#,
    #"abc+def\/ghi=jk&\"ü mnop"#,
    "abc%2bdef%2Fghi%3Djk%26%22%C3%bc+mnop",
    "abc+abc+def/ghi=jk&\"ü mnop",
  ])
  func areHidden(spelling: String) async throws {
    let client = PlayersClient(stub: StubTransport("<\(spelling)>", status: 500, type: "text/plain"))
    let request = PlayerDetails(accountID: [1], accessToken: Self.token)
    let error = await #expect(throws: APIError.self) { try await client.send(request) }
    guard case .httpStatus(let excerpt)? = error?.kind else { throw try #require(error) }
    #expect(excerpt == "<<redacted>>" || excerpt == "<abc+<redacted>>")
  }

  @Test func otherTextsStay() async throws {
    let text = #"abc\u002Cdef abc&#44;def %zz \u00 &#; &#x; ~ \"#
    let client = PlayersClient(stub: StubTransport(text, status: 500, type: "text/plain"))
    let request = PlayerDetails(accountID: [1], accessToken: Self.token)
    let error = await #expect(throws: APIError.self) { try await client.send(request) }
    guard case .httpStatus(let excerpt)? = error?.kind else { throw try #require(error) }
    #expect(excerpt == text)
  }
}
