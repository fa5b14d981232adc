import WGNAPIClient
import WGNAPIJSON

// Links.
extension PagePlan {
  /// Returns the link of a position; nil for the request itself.
  func link(at position: PagePosition) throws(APIError) -> String? {
    guard case .cursor(let json?) = position else { return nil }
    guard let link = try? String.decode(Array(json.utf8)) else {
      throw .pagination("the position isn't a link", of: Request.self)
    }
    return link
  }

  func page(
    _ answer: Answer<Request>, at position: PagePosition, from source: LinkSource
  ) throws -> Page<Request, Item> {
    let plain = try page(answer, at: position)
    return try reading(answer) {
      let links = answer.links
      func link(_ relation: String) throws -> String? {
        guard let target = links.first(where: { $0.relations.contains(relation) })?.target else { return nil }
        let link: String
        do throws(LinkProblem) {
          link = try source.link(to: target)
        } catch {
          throw JSONError(.invalidValue, error.message)
        }
        return String(decoding: try link.encoded(), as: UTF8.self)
      }
      let next =
        try link(direction == .forward ? "next" : "prev") ?? (direction == .backward ? link("previous") : nil)
      let last = try? link("last")
      return Page(
        answer: answer, elements: plain.elements, position: position, total: plain.total,
        pageCount: pageCount(
          last: last, at: position, isLast: try direction == .forward && link("next") == nil),
        next: next, start: startsAtEnd ? backwardStart(links, last: last, from: source) : nil)
    }
  }

  /// Returns where a walk backward begins, if the request doesn't name a page by its number.
  private func backwardStart(_ links: [WebLink], last: String?, from source: LinkSource) -> BackwardStart {
    func target(_ relations: String...) -> String? {
      links.first { link in relations.contains(where: link.relations.contains) }?.target
    }
    let (next, previous) = (target("next"), target("prev", "previous"))
    if let last { return previous == nil ? .last(last) : .here }
    guard let next else { return .here }
    let changes = source.changes(by: next, besides: policy.sizeParameter)
    // A request for the first page names no place, so there is nothing that all links change.
    var places = changes.replaced
    if let previous {
      places.formIntersection(source.changes(by: previous, besides: policy.sizeParameter).replaced)
    }
    return places.isEmpty ? .unknown(parameters: changes.added.sorted()) : .here
  }

  /// Returns the number of pages: the number of the page that is linked as the last one, or of the page that links
  /// to no other.
  private func pageCount(last: String?, at position: PagePosition, isLast: Bool) -> Int? {
    guard case .link(let parameter?, _) = policy.style else { return nil }
    func number(_ json: String) -> Int? {
      guard let link = try? String.decode(Array(json.utf8)) else { return nil }
      return LinkSource.value(of: parameter, in: link).flatMap { Int($0) }
    }
    if let last { return number(last) }
    guard isLast else { return nil }
    switch position {
    case .number(let number): return number
    case .cursor(let link?): return number(link)
    default: return request.integer(at: parameter) ?? 1
    }
  }
}
