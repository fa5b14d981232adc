import WGNAPIClient

/// The elements of all pages, one at a time.
///
/// A page is requested when its first element is needed or, with `prefetch`, when the first element of the
/// previous page is. If a page can't be fetched, an `APIError` is thrown once in place of its first
/// element; its `APIError.page` is the position of the page. If the server's list changes in the meantime,
/// elements may occur twice or be missing; to prevent this, use a `Feed`.
public struct Items<Request: APIRequest, Item: Hashable & Sendable>: AsyncSequence, Sendable {
  public typealias Element = Item

  let pages: Pages<Request, Item>
  let prefetches: Bool
  var direction = PageDirection.forward

  /// An iterator over the elements.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var pages: Pages<Request, Item>.AsyncIterator?
    private var elements = [Item]().makeIterator()
    private var ahead: Prefetch<Request, Item>?
    private let prefetches: Bool
    private let direction: PageDirection

    init(_ pages: Pages<Request, Item>.AsyncIterator, prefetches: Bool, direction: PageDirection) {
      self.pages = pages
      self.prefetches = prefetches
      self.direction = direction
    }

    /// Returns the next element; nil after the last one.
    ///
    /// - Throws: `APIError`, and `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> Item? {
      while true {
        try Task.checkCancellation()
        if let element = elements.next() { return element }
        guard let page = try await nextPage() else { return nil }
        elements = (direction == .forward ? page.elements : page.elements.reversed()).makeIterator()
      }
    }

    private mutating func nextPage() async throws -> Page<Request, Item>? {
      guard prefetches else { return try await pages?.next() }
      guard let pages else { return nil }
      self.pages = nil
      let ahead = self.ahead ?? Prefetch(pages)
      self.ahead = nil
      let (page, rest) = try await ahead.value()
      guard let page else { return nil }
      self.pages = rest
      self.ahead = Prefetch(rest)
      return page
    }
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pages.makeAsyncIterator(), prefetches: prefetches, direction: direction)
  }
}

/// A page requested in advance. The request is cancelled when nothing refers to it any more.
private final class Prefetch<Request: APIRequest, Item: Hashable & Sendable>: Sendable {
  typealias Iterator = Pages<Request, Item>.AsyncIterator
  private let task: Task<(Page<Request, Item>?, Iterator), any Error>

  init(_ pages: Iterator) {
    task = Task {
      var pages = pages
      let page = try await pages.next()
      return (page, pages)
    }
  }

  deinit { task.cancel() }

  func value() async throws -> (Page<Request, Item>?, Iterator) {
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
