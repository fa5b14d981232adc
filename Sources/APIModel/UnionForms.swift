/// How values tell which alternative of a union they are, before any schema is tried.
public struct UnionForms: Sendable {
  /// What is known of the values of one alternative.
  public enum Form: Sendable, Hashable {
    /// No other alternative takes values of these types.
    case types(Set<JSONType>)
    /// Objects in which the discriminator has one of these values, as text.
    case tags([String])
    /// Nothing that excludes the others. Objects that have one of these keys, which no other alternative declares, are
    /// meant to be of this one.
    case keys([String])
  }

  /// The wire name of the property whose value tells objects apart, whether the spec names it or the alternatives'
  /// constants make it one.
  public var discriminator: String?
  /// One for each alternative, in their order.
  public var forms: [Form]
}

extension SchemaIndex {
  /// Works out how the alternatives of a union are told apart.
  public func forms(ofUnion union: Schema) -> UnionForms {
    let alternatives = union.oneOf + union.anyOf
    let taken = alternatives.map { ValueTypes(of: $0, in: self) }
    let objects = zip(alternatives, taken).map { $1.mayBeObject ? objectForm(of: $0, $1) : nil }
    let areAllKnown = zip(objects, taken).allSatisfy { $0 != nil || !$1.mayBeObject }
    let tags = union.discriminator.map { named($0, objects, alternatives) } ?? inferred(objects, areAllKnown)
    let forms = alternatives.indices.map { position -> UnionForms.Form in
      let isAlone = taken.indices.allSatisfy { $0 == position || !taken[$0].overlaps(taken[position]) }
      if isAlone, !taken[position].isAny, tags == nil || !taken[position].mayBeObject {
        return .types(taken[position].types)
      }
      if let tags, let values = tags.values[position] { return .tags(values) }
      return .keys(areAllKnown ? ownKeys(of: position, objects) : [])
    }
    return UnionForms(discriminator: tags?.property, forms: forms)
  }

  /// The object that values of an alternative are; nil where they may be anything else, or have no named properties.
  private func objectForm(of schema: Schema, _ types: ValueTypes) -> FlatObject? {
    guard types.types.subtracting([.null]) == [.object] else { return nil }
    var schema = schema
    var seen: Set<String> = []
    while let reference = schema.reference, flattenedObject(schema) == nil,
      seen.insert(reference.text).inserted, let target = self[reference.text]
    {
      schema = target
    }
    return flattenedObject(schema)
  }

  // MARK: Tags

  private typealias Tags = (property: String, values: [[String]?])

  /// The values by which a spec's discriminator calls the alternatives: those of its mapping, else the constants that
  /// the alternative has for the property, else the schema's name.
  private func named(_ discriminator: Discriminator, _ objects: [FlatObject?], _ alternatives: [Schema])
    -> Tags
  {
    let values = alternatives.indices.map { position -> [String]? in
      let name = alternatives[position].reference?.text
      let mapped = discriminator.mapping.filter { $0.schema.text == name }.map(\.value.text)
      if !mapped.isEmpty { return mapped }
      let constants = objects[position].flatMap { tagValues(of: discriminator.property.text, in: $0) }
      return constants ?? name.map { [$0] }
    }
    return (discriminator.property.text, values)
  }

  /// The first property that all objects require, each with constants of its own.
  private func inferred(_ objects: [FlatObject?], _ areAllKnown: Bool) -> Tags? {
    let known = objects.compactMap { $0 }
    guard areAllKnown, known.count > 1, let first = known.first else { return nil }
    for property in first.properties.map(\.name.text) {
      let values = objects.map { object in object.map { tagValues(of: property, in: $0) } }
      let all = values.compactMap { $0 }.map { $0 ?? [] }
      let isComplete = all.allSatisfy { !$0.isEmpty }
      guard isComplete, Set(all.joined()).count == all.joined().count else { continue }
      return (property, values.map { $0 ?? nil })
    }
    return nil
  }

  /// The values that a required property is limited to, as text; nil where it isn't limited to scalars.
  private func tagValues(of name: String, in object: FlatObject) -> [String]? {
    guard let property = object.properties.first(where: { $0.name.text == name }), property.isRequired else {
      return nil
    }
    var schema = property.schema
    var seen: Set<String> = []
    while schema.const == nil, schema.enumeration == nil, let reference = schema.reference,
      seen.insert(reference.text).inserted, let target = self[reference.text]
    {
      schema = target
    }
    guard !schema.isNullable else { return nil }
    let values = schema.const.map { [$0] } ?? schema.enumeration?.cases.map(\.value) ?? []
    let texts = values.compactMap(\.tagText)
    return texts.isEmpty || texts.count < values.count ? nil : texts
  }

  // MARK: Keys

  /// Required keys of an alternative that no other one declares: a few of them are enough to recognise it.
  private func ownKeys(of position: Int, _ objects: [FlatObject?]) -> [String] {
    guard let object = objects[position] else { return [] }
    let others = objects.indices.filter { $0 != position }
      .flatMap { objects[$0]?.properties.map(\.name.text) ?? [] }
    let taken = Set(others)
    return Array(
      object.properties.filter(\.isRequired).map(\.name.text).filter { !taken.contains($0) }.prefix(3))
  }
}

extension Literal {
  /// The text of a scalar that can tell alternatives apart.
  fileprivate var tagText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): Int64(number.text).map { String($0) }
    case .boolean(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
