extension [any APIMiddleware] {
  /// Returns the list with `middleware` in place of the one of its type, or before all others if there is none.
  ///
  /// ```swift
  /// ClientConfiguration(middleware: Client.middleware.replacing(ResponseCache(store: store)))
  /// ```
  public func replacing<Replacement: APIMiddleware>(_ middleware: Replacement) -> Self {
    guard let place = firstIndex(where: { $0 is Replacement }) else { return [middleware] + self }
    var list = self
    list[place] = middleware
    return list
  }

  /// Returns the list without the middlewares of a type.
  public func removing<Removed: APIMiddleware>(_ type: Removed.Type) -> Self {
    filter { !($0 is Removed) }
  }

  /// Returns the list with `middleware` before the first one of a type, or after all others if there is none.
  public func inserting<Next: APIMiddleware>(_ middleware: some APIMiddleware, before type: Next.Type) -> Self
  {
    var list = self
    list.insert(middleware, at: firstIndex { $0 is Next } ?? endIndex)
    return list
  }
}
