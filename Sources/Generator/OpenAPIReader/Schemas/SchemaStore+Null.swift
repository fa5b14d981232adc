import APIModel
import SpecReader
import SpecYAML

/// Which schemas allow null, as far as it is known; until it is known, one that contains itself doesn't.
struct Nullability {
  var only: [SchemaStore.Spot: Bool] = [:]
  var any: [SchemaStore.Spot: Bool] = [:]
}

/// Whether schemas allow null, which may be said behind references: `oneOf: [{$ref: Status}, {$ref: NullEnum}]`.
extension SchemaStore {
  /// Whether null is the only value, so that an alternative makes the others optional.
  func isNull(_ value: Located) -> Bool {
    let node = value.node
    // Literally any value, but meant as an alternative that is null: some tools write this for optional values.
    if node["nullable"]?.asBool == true, onlyAnnotates(value, besides: "nullable") { return true }
    return allowsOnlyNull(value, depth: 0)
  }

  /// Whether an alternative is any object or null, but only null is meant: apispec writes this beside a reference to an object.
  func isNullableObject(_ value: Located, beside alternatives: [Located]) -> Bool {
    let node = value.node
    guard node["nullable"]?.asBool == true, node["type"]?.text == "object", node.entries?.count == 2 else {
      return false
    }
    return alternatives.count == 2 && alternatives.contains { $0.node["$ref"] != nil }
  }

  private func allowsOnlyNull(_ value: Located, depth: Int) -> Bool {
    if let known = nullability.only[Spot(value)] { return known }
    guard depth < Self.mostReferencesToNull else { return false }
    nullability.only[Spot(value)] = false
    let allows = saysOnlyNull(value, depth: depth)
    nullability.only[Spot(value)] = allows
    return allows
  }

  private func saysOnlyNull(_ value: Located, depth: Int) -> Bool {
    let node = value.node
    if let type = node["type"] {
      if let names = type.items {
        if !names.isEmpty, names.allSatisfy({ $0.text == "null" }) { return true }
      } else if type.text == "null" {
        return true
      }
    }
    if let values = node["enum"]?.items { return !values.isEmpty && values.allSatisfy(\.asNull) }
    if let constant = node["const"] { return constant.asNull }
    if let target = target(of: value) { return allowsOnlyNull(target, depth: depth + 1) }
    if let parts = value["allOf"]?.items, parts.contains(where: { allowsOnlyNull($0, depth: depth + 1) }) {
      return true
    }
    return ["oneOf", "anyOf"].contains { keyword in
      let alternatives = value[keyword]?.items ?? []
      return !alternatives.isEmpty && alternatives.allSatisfy { allowsOnlyNull($0, depth: depth + 1) }
    }
  }

  /// Whether null is valid, beside other values or alone, because a schema or one that it refers to says so.
  func allowsNull(_ value: Located) -> Bool { allowsNull(value, depth: 0) }

  private func allowsNull(_ value: Located, depth: Int) -> Bool {
    if let known = nullability.any[Spot(value)] { return known }
    guard depth < Self.mostReferencesToNull else { return false }
    nullability.any[Spot(value)] = false
    let allows = saysNull(value, depth: depth + 1)
    nullability.any[Spot(value)] = allows
    return allows
  }

  private func saysNull(_ value: Located, depth: Int) -> Bool {
    let node = value.node
    if node["nullable"]?.asBool == true || node["x-nullable"]?.asBool == true { return true }
    if let values = node["enum"]?.items { return values.contains(where: \.asNull) }
    if let constant = node["const"] { return constant.asNull }
    if let type = node["type"] { return (type.items ?? [type]).contains { $0.text == "null" } }
    if let target = target(of: value) { return allowsNull(target, depth: depth) }
    if let parts = value["allOf"]?.items, !parts.isEmpty {
      return parts.allSatisfy { allowsNull($0, depth: depth) }
    }
    return ["oneOf", "anyOf"].contains { value[$0]?.items.contains { allowsNull($0, depth: depth) } ?? false }
  }

  /// What a schema that is only a reference refers to.
  private func target(of value: Located) -> Located? {
    guard let reference = value["$ref"], let text = reference.node.text else { return nil }
    return documents.target(of: text, from: reference)?.value
  }

  /// How many references and compositions may lead to a schema that is only null.
  private static let mostReferencesToNull = 16
}

extension SchemaStore {
  /// The list of values that an alternative is, or refers to, so that it can be joined with others; nil for anything else.
  func listedValues(_ alternative: Located) -> Located? {
    var value = alternative
    for _ in 0..<Self.mostReferencesToNull {
      if value["enum"] != nil || value["const"] != nil { return value }
      guard let entries = value.node.entries, !entries.isEmpty else { return nil }
      if let target = target(of: value) {
        value = target
      } else if let parts = value["allOf"]?.items, parts.count == 1, onlyAnnotates(value, besides: "allOf") {
        value = parts[0]
      } else {
        return nil
      }
    }
    return nil
  }
}

// Limits beside alternatives.
extension SchemaStore {
  /// Merges the only alternative besides null into its schema if that limits the value, too:
  /// `{anyOf: [{type: integer}, {type: "null"}], maximum: 9}`. Returns nil if there is nothing to merge. Enumerations and
  /// constants need no further limits.
  func withOnlyAlternative(_ facts: SchemaFacts) -> SchemaFacts? {
    guard facts.hasLimits || facts.format != nil, !facts.hasObjectForm, facts.items == nil,
      facts.prefixItems.isEmpty, facts.enumeration == nil, facts.const == nil, facts.discriminator == nil,
      facts.unions.count == 1, let union = facts.unions.first
    else { return nil }
    let others = union.alternatives.filter { !isNull($0) }
    guard others.count == 1, let only = others.first else { return nil }
    var all = facts
    all.unions = []
    all.isNullable = facts.isNullable || union.alternatives.count > 1
    var seen: Set<String> = []
    all.add(only, in: documents, seen: &seen)
    let added = all.parts.dropFirst(facts.parts.count)
    guard all.enumeration == nil, all.const == nil, Set(facts.parts).isDisjoint(with: added) else {
      return nil
    }
    return all
  }
}

extension SchemaFacts {
  /// Whether any keyword limits values of one type.
  var hasLimits: Bool { !limits.isEmpty || !counts.isEmpty || pattern != nil || uniqueItems }
}
