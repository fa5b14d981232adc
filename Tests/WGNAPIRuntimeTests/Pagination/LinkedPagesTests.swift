import HTTPTypes
import TestSupport
import Testing
import WGNAPICache
import WGNAPIRuntime

@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPIPages

/// Pages that link to each other.
@Suite struct LinkedPagesTests {
  /// Answers with one element and a link, given by the number of the request.
  private struct Linking: Transport {
    let log: Log
    let link: @Sendable (Int) -> String?

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let index = log.add("\(request.method.rawValue) \(request.path ?? "")")
      var fields = HTTPFields()
      if let link = link(index), let name = HTTPField.Name("Link") { fields[name] = link }
      return TransportResponse(
        response: HTTPResponse(status: .ok, headerFields: fields),
        body: Array(#"{"status":"ok","data":[{"id":\#(index),"version":0}]}"#.utf8))
    }
  }

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

  /// As services that name the next page's address in the body, at `links.next`.
  private struct Addresses: PaginatedRequest {
    typealias Response = JSON
    typealias ServiceEnvelope = NoEnvelope
    var limit: Int?
    var key: String?

    static let endpoint = Endpoint<Self>(
      "addresses", .get, "links", response: .json(),
      policies: [.pagination(.link(next: "/links/next", more: "/more", size: "limit"))]
    ) {
      $0.query("limit", \.limit)
      $0.query("key", \.key, secret: true)
    }
  }

  private struct Addressing: Transport {
    let log: Log
    /// The JSON of the next page's address, by the number of the request.
    let address: @Sendable (Int) -> String

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let index = log.add("\(request.method.rawValue) \(request.path ?? "")")
      return .json(#"{"data":[\#(index)],"links":\#(address(index))}"#)
    }
  }

  private func addresses(
    _ parameters: [ClientParameter] = [], _ address: @escaping @Sendable (Int) -> String
  ) async throws -> Int {
    let client = ThingsClient(
      core: ClientCore(
        api: APIDescription(name: "things", basePath: "v1/x"),
        server: APIServer("eu", "https://list.example:443"), parameters: parameters,
        configuration: ClientConfiguration(
          transport: Addressing(log: log, address: address), middleware: [])))
    let content: @Sendable (JSON) -> [JSON] = { $0["data"]?.array ?? [] }
    return try await all(client.items(Addresses(limit: 5, key: "secret"), in: content)).count
  }

  @Test(arguments: [
    #""https://list.example/v1/x/links?page=2""#, #""https:\/\/list.example\/v1\/x\/links?page=2""#,
    #""/v1/x/links?page=2&key=evil&app=evil""#, #""?page=2""#, #""links?page=2#top""#,
    #""//list.example:443/v1/x/links?page=2""#,
  ])
  func addressesInTheBodyAreFollowed(_ address: String) async throws {
    let parameters = [ClientParameter("app", "s", secret: true)]
    for end in ["{}", #"{"next":null}"#, #"{"next":""}"#, #"{"next":false}"#, "null"] {
      let count = try await addresses(parameters) { $0 % 2 == 0 ? #"{"next":\#(address)}"# : end }
      #expect(count == 2)
    }
    #expect(
      log.all.suffix(2) == [
        "GET /v1/x/links?limit=5&key=secret&app=s", "GET /v1/x/links?page=2&key=secret&app=s",
      ])
  }

  @Test(
    arguments: [
      (#""https://evil.example/v1/x/links?page=2""#, "another server"),
      (#""http://list.example/v1/x/links""#, "another server"), (#""../links""#, "outside"),
      (#""other?page=2""#, "'paths: any'"), (#""?page=1""#, "used before"), ("7", "isn't a text"),
      (#"{"href":"?page=2"}"#, "isn't a text"),
    ])
  func anAddressElsewhereIsAnError(_ address: String, _ message: String) async throws {
    let error = await #expect(throws: APIError.self) {
      _ = try await self.addresses { _ in #"{"next":\#(address)}"# }
    }
    #expect(error.map { "\($0)".contains(message) } == true, "\(error as Any)")
    #expect(log.all.count <= 2)
  }

  @Test func aFlagEndsPagesThatNameAnAddressAnyway() async throws {
    let count = try await addresses { #"{"next":"?page=\#($0)"},"more":\#($0 < 3)"# }
    #expect(count == 4)
  }

  private let log = Log()

  private func client(
    _ parameters: [ClientParameter] = [], server: String = "https://list.example:443",
    observers: [ClientObserver] = [], middleware: [any Middleware] = [],
    _ link: @escaping @Sendable (Int) -> String?
  ) -> ThingsClient {
    ThingsClient(
      core: ClientCore(
        api: APIDescription(name: "things", basePath: "v1/x"), server: APIServer("eu", server),
        parameters: parameters,
        configuration: ClientConfiguration(
          transport: Linking(log: log, link: link), observers: observers,
          middleware: middleware)))
  }

  private func all<S: AsyncSequence>(_ sequence: S) async throws -> [S.Element] {
    var elements: [S.Element] = []
    for try await element in sequence { elements.append(element) }
    return elements
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
    let client = client { links.indices.contains($0) ? links[$0] : nil }
    #expect(try await all(client.items(ThingsByLink(limit: 5))).count == 3)
    #expect(
      log.all == ["GET /v1/x/links?limit=5", "GET /v1/x/links?a=b+c&d=%2F%7C", "GET /v1/x/links?page=3"])
  }

  @Test func parametersOfTheClientAreKept() async throws {
    let links = ["<?page=2&app=evil&key=evil&k%65y=evil&language=de>; rel=next", "<?page=3>; rel=next"]
    let shown = Locked<[String]>([])
    let client = client(
      [ClientParameter("app", "s", secret: true), ClientParameter("language", "en")],
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
    let client = client { _ in "<\(target)>; rel=next" }
    let error = await #expect(throws: APIError.self) {
      _ = try await self.all(client.items(ThingsByLink(limit: 5)))
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
    let client = client { links.indices.contains($0) ? links[$0] : nil }
    let pages = try await all(client.pages(Repositories(owner: "me")))
    #expect(
      log.all == ["GET /v1/x/repos/me", "GET /v1/x/repositories/7?page=2", "GET /v1/x/repositories/7?page=3"])
    #expect(pages.map(\.pageCount) == [9, nil, 3])
    let outside = self.client { _ in "</v1/repositories/7?page=2>; rel=next" }
    await #expect(throws: APIError.self) { _ = try await self.all(outside.items(Repositories(owner: "me"))) }
  }

  @Test func beginsWithTheRequestsPage() async throws {
    let client = client { $0 == 0 ? "<?page=6>; rel=\"next last\"" : nil }
    let pages = try await all(client.pages(Repositories(owner: "me", page: 5)))
    #expect(log.all == ["GET /v1/x/repos/me?page=5", "GET /v1/x/repos/me?page=6"])
    #expect(pages.map(\.pageCount) == [6, 6])
    #expect(pages.first?.answer.links.first?.relations == ["next", "last"])
  }

  @Test func linkedPagesAreCachedAndRetried() async throws {
    let log = log
    let client = client(middleware: .standard(cache: ResponseCache())) { _ in
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
    let client = client { "<?page=\($0 % 3)>; rel=next" }
    let error = await #expect(throws: APIError.self) {
      _ = try await self.all(client.items(ThingsByLink(limit: 5)))
    }
    #expect(error.map { "\($0)".contains("cursor") } == true)
    #expect(log.all.count == 4)
  }

  @Test func linksOfOtherResourcesDoNotCount() async throws {
    let client = client { _ in "<?page=2>; rel=next; anchor=\"/other\"" }
    #expect(try await all(client.items(ThingsByLink(limit: 5))).count == 1)
  }

  @Test func aDamagedStateIsAnError() async throws {
    for cursor in ["5", "{", "\"http://evil.example/\"", "\"/v1/x/other\""] {
      var state = FeedState<Thing>()
      state.elements = [Thing(id: 1)]
      state.position = .cursor(last: nil, next: cursor)
      let feed = client { _ in nil }.feed(ThingsByLink(limit: 5), id: \.id, state: state)
      await #expect(throws: APIError.self) { try await feed.loadNext() }
    }
    #expect(log.all.isEmpty)
  }

  // MARK: Each element once

  @Test func everyElementComesOnceInBothDirections() async throws {
    for seed in 0..<60 as Range<UInt64> {
      let count = Int(seed % 23)
      let list = MovingList(count: count, tellsTotal: seed % 2 == 0, seed: seed)
      let client = ThingsClient(list)
      let size = Int(seed % 7) + 1
      let ids = Array(1...23).prefix(count)
      #expect(try await all(client.items(ThingsByLink(limit: size))).map(\.id) == Array(ids))
      #expect(list.requests.count == max((count + size - 1) / size, 1))
      #expect(
        try await all(client.items(ThingsByLink(limit: size), direction: .backward)).map(\.id)
          == ids.reversed())
      #expect(try await all(client.items(ThingsByNumberedLink(limit: size))).map(\.id) == Array(ids))
      let pages = try await all(client.pages(ThingsByNumberedLink(limit: size)))
      #expect(pages.last?.pageCount == pages.count)
      if seed % 2 == 0 { #expect(pages.first?.pageCount == pages.count) }
      let last = ThingsByNumberedLink(page: pages.count, limit: size)
      #expect(try await all(client.items(last, direction: .backward)).map(\.id) == ids.reversed())
    }
  }

  @Test func theLastElementIsTheCursor() async throws {
    for seed in 0..<60 as Range<UInt64> {
      let (count, tellsMore) = (Int(seed % 23), seed % 2 == 0)
      let list = MovingList(count: count, tellsTotal: tellsMore, seed: seed)
      let client = ThingsClient(list)
      let size = Int(seed % 7) + 1
      let ids = Array(1...23).prefix(count)
      let pages = try await all(client.pages(ThingsByLast(limit: size)))
      #expect(pages.flatMap { $0.elements.map(\.id) } == Array(ids))
      // With a flag, or after a short page, no empty page is requested; otherwise, it isn't returned.
      let full = (count + size - 1) / size
      #expect(list.requests.count == (tellsMore ? max(full, 1) : count / size + 1))
      #expect(pages.count == max(full, 1))
      if let newest = ids.last {
        let start = ThingsByLast(before: newest, limit: size)
        #expect(
          try await all(client.items(start, direction: .backward)).map(\.id) == ids.dropLast().reversed())
      }
    }
  }

  @Test func backwardNeedsAPlaceToBegin() async throws {
    let client = ThingsClient(MovingList(count: 9))
    for (message, body) in [
      ("before", { _ = try await self.all(client.items(ThingsByLast(limit: 2), direction: .backward)) }),
      ("backward", { _ = try await self.all(client.items(ThingsByOffset(limit: 2), direction: .backward)) }),
    ] as [(String, () async throws -> Void)] {
      let error = await #expect(throws: APIError.self) { try await body() }
      #expect(error?.violations.first?.message.contains(message) == true)
    }
  }

  @Test func backwardNeedsALinkToTheLastPage() async throws {
    let client = client { _ in "<?page=2>; rel=next" }
    let error = await #expect(throws: APIError.self) {
      _ = try await self.all(client.items(ThingsByLink(limit: 5), direction: .backward))
    }
    #expect(error.map { "\($0)".contains("doesn't link to the last page") } == true)
  }

  /// As Mastodon: `next` leads to older elements, `prev` to newer ones, and nothing to the last page.
  private struct Timeline: PaginatedRequest, Transport {
    typealias Response = [Thing]
    typealias ServiceEnvelope = ThingsEnvelope
    var maxID: String?
    var minID: String?
    var limit: Int?

    static let endpoint = Endpoint<Self>(
      "timeline", .get, "timeline", response: .json(), policies: [.pagination(.link(size: "limit"))]
    ) {
      $0.query("max_id", \.maxID)
      $0.query("min_id", \.minID)
      $0.query("limit", \.limit)
    }

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let path = request.path ?? ""
      func query(_ name: String) -> Int? { LinkSource.value(of: name, in: path).flatMap { Int($0) } }
      // Ten elements, the newest first. With `min_id`, the page ends right after that element.
      let ids = Array((1...10).reversed())
      let limit = query("limit") ?? 3
      var page = Array(ids.filter { $0 < query("max_id") ?? .max }.prefix(limit))
      if let least = query("min_id") { page = ids.filter { $0 > least }.suffix(limit) }
      var fields = HTTPFields()
      if let first = page.first, let last = page.last, let name = HTTPField.Name("Link") {
        let url = "https://list.example/v1/x/timeline?limit=\(limit)"
        fields[name] = "<\(url)&max_id=\(last)>; rel=\"next\", <\(url)&min_id=\(first)>; rel=\"prev\""
      }
      let elements = page.map { #"{"id":\#($0),"version":0}"# }.joined(separator: ",")
      return TransportResponse(
        response: HTTPResponse(status: .ok, headerFields: fields),
        body: Array(#"{"status":"ok","data":[\#(elements)]}"#.utf8))
    }

    var client: ThingsClient {
      ThingsClient(
        core: ClientCore(
          api: APIDescription(name: "things", basePath: "v1/x"),
          server: APIServer("eu", "https://list.example:443"),
          configuration: ClientConfiguration(transport: self, middleware: [])))
    }
  }

  @Test(arguments: [
    (Timeline(maxID: "5", limit: 2), Array(3...10)), (Timeline(minID: "6", limit: 2), Array(7...10)),
    (Timeline(maxID: "1"), []), (Timeline(minID: "0"), Array(1...10)),
  ])
  private func backwardBeginsInTheMiddle(_ request: Timeline, _ ids: [Int]) async throws {
    let things = try await all(request.client.items(request, direction: .backward))
    #expect(things.map(\.id) == ids)
  }

  @Test(arguments: [Timeline(limit: 2), Timeline(limit: 20)])
  private func backwardSaysHowToNameAPlace(_ request: Timeline) async throws {
    let error = await #expect(throws: APIError.self) {
      _ = try await self.all(request.client.items(request, direction: .backward))
    }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains("its links do so with max_id"), "\(message)")
    #expect(!message.contains("may have changed"))
  }

  /// A service may write a request's parameters otherwise in its links, or leave out those that are usual. That names no place.
  @Test(arguments: [
    "<?q=foo&max_id=3>; rel=next", "<?max_id=3>; rel=next",
    "<?q=foo&max_id=3>; rel=next, <?q=foo&min_id=9>; rel=prev",
    "<?max_id=3>; rel=next, <?min_id=9>; rel=prev",
  ]) func backwardDoesNotTakeAnotherSpellingForAPlace(links: String) async throws {
    let client = client { _ in links }
    let error = await #expect(throws: APIError.self) {
      _ = try await self.all(client.items(Search(q: "Foo"), direction: .backward))
    }
    #expect(error.map { "\($0)".contains("its links do so with max_id") } == true, "\(error as Any)")
    #expect(log.all == ["GET /v1/x/search?q=Foo"])
  }

  /// With the same parameter as the request, links name other places than it does.
  @Test(arguments: ["<?q=Foo&from=20>; rel=next", "<?q=foo&from=20>; rel=next, <?q=foo&from=0>; rel=prev"])
  func backwardFromAPlaceWithTheSameParameter(links: String) async throws {
    let client = client { $0 == 0 ? links : nil }
    let found = try await all(client.items(Search(q: "Foo", from: 10), direction: .backward))
    #expect(log.all.count == (links.contains("prev") ? 2 : 1))
    #expect(found.count == log.all.count)
  }

  private struct Search: PaginatedRequest {
    typealias Response = [Thing]
    typealias ServiceEnvelope = ThingsEnvelope
    var q: String
    var from: Int?

    static let endpoint = Endpoint<Self>(
      "search", .get, "search", response: .json(), policies: [.pagination(.link())]
    ) {
      $0.query("q", \.q)
      $0.query("from", \.from)
    }
  }

  @Test func moreWithoutElementsIsAnError() async throws {
    let client = ThingsClient { _ in #"{"status":"ok","data":[],"meta":{"more":true}}"# }
    await #expect(throws: APIError.self) { _ = try await self.all(client.items(ThingsByLast(limit: 2))) }
  }
}

extension ThingsClient {
  init(core: ClientCore) { self.core = core }
}
