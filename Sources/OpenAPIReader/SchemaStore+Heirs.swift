import APIModel

/// Schemas with a discriminator that list no alternatives: those that extend them with `allOf` are the alternatives.
extension SchemaStore {
  /// The union of the components that extend a schema, directly or not; nil if the schema has no discriminator or lists
  /// its alternatives, or if it is extended less than twice.
  func unionOfHeirs(of value: Located) -> Schema? {
    guard isExtended(value) else { return nil }
    let alternatives = allHeirs(of: value).map { reference(name(of: $0), at: $0.value.node) }
    return union(
      alternatives, .init(isOneOf: true, alternatives: []), discriminator: value["discriminator"], at: value)
  }

  /// Whether a schema extends another one that is a union of its heirs, without adding anything.
  func extends(_ value: Located, _ target: Target) -> Bool {
    value["allOf"] != nil && isExtended(target.value)
  }

  /// The schema that a component is another name of: `Alias: {$ref: …}`.
  func withoutAliases(_ target: Target) -> Target {
    var target = target
    var seen: Set<String> = []
    while seen.insert(target.key).inserted, target.value.entries.count == 1,
      let reference = target.value["$ref"]?.node.text,
      let next = documents.target(of: reference, from: target.value.file)
    { target = next }
    return target
  }

  private func isExtended(_ value: Located) -> Bool {
    value["discriminator"]?.node.mapping != nil && value["oneOf"] == nil && value["anyOf"] == nil
      && allHeirs(of: value).count > 1
  }

  /// Those whose values a schema's values can be. One that is a union itself isn't among them, but its heirs are.
  private func allHeirs(of value: Located) -> [Target] {
    var found: [Target] = []
    var seen: Set<Spot> = [Spot(value)]
    var pending = heirs[Spot(value)] ?? []
    var next = 0
    while next < pending.count {
      let heir = pending[next]
      next += 1
      guard seen.insert(Spot(heir.value)).inserted else { continue }
      let own = heirs[Spot(heir.value)] ?? []
      if own.isEmpty || heir.value["discriminator"] == nil { found.append(heir) }
      pending += own
    }
    return found
  }
}
