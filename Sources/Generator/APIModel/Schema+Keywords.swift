extension Schema {
  /// The schema's constraints, keyword by keyword.
  ///
  /// They don't include the reference, whether null is allowed, the schema `false`, a format with a Swift type, and
  /// the values of an open enumeration.
  public var keywords: [SchemaKeyword<Schema>] {
    var list: [SchemaKeyword<Schema>] = types.isEmpty ? [] : [.type(types)]
    func add(_ keyword: CountKeyword) {
      if let value = counts[keyword] { list.append(.count(keyword, value)) }
    }
    func add(_ keyword: Applicator) {
      if let schema = self[keyword] { list.append(.applied(keyword, schema)) }
    }
    func add(_ keyword: ListApplicator, _ schemas: [Schema]) {
      if !schemas.isEmpty { list.append(.list(keyword, schemas)) }
    }
    func add(_ keyword: MapApplicator, _ entries: [SchemaEntry<Schema>]) {
      if !entries.isEmpty { list.append(.map(keyword, entries)) }
    }
    for limit in limits.isEmpty ? [] : LimitKeyword.allCases {
      if let number = limits[limit] { list.append(.limit(limit, number)) }
    }
    add(.minLength)
    add(.maxLength)
    if let pattern { list.append(.pattern(pattern)) }
    if case .other(let name) = format { list.append(.format(name, isAsserted: isFormatChecked)) }

    add(.prefixItems, array.prefixItems)
    add(.items)
    add(.minItems)
    add(.maxItems)
    if array.uniqueItems { list.append(.uniqueItems) }
    add(.contains)
    if self[.contains] != nil {
      add(.minContains)
      add(.maxContains)
    }

    add(.properties, object.properties.map { .init(name: $0.name.text, schema: $0.schema) })
    let required = object.properties.filter(\.isRequired).map(\.name.text) + object.requiredOthers
    if !required.isEmpty { list.append(.required(required)) }
    add(.patternProperties, object.patternProperties)
    add(.propertyNames)
    add(.minProperties)
    add(.maxProperties)
    if !object.dependentRequired.isEmpty { list.append(.dependentRequired(object.dependentRequired)) }
    add(.dependentSchemas, object.dependentSchemas)
    add(.additionalProperties)

    if let const { list.append(.const(const)) }
    if let enumeration, enumeration.base == nil || isOpen == false {
      list.append(.enumeration(enumeration.cases.map(\.value)))
    }
    add(.allOf, allOf)
    add(.anyOf, anyOf)
    add(.oneOf, oneOf)
    add(.not)
    if self[.if] != nil { for keyword in [Applicator.if, .then, .else] { add(keyword) } }
    add(.unevaluatedItems)
    add(.unevaluatedProperties)
    return list
  }

  /// Adds alternatives that only say what a valid value has, and so describe no types.
  package mutating func demand(anyOf alternatives: [Schema], isOneOf: Bool) {
    var some = Schema(span: span)
    if isOneOf { some.oneOf = alternatives } else { some.anyOf = alternatives }
    var none = Schema(span: span)
    none[.not] = some
    guard let other = self[.not] else {
      self[.not] = none
      return
    }
    var either = Schema(span: span)
    either.anyOf = [other, none]
    self[.not] = either
  }

  /// What ``demand(anyOf:isOneOf:)`` has added to a schema that is the value of `not`, and the rest, which values must not
  /// satisfy.
  public var demands: (schemas: [Schema], rest: Schema?) {
    guard keywords.count == 1, reference == nil, !isNever else { return ([], self) }
    if let demanded = self[.not] { return ([demanded], nil) }
    guard anyOf.count == 2, case let last = anyOf[1].demands, last.rest == nil else { return ([], self) }
    let first = anyOf[0].demands
    return (first.schemas + last.schemas, first.rest)
  }

  /// The schemas directly within this one.
  public var children: [Schema] {
    var list = allOf + anyOf + oneOf + array.prefixItems
    list += object.properties.map(\.schema)
    list += object.patternProperties.map(\.schema)
    list += object.dependentSchemas.map(\.schema)
    list += Applicator.allCases.compactMap { self[$0] }
    if let keys = object.keys { list.append(keys.value) }
    return list
  }
}

extension Schema {
  /// How many of a tuple's last elements a list may lack.
  public var missingElements: Int {
    let count = array.prefixItems.count
    return max(0, count - (counts[.minItems] ?? count))
  }
}

extension Schema {
  /// All named schemas that it refers to.
  package var references: [String] {
    var names: [String] = []
    visitAll { schema in
      if let reference = schema.reference { names.append(reference.text) }
      names += schema.discriminator?.mapping.map(\.schema.text) ?? []
    }
    return names
  }

  package func contains(_ condition: (Schema) -> Bool) -> Bool {
    var pending = [self]
    while let schema = pending.popLast() {
      if condition(schema) { return true }
      pending += schema.children
    }
    return false
  }

  package func visitAll(_ body: (Schema) -> Void) {
    _ = contains {
      body($0)
      return false
    }
  }
}
