import Foundation
import Testing
import Thoroughness
import WGNAPIRuntime

@testable import WGNAPIClient
@testable import WGNAPIFeeds

/// Feeds over a real server whose list is edited by chance, also while a call is under way.
///
/// `WGNAPI_FEED_ROUNDS` says how often, `WGNAPI_FEED_SEED` where to begin.
@Suite(.timeLimit(.minutes(30))) struct FeedPropertyTests {
  static var rounds: Int { number("WGNAPI_FEED_ROUNDS") ?? Thoroughness.rounds(4) }
  static var seed: UInt64 { UInt64(number("WGNAPI_FEED_SEED") ?? 1) }

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  enum Style: String, CaseIterable, Sendable {
    case offset, page, fixedPage, cursor, snapshot, last, link, numberedLink
  }

  @Test func losesNothing() async throws {
    for round in 0..<Self.rounds {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for style in Style.allCases {
          for tellsTotal in [true, false] {
            group.addTask {
              try await play(style, tellsTotal, seed: Self.seed &+ UInt64(round)) { list, body in
                try await withMovingList(list, body)
              }
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func rankingAnewIsFoundOutOverHTTP() async throws {
    let list = MovingList(count: 12, seed: 3)
    try await withMovingList(list) { client in
      let feed = client.feed(ThingsByPage(limit: 5), id: \.id, options: FeedOptions(detectsReordering: true))
      try await feed.loadNext()
      #expect(try await feed.loadNext().isReload == false)
      list.shuffle()
      #expect(try await feed.refresh().isReload)
      #expect(await feed.elements.map(\.id) == Array(list.ids.prefix(await feed.elements.count)))
    }
  }

  /// The same without a server: many more rounds.
  @Test(arguments: Style.allCases, [true, false])
  func losesNothingInMemory(_ style: Style, _ tellsTotal: Bool) async throws {
    for round in 0..<Self.rounds {
      try await play(style, tellsTotal, seed: Self.seed &+ UInt64(round)) { list, body in
        try await body(ThingsClient(list))
      }
    }
  }

  private func play(
    _ style: Style, _ tellsTotal: Bool, seed: UInt64,
    on serve: (MovingList, (ThingsClient) async throws -> Void) async throws -> Void
  ) async throws {
    var generator = SeededGenerator(state: seed &* 31)
    let list = MovingList(
      count: Int.random(in: 0...80, using: &generator), fixedSize: Int.random(in: 1...7, using: &generator),
      tellsTotal: tellsTotal, moves: seed % 3 == 0, seed: seed)
    let size = Int.random(in: 1...9, using: &generator)
    let comment = Comment(rawValue: "\(style.rawValue), total: \(tellsTotal), seed \(seed)")
    var game = FeedGame(list: list, generator: generator, comment: comment)
    game.editsDuringCalls = style != .fixedPage
    // By ids, a new ranking shows without asking for it.
    game.ranksAnew = style != .snapshot && seed % 4 == 1
    let options = FeedOptions(detectsReordering: game.ranksAnew)
    try await serve(list) { client in
      switch style {
      case .offset:
        try await game.play(client.feed(ThingsByOffset(limit: size), id: \.id, options: options)) { $0.id }
      case .page:
        try await game.play(client.feed(ThingsByPage(limit: size), id: \.id, options: options)) { $0.id }
      case .fixedPage:
        try await game.play(client.feed(ThingsByFixedPage(), id: \.id, options: options)) { $0.id }
      case .cursor:
        try await game.play(client.feed(ThingsByCursor(limit: size), id: \.id, options: options)) { $0.id }
      case .last:
        try await game.play(client.feed(ThingsByLast(limit: size), id: \.id, options: options)) { $0.id }
      case .link:
        try await game.play(client.feed(ThingsByLink(limit: size), id: \.id, options: options)) { $0.id }
      case .numberedLink:
        try await game.play(client.feed(ThingsByNumberedLink(limit: size), id: \.id, options: options)) {
          $0.id
        }
      case .snapshot:
        let feed = client.feed(snapshot: ThingIDs(), fetching: Things(ids: []), id: \.key, options: options)
        try await game.play(feed) { $0.key }
      }
    }
  }
}

/// Edits a list and loads a feed by chance, and checks after each call what a feed promises.
struct FeedGame {
  let list: MovingList
  var generator: SeededGenerator
  let comment: Comment
  var editsDuringCalls = true
  /// Whether the whole list is ranked anew now and then, which the feed is to find out.
  var ranksAnew = false
  /// Since when an element must have been stable to be sure to be there.
  private var start = 0

  init(list: MovingList, generator: SeededGenerator, comment: Comment) {
    self.list = list
    self.generator = generator
    self.comment = comment
  }

  mutating func play<Item>(_ feed: Feed<Item, Int>, id: (Item) -> Int) async throws {
    start = list.now
    var shown: [Item] = []
    for _ in 0..<40 {
      for _ in 0..<Int.random(in: 0...6, using: &generator) { list.edit() }
      let isRankedAnew = ranksAnew && Int.random(in: 0..<12, using: &generator) == 0
      if isRankedAnew { list.shuffle() }
      list.setUnrest(editsDuringCalls ? 30 : 0)
      list.forgetRequests()
      let before = list.now
      let change: FeedChange<Item>
      switch Int.random(in: 0..<20, using: &generator) {
      case 0: change = try await feed.reload()
      case 1...4: change = try await feed.refresh()
      default: change = try await feed.loadNext()
      }
      list.setUnrest(0)
      if isRankedAnew, !shown.isEmpty { try #require(change.isReload, "not found out; \(comment)") }
      try check(change, &shown, since: before, id)
    }
    // It comes to an end, and, read anew, is what the server has.
    list.forgetRequests()
    try check(try await feed.reload(), &shown, since: list.now, id)
    var calls = 0
    while await feed.hasMore {
      list.forgetRequests()
      try check(try await feed.loadNext(), &shown, since: list.now, id)
      calls += 1
      try #require(calls <= list.ids.count + 1, "it doesn't end: \(shown.count) after \(calls); \(comment)")
    }
    try #require(shown.map(id) == list.ids, comment)
  }

  private mutating func check<Item>(
    _ change: FeedChange<Item>, _ shown: inout [Item], since before: Int, _ id: (Item) -> Int
  ) throws {
    change.apply(to: &shown)
    try #require(shown == change.elements, comment)
    let ids = shown.map(id)
    try #require(Set(ids).count == ids.count, "an element stands twice; \(comment)")
    // The call's own requests, and as many to read anew what a new ranking has put elsewhere.
    let requests = list.requests.filter { $0.hasPrefix("GET") }.count
    try #require(requests <= (ranksAnew ? 22 : 11), "\(requests) requests; \(comment)")
    if change.isReload { start = before }
    guard !change.hasMore else { return }
    let stable = list.stable(since: start)
    let kept = Set(stable)
    try #require(ids.filter(kept.contains) == stable, "an element is lost or misplaced; \(comment)")
  }
}
