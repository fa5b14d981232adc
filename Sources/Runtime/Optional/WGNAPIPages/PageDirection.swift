/// The direction in which pages are read.
public enum PageDirection: Hashable, Sendable {
  /// From the request's page to the end of the list.
  case forward
  /// Toward the beginning of the list.
  ///
  /// With cursors, the first page is the one that ends before the request's `before` cursor, which must be set. With
  /// links, the first page is the one that the request asks for by its number or, if it doesn't, the page that the
  /// service links to as the last one.
  case backward
}
