import WGNAPIJSON

/// Where a list with numbers, offsets, cursors or links continues and ends, page by page.
package struct ListWalk<Item: Hashable & Sendable>: Sendable {
  /// The maximum number of consecutive pages without elements, with cursors.
  static var emptyPageLimit: Int { 100 }

  private let rules: ListRules
  private let size: Int?
  /// The position of the next page; nil at the end.
  package private(set) var position: PagePosition?
  /// The number of elements before the next page; nil if unknown.
  private var seen: Int?
  private var isFirst = true
  private var previous: [Item] = []
  private var cursors: Set<String> = []
  private var emptyPages = 0
  /// The page before, if its elements may come again.
  private var previousPage: ListPage<Item>?

  /// - Parameter size: The page size that is asked for; nil if only the server knows it.
  package init(_ rules: ListRules, from start: PagePosition, size: Int?) {
    self.rules = rules
    self.size = size
    position = start
    switch (rules.policy.style, start) {
    case (.pageNumber(_, let first), .number(let number)):
      seen = number == first ? 0 : size.flatMap { Self.product(number.subtractingSaturated(first), $0) }
    case (.offset, .offset(let offset)): seen = offset
    case (.link, _): seen = nil
    case (_, .cursor(nil)): seen = 0
    default: seen = nil
    }
    if case .cursor(let cursor?) = start { cursors.insert(cursor) }
  }

  /// Goes on at a link, where the walk begins.
  mutating func begin(at link: String) {
    position = .cursor(link)
    cursors.insert(link)
  }

  mutating func end() { position = nil }

  /// Notes what follows a page, and removes the elements that were in the page before.
  ///
  /// - Returns: Whether it is a page of the list; otherwise the list ends before it.
  /// - Throws: ``JSONError`` if the list doesn't get anywhere.
  package mutating func take(_ page: inout ListPage<Item>) throws(JSONError) -> Bool {
    defer { isFirst = false }
    if case .lastElement = rules.policy.style {
      if let previousPage { try rules.removeElements(of: previousPage, from: &page) }
      previousPage = page
    }
    seen = seen?.addingSaturated(page.elements.count)
    if case .cursor = page.position {
      if case .lastElement = rules.policy.style, page.elements.isEmpty, !isFirst {
        position = nil
        return false
      }
      position = try next(after: page)
    } else {
      if page.elements.isEmpty {
        position = nil
        return isFirst
      }
      guard page.elements != previous else {
        throw Self.problem("the page has the same elements as the one before it")
      }
      previous = page.elements
      position = isLast(page) ? nil : Self.position(after: page.position, count: page.elements.count)
    }
    return true
  }

  private mutating func next(after page: ListPage<Item>) throws(JSONError) -> PagePosition? {
    guard let next = page.next else { return nil }
    if let total = page.total, let seen, seen >= total { return nil }
    guard cursors.insert(next).inserted else {
      throw Self.problem("the cursor of the next page has been used before\(hint(next))")
    }
    emptyPages = page.elements.isEmpty ? emptyPages + 1 : 0
    guard emptyPages < Self.emptyPageLimit else {
      throw Self.problem("\(emptyPages) empty pages in a row")
    }
    return .cursor(next)
  }

  /// What is probably wrong if a cursor is an address.
  private func hint(_ cursor: String) -> String {
    guard case .cursor = rules.policy.style, let text = try? String.decode(Array(cursor.utf8)),
      ["https://", "http://", "/"].contains(where: text.hasPrefix)
    else { return "" }
    return "; it is an address, which the spec has to say: {style: link, next: …}"
  }

  /// Returns whether this is the last page, according to the service's number of elements or pages. Without
  /// these, the last page is one with fewer elements than requested.
  private func isLast(_ page: ListPage<Item>) -> Bool {
    if case .pageNumber(_, let first) = rules.policy.style, case .number(let number) = page.position,
      let count = page.pageCount
    {
      return number.subtractingSaturated(first).addingSaturated(1) >= count
    }
    if let total = page.total, let seen { return seen >= total }
    return size.map { page.elements.count < $0 } ?? false
  }

  private static func problem(_ message: String) -> JSONError { JSONError(.invalidValue, message) }

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
