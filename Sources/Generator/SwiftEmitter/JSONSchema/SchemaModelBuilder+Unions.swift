import APIModel

extension SchemaModelBuilder {
  /// The alternatives of `oneOf` or `anyOf`, as in the spec language; nil if one of them may be anything.
  mutating func union(of facts: ValueForm, at id: SchemaNode.ID, path: [SchemaNode.ID]) -> Schema? {
    guard facts.alternatives.count == 1, let list = facts.alternatives.first, facts.properties.isEmpty,
      facts.enumeration == nil, facts.const == nil
    else { return nil }
    var alternatives: [Schema] = []
    for node in list.nodes {
      var alternative = use(node, within: facts.types, path: path)
      guard !isAny(alternative) else { return nil }
      // A named type has its own validator.
      let isPlain = alternative.reference != nil && (names[node] != nil || graph[node].keywords.count == 1)
      alternative.validator = isPlain ? nil : node
      alternatives.append(alternative)
    }
    return union(list.keyword, of: alternatives, at: id)
  }

  /// `type: [string, integer]`; nil if nearly all types are allowed.
  mutating func unionOfTypes(_ facts: ValueForm, at id: SchemaNode.ID, path: [SchemaNode.ID]) -> Schema? {
    guard var types = facts.types?.subtracting([.null]), facts.alternatives.isEmpty, facts.enumeration == nil,
      facts.const == nil
    else { return nil }
    if types.contains(.number) { types.remove(.integer) }
    guard (2...4).contains(types.count) else { return nil }
    var own = facts
    let alternatives = JSONType.allCases.filter(types.contains).map { type in
      own.types = [type]
      return schema(of: own, at: id, path: path)
    }
    var result = union(\.anyOf, of: alternatives, at: id)
    result.isNullable = facts.isNullable
    return result
  }

  /// A union in its normal form, which may not be a union.
  private func union(
    _ keyword: WritableKeyPath<Schema, [Schema]>, of alternatives: [Schema], at id: SchemaNode.ID
  ) -> Schema {
    var schema = any(at: id)
    schema[keyPath: keyword] = alternatives
    schema = schema.withNormalUnion()
    schema.validator = nil
    let others = schema[keyPath: keyword]
    guard !others.isEmpty else {
      if schema.enumeration != nil { schema.isOpen = schema.isOpen ?? false }
      schema.nameCases()
      return schema
    }
    // Alternatives of the same form are one in Swift.
    var distinct: [Schema] = []
    for alternative in others {
      if let same = distinct.firstIndex(where: { $0.meansTheSame(as: alternative) }) {
        distinct[same].validator = nil
      } else {
        distinct.append(alternative)
      }
    }
    if distinct.count == 1, var only = distinct.first {
      only.isNullable = schema.isNullable
      return only
    }
    var scope = SchemaMemberNames()
    for position in distinct.indices {
      let name = scope.claimCase(of: distinct[position], position: position)
      distinct[position].swiftName = name.map { Name($0, span: distinct[position].span) }
    }
    schema.isOpen = false
    schema[keyPath: keyword] = []
    // One alternative here may be several in the schema, of which a value must match exactly one.
    schema[keyPath: distinct.count < others.count ? \.anyOf : keyword] = distinct
    return schema
  }
}

extension Schema {
  /// Sets names for values that would have the same name in Swift.
  mutating func nameCases() {
    var scope = SchemaMemberNames()
    for position in enumeration?.cases.indices ?? 0..<0 {
      guard let known = enumeration?.cases[position] else { continue }
      let name = scope.claimConstant(known.value.spelling)
      enumeration?.cases[position].swiftName = name.map { Name($0, span: known.span) }
    }
  }
}

extension Literal {
  fileprivate var spelling: String {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    default: ""
    }
  }
}
