import WGNAPIJSON

// Cursors.
extension ListRules {
  /// Returns the JSON of the cursor of the page that follows; nil if there is none.
  ///
  /// - Parameter size: The page size that was asked for; nil if only the server knows it.
  func cursor<Item>(after page: ListPage<Item>, size: Int?) throws(JSONError) -> String? {
    let (body, count) = (page.body, page.elements.count)
    switch policy.style {
    case .cursor(_, let next):
      let isForward = direction == .forward
      let more = isForward ? JSONReader.flag(at: policy.more, in: body) : nil
      guard more != false else { return nil }
      let cursor = try Self.cursor(at: isForward ? next : policy.backward?.previous ?? next, in: body)
      guard cursor != nil || more == nil else { throw Self.noCursor }
      return cursor
    case .lastElement(_, let property, let elements):
      let more = JSONReader.flag(at: policy.more, in: body)
      guard more != false else { return nil }
      let list = elements ?? page.payload
      guard let ends = try JSONReader.ends(at: list, in: body) else {
        guard more == nil else { throw Self.noCursor }
        return nil
      }
      guard
        let cursor = try Self.cursor(at: property, in: direction == .forward ? ends.last : ends.first)
      else { throw JSONError(.missingKey, "the element that the next page follows has no \(property)") }
      guard more == nil else { return cursor }
      // A server may have a smaller limit than what was asked for, if the spec doesn't say which.
      let isShort = size.map { count < $0 && $0 <= policy.maximumSize ?? .max }
      if isShort == true, JSONReader.integer(at: policy.total, in: body) == nil { return nil }
      if case .cursor(let sent?) = page.position, Self.isSame(sent, cursor) {
        // An inclusive cursor, at the end of the list; or it leads nowhere.
        guard isShort != false else { throw Self.standstill }
        return nil
      }
      return cursor
    default: return nil
    }
  }

  private static var standstill: JSONError {
    JSONError(
      .invalidValue,
      "all elements of the page have the cursor that it was asked for with; ask for larger pages")
  }

  /// Whether two cursors are the same text or number.
  private static func isSame(_ first: String, _ second: String) -> Bool {
    func text(_ json: String) -> String { (try? String.decode(Array(json.utf8))) ?? json }
    return text(first) == text(second)
  }

  private static var noCursor: JSONError {
    JSONError(.invalidValue, "the service says that there are more elements, but not where")
  }

  /// Removes the elements that the page before a page has, too: some cursors are inclusive, so that a page begins with the
  /// element that its cursor names.
  ///
  /// - Throws: ``JSONError`` if the spec doesn't say what identifies an element.
  func removeElements<Item>(
    of previous: ListPage<Item>, from page: inout ListPage<Item>
  ) throws(JSONError) {
    guard case .lastElement(_, let property, let elements) = policy.style,
      case .cursor(let sent?) = page.position
    else { return }
    func list(_ page: ListPage<Item>) throws(JSONError) -> [[UInt8]] {
      try JSONReader.elements(at: elements ?? page.payload, in: page.body) ?? []
    }
    let found = try list(page)
    guard found.count == page.elements.count,
      let end = direction == .forward ? found.first : found.last,
      let cursor = try Self.cursor(at: property, in: end), Self.isSame(sent, cursor)
    else { return }
    guard !policy.identity.isEmpty else {
      throw JSONError(
        .invalidValue,
        "the page repeats the element that its cursor names; to leave it out, the spec has to say what identifies "
          + "an element: 'identity'")
    }
    func identity(_ element: [UInt8]) throws(JSONError) -> [[UInt8]?] {
      var parts: [[UInt8]?] = []
      for property in policy.identity {
        parts.append(try JSONReader.value(at: JSONLocation.pointer([property]), in: element))
      }
      return parts
    }
    var known: Set<[[UInt8]?]> = []
    for element in try list(previous) { known.insert(try identity(element)) }
    var rest: [Item] = []
    for (item, element) in zip(page.elements, found) {
      if try !known.contains(identity(element)) { rest.append(item) }
    }
    page.elements = rest
  }

  /// Returns the JSON of the cursor; nil if it is null, an empty text or missing, which means that there is
  /// no other page.
  private static func cursor(at pointer: String, in body: [UInt8]) throws(JSONError) -> String? {
    guard let json = try JSONReader.value(at: pointer, in: body) else { return nil }
    let text = String(decoding: json, as: UTF8.self)
    return ["null", "\"\"", "false"].contains(text) ? nil : text
  }
}
