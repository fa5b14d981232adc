extension Schema {
  /// The dynamic anchors of a schema resource (core, section 8.2.2): names with the schemas they stand for, which are
  /// found when first needed.
  public struct DynamicAnchors: Sendable, ExpressibleByDictionaryLiteral {
    let links: [String: SchemaLink]

    /// Anchors made at run time; of several with one name the last counts.
    public init(_ anchors: some Sequence<(String, @Sendable () -> Schema)>) {
      links = Dictionary(anchors.map { ($0, SchemaLink($1)) }, uniquingKeysWith: { $1 })
    }

    public init(dictionaryLiteral anchors: (String, @Sendable () -> Schema)...) { self.init(anchors) }
  }
}
