import HTTPTypes
import TestSupport
import Testing
import WGNAPICache
import WGNAPICredentials
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPIPages

/// Pages that link to each other.
@Suite struct LinkedPagesTests {
  private let log = Log()

  /// As GitHub: the path in links isn't the endpoint's.
  private struct Repositories: PaginatedRequest {
    typealias Response = [Thing]
    typealias ServiceEnvelope = ThingsEnvelope
    var owner: String
    var page: Int?

    static let endpoint = Endpoint<Self>(
      "repositories", [.get, .post], "repos/{owner}", response: .json(),
      policies: [.pagination(.link(page: "page", anyPath: true))]
    ) {
      $0.path("owner", \.owner)
      $0.query("page", \.page)
    }
  }
  /// Links are followed with the credentials of providers, and once more with new ones if these are refused.
  @Test func linkedPagesAskProviders() async throws {
    struct Renewing: CredentialProvider {
      func credential(for context: CredentialContext) async throws -> Credential { .bearer("old") }
      func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
        .bearer("new")
      }
    }
    let transport = ScriptedTransport { index, request in
      guard request.headerFields[.authorization] == "Bearer new" else { return .json("{}", status: 401) }
      var page = TransportResponse.json(#"{"status":"ok","data":[{"id":\#(index),"version":0}]}"#)
      if index == 1, let name = HTTPField.Name("Link") {
        page.response.headerFields[name] = #"</v1/x/repos/o?page=2>; rel="next""#
      }
      return page
    }
    let api = APIDescription(
      name: "things", basePath: "v1/x", credentials: [CredentialDescription("token", .bearer)],
      authentication: .all("token"))
    func client(_ provider: (any CredentialProvider)?) -> ThingsClient {
      ThingsClient(
        core: ClientCore(
          api: api, server: APIServer("eu", "https://list.example"), credentials: ["token": provider],
          configuration: ClientConfiguration(transport: transport, middleware: [])))
    }
    var ids: [Int] = []
    for try await thing in client(Renewing()).items(Repositories(owner: "o")) { ids.append(thing.id) }
    #expect(ids == [1, 2])
    #expect(
      transport.requests.map { $0.headerFields[.authorization] } == [
        "Bearer old", "Bearer new", "Bearer new",
      ])
    await #expect(throws: APIError.self) {
      for try await _ in client(nil).items(Repositories(owner: "o")) {}
    }
    #expect(transport.requests.count == 3)
  }

  @Test func theQueryOfTheLinkIsSent() async throws {
    let links = ["<?a=b+c&d=%2f|>; rel=next", "<https://LIST.example/v1/x/links?page=3>; rel=next"]
    let client = ThingsClient.linking(log) { links.indices.contains($0) ? links[$0] : nil }
    #expect(try await all(client.items(ThingsByLink(limit: 5))).count == 3)
    #expect(
      log.all == ["GET /v1/x/links?limit=5", "GET /v1/x/links?a=b+c&d=%2F%7C", "GET /v1/x/links?page=3"])
  }

  @Test func parametersOfTheClientAreKept() async throws {
    let links = ["<?page=2&app=evil&key=evil&k%65y=evil&language=de>; rel=next", "<?page=3>; rel=next"]
    let shown = Locked<[String]>([])
    let client = ThingsClient.linking(
      log, [ClientParameter("app", "s", secret: true), ClientParameter("language", "en")],
      observers: [ClientObserver(onRequest: { event in shown.withLock { $0.append("\(event.url)") } })]
    ) { links.indices.contains($0) ? links[$0] : nil }
    let pages = try await all(client.pages(ThingsByLink(limit: 5, key: "secret")))
    #expect(
      log.all == [
        "GET /v1/x/links?limit=5&key=secret&app=s&language=en",
        "GET /v1/x/links?page=2&key=secret&app=s&language=en",
        "GET /v1/x/links?page=3&key=secret&app=s&language=en",
      ])
    #expect(pages.map(\.position) == [.cursor(nil), .cursor(#""?page=2""#), .cursor(#""?page=3""#)])
    #expect(shown.withLock(\.self).allSatisfy { !$0.contains("secret") && !$0.contains("app=s") })
  }

  @Test(
    arguments: [
      ("https://other.example/v1/x/links?page=2", "another server"),
      ("//list.example.evil/v1/x/links", "another server"),
      ("http://list.example/v1/x/links", "another server"),
      ("https://list.example:444/v1/x/links", "another server"),
      ("https://user:pw@list.example/v1/x/links", "another server"), ("mailto:a@b", "another server"),
      ("/v2/links?page=2", "outside of the API's base path"),
      ("/v1/xlinks", "outside of the API's base path"),
      ("../../../../etc", "outside of the API's base path"),
      ("%2e%2e/%2e%2e/links", "outside of the API's base path"), ("other?page=2", "'paths: any'"),
      ("/v1/x/links/?page=2", "'paths: any'"),
    ])
  func aLinkElsewhereIsAnError(_ target: String, _ message: String) async throws {
    let client = ThingsClient.linking(log) { _ in "<\(target)>; rel=next" }
    let error = await #expect(throws: APIError.self) {
      _ = try await all(client.items(ThingsByLink(limit: 5)))
    }
    #expect(error.map { "\($0)".contains(message) } == true, "\(error as Any)")
    #expect(error.map { "\($0)".contains("pw") } == false)
    #expect(log.all.count == 1)
  }

  @Test func anotherPathMayBeAllowed() async throws {
    let links = [
      "</v1/x/repositories/7?page=2>; rel=next, </v1/x/repositories/7?page=9>; rel=last",
      "<?page=3>; rel=next",
    ]
    let client = ThingsClient.linking(log) { links.indices.contains($0) ? links[$0] : nil }
    let pages = try await all(client.pages(Repositories(owner: "me")))
    #expect(
      log.all == ["GET /v1/x/repos/me", "GET /v1/x/repositories/7?page=2", "GET /v1/x/repositories/7?page=3"])
    #expect(pages.map(\.pageCount) == [9, nil, 3])
    let outside = ThingsClient.linking(log) { _ in "</v1/repositories/7?page=2>; rel=next" }
    await #expect(throws: APIError.self) { _ = try await all(outside.items(Repositories(owner: "me"))) }
  }

  @Test func beginsWithTheRequestsPage() async throws {
    let client = ThingsClient.linking(log) { $0 == 0 ? "<?page=6>; rel=\"next last\"" : nil }
    let pages = try await all(client.pages(Repositories(owner: "me", page: 5)))
    #expect(log.all == ["GET /v1/x/repos/me?page=5", "GET /v1/x/repos/me?page=6"])
    #expect(pages.map(\.pageCount) == [6, 6])
    #expect(pages.first?.response.links.first?.relations == ["next", "last"])
  }

  @Test func linkedPagesAreCachedAndRetried() async throws {
    let log = log
    let client = ThingsClient.linking(log, middleware: .standard(cache: ResponseCache())) { _ in
      // By what was asked for, because the cache answers, too.
      log.all.last?.contains("page=3") == true
        ? nil : log.all.last?.contains("page=2") == true ? "<?page=3>; rel=next" : "<?page=2>; rel=next"
    }
    let first = try await all(client.items(ThingsByLink(limit: 5)))
    let second = try await all(client.items(ThingsByLink(limit: 5)))
    #expect(first.count == 3 && first == second)
    #expect(log.all.count == 3)
  }

  @Test func linksThatGoInACircleAreAnError() async throws {
    let client = ThingsClient.linking(log) { "<?page=\($0 % 3)>; rel=next" }
    let error = await #expect(throws: APIError.self) {
      _ = try await all(client.items(ThingsByLink(limit: 5)))
    }
    #expect(error.map { "\($0)".contains("cursor") } == true)
    #expect(log.all.count == 4)
  }

  @Test func linksOfOtherResourcesDoNotCount() async throws {
    let client = ThingsClient.linking(log) { _ in "<?page=2>; rel=next; anchor=\"/other\"" }
    #expect(try await all(client.items(ThingsByLink(limit: 5))).count == 1)
  }

  @Test func aDamagedStateIsAnError() async throws {
    for cursor in ["5", "{", "\"http://evil.example/\"", "\"/v1/x/other\""] {
      var state = FeedState<Thing>()
      state.elements = [Thing(id: 1)]
      state.position = .cursor(last: nil, next: cursor)
      let feed = ThingsClient.linking(log) { _ in nil }.feed(ThingsByLink(limit: 5), id: \.id, state: state)
      await #expect(throws: APIError.self) { try await feed.loadNext() }
    }
    #expect(log.all.isEmpty)
  }
}
