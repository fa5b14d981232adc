import WGNAPIClient

/// A page of a paginated response.
public struct Page<Request: APIRequest, Item: Hashable & Sendable>: Sendable {
  /// The response to the page's own request, with envelope and headers.
  public let response: CallResponse<Request>
  /// What the response says about its list.
  package var list: ListPage<Item>
  /// Where a walk backward begins, if this is the response to a request that doesn't name a page; otherwise nil.
  var start: BackwardStart?

  /// The elements, in order.
  public var elements: [Item] { list.elements }
  /// The position of the page.
  public var position: PagePosition { list.position }
  /// The total number of elements; nil if the service doesn't provide it.
  public var total: Int? { list.total }
  /// The number of pages, provided by the service or derived from a list of IDs; otherwise nil.
  public var pageCount: Int? { list.pageCount }
  /// The JSON of the cursor of the page that follows; see ``ListPage/next``.
  package var next: String? { list.next }
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
