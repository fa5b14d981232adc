/// The values that a discriminator has in the alternatives of a union that is itself an alternative.
struct NestedTags {
  /// Without duplicates, in order.
  var values: [String]
  /// Whether the inner union tells all of its alternatives apart by the same property, so that each value that is
  /// read or written has one of `values`.
  var areTold: Bool
}

extension SchemaIndex {
  /// Returns nil if an alternative isn't a union.
  func nestedTags(_ property: String, of alternative: Schema, within outer: Set<String>) -> NestedTags? {
    var outer = outer
    var union = alternative
    while let reference = union.reference {
      guard outer.insert(reference.text).inserted, let target = self[reference.text] else { return nil }
      union = target
    }
    guard case .union = shape(of: union) else { return nil }
    let forms = forms(ofUnion: union, within: outer)
    var values: [String] = []
    var areTold = forms.discriminator == property
    for (inner, form) in zip(union.oneOf + union.anyOf, forms.forms) {
      if case .tags(let own) = form, forms.discriminator == property {
        values += own
        continue
      }
      areTold = false
      if let deeper = nestedTags(property, of: inner, within: outer) {
        values += deeper.values
      } else if let own = flattenedObject(resolved(inner).schema)?.property(property) {
        values += tagValues(of: own.schema) ?? []
      }
    }
    var seen: Set<String> = []
    return NestedTags(values: values.filter { seen.insert($0).inserted }, areTold: areTold)
  }

  /// Takes all values from alternatives that share one with a union among the alternatives, so that their schemas tell
  /// them apart.
  func withoutShared(_ values: [[String]?], _ nested: [NestedTags?]) -> [[String]?] {
    var owners: [String: Set<Int>] = [:]
    for position in values.indices {
      for value in values[position] ?? nested[position]?.values ?? [] {
        owners[value, default: []].insert(position)
      }
    }
    var shared: Set<Int> = []
    for positions in owners.values where positions.count > 1 {
      if positions.contains(where: { nested[$0] != nil }) { shared.formUnion(positions) }
    }
    return values.indices.map { shared.contains($0) ? nil : values[$0] }
  }
}
