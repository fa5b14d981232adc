import WGNAPIJSON

/// An endless list for an app's screen, whose server's list moves while it is read.
///
/// ```swift
/// let feed = client.feed(TopClansRequest(rankField: .efficiency), id: \.clanID)
/// try await feed.loadNext()                 // the first page; then, at the end of the screen, the next one
/// let change = try await feed.refresh()     // what is new on top
/// list.animate(change)
/// ```
///
/// **What holds.** An element is *stable* as long as it is in the server's list and no element is moved past it, up or
/// down; elements may come, go and change anywhere, also while a page is on its way.
/// - No identity ever stands twice in ``elements``.
/// - Once ``hasMore`` is false, no element is missing that has been stable since the feed's first page was asked for, or
///   since its last reload. It stands in the server's order among such elements.
/// - Every call ends: it makes no more requests than ``FeedOptions/requestLimit``, one more where two pages are needed
///   together, and those that look for a new ranking.
/// - A call that throws leaves the feed as it was, and may be repeated.
///
/// By page numbers where the size of a page is fixed, no page can overlap the one before it. There, two requests are made
/// for each page, and what moves between these two is noticed unless it makes up exactly for what moved before.
///
/// **How.** By offsets and page numbers, each page is asked for so that it overlaps what is known; the overlap shows how
/// far the list has shifted. Where there is none, pages further up are asked for until there is. By cursors, nothing
/// shifts. By ids, the list of ids is read again when the feed is refreshed, and what is new fetched.
///
/// **Ranking anew.** Single elements may be moved; they are met at their new place, or by a reload. Where the whole list is
/// ranked anew now and then, ``FeedOptions/detectsReordering`` finds that out.
///
/// **What has gone** from the server's list goes from the feed when a page shows its place: at the top by ``refresh()``, at
/// the end by ``loadNext(atLeast:)``, everywhere by ``reload()``.
///
/// Calls at the same time are made one after the other; a call that does the same as the last one that isn't done yet
/// joins it, and gets the same change. The work of a call stops when nobody waits for it any more.
public actor Feed<Item: Hashable & Sendable, ID: Hashable & Sendable> {
  /// What the feed knows; it can be stored, and given to a feed made anew.
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

  /// The elements, those aside that the filter hides.
  public var elements: [Item] { visible(state.elements) }

  /// Whether the server's list may have more.
  public var hasMore: Bool { state.hasMore }

  /// Loads more elements at the end.
  ///
  /// At the end of the list, it asks whether more was added. It takes from the cache what the call's options allow; once
  /// a page doesn't fit what is known, it asks the server.
  ///
  /// - Parameter count: how many new visible elements there must be, unless the list ends or the limit of requests is
  ///   reached before. Then ``hasMore`` is still true, and another call goes on.
  /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
  @discardableResult
  public func loadNext(atLeast count: Int = 1) async throws -> FeedChange<Item> {
    try await perform(.next(count)) { [filter] loader, state in
      let known = Set(try state.elements.map { try loader.id(of: $0) })
      return try await loader.next(state) { items in
        var rest = count
        for item in items where filter?(item) ?? true {
          guard rest > 0 else { break }
          if try !known.contains(loader.id(of: item)) { rest -= 1 }
        }
        return rest <= 0
      }
    }
  }

  /// Loads what is new on top, from the server; elements further down stay.
  ///
  /// Where more is new than the limit of requests allows to load, the feed begins anew with what was loaded.
  ///
  /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
  @discardableResult
  public func refresh() async throws -> FeedChange<Item> {
    try await perform(.refresh) { loader, state in try await loader.refreshed(state) }
  }

  /// Begins anew with the first page, from the server.
  ///
  /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
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

// One after the other.
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
      from: before, ids: try before.map { try loader.id(of: $0) }, to: after,
      ids: try after.map { try loader.id(of: $0) }, hasMore: result.state.hasMore, isReload: result.isReload)
    try Task.checkCancellation()
    state = result.state
    return change
  }

  /// Does the work; where the list was ranked anew up to its end, reads again what the feed has.
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
    while present != known, attempts < 3 {
      // The older one stays with the elements, so that what happens meanwhile is found out next time.
      known = present
      result = FeedResult(state: try await loader.reloaded(count: count), isReload: true)
      present = try await loader.validator()
      attempts += 1
    }
    result.state.validator = known
    return result
  }
}
