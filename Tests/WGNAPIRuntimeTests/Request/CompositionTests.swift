import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@Suite struct CompositionTests {
  let server = APIServer("eu", "https://api.example.eu")

  private func url(_ request: some APIRequest, method: HTTPRequest.Method? = nil) throws -> String {
    try request.composed(for: server, basePath: "wot", method: method).url
  }

  @Test(arguments: [
    (SearchPlayers(search: "abc"), "search=abc"),
    (SearchPlayers(search: "abc", type: .startsWith, limit: 5), "search=abc&type=startswith&limit=5"),
    (SearchPlayers(search: "a+b&c=d%"), "search=a%2Bb%26c%3Dd%25"),
    (SearchPlayers(search: "über die Brücke"), "search=%C3%BCber%20die%20Br%C3%BCcke"),
    (SearchPlayers(search: "a/b?c#d"), "search=a%2Fb%3Fc%23d"),
    (SearchPlayers(search: "\"\\\n~-._"), "search=%22%5C%0A~-._"),
  ])
  func queries(request: SearchPlayers, query: String) throws {
    #expect(try url(request) == "https://api.example.eu/wot/account/list/?\(query)")
  }

  @Test(arguments: [
    (PlayerDetails(accountID: [1, 2, 3]), "account_id=1%2C2%2C3"),
    (PlayerDetails(accountID: []), "account_id="),
    (PlayerDetails(nickname: ["a&b", "c d"]), "nickname=a%26b%2Cc%20d"),
    (PlayerDetails(accountID: [7], detailed: true), "account_id=7&detailed=1"),
    (PlayerDetails(accountID: [7], detailed: false), "account_id=7&detailed=0"),
    (
      PlayerDetails(accountID: [7], since: Date(timeIntervalSince1970: 1_700_000_000)),
      "account_id=7&since=1700000000"
    ),
  ])
  func lists(request: PlayerDetails, query: String) throws {
    #expect(try url(request) == "https://api.example.eu/wot/account/info/?\(query)")
  }

  @Test func namesAndValuesInOrder() throws {
    let query = try SearchPlayers(search: "a b", limit: 2).query
    #expect(query.map(\.name) == ["search", "limit"])
    #expect(query.map(\.value) == ["a b", "2"])
    #expect(try SearchPlayers(search: "abc").path == "account/list/")
    #expect(SearchPlayers(search: "abc").method == .get)
  }

  @Test func pathAndRepeatedNames() throws {
    let request = Clan(clanID: "a/b ü", tags: ["x", "y,z"], trace: "t1")
    let composed = try request.composed(for: server)
    #expect(composed.url == "https://api.example.eu/clans/a%2Fb%20%C3%BC/members/?tag=x&tag=y%2Cz")
    let trace = try #require(HTTPField.Name("X-Trace"))
    #expect(composed.httpRequest.headerFields[trace] == "t1")
    #expect(composed.httpRequest.headerFields[.accept] == "application/json")
    #expect(composed.body.isEmpty)
  }

  @Test(arguments: ["", ".", ".."])
  func segmentsThatWouldCallAnotherEndpoint(value: String) {
    #expect(Clan(clanID: value, tags: [], trace: nil).violations.map(\.instanceLocation) == ["/clan_id"])
  }

  @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\0b", " a"])
  func headerInjection(value: String) throws {
    let request = Clan(clanID: "1", tags: [], trace: value)
    #expect(request.violations.map(\.instanceLocation) == ["/X-Trace"])
    #expect(throws: APIError.self) { try request.composed(for: server) }
  }

  @Test func formBody() throws {
    let composed = try Rename(name: "a b&c", token: "s3cret-token").composed(
      for: server, parameters: [ClientParameter("application_id", "id")])
    #expect(composed.httpRequest.method == .post)
    #expect(String(decoding: composed.body, as: UTF8.self) == "name=a%20b%26c&application_id=id")
    #expect(composed.httpRequest.headerFields[.contentType] == "application/x-www-form-urlencoded")
    #expect(composed.httpRequest.headerFields[.authorization] == "Bearer s3cret-token")
    #expect(composed.url == "https://api.example.eu/account/rename/")
  }

  @Test func jsonBody() throws {
    let player = FoundPlayer(accountID: 5, nickname: "x")
    let composed = try StorePlayer(player: player).composed(for: server)
    #expect(try FoundPlayer.decode(composed.body) == player)
    #expect(composed.httpRequest.headerFields[.contentType] == "application/json")
    #expect(try StorePlayer(player: nil).composed(for: server).body.isEmpty)
  }

  @Test func queryTravelsAsFormInPost() throws {
    let composed = try PlayerDetails(accountID: [1, 2]).composed(
      for: server, parameters: [ClientParameter("application_id", "id")], method: .post)
    #expect(composed.url == "https://api.example.eu/account/info/")
    #expect(String(decoding: composed.body, as: UTF8.self) == "account_id=1%2C2&application_id=id")
    #expect(throws: APIError.self) { try url(SearchPlayers(search: "abc"), method: .post) }
  }

  @Test func commonParameters() throws {
    let client = PlayersClient(server: server)
    let query = "application_id=demo-application-id"
    #expect(
      try client.httpRequest(for: SearchPlayers(search: "abc")).url
        == "https://api.example.eu/wot/account/list/?search=abc&\(query)&language=en")
    #expect(
      try client.httpRequest(for: PlayerDetails(accountID: [1])).url
        == "https://api.example.eu/wot/account/info/?account_id=1&\(query)")
  }

  @Test func longURLsBecomePost() throws {
    let configuration = ClientConfiguration(userAgent: "tests/1", longestURL: 150)
    let client = PlayersClient(server: server, configuration: configuration)
    let short = try client.httpRequest(for: PlayerDetails(accountID: [1]))
    let long = try client.httpRequest(for: PlayerDetails(accountID: (1...90).map(PlayerID.init(rawValue:))))
    #expect(short.httpRequest.method == .get)
    #expect(short.httpRequest.headerFields[.userAgent] == "tests/1")
    #expect(long.httpRequest.method == .post)
    #expect(long.httpRequest.path == "/wot/account/info/")
  }

  @Test func userAgents() throws {
    func userAgent(_ configured: String?, name: String = "players") throws -> String? {
      let core = ClientCore(
        api: APIDescription(name: name), server: server,
        configuration: ClientConfiguration(userAgent: configured))
      return try core.compose(SearchPlayers(search: "abc")).httpRequest.headerFields[.userAgent]
    }
    let version = try String(
      contentsOf: URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../../Sources/Generator/GeneratorKit/Pipeline/version.swift")
        .standardizedFileURL,
      encoding: .utf8
    ).split(separator: "\"")[1]
    #expect(try userAgent(nil) == "players wgnapi/\(version)")
    #expect(try userAgent(nil, name: "Ä/b (c)\r\n") == "bc wgnapi/\(version)")
    #expect(try userAgent(nil, name: "é") == "wgnapi/\(version)")
    #expect(try userAgent("tests/1") == "tests/1")
    #expect(try userAgent("") == nil)
  }

  /// Whatever is shown of a server, or of what is made with it.
  @Test(arguments: [
    "https://me:s3cret@example.eu/", "https://s3cret@example.eu", "https://me:s3/cret@example.eu/",
    "https://me:s3cret%40example.eu/", "https://example.eu/?key=s3cret", "https://example.eu#s3cret",
    "HTTPS://example.eu/a?s3cret", "me:s3cret@example.eu", "https:/me:s3cret@example.eu",
    "https://me:s3cret\\@example.eu", "https://s3cret\u{301}@example.eu/",
    "https://example.eu:s3cret/",
  ])
  func secretsOfAServersURL(url: String) throws {
    let server = APIServer(url, url, sameAs: "eu")
    #expect(server.baseURL == url)
    let client = PlayersClient(server: server, configuration: ClientConfiguration())
    let error = #expect(throws: APIError.self) {
      try client.httpRequest(for: SearchPlayers(search: "abc"))
    }
    let found = try #require(error)
    guard case .invalidServer = found.kind else { throw found }
    for value: Any in [server, APIServer(url, url), APIServer("x", url, sameAs: url), client, found] {
      var dumped = ""
      dump(value, to: &dumped)
      let text = "\(value) \(String(reflecting: value)) \(dumped)"
      #expect(!text.contains("s3") && !text.contains("cret"), "\(text)")
    }
  }

  @Test func serversAreShownWithTheirURL() {
    #expect(APIServer("eu", "https://example.eu:80/a/").description == "eu (https://example.eu:80/a/)")
    #expect(APIServer("x", "https://example.eu/a?b=c").description == "x (https://example.eu/a?<redacted>)")
    #expect(APIServer("x", "https://a:b@example.eu/").description == "x (https://<redacted>)")
  }

  @Test(arguments: [
    ("http://127.0.0.1:80", "http://127.0.0.1:80/wot/account/list/"),
    ("HTTPS://example.eu/", "https://example.eu/wot/account/list/"),
    ("https://example.eu/a/b//", "https://example.eu/a/b/wot/account/list/"),
    ("http://[::ffff:1.2.3.4]/", "http://[::ffff:1.2.3.4]/wot/account/list/"),
    ("http://[2001:db8:0:0:0:0:0:1]", "http://[2001:db8:0:0:0:0:0:1]/wot/account/list/"),
    ("http://[::1]:8080", "http://[::1]:8080/wot/account/list/"),
  ])
  func baseURLs(base: String, url: String) throws {
    let composed = try SearchPlayers(search: "abc").composed(for: APIServer("x", base), basePath: "/wot/")
    #expect(composed.url == "\(url)?search=abc")
  }

  @Test(arguments: [
    "", "example.eu", "ftp://example.eu", "http://", "http://user:word@example.eu", "http://a b",
    "http://example.eu/?q=1", "http://example.eu/#f", "http://example.eu:99999", "http://exämple.eu",
    "http://example.eu\r\nX: 1/", "http://example.eu/../x",
    "http://]", "http://[zz]", "http://[1:2]", "http://[::1]]", "http://[1::2::3]", "http://h/%zz",
    "http://h/%2e%2E",
  ])
  func unusableBaseURLs(base: String) {
    #expect {
      try SearchPlayers(search: "abc").composed(for: APIServer("x", base))
    } throws: { error in
      guard case .invalidServer = (error as? APIError)?.kind else { return false }
      return true
    }
  }
}
