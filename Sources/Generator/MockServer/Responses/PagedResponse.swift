import APIModel
import SchemaValues

/// Makes a page of a response's example by repeating its elements. There are three pages.
struct PagedResponse {
  let checker: ValueChecker
  let request: PageRequest
  /// The payload's schema.
  let schema: Schema
  /// The elements of all pages; nil if the payload has no list or map of them.
  private let elements: DistinctElements?
  private let place: [ValueStep]
  private let isMap: Bool
  let range: Range<Int>

  /// - Parameter payload: The example.
  init(_ checker: ValueChecker, _ request: PageRequest, _ payload: Literal, _ schema: Schema) {
    self.checker = checker
    self.request = request
    self.schema = schema
    let place = Self.place(of: payload, request.pagination)
    self.place = place ?? []
    var identity = request.pagination.identity.map { [ValueStep.key($0.text)] }
    var cursor: [ValueStep]?
    if case .lastElement(_, let property, _) = request.pagination.style {
      let steps = property.components.map { ValueStep.key($0) }
      cursor = steps
      if !identity.contains(steps) { identity.append(steps) }
    }
    let samples = PlaceSamples(checker, schema)
    /// Whether the API accepts a payload with one element.
    func accepts(_ content: Literal) -> Bool {
      payload.replacing(place ?? [], with: content).map { checker.isAccepted($0, schema) } ?? false
    }
    switch place.flatMap({ payload.part(at: $0) }) {
    case .array(let items)?:
      isMap = false
      elements =
        items.isEmpty
        ? nil
        : DistinctElements(
          items, identity: identity,
          sample: { samples.value(at: (place ?? []) + [.index(0)] + $0, $1) },
          accepts: { accepts(.array([$0])) })
    case .object(let members)?:
      // The elements of a map are told apart by their keys.
      isMap = true
      let entries = members.map { Literal.array([.string($0.name), $0.value]) }
      elements =
        entries.isEmpty
        ? nil
        : DistinctElements(
          entries, identity: [[.index(0)]], sample: { samples.key(at: place ?? [], $1) },
          accepts: { accepts(Self.map([$0])) })
    default: (isMap, elements) = (false, nil)
    }
    let (known, total) = (elements, request.total)
    range = request.range { wanted in
      guard let cursor, let known else { return nil }
      return (0..<total).first { known[$0].part(at: cursor).map { $0.texts == wanted.texts } ?? false }
    }
  }

  // MARK: Payloads

  /// The payload with the page's elements.
  func payload(_ payload: Literal) -> Literal {
    guard let elements else { return payload }
    let page = range.map { elements[$0] }
    guard let changed = payload.replacing(place, with: isMap ? Self.map(page) : .array(page)),
      checker.isAccepted(changed, schema)
    else { return payload }
    return changed
  }

  private static func map(_ entries: [Literal]) -> Literal {
    .object(
      entries.compactMap { entry in
        guard case .array(let parts) = entry, parts.count == 2 else { return nil }
        return .init(name: parts[0].text, value: parts[1])
      })
  }

  /// The place of the elements: the payload, or the only list in it.
  private static func place(of payload: Literal, _ pagination: Policies.Pagination) -> [ValueStep]? {
    if case .lastElement(_, _, let elements?) = pagination.style {
      // The path may begin in the envelope.
      let steps = elements.components.map { ValueStep.key($0) }
      let found = steps.indices.lazy.map { Array(steps[$0...]) }.first { steps in
        if case .array? = payload.part(at: steps) { true } else { false }
      }
      if let found { return found }
    }
    if case .array = payload { return [] }
    guard case .object(let members) = payload else { return nil }
    for depth in 0..<3 {
      let lists = Self.lists(in: payload, depth)
      if lists.count == 1 { return lists[0] }
      if lists.count > 1 {
        // Lists of objects are more likely than lists of words.
        let objects = lists.filter { list in
          guard case .array(let items)? = payload.part(at: list), case .object? = items.first else {
            return false
          }
          return true
        }
        return objects.count == 1 ? objects[0] : nil
      }
    }
    return members.isEmpty ? nil : []
  }

  private static func lists(in value: Literal, _ depth: Int) -> [[ValueStep]] {
    guard case .object(let members) = value else { return [] }
    if depth > 0 {
      return members.flatMap { member in lists(in: member.value, depth - 1).map { [.key(member.name)] + $0 } }
    }
    return members.compactMap { if case .array = $0.value { [.key($0.name)] } else { nil } }
  }

  // MARK: Totals and cursors

  /// A response that says how many elements and pages there are, and where other pages are.
  ///
  /// - Parameter schema: The schema of the whole response.
  func totals(in whole: Literal, _ schema: Schema) -> Literal {
    guard elements != nil else { return whole }
    let pagination = request.pagination
    var result = whole
    func set(_ path: FieldPath?, _ candidates: [Literal?]) -> Bool {
      guard let path else { return false }
      for value in candidates {
        guard let changed = accepted(path, in: result, value, schema) else { continue }
        result = changed
        return true
      }
      return false
    }
    func number(_ value: Int) -> Literal { .number(NumberText("\(value)")) }
    func forms(_ page: Int) -> [Literal?] { PageCursor(checker).forms(page, request.cursorSchemas) }
    _ = set(pagination.total, [number(request.total)])
    _ = set(pagination.pages, [number(request.size > 0 ? PageRequest.pages : 0)])
    var hasNext = range.upperBound < request.total
    let hasPrevious = range.lowerBound > 0
    let page = request.size > 0 ? range.lowerBound / request.size + 1 : 1
    let none: [Literal?] = [nil, .null, .string(""), .boolean(false)]
    if case .cursor(_, let next) = pagination.style {
      if hasNext { hasNext = set(next, forms(page + 1)) }
      if !hasNext { _ = set(next, none) }
      if let previous = pagination.backward?.previous {
        _ = set(previous, hasPrevious && page > 1 ? forms(page - 1) : none)
      }
    }
    if let places = pagination.links {
      let links = request.links(range) ?? []
      for (place, relation) in [(places.next, "next"), (places.previous, "prev"), (places.last, "last")] {
        guard let address = links.first(where: { $0.relation == relation })?.address else {
          _ = set(place, none)
          continue
        }
        // As a whole address, or from the path on.
        let path = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).last.map {
          "/\($0)"
        }
        _ = set(place, [.string(address), path.map { .string($0) }].compactMap(\.self))
      }
    }
    if case .lastElement = pagination.style, request.isBackward { hasNext = hasPrevious }
    _ = set(pagination.more, [.boolean(hasNext), number(hasNext ? 1 : 0)])
    return result
  }

  /// The value with a part set; nil if the schema accepts none.
  private func accepted(
    _ path: FieldPath, in value: Literal, _ part: Literal?, _ schema: Schema
  ) -> Literal? {
    let steps = path.components
    if let changed = Self.setting(steps[...], in: value, to: part), checker.isAccepted(changed, schema) {
      return changed
    }
    // Objects that the path leads through may have other members that they need.
    guard part != nil else { return nil }
    let samples = PlaceSamples(checker, schema)
    var whole = value
    for count in 1..<max(steps.count, 1) {
      let place = steps[..<count].map { ValueStep.key($0) }
      if case .object? = whole.part(at: place) { continue }
      guard let object = samples.value(at: place, 0), let changed = whole.replacing(place, with: object)
      else {
        return nil
      }
      whole = changed
    }
    return Self.setting(steps[...], in: whole, to: part).flatMap { checker.isAccepted($0, schema) ? $0 : nil }
  }

  /// The value with a part set, in objects that are added where there are none; nil to remove it.
  private static func setting(_ path: ArraySlice<String>, in value: Literal, to part: Literal?) -> Literal? {
    guard let first = path.first else { return part }
    guard case .object = value else { return nil }
    if path.count == 1 {
      return part == nil && value.member(first) == nil ? value : value.replacing([.key(first)], with: part)
    }
    let member = value.member(first)
    if part == nil, member == nil { return value }
    guard let inner = setting(path.dropFirst(), in: member ?? .object([]), to: part) else { return nil }
    return value.replacing([.key(first)], with: inner)
  }
}
