import WGNAPICache
import WGNAPIJSON

/// An endless list for an app's screen, whose list on the server may change while it is read.
///
/// ```swift
/// let feed = client.feed(TopClansRequest(rankField: .efficiency), id: \.clanID)
/// try await feed.loadNext()                 // the first page; then, at the end of the screen, the next one
/// let change = try await feed.refresh()     // new elements at the top
/// list.animate(change)
/// ```
///
/// **Guarantees.** An element is *stable* as long as it is in the server's list and no element is moved past
/// it, up or down. Other elements may be added, removed and changed anywhere, even while a page is in flight.
/// - No identity occurs twice in ``elements``.
/// - Once ``hasMore`` is false, ``elements`` contains every element that has been stable since the first page
///   was requested, or since the last reload. Such elements are in the server's order.
/// - Every call ends: it sends at most ``FeedOptions/requestLimit`` requests for pages, plus one if two pages
///   are needed together, and the requests that detect reordering.
/// - A call that throws doesn't change the feed, and can be repeated.
///
/// With page numbers and a fixed page size, a page can't overlap the previous one. In this case, two requests
/// are sent for each page, and changes between the two are detected unless they exactly compensate for
/// earlier ones.
///
/// **Algorithm.** With offsets and page numbers, each page is requested so that it overlaps the known
/// elements; the overlap shows how far the list has shifted. If there is no overlap, pages further up are
/// requested until there is one. With cursors, nothing shifts. With IDs, a refresh reads the list of IDs
/// again and fetches the new elements.
///
/// **Reordering.** Moved elements are found in their new place, or by a reload. If the whole list is
/// reordered from time to time, ``FeedOptions/detectsReordering`` detects this.
///
/// **Removal.** Elements removed from the server's list are removed from the feed when a page shows their
/// place: at the top by ``refresh()``, at the end by ``loadNext(atLeast:)``, everywhere by ``reload()``.
///
/// Simultaneous calls run one after the other. A call that does the same as the last unfinished one joins it,
/// and returns the same change. The work of a call stops when no caller waits for it any more.
public actor Feed<Item: Hashable & Sendable, ID: Hashable & Sendable> {
  /// The state of the feed, which can be stored and passed to a new feed.
  public private(set) var state: FeedState<Item>

  private let loader: Result<any FeedLoader<Item, ID>, any Error>
  private let options: FeedOptions
  private let filter: (@Sendable (Item) -> Bool)?
  private var operations: [Operation] = []
  private var lastNumber = 0

  init(
    state: FeedState<Item>, options: FeedOptions, filter: (@Sendable (Item) -> Bool)?,
    loader: () throws -> any FeedLoader<Item, ID>
  ) {
    self.state = state
    self.options = options
    self.filter = filter
    self.loader = Result(catching: loader)
  }

  /// The elements, except those hidden by the filter.
  public var elements: [Item] { visible(state.elements) }

  /// Whether the server's list may have more elements.
  public var hasMore: Bool { state.hasMore }

  /// Loads more elements at the end.
  ///
  /// At the end of the list, it asks whether elements were added. It uses the cache as the call's options
  /// allow; once a page doesn't match the known elements, it asks the server.
  ///
  /// - Parameter count: The minimum number of new visible elements, unless the list ends or the limit of
  ///   requests is reached first. In the latter case, ``hasMore`` is still true, and another call continues.
  /// - Throws: `APIError`, and `CancellationError` when the task is cancelled.
  @discardableResult
  public func loadNext(atLeast count: Int = 1) async throws -> FeedChange<Item> {
    try await perform(.next(count)) { [filter] loader, state in
      let known = Set(try state.elements.map(loader.identity))
      return try await loader.next(state) { items in
        var rest = count
        for item in items where filter?(item) ?? true {
          guard rest > 0 else { break }
          if try !known.contains(loader.identity(item)) { rest -= 1 }
        }
        return rest <= 0
      }
    }
  }

  /// Loads new elements at the top from the server; with `.cacheOnly`, from the cache. Elements further down are kept.
  ///
  /// If there are more new elements than the limit of requests allows to load, the feed starts over with
  /// those it loaded.
  ///
  /// - Throws: `APIError`, and `CancellationError` when the task is cancelled.
  @discardableResult
  public func refresh() async throws -> FeedChange<Item> {
    try await perform(.refresh) { loader, state in try await loader.refreshed(state) }
  }

  /// Starts over with the first page from the server; with `.cacheOnly`, from the cache.
  ///
  /// - Throws: `APIError`, and `CancellationError` when the task is cancelled.
  @discardableResult
  public func reload() async throws -> FeedChange<Item> {
    try await perform(.reload) { loader, _ in
      FeedResult(state: try await loader.reloaded(count: 1), isReload: true)
    }
  }

  private func visible(_ elements: [Item]) -> [Item] {
    guard let filter else { return elements }
    return elements.filter(filter)
  }
}

// Serial execution of calls.
extension Feed {
  private enum Kind: Hashable {
    case next(Int)
    case refresh, reload
  }

  private typealias Work =
    @Sendable (any FeedLoader<Item, ID>, FeedState<Item>) async throws -> FeedResult<Item>

  private struct Operation {
    let number: Int
    let kind: Kind
    let task: Task<FeedChange<Item>, any Error>
    var waiting: Int
  }

  private func perform(_ kind: Kind, _ work: @escaping Work) async throws -> FeedChange<Item> {
    try Task.checkCancellation()
    let operation: Operation
    if let last = operations.last, last.kind == kind, !last.task.isCancelled {
      operation = last
      operations[operations.count - 1].waiting += 1
    } else {
      lastNumber += 1
      let (number, previous) = (lastNumber, operations.last?.task)
      let task = Task {
        _ = await previous?.result
        defer { operations.removeAll { $0.number == number } }
        return try await run(work)
      }
      operation = Operation(number: number, kind: kind, task: task, waiting: 1)
      operations.append(operation)
    }
    return try await withTaskCancellationHandler {
      try await operation.task.value
    } onCancel: {
      Task { await self.leave(operation.number) }
    }
  }

  private func leave(_ number: Int) {
    guard let index = operations.firstIndex(where: { $0.number == number }) else { return }
    operations[index].waiting -= 1
    if operations[index].waiting <= 0 { operations[index].task.cancel() }
  }

  private func run(_ work: Work) async throws -> FeedChange<Item> {
    try Task.checkCancellation()
    let loader = try loader.get()
    let old = state
    let result = try await ranked(work, loader, old)
    let (before, after) = (visible(old.elements), visible(result.state.elements))
    let change = FeedChange(
      from: before, ids: try before.map(loader.identity), to: after,
      ids: try after.map(loader.identity), hasMore: result.state.hasMore, isReload: result.isReload)
    try Task.checkCancellation()
    state = result.state
    return change
  }

  /// Performs the work. If the list was reordered, loads all of the feed's elements again.
  private func ranked(
    _ work: Work, _ loader: any FeedLoader<Item, ID>, _ old: FeedState<Item>
  ) async throws -> FeedResult<Item> {
    guard options.detectsReordering else { return try await work(loader, old) }
    var known = old.validator
    if known == nil { known = try await loader.validator() }
    var result = try await work(loader, old)
    let count = max(result.state.elements.count, old.elements.count)
    var attempts = 0
    var present = try await loader.validator()
    while present != nil, present != known, attempts < 3 {
      // Keep the older validator with the elements, so that the next call detects changes made in the
      // meantime.
      known = present
      result = FeedResult(state: try await loader.reloaded(count: count), isReload: true)
      present = try await loader.validator()
      attempts += 1
    }
    result.state.validator = known
    return result
  }
}
