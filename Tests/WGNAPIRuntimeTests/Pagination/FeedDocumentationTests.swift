import Testing
import WGNAPIRuntime

@testable import WGNAPIFeeds
@testable import WGNAPIPages

extension Thing {
  fileprivate var isShown: Bool { id % 2 == 0 }
}

/// What `docs/lists-and-chains.md` shows, literally.
@Suite struct FeedDocumentationTests {
  private let request = ThingsByOffset(limit: 5)

  @Test func aListThatMoves() async throws {
    let list = MovingList(count: 20)
    let client = ThingsClient(list)
    let feed = client.feed(request, id: \.id)
    try await feed.loadNext()

    list.insert(at: 0)
    try await feed.refresh()
    #expect(await feed.elements.map(\.id) == [21, 1, 2, 3, 4, 5])

    list.remove(at: 0)
    list.remove(at: 0)
    try await feed.loadNext()
    #expect(await feed.elements.map(\.id).contains(6))

    list.change(at: 0)
    let updated = try await feed.refresh().updated
    #expect(updated.map(\.element.version) == [1])

    let saved = await feed.state
    let other = client.feed(request, id: \.id, state: saved)
    while await other.hasMore { try await other.loadNext() }
    #expect(await other.elements.map(\.id) == list.ids)
  }

  @Test func aListRankedAnew() async throws {
    let list = MovingList(count: 20)
    let client = ThingsClient(list)
    let feed = client.feed(request, id: \.id, options: FeedOptions(detectsReordering: true))
    try await feed.loadNext()
    list.shuffle()
    #expect(try await feed.refresh().isReload)

    let ranked = client.feed(snapshot: ThingIDs(), fetching: Things(ids: []), id: \.key)
    try await ranked.loadNext()
    list.shuffle()
    try await ranked.refresh()
    #expect(await ranked.elements.map(\.key) == Array(list.ids.prefix(7)))
  }

  @Test func aListOfWhichMuchIsHidden() async throws {
    let client = ThingsClient(MovingList(count: 60))
    let feed = client.feed(request, id: \.id, filter: { $0.isShown })
    try await feed.loadNext(atLeast: 10)
    #expect(await feed.elements.count >= 10)
  }

  @Test func aListReadOnce() async throws {
    let client = ThingsClient(MovingList(count: 12))
    var count = 0
    for try await thing in client.items(request) { count += thing.id > 0 ? 1 : 0 }
    #expect(count == 12)
    for try await page in client.pages(request) { #expect(page.total == 12) }
  }
}
