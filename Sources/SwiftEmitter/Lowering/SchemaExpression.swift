import APIModel

/// What schemas of a spec demand, as expressions that build the runtime's `Schema`.
struct SchemaExpression {
  typealias Keyword = SchemaLiteral.Keyword

  let names: TypeNames
  /// Whether validators say all that values must satisfy.
  var isValidated = false

  /// What a schema demands beside its Swift type, null left aside; `nil` where that is nothing.
  func constraint(of schema: Schema) -> SchemaLiteral? {
    switch names.index.shape(of: schema) {
    // The type has them all.
    case .object, .tuple, .union, .enumeration: nil
    case _ where isValidated: names.validator(of: schema)
    // The type is `JSON`, which demands nothing.
    case .any: everything(schema)
    case .scalar where schema.types.count != 1 && !hasSwiftType(schema.format): everything(schema)
    case .scalar, .array, .map, .reference: own(schema)
    }
  }

  /// What a union, an enumeration or a tuple demands beside what its type is made of.
  func constraint(ofType schema: Schema) -> SchemaLiteral? { own(schema) }

  private func everything(_ schema: Schema) -> SchemaLiteral? {
    var own = schema
    own.isNullable = false
    let all = full(own)
    return all == .boolean(true) ? nil : all
  }

  private func hasSwiftType(_ format: Format?) -> Bool {
    switch format {
    case nil, .other: false
    default: true
    }
  }

  private func own(_ schema: Schema) -> SchemaLiteral? {
    let isComposed = schema.reference != nil || !(schema.allOf + schema.anyOf + schema.oneOf).isEmpty
    if isComposed, schema[.unevaluatedItems] != nil || schema[.unevaluatedProperties] != nil {
      // What is left unevaluated takes all that evaluates.
      return everything(schema)
    }
    let shape = names.index.shape(of: schema)
    let keywords = schema.keywords.compactMap { remainder(of: $0, in: schema, beside: shape) }
    guard let reference = schema.reference, case .alias(let alias)? = names.kind(of: reference.text),
      alias.isConstrained
    else { return SchemaLiteral(keywords) }
    let target = alias.schema
    return keywords.isEmpty ? target : .keywords([.ref(target)] + keywords)
  }

  /// What is left of a keyword beside the Swift type of its schema; nil where the type says it all.
  private func remainder(of keyword: SchemaKeyword<Schema>, in schema: Schema, beside shape: SchemaShape)
    -> Keyword?
  {
    switch (keyword, shape) {
    case (.type, .union), (.type, .reference): return keyword.map(full)
    case (.type, _), (.enumeration, .enumeration), (.list(.anyOf, _), .union), (.list(.oneOf, _), .union):
      return nil
    case (_, .union), (_, .enumeration), (_, .scalar), (_, .any), (_, .reference): return keyword.map(full)
    case (.applied(.items, _), .tuple): return nil
    // Elements and members have Swift types of their own, which say what they are.
    case (.applied(.items, let items), _): return element(items).map { .applied(.items, $0) }
    case (.applied(.additionalProperties, let values), _)
    // The patterns' values are of another type than the rest, which none stands for then.
    where !values.isNever && schema.object.patternProperties.isEmpty:
      return element(values).map { .applied(.additionalProperties, $0) }
    // A tuple has neither more elements nor fewer, so that none is left unevaluated.
    case (.list(.prefixItems, _), .tuple), (.applied(.unevaluatedItems, _), .tuple): return nil
    case (.count(.minItems, let count), .tuple) where count <= schema.array.prefixItems.count: return nil
    case (.applied(.unevaluatedItems, _), _) where schema[.items] != nil: return nil
    case (.applied(.unevaluatedProperties, _), _) where schema[.additionalProperties] != nil: return nil
    default: return keyword.map(full)
    }
  }

  /// Everything a schema demands, type included: for places where no Swift type stands for it.
  func full(_ schema: Schema) -> SchemaLiteral {
    if schema.isNever { return .boolean(false) }
    let reference = schema.reference.map { [Keyword.ref(named($0.text))] } ?? []
    let expression = SchemaLiteral(reference + schema.keywords.map { $0.map(full) }) ?? .boolean(true)
    return schema.isNullable ? .nullable(expression) : expression
  }

  /// What an object with a Swift type of its own must satisfy as a whole, beside its properties' types.
  func objectConstraint(of object: FlatObject) -> SchemaLiteral? {
    let names = Set(object.properties.map(\.name.text))
    var keywords: [Keyword] = []
    // The patterns of parts that stand below an `allOf`.
    var hiddenPatterns: [SchemaEntry<SchemaLiteral>] = []
    // The last part is the schema itself; the others are those that it is composed of.
    for (position, part) in object.parts.enumerated() {
      let isOwn = position + 1 == object.parts.count
      if !isOwn, part[.unevaluatedProperties] != nil {
        keywords.append(.list(.allOf, [full(part)]))
        hiddenPatterns += part.object.patternProperties.map { .init(name: $0.name, schema: .boolean(true)) }
        continue
      }
      let demands = part.keywords.compactMap { remainder(of: $0, besideProperties: names) }
      let conditions = demands.filter(\.isCondition)
      keywords += demands.filter { !$0.isCondition }
      // Two conditions in one schema would be one.
      keywords += isOwn || conditions.isEmpty ? conditions : [.list(.allOf, [.keywords(conditions)])]
    }
    if let additional = object.additional, !object.patterns.isEmpty {
      // The patterns decide which members are additional ones.
      keywords.insert(.map(.properties, known(object)), at: 0)
      if !hiddenPatterns.isEmpty { keywords.append(.map(.patternProperties, hiddenPatterns)) }
      keywords.append(.applied(.additionalProperties, full(additional)))
    }
    if let own = object.parts.last, object.additional == nil,
      let unevaluated = own[.unevaluatedProperties]
    {
      keywords.insert(.map(.properties, known(object)), at: 0)
      keywords.append(.applied(.unevaluatedProperties, full(unevaluated)))
    }
    return SchemaLiteral(keywords)
  }

  /// The properties, which their types check.
  private func known(_ object: FlatObject) -> [SchemaEntry<SchemaLiteral>] {
    object.properties.map { SchemaEntry(name: $0.name.text, schema: .boolean(true)) }
  }

  /// What is left of a keyword of an object beside its properties.
  ///
  /// - Parameter names: those of the properties that the type itself demands.
  private func remainder(of keyword: SchemaKeyword<Schema>, besideProperties names: Set<String>) -> Keyword? {
    switch keyword {
    case .required(let required):
      let others = required.filter { !names.contains($0) }
      return others.isEmpty ? nil : .required(others)
    case .count(.minProperties, _), .count(.maxProperties, _), .applied(.propertyNames, _),
      .map(.patternProperties, _), .map(.dependentSchemas, _), .dependentRequired, .const, .enumeration:
      return keyword.map(full)
    default: return keyword.isCondition ? keyword.map(full) : nil
    }
  }

  /// The schema of a type that Swift has already: what reads it, and what else must hold.
  func alias(of schema: Schema, coder: Coder, constraint: SchemaLiteral?) -> SchemaLiteral {
    // To the coder every element and member is known, so that none would be left unevaluated.
    if schema[.unevaluatedItems] != nil || schema[.unevaluatedProperties] != nil {
      return full(schema)
    }
    let value = SchemaLiteral.value(coder)
    let all: SchemaLiteral =
      switch constraint {
      case nil: value
      case .keywords(let keywords)?: .keywords([.ref(value)] + keywords)
      case .some(let constraint): .keywords([.ref(value), .ref(constraint)])
      }
    return names.index.resolved(schema).isNullable ? .nullable(all) : all
  }

  /// A named schema; what it stands for is looked up when it is needed.
  private func named(_ name: String) -> SchemaLiteral {
    switch names.kind(of: name) {
    case .alias(let alias)?: alias.schema
    case .type(let type)?: .value(.own(.named(type)))
    case nil: .boolean(true)
    }
  }

  /// What must hold of an element beside its Swift type.
  private func element(_ schema: Schema) -> SchemaLiteral? {
    constraint(of: schema).map { schema.isNullable ? .nullable($0) : $0 }
  }
}

extension SchemaKeyword {
  /// Whether it is an applicator that applies to any type.
  fileprivate var isCondition: Bool {
    if case .applied(let applicator, _) = self { applicator.isInPlace } else { false }
  }
}
