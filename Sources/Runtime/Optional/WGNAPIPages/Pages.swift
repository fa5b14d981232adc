import WGNAPIClient

/// The pages of a response, each requested when it is needed.
///
/// If a page can't be fetched, an `APIError` is thrown once; its `APIError.page` is the position of the
/// page. After that, and after the last page, the sequence ends. Each iteration starts again from the
/// beginning.
public struct Pages<Request: APIRequest, Item: Hashable & Sendable>: AsyncSequence, Sendable {
  public typealias Element = Page<Request, Item>

  let makeWalk: @Sendable () throws -> any PageWalking<Request, Item>

  /// An iterator over the pages.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private let makeWalk: @Sendable () throws -> any PageWalking<Request, Item>
    private var walk: (any PageWalking<Request, Item>)?
    private var isAtEnd = false

    init(_ makeWalk: @escaping @Sendable () throws -> any PageWalking<Request, Item>) {
      self.makeWalk = makeWalk
    }

    /// Returns the next page; nil after the last one.
    ///
    /// - Throws: `APIError`, and `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> Page<Request, Item>? {
      guard !isAtEnd else { return nil }
      do {
        var walk = try walk ?? makeWalk()
        try Task.checkCancellation()
        let page = try await walk.next()
        self.walk = walk
        isAtEnd = page == nil
        return page
      } catch {
        isAtEnd = true
        throw error
      }
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(makeWalk) }
}
