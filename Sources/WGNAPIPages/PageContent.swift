import WGNAPIJSON

/// What holds the elements of a page: a list, a map, or either of them or nothing.
public protocol PageContent: SendableMetatype {
  /// One element.
  associatedtype PageElement: Hashable & Sendable

  /// The elements in order.
  ///
  /// - Parameter keys: the keys of the JSON object in the order of the document, for content that has keys and forgot
  ///   their order; those of keys that aren't listed come last, sorted by their text.
  func pageElements(orderedBy keys: () throws -> [String]) rethrows -> [PageElement]
}

extension Array: PageContent where Element: JSONValue {
  public func pageElements(orderedBy keys: () throws -> [String]) -> [Element] { self }
}

extension Dictionary: PageContent where Key: JSONKey, Value: JSONValue {
  public func pageElements(
    orderedBy keys: () throws -> [String]
  ) rethrows -> [PageEntry<Key, Value>] {
    var rest = self
    var entries: [PageEntry<Key, Value>] = []
    entries.reserveCapacity(count)
    for text in try keys() {
      guard let key = Key(jsonKey: text), let value = rest.removeValue(forKey: key) else { continue }
      entries.append(PageEntry(key: key, value: value))
    }
    let unlisted = rest.map { PageEntry(key: $0.key, value: $0.value) }
    return entries + unlisted.sorted { $0.key.jsonKey < $1.key.jsonKey }
  }
}

extension Optional: PageContent where Wrapped: PageContent {
  public func pageElements(orderedBy keys: () throws -> [String]) rethrows -> [Wrapped.PageElement] {
    try self?.pageElements(orderedBy: keys) ?? []
  }
}

/// A key of a map with its value: the element of a page that is a map.
public struct PageEntry<Key: JSONKey, Value: Hashable & Sendable>: Hashable, Sendable, Identifiable {
  /// The key.
  public let key: Key
  /// The value.
  public let value: Value

  /// Makes an entry.
  public init(key: Key, value: Value) {
    self.key = key
    self.value = value
  }

  /// The key.
  public var id: Key { key }
}

extension PageEntry: Codable where Key: Codable, Value: Codable {}
