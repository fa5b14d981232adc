import WGNAPIClient

/// The elements of all pages, one at a time.
///
/// A page is asked for when its first element is wanted or, with `prefetch`, when the first element of the page before
/// it is. A page that can't be had is an ``APIError``, thrown once, in the place of its first element; its
/// ``APIError/page`` says which page. Where the server's list moves meanwhile, elements may come twice or be left out:
/// a ``Feed`` sees to that.
public struct Items<Request: APIRequest, Item: Hashable & Sendable>: AsyncSequence, Sendable {
  public typealias Element = Item

  let pages: Pages<Request, Item>
  let prefetches: Bool

  /// Goes through the elements.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var pages: Pages<Request, Item>.AsyncIterator?
    private var elements = [Item]().makeIterator()
    private var ahead: Prefetch<Request, Item>?
    private let prefetches: Bool

    init(_ pages: Pages<Request, Item>.AsyncIterator, prefetches: Bool) {
      self.pages = pages
      self.prefetches = prefetches
    }

    /// The next element; nil after the last one.
    ///
    /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> Item? {
      while true {
        try Task.checkCancellation()
        if let element = elements.next() { return element }
        guard let page = try await nextPage() else { return nil }
        elements = page.elements.makeIterator()
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
    AsyncIterator(pages.makeAsyncIterator(), prefetches: prefetches)
  }
}

/// A page that is on its way before it is wanted; given up where nobody wants it any more.
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
