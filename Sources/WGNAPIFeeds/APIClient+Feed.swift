import WGNAPIClient
import WGNAPIJSON
import WGNAPIPages

/// How a feed loads.
public struct FeedOptions: Sendable {
  /// For each request. Refreshing and reloading ask the server, whatever ``CallOptions/cache`` says.
  public var call: CallOptions
  /// How many requests one call of the feed may make for pages.
  public var requestLimit: Int
  /// Whether the feed asks, by a HEAD request for the first page, whether the list was ranked anew: it was where the
  /// server gives another `ETag` or, without one, another `Last-Modified`. Then the feed reads again what it has.
  ///
  /// It is meant for lists that change as a whole, such as daily ratings: where single elements come on top, each of them
  /// means reading all anew. It takes a server that answers to HEAD, and costs one request for each call. By ids, it isn't
  /// needed, and does nothing.
  public var detectsReordering: Bool

  /// Makes options.
  public init(call: CallOptions = CallOptions(), requestLimit: Int = 10, detectsReordering: Bool = false) {
    self.call = call
    self.requestLimit = requestLimit
    self.detectsReordering = detectsReordering
  }
}

extension APIClient {
  /// An endless list of a request's elements; see ``Feed``.
  ///
  /// It begins where the server's list does, wherever the request says; its pages have the size that the request says, or
  /// the greatest one allowed.
  ///
  /// - Parameters:
  ///   - request: its response is a list or a map.
  ///   - id: tells elements apart: `\.clanID`; of a map's entries, `\.key`.
  ///   - options: how it loads.
  ///   - state: of an earlier feed of the same request.
  ///   - filter: which elements are visible.
  public func feed<Request: PaginatedRequest, ID: Hashable & Sendable>(
    _ request: Request, id: @escaping @Sendable (Request.Response.PageElement) -> ID,
    options: FeedOptions = FeedOptions(),
    state: FeedState<Request.Response.PageElement> = FeedState(),
    filter: (@Sendable (Request.Response.PageElement) -> Bool)? = nil
  ) -> Feed<Request.Response.PageElement, ID> where Request.Response: PageContent {
    feed(request, id, options, state, filter) { try $0.pageElements(orderedBy: $1) }
  }

  /// An endless list of elements that stand inside of a response: `client.feed(request, in: \.list, id: \.id)`.
  ///
  /// As ``feed(_:id:options:state:filter:)``; a map's entries are sorted by their keys.
  ///
  /// - Parameter content: the path to the list or map, or a closure that gets it.
  public func feed<Request: PaginatedRequest, Content: PageContent, ID: Hashable & Sendable>(
    _ request: Request, in content: @escaping @Sendable (Request.Response) -> Content,
    id: @escaping @Sendable (Content.PageElement) -> ID, options: FeedOptions = FeedOptions(),
    state: FeedState<Content.PageElement> = FeedState(),
    filter: (@Sendable (Content.PageElement) -> Bool)? = nil
  ) -> Feed<Content.PageElement, ID> {
    feed(request, id, options, state, filter) { response, _ in content(response).pageElements { [] } }
  }

  /// An endless list of elements that the endpoint's own ``PaginationPolicy/identity`` tells apart.
  ///
  /// Each element is written as JSON for that; `id:` takes less time. An element without that property is an
  /// ``APIError`` of kind `decoding`.
  public func feed<Request: PaginatedRequest>(
    _ request: Request, options: FeedOptions = FeedOptions(),
    state: FeedState<Request.Response.PageElement> = FeedState(),
    filter: (@Sendable (Request.Response.PageElement) -> Bool)? = nil
  ) -> Feed<Request.Response.PageElement, String>
  where Request.Response: PageContent, Request.Response.PageElement: JSONValue {
    let server = core.server.name
    let property = Request.endpoint.policies.pagination?.identity
    let id: @Sendable (Request.Response.PageElement) throws -> String = { element in
      guard let property else {
        throw APIError.pagination("the endpoint doesn't say what tells elements apart", of: Request.self)
      }
      do throws(JSONError) {
        let json = try JSONReader.value(at: JSONLocation.pointer([property]), in: try element.encoded())
        guard let json else { throw JSONError(.missingKey, "an element has no \"\(property)\"") }
        return String(decoding: json, as: UTF8.self)
      } catch {
        throw APIError(.decoding(error), operation: Request.endpoint.name, server: server)
      }
    }
    return feed(request, id, options, state, filter) { try $0.pageElements(orderedBy: $1) }
  }

  /// An endless list by ids: the list of ids is read, and their elements fetched in portions.
  ///
  /// - Parameters:
  ///   - list: its endpoint's pagination says where the ids are and how they are fetched.
  ///   - template: of the endpoint that fetches elements; its parameter for the ids is set.
  ///   - id: the id of an element, of the type that the ids have.
  ///   - options: how it loads.
  ///   - state: of an earlier feed of the same request.
  ///   - filter: which elements are visible.
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
      case .pageNumber, .offset:
        return WindowLoader(
          source: WindowSource(plan: plan), requestLimit: options.requestLimit, identity: id)
      case .cursor: return CursorLoader(plan: plan, requestLimit: options.requestLimit, identity: id)
      case .snapshot:
        throw APIError.pagination("its ids need a request that fetches their elements", of: Request.self)
      }
    }
  }
}
