import APIModel

/// Makes schemas that Swift types can be emitted for of schemas that say what values look like.
struct SchemaModelBuilder {
  let graph: SchemaGraph
  /// The schemas that have a type of their own, with its name.
  var names: [SchemaNode.ID: String]

  /// Schemas within each other that still get types.
  private static let maximumDepth = 12
  /// Schemas within one model that get types: what has no name is repeated wherever it is referred to.
  private static let maximumCount = 2_000
  private var count = 0

  init(_ graph: SchemaGraph, names: [SchemaNode.ID: String]) {
    self.graph = graph
    self.names = names
  }

  /// Why a schema has no type in Swift.
  struct Refusal: Error { let reason: String }

  /// The model of a schema that is to have a type of its own.
  mutating func model(of id: SchemaNode.ID) throws(Refusal) -> Schema {
    count = 0
    let node = graph[id]
    if case .boolean = node.content { throw Refusal(reason: "'true' and 'false' describe no type") }
    if node.keywords.count == 1, let target = node.keywords.first?.target, names[target] != nil, target != id
    {
      return reference(to: target, at: id)
    }
    let facts = SchemaFacts(of: id, in: graph)
    var schema = schema(of: facts, at: id, path: [id])
    schema.documentation = node.documentation
    guard !isAny(schema) else { throw Refusal(reason: refusal(for: facts)) }
    let isDeclared = !schema.object.properties.isEmpty || schema.enumeration != nil || !schema.oneOf.isEmpty
    if schema.enumeration != nil || !schema.oneOf.isEmpty, saysMore(id) {
      throw Refusal(reason: "it constrains its values in ways that an enumeration or a union can't express")
    }
    if !schema.array.prefixItems.isEmpty {
      throw Refusal(reason: "a tuple can't express its other constraints")
    }
    schema.isNewtype = !isDeclared
    return schema
  }

  private func refusal(for facts: SchemaFacts) -> String {
    if !facts.alternatives.isEmpty {
      return "its alternatives aren't named objects that a constant property distinguishes"
    }
    if facts.types == nil {
      return facts.properties.isEmpty
        ? "it allows values of any type" : "without 'type: object' it allows other values too"
    }
    return facts.types?.isEmpty == true ? "no value is valid" : "it allows values of several types"
  }

  /// Whether there are keywords beside those that an enumeration or a union stands for.
  private func saysMore(_ id: SchemaNode.ID) -> Bool {
    graph[id].keywords.contains { keyword in
      switch keyword {
      case .type, .enumeration, .list(.oneOf, _), .list(.anyOf, _): false
      default: true
      }
    }
  }

  /// JSON that may be anything.
  private func isAny(_ schema: Schema) -> Bool {
    schema.types.isEmpty && schema.reference == nil && schema.enumeration == nil && schema.oneOf.isEmpty
  }

  // MARK: Schemas where they are used

  /// - Parameter path: the schemas around it, itself not included.
  private mutating func use(_ id: SchemaNode.ID, path: [SchemaNode.ID]) -> Schema {
    if names[id] != nil { return reference(to: id, at: id) }
    let node = graph[id]
    // What stands beside a reference to a type limits its values, which validators see to.
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
    var schema = schema(of: SchemaFacts(of: id, in: graph), at: id, path: path + [id])
    schema.documentation = node.documentation
    return schema
  }

  private func any(at id: SchemaNode.ID) -> Schema { Schema(span: graph[id].span) }

  private func reference(to target: SchemaNode.ID, at id: SchemaNode.ID) -> Schema {
    var schema = any(at: id)
    schema.reference = Name(names[target] ?? "", span: graph[id].span)
    schema.documentation = graph[id].documentation
    return schema
  }

  private mutating func schema(of facts: SchemaFacts, at id: SchemaNode.ID, path: [SchemaNode.ID]) -> Schema {
    var schema = any(at: id)
    schema.isNullable = facts.isNullable
    if let union = union(of: facts, at: id, path: path) { return union }
    guard let type = facts.onlyType else { return any(at: id) }
    schema.types = [type]
    switch type {
    case .object: addObject(facts, to: &schema, path: path)
    case .array: addArray(facts, to: &schema, path: path)
    case .string, .integer: addValues(facts, to: &schema)
    case .null: schema.isNullable = false
    case .boolean, .number: break
    }
    return schema
  }

  // MARK: Unions

  /// A schema or null, or objects that a constant tells apart; nil where it is neither.
  private mutating func union(of facts: SchemaFacts, at id: SchemaNode.ID, path: [SchemaNode.ID]) -> Schema? {
    guard facts.alternatives.count == 1, let nodes = facts.alternatives.first, facts.properties.isEmpty,
      facts.enumeration == nil
    else { return nil }
    let others = nodes.filter { graph[$0].keywords != [.type([.null])] }
    if others.count == 1, others.count < nodes.count, facts.types == nil, let only = others.first {
      var schema = use(only, path: path)
      guard !isAny(schema) else { return nil }
      schema.isNullable = true
      return schema
    }
    guard facts.types.map({ $0 == [.object] }) ?? true, others.count == nodes.count, nodes.count > 1 else {
      return nil
    }
    var schema = any(at: id)
    var targets: [SchemaNode.ID] = []
    for node in nodes {
      guard let target = graph[node].keywords.first?.target, graph[node].keywords.count == 1,
        names[target] != nil,
        !targets.contains(target)
      else { return nil }
      targets.append(target)
      schema.oneOf.append(reference(to: target, at: node))
    }
    guard let discriminator = discriminator(of: targets) else { return nil }
    schema.discriminator = discriminator
    schema.isOpen = false
    return schema
  }

  /// The property that each of the objects requires with a constant of its own.
  private func discriminator(of targets: [SchemaNode.ID]) -> Discriminator? {
    let all = targets.map { SchemaFacts(of: $0, in: graph) }
    guard let first = all.first, all.allSatisfy({ $0.types == [.object] && !$0.properties.isEmpty }) else {
      return nil
    }
    for property in first.properties.map(\.name) {
      let values = all.map { facts -> String? in
        guard facts.required.contains(property),
          let only = facts.schemas(of: property).first
        else { return nil }
        let value = SchemaFacts(of: only, in: graph)
        guard
          case .string(let text)? = value.const
            ?? (value.enumeration?.count == 1 ? value.enumeration?[0] : nil)
        else { return nil }
        return text
      }
      let texts = values.compactMap { $0 }
      guard texts.count == all.count, Set(texts).count == texts.count else { continue }
      let place = graph[targets[0]].span
      return Discriminator(
        property: Name(property, span: place),
        mapping: zip(texts, targets).map {
          .init(value: Name($0, span: place), schema: Name(names[$1] ?? "", span: place))
        })
    }
    return nil
  }

  // MARK: Types

  private mutating func addObject(_ facts: SchemaFacts, to schema: inout Schema, path: [SchemaNode.ID]) {
    var scope = SchemaMemberNames()
    for (name, schemas) in facts.properties {
      // A schema that can't be satisfied says that the property must not be there.
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
      if schema.object.properties.isEmpty { schema.object.additionalProperties = Indirect(any(at: path[0])) }
      return
    }
    switch graph[additional].content {
    case .boolean(false) where !facts.hasPatternProperties:
      var never = any(at: additional)
      never.isNever = true
      schema.object.additionalProperties = Indirect(
        schema.object.properties.isEmpty ? any(at: additional) : never)
    case .boolean(true) where !schema.object.properties.isEmpty: break
    default:
      let values = facts.hasPatternProperties ? any(at: additional) : use(additional, path: path)
      schema.object.additionalProperties = Indirect(values)
    }
  }

  private mutating func addArray(_ facts: SchemaFacts, to schema: inout Schema, path: [SchemaNode.ID]) {
    let isClosed = facts.items.map { graph[$0].content == .boolean(false) } ?? false
    if !facts.prefixItems.isEmpty {
      guard isClosed, facts.minItems >= facts.prefixItems.count, facts.prefixItems.count <= 12 else {
        schema.array.items = Indirect(any(at: path[0]))
        return
      }
      schema.array.prefixItems = facts.prefixItems.map { use($0, path: path) }
      return
    }
    schema.array.items = Indirect(
      isClosed ? any(at: path[0]) : facts.items.map { use($0, path: path) } ?? any(at: path[0]))
  }

  private func addValues(_ facts: SchemaFacts, to schema: inout Schema) {
    if let values = facts.enumeration {
      var scope = SchemaMemberNames()
      let cases = values.filter { $0 != .null }.map { value -> Enumeration.Case in
        let place = schema.span
        let name = scope.claimConstant(value.spelling).map { Name($0, span: place) }
        return Enumeration.Case(value: value, swiftName: name, span: place)
      }
      let enumeration = Enumeration(cases: cases)
      if let base = enumeration.base, (base == .string) == (schema.types == [.string]) {
        schema.enumeration = enumeration
        schema.isOpen = false
      }
      return
    }
    guard facts.const == nil, let format = facts.format.flatMap({ Self.formats[$0] }),
      format.type == schema.types.first
    else { return }
    schema.format = format.format
  }

  /// Formats that Swift has types for.
  private static let formats: [String: (type: JSONType, format: Format)] = [
    "date-time": (.string, .dateTime), "date": (.string, .date), "uri": (.string, .uri),
    "uuid": (.string, .uuid),
    "int32": (.integer, .int32), "int64": (.integer, .int64), "uint32": (.integer, .uint32),
    "uint64": (.integer, .uint64),
  ]
}

extension Literal {
  fileprivate var spelling: String {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    default: ""
    }
  }
}
