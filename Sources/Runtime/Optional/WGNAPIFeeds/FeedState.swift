/// The state of a feed: its elements and its position in the server's list. You can store it and create a new
/// feed from it.
///
/// It doesn't contain the request, so create the feed with the same one. It contains all elements, including
/// those hidden by the feed's filter. Elements and cursors are as confidential as the service's responses.
public struct FeedState<Item: Hashable & Sendable>: Hashable, Sendable {
  enum Position: Hashable, Sendable, Codable {
    /// Nothing has been loaded.
    case start
    /// The number of elements up to the last one in the server's list, the page size, and the total number of
    /// elements, if known.
    case offset(end: Int, size: Int?, total: Int?)
    /// The JSON of the cursors of the last page and of the next one.
    case cursor(last: String?, next: String?)
    /// The JSON of all IDs, and the number of those whose elements were fetched.
    case snapshot(ids: [String], count: Int)
  }

  /// The elements in order, including those hidden by a filter.
  public internal(set) var elements: [Item] = []
  /// Whether the server's list may have more elements.
  public internal(set) var hasMore = true
  var position = Position.start
  /// The validator of the list's first page, for detecting reordering.
  var validator: String?

  /// Creates the state of a feed that has loaded nothing.
  public init() {}
}

extension FeedState: Codable where Item: Codable {}
