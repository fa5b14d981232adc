import HTTPTypes
import Testing
import WGNAPICache
import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIPages
import WGNAPIPolicies
import WGNAPIRetry
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIClient

/// Options of a client for all of its calls.
@Suite struct ClientOptionsTests {
  private let clock = ManualClock()
  private let request = SearchPlayers(search: "gar")
  private let transport = ScriptedTransport.numbered { _, number in .players(number, [:]) }

  private func client(_ options: CallOptions) -> PlayersClient {
    PlayersClient(
      server: APIServer("eu", "https://api.example.eu"),
      configuration: ClientConfiguration(
        transport: transport, middleware: [ResponseCache()], clock: clock)
    ).with(options: options)
  }

  @Test func aClientThatMayNotAskTheServer() async throws {
    let online = client(CallOptions())
    let offline = online.with(options: CallOptions(policies: [.cache(.cacheOnly)]))
    let error = await #expect(throws: APIError.self) { try await offline.send(request) }
    #expect(error.map { $0.isNotCached } == true)
    #expect("\(try #require(error))".contains("there is no stored response"))
    #expect(transport.count == 0)
    #expect(try await online.send(request).first?.nickname == "P1")
    clock.advance(by: .seconds(10_000))
    // Also for other servers and languages, and as often as it is asked.
    for _ in 1...2 {
      #expect(try await offline.send(request).first?.nickname == "P1")
    }
    #expect(try await offline.response(to: request).origin == .stale)
    await #expect(throws: APIError.self) {
      try await offline.with(language: "fr").send(request)
    }
    #expect(transport.count == 1)
    // What a call says counts, and the other client is as it was.
    let reload = CallOptions(policies: [.cache(.reload)])
    #expect(try await offline.send(request, options: reload).first?.nickname == "P2")
    #expect(try await online.send(request).first?.nickname == "P2")
    // The last ones take precedence over those before.
    clock.advance(by: .seconds(10_000))
    #expect(try await offline.with(options: [.cache(.default)]).send(request).first?.nickname == "P3")
  }

  @Test func eachOptionHasItsDefault() throws {
    let parameter = ClientParameter("language", "fr")
    let all = CallOptions(
      timeout: .seconds(1), responseSizeLimit: 2, decoding: JSONDecoding(validation: .strict), method: .post,
      policies: [.cache(.ignore), .cache(.seconds(3)), .retry(idempotent: true, attempts: 4)],
      parameters: [parameter],
      idleTimeout: .seconds(5), redirects: RedirectPolicy.none)
    let filled = CallOptions().filled(by: all)
    #expect("\(filled)" == "\(all)")
    #expect("\(all.filled(by: CallOptions()))" == "\(all)")
    #expect("\(all.filled(by: nil))" == "\(all)")
    let own = CallOptions(
      timeout: .seconds(9), policies: [.cache(.reload)], parameters: [ClientParameter("language", "de")])
    let mixed = own.filled(by: all)
    #expect(mixed.timeout == .seconds(9) && mixed.cache == .reload && mixed.responseSizeLimit == 2)
    #expect(mixed.cachePolicy == CachePolicy(lifetime: .seconds(3)) && mixed.retry?.attempts == 4)
    #expect(mixed.parameters.map(\.text) == ["de"])
    // Twice is once.
    #expect("\(mixed.filled(by: all))" == "\(mixed)")
    // Every property is there.
    #expect(Mirror(reflecting: all).children.count == 8)
  }

  /// Options of a client add to those that it has.
  @Test func optionsOfAClientAddUp() async throws {
    let transport = ScriptedTransport { _, _ in .json("{}") }
    let client = ThingsClient(
      server: APIServer("eu", "http://list.example"),
      configuration: ClientConfiguration(transport: transport, middleware: [ResponseCache()]))
    let offline = ThingsClient(
      core: client.core.adding([.cache(.cacheOnly)]).adding(CallOptions(method: .post)).adding([
        .timeout(.seconds(5))
      ]))
    let error = await #expect(throws: APIError.self) { try await offline.send(ThingsByPage(page: 1)) }
    #expect(error?.isNotCached == true && transport.requests.isEmpty)
    #expect(try offline.httpRequest(for: ThingsByPage(page: 2)).httpRequest.method == .post)
    let online = ThingsClient(core: offline.core.adding([.cache(.reload)]))
    #expect(online.core.options([]).cache == .reload && online.core.options([]).timeout == .seconds(5))
  }

  @Test func parametersAndMethodsAreSent() throws {
    let options = CallOptions(method: .post, parameters: [ClientParameter("language", "fr")])
    let things = ThingsClient(server: APIServer("eu", "http://list.example"))
    let client = ThingsClient(core: things.core.adding(options))
    let composed = try client.httpRequest(for: ThingsByPage(page: 2))
    #expect(composed.httpRequest.method == .post)
    #expect(String(decoding: composed.body, as: UTF8.self) == "page=2&language=fr")
  }

  // MARK: Feeds

  @Test func feedsKeepToTheCache() async throws {
    let list = MovingList(count: 20)
    let server = APIServer("eu", "http://list.example")
    let online = ThingsClient(
      server: server,
      configuration: ClientConfiguration(
        transport: MovingListTransport(list: list), middleware: [ResponseCache()], clock: clock))
    let offline = ThingsClient(core: online.core.adding(CallOptions(policies: [.cache(.cacheOnly)])))
    let feed = offline.feed(ThingsByOffset(limit: 5), id: \.id)
    let errors = [
      await #expect(throws: APIError.self) { try await feed.loadNext() },
      await #expect(throws: APIError.self) { try await feed.refresh() },
      await #expect(throws: APIError.self) { try await feed.reload() },
    ]
    #expect(errors.compactMap(\.self).filter { $0.isNotCached }.count == 3)
    #expect(list.requests.isEmpty)
    try await online.feed(ThingsByOffset(limit: 5), id: \.id).loadNext()
    let asked = list.requests.count
    clock.advance(by: .seconds(10_000))
    #expect(try await feed.loadNext().elements.map(\.id) == Array(1...5))
    list.insert(at: 0)
    #expect(try await feed.refresh().elements.map(\.id) == Array(1...5))
    let own = online.feed(
      ThingsByOffset(limit: 5), id: \.id,
      options: FeedOptions(call: CallOptions(policies: [.cache(.cacheOnly)]), detectsReordering: true))
    #expect(try await own.reload().elements.map(\.id) == Array(1...5))
    #expect(list.requests.count == asked)
    #expect(try await online.feed(ThingsByOffset(limit: 5), id: \.id).refresh().elements.first?.id == 21)
  }

  /// Elements that several properties identify together.
  @Test func severalPropertiesIdentify() async throws {
    struct Day: JSONModel {
      let id: Int
      let day: Int
      static let layout = ModelLayout<Self> {
        $0.required("id", \.id)
        $0.required("day", \.day)
      }
    }
    struct Days: PaginatedRequest {
      typealias Response = [Day]
      var page: Int?
      static let endpoint = Endpoint<Self>(
        "days", .get, "page", response: .json(),
        policies: [.pagination(.pageNumber("page", identity: "id", "day"))]
      ) { $0.query("page", \.page) }
    }
    #expect(Days.endpoint.policies[PaginationPolicy.self]?.identity == ["id", "day"])
    let transport = ScriptedTransport { _, request in
      let page = (request.path ?? "").split(separator: "=").last.flatMap { Int($0) } ?? 1
      let days = [[1, 2], [3, 4], [5]].dropFirst(page - 1).first ?? []
      return .json("[\(days.map { #"{"id": 7, "day": \#($0)}"# }.joined(separator: ","))]")
    }
    let client = ThingsClient(
      server: APIServer("eu", "http://list.example"),
      configuration: ClientConfiguration(transport: transport, middleware: []))
    let feed = client.feed(Days())
    while await feed.hasMore { try await feed.loadNext() }
    #expect(await feed.elements.map(\.day) == Array(1...5))
  }
}

extension PlayersClient {
  fileprivate init(core: ClientCore) { self.core = core }
  fileprivate func with(options: CallOptions) -> Self { Self(core: core.adding(options)) }
  fileprivate func with(language: String) -> Self {
    Self(core: core.replacing(ClientParameter("language", language)))
  }
}

extension APIError {
  fileprivate var isNotCached: Bool {
    if case .notSent(is ResponseCache.Miss) = kind { true } else { false }
  }
}
