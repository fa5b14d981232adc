import APIModel
import SchemaValues

/// Finds members of a request's body that belong only in responses.
struct ReadOnlyKeys {
  private let index: SchemaIndex
  /// The name that a schema has in responses, by the name that it has in requests.
  private let outputs: [String: String]

  init(_ module: Module) {
    index = SchemaIndex(module)
    outputs = Dictionary(
      module.schemas.compactMap { named in named.inputOf.map { (named.name.text, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The places of read-only members.
  func paths(in value: Literal, _ schema: Schema) -> [[ValueStep]] {
    if outputs.isEmpty { return [] }
    var found: [[ValueStep]] = []
    visit(value, schema, at: [], &found)
    return found
  }

  private func visit(_ value: Literal, _ schema: Schema, at path: [ValueStep], _ found: inout [[ValueStep]]) {
    guard path.count <= 100, found.count < 100 else { return }
    let resolved = index.resolved(schema).schema
    switch value {
    case .array(let items):
      guard let element = resolved[.items] else { return }
      for (position, item) in items.enumerated() {
        visit(item, element, at: path + [.index(position)], &found)
      }
    case .object(let members):
      let object = index.flattenedObject(resolved)
      let forbidden = readOnlyNames(schema, object)
      for member in members {
        let place = path + [.key(member.name)]
        if forbidden.contains(member.name) {
          found.append(place)
        } else if let inner = object?.property(member.name)?.schema ?? resolved[.additionalProperties] {
          visit(member.value, inner, at: place, &found)
        }
      }
    case .null, .boolean, .number, .string: break
    }
  }

  /// The read-only properties that a schema doesn't have in requests.
  private func readOnlyNames(_ schema: Schema, _ object: FlatObject?) -> Set<String> {
    var name = schema.reference?.text
    var seen: Set<String> = []
    while let current = name, outputs[current] == nil, seen.insert(current).inserted {
      name = index[current]?.reference?.text
    }
    guard let name, let output = outputs[name].flatMap({ index[$0] }),
      let full = index.flattenedObject(output)
    else { return [] }
    let own = Set(object?.properties.map(\.name.text) ?? [])
    return Set(full.properties.filter { isReadOnly($0.schema) }.map(\.name.text)).subtracting(own)
  }

  private func isReadOnly(_ schema: Schema) -> Bool {
    var schema = schema
    var seen: Set<String> = []
    while !schema.isReadOnly {
      guard let name = schema.reference?.text, seen.insert(name).inserted, let target = index[name] else {
        return false
      }
      schema = target
    }
    return true
  }
}
