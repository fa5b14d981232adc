import WGNAPIClient

/// How a feed gets its elements. All of it makes a new state of an old one, so that what fails changes nothing.
protocol FeedLoader<Item, ID>: Sendable {
  associatedtype Item: Hashable & Sendable
  associatedtype ID: Hashable & Sendable

  /// The identity of an element.
  func id(of item: Item) throws -> ID

  /// Loads more until `isEnough` says so, the list ends, or the limit of requests is reached.
  func next(
    _ state: FeedState<Item>, isEnough: ([Item]) throws -> Bool
  ) async throws -> FeedResult<Item>

  /// Loads what is new on top.
  func refreshed(_ state: FeedState<Item>) async throws -> FeedResult<Item>

  /// Loads `count` elements from the beginning, or as many as the limit of requests allows; at least one page.
  func reloaded(count: Int) async throws -> FeedState<Item>

  /// What the server says of the list's first page; nil where it says nothing.
  func validator() async throws -> String?
}

/// A feed's new state, and whether it was made from scratch.
struct FeedResult<Item: Hashable & Sendable>: Sendable {
  var state: FeedState<Item>
  var isReload = false
}

/// How many requests are left, and whether the cache may answer them.
struct FeedBudget {
  private(set) var rest: Int
  /// nil takes the caller's choice.
  var cache: CacheUse?

  init(_ limit: Int, cache: CacheUse? = nil) {
    rest = max(limit, 1)
    self.cache = cache
  }

  var isExhausted: Bool { rest <= 0 }

  mutating func take(_ count: Int) { rest -= count }
}
