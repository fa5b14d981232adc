import WGNAPIClient
import WGNAPIJSON

extension APIClient {
  /// The pages of a request's answer, each asked for when it is wanted.
  ///
  /// ```swift
  /// for try await page in client.pages(SearchClansRequest(search: "red")) {
  ///   print(page.position, page.elements.count, page.total ?? 0)
  /// }
  /// ```
  ///
  /// They begin where the request says, or at the first one, and have the size that the request says, or the greatest
  /// one allowed. They end
  /// - with as many elements or pages as the service says there are;
  /// - where it says nothing, with a page that has fewer elements than asked for;
  /// - before an empty page, unless that is the first one; by cursors, where there is no next cursor: none, null,
  ///   `false` or an empty text.
  ///
  /// A page with the same elements as the one before it, a cursor that comes again, and a hundred empty pages by
  /// cursors are errors of kind `decoding`, so that no server makes this go on for ever.
  ///
  /// - Parameters:
  ///   - request: its response is a list or a map. A map's entries come in the order of the document.
  ///   - options: for each page.
  public func pages<Request: PaginatedRequest>(
    _ request: Request, options: CallOptions = CallOptions()
  ) -> Pages<Request, Request.Response.PageElement> where Request.Response: PageContent {
    pages(request, options: options) { response, keys in try response.pageElements(orderedBy: keys) }
  }

  /// The pages of a request's answer that has its elements inside: `client.pages(request, in: \.list)`.
  ///
  /// As ``pages(_:options:)``; a map's entries are sorted by their keys.
  ///
  /// - Parameter content: the path to the list or map, or a closure that gets it.
  public func pages<Request: PaginatedRequest, Content: PageContent>(
    _ request: Request, in content: @escaping @Sendable (Request.Response) -> Content,
    options: CallOptions = CallOptions()
  ) -> Pages<Request, Content.PageElement> {
    pages(request, options: options) { response, _ in content(response).pageElements { [] } }
  }

  /// The elements of all pages of a request's answer, one at a time.
  ///
  /// ```swift
  /// for try await clan in client.items(SearchClansRequest(search: "red")) { print(clan.name) }
  /// ```
  ///
  /// - Parameters:
  ///   - request: its response is a list or a map. A map's elements are ``PageEntry`` values, in the order of the
  ///     document.
  ///   - options: for each page.
  ///   - prefetch: whether the next page is fetched while the elements of a page are used.
  public func items<Request: PaginatedRequest>(
    _ request: Request, options: CallOptions = CallOptions(), prefetch: Bool = false
  ) -> Items<Request, Request.Response.PageElement> where Request.Response: PageContent {
    Items(pages: pages(request, options: options), prefetches: prefetch)
  }

  /// The elements of all pages of an answer that has them inside: `client.items(request, in: \.list)`.
  ///
  /// As ``items(_:options:prefetch:)``; a map's entries are sorted by their keys.
  public func items<Request: PaginatedRequest, Content: PageContent>(
    _ request: Request, in content: @escaping @Sendable (Request.Response) -> Content,
    options: CallOptions = CallOptions(), prefetch: Bool = false
  ) -> Items<Request, Content.PageElement> {
    Items(pages: pages(request, in: content, options: options), prefetches: prefetch)
  }

  private func pages<Request: PaginatedRequest, Item>(
    _ request: Request, options: CallOptions, content: @escaping PagePlan<Request, Item>.Content
  ) -> Pages<Request, Item> {
    Pages { [core] in
      if case .snapshot = Request.endpoint.policies.pagination?.style {
        throw APIError.pagination("its ids need a request that fetches their elements", of: Request.self)
      }
      return PageWalk(try PagePlan(core: core, request: request, options: options, content: content))
    }
  }
}

// Elements by their ids.
extension APIClient {
  /// The elements of a list of ids, in portions: the ids are read once, so that it doesn't matter how the list moves
  /// meanwhile.
  ///
  /// ```swift
  /// client.pages(snapshot: TopIDsRequest(), fetching: PlayersRequest(ids: []))
  /// ```
  ///
  /// - Parameters:
  ///   - list: its endpoint's pagination says where the ids are and how they are fetched.
  ///   - template: of the endpoint that fetches elements; its parameter for the ids is set, the others stay.
  ///   - options: for each request.
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

  /// The elements of a list of ids, in portions that requests of yours fetch.
  ///
  /// - Parameters:
  ///   - list: its endpoint's pagination says where the ids are.
  ///   - fetch: makes the request for some ids: `{ (ids: [PlayerID]) in PlayersRequest(ids: ids) }`.
  ///   - options: for each request.
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

  /// The elements of a list of ids, one at a time; as ``pages(snapshot:fetching:options:)-(_,Fetch,_)``.
  public func items<List: PaginatedRequest, Fetch: APIRequest>(
    snapshot list: List, fetching template: Fetch, options: CallOptions = CallOptions(),
    prefetch: Bool = false
  ) -> Items<Fetch, Fetch.Response.PageElement> where Fetch.Response: PageContent {
    Items(pages: pages(snapshot: list, fetching: template, options: options), prefetches: prefetch)
  }

  /// The elements of a list of ids, one at a time, fetched by requests of yours.
  public func items<List: PaginatedRequest, ID: JSONValue, Fetch: APIRequest>(
    snapshot list: List, fetching fetch: @escaping @Sendable ([ID]) -> Fetch,
    options: CallOptions = CallOptions(), prefetch: Bool = false
  ) -> Items<Fetch, Fetch.Response.PageElement> where Fetch.Response: PageContent {
    Items(pages: pages(snapshot: list, fetching: fetch, options: options), prefetches: prefetch)
  }
}
