import APIModel
import SchemaValues

/// Makes pages of an answer's example by repeating its elements. There are three pages, and cursors lead to a last one.
struct PagedAnswer {
  private static let pages = 3
  private static let mostElements = 1000

  let checker: ValueChecker
  let endpoint: Endpoint
  let values: [String: Literal]

  private var pagination: Policies.Pagination? { endpoint.policies.pagination }

  private func number(_ name: Name?) -> Int? {
    guard let name, case .number(let number)? = values[name.text] else { return nil }
    return Int(number.text)
  }

  /// The index of the page's first element, and the size of a page.
  private var range: (first: Int, size: Int)? {
    switch pagination?.style {
    case .page(let parameter, let size)?:
      let count = bounded(number(size) ?? defaultSize)
      return (bounded((number(parameter) ?? 1) - 1) * count, count)
    case .offset(let parameter, let limit)?:
      return (bounded(number(parameter) ?? 0), bounded(number(limit) ?? defaultSize))
    case .cursor?, .lastElement?, .link?:
      guard let size = number(pagination?.size) else { return nil }
      return (0, bounded(size))
    default: return nil
    }
  }

  private var defaultSize: Int { 2 }

  private func bounded(_ number: Int) -> Int { min(max(number, 0), Self.mostElements) }

  /// Whether a request with a cursor asks for more.
  private var isContinued: Bool {
    switch pagination?.style {
    case .cursor(let parameter, _)?, .lastElement(let parameter, _, _)?: values[parameter.text] != nil
    default: false
    }
  }

  private var total: Int? { range.map { $0.size * Self.pages } }

  // MARK: Payloads

  /// The page's elements.
  func payload(_ payload: Literal, _ schema: Schema) -> Literal {
    guard let pagination, let place = place(of: payload), case .array(let items)? = payload.part(at: place)
    else {
      return payload
    }
    var page = items
    if let range, !items.isEmpty {
      let end = isBounded ? min(range.first + range.size, total ?? 0) : range.size
      page = range.first < end ? (range.first..<end).map { element($0, of: items, pagination.identity) } : []
    }
    if isContinued, case .lastElement = pagination.style { page = [] }
    guard let changed = payload.replacing(place, with: .array(page)), checker.isAccepted(changed, schema)
    else {
      return payload
    }
    return changed
  }

  private var isBounded: Bool {
    switch pagination?.style {
    case .page?, .offset?: true
    default: false
    }
  }

  /// The place of the elements: the payload, or its only list of objects.
  private func place(of payload: Literal) -> [ValueStep]? {
    if case .lastElement(_, _, let elements?)? = pagination?.style {
      return elements.components.map { .key($0) }
    }
    switch payload {
    case .array: return []
    case .object(let members):
      let lists = members.filter { if case .array = $0.value { true } else { false } }
      return lists.count == 1 ? lists.first.map { [.key($0.name)] } : nil
    default: return nil
    }
  }

  /// An element, with an ID of its own if the first part of that is a number.
  private func element(_ position: Int, of items: [Literal], _ identity: [Name]) -> Literal {
    let item = items[position % items.count]
    guard position >= items.count, let identity = identity.first,
      case .number(let number)? = item.member(identity.text),
      let base = Int(number.text)
    else { return item }
    let (sum, overflows) = base.addingReportingOverflow(position)
    guard !overflows else { return item }
    return item.replacing([.key(identity.text)], with: .number(NumberText("\(sum)"))) ?? item
  }

  // MARK: Totals and cursors

  /// An envelope or a payload that says how many elements and pages there are, and where the next page is.
  func totals(in whole: Literal, _ schema: Schema) -> Literal {
    guard let pagination else { return whole }
    var result = whole
    func set(_ path: FieldPath?, _ value: Literal?) {
      guard let path, let changed = Self.setting(path.components[...], in: result, to: value),
        checker.isAccepted(changed, schema)
      else { return }
      result = changed
    }
    func number(_ value: Int) -> Literal { .number(NumberText("\(value)")) }
    if isBounded, let range, let total {
      set(pagination.total, number(total))
      set(pagination.pages, number(range.size > 0 ? Self.pages : 0))
      set(pagination.more, .boolean(range.first + range.size < total))
    }
    if isContinued {
      set(pagination.more, .boolean(false))
      if case .cursor(_, let next) = pagination.style {
        let before = result
        for value in [nil, .null, .string("")] as [Literal?] where result == before { set(next, value) }
      }
    } else if !isBounded {
      set(pagination.more, .boolean(true))
    }
    return result
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
