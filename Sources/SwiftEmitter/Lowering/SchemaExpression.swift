import APIModel

/// What schemas of a spec demand, as expressions that build the runtime's `Schema`.
struct SchemaExpression {
  typealias Keyword = SchemaLiteral.Keyword

  let names: TypeNames

  /// What a schema demands beside its Swift type, null left aside; `nil` where that is nothing.
  func constraint(of schema: Schema) -> SchemaLiteral? {
    switch names.index.shape(of: schema) {
    // The type has them all.
    case .object, .tuple, .union, .enumeration: nil
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
    let shape = names.index.shape(of: schema)
    let isComposed = schema.reference != nil || !(schema.allOf + schema.anyOf + schema.oneOf).isEmpty
    if isComposed, schema.array.unevaluatedItems != nil || schema.object.unevaluatedProperties != nil {
      // What is left unevaluated takes all that evaluates.
      return everything(schema)
    }
    // Whether elements and members are of Swift types.
    let isTyped = shape.hasTypedParts
    let keywords =
      types(of: schema, beside: shape) + keywords(of: schema, shape, besideType: isTyped)
      + applicators(schema, beside: shape) + conditions(schema) + unevaluated(schema, besideType: isTyped)
    guard let reference = schema.reference, case .alias(let alias)? = names.kind(of: reference.text),
      alias.isConstrained
    else { return SchemaLiteral(keywords) }
    let target = alias.schema
    return keywords.isEmpty ? target : .keywords([.ref(target)] + keywords)
  }

  /// The `allOf`, `anyOf` and `oneOf` that the Swift type does not express.
  private func applicators(_ schema: Schema, beside shape: SchemaShape) -> [Keyword] {
    var list: [Keyword] = []
    if !schema.allOf.isEmpty { list.append(.list(.allOf, schema.allOf.map(full))) }
    if case .union = shape { return list }
    if !schema.anyOf.isEmpty { list.append(.list(.anyOf, schema.anyOf.map(full))) }
    if !schema.oneOf.isEmpty { list.append(.list(.oneOf, schema.oneOf.map(full))) }
    return list
  }

  /// Everything a schema demands, type included: for places where no Swift type stands for it.
  func full(_ schema: Schema) -> SchemaLiteral {
    if schema.isNever { return .boolean(false) }
    var keywords: [Keyword] = []
    if let reference = schema.reference { keywords.append(.ref(named(reference.text))) }
    if !schema.types.isEmpty { keywords.append(.type(schema.types)) }
    keywords += self.keywords(of: schema, nil, besideType: false)
    if !schema.allOf.isEmpty { keywords.append(.list(.allOf, schema.allOf.map(full))) }
    if !schema.anyOf.isEmpty { keywords.append(.list(.anyOf, schema.anyOf.map(full))) }
    if !schema.oneOf.isEmpty { keywords.append(.list(.oneOf, schema.oneOf.map(full))) }
    keywords += conditions(schema) + unevaluated(schema, besideType: false)
    let expression = SchemaLiteral(keywords) ?? .boolean(true)
    return schema.isNullable ? .nullable(expression) : expression
  }

  /// What an object with a Swift type of its own must satisfy as a whole, beside its properties' types.
  func objectConstraint(of object: FlatObject) -> SchemaLiteral? {
    let names = Set(object.properties.map(\.name.text))
    var keywords: [Keyword] = []
    // The last part is the schema itself; the others are those that it is composed of.
    for (position, part) in object.parts.enumerated() {
      let isOwn = position + 1 == object.parts.count
      var own = limits(of: part, beside: names) + values(of: part)
      if !isOwn, part.object.unevaluatedProperties != nil {
        own = [.list(.allOf, [full(part)])]
      } else {
        let conditions = conditions(part)
        // Two conditions in one schema would be one.
        own +=
          isOwn || conditions.isEmpty ? conditions : [.list(.allOf, [.keywords(conditions)])]
      }
      keywords += own
    }
    if let own = object.parts.last, object.additional == nil,
      let unevaluated = own.object.unevaluatedProperties?.value
    {
      let known = object.properties.map {
        SchemaLiteral.Entry(name: $0.name.text, schema: .boolean(true))
      }
      keywords.insert(.map(.properties, known), at: 0)
      keywords.append(.applied(.unevaluatedProperties, full(unevaluated)))
    }
    return SchemaLiteral(keywords)
  }

  /// The schema of a type that Swift has already: what reads it, and what else must hold.
  func alias(of schema: Schema, coder: Coder, constraint: SchemaLiteral?) -> SchemaLiteral {
    // To the coder every element and member is known, so that none would be left unevaluated.
    if schema.array.unevaluatedItems != nil || schema.object.unevaluatedProperties != nil {
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

  /// The `type` keyword, where the Swift type does not imply it: beside a union or a reference.
  private func types(of schema: Schema, beside shape: SchemaShape) -> [Keyword] {
    let isTold =
      switch shape {
      case .union, .reference: schema.types.isEmpty
      case .enumeration, .object, .map, .array, .tuple, .scalar, .any: true
      }
    return isTold ? [] : [.type(schema.types)]
  }

  // MARK: Keywords

  /// The keywords that say something of a value itself.
  ///
  /// - Parameters:
  ///   - shape: the kind of Swift type that the schema becomes; nil if it becomes none.
  ///   - besideType: whether a Swift type says what elements and properties are.
  private func keywords(of schema: Schema, _ shape: SchemaShape?, besideType: Bool) -> [Keyword] {
    var list = limits(of: schema.numeric) + limits(ofText: schema)
    list += arrayKeywords(schema.array, besideType: besideType)
    list += objectKeywords(schema.object, besideType: besideType)
    if let const = schema.const { list.append(.const(const)) }
    if case .enumeration? = shape { return list }
    return list + enumeration(of: schema)
  }

  private func values(of schema: Schema) -> [Keyword] {
    (schema.const.map { [.const($0)] } ?? []) + enumeration(of: schema)
  }

  /// The values of an enumeration; an open one is a hint, not a constraint.
  private func enumeration(of schema: Schema) -> [Keyword] {
    guard let enumeration = schema.enumeration, enumeration.base == nil || schema.isOpen == false else {
      return []
    }
    return [.enumeration(enumeration.cases.map(\.value))]
  }

  /// Applicators that stand beside any type.
  private func conditions(_ schema: Schema) -> [Keyword] {
    var list: [Keyword] = []
    if let not = schema.not { list.append(.applied(.not, full(not.value))) }
    if let condition = schema.ifSchema {
      list.append(.applied(.if, full(condition.value)))
      if let then = schema.thenSchema { list.append(.applied(.then, full(then.value))) }
      if let otherwise = schema.elseSchema { list.append(.applied(.else, full(otherwise.value))) }
    }
    return list
  }

  private func limits(of keywords: Schema.Numeric) -> [Keyword] {
    let limits: [(SchemaKeyword.Limit, NumberText?)] = [
      (.minimum, keywords.minimum), (.maximum, keywords.maximum),
      (.exclusiveMinimum, keywords.exclusiveMinimum), (.exclusiveMaximum, keywords.exclusiveMaximum),
      (.multipleOf, keywords.multipleOf),
    ]
    return limits.compactMap { limit, number in number.map { .limit(limit, $0) } }
  }

  private func limits(ofText schema: Schema) -> [Keyword] {
    var list = counts([(.minLength, schema.string.minLength), (.maxLength, schema.string.maxLength)])
    if let pattern = schema.string.pattern { list.append(.pattern(pattern.text)) }
    if case .other(let name) = schema.format {
      list.append(.format(name, isAsserted: schema.isFormatChecked))
    }
    return list
  }

  private func arrayKeywords(_ keywords: Schema.ArrayKeywords, besideType: Bool) -> [Keyword] {
    var list: [Keyword] = []
    if !keywords.prefixItems.isEmpty, !besideType {
      list.append(.list(.prefixItems, keywords.prefixItems.map(full)))
    }
    if let items = keywords.items?.value, let schema = besideType ? element(items) : full(items) {
      list.append(.applied(.items, schema))
    }
    list += counts([(.minItems, keywords.minItems), (.maxItems, keywords.maxItems)])
    if keywords.uniqueItems { list.append(.uniqueItems) }
    if let contains = keywords.contains?.value {
      list.append(.applied(.contains, full(contains)))
      list += counts([(.minContains, keywords.minContains), (.maxContains, keywords.maxContains)])
    }
    return list
  }

  private func objectKeywords(_ keywords: Schema.ObjectKeywords, besideType: Bool) -> [Keyword] {
    var list: [Keyword] = []
    if !besideType, !keywords.properties.isEmpty {
      list.append(
        .map(.properties, keywords.properties.map { .init(name: $0.name.text, schema: full($0.schema)) }))
    }
    let required = besideType ? [] : keywords.properties.filter(\.isRequired).map(\.name.text)
    list += demands(required + keywords.requiredOthers.map(\.text)) + limits(of: keywords)
    if let additional = keywords.additionalProperties?.value {
      // The patterns' values are of another type than the rest, which none stands for then.
      let isTyped = besideType && !additional.isNever && keywords.patternProperties.isEmpty
      if let schema = isTyped ? element(additional) : full(additional) {
        list.append(.applied(.additionalProperties, schema))
      }
    }
    return list
  }

  /// What must hold of an object beside its properties.
  ///
  /// - Parameter names: those of the properties that the type itself demands.
  private func limits(of part: Schema, beside names: Set<String>) -> [Keyword] {
    demands(part.object.requiredOthers.map(\.text).filter { !names.contains($0) }) + limits(of: part.object)
  }

  private func demands(_ names: [String]) -> [Keyword] {
    names.isEmpty ? [] : [.required(names)]
  }

  private func limits(of keywords: Schema.ObjectKeywords) -> [Keyword] {
    var list: [Keyword] = []
    if !keywords.patternProperties.isEmpty {
      let entries = keywords.patternProperties.map {
        SchemaLiteral.Entry(name: $0.pattern.text, schema: full($0.schema))
      }
      list.append(.map(.patternProperties, entries))
    }
    if let names = keywords.propertyNames?.value { list.append(.applied(.propertyNames, full(names))) }
    list += counts([(.minProperties, keywords.minProperties), (.maxProperties, keywords.maxProperties)])
    if !keywords.dependentRequired.isEmpty { list.append(.dependentRequired(keywords.dependentRequired)) }
    if !keywords.dependentSchemas.isEmpty {
      let entries = keywords.dependentSchemas.map {
        SchemaLiteral.Entry(name: $0.property, schema: full($0.value))
      }
      list.append(.map(.dependentSchemas, entries))
    }
    return list
  }

  /// JSON Schema Core, section 11. Where a Swift type stands for all elements or members, none is left unevaluated.
  private func unevaluated(_ schema: Schema, besideType: Bool) -> [Keyword] {
    var list: [Keyword] = []
    if let items = schema.array.unevaluatedItems?.value, !(besideType && schema.array.items != nil) {
      let prefix = schema.array.prefixItems
      if besideType, !prefix.isEmpty {
        list.append(.list(.prefixItems, prefix.map { _ in .boolean(true) }))
      }
      list.append(.applied(.unevaluatedItems, full(items)))
    }
    if let properties = schema.object.unevaluatedProperties?.value,
      !(besideType && schema.object.additionalProperties != nil)
    {
      list.append(.applied(.unevaluatedProperties, full(properties)))
    }
    return list
  }

  /// What must hold of an element beside its Swift type.
  private func element(_ schema: Schema) -> SchemaLiteral? {
    constraint(of: schema).map { schema.isNullable ? .nullable($0) : $0 }
  }

  private func counts(_ list: [(count: SchemaKeyword.Count, value: Int?)]) -> [Keyword] {
    list.compactMap { entry in entry.value.map { .count(entry.count, $0) } }
  }
}

extension SchemaShape {
  /// Whether elements and members have Swift types of their own, which say what they are.
  fileprivate var hasTypedParts: Bool {
    switch self {
    case .array, .map, .tuple, .object: true
    case .union, .enumeration, .scalar, .any, .reference: false
    }
  }
}
