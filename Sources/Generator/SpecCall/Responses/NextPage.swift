import APIModel
import CallComposing
import SchemaValues

/// Finds the page after a response, as the spec describes it.
struct NextPage {
  enum Step {
    case arguments(CallArguments)
    /// The target of a link, relative to the request.
    case link(String, anyPath: Bool)
    case end
  }

  let endpoint: Endpoint
  let pagination: Policies.Pagination
  /// Whether the elements are the members of a map.
  private let isMap: Bool

  /// Nil if the endpoint has no pages.
  init(_ endpoint: Endpoint, _ index: SchemaIndex) throws(CallRefusal) {
    guard let pagination = endpoint.policies.pagination else {
      throw CallRefusal(
        "--pages: the spec describes no pages of \(endpoint.operation)", at: endpoint.name.span)
    }
    if case .snapshot(_, let fetch, _, _) = pagination.style {
      throw CallRefusal(
        "--pages: \(endpoint.operation) answers with ids; call '\(fetch.text)' with a part of them",
        at: fetch.span)
    }
    self.endpoint = endpoint
    self.pagination = pagination
    let schema = endpoint.responses.lazy.compactMap(\.payload.schema).first
    isMap =
      schema.map { if case .map = index.shape(of: index.resolved($0).schema) { true } else { false } }
      ?? false
  }

  /// The arguments for the first page: with the largest size, unless the call chooses one.
  func first(_ arguments: CallArguments) -> CallArguments {
    guard let place = sizePlace, let most = pagination.maximumSize, value(at: place, arguments) == nil else {
      return arguments
    }
    return setting(place, to: number(most), arguments)
  }

  func next(after response: CheckedResponse, links: [String], _ arguments: CallArguments) throws(CallRefusal)
    -> Step
  {
    guard let body = response.value else { return .end }
    let count = count(response.payload ?? body)
    if count == 0 { return .end }
    func part(_ path: FieldPath?) -> Literal? {
      path.flatMap { body.part(at: $0.components.map { ValueStep.key($0) }) }
    }
    switch pagination.style {
    case .page(let place, _):
      // Clients count from 1.
      let current = integer(at: place, arguments) ?? 1
      if let pages = part(pagination.pages)?.integer, current >= pages { return .end }
      if let size = integer(at: sizePlace, arguments), let count {
        if count < size { return .end }
        if let total = part(pagination.total)?.integer, current * size >= total { return .end }
      }
      return .arguments(setting(place, to: number(current + 1), arguments))
    case .offset(let place, let limit):
      let current = integer(at: place, arguments) ?? 0
      let size = integer(at: limit, arguments)
      guard let step = count ?? size else { return .end }
      if let total = part(pagination.total)?.integer, current + step >= total { return .end }
      if let size, step < size { return .end }
      return .arguments(setting(place, to: number(current + step), arguments))
    case .cursor(let place, let next):
      if part(pagination.more) == .boolean(false) { return .end }
      return try cursor(part(next), place, arguments)
    case .lastElement(let place, let property, let elements):
      if part(pagination.more) == .boolean(false) { return .end }
      guard case .array(let items)? = elements == nil ? response.payload ?? body : part(elements),
        let last = items.last
      else { return .end }
      let size = integer(at: sizePlace, arguments)
      let isShort = size.map { items.count < $0 && $0 <= pagination.maximumSize ?? .max } ?? false
      if pagination.more == nil, part(pagination.total) == nil, isShort { return .end }
      let cursor = last.part(at: property.components.map { ValueStep.key($0) })
      // An inclusive cursor: the last page has nothing but the element that the cursor names.
      if pagination.more == nil, isShort || size == nil, let cursor, value(at: place, arguments) == cursor {
        return .end
      }
      return try self.cursor(cursor, place, arguments)
    case .link(_, let anyPath):
      guard let places = pagination.links else {
        return links.first.map { .link($0, anyPath: anyPath) } ?? .end
      }
      guard part(pagination.more) != .boolean(false), case .string(let address)? = part(places.next),
        !address.isEmpty
      else { return .end }
      return .link(address, anyPath: anyPath)
    case .snapshot: return .end
    }
  }

  private func cursor(
    _ cursor: Literal?, _ place: Policies.Pagination.Place, _ arguments: CallArguments
  ) throws(CallRefusal) -> Step {
    guard let cursor, ![.null, .string(""), .boolean(false)].contains(cursor) else { return .end }
    guard value(at: place, arguments) != cursor else {
      throw CallRefusal("response: the cursor of the next page is that of this page", at: endpoint.name.span)
    }
    return .arguments(setting(place, to: cursor, arguments))
  }

  // MARK: Places

  private var sizePlace: Policies.Pagination.Place? {
    switch pagination.style {
    case .page(_, let size): size
    case .offset(_, let limit): limit
    case .cursor, .lastElement, .link, .snapshot: pagination.size
    }
  }

  private func value(at place: Policies.Pagination.Place, _ arguments: CallArguments) -> Literal? {
    switch place {
    case .parameter(let name):
      return endpoint.parameters.firstIndex { $0.name.text == name.text }.flatMap { arguments.parameters[$0] }
    case .body(let path):
      guard case .value(let body)? = arguments.body else { return nil }
      return body.part(at: path.components.map { ValueStep.key($0) })
    }
  }

  private func integer(at place: Policies.Pagination.Place?, _ arguments: CallArguments) -> Int? {
    place.flatMap { value(at: $0, arguments)?.integer }
  }

  private func setting(
    _ place: Policies.Pagination.Place, to value: Literal, _ arguments: CallArguments
  ) -> CallArguments {
    var arguments = arguments
    switch place {
    case .parameter(let name):
      if let position = endpoint.parameters.firstIndex(where: { $0.name.text == name.text }) {
        arguments.parameters[position] = value
      }
    case .body(let path):
      var body: Literal = .object([])
      if case .value(let known)? = arguments.body { body = known }
      arguments.body = .value(body.setting(path.components[...], to: value))
    }
    return arguments
  }

  private func number(_ value: Int) -> Literal { .number(NumberText(String(value))) }

  /// The number of elements of a page: a list, a map, or the only list in an object; nil if it isn't clear.
  private func count(_ payload: Literal) -> Int? {
    switch payload {
    case .array(let items): return items.count
    case .object(let members):
      if isMap { return members.count }
      let lists = members.compactMap { member in
        if case .array(let items) = member.value { items.count } else { nil }
      }
      return lists.count == 1 ? lists[0] : nil
    default: return nil
    }
  }
}

extension Literal {
  fileprivate var integer: Int? { if case .number(let number) = self { Int(number.text) } else { nil } }
}
