import WGNAPIJSON
import WGNAPIPolicies

/// What a spec says about the pages of a list that is read in a direction. It needs to know neither the type of a request nor
/// who sends it, so `wgnapi-gen call` follows pages by it as well.
package struct ListRules: Sendable {
  package let policy: PaginationPolicy
  let direction: PageDirection

  package init(_ policy: PaginationPolicy, _ direction: PageDirection = .forward) {
    (self.policy, self.direction) = (policy, direction)
  }

  /// Returns the position that a request asks for; otherwise the beginning of the list.
  ///
  /// - Parameter json: Returns the JSON of the value at a place of the request; nil if it is absent.
  package func start(_ json: (String) -> String?) -> PagePosition {
    func integer(at place: String) -> Int? { json(place).flatMap { try? Int.decode(Array($0.utf8)) } }
    return switch policy.style {
    case .pageNumber(let parameter, let first): .number(integer(at: parameter) ?? first)
    case .offset(let parameter): .offset(integer(at: parameter) ?? 0)
    case .cursor(let parameter, _), .lastElement(let parameter, _, _):
      .cursor(json(direction == .forward ? parameter : policy.backward?.parameter ?? ""))
    case .link: .cursor(nil)
    case .snapshot: .ids(0..<0)
    }
  }
}

/// A page of a list, apart from its response.
package struct ListPage<Item: Hashable & Sendable>: Sendable {
  /// The elements, in order.
  var elements: [Item]
  let position: PagePosition
  /// The total number of elements; nil if the service doesn't provide it.
  let total: Int?
  /// The number of pages; nil if it is unknown.
  var pageCount: Int?
  /// The JSON of the cursor of the page that follows, in the direction of the walk; nil at the end, and if pages have
  /// no cursors.
  package var next: String?
  /// The response's body, and the JSON Pointer to its payload.
  private(set) var body: [UInt8] = []
  private(set) var payload = ""

  init(elements: [Item], position: PagePosition, total: Int?, pageCount: Int?) {
    (self.elements, self.position, self.total, self.pageCount) = (elements, position, total, pageCount)
  }

  /// Reads what a response says about its page. If pages link to each other, ``next`` isn't known yet.
  ///
  /// - Parameters:
  ///   - payload: The JSON Pointer to the payload in the body.
  ///   - size: The page size that was asked for; nil if only the server knows it.
  package init(
    _ elements: [Item], of body: [UInt8], payload: String, at position: PagePosition, size: Int?,
    by rules: ListRules
  ) throws(JSONError) {
    self.init(
      elements: elements, position: position, total: JSONReader.integer(at: rules.policy.total, in: body),
      pageCount: JSONReader.integer(at: rules.policy.pages, in: body))
    (self.body, self.payload) = (body, payload)
    next = try rules.cursor(after: self, size: size)
  }
}
