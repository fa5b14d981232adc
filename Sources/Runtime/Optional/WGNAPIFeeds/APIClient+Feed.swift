import WGNAPICache
import WGNAPIClient
import WGNAPIJSON
import WGNAPIPages
import WGNAPIPolicies

/// Options for a feed.
public struct FeedOptions: Sendable {
  /// The options for each request. Refreshing and reloading ask the server, regardless of
  /// `CallOptions.cache`, unless that is `.cacheOnly`.
  public var call: CallOptions
  /// The maximum number of requests for pages per call of the feed.
  public var requestLimit: Int
  /// Whether to detect, with a HEAD request for the first page, that the list was reordered: if the `ETag`
  /// differs or, without one, the `Last-Modified` date. The feed then loads all of its elements again.
  ///
  /// Use it for lists that change as a whole, such as daily ratings. In lists with new elements at the top,
  /// each new element would cause everything to be loaded again. The server must support HEAD, and each call
  /// costs one more request. Feeds by IDs don't need this option and ignore it.
  public var detectsReordering: Bool

  /// Creates options.
  public init(call: CallOptions = CallOptions(), requestLimit: Int = 10, detectsReordering: Bool = false) {
    self.call = call
    self.requestLimit = requestLimit
    self.detectsReordering = detectsReordering
  }
}

extension APIClient {
  /// Returns an endless list of a request's elements; see ``Feed``.
  ///
  /// It begins at the top of the server's list, even if the request asks for a later page. Pages have the
  /// size that the request asks for, or the maximum size.
  ///
  /// - Parameters:
  ///   - request: A request whose response is an array or a dictionary.
  ///   - id: Returns the identity of an element: `\.clanID`; for the entries of a dictionary, `\.key`.
  ///   - options: The feed's options.
  ///   - state: The state of an earlier feed of the same request.
  ///   - filter: Returns whether an element is visible.
  public func feed<Request: PaginatedRequest, ID: Hashable & Sendable>(
    _ request: Request, id: @escaping @Sendable (Request.Response.PageElement) -> ID,
    options: FeedOptions = FeedOptions(),
    state: FeedState<Request.Response.PageElement> = FeedState(),
    filter: (@Sendable (Request.Response.PageElement) -> Bool)? = nil
  ) -> Feed<Request.Response.PageElement, ID> where Request.Response: PageContent {
    feed(request, id, options, state, filter) { try $0.pageElements(orderedBy: $1) }
  }

  /// Returns an endless list of elements inside a response: `client.feed(request, in: \.list, id: \.id)`.
  ///
  /// This is the same as ``feed(_:id:options:state:filter:)``, but dictionary entries are sorted by their
  /// keys.
  ///
  /// - Parameter content: The key path of the array or dictionary, or a closure that returns it.
  public func feed<Request: PaginatedRequest, Content: PageContent, ID: Hashable & Sendable>(
    _ request: Request, in content: @escaping @Sendable (Request.Response) -> Content,
    id: @escaping @Sendable (Content.PageElement) -> ID, options: FeedOptions = FeedOptions(),
    state: FeedState<Content.PageElement> = FeedState(),
    filter: (@Sendable (Content.PageElement) -> Bool)? = nil
  ) -> Feed<Content.PageElement, ID> {
    feed(request, id, options, state, filter) { response, _ in content(response).pageElements { [] } }
  }

  /// Returns an endless list of elements identified by the endpoint's own ``PaginationPolicy/identity``.
  ///
  /// To find the identity, each element is encoded as JSON; `id:` is faster. An element without such a property
  /// causes an ``APIError`` of kind `decoding`.
  public func feed<Request: PaginatedRequest>(
    _ request: Request, options: FeedOptions = FeedOptions(),
    state: FeedState<Request.Response.PageElement> = FeedState(),
    filter: (@Sendable (Request.Response.PageElement) -> Bool)? = nil
  ) -> Feed<Request.Response.PageElement, String>
  where Request.Response: PageContent, Request.Response.PageElement: JSONValue {
    let server = core.server.name
    let properties = Request.endpoint.policies[PaginationPolicy.self]?.identity ?? []
    let id: @Sendable (Request.Response.PageElement) throws -> String = { element in
      guard !properties.isEmpty else {
        throw APIError.pagination("the endpoint doesn't say what identifies an element", of: Request.self)
      }
      do throws(JSONError) {
        let encoded = try element.encoded()
        var parts: [String] = []
        for property in properties {
          let json = try JSONReader.value(at: JSONLocation.pointer([property]), in: encoded)
          guard let json else { throw JSONError(.missingKey, "an element has no \"\(property)\"") }
          parts.append(String(decoding: json, as: UTF8.self))
        }
        return parts.joined(separator: ",")
      } catch {
        throw APIError(.decoding(error), operation: Request.endpoint.name, server: server)
      }
    }
    return feed(request, id, options, state, filter) { try $0.pageElements(orderedBy: $1) }
  }

  /// Returns an endless list of elements by ID. The list of IDs is read first, and the elements are fetched
  /// in portions.
  ///
  /// - Parameters:
  ///   - list: A request whose endpoint's pagination specifies the place of the IDs and the endpoint that
  ///     fetches elements.
  ///   - template: A request of the endpoint that fetches elements. Its parameter for the IDs is replaced.
  ///   - id: Returns the ID of an element, with the same type as the IDs in the list.
  ///   - options: The feed's options.
  ///   - state: The state of an earlier feed of the same request.
  ///   - filter: Returns whether an element is visible.
  public func feed<List: PaginatedRequest, Fetch: APIRequest, ID: JSONValue>(
    snapshot list: List, fetching template: Fetch,
    id: @escaping @Sendable (Fetch.Response.PageElement) -> ID, options: FeedOptions = FeedOptions(),
    state: FeedState<Fetch.Response.PageElement> = FeedState(),
    filter: (@Sendable (Fetch.Response.PageElement) -> Bool)? = nil
  ) -> Feed<Fetch.Response.PageElement, ID> where Fetch.Response: PageContent {
    Feed(state: state, options: options, filter: filter) {
      let plan = try SnapshotPlan(core: core, list: list, template: template, options: options.call) {
        try $0.pageElements(orderedBy: $1)
      }
      return SnapshotLoader(plan: plan, requestLimit: options.requestLimit, identity: id)
    }
  }

  private func feed<Request: PaginatedRequest, Item, ID>(
    _ request: Request, _ id: @escaping @Sendable (Item) throws -> ID, _ options: FeedOptions,
    _ state: FeedState<Item>, _ filter: (@Sendable (Item) -> Bool)?,
    _ content: @escaping PagePlan<Request, Item>.Content
  ) -> Feed<Item, ID> {
    Feed(state: state, options: options, filter: filter) {
      let plan = try PagePlan(core: core, request: request, options: options.call, content: content)
      switch plan.policy.style {
      case .pageNumber, .offset, .link(page: .some, _):
        return WindowLoader(
          source: WindowSource(plan: plan), requestLimit: options.requestLimit, identity: id)
      case .cursor, .lastElement, .link(page: nil, _):
        return CursorLoader(plan: plan, requestLimit: options.requestLimit, identity: id)
      case .snapshot:
        throw APIError.pagination("its ids need a request that fetches their elements", of: Request.self)
      }
    }
  }
}
