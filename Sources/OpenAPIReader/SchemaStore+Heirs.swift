import APIModel
import Diagnostics
import SpecReader

/// Schemas with a discriminator that list no alternatives: those that extend them with `allOf` are the alternatives.
extension SchemaStore {
  /// The union of the components that extend a schema, directly or not; nil if the schema has no discriminator or lists
  /// its alternatives, or if it is extended less than twice.
  func unionOfHeirs(of value: Located) -> Schema? {
    guard isExtended(value) else { return nil }
    let alternatives = recognizable(allHeirs(of: value), of: value).map {
      reference(name(of: $0), at: $0.value.node)
    }
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
      let next = documents.target(of: reference, from: target.value)
    { target = next }
    return target
  }

  /// The heirs that a value of the discriminator stands for. Between a schema and its heirs there may be others, which
  /// only share properties: no value is one of those.
  private func recognizable(_ heirs: [Target], of value: Located) -> [Target] {
    guard let property = value["discriminator"]?["propertyName"]?.node.text else { return heirs }
    let mapping = self.mapping(of: value)
    let mapped = Set(mapping.map(\.target.key))
    let heirs = heirs.filter { mapped.contains($0.key) || !isDivided($0, by: property) }
    guard let values = tags(property, of: value) else { return heirs }
    let free = values.subtracting(mapping.map(\.tag))
    let found = heirs.filter { heir in
      mapped.contains(heir.key) || free.contains(heir.name)
        || tags(property, of: heir.value).map { $0 != values && !$0.isDisjoint(with: free) } == true
    }
    // Without any, the values tell nothing about the schemas.
    guard !found.isEmpty else { return heirs }
    let names = Set(found.map(\.key))
    for heir in heirs where !names.contains(heir.key) && self.heirs[Spot(heir.value)] == nil {
      findings.leaveOut(
        "no value of '\(abbreviate(property))' stands for '\(abbreviate(heir.name))', so nothing is read as it",
        at: heir.value.node)
    }
    return found
  }

  /// Whether the heirs of an heir have all of its values among them.
  private func isDivided(_ heir: Target, by property: String) -> Bool {
    guard self.heirs[Spot(heir.value)] != nil, let values = tags(property, of: heir.value) else {
      return false
    }
    let parts = allHeirs(of: heir.value).compactMap { tags(property, of: $0.value) }
    return values.isSubset(of: parts.filter { $0.isStrictSubset(of: values) }.joined())
  }

  /// The values that a schema allows for a property, as text; nil if any are allowed.
  private func tags(_ property: String, of value: Located) -> Set<String>? {
    let key = TagKey(spot: Spot(value), property: property)
    if let known = knownTags[key] { return known }
    let tags = findTags(property, of: value)
    knownTags[key] = .some(tags)
    return tags
  }

  private func findTags(_ property: String, of value: Located) -> Set<String>? {
    let schemas = facts(of: value).properties.first { $0.name == property }?.schemas ?? []
    return schemas.reduce(nil) { known, schema in
      let own = facts(of: schema)
      guard let nodes = own.const.map({ [$0] }) ?? own.enumeration else { return known }
      let values = Set(nodes.compactMap(\.node.text))
      return known?.intersection(values) ?? values
    }
  }

  private func facts(of value: Located) -> SchemaFacts {
    var facts = SchemaFacts()
    var seen: Set<String> = []
    facts.add(value, in: documents, seen: &seen)
    return facts
  }

  /// What the values of a schema's discriminator stand for.
  private func mapping(of value: Located) -> [(tag: String, target: Target)] {
    (value["discriminator"]?["mapping"]?.entries ?? []).compactMap { _, tag, target in
      mappedSchema(target).map { (tag, withoutAliases($0)) }
    }
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
    let mapped = Set(mapping(of: value).map(\.target.key))
    while next < pending.count {
      let heir = pending[next]
      next += 1
      guard seen.insert(Spot(heir.value)).inserted else { continue }
      let own = heirs[Spot(heir.value)] ?? []
      // A value stands for all of its heirs, which another property tells apart.
      if mapped.contains(heir.key), isExtended(heir.value) {
        found.append(heir)
        continue
      }
      if own.isEmpty || heir.value["discriminator"] == nil { found.append(heir) }
      pending += own
    }
    return found
  }
}
