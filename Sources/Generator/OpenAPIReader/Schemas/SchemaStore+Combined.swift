import APIModel
import SpecReader
import SpecYAML

/// The alternatives of a union, together with what is said beside them.
struct CombinedAlternatives {
  var schemas: [Schema] = []
  /// The keys of the schemas that were merged with what is said beside them, so that alternatives don't refer to them.
  var merged: Set<String> = []
  /// The alternatives that aren't objects, with their positions, so that what is said of objects says nothing of them.
  var others: [(position: Int, alternative: Located)] = []
}

// Alternatives beside properties or other parts: `{properties: …, oneOf: […], discriminator: …}`.
extension SchemaStore {
  /// Combines each alternative with what is said beside them; nil if they aren't objects that can be told apart.
  func combined(
    _ base: SchemaFacts, with alternatives: [Located], by discriminator: Located?
  ) -> CombinedAlternatives? {
    var combined = CombinedAlternatives()
    for alternative in alternatives {
      guard add(alternative, to: base, by: discriminator.map { [$0] } ?? [], &combined) else { return nil }
    }
    return combined
  }

  /// - Parameter discriminators: those of the unions around the alternative.
  private func add(
    _ alternative: Located, to base: SchemaFacts, by discriminators: [Located],
    _ combined: inout CombinedAlternatives
  ) -> Bool {
    guard combined.schemas.count < Self.mostAlternatives || discriminators.count < 2 else { return false }
    let own = facts(of: alternative)
    // What is said of objects says nothing of other values.
    let isOther = base.types == nil && own.types.map { !$0.contains(.object) } ?? false
    let isUntouched = isOther && base.items == nil && base.prefixItems.isEmpty
    if isUntouched || repeats(alternative, own, base) {
      if isUntouched { combined.others.append((combined.schemas.count, alternative)) }
      combined.schemas.append(use(alternative))
      return true
    }
    var both = base
    var seen: Set<String> = []
    both.add(alternative, in: documents, seen: &seen)
    guard both.types.map({ $0 == [.object] }) ?? true else { return false }
    let limits = both.unions.filter { onlyLimits($0, both) }
    let unions = both.unions.filter { !onlyLimits($0, both) }
    if let target = namedTarget(of: alternative) { combined.merged.insert(target.key) }
    guard let inner = unions.first else {
      var schema = plain(both, at: alternative)
      for union in limits { demand(union, of: &schema) }
      schema.title = alternative.node["title"]?.text ?? referenceName(alternative)
      tag(&schema, as: alternative, by: discriminators, base)
      combined.schemas.append(schema)
      return true
    }
    // The alternatives of an alternative are told apart by the same property, or not at all.
    let property = discriminators.first?["propertyName"]?.node.text
    guard property != nil, unions.count == 1, limits.isEmpty, discriminators.count < 8,
      both.discriminator.map({ $0["propertyName"]?.node.text == property }) ?? true
    else { return false }
    both.unions = []
    let all = both.discriminator.map { [$0] + discriminators } ?? discriminators
    return inner.alternatives.allSatisfy { add($0, to: both, by: all, &combined) }
  }

  private func namedTarget(of alternative: Located) -> Target? {
    guard let reference = alternative["$ref"], let text = reference.node.text else { return nil }
    return documents.target(of: text, from: reference).map(withoutAliases)
  }

  // MARK: Tags

  /// Makes the discriminator's value a constant of an alternative that isn't a reference, so that it tells it apart.
  private func tag(
    _ schema: inout Schema, as alternative: Located, by discriminators: [Located], _ base: SchemaFacts
  ) {
    guard let node = discriminators.first?["propertyName"]?.node, let name = node.text else { return }
    let written = base.properties.first { $0.name == name }?.schemas ?? []
    guard let values = tagValues(of: alternative, name, by: discriminators, beside: written) else { return }
    var form = Schema(span: node.occurrence)
    form.types = [.string]
    let position = schema.object.properties.firstIndex { $0.name.text == name }
    if let position {
      let known = schema.object.properties[position].schema
      form.span = known.span
      form.documentation = known.documentation
      form.isReadOnly = known.isReadOnly
      form.isWriteOnly = known.isWriteOnly
      let isInteger = known.types == [.integer] || written.contains { facts(of: $0).types == [.integer] }
      if isInteger { form.types = [.integer] }
    }
    let literals = values.compactMap { value -> Literal? in
      guard form.types == [.integer] else { return .string(value) }
      return jsonNumber(of: YAMLScalar(value)).map { .number($0) }
    }
    guard let first = literals.first else { return }
    if literals.count == 1 {
      form.const = first
    } else {
      form.enumeration = Enumeration(
        cases: literals.map { .init(value: $0, swiftName: nil, summary: nil, span: form.span) })
    }
    // Without its tag, nobody could tell what a value is.
    if let position {
      schema.object.properties[position].schema = form
      schema.object.properties[position].isRequired = true
    } else {
      schema.object.properties.append(
        .init(name: Name(name, span: node.occurrence), schema: form, isRequired: true))
    }
  }

  /// The values of a discriminator for an alternative: those of a mapping, otherwise the schema's name; nil if the alternative
  /// says itself which.
  private func tagValues(
    of alternative: Located, _ property: String, by discriminators: [Located], beside written: [Located]
  ) -> [String]? {
    let target = namedTarget(of: alternative)
    for discriminator in discriminators {
      let mapped = (discriminator["mapping"]?.allEntries ?? []).filter { entry in
        target != nil && mappedSchema(entry.value).map { withoutAliases($0).key } == target?.key
      }
      if !mapped.isEmpty { return mapped.map(\.name) }
    }
    let all = written.compactMap(listed).map(\.texts)
    let common = all.dropFirst().reduce(all.first) { $0?.intersection($1) }
    if let own = tags(property, of: alternative)?.texts, common.map({ !$0.isSubset(of: own) }) ?? true {
      return nil
    }
    guard let name = referenceName(alternative) else { return nil }
    guard let common, !common.contains(name) else { return [name] }
    let same = common.filter { OperationNames.plain($0) == OperationNames.plain(name) }
    return same.count == 1 ? Array(same) : [name]
  }

  // MARK: What alternatives repeat

  /// Whether the values of a named alternative satisfy the keywords beside it anyway, because it has them, too.
  private func repeats(_ alternative: Located, _ own: SchemaFacts, _ base: SchemaFacts) -> Bool {
    var budget = Self.mostAlternatives
    return alternative["$ref"] != nil && repeats(own, base, &budget)
  }

  private func repeats(_ own: SchemaFacts, _ base: SchemaFacts, _ budget: inout Int) -> Bool {
    budget -= 1
    guard budget > 0 else { return false }
    if says(own, base) { return true }
    guard own.unions.count == 1, let inner = own.unions.first else { return false }
    var rest = own
    rest.unions = []
    for alternative in inner.alternatives {
      var both = rest
      var seen: Set<String> = []
      both.add(alternative, in: documents, seen: &seen)
      guard repeats(both, base, &budget) else { return false }
    }
    return true
  }

  private func says(_ own: SchemaFacts, _ base: SchemaFacts) -> Bool {
    let types = own.types ?? (own.hasObjectForm ? [.object] : nil)
    let spots = Set(own.conditions.map { Spot($0.value) })
    guard base.types.map({ types?.isSubset(of: $0) == true }) ?? true,
      base.required.isSubset(of: own.required), base.items == nil, base.prefixItems.isEmpty,
      base.enumeration == nil, base.const == nil,
      base.conditions.allSatisfy({ spots.contains(Spot($0.value)) }),
      base.counts.allSatisfy({ own.counts[$0.key] == $0.value }),
      base.patternProperties.allSatisfy({ entry in
        own.patternProperties.contains { entry.pattern == $0.pattern && says($0.schemas, entry.schemas) }
      })
    else { return false }
    if let additional = base.additionalProperties, !additional.isAnySchema {
      guard let own = own.additionalProperties, says([own], [additional]) else { return false }
    }
    return base.properties.allSatisfy { name, _, schemas in
      own.properties.first { $0.name == name }.map { says($0.schemas, schemas) } ?? false
    }
  }

  /// Whether schemas that apply to one value together say what others do.
  private func says(_ own: [Located], _ others: [Located]) -> Bool {
    others.allSatisfy { other in
      if other.isAnySchema || own.contains(where: { saysTheSame($0, other) }) { return true }
      if let values = listed(by: other)?.texts {
        return own.contains { listed(by: $0)?.texts.isSubset(of: values) == true }
      }
      guard onlyAnnotates(other, besides: "type"), let types = facts(of: other).types else { return false }
      return own.contains { facts(of: $0).types?.isSubset(of: types) == true }
    }
  }

  private func saysTheSame(_ one: Located, _ other: Located) -> Bool {
    if Spot(one) == Spot(other) { return true }
    guard one.file == other.file, one.node.mapping != nil, other.node.mapping != nil else { return false }
    func constraints(_ value: Located) -> [String: Literal?] {
      let entries = value.entries.filter { $0.name == "nullable" || !Self.annotations.contains($0.name) }
      return Dictionary(entries.map { ($0.name, literal($0.value.node)) }, uniquingKeysWith: { $1 })
    }
    return constraints(one) == constraints(other)
  }
}
