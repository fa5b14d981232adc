import WGNAPIJSON

/// A container for the elements of a page: an array, a dictionary, or an optional of them.
public protocol PageContent: SendableMetatype {
  /// One element.
  associatedtype PageElement: Hashable & Sendable

  /// Returns the elements in order.
  ///
  /// - Parameter keys: Returns the keys of the JSON object in the order of the document, for content with
  ///   keys that doesn't preserve it. Elements with other keys come last, sorted by the text of the key.
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

/// A key and its value: the element of a page that is a dictionary.
public struct PageEntry<Key: JSONKey, Value: Hashable & Sendable>: Hashable, Sendable, Identifiable {
  /// The key.
  public let key: Key
  /// The value.
  public let value: Value

  /// Creates an entry.
  public init(key: Key, value: Value) {
    self.key = key
    self.value = value
  }

  /// The key.
  public var id: Key { key }
}

extension PageEntry: Codable where Key: Codable, Value: Codable {}
