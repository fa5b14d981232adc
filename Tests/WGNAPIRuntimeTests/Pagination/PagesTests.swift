import HTTPTypes
import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPIPages
@testable import WGNAPISupport

@Suite struct PagesTests {
  /// A client that answers with one element per request, and tells what it was asked.
  private func client(_ asked: Log, _ body: @escaping @Sendable (Int) -> String) -> ThingsClient {
    ThingsClient { target in body(asked.add(target)) }
  }

  private func data(_ ids: [Int], _ meta: String = "") -> String {
    let things = ids.map { "{\"id\":\($0),\"version\":0}" }.joined(separator: ",")
    return "{\"meta\":{\(meta)},\"data\":[\(things)],\"status\":\"ok\"}"
  }

  // MARK: Where they end

  @Test func endsAtTheTotal() async throws {
    let list = MovingList(count: 10)
    let pages = try await all(ThingsClient(list).pages(ThingsByOffset(limit: 5)))
    #expect(pages.map { $0.elements.map(\.id) } == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]])
    #expect(pages.map(\.position) == [.offset(0), .offset(5)])
    #expect(pages.map(\.total) == [10, 10])
    #expect(list.requests == ["GET /offset?offset=0&limit=5", "GET /offset?offset=5&limit=5"])
  }

  @Test func endsWithTheLastPage() async throws {
    let list = MovingList(count: 10)
    let pages = try await all(ThingsClient(list).pages(ThingsByPage(limit: 5)))
    #expect(pages.map(\.position) == [.number(1), .number(2)])
    #expect(pages.map(\.pageCount) == [2, 2])
  }

  @Test func endsWithAShortPage() async throws {
    let list = MovingList(count: 7, tellsTotal: false)
    #expect(try await all(ThingsClient(list).items(ThingsByOffset(limit: 5))).map(\.id) == Array(1...7))
    #expect(list.requests.count == 2)
  }

  @Test func endsBeforeAnEmptyPage() async throws {
    let list = MovingList(count: 10, fixedSize: 5)
    let client = ThingsClient(MovingList(count: 10, fixedSize: 5, tellsTotal: false))
    #expect(try await all(client.pages(ThingsByFixedPage())).count == 2)
    #expect(try await all(ThingsClient(list).items(ThingsByFixedPage())).map(\.id) == Array(1...10))
    #expect(list.requests.map { $0.suffix(6) } == ["page=0", "page=1", "page=2"])
  }

  @Test func theFirstPageMayBeEmpty() async throws {
    let client = ThingsClient(MovingList(count: 0))
    #expect(try await all(client.pages(ThingsByFixedPage())).map(\.elements.count) == [0])
    #expect(try await all(client.items(ThingsByFixedPage())).isEmpty)
  }

  @Test(arguments: ["null", "\"\"", "false"]) func endsWithoutACursor(_ end: String) async throws {
    let asked = Log()
    let client = client(asked) { self.data([$0], $0 == 2 ? "\"next\":\(end)" : "\"next\":\"c\($0)\"") }
    #expect(try await all(client.items(ThingsByCursor())).map(\.id) == [0, 1, 2])
    #expect(asked.all == ["/cursor?limit=50", "/cursor?cursor=c0&limit=50", "/cursor?cursor=c1&limit=50"])
  }

  @Test func endsWhereTheCursorIsMissing() async throws {
    let client = client(Log()) { self.data([$0], $0 == 0 ? "\"next\":17" : "") }
    #expect(try await all(client.items(ThingsByCursor())).map(\.id) == [0, 1])
  }

  /// The service counts wrongly: more than it has.
  @Test func endsWhateverTheTotalSays() async throws {
    let asked = Log()
    let client = client(asked) { self.data($0 < 2 ? [$0] : [], "\"total\":9") }
    #expect(try await all(client.items(ThingsByOffset(limit: 1))).map(\.id) == [0, 1])
  }

  // MARK: Inclusive cursors

  /// Answers with elements from `from` on or up to `to`, each included; at most `limit`, or 10.
  private func inclusive(_ asked: Log, count: Int) -> ThingsClient {
    client(asked) { [self] _ in
      func value(_ name: String) -> Int? {
        asked.all.last?.split { "?&".contains($0) }.first { $0.hasPrefix("\(name)=") }
          .flatMap { Int($0.dropFirst(name.count + 1)) }
      }
      let size = value("limit") ?? 10
      let ids = Array(1...max(count, 1)).prefix(count)
      if let end = value("to") { return data(Array(ids.prefix(end).suffix(size))) }
      return data(Array(ids.dropFirst((value("from") ?? 1) - 1).prefix(size)))
    }
  }

  @Test(arguments: [0, 1, 2, 9, 10, 11, 18, 19, 20, 23, 28, 29])
  func elementsThatComeAgainAreLeftOut(_ count: Int) async throws {
    let (asked, ids) = (Log(), Array(1...30).prefix(count))
    let sized = inclusive(asked, count: count)
    #expect(try await all(sized.items(ThingsFrom<KnownByID>(limit: 10))).map(\.id) == Array(ids))
    // The last page is a short one.
    #expect(asked.all.count == (count < 10 ? 1 : 2 + (count - 10) / 9), "\(asked.all)")
    let plain = inclusive(Log(), count: count)
    #expect(try await all(plain.items(ThingsFrom<KnownByIDWithoutSize>())).map(\.id) == Array(ids))
    let feed = plain.feed(ThingsFrom<KnownByIDWithoutSize>(), id: \.id)
    for _ in 0..<10 where await feed.hasMore { try await feed.loadNext() }
    #expect(await feed.elements.map(\.id) == Array(ids))
    #expect(await !feed.hasMore)
    guard count > 1 else { return }
    let backward = plain.items(ThingsFrom<KnownByIDWithoutSize>(to: count), direction: .backward)
    #expect(try await all(backward).map(\.id) == ids.reversed())
  }

  @Test func elementsThatComeAgainNeedAnIdentity() async throws {
    let client = inclusive(Log(), count: 30)
    try await expectDecodingError(
      at: .cursor("10"), client.items(ThingsFrom<UnknownIdentity>(limit: 10)), elements: 10)
  }

  /// Pages that can't get past the elements with one cursor.
  @Test func aCursorThatStandsStillIsAnError() async throws {
    let client = client(Log()) { _ in
      #"{"data":[{"id":1,"version":7},{"id":2,"version":7}],"status":"ok"}"#
    }
    try await expectDecodingError(
      at: .cursor("7"), client.items(ThingsFrom<KnownByIDAtVersion>(limit: 2)), elements: 2)
    #expect(try await all(client.items(ThingsFrom<KnownByIDAtVersion>(limit: 3))).map(\.id) == [1, 2])
  }

  // MARK: What never ends otherwise

  @Test func aRepeatedCursorIsAnError() async throws {
    let client = client(Log()) { self.data([$0], "\"next\":\"c\($0 % 2)\"") }
    try await expectDecodingError(at: .cursor("\"c1\""), client.items(ThingsByCursor()), elements: 2)
  }

  @Test func aRepeatedPageIsAnError() async throws {
    let client = client(Log()) { _ in self.data([1, 2]) }
    try await expectDecodingError(at: .number(1), client.items(ThingsByFixedPage()), elements: 2)
  }

  @Test func pagesWithoutElementsForEverAreAnError() async throws {
    let asked = Log()
    let client = client(asked) { self.data([], "\"next\":\"c\($0)\"") }
    try await expectDecodingError(at: .cursor("\"c98\""), client.items(ThingsByCursor()), elements: 0)
    #expect(asked.all.count == 100)
  }

  private func expectDecodingError<R: APIRequest>(
    at position: PagePosition, _ items: Items<R, Thing>, elements: Int
  ) async throws {
    var iterator = items.makeAsyncIterator()
    for _ in 0..<elements { #expect(try await iterator.next() != nil) }
    let error = await #expect(throws: APIError.self) { _ = try await iterator.next() }
    #expect(error?.page == position)
    guard case .decoding? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await iterator.next() == nil, "thrown once")
  }

  // MARK: Where they begin

  @Test func beginsWhereTheRequestSays() async throws {
    let list = MovingList(count: 20)
    let client = ThingsClient(list)
    #expect(try await all(client.items(ThingsByPage(page: 3, limit: 5))).map(\.id) == Array(11...20))
    #expect(try await all(client.items(ThingsByOffset(offset: 17, limit: 5))).map(\.id) == [18, 19, 20])
    #expect(
      try await all(client.items(ThingsByCursor(cursor: "15360.0", limit: 9))).map(\.id) == [17, 18, 19, 20])
  }

  @Test func takesTheGreatestSize() async throws {
    let list = MovingList(count: 60)
    #expect(try await all(ThingsClient(list).pages(ThingsByOffset())).map(\.elements.count) == [50, 10])
  }

  // MARK: Elements

  @Test func aMapHasTheOrderOfTheDocument() async throws {
    let client = ThingsClient { target in
      let data =
        target.hasSuffix("=1") ? "\"9\":{\"id\":9,\"version\":0},\"10\":{\"id\":10,\"version\":0}" : ""
      return "{\"status\":\"ok\",\"data\":{\(data)}}"
    }
    let entries = try await all(client.items(ThingsMap()))
    #expect(entries.map(\.key) == [9, 10])
    #expect(entries.map(\.value.id) == [9, 10])
  }

  @Test func elementsMayBeNested() async throws {
    let client = ThingsClient { target in
      let list =
        target.hasSuffix("=0") ? "[{\"id\":1,\"version\":0}]" : target.hasSuffix("=1") ? "null" : "[]"
      return "{\"part\":{\"list\":\(list)}}"
    }
    #expect(try await all(client.items(NestedThings(offset: 0), in: \.part.list)).map(\.id) == [1])
  }

  @Test(arguments: [true, false]) func fetchesIDsInPortions(_ closure: Bool) async throws {
    let list = MovingList(count: 10)
    list.onRequest { target, list in
      // The ids are read once: what moves after that doesn't matter.
      if target.hasPrefix("/things"), list.ids.count == 10 { list.remove(at: 9) }
      list.shuffle()
    }
    let client = ThingsClient(list)
    let items =
      closure
      ? client.items(snapshot: ThingIDs()) { (ids: [Int]) in Things(ids: ids) }
      : client.items(snapshot: ThingIDs(), fetching: Things(ids: []))
    let entries = try await all(items)
    #expect(Set(entries.map(\.key)) == Set(1...10))
    #expect(entries.filter { $0.value == nil }.count == 1)
    #expect(list.requests.count == 3)
    let asked = list.requests.dropFirst().flatMap { $0.split(separator: "=")[1].split(separator: "%2C") }
    #expect(asked.flatMap { $0.split(separator: ",") }.map(String.init) == entries.map { "\($0.key)" })
  }

  // MARK: Errors and cancellation

  @Test(arguments: [false, true]) func errorsAreThrownWhereTheyOccur(_ prefetch: Bool) async throws {
    let client = client(Log()) { $0 == 0 ? self.data([1, 2], "\"total\":4") : "{\"status\":\"down\"}" }
    var iterator = client.items(ThingsByOffset(limit: 2), prefetch: prefetch).makeAsyncIterator()
    #expect(try await iterator.next()?.id == 1)
    #expect(try await iterator.next()?.id == 2)
    let error = await #expect(throws: APIError.self) { _ = try await iterator.next() }
    #expect(error?.page == .offset(2))
    #expect(error?.failure?.message == "down")
    #expect(error?.description.contains("the page from offset 2") == true)
    #expect(try await iterator.next() == nil)
  }

  @Test func fetchesAheadOnlyWhereAsked() async throws {
    for prefetch in [true, false] {
      let list = MovingList(count: 10)
      var iterator = ThingsClient(list).items(ThingsByOffset(limit: 5), prefetch: prefetch)
        .makeAsyncIterator()
      #expect(try await iterator.next()?.id == 1)
      for _ in 0..<10_000 where prefetch && list.requests.count < 2 { await Task.yield() }
      #expect(list.requests.count == (prefetch ? 2 : 1))
      #expect(try await iterator.next()?.id == 2)
    }
  }

  @Test func cancellationStops() async throws {
    let list = MovingList(count: 50)
    let items = ThingsClient(list).items(ThingsByOffset(limit: 1))
    let task = Task {
      for try await thing in items where thing.id == 3 { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(list.requests.count == 3)
  }

  @Test func refusesWhatHasNoPages() async throws {
    struct Unpaged: PaginatedRequest {
      typealias Response = [Thing]
      static let endpoint = Endpoint<Self>("unpaged", .get, "x", response: .json())
    }
    let client = ThingsClient { _ in "[]" }
    let error = await #expect(throws: APIError.self) { _ = try await all(client.items(Unpaged())) }
    #expect(error?.violations.first?.keyword == "pagination")
    await #expect(throws: APIError.self) {
      for try await _ in client.items(snapshot: ThingIDs(), fetching: ThingsByOffset()) {}
    }
  }
}

/// What was asked for. Unchecked: it is behind the lock.
final class Log: @unchecked Sendable {
  private let mutex = Mutex()
  private var entries: [String] = []

  /// Adds an entry and gives its number, from 0.
  func add(_ entry: String) -> Int {
    mutex.withLock {
      entries.append(entry)
      return entries.count - 1
    }
  }

  var all: [String] { mutex.withLock { entries } }
}
