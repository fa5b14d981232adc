import WGNAPICache
import WGNAPIClient
import WGNAPIPages

/// A contiguous part of the server's list.
struct FeedWindow<Item: Hashable & Sendable>: Sendable {
  /// The number of elements before the window.
  let offset: Int
  let items: [Item]
  /// Whether the window ends at the end of the list.
  let isEnd: Bool
  /// The total number of elements, if known.
  let total: Int?
  /// The number of elements per page, if known.
  let size: Int?
  /// The number of requests that were needed.
  let requests: Int

  var isTop: Bool { offset == 0 }
}

/// Requests windows by offset or page number.
struct WindowSource<Request: APIRequest, Item: Hashable & Sendable>: Sendable {
  let plan: PagePlan<Request, Item>

  /// The position and size of one page.
  private struct Block {
    let position: PagePosition
    let offset: Int
    /// The number of elements; nil if only the server knows it.
    let size: Int?
  }

  /// Returns a window that contains the element at an index and, if the list has them, elements after it.
  ///
  /// If all pages have the same size, there may be no page with both. In this case, two pages are requested,
  /// the later one first. They form one window if the first one still ends with the expected element.
  ///
  /// - Parameters:
  ///   - index: The index; nil for the list's first page.
  ///   - learned: The page size seen in a response, if the request doesn't specify it.
  ///   - isTarget: Returns whether an element is the one expected at the index.
  func window(
    covering index: Int?, learned: Int?, cache: CacheUse?, isTarget: (Item) throws -> Bool
  ) async throws -> FeedWindow<Item> {
    let size = plan.size ?? learned
    let block = index.map { self.block(covering: $0, size: size) } ?? self.block(at: 0, size: size)
    guard let index, let size = block.size,
      index.subtractingSaturated(block.offset) >= size.subtractingSaturated(1)
    else {
      return window(try await page(block, cache), block, covering: index ?? -1, requests: 1)
    }
    let second = self.block(at: block.offset.addingSaturated(size), size: size)
    let later = window(try await page(second, cache), second, covering: second.offset, requests: 1)
    let earlier = window(try await page(block, cache), block, covering: index, requests: 2)
    let isWhole = earlier.items.count == size && earlier.total == later.total
    guard isWhole, let last = earlier.items.last, try isTarget(last) else { return earlier }
    return FeedWindow(
      offset: earlier.offset, items: earlier.items + later.items, isEnd: later.isEnd, total: later.total,
      size: size, requests: 2)
  }

  /// Returns the request for the list's first page.
  func firstRequest() throws(APIError) -> Request {
    try plan.request(at: block(at: 0, size: plan.size).position)
  }

  private func page(_ block: Block, _ cache: CacheUse?) async throws -> Page<Request, Item> {
    try await plan.page(
      at: block.position, size: block.size == plan.size ? nil : block.size, options: plan.options.using(cache)
    )
  }

  private func window(
    _ page: Page<Request, Item>, _ block: Block, covering index: Int, requests: Int
  ) -> FeedWindow<Item> {
    let count = page.elements.count
    let end = block.offset.addingSaturated(count)
    let isShort = block.size.map { count < $0 } ?? (count == 0)
    var isEnd = isShort
    if let first = firstNumber, case .number(let number) = page.position, let pages = page.pageCount {
      isEnd = number.subtractingSaturated(first).addingSaturated(1) >= pages
    } else if let total = page.total {
      isEnd = end >= total
    }
    // Nothing follows, regardless of the service's number of elements.
    if isShort, end <= index.addingSaturated(1) { isEnd = true }
    return FeedWindow(
      offset: block.offset, items: page.elements, isEnd: isEnd, total: page.total,
      size: plan.size ?? [block.size, count].compactMap(\.self).max().flatMap { $0 > 0 ? $0 : nil },
      requests: requests)
  }

  // MARK: Blocks

  /// The number of the first page, if pages have numbers.
  private var firstNumber: Int? {
    switch plan.policy.style {
    case .pageNumber(_, let first): first
    case .link: 1
    default: nil
    }
  }

  private var canResize: Bool { plan.policy.sizeParameter != nil && plan.size != nil }

  private func block(covering index: Int, size: Int?) -> Block {
    guard let size, size > 0 else { return block(at: 0, size: size) }
    let maximum = canResize ? plan.policy.maximumSize ?? size : size
    guard firstNumber != nil else {
      return block(at: index, size: canResize ? min(max(size, 2), max(maximum, 1)) : size)
    }
    let resized = canResize ? Self.size(for: index, near: size, maximum: maximum) : nil
    let chosen = resized ?? size
    return block(at: index / chosen * chosen, size: chosen)
  }

  private func block(at offset: Int, size: Int?) -> Block {
    guard let first = firstNumber else {
      return Block(position: .offset(offset), offset: offset, size: size)
    }
    let (number, overflow) = (offset / max(size ?? 1, 1)).addingReportingOverflow(first)
    return Block(position: .number(overflow ? .max : number), offset: offset, size: size)
  }

  /// Returns the page size, between half and twice the usual one, for which the page with an index has the
  /// most elements after it; nil if none has any.
  private static func size(for index: Int, near size: Int, maximum: Int) -> Int? {
    let upper = min(maximum, size.multipliedReportingOverflow(by: 2).overflow ? size : size * 2)
    let lower = max(size / 2, 2)
    guard lower <= upper else { return nil }
    func behind(_ size: Int) -> Int { size - index % size - 1 }
    // A page much larger than the usual one isn't what the caller wants.
    let limit = max(size, 2)
    let best = (lower...upper).max { min(behind($0), limit) < min(behind($1), limit) }
    return best.flatMap { behind($0) > 0 ? $0 : nil }
  }
}
