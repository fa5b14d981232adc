import APIModel

/// Swift expressions that build the runtime's `Schema`: keyword by keyword, as JSON Schema says them.
struct SchemaExpression {
  let names: TypeNames

  /// What a schema demands beside its Swift type, null left aside; `nil` where that is nothing.
  func constraint(of schema: Schema) -> String? {
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
  func constraint(ofType schema: Schema) -> String? { own(schema) }

  private func everything(_ schema: Schema) -> String? {
    var own = schema
    own.isNullable = false
    let text = full(own)
    return text == "true" ? nil : text
  }

  private func hasSwiftType(_ format: Format?) -> Bool {
    switch format {
    case nil, .other: false
    default: true
    }
  }

  private func own(_ schema: Schema) -> String? {
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
    else { return literal(keywords) }
    let target = "Schemas.\(SwiftName.escaped(alias.schemaName))"
    return keywords.isEmpty ? target : literal([".ref { \(target) }"] + keywords)
  }

  /// The `allOf`, `anyOf` and `oneOf` that the Swift type does not express.
  private func applicators(_ schema: Schema, beside shape: SchemaShape) -> [String] {
    var list: [String] = []
    if !schema.allOf.isEmpty { list.append(".allOf([\(self.list(schema.allOf))])") }
    if case .union = shape { return list }
    if !schema.anyOf.isEmpty { list.append(".anyOf([\(self.list(schema.anyOf))])") }
    if !schema.oneOf.isEmpty { list.append(".oneOf([\(self.list(schema.oneOf))])") }
    return list
  }

  /// Everything a schema demands, type included: for places where no Swift type stands for it.
  func full(_ schema: Schema) -> String {
    if schema.isNever { return "false" }
    var keywords: [String] = []
    if let reference = schema.reference { keywords.append(".ref { \(named(reference.text)) }") }
    if !schema.types.isEmpty { keywords.append(".type(\(SchemaSource.types(schema.types)))") }
    keywords += self.keywords(of: schema, nil, besideType: false)
    if !schema.allOf.isEmpty { keywords.append(".allOf([\(list(schema.allOf))])") }
    if !schema.anyOf.isEmpty { keywords.append(".anyOf([\(list(schema.anyOf))])") }
    if !schema.oneOf.isEmpty { keywords.append(".oneOf([\(list(schema.oneOf))])") }
    keywords += conditions(schema) + unevaluated(schema, besideType: false)
    let expression = literal(keywords) ?? "true"
    return schema.isNullable ? ".nullable(\(expression))" : expression
  }

  /// What an object with a Swift type of its own must satisfy as a whole, beside its properties' types.
  func objectConstraint(of object: FlatObject) -> String? {
    let names = Set(object.properties.map(\.name.text))
    var keywords: [String] = []
    // The last part is the schema itself; the others are those that it is composed of.
    for (position, part) in object.parts.enumerated() {
      let isOwn = position + 1 == object.parts.count
      var own = limits(of: part, beside: names) + values(of: part)
      if !isOwn, part.object.unevaluatedProperties != nil {
        own = [".allOf([\(full(part))])"]
      } else {
        let conditions = conditions(part)
        // Two conditions in one schema would be one.
        own +=
          isOwn || conditions.isEmpty ? conditions : [".allOf([[\(conditions.joined(separator: ", "))]])"]
      }
      keywords += own
    }
    if let own = object.parts.last, object.additional == nil,
      let unevaluated = own.object.unevaluatedProperties?.value
    {
      let known = object.properties.map { "\(SwiftLiteral.string($0.name.text)): true" }
      keywords.insert(".properties([\(known.joined(separator: ", "))])", at: 0)
      keywords.append(".unevaluatedProperties(\(full(unevaluated)))")
    }
    return literal(keywords)
  }

  /// The schema of a type that Swift has already: what reads it, and what else must hold.
  func alias(of schema: Schema, coder: String, constraint: String?) -> String {
    // To the coder every element and member is known, so that none would be left unevaluated.
    if schema.array.unevaluatedItems != nil || schema.object.unevaluatedProperties != nil {
      return full(schema)
    }
    let value = ".value(\(coder).self)"
    let all: String =
      switch constraint {
      case nil: value
      case .some(let constraint) where constraint.hasPrefix("["):
        "[.ref { \(value) }, \(constraint.dropFirst())"
      case .some(let constraint): "[.ref { \(value) }, .ref { \(constraint) }]"
      }
    return names.index.resolved(schema).isNullable ? ".nullable(\(all))" : all
  }

  private func literal(_ keywords: [String]) -> String? {
    keywords.isEmpty ? nil : "[\(keywords.joined(separator: ", "))]"
  }

  private func list(_ schemas: [Schema]) -> String { schemas.map(full).joined(separator: ", ") }

  /// A named schema; what it stands for is looked up when it is needed.
  private func named(_ name: String) -> String {
    switch names.kind(of: name) {
    case .alias(let alias)?: "Schemas.\(SwiftName.escaped(alias.schemaName))"
    case .type(let type)?: ".value(\(type).self)"
    case nil: "true"
    }
  }

  /// The `type` keyword, where the Swift type does not imply it: beside a union or a reference.
  private func types(of schema: Schema, beside shape: SchemaShape) -> [String] {
    let isTold =
      switch shape {
      case .union, .reference: schema.types.isEmpty
      case .enumeration, .object, .map, .array, .tuple, .scalar, .any: true
      }
    return isTold ? [] : [".type(\(SchemaSource.types(schema.types)))"]
  }

  // MARK: Keywords

  /// The keywords that say something of a value itself.
  ///
  /// - Parameters:
  ///   - shape: the kind of Swift type that the schema becomes; nil if it becomes none.
  ///   - besideType: whether a Swift type says what elements and properties are.
  private func keywords(of schema: Schema, _ shape: SchemaShape?, besideType: Bool) -> [String] {
    var list = limits(of: schema.numeric) + limits(ofText: schema)
    list += arrayKeywords(schema.array, besideType: besideType)
    list += objectKeywords(schema.object, besideType: besideType)
    if let const = schema.const { list.append(".const(\(SwiftLiteral.json(const)))") }
    if case .enumeration? = shape { return list }
    return list + enumeration(of: schema)
  }

  private func values(of schema: Schema) -> [String] {
    (schema.const.map { [".const(\(SwiftLiteral.json($0)))"] } ?? []) + enumeration(of: schema)
  }

  /// The values of an enumeration; an open one is a hint, not a constraint.
  private func enumeration(of schema: Schema) -> [String] {
    guard let enumeration = schema.enumeration, enumeration.base == nil || schema.isOpen == false else {
      return []
    }
    return [
      ".enumeration([\(enumeration.cases.map { SwiftLiteral.json($0.value) }.joined(separator: ", "))])"
    ]
  }

  /// Applicators that stand beside any type.
  private func conditions(_ schema: Schema) -> [String] {
    var list: [String] = []
    if let not = schema.not { list.append(".not(\(full(not.value)))") }
    if let condition = schema.ifSchema {
      list.append(".if(\(full(condition.value)))")
      if let then = schema.thenSchema { list.append(".then(\(full(then.value)))") }
      if let otherwise = schema.elseSchema { list.append(".else(\(full(otherwise.value)))") }
    }
    return list
  }

  private func limits(of keywords: Schema.Numeric) -> [String] {
    [
      ("minimum", keywords.minimum), ("maximum", keywords.maximum),
      ("exclusiveMinimum", keywords.exclusiveMinimum), ("exclusiveMaximum", keywords.exclusiveMaximum),
      ("multipleOf", keywords.multipleOf),
    ].compactMap { name, number in number.map { ".\(name)(\(SwiftLiteral.exact($0)))" } }
  }

  private func limits(ofText schema: Schema) -> [String] {
    var list = counts([("minLength", schema.string.minLength), ("maxLength", schema.string.maxLength)])
    if let pattern = schema.string.pattern { list.append(".pattern(\(SwiftLiteral.string(pattern.text)))") }
    if case .other(let name) = schema.format {
      list.append(SchemaSource.format(name, isAsserted: schema.isFormatChecked))
    }
    return list
  }

  private func arrayKeywords(_ keywords: Schema.ArrayKeywords, besideType: Bool) -> [String] {
    var list: [String] = []
    if !keywords.prefixItems.isEmpty, !besideType {
      list.append(".prefixItems([\(self.list(keywords.prefixItems))])")
    }
    if let items = keywords.items?.value, let schema = besideType ? element(items) : full(items) {
      list.append(".items(\(schema))")
    }
    list += counts([("minItems", keywords.minItems), ("maxItems", keywords.maxItems)])
    if keywords.uniqueItems { list.append(".uniqueItems()") }
    if let contains = keywords.contains?.value {
      list.append(".contains(\(full(contains)))")
      list += counts([("minContains", keywords.minContains), ("maxContains", keywords.maxContains)])
    }
    return list
  }

  private func objectKeywords(_ keywords: Schema.ObjectKeywords, besideType: Bool) -> [String] {
    var list: [String] = []
    if !besideType, !keywords.properties.isEmpty {
      let entries = keywords.properties.map { "\(SwiftLiteral.string($0.name.text)): \(full($0.schema))" }
      list.append(".properties([\(entries.joined(separator: ", "))])")
    }
    let required = besideType ? [] : keywords.properties.filter(\.isRequired).map(\.name.text)
    list += demands(required + keywords.requiredOthers.map(\.text)) + limits(of: keywords)
    if let additional = keywords.additionalProperties?.value {
      // The patterns' values are of another type than the rest, which none stands for then.
      let isTyped = besideType && !additional.isNever && keywords.patternProperties.isEmpty
      if let schema = isTyped ? element(additional) : full(additional) {
        list.append(".additionalProperties(\(schema))")
      }
    }
    return list
  }

  /// What must hold of an object beside its properties.
  ///
  /// - Parameter names: those of the properties that the type itself demands.
  private func limits(of part: Schema, beside names: Set<String>) -> [String] {
    demands(part.object.requiredOthers.map(\.text).filter { !names.contains($0) }) + limits(of: part.object)
  }

  private func demands(_ names: [String]) -> [String] {
    names.isEmpty ? [] : [".required([\(SchemaSource.strings(names))])"]
  }

  private func limits(of keywords: Schema.ObjectKeywords) -> [String] {
    var list: [String] = []
    func add(_ name: String, _ entries: [(String, String)]) {
      guard !entries.isEmpty else { return }
      let texts = entries.map { "\(SwiftLiteral.string($0.0)): \($0.1)" }
      list.append(".\(name)([\(texts.joined(separator: ", "))])")
    }
    add("patternProperties", keywords.patternProperties.map { ($0.pattern.text, full($0.schema)) })
    if let names = keywords.propertyNames?.value { list.append(".propertyNames(\(full(names)))") }
    list += counts([("minProperties", keywords.minProperties), ("maxProperties", keywords.maxProperties)])
    add(
      "dependentRequired",
      keywords.dependentRequired.map { ($0.property, "[\(SchemaSource.strings($0.value))]") })
    add("dependentSchemas", keywords.dependentSchemas.map { ($0.property, full($0.value)) })
    return list
  }

  /// JSON Schema Core, section 11. Where a Swift type stands for all elements or members, none is left unevaluated.
  private func unevaluated(_ schema: Schema, besideType: Bool) -> [String] {
    var list: [String] = []
    if let items = schema.array.unevaluatedItems?.value, !(besideType && schema.array.items != nil) {
      let prefix = schema.array.prefixItems
      if besideType, !prefix.isEmpty {
        list.append(".prefixItems([\(prefix.map { _ in "true" }.joined(separator: ", "))])")
      }
      list.append(".unevaluatedItems(\(full(items)))")
    }
    if let properties = schema.object.unevaluatedProperties?.value,
      !(besideType && schema.object.additionalProperties != nil)
    {
      list.append(".unevaluatedProperties(\(full(properties)))")
    }
    return list
  }

  /// What must hold of an element beside its Swift type.
  private func element(_ schema: Schema) -> String? {
    constraint(of: schema).map { schema.isNullable ? ".nullable(\($0))" : $0 }
  }

  private func counts(_ list: [(name: String, value: Int?)]) -> [String] {
    list.compactMap { limit in limit.value.map { ".\(limit.name)(\(SwiftLiteral.integer($0)))" } }
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
