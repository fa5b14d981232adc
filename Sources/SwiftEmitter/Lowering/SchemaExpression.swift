import APIModel

/// Swift expressions that build the runtime's `Schema` for what a type alone does not say.
struct SchemaExpression {
  let names: TypeNames

  /// The constraints of a schema beside its type, null left aside; `nil` where there are none.
  func constraint(of schema: Schema) -> String? {
    var parts: [String] = []
    if let own = family(schema) { parts.append(own) }
    if let reference = schema.reference, case .alias(let alias)? = names.kind(of: reference.text),
      alias.isConstrained
    {
      parts.append("Schemas.\(SwiftName.escaped(alias.schemaName))")
    }
    if let const = schema.const { parts.append(".const(\(SwiftLiteral.json(const)))") }
    if let enumeration = schema.enumeration,
      enumeration.base == nil || schema.isNewtype || schema.isOpen == false
    {
      parts.append(
        ".enumeration([\(enumeration.cases.map { SwiftLiteral.json($0.value) }.joined(separator: ", "))])")
    }
    parts += conditions(schema)
    return conjunction(parts)
  }

  /// Everything a schema demands, type included: for places where no Swift type stands for it.
  func full(_ schema: Schema) -> String {
    if schema.isNever { return ".never" }
    var parts: [String] = []
    if let reference = schema.reference { parts.append(named(reference.text)) }
    let families = schema.types.map { typed($0, schema) }
    if families.count == 1, let only = families.first {
      parts.append(only)
    } else if families.count > 1 {
      parts.append(".anyOf([\(families.joined(separator: ", "))])")
    } else {
      parts += JSONType.allCases.compactMap { type in
        let expression = typed(type, schema)
        guard expression != bare(type), type != .integer else { return nil }
        // A keyword of one type says nothing about values of others (JSON Schema Core, section 7.6.1).
        return ".anyOf([.not(\(bare(type))), \(expression)])"
      }
    }
    if let const = schema.const { parts.append(".const(\(SwiftLiteral.json(const)))") }
    // An open enumeration is a hint, not a constraint.
    if let enumeration = schema.enumeration, enumeration.base == nil || schema.isOpen == false {
      parts.append(
        ".enumeration([\(enumeration.cases.map { SwiftLiteral.json($0.value) }.joined(separator: ", "))])")
    }
    if !schema.allOf.isEmpty { parts.append(".allOf([\(list(schema.allOf))])") }
    if !schema.anyOf.isEmpty { parts.append(".anyOf([\(list(schema.anyOf))])") }
    if !schema.oneOf.isEmpty { parts.append(".oneOf([\(list(schema.oneOf))])") }
    parts += conditions(schema)
    let expression = conjunction(parts) ?? ".any"
    return schema.isNullable ? ".nullable(\(expression))" : expression
  }

  /// What an object with a Swift type of its own must satisfy as a whole.
  func objectConstraint(of object: FlatObject) -> String? {
    conjunction(
      object.parts.compactMap { part in
        var arguments = objectLimits(part.object)
        let names = Set(object.properties.map(\.name.text))
        let others = part.object.requiredOthers.map(\.text).filter { !names.contains($0) }
        if !others.isEmpty { arguments.insert("required: [\(strings(others))]", at: 0) }
        let own = arguments.isEmpty ? nil : ".object(\(arguments.joined(separator: ", ")))"
        return conjunction([own].compactMap { $0 } + conditions(part))
      })
  }

  /// Applicators that stand beside any type.
  private func conditions(_ schema: Schema) -> [String] {
    var parts: [String] = []
    if let not = schema.not { parts.append(".not(\(full(not.value)))") }
    if let condition = schema.ifSchema {
      let then = schema.thenSchema.map { full($0.value) } ?? "nil"
      let otherwise = schema.elseSchema.map { ", \(full($0.value))" } ?? ""
      parts.append(".ifThenElse(\(full(condition.value)), \(then)\(otherwise))")
    }
    return parts
  }

  private func list(_ schemas: [Schema]) -> String { schemas.map(full).joined(separator: ", ") }

  private func conjunction(_ parts: [String]) -> String? {
    guard let first = parts.first else { return nil }
    return parts.count == 1 ? first : ".allOf([\(parts.joined(separator: ", "))])"
  }

  private func named(_ name: String) -> String {
    switch names.kind(of: name) {
    case .alias(let alias)?: "Schemas.\(SwiftName.escaped(alias.schemaName))"
    case .type(let type)?: ".value(\(type).self)"
    case nil: ".any"
    }
  }

  /// The keywords of the schema's own type, if it has any.
  private func family(_ schema: Schema) -> String? {
    let types = schema.types.isEmpty ? JSONType.allCases : schema.types
    let expressions = types.compactMap { type -> String? in
      let expression = typed(type, schema, elementsHaveTypes: true)
      return expression == bare(type) || (schema.types.isEmpty && type == .integer) ? nil : expression
    }
    if schema.types.count > 1, !expressions.isEmpty {
      return ".anyOf([\(types.map { typed($0, schema, elementsHaveTypes: true) }.joined(separator: ", "))])"
    }
    return expressions.first
  }

  private func bare(_ type: JSONType) -> String {
    switch type {
    case .null: ".null"
    case .boolean: ".boolean"
    case .integer: ".integer()"
    case .number: ".number()"
    case .string: ".string()"
    case .array: ".array()"
    case .object: ".object()"
    }
  }

  private func typed(_ type: JSONType, _ schema: Schema, elementsHaveTypes: Bool = false) -> String {
    switch type {
    case .null, .boolean: bare(type)
    case .integer: ".integer(\(numberLimits(schema.numeric)))"
    case .number: ".number(\(numberLimits(schema.numeric)))"
    case .string: ".string(\(stringLimits(schema)))"
    case .array: ".array(\(arrayKeywords(schema.array, elementsHaveTypes: elementsHaveTypes)))"
    case .object: ".object(\(objectKeywords(schema.object, elementsHaveTypes: elementsHaveTypes)))"
    }
  }

  private func numberLimits(_ keywords: Schema.Numeric) -> String {
    arguments([
      ("minimum", keywords.minimum.map(number)), ("maximum", keywords.maximum.map(number)),
      ("exclusiveMinimum", keywords.exclusiveMinimum.map(number)),
      ("exclusiveMaximum", keywords.exclusiveMaximum.map(number)),
      ("multipleOf", keywords.multipleOf.map(number)),
    ])
  }

  private func number(_ number: NumberText) -> String { SwiftLiteral.exact(number) }

  private func stringLimits(_ schema: Schema) -> String {
    var format: String?
    if case .other(let name) = schema.format { format = SwiftLiteral.string(name) }
    return arguments([
      ("minLength", schema.string.minLength.map(SwiftLiteral.integer)),
      ("maxLength", schema.string.maxLength.map(SwiftLiteral.integer)),
      ("pattern", schema.string.pattern.map { SwiftLiteral.string($0.text) }), ("format", format),
    ])
  }

  private func arrayKeywords(_ keywords: Schema.ArrayKeywords, elementsHaveTypes: Bool) -> String {
    var list: [String] = []
    if let items = keywords.items?.value {
      if elementsHaveTypes {
        if let constraint = constraint(of: items) {
          list.append(items.isNullable ? ".nullable(\(constraint))" : constraint)
        }
      } else {
        list.append(full(items))
      }
    }
    let rest = arguments([
      ("minItems", keywords.minItems.map(SwiftLiteral.integer)),
      ("maxItems", keywords.maxItems.map(SwiftLiteral.integer)),
      ("uniqueItems", keywords.uniqueItems ? "true" : nil),
      (
        "prefixItems",
        keywords.prefixItems.isEmpty || elementsHaveTypes
          ? nil : "[\(keywords.prefixItems.map(full).joined(separator: ", "))]"
      ),
      ("contains", keywords.contains.map { full($0.value) }),
      ("minContains", keywords.minContains.map(SwiftLiteral.integer)),
      ("maxContains", keywords.maxContains.map(SwiftLiteral.integer)),
    ])
    if !rest.isEmpty { list.append(rest) }
    return list.joined(separator: ", ")
  }

  private func objectKeywords(_ keywords: Schema.ObjectKeywords, elementsHaveTypes: Bool) -> String {
    var list: [String] = []
    if !elementsHaveTypes, !keywords.properties.isEmpty {
      let entries = keywords.properties.map { "\(SwiftLiteral.string($0.name.text)): \(full($0.schema))" }
      list.append("properties: [\(entries.joined(separator: ", "))]")
    }
    let required =
      (elementsHaveTypes ? [] : keywords.properties.filter(\.isRequired).map(\.name.text))
      + keywords.requiredOthers.map(\.text)
    if !required.isEmpty { list.append("required: [\(strings(required))]") }
    if let additional = keywords.additionalProperties?.value {
      if !elementsHaveTypes || additional.isNever || !keywords.patternProperties.isEmpty {
        list.append("additional: \(full(additional))")
      } else if let constraint = constraint(of: additional) {
        list.append("additional: \(additional.isNullable ? ".nullable(\(constraint))" : constraint)")
      }
    }
    return (list + objectLimits(keywords)).joined(separator: ", ")
  }

  private func objectLimits(_ keywords: Schema.ObjectKeywords) -> [String] {
    var list: [String] = []
    if !keywords.patternProperties.isEmpty {
      let entries = keywords.patternProperties.map {
        "\(SwiftLiteral.string($0.pattern.text)): \(full($0.schema))"
      }
      list.append("patterns: [\(entries.joined(separator: ", "))]")
    }
    if let names = keywords.propertyNames?.value { list.append("names: \(full(names))") }
    if let minimum = keywords.minProperties { list.append("minProperties: \(SwiftLiteral.integer(minimum))") }
    if let maximum = keywords.maxProperties { list.append("maxProperties: \(SwiftLiteral.integer(maximum))") }
    if !keywords.dependentRequired.isEmpty {
      let entries = keywords.dependentRequired.map {
        "\(SwiftLiteral.string($0.property)): [\(strings($0.value))]"
      }
      list.append("dependentRequired: [\(entries.joined(separator: ", "))]")
    }
    if !keywords.dependentSchemas.isEmpty {
      let entries = keywords.dependentSchemas.map { "\(SwiftLiteral.string($0.property)): \(full($0.value))" }
      list.append("dependentSchemas: [\(entries.joined(separator: ", "))]")
    }
    return list
  }

  private func strings(_ texts: [String]) -> String { texts.map(SwiftLiteral.string).joined(separator: ", ") }

  private func arguments(_ list: [(label: String, value: String?)]) -> String {
    list.compactMap { argument in argument.value.map { "\(argument.label): \($0)" } }.joined(separator: ", ")
  }
}
