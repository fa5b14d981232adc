extension Schema {
  /// The dynamic anchors of a schema resource (core, section 8.2.2): names and their schemas, which are
  /// resolved on first use.
  public struct DynamicAnchors: Sendable, ExpressibleByDictionaryLiteral {
    let list: DynamicAnchorList

    /// Creates anchors at run time. If a name occurs several times, the last one is used.
    public init(_ anchors: some Sequence<(String, @Sendable () -> Schema)>) {
      list = DynamicAnchorList(Dictionary(anchors.map { ($0, SchemaLink($1)) }, uniquingKeysWith: { $1 }))
    }

    public init(dictionaryLiteral anchors: (String, @Sendable () -> Schema)...) { self.init(anchors) }
  }
}

/// The shared list of a resource's anchors. A resource may have thousands of anchors, and as many schemas
/// with this list.
final class DynamicAnchorList: @unchecked Sendable {
  let links: [String: SchemaLink]
  /// Guarded by `SchemaLinking.lock` while it is created.
  private var plan: AnchorPlan?

  init(_ links: [String: SchemaLink]) { self.links = links }

  /// Returns the compiled anchors for lookups. Call it with `SchemaLinking.lock` held.
  func compile() -> AnchorPlan {
    if let plan { return plan }
    let made = AnchorPlan(links.map { (anchor: AnchorNumbers.number(of: $0.key), link: $0.value.pointer) })
    plan = made
    return made
  }
}
