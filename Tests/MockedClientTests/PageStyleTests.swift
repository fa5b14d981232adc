import Catalog
import Diagnostics
import Foundation
import GeneratorKit
import MockServer
import SpecReader
import Testing
import WGNAPIFeeds
import WGNAPIPages
import WGNAPIRuntime

/// Every style of pagination, with the generated client and the mock server of the same spec: forward, backward and in feeds.
@Suite struct PageStyleTests {
  private struct MistakenSpecs: Error {}

  /// Runs a test with a client of a mock server that refuses whatever the spec doesn't say.
  private func withClient(_ body: (Client) async throws -> Void) async throws {
    var sink = DiagnosticSink()
    let specs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/Pages/Specs")
    let files = SpecLoader().load(specs.path, into: &sink)
    guard let api = readAPI(files, into: &sink), !sink.hasErrors else { throw MistakenSpecs() }
    var options = MockOptions()
    options.unknownParameters = .refuse
    let listener = MockListener(MockServer(api, options: options))
    let port = try await listener.start()
    do {
      try await body(Client(server: Server(url: "http://127.0.0.1:\(port)/v1/", like: .main)))
    } catch {
      await listener.stop()
      throw error
    }
    await listener.stop()
  }

  /// Three pages, with distinct elements; the same elements in a feed.
  private func check<Request: PaginatedRequest, Content: PageContent, ID: Hashable & Sendable>(
    _ client: Client, _ request: Request, _ size: Int,
    in content: @escaping @Sendable (Request.Response) -> Content,
    id: @escaping @Sendable (Content.PageElement) -> ID, _ location: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    var sizes: [Int] = []
    var ids: [ID] = []
    for try await page in client.pages(request, in: content) {
      sizes.append(page.elements.count)
      ids += page.elements.map(id)
    }
    // The end of some styles is an empty page.
    #expect(sizes.filter { $0 > 0 } == [size, size, size], sourceLocation: location)
    #expect(Set(ids).count == 3 * size, "\(ids)", sourceLocation: location)
    let feed = client.feed(request, in: content, id: id)
    var rounds = 0
    while await feed.hasMore, rounds < 10 {
      try await feed.loadNext()
      rounds += 1
    }
    // Feeds ask for larger pages, so that they overlap, and three of these have more elements.
    let fed = await feed.elements.map(id)
    #expect(Array(fed.prefix(ids.count)) == ids, sourceLocation: location)
    #expect(Set(fed).count == fed.count, sourceLocation: location)
    #expect(await !feed.hasMore, sourceLocation: location)
  }

  @Test func numbers() async throws {
    try await withClient { client in
      try await check(client, NumbersRequest(perPage: 4), 4, in: \.items, id: \.id)
      try await check(client, PlainNumbersRequest(), 2, in: \.self, id: \.self)
      try await check(client, BodiesFormRequest(payload: .init(text: "tea")), 2, in: \.self, id: \.id)
    }
  }

  @Test func offsets() async throws {
    try await withClient { client in
      try await check(client, OffsetsRequest(limit: 3), 3, in: \.self, id: \.id)
      try await check(client, MapRequest(limit: 3), 3, in: \.self, id: \.key)
      try await check(client, BodiesFromRequest(payload: .init()), 20, in: \.hits.hits, id: \.id)
    }
  }

  @Test func cursors() async throws {
    try await withClient { client in
      try await check(client, CursorsRequest(limit: 3), 3, in: \.list, id: \.id)
      try await check(client, DeepCursorsRequest(), 2, in: \.self, id: \.id)
      try await check(client, NumberedCursorsRequest(), 2, in: \.items, id: \.id)
      try await check(client, FlatHistoryRequest(channel: "C1", limit: 3), 3, in: \.messages, id: \.ts)
    }
  }

  @Test func cursorsInBodies() async throws {
    try await withClient { client in
      // With the largest pages, unless the request says otherwise; the rest of the body is sent with each page.
      try await check(client, BodiesQueryRequest(id: "d"), 100, in: \.results, id: \.id)
      let filtered = BodiesQueryRequest(id: "d", payload: .init(filter: .init(status: "open"), pageSize: 2))
      try await check(client, filtered, 2, in: \.results, id: \.id)
      let search = BodiesSearchRequest(payload: .init(query: ["term": "tea"], size: 3, sort: ["_id"]))
      try await check(client, search, 3, in: \.hits.hits, id: \.id)
      let graph = BodiesGraphQLRequest(payload: .init(query: "{ items }", variables: .init(first: 2)))
      try await check(client, graph, 2, in: \.data.items.nodes, id: \.id)
    }
  }

  @Test func lastElements() async throws {
    try await withClient { client in
      try await check(client, LastElementsRequest(limit: 3), 3, in: \.data, id: \.id)
    }
  }

  @Test func links() async throws {
    try await withClient { client in
      try await check(client, LinksRequest(owner: "me", perPage: 3, state: "open"), 3, in: \.self, id: \.id)
      try await check(client, OpaqueLinksRequest(limit: 3), 3, in: \.self, id: \.id)
    }
  }

  @Test func linksInBodies() async throws {
    try await withClient { client in
      try await check(client, BodyLinksRequest(pageSize: 3), 3, in: \.results, id: \.id)
      try await check(client, RelativeLinksRequest(top: 3), 3, in: \.value, id: \.id)
      try await check(client, FlaggedLinksRequest(size: 3), 3, in: \.data, id: \.id)
      try await check(client, EnvelopeLinksRequest(), 2, in: \.self, id: \.id)
      // Backward: from the page that the request names, and from the last one.
      var backward: [Int] = []
      let second = BodyLinksRequest(page: 2, pageSize: 3)
      for try await item in client.items(second, in: \.results, direction: .backward) {
        backward.append(item.id)
      }
      #expect(backward.count == 6)
      backward = []
      for try await item in client.items(FlaggedLinksRequest(size: 3), in: \.data, direction: .backward) {
        backward.append(item.id)
      }
      #expect(backward.count == 9)
      await #expect(throws: APIError.self) {
        for try await _ in client.items(RelativeLinksRequest(), in: \.value, direction: .backward) {}
      }
    }
  }

  /// The last element of a list that is the response, in an envelope, or in a body; forward and in feeds.
  @Test func lastElementsElsewhere() async throws {
    try await withClient { client in
      try await check(client, OthersLastOfListRequest(count: 3), 3, in: \.self, id: \.id)
      try await check(client, OthersLastOfTuplesRequest(limit: 3), 3, in: \.self, id: \.time)
      try await check(client, OthersLastInEnvelopeRequest(), 2, in: \.self, id: \.id)
      try await check(client, OthersLastInBodyRequest(payload: .init(size: 3)), 3, in: \.hits.hits, id: \.id)
    }
  }

  @Test func otherResponsesAndPlaces() async throws {
    try await withClient { client in
      try await check(client, OthersMapByCursorRequest(), 2, in: \.self, id: \.key)
      try await check(client, OthersFlatNumbersRequest(count: 3), 3, in: \.items, id: \.id)
      let posted = OthersPostedRequest(payload: .init(text: "tea"), limit: 3)
      try await check(client, posted, 3, in: \.self, id: \.id)
      try await check(client, OthersLinksAnywhereRequest(), 2, in: \.self, id: \.id)
    }
  }

  /// IDs in an envelope, whose elements are asked for by a parameter.
  @Test func idsInAnEnvelope() async throws {
    try await withClient { client in
      let named = OthersNamedRequest(ids: [])
      var ids: [Int] = []
      for try await item in client.items(snapshot: OthersRankedIDsRequest(), fetching: named) {
        ids.append(item.id)
      }
      #expect(ids == [5, 3, 4])
      let feed = client.feed(snapshot: OthersRankedIDsRequest(), fetching: named, id: \.id)
      while await feed.hasMore { try await feed.loadNext() }
      #expect(await feed.elements.map(\.id) == [5, 3, 4])
    }
  }

  /// Nothing is new at the top of the mock server's lists.
  @Test func feedsAreRefreshed() async throws {
    try await withClient { client in
      let feed = client.feed(CursorsRequest(limit: 3), in: \.list, id: \.id)
      try await feed.loadNext()
      let known = await feed.elements.map(\.id)
      #expect(try await feed.refresh().inserted.isEmpty)
      #expect(await feed.elements.map(\.id) == known)
      try await feed.reload()
      #expect(await feed.elements.map(\.id) == Array(known.prefix(feed.elements.count)))
    }
  }

  @Test func idsAndElements() async throws {
    try await withClient { client in
      var ids: [Int] = []
      for try await item in client.items(
        snapshot: TopIDsRequest(), fetching: ByIDsRequest(payload: .init(ids: [])))
      {
        ids.append(item.id)
      }
      #expect(ids == [3, 1, 2])
      let feed = client.feed(
        snapshot: TopIDsRequest(), fetching: ByIDsRequest(payload: .init(ids: [])), id: \.id)
      while await feed.hasMore { try await feed.loadNext() }
      #expect(await feed.elements.map(\.id) == [3, 1, 2])
    }
  }

  // MARK: Backward

  /// All elements but those of the page where the walk begins.
  private func backward<Request: PaginatedRequest, Content: PageContent, ID: Hashable & Sendable>(
    _ client: Client, _ request: Request, in content: @escaping @Sendable (Request.Response) -> Content,
    id: @escaping @Sendable (Content.PageElement) -> ID
  ) async throws -> [ID] {
    var ids: [ID] = []
    for try await item in client.items(request, in: content, direction: .backward) { ids.append(id(item)) }
    return ids
  }

  private func all<Request: PaginatedRequest, Content: PageContent, ID: Hashable & Sendable>(
    _ client: Client, _ request: Request, in content: @escaping @Sendable (Request.Response) -> Content,
    id: @escaping @Sendable (Content.PageElement) -> ID
  ) async throws -> [ID] {
    var ids: [ID] = []
    for try await item in client.items(request, in: content) { ids.append(id(item)) }
    return ids
  }

  @Test func backward() async throws {
    try await withClient { client in
      let charges = try await all(client, LastElementsRequest(limit: 3), in: \.data, id: \.id)
      let before = LastElementsRequest(endingBefore: charges.last, limit: 3)
      let earlier = try await backward(client, before, in: \.data, id: \.id)
      #expect(earlier == Array(charges.dropLast().reversed()))

      let items = try await all(client, CursorsRequest(limit: 2), in: \.list, id: \.id)
      var last: String?
      for try await page in client.pages(CursorsRequest(limit: 2), in: \.list) {
        last = page.response.value.previous ?? last
      }
      let previous = try await backward(client, CursorsRequest(before: last, limit: 2), in: \.list, id: \.id)
      #expect(previous == Array(items.dropLast(2).reversed()))

      let nodes = BodiesGraphQLRequest(payload: .init(query: "{ items }", variables: .init(first: 2)))
      let forward = try await all(client, nodes, in: \.data.items.nodes, id: \.id)
      var cursor: String?
      for try await page in client.pages(nodes, in: \.data.items.nodes) {
        cursor = page.response.value.data.items.pageInfo.startCursor ?? cursor
      }
      let variables = BodiesGraphQLRequest.Payload.Variables(first: 2, before: cursor)
      let back = BodiesGraphQLRequest(payload: .init(query: "{ items }", variables: variables))
      #expect(
        try await backward(client, back, in: \.data.items.nodes, id: \.id)
          == Array(forward.dropLast(2).reversed()))
    }
  }

  /// With the last element as the cursor, the page before begins with the first element's.
  @Test func elementsLeadBackward() async throws {
    try await withClient { client in
      let list = try await all(client, OthersLastOfListRequest(count: 2), in: \.self, id: \.id)
      let before = OthersLastOfListRequest(before: list.last, count: 2)
      #expect(try await backward(client, before, in: \.self, id: \.id) == Array(list.dropLast().reversed()))

      let charges = try await all(client, OthersLastInEnvelopeRequest(), in: \.self, id: \.id)
      let earlier = OthersLastInEnvelopeRequest(endingBefore: charges.last)
      #expect(
        try await backward(client, earlier, in: \.self, id: \.id) == Array(charges.dropLast().reversed()))

      let search = OthersLastInBodyRequest(payload: .init(size: 2))
      var sort: [JSON]?
      for try await hit in client.items(search, in: \.hits.hits) { sort = hit.sort }
      let hits = try await all(client, search, in: \.hits.hits, id: \.id)
      let back = OthersLastInBodyRequest(payload: .init(size: 2, searchBefore: sort))
      #expect(
        try await backward(client, back, in: \.hits.hits, id: \.id) == Array(hits.dropLast().reversed()))

      let links = try await all(client, OthersLinksAnywhereRequest(), in: \.self, id: \.id)
      #expect(
        try await backward(client, OthersLinksAnywhereRequest(), in: \.self, id: \.id)
          == Array(links.reversed()))
    }
  }

  @Test func linksLeadBackward() async throws {
    try await withClient { client in
      let request = LinksRequest(owner: "me", perPage: 2)
      let issues = try await all(client, request, in: \.self, id: \.id)
      #expect(try await backward(client, request, in: \.self, id: \.id) == Array(issues.reversed()))
      let opaque = try await all(client, OpaqueLinksRequest(limit: 2), in: \.self, id: \.id)
      let reversed = try await backward(client, OpaqueLinksRequest(limit: 2), in: \.self, id: \.id)
      #expect(reversed == Array(opaque.reversed()))
    }
  }

  // MARK: Envelopes

  @Test func flatEnvelopes() async throws {
    try await withClient { client in
      #expect(try await client.flat.post(payload: .init(channel: "C1", text: "Hi")).message.text == "Hello")
      try await client.flat.leave(payload: .init(channel: "C1"))
      #expect(try await !client.flat.emoji().isEmpty)
      #expect(try await client.flat.test().team == "team")
      _ = try await client.flat.choice()
      #expect(try await !client.flat.strict().ts.isEmpty)
    }
  }
}
