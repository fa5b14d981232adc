/// Gives identifiers that occur in several places types of their own.
package enum Identifiers {
  /// - Parameter known: The types of identifiers that a spec has, if there can't be others.
  package static func apply(to model: inout SpecModel, known: [String: String]? = nil) {
    if let known {
      model.newtypes = known
      return replace(in: &model)
    }
    var places: [IdentifierName: [String: Set<String>]] = [:]
    func add(_ name: String, _ base: String?, _ place: String) {
      guard let base, let identifier = IdentifierName(name) else { return }
      places[identifier.singular, default: [:]][base, default: []].insert(place)
    }
    for (key, group) in model.groups {
      guard case .object(let properties) = group.content else { continue }
      for property in properties {
        add(property.name, base(property.guess), key)
        addMaps(property.guess, "\(key)\u{5}\(property.name)", add)
      }
    }
    for endpoint in model.endpoints {
      for parameter in endpoint.parameters {
        add(parameter.name, base(parameter.guess), "\(endpoint.name) \(parameter.name)")
      }
      for (_, response) in endpoint.responses {
        if case .json(let guess) = response { addMaps(guess, endpoint.name, add) }
      }
    }
    var accepted: [(IdentifierName, String)] = []
    for (identifier, bases) in places.sorted(by: { $0.key.words.count < $1.key.words.count }) {
      let type = identifier.type
      guard bases.count == 1, let (base, found) = bases.first, found.count >= 2 else { continue }
      // `max_damage_tank_id` is a `tank_id`.
      if accepted.contains(where: { identifier.ends(in: $0.0) && $0.1 == base }) { continue }
      accepted.append((identifier, base))
      model.newtypes[type] = base
      model.notes.append(
        InferenceNote(place: "common: \(type)", text: "an identifier in \(found.count) places"))
    }
    replace(in: &model)
  }

  /// The scalar type of an identifier, or of the elements of a list of them.
  private static func base(_ guess: Guess) -> String? {
    switch guess.kind {
    case .scalar(let name) where name == "integer" || name == "string": guess.isSecret ? nil : name
    case .list(let element): base(element)
    default: nil
    }
  }

  private static func addMaps(_ guess: Guess, _ place: String, _ add: (String, String?, String) -> Void) {
    switch guess.kind {
    case .map(let key, let value):
      if let name = guess.keyName {
        add(name, key == "integer" ? "integer" : key == nil ? "string" : nil, place)
      }
      addMaps(value, place, add)
    case .list(let element): addMaps(element, place, add)
    default: return
    }
  }

  /// What a parameter identifies: `id` in `books/{id}` is a `book_id`.
  private static func pathName(_ name: String, _ path: String) -> String {
    let parts = path.split(separator: "/")
    guard name == "id", let place = parts.firstIndex(of: "{id}"), place > 0 else { return name }
    return (Words.singular(Words.split(parts[place - 1])) + ["id"]).joined(separator: "_")
  }

  private static func replace(in model: inout SpecModel) {
    let newtypes = model.newtypes
    func typed(_ guess: Guess, _ name: String) -> Guess {
      var result = guess
      switch guess.kind {
      case .scalar(let base):
        if let identifier = IdentifierName(name), !guess.isSecret,
          let type = identifier.type(in: newtypes, base)
        {
          result.kind = .scalar(type)
        }
      case .list(let element): result.kind = .list(typed(element, name))
      default: break
      }
      return result.mapping { part in
        var part = part
        if case .map(let key, let value) = part.kind, let name = part.keyName,
          let identifier = IdentifierName(name),
          let type = identifier.type(in: newtypes, key ?? "string")
        {
          part.kind = .map(key: type, value)
        }
        return part
      }
    }
    for key in model.groups.keys {
      guard case .object(var properties)? = model.groups[key]?.content else { continue }
      for index in properties.indices {
        properties[index].guess = typed(properties[index].guess, properties[index].name)
      }
      model.groups[key]?.content = .object(properties)
    }
    for index in model.envelopeProperties.indices {
      model.envelopeProperties[index].guess = typed(
        model.envelopeProperties[index].guess, model.envelopeProperties[index].name)
    }
    for index in model.endpoints.indices {
      for place in model.endpoints[index].parameters.indices {
        let parameter = model.endpoints[index].parameters[place]
        let name =
          parameter.location == .path ? pathName(parameter.name, model.endpoints[index].path) : parameter.name
        model.endpoints[index].parameters[place].guess = typed(parameter.guess, name)
      }
      for place in model.endpoints[index].responses.indices {
        guard case .json(let guess) = model.endpoints[index].responses[place].response else { continue }
        model.endpoints[index].responses[place].response = .json(typed(guess, ""))
      }
      if let body = model.endpoints[index].body { model.endpoints[index].body?.guess = typed(body.guess, "") }
    }
  }
}

/// Names for schemas: what most places suggest, or where they are.
package enum SchemaNames {
  /// - Parameter others: Names that schemas can't have.
  package static func apply(to model: inout SpecModel, besides others: Set<String> = []) {
    var taken = others.union(model.newtypes.keys.map { Words.folded($0) })
    taken.insert(Words.folded(model.module))
    for endpoint in model.endpoints { taken.insert(Words.folded(endpoint.name + "Request")) }
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
