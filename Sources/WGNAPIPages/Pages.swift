import WGNAPIClient

/// The pages of an answer, each asked for when it is wanted.
///
/// A page that can't be had is an ``APIError``, thrown once; its ``APIError/page`` says which one. After that, and after
/// the last page, there is none. Each iteration begins anew.
public struct Pages<Request: APIRequest, Item: Hashable & Sendable>: AsyncSequence, Sendable {
  public typealias Element = Page<Request, Item>

  let makeWalk: @Sendable () throws -> any PageWalking<Request, Item>

  /// Goes through the pages.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private let makeWalk: @Sendable () throws -> any PageWalking<Request, Item>
    private var walk: (any PageWalking<Request, Item>)?
    private var isAtEnd = false

    init(_ makeWalk: @escaping @Sendable () throws -> any PageWalking<Request, Item>) {
      self.makeWalk = makeWalk
    }

    /// The next page; nil after the last one.
    ///
    /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
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
