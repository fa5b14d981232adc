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
    func places(_ target: String? = nil) -> [String: [String]] {
      source.places(in: target, besides: policy.sizeParameter)
    }
    let (own, later) = (places(), places(next))
    let added = Set(later.keys).subtracting(own.keys)
    // A parameter names a place if each link has another value of it, or none. Links may also spell a parameter otherwise or
    // leave it out because its value is the usual one: all links of an answer do so alike.
    let isPlaced: Bool
    if let previous {
      let earlier = places(previous)
      isPlaced = own.contains {
        later[$0.key] != $0.value && earlier[$0.key] != $0.value && later[$0.key] != earlier[$0.key]
      }
    } else {
      // What names the next page has to be a parameter that the request has, too.
      isPlaced = added.isEmpty && own.contains { later[$0.key] != $0.value }
    }
    return isPlaced ? .here : .unknown(parameters: added.sorted())
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
