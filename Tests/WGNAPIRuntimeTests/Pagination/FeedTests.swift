import Foundation
import HTTPTypes
import Testing
import WGNAPICache
import WGNAPIRuntime

@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPISupport
@testable import WGNAPITransport

@Suite struct FeedTests {
  private func feed(
    _ list: MovingList, size: Int = 5, options: FeedOptions = FeedOptions(),
    state: FeedState<Thing> = FeedState(), filter: (@Sendable (Thing) -> Bool)? = nil
  ) -> Feed<Thing, Int> {
    ThingsClient(list).feed(
      ThingsByOffset(limit: size), id: \.id, options: options, state: state, filter: filter)
  }

  private func ids<ID>(_ feed: Feed<Thing, ID>) async -> [Int] { await feed.elements.map(\.id) }

  // MARK: Shifts

  @Test func newElementsOnTopShiftTheNextPage() async throws {
    let list = MovingList(count: 20)
    let feed = feed(list)
    try await feed.loadNext()
    list.insert(at: 0)
    list.insert(at: 0)
    let change = try await feed.loadNext()
    // The page from the last known element on begins with two more that are known.
    #expect(list.requests.last == "GET /offset?offset=4&limit=5")
    #expect(change.inserted.map(\.element.id) == [6, 7])
    #expect(change.inserted.map(\.offset) == [5, 6])
    #expect(await ids(feed) == Array(1...7))
    #expect(try await feed.refresh().inserted.map(\.element.id) == [22, 21])
    #expect(await ids(feed) == [22, 21] + Array(1...7))
    try await feed.loadNext()
    #expect(list.requests.last == "GET /offset?offset=8&limit=5")
    #expect(await ids(feed) == [22, 21] + Array(1...11))
  }

  @Test(arguments: [true, false]) func removedElementsLeaveNoGap(_ tellsTotal: Bool) async throws {
    let list = MovingList(count: 40, tellsTotal: tellsTotal)
    let feed = feed(list)
    for _ in 0..<4 { try await feed.loadNext() }
    #expect(await ids(feed) == Array(1...17))
    for _ in 0..<8 { list.remove(at: 0) }
    let change = try await feed.loadNext()
    #expect(change.inserted.first?.element.id == 18)
    #expect(change.removed.isEmpty, "what went on top is found out by a refresh")
    #expect(try await feed.refresh().removed.map(\.element.id) == Array(1...8))
    while await feed.hasMore { try await feed.loadNext() }
    #expect(await ids(feed) == list.ids)
  }

  @Test func muchMoreOnTopThanAllowedBeginsAnew() async throws {
    let list = MovingList(count: 10)
    let feed = feed(list, options: FeedOptions(requestLimit: 3))
    try await feed.loadNext()
    for _ in 0..<50 { list.insert(at: 0) }
    list.forgetRequests()
    let change = try await feed.refresh()
    #expect(change.isReload)
    #expect(list.requests.count == 3)
    #expect(await ids(feed) == Array(list.ids.prefix(13)))
    while await feed.hasMore { try await feed.loadNext() }
    #expect(await ids(feed) == list.ids)
  }

  @Test func oneElementMovedFarDownIsNotAnOverlap() async throws {
    let list = MovingList(count: 60)
    let feed = feed(list, size: 10)
    for _ in 0..<2 { try await feed.loadNext() }
    #expect(await ids(feed) == Array(1...19))
    // Nine were removed, and a known element is where the last known one was.
    for _ in 0..<9 { list.remove(at: 0) }
    list.move(from: 0, to: 18)
    try await feed.loadNext()
    while await feed.hasMore { try await feed.loadNext() }
    try await feed.refresh()
    #expect(await Set(ids(feed)) == Set(list.ids))
  }

  // MARK: Changes

  @Test func theNewerValueWins() async throws {
    let list = MovingList(count: 5)
    let feed = feed(list)
    try await feed.loadNext()
    list.change(at: 2)
    let change = try await feed.refresh()
    #expect(change.updated.map(\.offset) == [2])
    #expect(change.updated.map(\.element) == [Thing(id: 3, version: 1)])
    #expect(change.removed.isEmpty && change.inserted.isEmpty && change.moved.isEmpty)
    #expect(try await feed.refresh().isEmpty)
  }

  @Test func movesAreToldFromComingAndGoing() async throws {
    let list = MovingList(count: 5)
    let feed = feed(list)
    try await feed.loadNext()
    list.move(from: 4, to: 0)
    let change = try await feed.refresh()
    #expect(change.moved == [.init(from: 4, to: 0)])
    #expect(change.inserted.isEmpty && change.removed.isEmpty)
  }

  @Test func changesRebuildTheList() {
    var generator = SeededGenerator(state: 5)
    for _ in 0..<500 {
      func random() -> [Thing] {
        Set(
          (0..<Int.random(in: 0...12, using: &generator)).map { _ in Int.random(in: 0..<15, using: &generator)
          }
        )
        .shuffled(using: &generator).map { Thing(id: $0, version: Int.random(in: 0...1, using: &generator)) }
      }
      let (old, new) = (random(), random())
      let change = FeedChange(
        from: old, ids: old.map(\.id), to: new, ids: new.map(\.id), hasMore: true, isReload: false)
      var list = old
      change.apply(to: &list)
      #expect(list == new)
    }
  }

  // MARK: Reading again

  @Test func beginsWhereTheListDoes() async throws {
    let client = ThingsClient(MovingList(count: 20))
    let byPage = client.feed(ThingsByPage(page: 3, limit: 5), id: \.id)
    #expect(try await byPage.loadNext().elements.map(\.id) == [1, 2, 3, 4, 5])
    let byCursor = client.feed(ThingsByCursor(cursor: "9216.0", limit: 5), id: \.id)
    #expect(try await byCursor.loadNext().elements.map(\.id) == [1, 2, 3, 4, 5])
  }

  @Test func atTheEndItAsksWhetherMoreCame() async throws {
    let list = MovingList(count: 7)
    let feed = feed(list)
    while await feed.hasMore { try await feed.loadNext() }
    list.insert(at: 7)
    #expect(try await feed.loadNext().inserted.map(\.element.id) == [8])
  }

  @Test func reloadBeginsWithTheFirstPage() async throws {
    let list = MovingList(count: 20)
    let feed = feed(list)
    for _ in 0..<3 { try await feed.loadNext() }
    let change = try await feed.reload()
    #expect(change.isReload && change.hasMore)
    #expect(await ids(feed) == Array(1...5))
  }

  @Test func rankingAnewIsFoundOut() async throws {
    let list = MovingList(count: 12, seed: 3)
    let feed = feed(list, options: FeedOptions(detectsReordering: true))
    try await feed.loadNext()
    #expect(list.requests.map { $0.prefix(4) } == ["HEAD", "GET ", "HEAD"])
    #expect(list.requests.first == "HEAD /offset?offset=0&limit=5")
    #expect(try await feed.loadNext().isReload == false)
    list.shuffle()
    let change = try await feed.loadNext()
    #expect(change.isReload)
    #expect(await ids(feed) == Array(list.ids.prefix(await feed.elements.count)))
    while await feed.hasMore { try await feed.loadNext() }
    #expect(await ids(feed) == list.ids)
  }

  @Test func theHeadDiffersFromItsGetInNothingElse() throws {
    let client = ThingsClient(MovingList(count: 1))
    let get = try client.httpRequest(for: ThingsByOffset(offset: 5)).httpRequest
    var head = try client.httpRequest(for: HeadRequest(base: ThingsByOffset(offset: 5))).httpRequest
    #expect(head.method == .head)
    head.method = .get
    #expect(head == get)
    #expect(get.headerFields.contains { $0.name.canonicalName == "x-version" && $0.value == "2" })
  }

  /// The list is ranked anew while the feed is reading.
  @Test func rankingAnewBetweenRequestsIsFoundOut() async throws {
    let list = MovingList(count: 30, seed: 9)
    let feed = feed(list, options: FeedOptions(detectsReordering: true))
    try await feed.loadNext()
    list.onRequest { target, list in if target.contains("offset=4") { list.shuffle() } }
    #expect(try await feed.loadNext().isReload)
    list.onRequest(nil)
    while await feed.hasMore { try await feed.loadNext() }
    #expect(await ids(feed) == list.ids)
  }

  @Test func newIDsAreFetchedAndOthersReordered() async throws {
    let list = MovingList(count: 20, seed: 4)
    let feed = ThingsClient(list).feed(snapshot: ThingIDs(), fetching: Things(ids: []), id: \.key)
    for _ in 0..<2 { try await feed.loadNext() }
    #expect(await feed.elements.map(\.key) == Array(1...14))
    list.insert(at: 10)
    list.forgetRequests()
    let change = try await feed.refresh()
    #expect(change.inserted.map(\.element.key) == [21] && !change.isReload)
    #expect(list.requests.count == 3, "the ids, the first portion, what is new")
    list.shuffle()
    #expect(try await feed.refresh().isReload)
    #expect(await feed.elements.map(\.key) == Array(list.ids.prefix(15)))
    while await feed.hasMore { try await feed.loadNext() }
    #expect(await feed.elements.map(\.key) == list.ids)
  }

  // MARK: Filters, states, identities

  @Test func loadsUntilEnoughIsVisible() async throws {
    let list = MovingList(count: 60)
    let feed = feed(list) { $0.id % 10 == 0 }
    #expect(try await feed.loadNext(atLeast: 2).inserted.map(\.element.id) == [10, 20])
    #expect(await feed.elements.count == 2)
    #expect(await feed.state.elements.count == 21)
    let never = self.feed(list, options: FeedOptions(requestLimit: 4)) { _ in false }
    list.forgetRequests()
    #expect(try await never.loadNext().hasMore)
    #expect(list.requests.count == 4)
  }

  @Test func goesOnFromAStoredState() async throws {
    let list = MovingList(count: 12)
    let first = feed(list)
    try await first.loadNext()
    let data = try JSONEncoder().encode(await first.state)
    let state = try JSONDecoder().decode(FeedState<Thing>.self, from: data)
    #expect(await state == first.state)
    list.remove(at: 0)
    let second = feed(list, state: state)
    #expect(await ids(second) == [1, 2, 3, 4, 5])
    while await second.hasMore { try await second.loadNext() }
    #expect(await ids(second) == Array(1...12))
  }

  @Test func theEndpointSaysWhatTellsElementsApart() async throws {
    let list = MovingList(count: 8)
    let feed = ThingsClient(list).feed(ThingsByOffset(limit: 5))
    while await feed.hasMore { try await feed.loadNext() }
    #expect(await feed.elements.map(\.id) == list.ids)
    let other = ThingsClient(list).feed(ThingsByFixedPage())
    await #expect(throws: APIError.self) { try await other.loadNext() }
  }

  @Test func duplicateElementsAppearOnce() async throws {
    let client = ThingsClient { target in
      let next = target.contains("cursor=") ? "null" : "\"c\""
      return
        "{\"meta\":{\"next\":\(next)},\"data\":[{\"id\":1,\"version\":0},{\"id\":1,\"version\":0}],\"status\":\"ok\"}"
    }
    let feed = client.feed(ThingsByCursor(), id: \.id)
    while await feed.hasMore { try await feed.loadNext() }
    #expect(await ids(feed) == [1])
  }

  // MARK: Failures and calls at the same time

  @Test func aFailureChangesNothing() async throws {
    let list = MovingList(count: 20)
    let isDown = Switch()
    let client = ThingsClient { target in
      if isDown.isOn, target.contains("offset=0") { throw TransportError.timedOut }
      return list.response(method: "GET", target: target).body
    }
    let feed = client.feed(ThingsByOffset(limit: 5), id: \.id)
    try await feed.loadNext()
    let state = await feed.state
    isDown.isOn = true
    for _ in 0..<5 { list.remove(at: 0) }
    let error = await #expect(throws: APIError.self) { try await feed.refresh() }
    #expect(error?.page == .offset(0))
    #expect(await feed.state == state)
    isDown.isOn = false
    // Nothing that was known is left, and the requests suffice for the whole list.
    #expect(try await feed.refresh().removed.map(\.element.id) == Array(1...5))
    #expect(await ids(feed) == Array(6...20))
  }

  @Test func theSameCallsJoin() async throws {
    let list = MovingList(count: 50)
    let feed = feed(list)
    try await withThrowingTaskGroup(of: FeedChange<Thing>.self) { group in
      for _ in 0..<8 { group.addTask { try await feed.loadNext() } }
      for _ in 0..<8 { group.addTask { try await feed.refresh() } }
      for try await change in group { #expect(change.removed.isEmpty) }
    }
    let ids = await ids(feed)
    #expect(ids == Array(1...50).prefix(ids.count).map(\.self))
  }

  @Test func cancellingStopsTheWork() async throws {
    let list = MovingList(count: 50)
    let feed = feed(list)
    let task = Task {
      list.onRequest { _, list in withUnsafeCurrentTask { $0?.cancel() } }
      return try await feed.loadNext()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    list.onRequest(nil)
    #expect(await feed.state == FeedState())
    #expect(try await feed.loadNext().elements.count == 5)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await feed.loadNext()
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  // MARK: The cache

  @Test func refreshingAndReloadingAskTheServer() async throws {
    let list = MovingList(count: 20)
    let uses = Uses()
    let client = ThingsClient(
      server: APIServer("eu", "http://list.example"),
      configuration: ClientConfiguration(transport: MovingListTransport(list: list), middleware: [uses]))
    let feed = client.feed(ThingsByOffset(limit: 5), id: \.id)
    try await feed.loadNext()
    try await feed.loadNext()
    try await feed.refresh()
    try await feed.reload()
    for _ in 0..<4 { list.remove(at: 0) }
    try await feed.loadNext()
    #expect(uses.all.prefix(4) == [.default, .default, .reload, .reload])
    // The page that doesn't fit may have come from the cache; those that close the gap may not.
    #expect(uses.all.dropFirst(4).first == .default)
    #expect(uses.all.dropFirst(5).allSatisfy { $0 == .reload } && uses.all.count > 5)
  }
}

private final class Uses: APIMiddleware, @unchecked Sendable {
  private let mutex = Mutex()
  private var uses: [CacheUse] = []

  var all: [CacheUse] { mutex.withLock { uses } }

  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    mutex.withLock { uses.append(request.call.options.cache) }
    return try await next(request)
  }
}

private final class Switch: @unchecked Sendable {
  private let mutex = Mutex()
  private var value = false

  var isOn: Bool {
    get { mutex.withLock { value } }
    set { mutex.withLock { value = newValue } }
  }
}
