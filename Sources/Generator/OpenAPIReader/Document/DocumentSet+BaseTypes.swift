import SpecReader

/// What is known of schemas that list those that extend them.
struct BaseTypes {
  /// Whether an alternative of a schema extends it.
  var listing: [SchemaStore.Spot: Bool] = [:]
  /// The places of the document's schemas.
  var components: Set<SchemaStore.Spot>?
}

/// Base types that list their subtypes, as Jackson and springdoc write them: `Shape` has `oneOf: [{$ref: Circle}]`, and `Circle`
/// has `allOf: [{$ref: Shape}, …]`.
extension DocumentSet {
  private typealias Spot = SchemaStore.Spot

  /// Whether the alternatives of a schema are the subtypes of a base type, and it is looked at as a part of one of these, or of
  /// another named schema that extends it.
  ///
  /// - Parameters:
  ///   - keyword: the list of alternatives.
  ///   - owners: the schema whose parts are looked at, and the targets of the references that lead to `base`, the last of them.
  func listsSubtypes(_ base: Located, _ keyword: String, extendedBy owners: [Located]) -> Bool {
    guard owners.count > 1, let last = owners.last, Spot(last) == Spot(base) else { return false }
    let others = owners.dropLast()
    let spots = Set(others.map(Spot.init))
    if alternatives(of: base, keyword).contains(where: { spots.contains(Spot($0)) }) { return true }
    guard let subtype = others.lastIndex(where: { !isOnlyReference($0) }), lists(base, keyword) else {
      return false
    }
    // The parts of a schema without a name are parts of the subtypes, too.
    return subtype > 0 || isComponent(others[subtype])
  }

  private func isOnlyReference(_ value: Located) -> Bool {
    value["$ref"] != nil
      && value.entries.allSatisfy { $0.name == "$ref" || SchemaStore.annotations.contains($0.name) }
  }

  private func isComponent(_ value: Located) -> Bool {
    if baseTypes.components == nil {
      baseTypes.components = Set(components("schemas").map { Spot($0.target.value) })
    }
    return baseTypes.components?.contains(Spot(value)) == true
  }

  /// Whether an alternative extends the schema.
  private func lists(_ base: Located, _ keyword: String) -> Bool {
    if let known = baseTypes.listing[Spot(base)] { return known }
    let lists = alternatives(of: base, keyword).contains { extends($0, base) }
    baseTypes.listing[Spot(base)] = lists
    return lists
  }

  /// The schemas that alternatives refer to, without those that are only other names.
  private func alternatives(of base: Located, _ keyword: String) -> [Located] {
    (base[keyword]?.items ?? []).compactMap { alternative in
      var value = alternative
      var seen: Set<Spot> = []
      while isOnlyReference(value), seen.insert(Spot(value)).inserted, let next = target(of: value) {
        value = next
      }
      return seen.isEmpty ? nil : value
    }
  }

  private func extends(_ value: Located, _ base: Located) -> Bool {
    var pending = [value]
    var seen: Set<Spot> = []
    while let next = pending.popLast() {
      guard seen.insert(Spot(next)).inserted else { continue }
      pending += next["allOf"]?.items ?? []
      guard let target = target(of: next) else { continue }
      if Spot(target) == Spot(base) { return true }
      pending.append(target)
    }
    return false
  }

  private func target(of value: Located) -> Located? {
    guard let reference = value["$ref"], let text = reference.node.text else { return nil }
    return target(of: text, from: reference)?.value
  }
}
