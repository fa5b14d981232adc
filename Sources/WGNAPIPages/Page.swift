import WGNAPIClient

/// A page of a longer answer.
public struct Page<Request: APIRequest, Item: Hashable & Sendable>: Sendable {
  /// The page's own answer, with its envelope, headers and the rest.
  public let answer: Answer<Request>
  /// The elements, in order.
  public let elements: [Item]
  /// Where it stands.
  public let position: PagePosition
  /// How many elements there are in all, where the service says so.
  public let total: Int?
  /// How many pages there are, where the service says so, or where that follows from a list of ids.
  public let pageCount: Int?
  /// The cursor of the page after it, in JSON; nil at the end, and where pages have no cursors.
  package let next: String?
}
