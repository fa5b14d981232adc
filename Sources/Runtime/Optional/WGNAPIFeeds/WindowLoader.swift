import WGNAPICache
import WGNAPIClient
import WGNAPIPages

/// Loads a feed by offset or page number, in windows that overlap the known elements.
struct WindowLoader<Request: APIRequest, Item: Hashable & Sendable, ID: Hashable & Sendable>: FeedLoader {
  let source: WindowSource<Request, Item>
  let requestLimit: Int
  let identity: @Sendable (Item) throws -> ID

  /// A part of the server's list, from its beginning.
  private struct Extent {
    var list: FeedList<Item, ID>
    /// The offset after the last element, as far as known.
    var end: Int
    var size: Int?
    var total: Int?
    var isEnd: Bool
  }

  func next(
    _ state: FeedState<Item>, isEnough: ([Item]) throws -> Bool
  ) async throws -> FeedResult<Item> {
    var budget = FeedBudget(requestLimit)
    var extent = try extent(of: state)
    while !budget.isExhausted {
      if let top = try await extend(&extent, &budget) {
        let (joined, isReload) = try await connect(top, to: extent, &budget)
        extent = joined
        if isReload { return FeedResult(state: self.state(of: extent), isReload: true) }
      }
      if try extent.isEnd || isEnough(extent.list.items) { break }
    }
    return FeedResult(state: self.state(of: extent))
  }

  func refreshed(_ state: FeedState<Item>) async throws -> FeedResult<Item> {
    var budget = FeedBudget(requestLimit, cache: .reload)
    let known = try extent(of: state)
    let top = try await source.window(covering: nil, learned: known.size, cache: .reload) { _ in false }
    budget.take(top.requests)
    let (extent, isReload) = try await connect(top, to: known, &budget)
    return FeedResult(state: self.state(of: extent), isReload: isReload)
  }

  func reloaded(count: Int) async throws -> FeedState<Item> {
    var budget = FeedBudget(requestLimit, cache: .reload)
    var extent = try extent(of: FeedState())
    repeat {
      if let top = try await extend(&extent, &budget) { extent = try self.extent(of: top) }
    } while !extent.isEnd && extent.list.count < count && !budget.isExhausted
    return state(of: extent)
  }

  func validator() async throws -> String? {
    try await HeadRequest(base: try source.firstRequest()).validator(
      core: source.plan.core, options: source.plan.options)
  }

  // MARK: Steps

  /// Requests windows until one of them overlaps the extent, and inserts it.
  ///
  /// - Returns: The top of the server's list if the search gets there without finding an overlap; otherwise
  ///   nil.
  private func extend(
    _ extent: inout Extent, _ budget: inout FeedBudget
  ) async throws -> FeedWindow<Item>? {
    let last = max(extent.end - 1, 0)
    var target = last
    var step = max(extent.size ?? 1, 2) - 1
    var hasUsedTotal = false
    while !budget.isExhausted {
      let id = extent.list.ids.last
      let window = try await source.window(
        covering: id == nil ? nil : target, learned: extent.size, cache: budget.cache
      ) { try identity($0) == id }
      budget.take(window.requests)
      if id == nil {
        extent = try self.extent(of: window)
        return nil
      }
      let list = try FeedList(window.items, id: identity)
      if let splice = extent.list.splicing(list, isTop: window.isTop, isEnd: window.isEnd) {
        extent = Extent(
          list: splice.list,
          end: window.offset.addingSaturated(window.items.count).addingSaturated(splice.rest),
          size: window.size,
          total: window.total, isEnd: window.isEnd && splice.rest == 0)
        return nil
      }
      // A cached response may be older than the known elements.
      budget.cache = .reload
      if window.isTop { return window }
      if !hasUsedTotal, let old = extent.total, let new = window.total, new != old {
        // Assume that all elements were added or removed above.
        hasUsedTotal = true
        target = max(last.addingSaturated(new.subtractingSaturated(old)), 0)
      } else {
        let (further, overflow) = step.multipliedReportingOverflow(by: 2)
        target = budget.rest == 1 ? 0 : max(min(window.offset, last) - step, 0)
        step = overflow ? step : further
      }
    }
    return nil
  }

  /// Loads from the beginning down to the known elements. If there are too few requests for that, discards
  /// the known elements.
  private func connect(
    _ top: FeedWindow<Item>, to known: Extent, _ budget: inout FeedBudget
  ) async throws -> (extent: Extent, isReload: Bool) {
    var extent = try self.extent(of: top)
    while !extent.isEnd {
      if let splice = known.list.joining(top: extent.list) {
        extent.list = splice.list
        extent.isEnd = splice.rest > 0 && known.isEnd
        extent.end = extent.end.addingSaturated(splice.rest)
        return (extent, false)
      }
      guard known.list.count > 0 else { return (extent, false) }
      guard !budget.isExhausted else { return (extent, true) }
      if let top = try await extend(&extent, &budget) { extent = try self.extent(of: top) }
    }
    return (extent, false)
  }

  // MARK: Extents

  private func extent(of window: FeedWindow<Item>) throws -> Extent {
    Extent(
      list: try FeedList(window.items, id: identity), end: window.items.count, size: window.size,
      total: window.total, isEnd: window.isEnd)
  }

  private func extent(of state: FeedState<Item>) throws -> Extent {
    guard case .offset(let end, let size, let total) = state.position else {
      return Extent(list: try FeedList([], id: identity), end: 0, isEnd: false)
    }
    // A stored state may be damaged.
    return Extent(
      list: try FeedList(state.elements, id: identity), end: max(end, 0),
      size: size.flatMap { $0 > 0 ? $0 : nil }, total: total, isEnd: !state.hasMore)
  }

  private func state(of extent: Extent) -> FeedState<Item> {
    var state = FeedState<Item>()
    state.elements = extent.list.items
    state.hasMore = !extent.isEnd
    state.position = .offset(end: extent.end, size: extent.size, total: extent.total)
    return state
  }
}
