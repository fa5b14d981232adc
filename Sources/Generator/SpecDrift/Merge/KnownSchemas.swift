import APIModel
import SpecInference
import TrafficEvidence

/// Finds the schema of a spec that objects have already.
struct KnownSchemas {
  private let index: SchemaIndex
  private let objects: [(name: String, object: FlatObject)]

  init(_ module: Module) {
    let index = SchemaIndex(module)
    self.index = index
    objects = module.schemas.compactMap { entry in
      guard entry.inputOf == nil, entry.schema.allOf.isEmpty else { return nil }
      return index.flattenedObject(entry.schema).map { (entry.name.text, $0) }
    }
  }

  /// The name of the schema with the same structure: it accepts all objects of a group, and hasn't much more.
  func name(of group: SchemaGroup) -> String? {
    guard group.schema.discriminator == nil, group.tag == nil else { return nil }
    let names = Set(group.members.fields.map(\.name))
    let suggested = Set(group.names.keys.map { Words.folded($0) })
    let found = objects.filter { entry in
      let own = entry.object.properties.count
      // Objects with few keys have little in common.
      let isAlike =
        names.count < 3
        ? names.count == own && suggested.contains(Words.folded(entry.name)) : names.count * 2 >= own
      return isAlike && accepts(group.members, entry.object, depth: 0)
    }
    return found.min {
      ($0.object.properties.count, $0.name) < ($1.object.properties.count, $1.name)
    }?.name
  }

  private func accepts(_ members: Members, _ object: FlatObject, depth: Int) -> Bool {
    guard members.map.entries == 0, depth < 12, object.patterns.isEmpty else { return false }
    for property in object.properties where property.isRequired {
      guard members.shape(of: property.name.text)?.count == members.count else { return false }
    }
    return members.fields.allSatisfy { field in
      guard let property = object.property(field.name) else { return false }
      return accepts(field.shape, property.schema, depth: depth + 1)
    }
  }

  private func accepts(_ shape: Shape, _ schema: Schema, depth: Int) -> Bool {
    guard depth < 12, shape.opaque == 0, !schema.isNever, schema.ownType == nil else { return false }
    let resolved = index.resolved(schema)
    let form = index.shape(of: resolved.schema)
    if case .any = form, resolved.schema.types.isEmpty { return true }
    if shape.nulls > 0, !resolved.isNullable { return false }
    let kinds = [
      shape.booleans > 0, shape.numbers != nil, shape.texts != nil, shape.lists != nil, shape.objects != nil,
    ]
    guard kinds.count(where: { $0 }) == 1 else { return shape.values == 0 }
    let end = resolved.schema
    switch form {
    case .object:
      guard let members = shape.objects?.all, let object = index.flattenedObject(end) else { return false }
      return accepts(members, object, depth: depth + 1)
    case .map:
      guard let members = shape.objects?.all, let value = end[.additionalProperties], end.object.keys == nil
      else { return false }
      let values = members.fields.map(\.shape) + (members.map.value.map { [$0] } ?? [])
      return values.allSatisfy { accepts($0, value, depth: depth + 1) }
    case .array:
      guard let lists = shape.lists, let items = end[.items] else { return false }
      return lists.element.map { accepts($0, items, depth: depth + 1) } ?? true
    case .enumeration(.string): return shape.texts.map { accepts($0, end) } ?? false
    case .scalar: return acceptsScalar(shape, end)
    case .any: return shape.objects != nil && end.types == [.object]
    case .enumeration(.integer), .union, .tuple, .reference: return false
    }
  }

  private func accepts(_ texts: TextEvidence, _ schema: Schema) -> Bool {
    guard !texts.hasOthers, texts.empty == 0, let cases = schema.enumeration?.cases else { return false }
    return texts.values.keys.allSatisfy { text in cases.contains { $0.value == .string(text) } }
  }

  private func acceptsScalar(_ shape: Shape, _ schema: Schema) -> Bool {
    guard schema.const == nil, schema.enumeration == nil, schema.types.count == 1 else { return false }
    switch schema.types.first {
    case .boolean: return shape.booleans > 0
    case .integer, .number:
      guard let numbers = shape.numbers else { return false }
      if schema.types == [.integer], numbers.fractions + numbers.huge > 0 { return false }
      switch schema.format {
      case .timestamp: return numbers.seconds + numbers.zeros == numbers.count
      case .timestampMilliseconds: return numbers.milliseconds + numbers.zeros == numbers.count
      case .flag: return numbers.minimum >= 0 && numbers.maximum <= 1
      default: return true
      }
    case .string:
      guard let texts = shape.texts, schema.pattern == nil else { return false }
      switch schema.format {
      case nil: return true
      case .dateTime: return texts.all(.dateTime) && texts.empty == 0
      case .date: return texts.all(.date) && texts.empty == 0
      case .uri: return texts.all(.url) && texts.empty == 0
      case .uuid: return texts.all(.uuid) && texts.empty == 0
      default: return false
      }
    default: return false
    }
  }
}
