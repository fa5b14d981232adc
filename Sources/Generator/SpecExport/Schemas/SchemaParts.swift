import APIModel
import GeneratorKit

/// Writes the schemas within a schema: elements, members, conditions.
struct SchemaParts {
  let writer: ModelSchemaWriter
  private var isOld: Bool { writer.dialect == .openAPI30 }

  init(writer: ModelSchemaWriter) { self.writer = writer }

  func entries(_ schema: Schema) -> [(String, SpecValue?)] {
    elements(of: schema) + members(of: schema) + conditions(of: schema)
  }

  private func elements(of schema: Schema) -> [(String, SpecValue?)] {
    let tuple = schema.array.prefixItems
    guard !tuple.isEmpty else {
      if let items = schema[.items] { return [("items", writer.value(items))] }
      // OpenAPI 3.0 requires them.
      return isOld && schema.types == [.array] ? [("items", .map([] as [(String, SpecValue?)]))] : []
    }
    // Without `items`, a list may have more elements: in what is only checked, or beside other types.
    let isClosed = schema[.items]?.isNever == true
    let least = isClosed && schema.counts[.minItems] == nil ? SpecValue.plain(String(tuple.count)) : nil
    let most = isClosed && schema.counts[.maxItems] == nil ? SpecValue.plain(String(tuple.count)) : nil
    guard !isOld else {
      return [("items", .map([] as [(String, SpecValue?)])), ("minItems", least), ("maxItems", most)]
    }
    let elements = ("prefixItems", Optional(SpecValue.list(tuple.map { writer.value($0) })))
    // Some tools of OpenAPI refuse `items: false`, which a maximum says as well.
    let rest =
      isClosed && writer.dialect == .openAPI31
      ? ("maxItems", most) : ("items", schema[.items].map { writer.value($0) })
    return [elements, rest, ("minItems", least)]
  }

  private func members(of schema: Schema) -> [(String, SpecValue?)] {
    let object = schema.object
    var list: [(String, SpecValue?)] = []
    if !object.properties.isEmpty {
      let properties = object.properties.map { ($0.name.text, Optional(writer.value($0.schema))) }
      list.append(("properties", .map(properties)))
    }
    let required = object.properties.filter(\.isRequired).map(\.name.text) + object.requiredOthers
    if !required.isEmpty { list.append(("required", .texts(required))) }
    if let values = schema[.additionalProperties] {
      list.append(
        ("additionalProperties", values.isNever ? .plain("false") : writer.value(values)))
    }
    guard !isOld else { return list }
    if let keys = object.keys?.value { list.append(("propertyNames", names(keys))) }
    if !object.patternProperties.isEmpty {
      list.append(("patternProperties", entries(object.patternProperties)))
    }
    if !object.dependentRequired.isEmpty {
      let names = object.dependentRequired.map { ($0.property, Optional(SpecValue.texts($0.required))) }
      list.append(("dependentRequired", merged(names) { .list($0.flatMap(\.items)) }))
    }
    if !object.dependentSchemas.isEmpty {
      let schemas = object.dependentSchemas.map { ($0.name, Optional(writer.value($0.schema))) }
      list.append(("dependentSchemas", merged(schemas) { .map([("allOf", .list($0))]) }))
    }
    return list
  }

  /// The names of members, which are texts in JSON whatever the type of the keys.
  private func names(_ keys: Schema) -> SpecValue? {
    let resolved = writer.index.resolved(keys).schema
    if resolved.types == [.integer] { return .map([("pattern", .text("^-?(0|[1-9][0-9]*)$"))]) }
    let mayBeOther = resolved.enumeration != nil && resolved.isOpen != false
    return resolved.types == [.string] && !mayBeOther ? writer.value(keys) : nil
  }

  private func conditions(of schema: Schema) -> [(String, SpecValue?)] {
    let known: [Applicator] =
      isOld
      ? [.not]
      : [.contains, .propertyNames, .not, .if, .then, .else, .unevaluatedItems, .unevaluatedProperties]
    return known.compactMap { keyword in
      guard let inner = schema[keyword], !(keyword == .propertyNames && schema.object.keys != nil) else {
        return nil
      }
      // Without a part of it, it would refuse more.
      if isOld, SchemaLosses.hasNovelties(in: inner) { return nil }
      return (keyword.rawValue, writer.value(inner))
    }
  }

  private func entries(_ entries: [SchemaEntry<Schema>]) -> SpecValue {
    .map(entries.map { ($0.name, Optional(writer.value($0.schema))) })
  }

  /// Joins the values of equal keys.
  private func merged(_ entries: [(String, SpecValue?)], _ join: ([SpecValue]) -> SpecValue) -> SpecValue {
    var keys: [String] = []
    var values: [String: [SpecValue]] = [:]
    for (key, value) in entries {
      guard let value else { continue }
      if values[key] == nil { keys.append(key) }
      values[key, default: []].append(value)
    }
    return .map(
      keys.map { key in
        let all = values[key] ?? []
        return (key, all.count == 1 ? all.first : join(all))
      })
  }
}

extension SpecValue {
  fileprivate var items: [SpecValue] { if case .list(let items) = self { items } else { [] } }
}
