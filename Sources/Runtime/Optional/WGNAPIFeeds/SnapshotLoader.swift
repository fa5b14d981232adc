import WGNAPICache
import WGNAPIClient
import WGNAPIJSON
import WGNAPIPages

/// Loads a feed by a list of IDs.
struct SnapshotLoader<List: APIRequest, Fetch: APIRequest, Item: Hashable & Sendable, ID: JSONValue>:
  FeedLoader
{
  let plan: SnapshotPlan<List, Fetch, Item>
  let requestLimit: Int
  let identity: @Sendable (Item) throws -> ID

  /// The IDs as JSON, and as the identities of elements.
  private struct Ranking {
    let texts: [String]
    let ids: [ID]

    init(_ texts: [String]) throws(JSONError) {
      self.texts = texts
      ids = try texts.map { (text) throws(JSONError) in try ID.decode(Array(text.utf8)) }
    }
  }

  func next(
    _ state: FeedState<Item>, isEnough: ([Item]) throws -> Bool
  ) async throws -> FeedResult<Item> {
    var budget = FeedBudget(requestLimit)
    let ranking: Ranking
    var (elements, count) = (state.elements, 0)
    if case .snapshot(let texts, let loaded) = state.position, state.hasMore {
      // A stored state may be damaged.
      ranking = try self.ranking(of: texts)
      count = min(max(loaded, 0), texts.count)
    } else if case .snapshot = state.position {
      // At the end of the list, elements may have been added.
      return try await refreshed(state)
    } else {
      ranking = try await self.ranking(cache: nil)
      budget.take(1)
    }
    while count < ranking.ids.count, !budget.isExhausted {
      let range = count..<min(count.addingSaturated(plan.size), ranking.ids.count)
      elements = try FeedList(elements, id: identity)
        .appending(try FeedList(try await fetch(range, of: ranking, cache: nil), id: identity)).items
      budget.take(1)
      count = range.upperBound
      if try isEnough(elements) { break }
    }
    return FeedResult(state: self.state(elements, ranking, count))
  }

  func refreshed(_ state: FeedState<Item>) async throws -> FeedResult<Item> {
    var budget = FeedBudget(requestLimit, cache: .reload)
    let ranking = try await self.ranking(cache: .reload)
    budget.take(1)
    let known = try FeedList(state.elements, id: identity)
    let (end, isReload) = self.end(of: ranking.ids, known: known.ids)
    var items = Dictionary(zip(known.ids, known.items)) { first, _ in first }
    // The top may have changed; new elements must be fetched.
    var (index, pending) = (0, [Int]())
    while index < end || !pending.isEmpty {
      while index < end, pending.count < plan.size {
        if index < plan.size || items[ranking.ids[index]] == nil { pending.append(index) }
        index += 1
      }
      guard !pending.isEmpty, !budget.isExhausted else { break }
      let fetched = try await fetch(pending, of: ranking, cache: .reload)
      for index in pending { items[ranking.ids[index]] = nil }
      for item in fetched { items[try identity(item)] = item }
      budget.take(1)
      pending = []
    }
    // Keep the elements up to the last request. Loading more continues after them.
    let count = pending.first ?? index
    let elements = ranking.ids[..<count].compactMap { items[$0] }
    return FeedResult(
      state: self.state(try FeedList(elements, id: identity).items, ranking, count), isReload: isReload)
  }

  func reloaded(count: Int) async throws -> FeedState<Item> {
    let ranking = try await self.ranking(cache: .reload)
    var budget = FeedBudget(requestLimit)
    var elements: [Item] = []
    var loaded = 0
    repeat {
      let range = loaded..<min(loaded.addingSaturated(plan.size), ranking.ids.count)
      guard !range.isEmpty else { break }
      elements += try await fetch(range, of: ranking, cache: .reload)
      budget.take(1)
      loaded = range.upperBound
    } while elements.count < count && !budget.isExhausted
    return state(try FeedList(elements, id: identity).items, ranking, loaded)
  }

  /// Returns nil, because the IDs themselves show whether the list was reordered.
  func validator() async throws -> String? { nil }

  // MARK: IDs

  private func ranking(cache: CacheUse?) async throws -> Ranking {
    try ranking(
      of: try await plan.ids(options: plan.options.using(cache)).map { String(decoding: $0, as: UTF8.self) })
  }

  private func ranking(of texts: [String]) throws(APIError) -> Ranking {
    do throws(JSONError) {
      return try Ranking(texts)
    } catch {
      throw APIError(.decoding(error), operation: List.endpoint.name, server: plan.core.server.name)
    }
  }

  /// Returns the number of IDs to load again: down to the last known element or, if most known elements have
  /// moved, the number of known elements.
  private func end(of ids: [ID], known: [ID]) -> (end: Int, isReload: Bool) {
    guard !known.isEmpty else { return (min(plan.size, ids.count), false) }
    let overlap = Overlap(of: known, with: ids, prefersLater: true)
    if let anchors = overlap.anchors, anchors.count * 2 >= known.count {
      return (anchors.lastPlace + 1, false)
    }
    return (min(known.count, ids.count), true)
  }

  private func fetch(
    _ indices: some Collection<Int>, of ranking: Ranking, cache: CacheUse?
  ) async throws -> [Item] {
    let ids = indices.map { Array(ranking.texts[$0].utf8) }
    let range = (indices.min() ?? 0)..<(indices.max() ?? 0) + 1
    return try await plan.page(
      of: ids, at: range, total: ranking.ids.count, options: plan.options.using(cache)
    ).elements
  }

  private func state(_ elements: [Item], _ ranking: Ranking, _ count: Int) -> FeedState<Item> {
    var state = FeedState<Item>()
    state.elements = elements
    state.hasMore = count < ranking.texts.count
    state.position = .snapshot(ids: ranking.texts, count: count)
    return state
  }
}
