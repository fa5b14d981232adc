extension Schema {
  /// The dynamic anchors of a schema resource (core, section 8.2.2): names and their schemas, which are
  /// resolved on first use.
  public struct DynamicAnchors: Sendable, ExpressibleByDictionaryLiteral {
    let list: DynamicAnchorList

    /// Creates anchors at run time. If a name occurs several times, the last one is used.
    public init(_ anchors: some Sequence<(String, @Sendable () -> Schema)>) {
      var list: [(String, SchemaLink)] = []
      for (name, find) in anchors { list.append((name, SchemaLink(find))) }
      self.list = DynamicAnchorList(list)
    }

    public init(dictionaryLiteral anchors: (String, @Sendable () -> Schema)...) { self.init(anchors) }
  }
}

/// The shared list of a resource's anchors. A resource may have thousands of anchors, and as many schemas
/// with this list.
final class DynamicAnchorList: @unchecked Sendable {
  let links: [SchemaLink]
  private let names: [String]
  /// Guarded by `SchemaLinking.lock` while it is created.
  private var plan: AnchorPlan?

  init(_ anchors: [(name: String, link: SchemaLink)]) {
    var (links, names): ([SchemaLink], [String]) = ([], [])
    // The first of equal anchors counts in a plan.
    for anchor in anchors.reversed() {
      links.append(anchor.link)
      names.append(anchor.name)
    }
    self.links = links
    self.names = names
  }

  /// Returns the compiled anchors for lookups. Call it with `SchemaLinking.lock` held.
  func compile() -> AnchorPlan {
    if let plan { return plan }
    var entries: [(anchor: Int, link: LinkPointer)] = []
    for (index, name) in names.enumerated() {
      entries.append((AnchorNumbers.number(of: name), links[index].pointer))
    }
    let made = AnchorPlan(entries)
    plan = made
    return made
  }
}
