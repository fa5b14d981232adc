/// Where a page stands.
public enum PagePosition: Hashable, Sendable, Codable, CustomStringConvertible {
  /// By its number, as it is sent.
  case number(Int)
  /// By the number of elements before it.
  case offset(Int)
  /// By the cursor that was sent for it, in JSON; nil for the first page.
  case cursor(String?)
  /// By the places of its ids in the list of all.
  case ids(Range<Int>)

  /// Such as `page 3`. A cursor isn't shown: it is the service's own affair, and may be long.
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
  let next: String?
}
