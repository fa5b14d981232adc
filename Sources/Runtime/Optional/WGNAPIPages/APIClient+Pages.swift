import WGNAPIClient
import WGNAPIJSON
import WGNAPIPolicies

extension APIClient {
  /// Returns the pages of a request's response, each requested when it is needed.
  ///
  /// ```swift
  /// for try await page in client.pages(SearchClansRequest(search: "red")) {
  ///   print(page.position, page.elements.count, page.total ?? 0)
  /// }
  /// ```
  ///
  /// The sequence begins with the page that the request asks for, or with the first one. Pages have the size
  /// that the request asks for, or the maximum size. The sequence ends
  /// - after as many elements or pages as the service says there are;
  /// - otherwise, after a page with fewer elements than requested;
  /// - before an empty page, unless it is the first one. With cursors, it ends when the next cursor is
  ///   missing, null, `false` or an empty text, or when the service says that there are no more elements; with
  ///   links, when there is no link to another page.
  ///
  /// A page with the same elements as the previous one, a repeated cursor, and a hundred empty pages with
  /// cursors are errors of kind `decoding`, so that no server can make the sequence endless.
  ///
  /// - Parameters:
  ///   - request: A request whose response is an array or a dictionary. Dictionary entries keep the order of
  ///     the document.
  ///   - direction: Whether to read the list toward its end or its beginning; see ``PageDirection``. The elements
  ///     of each page are in the server's order.
  ///   - options: The options for each page.
  public func pages<Request: PaginatedRequest>(
    _ request: Request, direction: PageDirection = .forward, options: CallOptions = CallOptions()
  ) -> Pages<Request, Request.Response.PageElement> where Request.Response: PageContent {
    pages(request, direction, options) { response, keys in try response.pageElements(orderedBy: keys) }
  }

  /// Returns the pages of a request whose response contains the elements: `client.pages(request, in: \.list)`.
  ///
  /// This is the same as ``pages(_:direction:options:)``, but dictionary entries are sorted by their keys.
  ///
  /// - Parameter content: The key path of the array or dictionary, or a closure that returns it.
  public func pages<Request: PaginatedRequest, Content: PageContent>(
    _ request: Request, in content: @escaping @Sendable (Request.Response) -> Content,
    direction: PageDirection = .forward, options: CallOptions = CallOptions()
  ) -> Pages<Request, Content.PageElement> {
    pages(request, direction, options) { response, _ in content(response).pageElements { [] } }
  }

  /// Returns the elements of all pages of a request's response, one at a time.
  ///
  /// ```swift
  /// for try await clan in client.items(SearchClansRequest(search: "red")) { print(clan.name) }
  /// ```
  ///
  /// - Parameters:
  ///   - request: A request whose response is an array or a dictionary. The elements of a dictionary are
  ///     ``PageEntry`` values, in the order of the document.
  ///   - direction: Whether to read the list toward its end or its beginning; see ``PageDirection``. Backward, the
  ///     elements are in the reverse of the list's order.
  ///   - options: The options for each page.
  ///   - prefetch: Whether to fetch the next page while the elements of a page are used.
  public func items<Request: PaginatedRequest>(
    _ request: Request, direction: PageDirection = .forward, options: CallOptions = CallOptions(),
    prefetch: Bool = false
  ) -> Items<Request, Request.Response.PageElement> where Request.Response: PageContent {
    Items(
      pages: pages(request, direction: direction, options: options), prefetches: prefetch,
      direction: direction)
  }

  /// Returns the elements of all pages of a request whose response contains them: `client.items(request, in:
  /// \.list)`.
  ///
  /// This is the same as ``items(_:direction:options:prefetch:)``, but dictionary entries are sorted by their keys.
  public func items<Request: PaginatedRequest, Content: PageContent>(
    _ request: Request, in content: @escaping @Sendable (Request.Response) -> Content,
    direction: PageDirection = .forward, options: CallOptions = CallOptions(), prefetch: Bool = false
  ) -> Items<Request, Content.PageElement> {
    Items(
      pages: pages(request, in: content, direction: direction, options: options), prefetches: prefetch,
      direction: direction)
  }

  private func pages<Request: PaginatedRequest, Item>(
    _ request: Request, _ direction: PageDirection, _ options: CallOptions,
    content: @escaping PagePlan<Request, Item>.Content
  ) -> Pages<Request, Item> {
    Pages { [core] in
      if case .snapshot = Request.endpoint.policies[PaginationPolicy.self]?.style {
        throw APIError.pagination("its ids need a request that fetches their elements", of: Request.self)
      }
      return PageWalk(
        try PagePlan(core: core, request: request, options: options, direction: direction, content: content))
    }
  }
}

// Elements by their IDs.
extension APIClient {
  /// Returns the elements for a list of IDs, in portions. The IDs are read only once, so changes to the list
  /// in the meantime have no effect.
  ///
  /// ```swift
  /// client.pages(snapshot: TopIDsRequest(), fetching: PlayersRequest(ids: []))
  /// ```
  ///
  /// - Parameters:
  ///   - list: A request whose endpoint's pagination specifies the place of the IDs and the endpoint that
  ///     fetches elements.
  ///   - template: A request of the endpoint that fetches elements. Its parameter for the IDs is replaced;
  ///     the others are kept.
  ///   - options: The options for each request.
  public func pages<List: PaginatedRequest, Fetch: APIRequest>(
    snapshot list: List, fetching template: Fetch, options: CallOptions = CallOptions()
  ) -> Pages<Fetch, Fetch.Response.PageElement> where Fetch.Response: PageContent {
    Pages { [core] in
      SnapshotWalk(
        try SnapshotPlan(core: core, list: list, template: template, options: options) {
          try $0.pageElements(orderedBy: $1)
        })
    }
  }

  /// Returns the elements for a list of IDs, in portions fetched by custom requests.
  ///
  /// - Parameters:
  ///   - list: A request whose endpoint's pagination specifies the place of the IDs.
  ///   - fetch: A closure that returns the request for some IDs: `{ (ids: [PlayerID]) in PlayersRequest(ids:
  ///     ids) }`.
  ///   - options: The options for each request.
  public func pages<List: PaginatedRequest, ID: JSONValue, Fetch: APIRequest>(
    snapshot list: List, fetching fetch: @escaping @Sendable ([ID]) -> Fetch,
    options: CallOptions = CallOptions()
  ) -> Pages<Fetch, Fetch.Response.PageElement> where Fetch.Response: PageContent {
    Pages { [core] in
      SnapshotWalk(
        try SnapshotPlan(core: core, list: list, options: options) {
          try $0.pageElements(orderedBy: $1)
        } fetch: { ids in
          do {
            return fetch(try ids.map { try ID.decode($0) })
          } catch let error as JSONError {
            throw APIError(
              .decoding(error), operation: List.endpoint.name, server: core.server.name)
          }
        })
    }
  }

  /// Returns the elements for a list of IDs, one at a time; see
  /// ``pages(snapshot:fetching:options:)-(_,Fetch,_)``.
  public func items<List: PaginatedRequest, Fetch: APIRequest>(
    snapshot list: List, fetching template: Fetch, options: CallOptions = CallOptions(),
    prefetch: Bool = false
  ) -> Items<Fetch, Fetch.Response.PageElement> where Fetch.Response: PageContent {
    Items(pages: pages(snapshot: list, fetching: template, options: options), prefetches: prefetch)
  }

  /// Returns the elements for a list of IDs, one at a time, fetched by custom requests.
  public func items<List: PaginatedRequest, ID: JSONValue, Fetch: APIRequest>(
    snapshot list: List, fetching fetch: @escaping @Sendable ([ID]) -> Fetch,
    options: CallOptions = CallOptions(), prefetch: Bool = false
  ) -> Items<Fetch, Fetch.Response.PageElement> where Fetch.Response: PageContent {
    Items(pages: pages(snapshot: list, fetching: fetch, options: options), prefetches: prefetch)
  }
}
