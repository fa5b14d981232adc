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
