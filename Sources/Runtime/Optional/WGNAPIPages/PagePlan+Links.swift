import WGNAPIClient
import WGNAPIJSON
import WGNAPIPolicies

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
    _ response: CallResponse<Request>, at position: PagePosition, from source: LinkSource
  ) throws -> Page<Request, Item> {
    var page = try page(response, at: position)
    return try reading(response) {
      let links = try PageLinks(in: response.body, response.links, policy)
      let last = try? links.last.map { try source.json(ofLinkTo: $0) }
      page.list.next = try rules.nextLink(links, from: source)
      page.list.pageCount =
        pageCount(last: last, at: position, isLast: direction == .forward && links.next == nil)
        ?? page.pageCount
      page.start = startsAtEnd ? backwardStart(links, last: last, from: source) : nil
      return page
    }
  }

  /// Returns where a walk backward begins, if the request doesn't name a page by its number.
  private func backwardStart(_ links: PageLinks, last: String?, from source: LinkSource) -> BackwardStart {
    let (next, previous) = (links.next, links.previous)
    if let last { return previous == nil ? .last(last) : .here }
    guard let next else { return .here }
    func places(_ target: String? = nil) -> [String: [String]] {
      source.places(in: target, besides: policy.sizeParameter)
    }
    let (own, later) = (places(), places(next))
    let added = Set(later.keys).subtracting(own.keys)
    // A parameter names a place if each link has another value of it, or none. Links may also spell a parameter otherwise or
    // leave it out because its value is the usual one: all links of a response do so alike.
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

extension ListRules {
  /// Returns the JSON of the link to the page that follows, for ``ListPage/next``; nil if there is none.
  ///
  /// - Parameter links: The links in the response's `Link` fields.
  package func nextLink(
    in body: [UInt8], _ links: [WebLink], from source: LinkSource
  ) throws(JSONError) -> String? {
    try nextLink(try PageLinks(in: body, links, policy), from: source)
  }

  fileprivate func nextLink(_ links: PageLinks, from source: LinkSource) throws(JSONError) -> String? {
    try (direction == .forward ? links.next : links.previous).map { (target) throws(JSONError) in
      try source.json(ofLinkTo: target)
    }
  }
}

extension LinkSource {
  fileprivate func json(ofLinkTo target: String) throws(JSONError) -> String {
    let link: String
    do throws(LinkProblem) {
      link = try self.link(to: target)
    } catch {
      throw JSONError(.invalidValue, error.message)
    }
    return String(decoding: try link.encoded(), as: UTF8.self)
  }
}

/// The targets of a response's links to other pages: relative to the request's URL, and not checked.
private struct PageLinks {
  let next: String?
  let previous: String?
  let last: String?

  /// - Throws: ``JSONError`` if the body isn't JSON, or has something else than an address in the place of one.
  init(in body: [UInt8], _ links: [WebLink], _ policy: PaginationPolicy) throws(JSONError) {
    guard let places = policy.links else {
      func target(_ relations: String...) -> String? {
        links.first { link in relations.contains(where: link.relations.contains) }?.target
      }
      (next, previous, last) = (target("next"), target("prev", "previous"), target("last"))
      return
    }
    // Some services name an address for every page, and say beside it whether there is one.
    let isEnd = JSONReader.flag(at: policy.more, in: body) == false
    next = isEnd ? nil : try Self.address(at: places.next, in: body)
    previous = try Self.address(at: places.previous, in: body)
    last = try Self.address(at: places.last, in: body)
  }

  /// Returns the address at a pointer; nil if it is missing, null, `false` or an empty text.
  private static func address(at pointer: String?, in body: [UInt8]) throws(JSONError) -> String? {
    guard let pointer, let json = try JSONReader.value(at: pointer, in: body),
      !["null", "false"].contains(String(decoding: json, as: UTF8.self))
    else { return nil }
    guard let text = try? String.decode(json) else {
      throw JSONError(.typeMismatch, "the address of another page at \(pointer) isn't a text")
    }
    return text.isEmpty ? nil : text
  }
}
