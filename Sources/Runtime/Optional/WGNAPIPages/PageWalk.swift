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
  /// The maximum number of consecutive pages without elements, with cursors.
  static var emptyPageLimit: Int { 100 }

  private let plan: PagePlan<Request, Item>
  private var position: PagePosition?
  /// The number of elements before the next page; nil if unknown.
  private var seen: Int?
  private var isFirst = true
  private var isBeforeEnd: Bool
  private var previous: [Item] = []
  private var cursors: Set<String> = []
  private var emptyPages = 0
  /// The response of the page before, if its elements may come again.
  private var previousResponse: CallResponse<Request>?

  init(_ plan: PagePlan<Request, Item>) {
    self.plan = plan
    position = plan.start
    isBeforeEnd = plan.startsAtEnd
    switch (plan.policy.style, plan.start) {
    case (.pageNumber(_, let first), .number(let number)):
      seen = number == first ? 0 : plan.size.flatMap { Self.product(number.subtractingSaturated(first), $0) }
    case (.offset, .offset(let offset)): seen = offset
    case (.link, _): seen = nil
    case (_, .cursor(nil)): seen = 0
    default: seen = nil
    }
    if case .cursor(let cursor?) = plan.start { cursors.insert(cursor) }
  }

  mutating func next() async throws -> Page<Request, Item>? {
    guard var position else { return nil }
    if isBeforeEnd {
      isBeforeEnd = false
      let page = try await plan.page(at: position)
      switch page.start {
      case .last(let last):
        position = .cursor(last)
        cursors.insert(last)
      case .unknown(let parameters):
        self.position = nil
        let hint = parameters.isEmpty ? "" : "; its links do so with \(parameters.joined(separator: ", "))"
        throw APIError.pagination(
          "the service doesn't link to the last page, so the request has to say where to begin backward\(hint)",
          of: Request.self)
      case .here, nil: return try taken(page, at: position)
      }
    }
    return try taken(try await plan.page(at: position), at: position)
  }

  /// Returns a page that has been fetched, after noting what follows it; nil at the end.
  private mutating func taken(
    _ page: Page<Request, Item>, at position: PagePosition
  ) throws -> Page<Request, Item>? {
    defer { isFirst = false }
    var page = page
    if case .lastElement = plan.policy.style {
      if let previousResponse {
        do throws(JSONError) {
          page = try plan.removing(previousResponse, from: page)
        } catch {
          throw page.response.error(error, core: plan.core).at(position)
        }
      }
      previousResponse = page.response
    }
    seen = seen?.addingSaturated(page.elements.count)
    if case .cursor = position {
      if case .lastElement = plan.policy.style, page.elements.isEmpty, !isFirst {
        self.position = nil
        return nil
      }
      self.position = try next(after: page)
    } else {
      if page.elements.isEmpty {
        self.position = nil
        return isFirst ? page : nil
      }
      guard page.elements != previous else {
        throw problem("the page has the same elements as the one before it", page)
      }
      previous = page.elements
      self.position = isLast(page) ? nil : Self.position(after: position, count: page.elements.count)
    }
    return page
  }

  private mutating func next(after page: Page<Request, Item>) throws -> PagePosition? {
    guard let next = page.next else { return nil }
    if let total = page.total, let seen, seen >= total { return nil }
    guard cursors.insert(next).inserted else {
      throw problem("the cursor of the next page has been used before\(hint(next))", page)
    }
    emptyPages = page.elements.isEmpty ? emptyPages + 1 : 0
    guard emptyPages < Self.emptyPageLimit else {
      throw problem("\(emptyPages) empty pages in a row", page)
    }
    return .cursor(next)
  }

  /// What is probably wrong if a cursor is an address.
  private func hint(_ cursor: String) -> String {
    guard case .cursor = plan.policy.style, let text = try? String.decode(Array(cursor.utf8)),
      ["https://", "http://", "/"].contains(where: text.hasPrefix)
    else { return "" }
    return "; it is an address, which the spec has to say: {style: link, next: …}"
  }

  /// Returns whether this is the last page, according to the service's number of elements or pages. Without
  /// these, the last page is one with fewer elements than requested.
  private func isLast(_ page: Page<Request, Item>) -> Bool {
    if case .pageNumber(_, let first) = plan.policy.style, case .number(let number) = page.position,
      let count = page.pageCount
    {
      return number.subtractingSaturated(first).addingSaturated(1) >= count
    }
    if let total = page.total, let seen { return seen >= total }
    return plan.size.map { page.elements.count < $0 } ?? false
  }

  private func problem(_ message: String, _ page: Page<Request, Item>) -> APIError {
    page.response.error(JSONError(.invalidValue, message), core: plan.core).at(page.position)
  }

  private static func position(after position: PagePosition, count: Int) -> PagePosition? {
    switch position {
    case .number(let number): number < .max ? .number(number + 1) : nil
    case .offset(let offset):
      offset.addingReportingOverflow(count).overflow ? nil : .offset(offset + count)
    case .cursor, .ids: nil
    }
  }

  private static func product(_ a: Int, _ b: Int) -> Int? {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow || product < 0 ? nil : product
  }
}
