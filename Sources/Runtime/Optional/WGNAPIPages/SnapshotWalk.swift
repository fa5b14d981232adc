import WGNAPIClient
import WGNAPIJSON
import WGNAPIPolicies

/// A plan for fetching elements in portions of a list of IDs.
package struct SnapshotPlan<List: APIRequest, Fetch: APIRequest, Item: Hashable & Sendable>: Sendable {
  package typealias Content = PagePlan<Fetch, Item>.Content

  package let core: ClientCore
  let list: List
  package let options: CallOptions
  /// Returns the request for the elements with some IDs, given as JSON.
  let fetch: @Sendable ([[UInt8]]) throws -> Fetch
  let content: Content
  /// The number of IDs per request.
  package let size: Int
  private let pointer: String

  /// Creates a plan that requests portions with a template, whose parameter for the IDs is replaced.
  ///
  /// - Throws: ``APIError`` of kind `invalidRequest` if the list's endpoint doesn't return IDs, or the
  ///   template belongs to an endpoint other than the one specified by the list.
  package init(
    core: ClientCore, list: List, template: Fetch, options: CallOptions, content: @escaping Content
  ) throws(APIError) {
    guard
      case .snapshot(_, let endpoint, let parameter)? = List.endpoint.policies[PaginationPolicy.self]?.style
    else {
      throw .pagination("the endpoint doesn't return a list of ids", of: List.self)
    }
    guard endpoint == Fetch.endpoint.name else {
      throw .pagination("the elements are fetched from \(endpoint), not from this endpoint", of: Fetch.self)
    }
    try self.init(core: core, list: list, options: options, content: content) { ids in
      try template.setting(at: parameter, to: Self.array(ids))
    }
  }

  /// Creates a plan that requests portions with the requests that `fetch` returns.
  init(
    core: ClientCore, list: List, options: CallOptions, content: @escaping Content,
    fetch: @escaping @Sendable ([[UInt8]]) throws -> Fetch
  ) throws(APIError) {
    guard let policy = List.endpoint.policies[PaginationPolicy.self],
      case .snapshot(let ids, _, _) = policy.style
    else {
      throw .pagination("the endpoint doesn't return a list of ids", of: List.self)
    }
    self.core = core
    self.list = list
    self.options = core.options(options)
    self.fetch = fetch
    self.content = content
    size = max(policy.maximumSize ?? 100, 1)
    pointer = ids
  }

  /// Reads the list of IDs, as JSON and without duplicates.
  package func ids(options own: CallOptions? = nil) async throws -> [[UInt8]] {
    let response = try await core.response(to: list, options: own ?? options)
    do throws(JSONError) {
      guard let ids = try JSONReader.elements(at: pointer, in: response.body) else {
        throw JSONError(.missingKey, "there are no ids at \(pointer.isEmpty ? "the root" : pointer)")
      }
      var known: Set<[UInt8]> = []
      return ids.filter { known.insert($0).inserted }
    } catch {
      throw response.error(error, core: core)
    }
  }

  /// Fetches the elements with some IDs. Dictionary entries are in the order of the IDs.
  package func page(
    of ids: [[UInt8]], at range: Range<Int>, total: Int, options own: CallOptions? = nil
  ) async throws -> Page<Fetch, Item> {
    do {
      let response = try await core.response(to: try fetch(ids), options: own ?? options)
      let elements = try content(response.value) { ids.map(Self.key) }
      return Page(
        response: response,
        list: ListPage(
          elements: elements, position: .ids(range), total: total,
          pageCount: total / size + (total % size > 0 ? 1 : 0)))
    } catch let error as APIError {
      throw error.at(.ids(range))
    }
  }

  /// Returns an ID as the key of a dictionary.
  static func key(_ json: [UInt8]) -> String {
    (try? String.decode(json)) ?? String(decoding: json, as: UTF8.self)
  }

  private static func array(_ elements: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "[")] + elements.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }
}

/// Reads the IDs once and fetches their elements in portions.
struct SnapshotWalk<List: APIRequest, Fetch: APIRequest, Item: Hashable & Sendable>: PageWalking {
  typealias Request = Fetch

  private let plan: SnapshotPlan<List, Fetch, Item>
  private var ids: [[UInt8]]?
  private var index = 0

  init(_ plan: SnapshotPlan<List, Fetch, Item>) { self.plan = plan }

  mutating func next() async throws -> Page<Fetch, Item>? {
    let ids: [[UInt8]]
    if let known = self.ids { ids = known } else { ids = try await plan.ids() }
    self.ids = ids
    guard index < ids.count else { return nil }
    let range = index..<min(index.addingSaturated(plan.size), ids.count)
    let page = try await plan.page(of: Array(ids[range]), at: range, total: ids.count)
    index = range.upperBound
    return page
  }
}
