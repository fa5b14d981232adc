/// A description of an answer that is divided into pages.
public struct PaginationPolicy: Hashable, Sendable {
  /// A way to ask for a page.
  public enum Style: Hashable, Sendable {
    /// Pages have numbers, beginning with `first`.
    case pageNumber(parameter: String, first: Int)
    /// A page is identified by the number of elements before it.
    case offset(parameter: String)
    /// A page is identified by a text in the previous answer, at the JSON Pointer `next` (RFC 6901).
    case cursor(parameter: String, next: String)
    /// The elements' IDs are read once, at the JSON Pointer `ids` in the answer. The elements are then
    /// requested in portions from the endpoint named `fetch`, with the IDs in `parameter`.
    case snapshot(ids: String, fetch: String, parameter: String)
  }

  /// How to ask for a page.
  public let style: Style
  /// The parameter for the size of a page; nil if the size is fixed.
  public let sizeParameter: String?
  /// The maximum size of a page.
  public let maximumSize: Int?
  /// The JSON Pointer to the total number of elements, from the root of the body.
  public let total: String?
  /// The JSON Pointer to the number of pages, from the root of the body.
  public let pages: String?
  /// The wire name of the property that identifies an element when pages overlap.
  public let identity: String?

  /// Pages with numbers.
  public static func pageNumber(
    _ parameter: String, first: Int = 1, size: String? = nil, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String? = nil
  ) -> Self {
    Self(
      style: .pageNumber(parameter: parameter, first: first), sizeParameter: size, maximumSize: maximumSize,
      total: total, pages: pages, identity: identity)
  }

  /// Pages identified by the number of elements to skip.
  public static func offset(
    _ parameter: String, size: String? = nil, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String? = nil
  ) -> Self {
    Self(
      style: .offset(parameter: parameter), sizeParameter: size, maximumSize: maximumSize, total: total,
      pages: pages, identity: identity)
  }

  /// Pages identified by a cursor in the previous answer.
  public static func cursor(
    _ parameter: String, next: String, size: String? = nil, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String? = nil
  ) -> Self {
    Self(
      style: .cursor(parameter: parameter, next: next), sizeParameter: size, maximumSize: maximumSize,
      total: total, pages: pages, identity: identity)
  }

  /// Pages that are portions of a list of IDs.
  public static func snapshot(
    ids: String, fetch: String, parameter: String, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String? = nil
  ) -> Self {
    Self(
      style: .snapshot(ids: ids, fetch: fetch, parameter: parameter), sizeParameter: nil,
      maximumSize: maximumSize, total: total, pages: pages, identity: identity)
  }
}
