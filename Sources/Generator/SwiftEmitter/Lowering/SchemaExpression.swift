import APIModel

/// Expressions for the runtime's `Constraint` and `JSONSchema` from schemas of a spec.
struct SchemaExpression {
  typealias Keyword = SchemaLiteral.Keyword

  let names: TypeNames
  /// Whether validators check all constraints.
  var isValidated = false

  /// A schema's constraints besides its Swift type, except about null; nil if there are none.
  func constraint(of schema: Schema) -> ConstraintLiteral? { limits(of: schema).map(ConstraintLiteral.init) }

  /// What a union, an enumeration or a tuple demands in addition to what its parts check.
  func constraint(ofType schema: Schema) -> ConstraintLiteral? { own(schema).map(ConstraintLiteral.init) }

  private func limits(of schema: Schema) -> SchemaLiteral? {
    // Nothing is known about a user-defined type.
    if schema.ownType != nil {
      return isValidated
        ? names.validator(of: schema) : everything(schema.withoutOpenAlternatives(in: names.index))
    }
    return switch names.index.shape(of: schema) {
    // The type expresses them all.
    case .object, .tuple, .union, .enumeration: nil
    case _ where isValidated: names.validator(of: schema)
    // The type is `JSON`, without constraints.
    case .any: everything(schema)
    case .scalar where schema.types.count != 1 && !hasSwiftType(schema.format): everything(schema)
    case .scalar, .array, .map, .reference: own(schema)
    }
  }

  private func everything(_ schema: Schema) -> SchemaLiteral? {
    var own = schema
    own.isNullable = false
    if schema.ownType != nil, let name = schema.reference?.text, let replaced = names.index[name],
      replaced.ownType != nil
    {
      // The type that this one replaces here doesn't read the value.
      own.reference = nil
      let others = everything(own)
      guard let target = everything(replaced) else { return others }
      return others.map { .keywords([.list(.allOf, [target, $0])]) } ?? target
    }
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
      // Unevaluated keywords need everything that evaluates.
      return everything(schema)
    }
    if readsNumbersInText(schema) { return ofNumbersInText(schema) }
    let shape = names.index.shape(of: schema)
    let keywords =
      schema.keywords.compactMap { remainder(of: $0, in: schema, beside: shape) } + keysKeywords(of: schema)
    let target = constrained(schema.reference)
    return keywords.isEmpty ? target : .keywords((target.map { [.ref($0)] } ?? []) + keywords)
  }

  /// Whether a value is a number that may be in a text.
  func readsNumbersInText(_ schema: Schema) -> Bool {
    names.index.shape(of: schema).isNumber && names.index.readsNumbersInText(schema)
  }

  /// The keys of a map that are integers.
  func integerKeys(of schema: Schema) -> Schema? {
    schema.object.keys.map(\.value).flatMap { names.index.resolved($0).schema.types == [.integer] ? $0 : nil }
  }

  /// What a name demands of its values besides their Swift type.
  func constrained(_ name: Name?) -> SchemaLiteral? {
    guard let name, case .alias(let alias)? = names.kind(of: name.text), alias.isConstrained else {
      return nil
    }
    return .constraint(of: alias.constraints, name: alias.constraintName)
  }

  /// The constraints on the keys of a map besides their Swift type.
  private func keysKeywords(of schema: Schema) -> [Keyword] {
    keys(of: schema).map { propertyNames($0, beside: schema) } ?? []
  }

  private func keys(of schema: Schema) -> SchemaLiteral? {
    if let integers = integerKeys(of: schema) { return ofNumbersInKeys(integers) }
    guard let keys = schema.object.keys?.value else { return nil }
    let resolved = names.index.resolved(keys)
    guard resolved.schema.types == [.string] else { return nil }
    let isLimited = resolved.schema.pattern != nil || !resolved.schema.counts.isEmpty
    return resolved.isNewtype ? isLimited ? own(resolved.schema) : nil : limits(of: keys)
  }

  /// All constraints on the keys of a map, including their type.
  private func allOfKeys(of schema: Schema) -> [Keyword] {
    guard let keys = schema.object.keys?.value else { return [] }
    let all = integerKeys(of: schema).map(integersInKeys) ?? full(keys)
    return all == .boolean(true) ? [] : propertyNames(all, beside: schema)
  }

  private func propertyNames(_ keys: SchemaLiteral, beside schema: Schema) -> [Keyword] {
    let keyword = Keyword.applied(.propertyNames, keys)
    return [schema[.propertyNames] == nil ? keyword : .list(.allOf, [.keywords([keyword])])]
  }

  /// The part of a keyword that the schema's Swift type doesn't express; nil if it expresses all of it.
  private func remainder(of keyword: SchemaKeyword<Schema>, in schema: Schema, beside shape: SchemaShape)
    -> Keyword?
  {
    switch (keyword, shape) {
    case (.type, .union), (.type, .reference): return keyword.map(full)
    case (.type, _), (.enumeration, .enumeration), (.list(.anyOf, _), .union), (.list(.oneOf, _), .union):
      return nil
    case (_, .union), (_, .enumeration), (_, .scalar), (_, .any), (_, .reference): return keyword.map(full)
    case (.applied(.items, _), .tuple): return nil
    // Elements and members have Swift types, which express their own schemas.
    case (.applied(.items, let items), _): return element(items).map { .applied(.items, $0) }
    case (.applied(.additionalProperties, let values), _)
    // The values of the patterns and of other members have different types, so no Swift type expresses them.
    where !values.isNever && schema.object.patternProperties.isEmpty:
      return element(values).map { .applied(.additionalProperties, $0) }
    // A tuple has a fixed number of elements, so none is unevaluated.
    case (.list(.prefixItems, _), .tuple), (.applied(.unevaluatedItems, _), .tuple): return nil
    case (.count(.minItems, let count), .tuple) where count <= schema.array.prefixItems.count: return nil
    case (.applied(.unevaluatedItems, _), _) where schema[.items] != nil: return nil
    case (.applied(.unevaluatedProperties, _), _) where schema[.additionalProperties] != nil: return nil
    default: return keyword.map(full)
    }
  }

  /// All constraints of a schema, including its type: for places without a Swift type.
  func full(_ schema: Schema) -> SchemaLiteral {
    if schema.isNever { return .boolean(false) }
    var keywords = schema.reference.map { [Keyword.ref(named($0.text))] } ?? []
    if let format = schema.format, format.limitsValues, let use = SchemaLowering.formatted(format) {
      keywords.append(.ref(.value(use.anyCoder)))
    }
    keywords += schema.keywords.map { $0.map(full) } + allOfKeys(of: schema)
    let expression = SchemaLiteral(keywords) ?? .boolean(true)
    return schema.isNullable ? .nullable(expression) : expression
  }

  /// The constraints on an object as a whole, besides its properties' types.
  func objectConstraint(of object: FlatObject) -> ConstraintLiteral? {
    let names = Set(object.properties.map(\.name.text))
    var keywords: [Keyword] = []
    // The patterns of parts below an `allOf`.
    var hiddenPatterns: [SchemaEntry<SchemaLiteral>] = []
    // The last part is the schema itself; the others are its components.
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
      // Several conditions in one schema would replace each other.
      keywords += isOwn || conditions.isEmpty ? conditions : [.list(.allOf, [.keywords(conditions)])]
    }
    if let additional = object.additional, !object.patterns.isEmpty {
      // Which members are additional depends on the patterns.
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
    return SchemaLiteral(keywords).map(ConstraintLiteral.init)
  }

  /// The properties, whose types check their values.
  private func known(_ object: FlatObject) -> [SchemaEntry<SchemaLiteral>] {
    object.properties.map { SchemaEntry(name: $0.name.text, schema: .boolean(true)) }
  }

  /// The part of an object's keyword that its properties don't express.
  ///
  /// - Parameter names: the properties that the type itself requires.
  private func remainder(of keyword: SchemaKeyword<Schema>, besideProperties names: Set<String>) -> Keyword? {
    switch keyword {
    case .required(let required):
      let others = required.filter { !names.contains($0) }
      return others.isEmpty ? nil : .required(others)
    case .count(.minProperties, _), .count(.maxProperties, _), .applied(.propertyNames, _),
      .map(.patternProperties, _), .map(.dependentSchemas, _), .dependentRequired, .const, .enumeration:
      return keyword.map(full)
    default: return keyword.isCondition ? keyword.map(full).withoutTwoNegations : nil
    }
  }

  /// The constraints of a type that Swift already has.
  func alias(of schema: Schema, constraint: ConstraintLiteral?) -> ConstraintLiteral? {
    // The coder evaluates every element and member, so none would be left unevaluated.
    schema[.unevaluatedItems] != nil || schema[.unevaluatedProperties] != nil
      ? ConstraintLiteral(full(schema)) : constraint
  }

  /// A named schema, resolved when it is needed.
  private func named(_ name: String) -> SchemaLiteral {
    switch names.kind(of: name) {
    case .alias(let alias)?: names.index[name].map { everything($0, of: alias) } ?? .boolean(true)
    case .type(let type)?: .value(.own(.named(type)))
    case nil: .boolean(true)
    }
  }

  /// What a schema says whose type Swift already has: what the coder reads, and further constraints.
  private func everything(_ schema: Schema, of alias: TypeNames.Alias) -> SchemaLiteral {
    if let validator = names.validator(of: schema) { return validator }
    var lowering = SchemaLowering(names: names, namesOnly: true)
    let value = SchemaLiteral.value(lowering.unconstrainedUse(schema, in: Place(alias: alias.name)).anyCoder)
    let constraint = SchemaLiteral.constraint(of: alias.constraints, name: alias.constraintName)
    let all = alias.isConstrained ? .keywords([.ref(value), .ref(constraint)]) : value
    return names.index.resolved(schema).isNullable ? .nullable(all) : all
  }

  /// The constraints on an element besides its Swift type.
  private func element(_ schema: Schema) -> SchemaLiteral? {
    limits(of: schema).map { schema.isNullable ? .nullable($0) : $0 }
  }
}

extension Schema {
  /// The schema without the alternatives of an open union, which may have other values.
  fileprivate func withoutOpenAlternatives(in index: SchemaIndex) -> Schema {
    guard case .union = index.shape(of: self), isOpen ?? true else { return self }
    var schema = self
    schema.oneOf = []
    schema.anyOf = []
    return schema
  }
}

extension Format {
  /// Whether it says more about a value than its JSON type.
  fileprivate var limitsValues: Bool {
    switch self {
    case .empty, .double, .decimal: false
    default: true
    }
  }
}

extension SchemaKeyword {
  /// Whether it is an applicator for any type.
  fileprivate var isCondition: Bool {
    switch self {
    case .applied(let applicator, _): applicator.isInPlace
    case .list(let applicator, _): applicator == .anyOf || applicator == .oneOf
    default: false
    }
  }
}

extension SchemaLiteral.Keyword {
  /// `anyOf` in place of `not: {not: {anyOf: …}}`, because it is easier to understand in messages.
  fileprivate var withoutTwoNegations: Self {
    guard case .applied(.not, .keywords(let outer)) = self, outer.count == 1,
      case .applied(.not, .keywords(let inner))? = outer.first, inner.count == 1,
      case .list(let applicator, _)? = inner.first, [.anyOf, .oneOf].contains(applicator)
    else { return self }
    return inner[0]
  }
}

extension SchemaShape {
  /// Whether the values may be numbers without a type of their own.
  fileprivate var isNumber: Bool {
    switch self {
    case .scalar, .reference: true
    default: false
    }
  }
}
