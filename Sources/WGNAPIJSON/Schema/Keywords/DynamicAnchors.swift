extension Schema {
  /// The dynamic anchors of a schema resource (core, section 8.2.2): names with the schemas they stand for, which are
  /// found when first needed.
  public struct DynamicAnchors: Sendable, ExpressibleByDictionaryLiteral {
    let list: DynamicAnchorList

    /// Anchors made at run time; of several with one name the last counts.
    public init(_ anchors: some Sequence<(String, @Sendable () -> Schema)>) {
      list = DynamicAnchorList(Dictionary(anchors.map { ($0, SchemaLink($1)) }, uniquingKeysWith: { $1 }))
    }

    public init(dictionaryLiteral anchors: (String, @Sendable () -> Schema)...) { self.init(anchors) }
  }
}

/// What the schemas of a resource share: a resource may have thousands of anchors, and as many schemas with this list.
final class DynamicAnchorList: @unchecked Sendable {
  let links: [String: SchemaLink]
  /// Guarded by `SchemaLinking.lock` while it is made.
  private var plan: AnchorPlan?

  init(_ links: [String: SchemaLink]) { self.links = links }

  /// The form in which the anchors are looked up. Called under `SchemaLinking.lock`.
  func compile() -> AnchorPlan {
    if let plan { return plan }
    let made = AnchorPlan(links.map { (anchor: AnchorNumbers.number(of: $0.key), link: $0.value.pointer) })
    plan = made
    return made
  }
}
