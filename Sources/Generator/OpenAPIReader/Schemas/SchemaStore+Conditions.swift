import APIModel
import Diagnostics
import SpecReader
import SpecYAML

// Keywords that constrain values without describing their form. Only the validator has them.
extension SchemaStore {
  /// Why a condition can't be checked, for a message.
  private struct Obstacle: Error {
    var words: String
    var node: YAMLNode
  }

  /// Demands that values satisfy one of the alternatives, which don't describe a form.
  func demand(_ union: SchemaFacts.Union, of schema: inout Schema) {
    do throws(Obstacle) {
      let alternatives = try constraints(union.alternatives, on: schema)
      // Any value satisfies an alternative that only has annotations.
      if !union.isOneOf, alternatives.contains(where: { $0.keywords.isEmpty && !$0.isNever }) { return }
      var demand = Schema(span: schema.span)
      demand.demand(anyOf: alternatives, isOneOf: union.isOneOf)
      schema.demand(demand)
    } catch {
      findings.leaveOut(
        "that a value satisfies one of the alternatives isn't checked, because of \(error.words)",
        at: error.node)
    }
  }

  /// Demands that values satisfy conditions.
  func demand(_ conditions: [SchemaFacts.Condition], of schema: inout Schema) {
    for condition in conditions {
      let isMap =
        ["dependentRequired", "dependentSchemas"].contains(condition.keyword)
        && condition.value.node.entries != nil
      // The entries of a map can be checked without each other.
      for entry in isMap ? condition.value.entries.map({ Optional($0.name) }) : [nil] {
        var own = Schema(span: condition.value.node.occurrence)
        do throws(Obstacle) {
          try add(
            condition.keyword, condition.value, only: entry, beside: condition.schema, to: &own, on: schema,
            typed: schema)
          schema.demand(own)
        } catch {
          schema.keepUnchecked(condition.keyword, literal(condition.value.node))
          let isOwn = error.words == "'\(condition.keyword)'"
          findings.leaveOut(
            "'\(condition.keyword)' isn't checked\(isOwn ? "" : ", because of \(error.words)")",
            at: error.node)
        }
      }
    }
  }

  /// Demands that objects have members, for a schema that describes no properties.
  func demandKeys(_ facts: SchemaFacts, of schema: inout Schema) {
    guard !facts.required.isEmpty else { return }
    var keys = Schema(span: schema.span)
    for name in facts.required.sorted() {
      guard let node = facts.requiredNames[name] else { continue }
      do throws(Obstacle) {
        try requireBothDirections(name, on: nil, at: node)
        keys.object.requiredOthers.append(name)
      } catch {
        findings.leaveOut("'required' isn't checked, because of \(error.words)", at: error.node)
      }
    }
    if !keys.object.requiredOthers.isEmpty { schema.demand(anyOf: [keys], isOneOf: false) }
  }

  /// Reports conditions that aren't checked.
  func leaveOut(_ conditions: [SchemaFacts.Condition], _ place: String) {
    for condition in conditions {
      findings.leaveOut("'\(condition.keyword)' \(place) isn't checked", at: condition.value.node)
    }
  }

  private func constraints(_ list: [Located], on model: Schema?, typed: Schema? = nil) throws(Obstacle)
    -> [Schema]
  {
    var schemas: [Schema] = []
    for value in list { schemas.append(try constraint(value, on: model, typed: typed)) }
    return schemas
  }

  /// A schema that only constrains values.
  ///
  /// - Parameter model: The schema that describes the form of the values; nil if it isn't known.
  /// - Parameter typed: The schema that says which types the values have, if it isn't the model.
  private func constraint(_ value: Located, on model: Schema?, typed: Schema? = nil) throws(Obstacle)
    -> Schema
  {
    let typed = types(in: value) ?? typed ?? model
    var schema = Schema(span: value.node.occurrence)
    if value.node.scalar?.coreType == .boolean {
      schema.isNever = value.node.asBool == false
      return schema
    }
    guard value.node.mapping != nil else {
      throw Obstacle(words: "a value that is no schema", node: value.node)
    }
    for (_, name, entry) in value.entries where !Self.annotationsOfConditions.contains(name) {
      try add(name, entry, beside: value, to: &schema, on: model, typed: typed)
    }
    return schema
  }

  /// A schema with the type that a condition names itself.
  private func types(in condition: Located) -> Schema? {
    guard let type = condition.node["type"]?.text.flatMap(JSONType.init(rawValue:)) else { return nil }
    var schema = Schema(span: condition.node.occurrence)
    schema.types = [type]
    return schema
  }

  /// Keywords without a meaning of their own in conditions.
  private static let annotationsOfConditions: Set<String> = [
    "title", "description", "deprecated", "$comment", "example", "examples", "default", "then", "else",
    "minContains", "maxContains",
  ]

  /// Formats that numbers have anyway.
  private static let numberFormats: Set<String> = ["int32", "int64", "float", "double"]

  /// Adds a keyword.
  ///
  /// - Parameter only: The only entry to add of a map; nil for all.
  private func add(
    _ name: String, _ value: Located, only: String? = nil, beside schema: Located, to own: inout Schema,
    on model: Schema?, typed: Schema?
  ) throws(Obstacle) {
    let node = value.node
    let unusable = Obstacle(words: "the value of '\(abbreviate(name))'", node: node)
    switch name {
    case "type":
      let names = (node.items ?? [node]).map { $0.text.flatMap(JSONType.init(rawValue:)) }
      own.types = names.compactMap(\.self)
      guard own.types.count == names.count else { throw unusable }
      guard own.types == [.null] || !own.types.contains(.null) else {
        throw Obstacle(words: "'null' beside other types", node: node)
      }
    case "format" where node.text.map(Self.numberFormats.contains) == true && schema["type"] != nil: break
    case "const":
      guard let constant = written(node, of: typed) else { throw unusable }
      own.const = constant
    case "enum":
      guard own.anyOf.isEmpty, !value.items.isEmpty else { throw unusable }
      for item in value.items {
        var alternative = Schema(span: item.node.occurrence)
        guard let constant = written(item.node, of: typed) else { throw unusable }
        alternative.const = constant
        own.anyOf.append(alternative)
      }
    case "required": own.object.requiredOthers = try names(value, on: model)
    case "properties":
      guard node.entries != nil else { throw unusable }
      for (key, name, value) in value.allEntries {
        try requireBothDirections(name, on: model, at: key)
        own.object.properties.append(
          .init(
            name: Name(name, span: key.occurrence),
            schema: try constraint(value, on: nil, typed: typed.flatMap { part(of: $0, named: name) }),
            isRequired: false))
      }
    case "dependentRequired":
      guard node.entries != nil else { throw unusable }
      for (key, name, value) in value.allEntries where only == nil || only == name {
        try requireBothDirections(name, on: model, at: key)
        own.object.dependentRequired.append(
          PropertyDependency(property: name, required: try names(value, on: model)))
      }
    case "dependentSchemas":
      guard node.entries != nil else { throw unusable }
      for (key, name, value) in value.allEntries where only == nil || only == name {
        try requireBothDirections(name, on: model, at: key)
        own.object.dependentSchemas.append(
          SchemaEntry(name: name, schema: try constraint(value, on: model, typed: typed)))
      }
    case "not": own[.not] = try constraint(value, on: model, typed: typed)
    case "items": own[.items] = try constraint(value, on: nil, typed: typed.flatMap { elements(of: $0) })
    case "propertyNames": own[.propertyNames] = try constraint(value, on: nil)
    case "contains":
      own[.contains] = try constraint(value, on: nil, typed: typed.flatMap { elements(of: $0) })
      for keyword in [CountKeyword.minContains, .maxContains] {
        guard let value = schema[keyword.rawValue] else { continue }
        guard let number = count(value) else {
          throw Obstacle(words: "the value of '\(keyword.rawValue)'", node: value.node)
        }
        own.counts[keyword] = number
      }
    case "if":
      own[.if] = try constraint(value, on: model, typed: typed)
      if let then = schema["then"] { own[.then] = try constraint(then, on: model, typed: typed) }
      if let other = schema["else"] { own[.else] = try constraint(other, on: model, typed: typed) }
    case "allOf", "oneOf":
      guard !value.items.isEmpty else { throw unusable }
      let parts = try constraints(value.items, on: model, typed: typed)
      if name == "allOf" { own.allOf = parts } else { own.oneOf = parts }
    case "anyOf":
      guard own.anyOf.isEmpty, !value.items.isEmpty else { throw unusable }
      own.anyOf = try constraints(value.items, on: model, typed: typed)
    case "pattern":
      guard let pattern = pattern(value) else { throw unusable }
      own.pattern = pattern
    case "uniqueItems":
      guard let isUnique = node.asBool else { throw unusable }
      own.array.uniqueItems = isUnique
    default:
      if let limit = LimitKeyword(rawValue: name) {
        guard let number = node.scalar.flatMap(jsonNumber), limit != .multipleOf || number.isPositive else {
          throw unusable
        }
        own.limits[limit] = number
      } else if let keyword = CountKeyword(rawValue: name) {
        guard let number = count(value) else { throw unusable }
        own.counts[keyword] = number
      } else {
        throw Obstacle(words: "'\(abbreviate(name))'", node: node)
      }
    }
  }

  private func count(_ value: Located) -> Int? {
    value.node.scalar.flatMap(jsonNumber).flatMap { wholeCount(of: $0.text) }
  }

  private func names(_ value: Located, on model: Schema?) throws(Obstacle) -> [String] {
    guard value.node.items != nil else {
      throw Obstacle(words: "this, which is no list of names", node: value.node)
    }
    var names: [String] = []
    for item in value.items {
      guard let name = item.node.text else {
        throw Obstacle(words: "this, which is no name", node: item.node)
      }
      try requireBothDirections(name, on: model, at: item.node)
      names.append(name)
    }
    return names
  }

  /// Refuses a property that only requests or only responses have, because a condition would mean something else in the others.
  private func requireBothDirections(_ name: String, on model: Schema?, at node: YAMLNode) throws(Obstacle) {
    if let model {
      guard let property = model.object.properties.first(where: { $0.name.text == name }) else { return }
      let isReference = property.schema.reference != nil && namesOfOneDirection.contains(name)
      guard property.schema.isReadOnly || property.schema.isWriteOnly || isReference else { return }
    } else if !namesOfOneDirection.contains(name) {
      return
    }
    throw Obstacle(
      words: "the property '\(abbreviate(name))', which may be read-only or write-only", node: node)
  }
}

extension Schema {
  /// Demands that values also satisfy a condition.
  fileprivate mutating func demand(_ condition: Schema) {
    let applicators = Applicator.allCases.filter { condition[$0] != nil }
    guard applicators.allSatisfy({ self[$0] == nil }) else {
      // An object may have parts, whose conditions apply beside each other and have messages of their own.
      if types == [.object] { return allOf.append(condition) }
      return demand(anyOf: [condition], isOneOf: false)
    }
    for applicator in applicators { self[applicator] = condition[applicator] }
    counts.merge(condition.counts) { own, _ in own }
    object.dependentRequired += condition.object.dependentRequired
    object.dependentSchemas += condition.object.dependentSchemas
  }
}
