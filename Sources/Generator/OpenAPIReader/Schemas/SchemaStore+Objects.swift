import APIModel
import Diagnostics
import SpecReader
import SpecYAML

// Objects: properties, and what is said of other members.
extension SchemaStore {
  func addObject(_ facts: SchemaFacts, to schema: inout Schema) {
    for (name, key, schemas) in facts.properties {
      // An unsatisfiable schema means that the property must be absent.
      if schemas.contains(where: { $0.node.scalar?.asBool == false }) {
        schema.unchecked["properties/\(name)"] = "false"
        continue
      }
      guard !name.isEmpty else {
        findings.leaveOut("a property without a name is left out", at: key)
        continue
      }
      let form = withoutBlankChoice(conjunction(schemas), schemas)
      let isRequired = facts.required.contains(name)
      schema.object.properties.append(
        .init(
          name: Name(name, span: key.occurrence), schema: isRequired ? form : form.withoutBlank,
          isRequired: isRequired))
    }
    for count in [CountKeyword.minProperties, .maxProperties] { schema.counts[count] = facts.counts[count] }
    addPatterns(facts, to: &schema)
    addAdditional(facts, to: &schema)
    nameKeys(of: &schema)
    addNumberKeys(facts, to: &schema)
    addUndeclared(facts, to: &schema)
  }

  /// The choice alone where a property is one of its values, an empty text or null, as Django has it for a field that may be
  /// blank and null: both mean "no value". If null isn't allowed, the empty string stays, as the only way to say it.
  private func withoutBlankChoice(_ form: Schema, _ schemas: [Located]) -> Schema {
    guard form.isNullable, form.enumeration != nil, form.reference == nil, form.ownType == nil,
      form.defaultValue != .string(""), schemas.count == 1, let value = schemas.first,
      let alternatives = (value["oneOf"] ?? value["anyOf"])?.items
    else { return form }
    let lists = alternatives.filter { !isNull($0) }
    guard lists.count == 2, let blank = lists.firstIndex(where: isBlankList), !isBlankList(lists[1 - blank])
    else { return form }
    return form.replaced(by: use(lists[1 - blank]))
  }

  /// Whether the empty text is the only value of a list of them.
  private func isBlankList(_ value: Located) -> Bool {
    guard let list = listedValues(value) else { return false }
    let values = list["enum"]?.items ?? list["const"].map { [$0] } ?? []
    return values.count == 1 && values.allSatisfy { $0.node.scalar?.text == "" && !$0.node.asNull }
  }

  // MARK: Other members

  private func addPatterns(_ facts: SchemaFacts, to schema: inout Schema) {
    for (text, key, schemas) in facts.patternProperties {
      guard isPattern(text, at: key) else { continue }
      schema.object.patternProperties.append(SchemaEntry(name: text, schema: conjunction(schemas)))
    }
  }

  private func addAdditional(_ facts: SchemaFacts, to schema: inout Schema) {
    let hasProperties = !schema.object.properties.isEmpty
    let any = Schema(span: schema.span)
    guard let additional = facts.additionalProperties else {
      // Members that match a pattern are said to be there; others may be.
      let isOpen = !hasProperties || !facts.patternProperties.isEmpty || keepsUndeclared == true
      schema[.additionalProperties] = isOpen ? any : nil
      return
    }
    if additional.node.scalar?.asBool == false {
      // An object without any members may get some later.
      let isMap = !hasProperties && facts.patternProperties.isEmpty
      schema[.additionalProperties] = isMap ? any : never(at: additional)
    } else if additional.isAnySchema {
      let isOpen = !hasProperties || !schema.object.patternProperties.isEmpty || keepsUndeclared != false
      schema[.additionalProperties] = isOpen ? any : nil
    } else {
      // Java's and C#'s `Map<String, Object>`: frameworks write `object` for a value of any type.
      let isObject = additional.node.entries?.count == 1 && additional.node["type"]?.text == "object"
      schema[.additionalProperties] = isObject ? any : use(additional)
    }
  }

  /// Turns patterns whose members all have one type into the type of a dictionary's values.
  ///
  /// With `additionalProperties: false`, the patterns say which keys there are: `propertyNames` says the same.
  private func nameKeys(of schema: inout Schema) {
    let patterns = schema.object.patternProperties
    guard let first = patterns.first, let additional = schema[.additionalProperties] else { return }
    let isUniform = patterns.dropFirst().allSatisfy { $0.schema.meansTheSame(as: first.schema) }
    let isComplete = patterns.contains { Self.anyKey.contains($0.name) }
    if isUniform, isComplete || additional.meansTheSame(as: first.schema) {
      schema.object.patternProperties = []
      schema[.additionalProperties] = first.schema
    } else if isUniform, additional.isNever, schema.object.properties.isEmpty {
      schema.object.patternProperties = []
      schema[.additionalProperties] = first.schema
      let keys = patterns.map { pattern in
        var key = Schema(span: pattern.schema.span)
        key.pattern = pattern.name
        return key
      }
      var names = keys[0]
      if keys.count > 1 {
        names = Schema(span: schema.span)
        names.anyOf = keys
      }
      schema[.propertyNames] = names
    }
  }

  /// Makes integers that `propertyNames` demands the type of a dictionary's keys: JSON has them in texts. In JSON Schema's words
  /// no name is an integer, but frameworks write this for dictionaries with such keys.
  private func addNumberKeys(_ facts: SchemaFacts, to schema: inout Schema) {
    let demanded = facts.conditions.filter { $0.keyword == "propertyNames" }
    guard demanded.count == 1, let names = demanded.first?.value, schema.object.properties.isEmpty,
      schema.object.patternProperties.isEmpty, schema[.additionalProperties]?.isNever == false,
      case let own = self.facts(of: names), own.types == [.integer], !own.isNullable, own.unions.isEmpty
    else { return }
    schema.object.keys = Indirect(use(names))
  }

  /// Patterns that every key matches.
  private static let anyKey: Set<String> = [
    "", "^", "$", ".*", "^.*", ".*$", "^.*$", ".+", "^.+", ".+$", "^.+$",
  ]

  private func isPattern(_ text: String, at key: YAMLNode) -> Bool {
    guard let problem = findPatternProblem(text) else { return true }
    findings.leaveOut(
      "'\(abbreviate(text))' is not a regular expression: \(problem.message); what it says of members is left out",
      at: key)
    return false
  }

  /// Adds required names that aren't properties. Documents mostly have them by mistake, so that responses lack them: the
  /// property may be absent.
  private func addUndeclared(_ facts: SchemaFacts, to schema: inout Schema) {
    let others = facts.required.subtracting(facts.properties.map(\.name)).sorted()
    guard !schema.object.properties.isEmpty else {
      schema.object.requiredOthers = others
      return
    }
    let additional = schema[.additionalProperties]
    for name in others where !name.isEmpty {
      let span = facts.requiredNames[name]?.occurrence ?? schema.span
      if let additional, !additional.isNever, !additional.isAnything, schema.object.patternProperties.isEmpty
      {
        schema.object.properties.append(
          .init(name: Name(name, span: span), schema: additional, isRequired: true))
        continue
      }
      findings.mistake(
        "'\(abbreviate(name))' is required, but isn't a property here; it is read and sent as any JSON, and may be "
          + "absent: declare it under 'properties', or correct its name", at: span)
      schema.unchecked["required/\(name)"] = "true"
      schema.object.properties.append(
        .init(name: Name(name, span: span), schema: Schema(span: span), isRequired: false))
    }
  }

  private func never(at value: Located) -> Schema {
    var schema = Schema(span: value.node.occurrence)
    schema.isNever = true
    return schema
  }
}

extension Located {
  /// Whether it is the schema `true` or `{}`, or only has annotations.
  var isAnySchema: Bool {
    node.scalar?.asBool == true
      || node.entries?.allSatisfy {
        ["title", "description", "nullable"].contains($0.name) || $0.name.hasBytePrefix("x-")
      }
        ?? false
  }
}

extension Schema {
  /// The text alone where the schema is a text or an empty text, with which Django says that there is none.
  fileprivate var withoutBlank: Schema {
    let alternatives = oneOf + anyOf
    guard alternatives.count == 2, let blank = alternatives.firstIndex(where: \.isBlank) else { return self }
    let text = alternatives[1 - blank]
    guard text.types == [.string], text.format != nil || text.acceptsBlank, !text.isBlank else { return self }
    // Other keywords of the union don't apply to one text.
    guard ownType == nil, defaultValue != .string("") else { return self }
    return replaced(by: text)
  }

  /// One of its alternatives in its place, for which the empty text is null.
  fileprivate func replaced(by alternative: Schema) -> Schema {
    var result = alternative
    result.isNullable = result.isNullable || isNullable
    result.isReadOnly = result.isReadOnly || isReadOnly
    result.isWriteOnly = result.isWriteOnly || isWriteOnly
    result.isSecret = result.isSecret || isSecret
    result.swiftName = swiftName
    if alternative.reference != nil || !alternative.acceptsBlank { result.lenience.insert(.emptyAsNull) }
    (result.title, result.documentation, result.examples, result.defaultValue) = (
      title, documentation, examples, defaultValue
    )
    return result
  }

  /// Whether the empty text is the only value.
  private var isBlank: Bool { types == [.string] && counts[.maxLength] == 0 }

  /// Whether the empty text is one of many.
  private var acceptsBlank: Bool {
    format == nil && pattern == nil && enumeration == nil && const == nil && (counts[.minLength] ?? 0) == 0
  }
}
