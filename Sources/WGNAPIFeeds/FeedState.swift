/// What a feed knows: its elements and how far it has come in the server's list. It can be stored, and a feed made of it
/// again.
///
/// It holds no request: make the feed of the request it belongs to. It holds all elements, those that the feed's filter
/// hides among them; they, and cursors, are as confidential as the service's answers are.
public struct FeedState<Item: Hashable & Sendable>: Hashable, Sendable {
  enum Position: Hashable, Sendable, Codable {
    /// Nothing was loaded yet.
    case start
    /// Where the last element stood in the server's list, as a number of elements; how many a page has, and how many
    /// there were in all, where that is known.
    case offset(end: Int, size: Int?, total: Int?)
    /// The cursors of the last page and of the one after it, in JSON.
    case cursor(last: String?, next: String?)
    /// The ids in JSON, and of how many the elements were fetched.
    case snapshot(ids: [String], count: Int)
  }

  /// The elements in order, those that a filter hides among them.
  public internal(set) var elements: [Item] = []
  /// Whether the server's list may have more.
  public internal(set) var hasMore = true
  var position = Position.start
  /// What the server said of the list's first page, to find out whether the list was ranked anew.
  var validator: String?

  /// The state of a feed that has loaded nothing.
  public init() {}
}

extension FeedState: Codable where Item: Codable {}
