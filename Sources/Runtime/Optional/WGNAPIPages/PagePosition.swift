import WGNAPIClient

/// The position of a page in a paginated response.
public enum PagePosition: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The page's number, as sent.
  case number(Int)
  /// The number of elements before the page.
  case offset(Int)
  /// The JSON of the cursor sent for the page; nil for the first page. If pages link to each other, the link's query
  /// as a JSON string.
  case cursor(String?)
  /// The indices of the page's IDs in the list of all IDs.
  case ids(Range<Int>)

  /// A description such as `page 3`. A cursor isn't included, because it is opaque and may be long.
  public var description: String {
    switch self {
    case .number(let number): "page \(number)"
    case .offset(let offset): "the page from offset \(offset)"
    case .cursor(nil): "the first page"
    case .cursor: "a page by its cursor"
    case .ids(let range): "the page of ids \(range.lowerBound) to \(range.upperBound)"
    }
  }
}

extension APIError {
  /// The page of a paginated response that failed; nil for other requests.
  public var page: PagePosition? { part as? PagePosition }
}
