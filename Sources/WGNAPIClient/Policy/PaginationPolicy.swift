/// How an answer is divided into pages.
public struct PaginationPolicy: Hashable, Sendable {
  /// How a page is asked for.
  public enum Style: Hashable, Sendable {
    /// By its number, the first page having `first`.
    case pageNumber(parameter: String, first: Int)
    /// By the number of elements before it.
    case offset(parameter: String)
    /// By a text the page before gave, found at `next` in the answer (a JSON Pointer, RFC 6901).
    case cursor(parameter: String, next: String)
    /// By ids: they are read once at `ids` in the answer (a JSON Pointer), and asked for in portions from the endpoint
    /// named `fetch`, in `parameter`.
    case snapshot(ids: String, fetch: String, parameter: String)
  }

  /// How a page is asked for.
  public let style: Style
  /// The parameter with a page's size; nil where the size is fixed.
  public let sizeParameter: String?
  /// The greatest size of a page.
  public let maximumSize: Int?
  /// Where the answer says how many elements there are in all: a JSON Pointer into the whole body.
  public let total: String?
  /// Where the answer says how many pages there are: a JSON Pointer into the whole body.
  public let pages: String?
  /// The property by which an element is recognised when pages overlap, by its wire name.
  public let identity: String?

  /// By page number.
  public static func pageNumber(
    _ parameter: String, first: Int = 1, size: String? = nil, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String? = nil
  ) -> Self {
    Self(
      style: .pageNumber(parameter: parameter, first: first), sizeParameter: size, maximumSize: maximumSize,
      total: total, pages: pages, identity: identity)
  }

  /// By the number of elements to leave out.
  public static func offset(
    _ parameter: String, size: String? = nil, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String? = nil
  ) -> Self {
    Self(
      style: .offset(parameter: parameter), sizeParameter: size, maximumSize: maximumSize, total: total,
      pages: pages, identity: identity)
  }

  /// By the cursor the page before gave.
  public static func cursor(
    _ parameter: String, next: String, size: String? = nil, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String? = nil
  ) -> Self {
    Self(
      style: .cursor(parameter: parameter, next: next), sizeParameter: size, maximumSize: maximumSize,
      total: total, pages: pages, identity: identity)
  }

  /// By portions of a list of ids.
  public static func snapshot(
    ids: String, fetch: String, parameter: String, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String? = nil
  ) -> Self {
    Self(
      style: .snapshot(ids: ids, fetch: fetch, parameter: parameter), sizeParameter: nil,
      maximumSize: maximumSize, total: total, pages: pages, identity: identity)
  }
}
