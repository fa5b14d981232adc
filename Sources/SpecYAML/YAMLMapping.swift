import Diagnostics

/// Keys with values, in the order of the file.
///
/// Merge keys (`<<`) are resolved: the entries they bring stand where the merge key stood, except for keys
/// that the mapping has itself. Keys are scalars, and are equal when their texts are (by Unicode's canonical
/// equivalence, as Swift compares strings), whatever their style.
public struct YAMLMapping: Sendable {
  /// One key with its value.
  public struct Entry: Sendable {
    /// The key, a scalar.
    public let key: YAMLNode
    /// The value; an empty plain scalar where none is written.
    public let value: YAMLNode

    let mergeKey: YAMLNode?

    init(key: YAMLNode, value: YAMLNode, mergeKey: YAMLNode? = nil) {
      self.key = key
      self.value = value
      self.mergeKey = mergeKey
    }

    /// The key's text.
    public var name: String { key.text ?? "" }

    /// The place of the merge key that brought the entry; nil for an entry of the mapping's own.
    public var mergedFrom: SourceSpan? { mergeKey?.occurrence }
  }

  /// All entries in their order.
  public private(set) var entries: [Entry] = []

  /// How it is written.
  public let style: YAMLCollectionStyle

  /// Positions by key; empty for mappings that are searched faster from the start.
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

  /// Adds an entry, unless one has the same key; then that one is returned.
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
