import APIModel

/// The form of a schema's values, as described by the schema and everything that applies with it (`$ref`, `allOf`).
/// Validators check everything else.
struct ValueForm {
  /// Nil if any type is allowed.
  var types: Set<JSONType>?
  var enumeration: [Literal]?
  var const: Literal?
  var format: String?
  /// Each with the schemas that the parts have for it.
  var properties: [(name: String, schemas: [SchemaNode.ID])] = []
  var required: Set<String> = []
  var additionalProperties: SchemaNode.ID?
  var hasPatternProperties = false
  var items: SchemaNode.ID?
  var prefixItems: [SchemaNode.ID] = []
  var minItems: Int?
  /// The lists of `oneOf` and `anyOf`.
  var alternatives: [(keyword: WritableKeyPath<Schema, [Schema]>, nodes: [SchemaNode.ID])] = []
  private var positions: [String: Int] = [:]
  /// Whether other schemas contribute.
  var isComposed = false

  /// - Parameter graph: the graph that contains the schema.
  init(of id: SchemaNode.ID, in graph: SchemaGraph) {
    var seen: Set<SchemaNode.ID> = []
    add(id, in: graph, seen: &seen)
  }

  private mutating func add(_ id: SchemaNode.ID, in graph: SchemaGraph, seen: inout Set<SchemaNode.ID>) {
    guard seen.insert(id).inserted else { return }
    for keyword in graph[id].keywords {
      switch keyword {
      case .ref(let target), .dynamicRef(nil, let target):
        isComposed = true
        add(target, in: graph, seen: &seen)
      case .list(.allOf, let parts):
        isComposed = true
        for part in parts { add(part, in: graph, seen: &seen) }
      case .list(.anyOf, let nodes): alternatives.append((\.anyOf, nodes))
      case .list(.oneOf, let nodes): alternatives.append((\.oneOf, nodes))
      case .type(let list): types = types?.common(with: Set(list)) ?? Set(list)
      case .enumeration(let values): enumeration = enumeration ?? values
      case .const(let value): const = value
      case .format(let name, _): format = name
      case .required(let names): required.formUnion(names)
      case .map(.properties, let entries): for entry in entries { add(entry) }
      case .map(.patternProperties, _): hasPatternProperties = true
      case .applied(.additionalProperties, let node): additionalProperties = node
      case .applied(.items, let node): items = node
      case .list(.prefixItems, let nodes): prefixItems = nodes
      case .count(.minItems, let count): minItems = max(minItems ?? 0, count)
      default: break
      }
    }
  }

  private mutating func add(_ entry: SchemaEntry<SchemaNode.ID>) {
    if let position = positions[entry.name] {
      properties[position].schemas.append(entry.schema)
    } else {
      positions[entry.name] = properties.count
      properties.append((entry.name, [entry.schema]))
    }
  }

  /// Whether any keyword describes the form of values.
  var hasForm: Bool {
    !properties.isEmpty || additionalProperties != nil || items != nil || !prefixItems.isEmpty
  }

  /// Whether a value may be null.
  var isNullable: Bool {
    if let values = const.map({ [$0] }) ?? enumeration {
      return values.contains(.null) && types?.contains(.null) ?? true
    }
    return types?.contains(.null) ?? false
  }

  /// The only type besides null, where integers are numbers; nil if there are several, or any is allowed.
  var onlyType: JSONType? {
    if let types {
      let others = types.subtracting([.null])
      if others.isEmpty { return types.first }
      return others.count == 1 ? others.first : others == [.integer, .number] ? .number : nil
    }
    let found = Set((enumeration ?? const.map { [$0] } ?? []).map(\.type))
    let others = found.subtracting([.null])
    return others.count < 2 ? others.first ?? found.first : nil
  }
}
