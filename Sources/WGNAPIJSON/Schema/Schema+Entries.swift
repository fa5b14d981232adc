extension Schema {
  /// An ordered list of keys and values, written as a dictionary literal.
  public struct Entries<Value: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    /// The keys with their values.
    public var entries: [(key: String, value: Value)]

    /// Creates entries at run time.
    public init(_ entries: some Sequence<(key: String, value: Value)>) { self.entries = Array(entries) }

    public init(dictionaryLiteral elements: (String, Value)...) {
      entries = elements.map { (key: $0.0, value: $0.1) }
    }
  }
}
