import APIModel
import Diagnostics
import SpecReader

extension SchemaStore {
  /// What a folder says of schemas of the document, by their places.
  struct Choices {
    var secrets: Set<Spot> = []
    var ownTypes: [Spot: OwnType] = [:]
    var lenience: [Spot: Set<Lenience>] = [:]
    /// Other keywords, which can't be applied to parts.
    var others: [Spot: [String]] = [:]
    /// The types that the choices are about.
    var types: [Spot: String] = [:]
  }

  /// Finds the schemas that choices are about.
  func find(_ choices: [DocumentFolder.Choice]) -> Choices {
    var found = Choices()
    guard !choices.isEmpty else { return found }
    let components = Dictionary(
      documents.components("schemas").map { ($0.name, $0.target.value) },
      uniquingKeysWith: { first, _ in first })
    for choice in choices {
      let value = choice.properties.reduce(components[choice.type]) { value, name in
        value.flatMap { property(name, of: $0) }
      }
      guard let spot = value.map(Spot.init) else { continue }
      if choice.isSecret { found.secrets.insert(spot) }
      if let own = choice.ownType { found.ownTypes[spot] = own }
      if !choice.lenience.isEmpty { found.lenience[spot] = choice.lenience }
      if choice.properties.isEmpty, !choice.others.isEmpty { found.others[spot] = choice.others }
      found.types[spot] = choice.type
    }
    return found
  }

  /// The types that only have been parts of others, as they would be by themselves. Nothing is reported of them again.
  func chosenSchemas() -> [String: Schema] {
    let sink = findings.sink
    defer { findings.sink = sink }
    let known = Set(schemas.map(\.name.text))
    let components = documents.components("schemas").filter {
      chosenTypes.contains($0.name) && !known.contains($0.name)
    }
    return Dictionary(
      components.map { name, target in
        begin()
        return (name, use(target.value, isDefinition: true))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// A property of an object, of its own parts, or of the elements of a list.
  private func property(_ name: String, of value: Located) -> Located? {
    var pending = [value]
    while let value = pending.popLast() {
      if let found = value["properties"]?[name] { return found }
      pending += value["allOf"]?.items ?? []
      if let items = value["items"] { pending.append(items) }
    }
    return nil
  }

  /// Whether there is a user-defined type for a schema or for its format.
  func hasOwnType(_ facts: SchemaFacts) -> Bool {
    facts.format.map(ownFormats.contains) == true || facts.parts.contains { choices.ownTypes[$0] != nil }
  }

  /// Applies the choices for schemas that were merged into one. A user-defined type for an object doesn't apply to an
  /// object with more properties.
  func choose(for schema: inout Schema, of parts: [Spot], at value: Located) {
    guard !choices.types.isEmpty else { return }
    for part in parts {
      var others = choices.others[part] ?? []
      if let lenience = choices.lenience[part], !apply(lenience, to: &schema) { others.append("lenient") }
      if !others.isEmpty, let type = choices.types[part], part != Spot(value) {
        findings.leaveOut(
          "what the folder says of '\(abbreviate(type))' under '\(others.joined(separator: "', '"))' has no effect here, "
            + "where it has further keywords", at: value.node)
      }
      if let type = choices.types[part] { chosenTypes.insert(type) }
      if choices.secrets.contains(part) { schema.isSecret = true }
      if let own = choices.ownTypes[part], schema.ownType == nil, schema.object.properties.isEmpty {
        schema.ownType = own
      }
    }
  }

  /// Adds a part's `lenient` to the whole schema; false if it can't apply there.
  private func apply(_ lenience: Set<Lenience>, to schema: inout Schema) -> Bool {
    let isNumber = schema.types == [.integer] || schema.types == [.number]
    guard isNumber && schema.ownType == nil || !lenience.contains(where: \.isForNumbers) else { return false }
    schema.lenience.formUnion(lenience)
    return true
  }
}
