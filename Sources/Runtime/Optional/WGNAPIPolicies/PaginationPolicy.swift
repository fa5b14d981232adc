import WGNAPIClient

extension Policy {
  /// The response is divided into pages.
  public static func pagination(_ pagination: PaginationPolicy) -> Policy { Policy(pagination) }
}

/// A description of a response that is divided into pages.
///
/// A `parameter` is the wire name of a parameter or, for a property of the body, `#` and its JSON Pointer (RFC 6901):
/// `#/start_cursor`.
public struct PaginationPolicy: PolicyValue {
  /// A way to ask for a page.
  public enum Style: Hashable, Sendable {
    /// Pages have numbers, beginning with `first`.
    case pageNumber(parameter: String, first: Int)
    /// A page is identified by the number of elements before it.
    case offset(parameter: String)
    /// A page is identified by a text in the previous response, at the JSON Pointer `next` (RFC 6901).
    case cursor(parameter: String, next: String)
    /// A page is identified by the last element of the previous one: by the value at the JSON Pointer `property`
    /// in that element. The elements are at the JSON Pointer `elements`; nil means in the payload.
    case lastElement(parameter: String, property: String, elements: String?)
    /// The response links to the next page: in its `Link` field (RFC 8288), or at ``PaginationPolicy/links`` in its
    /// body. `page` is the query parameter with the page's number, if pages have numbers. `anyPath` allows links to
    /// other paths than the endpoint's.
    case link(page: String?, anyPath: Bool)
    /// The elements' IDs are read once, at the JSON Pointer `ids` in the response. The elements are then
    /// requested in portions from the endpoint named `fetch`, with the IDs in `parameter`.
    case snapshot(ids: String, fetch: String, parameter: String)
  }

  /// A way to ask for the page before another one.
  public struct Backward: Hashable, Sendable {
    /// The parameter for the cursor of the page to end before.
    public let parameter: String
    /// The JSON Pointer to the cursor of the previous page; nil if it is the first element's, as for
    /// ``Style/lastElement(parameter:property:elements:)``.
    public let previous: String?
  }

  /// The places of the addresses of other pages in the body of a response, as JSON Pointers from its root.
  public struct Links: Hashable, Sendable {
    public let next: String
    /// Nil if pages don't link backward.
    public let previous: String?
    /// Nil if pages don't link to the last one.
    public let last: String?

    package init(next: String, previous: String? = nil, last: String? = nil) {
      (self.next, self.previous, self.last) = (next, previous, last)
    }
  }

  /// How to ask for a page.
  public let style: Style
  /// The parameter for the size of a page; nil if the size is fixed.
  public let sizeParameter: String?
  /// The maximum size of a page, in elements.
  public let maximumSize: Int?
  /// The JSON Pointer to the total number of elements, from the root of the body.
  public let total: String?
  /// The JSON Pointer to the number of pages, from the root of the body.
  public let pages: String?
  /// The wire names of the properties that together identify an element when pages overlap; empty if unknown.
  public let identity: [String]
  /// The JSON Pointer to a flag that is true if there are more pages. For pages with a `previous` cursor, it
  /// counts only forward.
  public let more: String?
  /// Where the body of a response names the addresses of other pages; nil if its `Link` field does. For
  /// ``Style/link(page:anyPath:)``.
  public let links: Links?
  /// How to ask for the page before another one; nil if cursors go forward only. Links always go both ways.
  public let backward: Backward?

  package init(
    _ style: Style, size: String? = nil, maximumSize: Int?, total: String?, pages: String? = nil,
    identity: [String], more: String? = nil, backward: Backward? = nil, links: Links? = nil
  ) {
    self.style = style
    sizeParameter = size
    self.maximumSize = maximumSize
    self.total = total
    self.pages = pages
    self.identity = identity
    self.more = more
    self.backward = backward
    self.links = links
  }

  /// Pages with numbers.
  public static func pageNumber(
    _ parameter: String, first: Int = 1, size: String? = nil, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String...
  ) -> Self {
    Self(
      .pageNumber(parameter: parameter, first: first), size: size, maximumSize: maximumSize, total: total,
      pages: pages, identity: identity)
  }

  /// Pages identified by the number of elements to skip.
  public static func offset(
    _ parameter: String, size: String? = nil, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String...
  ) -> Self {
    Self(
      .offset(parameter: parameter), size: size, maximumSize: maximumSize, total: total, pages: pages,
      identity: identity)
  }

  /// Pages identified by a cursor in the previous response.
  ///
  /// `before` is the parameter for the cursor of the page to end before, and `previous` its JSON Pointer in the
  /// response.
  public static func cursor(
    _ parameter: String, next: String, more: String? = nil, before: String? = nil, previous: String? = nil,
    size: String? = nil, maximumSize: Int? = nil, total: String? = nil, pages: String? = nil,
    identity: String...
  ) -> Self {
    Self(
      .cursor(parameter: parameter, next: next), size: size, maximumSize: maximumSize, total: total,
      pages: pages, identity: identity, more: more,
      backward: before.flatMap { before in
        previous.map { Backward(parameter: before, previous: $0) }
      })
  }

  /// Pages identified by the last element of the previous one: by the value at the JSON Pointer `last` in it.
  ///
  /// `before` is the parameter for the same value of the first element, to ask for the page before it.
  public static func cursor(
    _ parameter: String, last: String, elements: String? = nil, more: String? = nil, before: String? = nil,
    size: String? = nil, maximumSize: Int? = nil, total: String? = nil, pages: String? = nil,
    identity: String...
  ) -> Self {
    Self(
      .lastElement(parameter: parameter, property: last, elements: elements), size: size,
      maximumSize: maximumSize, total: total, pages: pages, identity: identity, more: more,
      backward: before.map { Backward(parameter: $0, previous: nil) })
  }

  /// Pages that link to each other: in the `Link` field (RFC 8288) or, with `next`, in the body of the response.
  ///
  /// `next`, `previous` and `last` are the JSON Pointers to the addresses of pages. `page` is the query parameter with the page's number, if pages have numbers. `anyPath` allows links to other
  /// paths than the endpoint's, below the API's base path.
  public static func link(
    page: String? = nil, anyPath: Bool = false, next: String? = nil, previous: String? = nil,
    last: String? = nil, more: String? = nil, size: String? = nil, maximumSize: Int? = nil,
    total: String? = nil, pages: String? = nil, identity: String...
  ) -> Self {
    Self(
      .link(page: page, anyPath: anyPath), size: size, maximumSize: maximumSize, total: total, pages: pages,
      identity: identity, more: more,
      links: next.map { Links(next: $0, previous: previous, last: last) })
  }

  /// Pages that are portions of a list of IDs.
  public static func snapshot(
    ids: String, fetch: String, parameter: String, maximumSize: Int? = nil, total: String? = nil,
    pages: String? = nil, identity: String...
  ) -> Self {
    Self(
      .snapshot(ids: ids, fetch: fetch, parameter: parameter), maximumSize: maximumSize, total: total,
      pages: pages, identity: identity)
  }
}
