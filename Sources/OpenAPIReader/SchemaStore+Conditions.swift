import APIModel
import SpecReader
import SpecYAML

// Keywords that constrain values without describing their form. Only the validator has them.
extension SchemaStore {
  /// Demands that values satisfy one of the alternatives, which don't describe a form.
  func demand(_ choice: SchemaFacts.Choice, of schema: inout Schema) {
    let alternatives = choice.alternatives.compactMap { constraint($0, on: schema) }
    guard alternatives.count == choice.alternatives.count, !alternatives.isEmpty else {
      for alternative in choice.alternatives.prefix(1) {
        findings.leaveOut(
          "that a value satisfies one of the alternatives isn't checked", at: alternative.node)
      }
      return
    }
    // Any value satisfies an alternative that only has annotations.
    if !choice.isOneOf, alternatives.contains(where: { $0.keywords.isEmpty && !$0.isNever }) { return }
    schema.demand(anyOf: alternatives, isOneOf: choice.isOneOf)
  }

  /// Demands that values satisfy conditions.
  func demand(_ conditions: [SchemaFacts.Condition], of schema: inout Schema) {
    for condition in conditions {
      var own = Schema(span: condition.value.node.occurrence)
      guard add(condition.keyword, condition.value, beside: condition.schema, to: &own, on: schema) else {
        findings.leaveOut(
          "'\(condition.keyword)' isn't checked, because it does more than constrain values, or names read-only or "
            + "write-only properties", at: condition.value.node)
        continue
      }
      schema.demand(own)
    }
  }

  /// Reports conditions that aren't checked.
  func leaveOut(_ conditions: [SchemaFacts.Condition], beside what: String) {
    for condition in conditions {
      findings.leaveOut("'\(condition.keyword)' beside \(what) isn't checked", at: condition.value.node)
    }
  }

  /// A schema that only constrains values; nil if it contains anything else.
  ///
  /// - Parameter model: The schema that describes the form of the values.
  private func constraint(_ value: Located, on model: Schema) -> Schema? {
    var schema = Schema(span: value.node.occurrence)
    if value.node.scalar?.coreType == .boolean {
      schema.isNever = value.node.asBool == false
      return schema
    }
    guard value.node.mapping != nil, value.node["nullable"] == nil else { return nil }
    for (_, name, entry) in value.entries where !Self.silentInConditions.contains(name) {
      guard add(name, entry, beside: value, to: &schema, on: model) else { return nil }
    }
    return schema
  }

  private static let silentInConditions: Set<String> = [
    "title", "description", "deprecated", "$comment", "example", "examples", "default", "format", "then",
    "else",
  ]

  /// Adds a keyword; returns false if it isn't only a constraint.
  private func add(
    _ name: String, _ value: Located, beside schema: Located, to own: inout Schema, on model: Schema
  ) -> Bool {
    func constraints(_ list: [Located]) -> [Schema]? {
      let schemas = list.compactMap { constraint($0, on: model) }
      return schemas.isEmpty || schemas.count != list.count ? nil : schemas
    }
    func set(_ keyword: Applicator, _ value: Located) -> Bool {
      own[keyword] = constraint(value, on: model)
      return own[keyword] != nil
    }
    switch name {
    case "type":
      let names = (value.node.items ?? [value.node]).map { $0.text.flatMap(JSONType.init(rawValue:)) }
      let types = names.compactMap { $0 }
      guard types.count == names.count, types == [.null] || !types.contains(.null) else { return false }
      own.types = types
    case "const":
      guard let constant = literal(value.node) else { return false }
      own.const = constant
    case "enum":
      let values = value.items.compactMap { literal($0.node) }
      guard values.count == value.items.count, !values.isEmpty, own.anyOf.isEmpty else { return false }
      own.anyOf = values.map { constant in
        var schema = Schema(span: value.node.occurrence)
        schema.const = constant
        return schema
      }
    case "required":
      let names = value.items.compactMap(\.node.text)
      guard names.count == value.items.count, names.allSatisfy({ isConstrainable($0, on: model) }) else {
        return false
      }
      own.object.requiredOthers = names
    case "properties":
      for (key, name, value) in value.entries {
        guard isConstrainable(name, on: model), !name.isEmpty, let schema = constraint(value, on: model)
        else {
          return false
        }
        own.object.properties.append(
          .init(name: Name(name, span: key.occurrence), schema: schema, isRequired: false))
      }
    case "dependentRequired":
      for (_, name, value) in value.entries {
        let names = value.items.compactMap(\.node.text)
        guard names.count == value.items.count,
          ([name] + names).allSatisfy({ isConstrainable($0, on: model) })
        else { return false }
        own.object.dependentRequired.append(PropertyDependency(property: name, required: names))
      }
    case "dependentSchemas":
      for (_, name, value) in value.entries {
        guard isConstrainable(name, on: model), let schema = constraint(value, on: model) else {
          return false
        }
        own.object.dependentSchemas.append(SchemaEntry(name: name, schema: schema))
      }
    case "not": return set(.not, value)
    case "items": return set(.items, value)
    case "propertyNames": return set(.propertyNames, value)
    case "contains":
      for count in [CountKeyword.minContains, .maxContains] {
        own.counts[count] = schema[count.rawValue].flatMap(count(of:))
      }
      return set(.contains, value)
    case "minContains", "maxContains": break
    case "if":
      for (keyword, name) in [(Applicator.then, "then"), (.else, "else")] {
        if let value = schema[name], !set(keyword, value) { return false }
      }
      return set(.if, value)
    case "allOf", "anyOf", "oneOf":
      guard let schemas = constraints(value.items) else { return false }
      switch name {
      case "allOf": own.allOf = schemas
      case "oneOf": own.oneOf = schemas
      default:
        guard own.anyOf.isEmpty else { return false }
        own.anyOf = schemas
      }
    case "pattern":
      guard let pattern = pattern(value) else { return false }
      own.pattern = pattern
    case "uniqueItems": own.array.uniqueItems = value.node.asBool == true
    default:
      if let limit = LimitKeyword(rawValue: name) {
        guard let number = value.node.scalar.flatMap(jsonNumber), isUsable(limit, number) else {
          return false
        }
        own.limits[limit] = number
      } else if let keyword = CountKeyword(rawValue: name) {
        guard let number = count(of: value) else { return false }
        own.counts[keyword] = number
      } else {
        return false
      }
    }
    return true
  }

  private func count(of value: Located) -> Int? {
    value.node.scalar.flatMap(jsonNumber).flatMap { wholeCount(of: $0.text) }
  }

  /// Whether requests and answers have the property. If one of them lacks it, a condition would mean something else there.
  private func isConstrainable(_ name: String, on model: Schema) -> Bool {
    !model.object.properties.contains {
      $0.name.text == name && ($0.schema.isReadOnly || $0.schema.isWriteOnly)
    }
  }
}

extension Schema {
  /// Demands that values also satisfy a condition.
  fileprivate mutating func demand(_ condition: Schema) {
    let applicators = Applicator.allCases.filter { condition[$0] != nil }
    guard applicators.allSatisfy({ self[$0] == nil }) else {
      return demand(anyOf: [condition], isOneOf: false)
    }
    for applicator in applicators { self[applicator] = condition[applicator] }
    counts.merge(condition.counts) { own, _ in own }
    object.dependentRequired += condition.object.dependentRequired
    object.dependentSchemas += condition.object.dependentSchemas
  }
}
