import WGNAPIClient
import WGNAPIJSON

/// A type that fetches pages one after the other.
protocol PageWalking<Request, Item>: Sendable {
  associatedtype Request: APIRequest
  associatedtype Item: Hashable & Sendable

  /// Returns the next page; nil at the end.
  ///
  /// - Throws: ``APIError`` with the position of the page, and `CancellationError`.
  mutating func next() async throws -> Page<Request, Item>?
}

/// Fetches pages that have numbers, offsets or cursors.
struct PageWalk<Request: APIRequest, Item: Hashable & Sendable>: PageWalking {
  private let plan: PagePlan<Request, Item>
  private var walk: ListWalk<Item>
  private var isBeforeEnd: Bool

  init(_ plan: PagePlan<Request, Item>) {
    self.plan = plan
    walk = ListWalk(plan.rules, from: plan.start, size: plan.size)
    isBeforeEnd = plan.startsAtEnd
  }

  mutating func next() async throws -> Page<Request, Item>? {
    guard let position = walk.position else { return nil }
    var page = try await plan.page(at: position)
    if isBeforeEnd {
      isBeforeEnd = false
      switch page.start {
      case .last(let last):
        walk.begin(at: last)
        page = try await plan.page(at: .cursor(last))
      case .unknown(let parameters):
        walk.end()
        let hint = parameters.isEmpty ? "" : "; its links do so with \(parameters.joined(separator: ", "))"
        throw APIError.pagination(
          "the service doesn't link to the last page, so the request has to say where to begin backward\(hint)",
          of: Request.self)
      case .here, nil: break
      }
    }
    do throws(JSONError) {
      return try walk.take(&page.list) ? page : nil
    } catch {
      throw page.response.error(error, core: plan.core).at(page.position)
    }
  }
}
