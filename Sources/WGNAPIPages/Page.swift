import WGNAPIClient

/// A page of a paginated answer.
public struct Page<Request: APIRequest, Item: Hashable & Sendable>: Sendable {
  /// The answer to the page's own request, with envelope and headers.
  public let answer: Answer<Request>
  /// The elements, in order.
  public let elements: [Item]
  /// The position of the page.
  public let position: PagePosition
  /// The total number of elements; nil if the service doesn't provide it.
  public let total: Int?
  /// The number of pages, provided by the service or derived from a list of IDs; otherwise nil.
  public let pageCount: Int?
  /// The JSON of the cursor of the page that follows, in the direction of the walk; nil at the end, and if pages have
  /// no cursors.
  package let next: String?
  /// The same for the list's last page; nil unless the answer links to it.
  var last: String?
}
