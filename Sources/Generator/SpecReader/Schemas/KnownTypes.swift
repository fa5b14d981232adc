import APIModel
import SpecYAML

/// The JSON types that a schema allows, as far as they are known without reading all of it.
struct KnownTypes {
  var types: Set<JSONType>
  var isNullable = false
}

extension SchemaReader {
  /// The types of a schema that is being read, following references.
  func knownTypes(of schema: Schema) -> KnownTypes? {
    if !schema.types.isEmpty { return KnownTypes(types: Set(schema.types), isNullable: schema.isNullable) }
    guard let reference = schema.reference, var known = knownTypes(named: reference.text) else { return nil }
    known.isNullable = known.isNullable || schema.isNullable
    return known
  }

  /// The types of a named schema; nil if it allows any type or they are unknown.
  ///
  /// Follows references in a loop and keeps the results, because chains may have any length.
  func knownTypes(named name: String) -> KnownTypes? {
    var chain: [(name: String, isNullable: Bool)] = []
    var seen: Set<String> = []
    var current = name
    var result: KnownTypes?
    search: while seen.insert(current).inserted {
      if let known = folder.knownTypes[current] {
        result = known
        break
      }
      guard let definition = folder.definition(current, in: .schemas) else { break }
      switch look(at: definition.node) {
      case .known(let known):
        chain.append((current, false))
        result = known
        break search
      case .reference(let next, let isNullable):
        chain.append((current, isNullable))
        current = next
      }
    }
    for link in chain.reversed() {
      if link.isNullable { result?.isNullable = true }
      folder.knownTypes.updateValue(result, forKey: link.name)
    }
    return result
  }

  /// Whether values of other types are read for a named schema, too.
  func isLenient(named name: String) -> Bool {
    var seen: Set<String> = []
    var next: String? = name
    while let name = next, seen.insert(name).inserted, let node = folder.definition(name, in: .schemas)?.node
    {
      if node["lenient"] != nil { return true }
      guard case .reference(let target, _) = look(at: node) else { return false }
      next = target
    }
    return false
  }

  private enum Look {
    case known(KnownTypes?)
    case reference(String, isNullable: Bool)
  }

  private func look(at node: YAMLNode) -> Look {
    guard let mapping = node.mapping else { return look(atType: node) }
    if let type = mapping["type"] ?? mapping["$ref"] { return look(atType: type) }
    if let enumeration = mapping["enum"] { return .known(typesOfEnumeration(enumeration)) }
    return .known(impliedType(of: node).map { KnownTypes(types: [$0]) })
  }

  private func look(atType node: YAMLNode) -> Look {
    if let items = node.items {
      let types = Set(items.compactMap { JSONType(rawValue: $0.text ?? "") })
      return .known(KnownTypes(types: types.subtracting([.null]), isNullable: types.contains(.null)))
    }
    guard node.scalar != nil, var expression = try? TypeExpressionParser.parse(node) else {
      return .known(nil)
    }
    var isNullable = false
    if case .nullable(let inner, _) = expression {
      expression = inner
      isNullable = true
    }
    switch expression {
    case .list: return .known(KnownTypes(types: [.array], isNullable: isNullable))
    case .map: return .known(KnownTypes(types: [.object], isNullable: isNullable))
    case .nullable: return .known(nil)
    case .name(let name):
      if let type = BuiltinType.schemaOnly[name.text] {
        return .known(KnownTypes(types: [type], isNullable: isNullable))
      }
      guard let builtin = BuiltinType.all[name.text] else {
        return .reference(name.text, isNullable: isNullable)
      }
      return .known(
        builtin.types.isEmpty ? nil : KnownTypes(types: Set(builtin.types), isNullable: isNullable))
    }
  }

  /// The type that keywords imply for a schema without `type`. Beside alternatives, they are for those of their type.
  func impliedType(of node: YAMLNode) -> JSONType? {
    if node["properties"] == nil, node["oneOf"] != nil || node["anyOf"] != nil { return nil }
    let objectKeywords = ["properties", "additionalProperties", "patternProperties", "keys"]
    if objectKeywords.contains(where: { node[$0] != nil }) { return .object }
    return node["items"] != nil || node["prefixItems"] != nil ? .array : nil
  }

  /// The common type of an enumeration's values: integers, numbers or booleans; strings for any other scalars. Nil if
  /// there are lists or objects.
  func typesOfEnumeration(_ node: YAMLNode) -> KnownTypes? {
    let values = node.items ?? node.entries?.map(\.key) ?? []
    var core: Set<YAMLCoreType> = []
    for value in values {
      guard let scalar = value.scalar else { return nil }
      core.insert(scalar.coreType)
    }
    let isNullable = core.remove(.null) != nil
    let type: JSONType
    switch core {
    case []: return KnownTypes(types: [.null])
    case [.integer]: type = .integer
    case [.float], [.float, .integer]: type = .number
    case [.boolean]: type = .boolean
    default: type = .string
    }
    return KnownTypes(types: [type], isNullable: isNullable)
  }
}
