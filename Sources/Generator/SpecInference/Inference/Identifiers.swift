import APIModel

/// Gives identifiers that occur in several places types of their own.
package enum Identifiers {
  /// - Parameter known: The types of identifiers that a spec has, if there can't be others.
  package static func apply(to model: inout ModuleGuess, known: [String: JSONType]? = nil) {
    let newtypes = known ?? newtypes(in: &model)
    replace(in: &model, newtypes)
    guard known == nil else { return }
    model.module.schemas = newtypes.sorted { $0.key < $1.key }.map { name, base in
      var schema = Schema(base)
      schema.isNewtype = true
      return NamedSchema(name: Name(name, span: .unknown(file: "common")), schema: schema)
    }
  }

  private static func newtypes(in model: inout ModuleGuess) -> [String: JSONType] {
    var places: [IdentifierName: [JSONType: Set<String>]] = [:]
    func add(_ name: String, _ base: JSONType?, _ place: String) {
      guard let base, let identifier = IdentifierName(name) else { return }
      places[identifier.singular, default: [:]][base, default: []].insert(place)
    }
    for (key, group) in model.groups {
      for property in group.schema.object.properties {
        add(property.name.text, base(property.schema), key)
        addMaps(property.schema, "\(key)\u{5}\(property.name.text)", add)
      }
    }
    for endpoint in model.module.endpoints {
      for parameter in endpoint.parameters {
        add(parameter.specName, base(parameter.schema), "\(endpoint.name.text) \(parameter.specName)")
      }
      for response in endpoint.responses {
        if let schema = response.payload.schema { addMaps(schema, endpoint.name.text, add) }
      }
    }
    var accepted: [(IdentifierName, JSONType)] = []
    var newtypes: [String: JSONType] = [:]
    for (identifier, bases) in places.sorted(by: { $0.key.words.count < $1.key.words.count }) {
      let type = identifier.type
      guard bases.count == 1, let (base, found) = bases.first, found.count >= 2 else { continue }
      // `max_damage_tank_id` is a `tank_id`.
      if accepted.contains(where: { identifier.ends(in: $0.0) && $0.1 == base }) { continue }
      accepted.append((identifier, base))
      newtypes[type] = base
      model.notes.append(
        InferenceNote(place: "common: \(type)", text: "an identifier in \(found.count) places"))
    }
    return newtypes
  }

  /// The type of an identifier, or of the elements of a list of them.
  private static func base(_ schema: Schema) -> JSONType? {
    if let element = schema[.items] { return base(element) }
    guard !schema.isSecret, schema.isOnly(.integer) || schema.isOnly(.string) else { return nil }
    return schema.types.first
  }

  private static func addMaps(
    _ schema: Schema, _ place: String, _ add: (String, JSONType?, String) -> Void
  ) {
    if let keys = schema.object.keys?.value, let name = keys.title {
      add(name, keys.format == nil ? keys.types.first : nil, place)
    }
    if let inner = schema[.additionalProperties] ?? schema[.items] { addMaps(inner, place, add) }
  }

  /// What a parameter identifies: `id` in `books/{id}` is a `book_id`.
  private static func pathName(_ name: String, _ path: String) -> String {
    let parts = path.split(separator: "/")
    guard name == "id", let place = parts.firstIndex(of: "{id}"), place > 0 else { return name }
    return (Words.singular(Words.split(parts[place - 1])) + ["id"]).joined(separator: "_")
  }

  private static func replace(in model: inout ModuleGuess, _ newtypes: [String: JSONType]) {
    func newtype(_ name: String?, _ base: Schema) -> String? {
      guard let name, let identifier = IdentifierName(name), base.format == nil, let type = base.types.first
      else { return nil }
      return identifier.type(in: newtypes, type)
    }
    func keyed(_ schema: Schema) -> Schema {
      var result = schema.mappingChildren(keyed)
      if let keys = schema.object.keys?.value, let type = newtype(keys.title, keys) {
        result.object.keys = Indirect(Schema(reference: type))
      }
      return result
    }
    func typed(_ schema: Schema, _ name: String) -> Schema {
      var result = keyed(schema)
      if let element = schema[.items] {
        result[.items] = typed(element, name)
      } else if base(schema) != nil, let type = newtype(name, schema) {
        result.types = []
        result.reference = Name(guess: type)
      }
      return result
    }
    func change(_ properties: inout [Schema.Property]) {
      for place in properties.indices {
        properties[place].schema = typed(properties[place].schema, properties[place].name.text)
      }
    }
    for key in model.groups.keys { change(&model.groups[key, default: .init()].schema.object.properties) }
    for place in model.module.envelopes.indices {
      change(&model.module.envelopes[place].schema.object.properties)
    }
    for index in model.module.endpoints.indices {
      let path = model.module.endpoints[index].path.text
      for place in model.module.endpoints[index].parameters.indices {
        let parameter = model.module.endpoints[index].parameters[place]
        let name = parameter.location == .path ? pathName(parameter.specName, path) : parameter.specName
        model.module.endpoints[index].parameters[place].schema = typed(parameter.schema, name)
      }
      model.module.endpoints[index].changeResponseSchemas { $0 = keyed($0) }
      if let schemas = model.module.endpoints[index].body?.schemas {
        model.module.endpoints[index].body?.schemas = schemas.map(keyed)
      }
    }
  }
}

/// Names for schemas: what most places suggest, or where they are.
package enum SchemaNames {
  /// - Parameter others: Names that schemas can't have.
  package static func apply(to model: inout ModuleGuess, besides others: Set<String> = []) {
    var taken = others.union(model.module.schemas.map { Words.folded($0.name.text) })
    taken.insert(Words.folded(model.module.name.text))
    for endpoint in model.module.endpoints { taken.insert(Words.folded(endpoint.name.text + "Request")) }
    let keys = model.groups.sorted { left, right in
      let (one, other) = (
        left.value.names.values.map(\.rank).min() ?? 9, right.value.names.values.map(\.rank).min() ?? 9
      )
      return (one, left.value.order) < (other, right.value.order)
    }.map(\.key)
    for key in keys {
      guard let group = model.groups[key], !group.isKnown else { continue }
      let common = group.commonName.map { [$0] } ?? []
      let names =
        common
        + group.names.sorted { left, right in
          (left.value.rank, -left.value.count, left.key.count, left.key) < (
            right.value.rank, -right.value.count, right.key.count, right.key
          )
        }.map(\.key).filter { $0.utf8.first?.isASCIILetter == true && $0.utf8.count <= 80 }
      var name = names.first { !taken.contains(Words.folded($0)) } ?? ""
      if name.isEmpty {
        let base = names.first ?? "Item"
        var number = 2
        name = "\(base)\(number)"
        while taken.contains(Words.folded(name)) {
          number += 1
          name = "\(base)\(number)"
        }
      }
      taken.insert(Words.folded(name))
      model.groups[key]?.name = name
    }
  }
}
