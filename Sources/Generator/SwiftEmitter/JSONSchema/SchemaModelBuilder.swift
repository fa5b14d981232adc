import APIModel

/// Builds schemas with Swift types from schemas that describe values.
struct SchemaModelBuilder {
  let graph: SchemaGraph
  /// The schemas with types of their own, and the types' names.
  var names: [SchemaNode.ID: String]
  /// The user's types for formats.
  private let formatTypes: [FormatType]

  /// The maximum nesting of schemas that get types.
  private static let maximumDepth = 12
  /// The maximum number of schemas with types in one model. Unnamed ones are repeated wherever they are referred to.
  private static let maximumCount = 2_000
  private var count = 0

  init(_ graph: SchemaGraph, names: [SchemaNode.ID: String], formatTypes: [FormatType]) {
    self.graph = graph
    self.names = names
    self.formatTypes = formatTypes
  }

  /// Why a schema has no Swift type.
  struct Refusal: Error { let reason: String }

  /// The model of a schema that gets its own type.
  mutating func model(of id: SchemaNode.ID) throws(Refusal) -> Schema {
    count = 0
    let node = graph[id]
    if case .boolean = node.content { throw Refusal(reason: "'true' and 'false' describe no type") }
    if node.keywords.count == 1, let target = node.keywords.first?.target, names[target] != nil, target != id
    {
      return reference(to: target, at: id)
    }
    let facts = ValueForm(of: id, in: graph)
    var schema = schema(of: facts, at: id, path: [id])
    schema.documentation = node.documentation
    guard !isAny(schema) else { throw Refusal(reason: refusal(for: facts)) }
    let parts = [schema.oneOf, schema.anyOf, schema.array.prefixItems]
    let isDeclared =
      !schema.object.properties.isEmpty || schema.enumeration != nil || !parts.allSatisfy(\.isEmpty)
    schema.isNewtype = !isDeclared && !isOwn(schema.format)
    if !isAllSaid(node.keywords, by: schema) { schema.validator = id }
    return schema
  }

  /// Whether an enumeration or a union expresses everything in the keywords: its values, or alternatives with types
  /// of their own.
  private func isAllSaid(_ keywords: [SchemaKeyword<SchemaNode.ID>], by schema: Schema) -> Bool {
    let alternatives = schema.oneOf + schema.anyOf
    return keywords.allSatisfy { keyword in
      switch keyword {
      case .type, .enumeration: schema.enumeration != nil
      case .list(.oneOf, let nodes), .list(.anyOf, let nodes):
        nodes.count == alternatives.count
          && alternatives.allSatisfy { $0.reference != nil && $0.validator == nil }
      default: false
      }
    }
  }

  private func refusal(for facts: ValueForm) -> String {
    if !facts.alternatives.isEmpty {
      return "not all of its alternatives describe values that Swift has types for"
    }
    if facts.types == nil {
      return facts.properties.isEmpty
        ? "it allows values of any type" : "without 'type: object' it allows other values too"
    }
    return facts.types?.isEmpty == true ? "no value is valid" : "it allows values of several types"
  }

  /// Whether it accepts any JSON.
  func isAny(_ schema: Schema) -> Bool {
    schema.types.isEmpty && schema.reference == nil && schema.enumeration == nil && schema.oneOf.isEmpty
      && schema.anyOf.isEmpty
  }

  // MARK: Schemas where they are used

  /// - Parameters:
  ///   - types: the types that an enclosing schema allows for the same value.
  ///   - path: the enclosing schemas, without this one.
  mutating func use(
    _ id: SchemaNode.ID, within types: Set<JSONType>? = nil, path: [SchemaNode.ID]
  ) -> Schema {
    if names[id] != nil { return reference(to: id, at: id) }
    let node = graph[id]
    // Keywords beside a reference to a type only constrain its values; validators check them.
    if let target = node.keywords.first(where: { $0.target.map { names[$0] != nil } ?? false })?.target {
      let addsForm = node.keywords.contains { keyword in
        switch keyword {
        case .type, .map(.properties, _), .list(.allOf, _): true
        default: false
        }
      }
      if !addsForm { return reference(to: target, at: id) }
    }
    count += 1
    guard !path.contains(id), path.count < Self.maximumDepth, count < Self.maximumCount else {
      return any(at: id)
    }
    var facts = ValueForm(of: id, in: graph)
    if facts.types == nil, facts.hasForm { facts.types = types }
    var schema = schema(of: facts, at: id, path: path + [id])
    schema.documentation = node.documentation
    return schema
  }

  func any(at id: SchemaNode.ID) -> Schema { Schema(span: graph[id].span) }

  private func reference(to target: SchemaNode.ID, at id: SchemaNode.ID) -> Schema {
    var schema = any(at: id)
    schema.reference = Name(names[target] ?? "", span: graph[id].span)
    schema.documentation = graph[id].documentation
    return schema
  }

  mutating func schema(of facts: ValueForm, at id: SchemaNode.ID, path: [SchemaNode.ID]) -> Schema {
    if let union = union(of: facts, at: id, path: path) { return union }
    guard let type = facts.onlyType else { return unionOfTypes(facts, at: id, path: path) ?? any(at: id) }
    var schema = any(at: id)
    schema.isNullable = facts.isNullable && type != .null
    schema.types = [type]
    switch type {
    case .object: addObject(facts, to: &schema, path: path)
    case .array: addArray(facts, to: &schema, path: path)
    case .string, .integer, .number, .boolean: addValues(facts, to: &schema)
    case .null: break
    }
    return schema
  }

  // MARK: Types

  private mutating func addObject(_ facts: ValueForm, to schema: inout Schema, path: [SchemaNode.ID]) {
    var scope = SchemaMemberNames()
    for (name, schemas) in facts.properties {
      // An unsatisfiable schema means that the property must be absent.
      if schemas.contains(where: { graph[$0].content == .boolean(false) }) { continue }
      let forms = schemas.map { use($0, path: path) }.filter { !isAny($0) }
      let place = graph[schemas[0]].span
      var form = forms.first ?? any(at: schemas[0])
      if forms.count > 1, !forms.allSatisfy({ $0.meansTheSame(as: form) }) { form = any(at: schemas[0]) }
      if !scope.claimType(of: name, for: form) { form = any(at: schemas[0]) }
      form.swiftName = scope.claim(name).map { Name($0, span: place) }
      schema.object.properties.append(
        .init(name: Name(name, span: place), schema: form, isRequired: facts.required.contains(name)))
    }
    guard let additional = facts.additionalProperties, !facts.isComposed else {
      if schema.object.properties.isEmpty { schema[.additionalProperties] = any(at: path[0]) }
      return
    }
    switch graph[additional].content {
    case .boolean(false) where !facts.hasPatternProperties:
      var never = any(at: additional)
      never.isNever = true
      schema[.additionalProperties] = schema.object.properties.isEmpty ? any(at: additional) : never
    case .boolean(true) where !schema.object.properties.isEmpty: break
    default:
      let values = facts.hasPatternProperties ? any(at: additional) : use(additional, path: path)
      schema[.additionalProperties] = values
    }
  }

  private mutating func addArray(_ facts: ValueForm, to schema: inout Schema, path: [SchemaNode.ID]) {
    let isClosed = facts.items.map { graph[$0].content == .boolean(false) } ?? false
    if !facts.prefixItems.isEmpty {
      guard isClosed, let least = facts.minItems, facts.prefixItems.count <= 12 else {
        schema[.items] = any(at: path[0])
        return
      }
      schema.array.prefixItems = facts.prefixItems.map { use($0, path: path) }
      if least < facts.prefixItems.count { schema.counts[.minItems] = least }
      return
    }
    schema[.items] =
      isClosed ? any(at: path[0]) : facts.items.map { use($0, path: path) } ?? any(at: path[0])
  }

  private func addValues(_ facts: ValueForm, to schema: inout Schema) {
    schema.const = facts.const
    guard facts.const == nil else { return }
    if let values = facts.enumeration {
      let cases = values.filter { $0 != .null }.map { Enumeration.Case(value: $0, span: schema.span) }
      let enumeration = Enumeration(cases: cases)
      if let base = enumeration.base, (base == .string) == (schema.types == [.string]) {
        schema.enumeration = enumeration
        schema.isOpen = false
        schema.nameCases()
      }
    } else if let format = facts.format.flatMap({ Self.formats[$0] }), format.type == schema.types.first {
      schema.format = format.format
    } else if let name = facts.format, isOwn(.other(name)) {
      schema.format = .other(name)
    }
  }

  /// Whether the user has a type for a format.
  private func isOwn(_ format: Format?) -> Bool {
    format.map { format in formatTypes.contains { $0.covers(format) } } ?? false
  }

  /// Formats with Swift types.
  private static let formats: [String: (type: JSONType, format: Format)] = [
    "date-time": (.string, .dateTime), "date": (.string, .date), "uri": (.string, .uri),
    "uuid": (.string, .uuid),
    "int32": (.integer, .int32), "int64": (.integer, .int64), "uint32": (.integer, .uint32),
    "uint64": (.integer, .uint64),
  ]
}
