import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// Schemas with a discriminator that list no alternatives: those that extend them with `allOf` are the alternatives.
extension SchemaStore {
  /// The union of the components that extend a schema, directly or not; nil if the schema has no discriminator or lists
  /// its alternatives, or if it is extended less than twice.
  func unionOfHeirs(of value: Located) -> Schema? {
    guard isExtended(value) else { return nil }
    let alternatives = recognizable(allHeirs(of: value), of: value)
    var schema = union(
      alternatives.map { reference(name(of: $0), at: $0.value.node) },
      .init(isOneOf: true, alternatives: []), discriminator: value["discriminator"], at: value)
    if schema.discriminator != nil {
      schema.discriminator?.mapping += impliedMapping(of: value, to: alternatives)
    }
    return schema
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
    guard let property = discriminatedProperty(of: value) else { return heirs }
    let mapping = self.mapping(of: value)
    let mapped = Set(mapping.map(\.target.key))
    let heirs = heirs.filter { mapped.contains($0.key) || !isDivided($0, by: property) }
    guard let values = tags(property, of: value) else { return heirs }
    let free = values.subtracting(mapping.map(\.tag))
    var unclaimed = free
    var found = heirs.filter { heir in
      if mapped.contains(heir.key) { return true }
      if unclaimed.remove(heir.name) != nil || free.contains(heir.name) { return true }
      guard let own = tags(property, of: heir.value), own != values, !own.isDisjoint(with: free) else {
        return false
      }
      unclaimed.subtract(own)
      return true
    }
    // Without any, the values tell nothing about the schemas.
    guard !found.isEmpty else { return heirs }
    var names = Set(found.map(\.key))
    names.formUnion(meant(by: unclaimed, among: heirs.filter { !names.contains($0.key) }, of: value).values)
    found = heirs.filter { names.contains($0.key) }
    // A single alternative would be read for the other values, too.
    if found.count < 2, !unclaimed.isEmpty { return heirs }
    for heir in heirs where !names.contains(heir.key) && self.heirs[Spot(heir.value)] == nil {
      findings.leaveOut(
        "no value of '\(abbreviate(property))' stands for '\(abbreviate(heir.name))', so nothing is read as it",
        at: heir.value.node)
    }
    return found
  }

  /// The heirs that values without a mapping stand for, by the values: those that have the same name except for case and
  /// separators, and the last heir for the last value. Heirs in between stand for no value.
  private func meant(by values: Set<String>, among heirs: [Target], of value: Located) -> [String: String] {
    guard !values.isEmpty else { return [:] }
    var left = heirs.filter { self.heirs[Spot($0.value)] == nil }
    var found: [String: String] = [:]
    for tag in values.sorted() {
      let fitting = left.indices.filter { folded(left[$0].name) == folded(tag) }
      guard fitting.count == 1, let position = fitting.first else { continue }
      found[tag] = left.remove(at: position).key
    }
    let rest = values.subtracting(found.keys)
    if rest.count == 1, let tag = rest.first, left.count == 1, let heir = left.first { found[tag] = heir.key }
    return found
  }

  /// A name without case and separators.
  private func folded(_ name: String) -> String {
    String(name.lowercased().unicodeScalars.filter { !["_", "-", ".", " "].contains($0) })
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

  private func discriminatedProperty(of value: Located) -> String? {
    value["discriminator"]?["propertyName"]?.node.text
  }

  private typealias MappedTag = (tag: String, key: YAMLNode, target: Target)

  /// What the values of a schema's discriminator stand for, as the schema itself says.
  private func ownMapping(of value: Located) -> [MappedTag] {
    (value["discriminator"]?["mapping"]?.entries ?? []).compactMap { key, tag, target in
      mappedSchema(target).map { (tag, key, withoutAliases($0)) }
    }
  }

  /// What the values of a schema's discriminator stand for. Heirs with the same discriminator say it of further values.
  private func mapping(of value: Located) -> [MappedTag] {
    var mapping = ownMapping(of: value)
    guard let property = discriminatedProperty(of: value) else { return mapping }
    var known = Set(mapping.map(\.tag))
    for heir in closure(of: value) where discriminatedProperty(of: heir.value) == property {
      mapping += ownMapping(of: heir.value).filter { known.insert($0.tag).inserted }
    }
    return mapping
  }

  /// What values stand for that the schema's own mapping doesn't have.
  private func impliedMapping(of value: Located, to alternatives: [Target]) -> [Discriminator.Mapping] {
    guard let property = discriminatedProperty(of: value) else { return [] }
    let keys = Set(alternatives.map(\.key))
    var known = Set(ownMapping(of: value).map(\.tag))
    var implied: [Discriminator.Mapping] = []
    func add(_ tag: String, _ target: Target, at key: YAMLNode) {
      guard keys.contains(target.key), known.insert(tag).inserted else { return }
      implied.append(
        .init(
          value: Name(tag, span: key.occurrence), schema: Name(name(of: target), span: key.occurrence)))
    }
    for (tag, key, target) in mapping(of: value) { add(tag, target, at: key) }
    let values = tags(property, of: value)
    let mapped = Set(mapping(of: value).map(\.target.key))
    let others = alternatives.filter { !mapped.contains($0.key) }
    // The constants of a union aren't its alternatives', which another property tells apart.
    for heir in others where isExtended(heir.value) {
      guard let own = tags(property, of: heir.value), own != values else { continue }
      for tag in own.sorted() { add(tag, heir, at: heir.value.node) }
    }
    var unclaimed = (values ?? []).subtracting(known)
    for heir in others {
      unclaimed.remove(heir.name)
      if let own = tags(property, of: heir.value), own != values { unclaimed.subtract(own) }
    }
    let silent = others.filter { heir in
      values?.contains(heir.name) != true && (tags(property, of: heir.value).map { $0 == values } ?? true)
    }
    let byKey = Dictionary(silent.map { ($0.key, $0) }) { first, _ in first }
    for (tag, key) in meant(by: unclaimed, among: silent, of: value).sorted(by: { $0.key < $1.key }) {
      if let heir = byKey[key] { add(tag, heir, at: heir.value.node) }
    }
    return implied
  }

  /// Whether a schema has a discriminator for those that extend it, of which there are several.
  private func isExtended(_ value: Located) -> Bool {
    value["discriminator"]?.node.mapping != nil && value["oneOf"] == nil && value["anyOf"] == nil
      && closure(of: value, atMost: 2).count > 1
  }

  /// All schemas that extend a schema, directly or not, the nearest first.
  private func closure(of value: Located, atMost most: Int = .max) -> [Target] {
    var seen: Set<Spot> = [Spot(value)]
    var found: [Target] = []
    var pending = heirs[Spot(value)] ?? []
    var next = 0
    while next < pending.count, found.count < most {
      let heir = pending[next]
      next += 1
      guard seen.insert(Spot(heir.value)).inserted else { continue }
      found.append(heir)
      pending += heirs[Spot(heir.value)] ?? []
    }
    return found
  }

  /// Those whose values a schema's values can be. One that is a union by the same property isn't among them unless a value
  /// stands for it, but its heirs are.
  private func allHeirs(of value: Located) -> [Target] {
    let property = discriminatedProperty(of: value)
    let mapped = Set(mapping(of: value).map(\.target.key))
    var found: [Target] = []
    var seen: Set<Spot> = [Spot(value)]
    var pending = heirs[Spot(value)] ?? []
    var inner: [Target] = []
    var next = 0
    while next < pending.count {
      let heir = pending[next]
      next += 1
      guard seen.insert(Spot(heir.value)).inserted else { continue }
      let isUnion = isExtended(heir.value)
      let isOther = isUnion && discriminatedProperty(of: heir.value) != property
      if mapped.contains(heir.key) || !isUnion || isOther { found.append(heir) }
      // A value stands for all of its heirs, which another property tells apart.
      if isOther, mapped.contains(heir.key) {
        inner.append(heir)
      } else {
        pending += heirs[Spot(heir.value)] ?? []
      }
    }
    // Unless the mapping has values for these, too.
    for heir in inner.flatMap({ closure(of: $0.value) })
    where mapped.contains(heir.key) && seen.insert(Spot(heir.value)).inserted { found.append(heir) }
    return found
  }
}
