import MockServer
import Testing

/// Responses of modules with envelopes, errors, partial responses and pages.
@Suite struct EnvelopeTests {
  private static let wargaming = Result { try MockServer(folder: "Specs") }

  private func get(_ target: String, _ headers: [String: String] = [:]) throws -> MockResponse {
    try Self.wargaming.get().get(target, headers)
  }

  @Test func modulesHavePrefixes() throws {
    let modules = try Self.wargaming.get().modules
    #expect(modules.map(\.name) == ["WGN", "WOT", "WOTB", "WOTX", "WOWP", "WOWS"])
    // Clients add the base path, `wot/`.
    #expect(modules[1].paths == ["/WOT"])
  }

  @Test(arguments: [
    ("application_id=x", 402, "SEARCH_NOT_SPECIFIED", "search", "null"),
    ("search=abc", 402, "APPLICATION_ID_NOT_SPECIFIED", "application_id", "null"),
    ("application_id=x&search=ab", 407, "NOT_ENOUGH_SEARCH_LENGTH", "search", #""ab""#),
    ("application_id=x&search=abc&limit=0", 407, "INVALID_LIMIT", "limit", #""0""#),
    ("application_id=x&search=abc&type=near", 407, "INVALID_TYPE", "type", #""near""#),
  ])
  func problemsAreTheAPIsErrors(
    _ query: String, _ code: Int, _ message: String, _ field: String, _ value: String
  ) throws {
    let response = try get("/WOT/wot/account/list/?\(query)")
    #expect(response.status == 200)
    #expect(
      response.text
        == #"{"status":"error","error":{"code":\#(code),"message":"\#(message)","field":"\#(field)","value":\#(value)}}"#
    )
    #expect(response.problem != nil)
  }

  @Test func listsMayBeTooLong() throws {
    let ids = (1...101).map(String.init).joined(separator: "%2C")
    let response = try get("/WOT/wot/account/info/?application_id=x&account_id=\(ids)")
    #expect(response.text.contains("ACCOUNT_ID_LIST_LIMIT_EXCEEDED"))
    #expect(response.problem == "query 'account_id': 101 elements, at most 100 expected")
  }

  @Test func errorsComeOnRequest() throws {
    let response = try get("/WOT/wot/account/list/", ["Prefer": "code=SOURCE_NOT_AVAILABLE"])
    #expect(response.text.contains(#""code":504,"message":"SOURCE_NOT_AVAILABLE""#))
    let own = try get("/WOT/wot/account/list/", ["Prefer": "code=BATTLES_NOT_FOUND"])
    #expect(own.text.contains(#""code":404,"message":"BATTLES_NOT_FOUND""#))
  }

  @Test func onlyTheWantedFieldsAreSent() throws {
    let path = "/WOT/wot/account/info/?application_id=x&account_id=7,8"
    #expect(
      try get("\(path)&fields=nickname,client_language").text
        == #"{"status":"ok","data":{"7":{"nickname":"nickname","client_language":"client_language"},"#
        + #""8":{"nickname":"nickname","client_language":"client_language"}}}"#)
    let without = try get("\(path)&fields=-nickname,-statistics").text
    #expect(!without.contains("nickname") && !without.contains("statistics"))
    #expect(without.contains("account_id"))
    #expect(try !get(path).text.contains("ranked_battles"))
    #expect(try get("\(path)&extra=statistics.ranked_battles").text.contains("ranked_battles"))
  }

  @Test func postIsForLongRequests() throws {
    let server = try Self.wargaming.get()
    let response = server.send(
      "POST", "/WOT/wot/account/list/", "application/x-www-form-urlencoded", "application_id=x&search=abc")
    #expect(response.text.hasPrefix(#"{"status":"ok","data":[{"account_id":500000001"#))
  }

  @Test func secretsAreNotRepeated() throws {
    let response = try get("/WOT/wot/account/list/?application_id=hush&application_id=hush2&search=abc")
    #expect(!response.text.contains("hush"))
    #expect(!response.summary.contains("hush"))
    #expect(response.problem == "query 'application_id': isn't what the spec describes")
  }

  @Test func pagesAreMadeByRepeating() throws {
    let path = "/WOT/wot/clans/list/?application_id=x&limit=5"
    let first = try get("\(path)&page_no=1")
    let second = try get("\(path)&page_no=2")
    let fourth = try get("\(path)&page_no=4")
    #expect(first.text.components(separatedBy: "\"clan_id\"").count == 6)
    #expect(first.text.contains(#""total":15"#))
    #expect(second.text != first.text)
    #expect(fourth.text.contains(#""data":[]"#))
  }
}
