import WGNAPICache
import WGNAPIClient
import WGNAPIJSON
import WGNAPIPages

/// Loads a feed with cursors. Inserted and removed elements don't shift cursors, so pages don't need to
/// overlap.
struct CursorLoader<Request: APIRequest, Item: Hashable & Sendable, ID: Hashable & Sendable>: FeedLoader {
  let plan: PagePlan<Request, Item>
  let requestLimit: Int
  let identity: @Sendable (Item) throws -> ID

  /// A part of the server's list, from its beginning.
  private struct Extent {
    var list: FeedList<Item, ID>
    var last: String?
    var next: String?
    var hasMore: Bool
  }

  func next(
    _ state: FeedState<Item>, isEnough: ([Item]) throws -> Bool
  ) async throws -> FeedResult<Item> {
    var budget = FeedBudget(requestLimit)
    var extent = try extent(of: state)
    repeat {
      try await extend(&extent, &budget)
    } while try extent.hasMore && !isEnough(extent.list.items) && !budget.isExhausted
    return FeedResult(state: self.state(of: extent))
  }

  func refreshed(_ state: FeedState<Item>) async throws -> FeedResult<Item> {
    var budget = FeedBudget(requestLimit, cache: .reload)
    let known = try extent(of: state)
    var extent = try self.extent(of: FeedState())
    repeat {
      try await extend(&extent, &budget)
      if extent.hasMore, let splice = known.list.joining(top: extent.list) {
        extent.list = splice.list
        if splice.rest > 0 {
          (extent.last, extent.next, extent.hasMore) = (known.last, known.next, known.hasMore)
        }
        return FeedResult(state: self.state(of: extent))
      }
    } while extent.hasMore && known.list.count > 0 && !budget.isExhausted
    let isReload = extent.hasMore && known.list.count > 0
    return FeedResult(state: self.state(of: extent), isReload: isReload)
  }

  func reloaded(count: Int) async throws -> FeedState<Item> {
    var budget = FeedBudget(requestLimit, cache: .reload)
    var extent = try extent(of: FeedState())
    repeat {
      try await extend(&extent, &budget)
    } while extent.hasMore && extent.list.count < count && !budget.isExhausted
    return state(of: extent)
  }

  func validator() async throws -> String? {
    try await HeadRequest(base: plan.request).validator(core: plan.core, options: plan.options)
  }

  /// Adds one page; at the end of the list, the last page again, because elements may have been added to it.
  private func extend(_ extent: inout Extent, _ budget: inout FeedBudget) async throws {
    let cursor = extent.hasMore ? extent.next : extent.last
    let page = try await plan.page(
      at: .cursor(cursor), options: plan.options.using(extent.hasMore ? budget.cache : .reload))
    budget.take(1)
    guard page.next == nil || page.next != cursor else {
      let error = JSONError(.invalidValue, "the cursor of the next page is the same as this page's")
      throw page.response.error(error, core: plan.core).at(page.position)
    }
    extent.list = extent.list.appending(try FeedList(page.elements, id: identity))
    (extent.last, extent.next, extent.hasMore) = (cursor, page.next, page.next != nil)
  }

  private func extent(of state: FeedState<Item>) throws -> Extent {
    guard case .cursor(let last, let next) = state.position else {
      return Extent(list: try FeedList([], id: identity), hasMore: true)
    }
    return Extent(
      list: try FeedList(state.elements, id: identity), last: last, next: next, hasMore: state.hasMore)
  }

  private func state(of extent: Extent) -> FeedState<Item> {
    var state = FeedState<Item>()
    state.elements = extent.list.items
    state.hasMore = extent.hasMore
    state.position = .cursor(last: extent.last, next: extent.next)
    return state
  }
}
