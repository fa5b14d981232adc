import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// Schemas with a discriminator that list no alternatives, or only those that extend them with `allOf`: these are the
/// alternatives.
extension SchemaStore {
  /// The union of the components that extend a schema, directly or not; nil if the schema has no discriminator or lists
  /// other alternatives, or if nothing extends it. A single subtype is a union, too: read as the schema itself, it would lose
  /// what it adds.
  func unionOfSubtypes(of value: Located) -> Schema? {
    guard isExtended(value) else { return nil }
    let subtypes = recognizable(allSubtypes(of: value), of: value)
    var schema = Schema(span: value.node.occurrence)
    var names: Set<String> = []
    let alternatives = subtypes.filter { names.insert(name(of: $0)).inserted }
    schema.oneOf = alternatives.map { reference(name(of: $0), at: $0.value.node) }
    schema.discriminator = value["discriminator"].flatMap { discriminator($0, of: schema.oneOf) }
    guard schema.discriminator != nil || alternatives.count > 1 else { return nil }
    schema.isNullable = listedAlternatives(of: value).contains(where: isNull)
    reportMissingProperty(of: value, in: alternatives)
    if schema.discriminator != nil {
      schema.discriminator?.mapping += impliedMapping(of: value, to: alternatives)
    }
    return schema
  }

  /// Warns of a subtype without the property by which it is recognized: it would be written without it.
  private func reportMissingProperty(of value: Located, in subtypes: [Target]) {
    guard let property = value["discriminator"]?["propertyName"], let name = property.node.text,
      let first = subtypes.first(where: { subtype in
        !facts(of: subtype.value).properties.contains { $0.name == name }
      })
    else { return }
    let reason = "so a value is written without it, and nobody can tell what it is; declare it"
    findings.mistake(
      "'\(abbreviate(name))' isn't a property of '\(abbreviate(first.name))', \(reason)",
      at: property.node)
  }

  /// Warns of a schema that values are read as, although only a schema that it extends says how to tell its subtypes apart:
  /// what these add is lost.
  func reportUndivided(_ target: Target) {
    let value = target.value
    // An alias of it refers to it, too.
    guard value["allOf"] != nil, let own = subtypes[Spot(value)], !own.isEmpty,
      ["discriminator", "oneOf", "anyOf"].allSatisfy({ value[$0] == nil }),
      lookedAtAsUndivided.insert(Spot(value)).inserted, let base = discriminatedAncestor(of: value)
    else { return }
    let names = own.prefix(3).map { "'\(abbreviate($0.name))'" }.joined(separator: ", ")
    let others = own.count > 3 ? " and \(own.count - 3) others" : ""
    let verb = own.count == 1 ? "adds" : "add"
    let way = "if its values may be of these, repeat the 'discriminator' of '\(abbreviate(base.name))' here"
    findings.leaveOut(
      "'\(abbreviate(target.name))' is read without what \(names)\(others) \(verb); \(way)",
      at: value.node)
  }

  /// The nearest schema with a discriminator that a schema extends.
  private func discriminatedAncestor(of value: Located) -> Target? {
    var seen: Set<Spot> = [Spot(value)]
    var pending = [value]
    while let value = pending.popLast() {
      for part in value["allOf"]?.items ?? [] {
        guard let reference = part["$ref"]?.node.text,
          let target = documents.target(of: reference, from: part).map(withoutAliases),
          seen.insert(Spot(target.value)).inserted
        else { continue }
        if isExtended(target.value) { return target }
        pending.append(target.value)
      }
    }
    return nil
  }

  /// Whether a schema extends another one that is a union of its subtypes, without adding anything.
  func extends(_ value: Located, _ target: Target) -> Bool {
    guard value["allOf"] != nil, isExtended(target.value) else { return false }
    return listedSubtypes(of: target.value)?.contains(Spot(value)) ?? true
  }

  /// The schema whose subtypes are exactly the alternatives of an unnamed union, as springdoc writes it wherever a method
  /// returns the base class.
  func familyBase(of value: Located) -> Target? {
    guard let keyword = ["oneOf", "anyOf"].first(where: { value[$0] != nil }),
      value.node.entries?.allSatisfy({
        $0.name == keyword || Self.annotations.contains($0.name)
      }) ?? false
    else { return nil }
    let alternatives = listedAlternatives(of: value).filter { !isNull($0) }
    let members = alternatives.compactMap(referenced(by:))
    guard members.count > 1, members.count == alternatives.count else { return nil }
    let spots = Set(members.map { Spot($0.value) })
    return members[0].value["allOf"]?.items.lazy.compactMap(referenced(by:)).first { base in
      isExtended(base.value) && family(of: base.value) == spots.subtracting([Spot(base.value)])
    }
  }

  /// The places of all subtypes of a schema.
  private func family(of value: Located) -> Set<Spot> {
    if let known = knownFamilies[Spot(value)] { return known }
    let family = Set(allSubtypes(of: value).map { Spot($0.value) })
    knownFamilies[Spot(value)] = family
    return family
  }

  /// The schema that a value is nothing but a reference to.
  private func referenced(by value: Located) -> Target? {
    guard value.node.entries?.count == 1, let reference = value["$ref"]?.node.text else { return nil }
    return documents.target(of: reference, from: value).map(withoutAliases)
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

  /// The subtypes that a value of the discriminator stands for. Between a schema and its subtypes there may be others, which
  /// only share properties: no value is one of those.
  private func recognizable(_ subtypes: [Target], of value: Located) -> [Target] {
    guard let property = discriminatedProperty(of: value) else { return subtypes }
    let mapping = self.mapping(of: value)
    let mapped = Set(mapping.map(\.target.key))
    let subtypes = subtypes.filter { mapped.contains($0.key) || !isDivided($0, by: property) }
    guard let values = tags(property, of: value) else { return subtypes }
    let free = values.texts.subtracting(mapping.map(\.tag))
    var claims = Claims(values, free)
    var names: Set<String> = []
    for subtype in subtypes {
      // Mapped values aren't free.
      let isMeant =
        mapped.contains(subtype.key) || claims.claim(subtype.name)
        || claims.claim(tags(property, of: subtype.value))
      if isMeant { names.insert(subtype.key) }
    }
    // Without any, the values tell nothing about the schemas.
    guard !names.isEmpty else { return subtypes }
    names.formUnion(
      meant(by: claims.left, among: subtypes.filter { !names.contains($0.key) }).map(\.subtype.key))
    // A single alternative would be read for the other values, too.
    if names.count < 2, !claims.left.isEmpty { return subtypes }
    for subtype in subtypes where !names.contains(subtype.key) && self.subtypes[Spot(subtype.value)] == nil {
      findings.leaveOut(
        "no value of '\(abbreviate(property))' stands for '\(abbreviate(subtype.name))', so nothing is read as it",
        at: subtype.value.node)
    }
    return subtypes.filter { names.contains($0.key) }
  }

  /// Finds the subtypes for values that no mapping contains. A value belongs to the subtype of the same name, apart from case and
  /// separators. A subtype that has subtypes of its own gets none.
  private func meant(by values: Set<String>, among subtypes: [Target]) -> [(tag: String, subtype: Target)] {
    guard !values.isEmpty else { return [] }
    let leaves = subtypes.filter { self.subtypes[Spot($0.value)] == nil }
    let known = Dictionary(grouping: leaves) { OperationNames.plain($0.name) }
    var found: [(tag: String, subtype: Target)] = []
    var taken: Set<String> = []
    for tag in values.sorted() {
      guard let fitting = known[OperationNames.plain(tag)], fitting.count == 1, let subtype = fitting.first,
        taken.insert(subtype.key).inserted
      else { continue }
      found.append((tag, subtype))
    }
    return found
  }

  private func discriminatedProperty(of value: Located) -> String? {
    value["discriminator"]?["propertyName"]?.node.text
  }

  private typealias MappedTag = (tag: String, key: YAMLNode, target: Target)

  /// The mapping that a schema's own discriminator contains.
  private func ownMapping(of value: Located) -> [MappedTag] {
    (value["discriminator"]?["mapping"]?.allEntries ?? []).compactMap { key, tag, target in
      mappedSchema(target).map { (tag, key, withoutAliases($0)) }
    }
  }

  /// The mapping of a schema's discriminator, with the entries of subtypes that have the same discriminator.
  private func mapping(of value: Located) -> [MappedTag] {
    var mapping = ownMapping(of: value)
    guard let property = discriminatedProperty(of: value) else { return mapping }
    var known = Set(mapping.map(\.tag))
    let subtypes = closure(of: value)
    for subtype in subtypes where discriminatedProperty(of: subtype.value) == property {
      mapping += ownMapping(of: subtype.value).filter { known.insert($0.tag).inserted }
    }
    // AutoRest has a subtype name its own value.
    for subtype in subtypes {
      guard let node = subtype.value.node["x-ms-discriminator-value"], let tag = node.text,
        known.insert(tag).inserted
      else { continue }
      mapping.append((tag, node, subtype))
    }
    return mapping
  }

  /// The mapping for values that the schema's own mapping lacks.
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
    for subtype in others where isExtended(subtype.value) {
      guard let own = tags(property, of: subtype.value), own != values else { continue }
      for tag in own.texts.sorted() { add(tag, subtype, at: subtype.value.node) }
    }
    guard let values else { return implied }
    var claims = Claims(values, values.texts.subtracting(known))
    let silent = others.filter { subtype in
      let own = tags(property, of: subtype.value)
      let isNamed = claims.claim(subtype.name)
      // Without a mapping, a value is the name of a schema; but it would be found in the values of every subtype.
      if isNamed, own == values { add(subtype.name, subtype, at: subtype.value.node) }
      return !claims.claim(own) && !isNamed
    }
    for (tag, subtype) in meant(by: claims.left, among: silent) { add(tag, subtype, at: subtype.value.node) }
    return implied
  }

  /// Whether a schema has a discriminator, and others extend it.
  private func isExtended(_ value: Located) -> Bool {
    value["discriminator"]?.node.mapping != nil
      && subtypes[Spot(value)]?.contains { Spot($0.value) != Spot(value) } == true
      && (listedAlternatives(of: value).isEmpty || listedSubtypes(of: value) != nil)
  }

  private func listedAlternatives(of value: Located) -> [Located] {
    (value["oneOf"]?.items ?? []) + (value["anyOf"]?.items ?? [])
  }

  /// The subtypes that a schema lists as its alternatives, as Jackson and springdoc do, and the subtypes of these; nil if it
  /// lists none, or other alternatives.
  private func listedSubtypes(of value: Located) -> Set<Spot>? {
    let alternatives = listedAlternatives(of: value)
    guard !alternatives.isEmpty, value["oneOf"] == nil || value["anyOf"] == nil else { return nil }
    if let known = knownLists[Spot(value)] { return known }
    let all = Set(closure(of: value).map { Spot($0.value) })
    let listed = alternatives.filter { !isNull($0) }.map { alternative -> Located? in
      guard let reference = alternative["$ref"]?.node.text else { return nil }
      return documents.target(of: reference, from: alternative).map { withoutAliases($0).value }
    }
    let subtypes = listed.compactMap(\.self).filter { all.contains(Spot($0)) }
    var found: Set<Spot>?
    if !subtypes.isEmpty, subtypes.count == listed.count {
      found = Set(subtypes.map(Spot.init) + subtypes.flatMap { closure(of: $0).map { Spot($0.value) } })
    }
    knownLists[Spot(value)] = .some(found)
    return found
  }

  /// All schemas that extend a schema, directly or not, the nearest first.
  private func closure(of value: Located) -> [Target] {
    var seen: Set<Spot> = [Spot(value)]
    var found: [Target] = []
    var pending = subtypes[Spot(value)] ?? []
    var next = 0
    while next < pending.count {
      let subtype = pending[next]
      next += 1
      guard seen.insert(Spot(subtype.value)).inserted else { continue }
      found.append(subtype)
      pending += subtypes[Spot(subtype.value)] ?? []
    }
    return found
  }

  /// All schemas that extend this one, directly or not. One that is itself divided by the same property counts only if a
  /// mapping contains it; its subtypes count always.
  func allSubtypes(of value: Located) -> [Target] {
    let property = discriminatedProperty(of: value)
    let mapped = Set(mapping(of: value).map(\.target.key))
    var found: [Target] = []
    var seen: Set<Spot> = [Spot(value)]
    var pending = subtypes[Spot(value)] ?? []
    var inner: [Target] = []
    var next = 0
    while next < pending.count {
      let subtype = pending[next]
      next += 1
      guard seen.insert(Spot(subtype.value)).inserted else { continue }
      let isUnion = isExtended(subtype.value)
      let isOther = isUnion && discriminatedProperty(of: subtype.value) != property
      if mapped.contains(subtype.key) || !isUnion || isOther { found.append(subtype) }
      // A value stands for all of its subtypes, which another property tells apart.
      if isOther, mapped.contains(subtype.key) {
        inner.append(subtype)
      } else {
        pending += subtypes[Spot(subtype.value)] ?? []
      }
    }
    // Unless the mapping has values for these, too.
    for subtype in inner.flatMap({ closure(of: $0.value) })
    where mapped.contains(subtype.key) && seen.insert(Spot(subtype.value)).inserted { found.append(subtype) }
    guard let listed = listedSubtypes(of: value) else { return found }
    return found.filter { listed.contains(Spot($0.value)) }
  }
}
