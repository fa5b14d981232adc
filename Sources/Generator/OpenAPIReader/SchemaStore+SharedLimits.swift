import APIModel
import SpecReader
import SpecYAML

// Limits beside several alternatives: `{anyOf: [{type: integer}, {type: string}], maximum: 9}`.
extension SchemaStore {
  /// Gives each alternative the limits beside them that its type has, if the types of all are known: the same as if the
  /// alternatives said it. The others are reported.
  func share(
    _ facts: SchemaFacts, among schemas: inout [Schema], from alternatives: [Located], at value: Located
  ) {
    guard facts.hasLimits || facts.format != nil else { return }
    var left = facts.limitNames
    let types = alternatives.map { limitedType(of: $0, within: facts.types) }
    // What tells the alternatives of a discriminator apart is their types as they are.
    let known = types.compactMap(\.self)
    if facts.discriminator == nil, known.count == schemas.count {
      left = []
      for (position, type) in known.enumerated() {
        for name in limit(&schemas[position], by: facts, type) where !left.contains(name) {
          left.append(name)
        }
      }
    }
    if facts.format != nil { left.append("format") }
    guard !left.isEmpty else { return }
    let list = left.map { "'\($0)'" }.joined(separator: ", ")
    findings.leaveOut(
      "\(list) beside several alternatives \(left.count == 1 ? "isn't" : "aren't") checked: say it in the alternatives",
      at: value.node)
  }

  /// The only type of an alternative; nil if there are several, or if its values are listed: these may be joined with others.
  private func limitedType(of alternative: Located, within types: Set<JSONType>?) -> JSONType? {
    let own = facts(of: alternative)
    guard own.enumeration == nil, own.const == nil, own.unions.isEmpty,
      let types = own.types ?? own.typesOfForm ?? types
    else { return nil }
    if types.isSubset(of: [.integer, .number]) { return .number }
    return types.count == 1 ? types.first : nil
  }

  /// Adds the limits for values of one type to an alternative.
  ///
  /// - Returns: The keywords that it can't have, because it has others of the same name.
  private func limit(_ schema: inout Schema, by facts: SchemaFacts, _ type: JSONType) -> [String] {
    var left: [String] = []
    switch type {
    case .number, .integer:
      for (keyword, number) in facts.limits {
        if keyword == .multipleOf, let own = schema.limits[keyword], own != number {
          left.append(keyword.rawValue)
        } else {
          schema.limits[keyword] = stricter(keyword, schema.limits[keyword], number)
        }
      }
    case .string:
      add(facts.counts, [.minLength, .maxLength], to: &schema)
      if let pattern = facts.pattern.flatMap(pattern) {
        if schema.pattern == nil || schema.pattern == pattern {
          schema.pattern = pattern
        } else {
          left.append("pattern")
        }
      }
    case .array:
      // Without 'contains', the counts of what it accepts say nothing.
      add(facts.counts, [.minItems, .maxItems], to: &schema)
      if facts.uniqueItems { schema.array.uniqueItems = true }
    case .object: add(facts.counts, [.minProperties, .maxProperties], to: &schema)
    case .boolean, .null: break
    }
    return left
  }

  private func add(_ counts: [CountKeyword: Int], _ keywords: [CountKeyword], to schema: inout Schema) {
    for keyword in keywords {
      guard let count = counts[keyword] else { continue }
      schema.counts[keyword] = stricter(keyword, schema.counts[keyword], count)
    }
  }
}

extension SchemaFacts {
  /// The keywords that limit values of one type.
  fileprivate var limitNames: [String] {
    LimitKeyword.allCases.filter { limits[$0] != nil }.map(\.rawValue)
      + CountKeyword.allCases.filter { counts[$0] != nil }.map(\.rawValue)
      + (pattern == nil ? [] : ["pattern"]) + (uniqueItems ? ["uniqueItems"] : [])
  }

  /// The type of what is described without saying it.
  fileprivate var typesOfForm: Set<JSONType>? {
    if hasObjectForm { return [.object] }
    return items != nil || !prefixItems.isEmpty ? [.array] : nil
  }
}

/// The limit that allows less.
func stricter(_ keyword: LimitKeyword, _ one: NumberText?, _ other: NumberText) -> NumberText {
  guard let one, let left = Double(one.text), let right = Double(other.text) else { return other }
  switch keyword {
  case .minimum, .exclusiveMinimum: return left > right ? one : other
  case .maximum, .exclusiveMaximum: return left < right ? one : other
  case .multipleOf: return other
  }
}

/// The count that allows less.
func stricter(_ keyword: CountKeyword, _ one: Int?, _ other: Int) -> Int {
  guard let one else { return other }
  return keyword.rawValue.hasPrefix("min") ? max(one, other) : min(one, other)
}
