import WGNAPICache
import WGNAPIClient

/// Loads the elements of a feed. All methods return a new state, so errors change nothing.
protocol FeedLoader<Item, ID>: Sendable {
  associatedtype Item: Hashable & Sendable
  associatedtype ID: Hashable & Sendable

  /// Returns the identity of an element.
  var identity: @Sendable (Item) throws -> ID { get }

  /// Loads more elements until `isEnough` returns true, the list ends, or the limit of requests is reached.
  func next(
    _ state: FeedState<Item>, isEnough: ([Item]) throws -> Bool
  ) async throws -> FeedResult<Item>

  /// Loads new elements at the top.
  func refreshed(_ state: FeedState<Item>) async throws -> FeedResult<Item>

  /// Loads `count` elements from the beginning, or as many as the limit of requests allows; at least one
  /// page.
  func reloaded(count: Int) async throws -> FeedState<Item>

  /// Returns the validator of the list's first page; nil if the server provides none.
  func validator() async throws -> String?
}

/// A feed's new state, and whether it was loaded from scratch.
struct FeedResult<Item: Hashable & Sendable>: Sendable {
  var state: FeedState<Item>
  var isReload = false
}

/// The number of requests left, and whether the cache may answer them.
struct FeedBudget {
  private(set) var rest: Int
  /// The cache use; nil means the caller's choice.
  var cache: CacheUse?

  init(_ limit: Int, cache: CacheUse? = nil) {
    rest = max(limit, 1)
    self.cache = cache
  }

  var isExhausted: Bool { rest <= 0 }

  mutating func take(_ count: Int) { rest -= count }
}

extension CallOptions {
  /// Returns these options with another use of the cache, unless the server must not be asked.
  func using(_ cache: CacheUse?) -> CallOptions {
    guard let cache, self.cache != .cacheOnly else { return self }
    var options = self
    options.cache = cache
    return options
  }
}
