import Diagnostics

/// Keys and values, in file order.
///
/// Merge keys (`<<`) are resolved: their entries take the merge key's place, except for keys that the mapping has
/// itself. Keys are scalars. They are equal if their texts are (by canonical equivalence, as Swift compares strings),
/// whatever their style.
public struct YAMLMapping: Sendable {
  /// A key and its value.
  public struct Entry: Sendable {
    /// The key, a scalar.
    public let key: YAMLNode
    /// The value; an empty plain scalar if none is written.
    public let value: YAMLNode

    let mergeKey: YAMLNode?

    init(key: YAMLNode, value: YAMLNode, mergeKey: YAMLNode? = nil) {
      self.key = key
      self.value = value
      self.mergeKey = mergeKey
    }

    /// The key's text.
    public var name: String { key.text ?? "" }

    /// The position of the merge key that added the entry; nil for the mapping's own entries.
    public var mergedFrom: SourceSpan? { mergeKey?.occurrence }
  }

  /// All entries in order.
  public private(set) var entries: [Entry] = []

  /// The style of the mapping.
  public let style: YAMLCollectionStyle

  /// The indices of keys; empty for mappings that are small enough to search.
  private var positions: [String: Int] = [:]

  private static let linearLimit = 8

  init(style: YAMLCollectionStyle) {
    self.style = style
  }

  /// The entry of a key.
  public func entry(for name: String) -> Entry? {
    position(of: name).map { entries[$0] }
  }

  /// The value of a key.
  public subscript(name: String) -> YAMLNode? { entry(for: name)?.value }

  private func position(of name: String) -> Int? {
    entries.count > Self.linearLimit ? positions[name] : entries.firstIndex { $0.name == name }
  }

  /// Adds an entry. If another one has the same key, returns that instead.
  mutating func append(_ entry: Entry) -> Entry? {
    let name = entry.name
    if let existing = position(of: name) { return entries[existing] }
    if entries.count == Self.linearLimit {
      for (position, entry) in entries.enumerated() { positions[entry.name] = position }
    }
    if entries.count >= Self.linearLimit { positions[name] = entries.count }
    entries.append(entry)
    return nil
  }
}
