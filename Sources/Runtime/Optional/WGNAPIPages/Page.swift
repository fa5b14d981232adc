import WGNAPIClient

/// A page of a paginated response.
public struct Page<Request: APIRequest, Item: Hashable & Sendable>: Sendable {
  /// The response to the page's own request, with envelope and headers.
  public let response: CallResponse<Request>
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
  /// Where a walk backward begins, if this is the response to a request that doesn't name a page; otherwise nil.
  var start: BackwardStart?

  /// Returns the same page with other elements.
  func with(_ elements: [Item]) -> Self {
    Page(
      response: response, elements: elements, position: position, total: total, pageCount: pageCount,
      next: next,
      start: start)
  }
}

/// Where a list that pages link through is read backward from.
enum BackwardStart: Sendable {
  /// At the list's last page, by the JSON of the link to it.
  case last(String)
  /// At the page that the request asks for: in the middle of the list, or at its end.
  case here
  /// Nowhere: this is the first page, and the response doesn't link to the last one. The parameters are those with which its
  /// links name other pages.
  case unknown(parameters: [String])
}
