import APIModel
import SchemaValues

/// Which page a request asks for.
struct PageRequest {
  /// The parameter of links in an API whose pages have no numbers.
  static let linkParameter = "mock-page"
  static let pages = 3
  private static let mostElements = 1000
  private static let defaultSize = 2

  let checker: ValueChecker
  let endpoint: Endpoint
  let reading: RequestReading
  let pagination: Policies.Pagination

  init?(_ checker: ValueChecker, _ endpoint: Endpoint, _ reading: RequestReading) {
    guard let pagination = endpoint.policies.pagination else { return nil }
    if case .snapshot = pagination.style { return nil }
    (self.checker, self.endpoint, self.reading, self.pagination) = (checker, endpoint, reading, pagination)
  }

  /// The number of elements in a page.
  var size: Int {
    let place: Policies.Pagination.Place?
    switch pagination.style {
    case .page(_, let own): place = own
    case .offset(_, let limit): place = limit
    default: place = pagination.size
    }
    return Self.bounded(number(place) ?? min(Self.defaultSize, pagination.maximumSize ?? .max))
  }

  /// The number of elements in all pages.
  var total: Int { size * Self.pages }

  /// The elements that the request asks for.
  ///
  /// - Parameter place: Returns the place of the element that a cursor names, if elements are cursors.
  func range(_ place: (Literal) -> Int?) -> Range<Int> {
    switch pagination.style {
    case .page(let parameter, _): return page(number(parameter) ?? 1)
    case .offset(let parameter, _):
      let first = min(Self.bounded(number(parameter) ?? 0), total)
      return first..<min(first + size, total)
    case .cursor(let parameter, _):
      // The cursor of the previous page names it, too.
      if let cursor = value(pagination.backward?.parameter) ?? value(parameter) {
        return page(PageCursor(checker).page(of: cursor, schemas: cursorSchemas) ?? Self.pages + 1)
      }
      return page(1)
    case .lastElement(let parameter, _, _):
      if let cursor = value(pagination.backward?.parameter) {
        let end = place(cursor) ?? 0
        return max(end - size, 0)..<end
      }
      guard let cursor = value(parameter) else { return page(1) }
      let first = min(place(cursor).map { $0 + 1 } ?? total, total)
      return first..<min(first + size, total)
    case .link(let parameter, _):
      return page(parameter.map { number($0) ?? 1 } ?? reading.linkedPage ?? 1)
    case .snapshot: return 0..<0
    }
  }

  /// The elements of a page, which are counted from 1; none after the last page.
  private func page(_ number: Int) -> Range<Int> {
    let number = min(max(number, 1), Self.pages + 1)
    return min((number - 1) * size, total)..<min(number * size, total)
  }

  /// Whether the request asks for the page before an element.
  var isBackward: Bool { value(pagination.backward?.parameter) != nil }

  private func value(_ place: Policies.Pagination.Place?) -> Literal? { reading.value(at: place) }

  private func number(_ place: Policies.Pagination.Place?) -> Int? {
    guard case .number(let number)? = value(place) else { return nil }
    return number.nearestInteger
  }

  private static func bounded(_ number: Int) -> Int { min(max(number, 0), mostElements) }

  // MARK: Cursors

  /// The schemas of the places of cursors in requests.
  var cursorSchemas: [Schema] {
    var places: [Policies.Pagination.Place] = []
    if case .cursor(let parameter, _) = pagination.style { places.append(parameter) }
    if let backward = pagination.backward { places.append(backward.parameter) }
    return places.compactMap { schema(of: $0) }
  }

  private func schema(of place: Policies.Pagination.Place) -> Schema? {
    switch place {
    case .parameter(let name): return endpoint.parameters.first { $0.name.text == name.text }?.schema
    case .body(let path):
      guard var schema = endpoint.body?.schemas.first else { return nil }
      for name in path.components {
        let object = checker.index.flattenedObject(checker.index.resolved(schema).schema)
        guard let property = object?.properties.first(where: { $0.name.text == name }) else { return nil }
        schema = property.schema
      }
      return schema
    }
  }

  /// The value of the `Link` field; nil if pages don't link to each other there.
  func linkField(_ range: Range<Int>) -> String? {
    guard pagination.links == nil, let links = links(range) else { return nil }
    return links.map { "<\($0.address)>; rel=\"\($0.relation)\"" }.joined(separator: ", ")
  }

  /// The addresses of other pages; nil if pages don't link to each other.
  func links(_ range: Range<Int>) -> [(relation: String, address: String)]? {
    guard case .link(let parameter, _) = pagination.style, size > 0, let url = reading.url else { return nil }
    var name = Self.linkParameter
    if case .parameter(let own)? = parameter { name = own.text }
    let page = range.lowerBound / size + 1
    func link(_ relation: String, _ number: Int) -> (String, String) {
      let others = reading.query.split(separator: "&").filter { pair in
        percentDecoded(String(pair.prefix { $0 != "=" }), plusIsSpace: true) != name
      }
      let query = (others.map(String.init) + ["\(name)=\(number)"]).joined(separator: "&")
      return (relation, "\(url)?\(query)")
    }
    var links = [link("first", 1)]
    if page > 1 { links.append(link("prev", min(page - 1, Self.pages))) }
    if page < Self.pages { links.append(link("next", page + 1)) }
    links.append(link("last", Self.pages))
    return links
  }
}

extension NumberText {
  /// The whole number, or the nearest one that `Int` has.
  var nearestInteger: Int? {
    if let integer = Int(text) { return integer }
    guard let number = Double(text) else { return nil }
    return Int(exactly: number.rounded(.down)) ?? (number < 0 ? .min : .max)
  }
}
