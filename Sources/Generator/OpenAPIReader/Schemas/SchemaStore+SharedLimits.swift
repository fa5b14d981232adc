import APIModel
import SpecReader
import SpecYAML

// Limits beside several alternatives: `{anyOf: [{type: integer}, {type: string}], maximum: 9}`.
extension SchemaStore {
  /// Adds the limits beside several alternatives to those alternatives whose type they are for, as if each alternative said
  /// them itself. Reports the limits that can't be added, because the type of an alternative isn't known or it has another such
  /// limit.
  ///
  /// - Parameters:
  ///   - facts: The keywords beside the alternatives.
  ///   - schemas: The alternatives as they have been read.
  ///   - alternatives: The same alternatives in the document.
  ///   - value: The schema that contains them.
  func share(
    _ facts: SchemaFacts, among schemas: inout [Schema], from alternatives: [Located], at value: Located
  ) {
    var names = facts.limitNames
    if facts.format != nil { names.append("format") }
    if facts.contentEncoding != nil { names.append("contentEncoding") }
    if facts.contentSchema != nil { names.append("contentSchema") }
    guard !names.isEmpty else { return }
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
        dropContradictions(of: &schemas[position], at: value)
      }
    }
    left += names.dropFirst(facts.limitNames.count)
    guard !left.isEmpty else { return }
    let list = left.map { "'\($0)'" }.joined(separator: ", ")
    findings.leaveOut(
      "\(list) beside several alternatives \(left.count == 1 ? "isn't" : "aren't") checked: say it in the alternatives",
      at: value.node)
  }

  /// The only type of an alternative; nil if it has several or unknown types, or if it lists its values, because such lists
  /// are joined with others.
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
  /// - Returns: The names of limits that can't be added, because the alternative has another one of the name.
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
