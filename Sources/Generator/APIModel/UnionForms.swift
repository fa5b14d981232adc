/// How the alternatives of a union are distinguished before any schema is tried.
public struct UnionForms: Sendable {
  /// What distinguishes the values of one alternative.
  public enum Form: Sendable, Hashable {
    /// No other alternative accepts values of these types.
    case types(Set<JSONType>)
    /// Objects in which the discriminator has one of these values, as text.
    case tags([String])
    /// Nothing that excludes the others. Objects with one of these keys, which no other alternative declares, are
    /// meant to be of this one.
    case keys([String])

    /// The words of the discriminator's values; nil for many, or values that aren't words.
    public var tagWords: String? {
      guard case .tags(let values) = self, values.allSatisfy({ $0.first?.isLetter == true }) else {
        return nil
      }
      let words = values.joined(separator: "-")
      return values.count == 1 || values.count <= 4 && words.utf8.count <= 40 ? words : nil
    }
  }

  /// The wire name of the property that distinguishes objects, named by the spec or derived from the alternatives'
  /// constants.
  public var discriminator: String?
  /// One for each alternative, in order.
  public var forms: [Form]
}

extension SchemaIndex {
  /// Determines how the alternatives of a union are distinguished.
  public func forms(ofUnion union: Schema) -> UnionForms { forms(ofUnion: union, within: []) }

  /// - Parameter outer: The named unions that are being looked at, because unions may contain each other.
  func forms(ofUnion union: Schema, within outer: Set<String>) -> UnionForms {
    let alternatives = union.oneOf + union.anyOf
    let taken = alternatives.map { ValueTypes(of: $0, in: self) }
    let objects = zip(alternatives, taken).map { $1.mayBeObject ? objectForm(of: $0, $1) : nil }
    let areAllKnown = zip(objects, taken).allSatisfy { $0 != nil || !$1.mayBeObject }
    let tags =
      union.discriminator.map { named($0, objects, alternatives, outer) } ?? inferred(objects, areAllKnown)
    // The number of alternatives that accept a type, and that declare a key.
    var takers: [JSONType: Int] = [:]
    for type in taken.flatMap(\.types) { takers[type, default: 0] += 1 }
    var owners: [String: Int] = [:]
    for name in objects.flatMap({ $0?.properties.map(\.name.text) ?? [] }) { owners[name, default: 0] += 1 }
    let forms = alternatives.indices.map { position -> UnionForms.Form in
      let isAlone = taken[position].types.allSatisfy { takers[$0] == 1 }
      if isAlone, !taken[position].isAny, tags == nil || !taken[position].mayBeObject {
        return .types(taken[position].types)
      }
      if let tags, let values = tags.values[position] { return .tags(values) }
      let own = areAllKnown ? objects[position]?.properties.filter { owners[$0.name.text] == 1 } ?? [] : []
      let required = own.filter(\.isRequired)
      // A few are enough to recognize it, if they must be there.
      return .keys((required.isEmpty ? own.prefix(8) : required.prefix(3)).map(\.name.text))
    }
    return UnionForms(discriminator: tags?.property, forms: forms)
  }

  /// The positions of a union's alternatives in the order in which they are tried. Of those that neither a type nor a
  /// discriminator tells apart, the ones that accept fewer values come first, otherwise the first in the spec.
  public func order(ofUnion union: Schema) -> [Int] {
    let alternatives = union.oneOf + union.anyOf
    let tried = zip(alternatives.indices, forms(ofUnion: union).forms).compactMap { position, form in
      if case .keys = form { position } else { nil }
    }
    let breadths = tried.map { breadth(of: alternatives[$0]) }
    let sorted = tried.indices.sorted { (breadths[$0], $0) < (breadths[$1], $1) }
    var order = Array(alternatives.indices)
    for (place, index) in zip(tried, sorted) { order[place] = tried[index] }
    return order
  }

  /// How many values a schema accepts, roughly.
  private func breadth(of alternative: Schema) -> Int {
    let schema = resolved(alternative).schema
    if schema.const != nil { return 0 }
    switch shape(of: schema) {
    case .enumeration: return 0
    case .any: return 4
    case .map: return 3
    case .scalar:
      let hasFormat =
        switch schema.format {
        case nil, .int64, .double: false
        case .other: schema.isFormatChecked
        default: true
        }
      let isLimited = hasFormat || schema.hasLimits || alternative.hasLimits
      if schema.types == [.integer] { return isLimited ? 1 : 2 }
      if schema.types.isEmpty, !isLimited { return 4 }
      return isLimited && schema.types != [.number] ? 1 : 3
    default: return 1
    }
  }

  /// The object that describes an alternative's values; nil if they may be anything else, or have no named
  /// properties.
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

  /// The values of a spec's discriminator for the alternatives: those of its mapping, otherwise the constants of the
  /// alternative's property that the mapping gives to no other and that no narrower alternative has, or those of a
  /// union's own alternatives, otherwise the schema's name.
  private func named(
    _ discriminator: Discriminator, _ objects: [FlatObject?], _ alternatives: [Schema], _ outer: Set<String>
  ) -> Tags {
    let claimed = Set(discriminator.mapping.map(\.value.text))
    lazy var constants = objects.map { object in
      object?.property(discriminator.property.text).flatMap { tagValues(of: $0.schema) }
    }
    lazy var narrower = narrowerConstants(constants, objects)
    let nested = zip(alternatives, objects).map { alternative, object in
      object == nil ? nestedTags(discriminator.property.text, of: alternative, within: outer) : nil
    }
    let values = alternatives.indices.map { position -> [String]? in
      let name = alternatives[position].reference?.text
      let mapped = discriminator.mapping.filter { $0.schema.text == name }.map(\.value.text)
      if !mapped.isEmpty { return mapped }
      if let nested = nested[position] { return nested.areTold ? nested.values : nil }
      if alternatives[position].forbids(discriminator.property.text) { return nil }
      // An enumeration that all alternatives share lists the values of the others, too.
      let own = constants[position]?.filter { !claimed.contains($0) && !narrower[position].contains($0) }
      return own?.isEmpty == false ? own : name.map { [$0] }
    }
    return (discriminator.property.text, withoutShared(values, nested))
  }

  /// For each alternative, the constants of those with fewer of them and with all of its properties, which extend it.
  private func narrowerConstants(_ constants: [[String]?], _ objects: [FlatObject?]) -> [Set<String>] {
    let sets = constants.map { $0.map { Set($0) } }
    // The fewest values first, because only alternatives with fewer matter.
    var owners: [String: [Int]] = [:]
    for position in sets.indices.sorted(by: { (sets[$0]?.count ?? 0, $0) < (sets[$1]?.count ?? 0, $1) }) {
      for value in sets[position] ?? [] { owners[value, default: []].append(position) }
    }
    return sets.indices.map { position in
      guard let object = objects[position], let all = sets[position], all.count > 1 else { return [] }
      let others = Set(
        all.flatMap { value in owners[value, default: []].prefix { sets[$0]?.count ?? 0 < all.count } })
      return others.reduce(into: []) { narrower, other in
        guard let values = sets[other], values.isStrictSubset(of: all), let other = objects[other],
          object.properties.allSatisfy({ other.property($0.name.text) != nil })
        else { return }
        narrower.formUnion(values)
      }
    }
  }

  /// The first property that all objects require, each with its own constants.
  private func inferred(_ objects: [FlatObject?], _ areAllKnown: Bool) -> Tags? {
    let known = objects.compactMap { $0 }
    guard areAllKnown, known.count > 1, let first = known.first else { return nil }
    for property in first.properties.map(\.name.text) {
      let values = objects.map { object in
        object.map { object -> [String]? in
          guard let property = object.property(property), property.isRequired,
            !resolved(property.schema).isNullable
          else { return nil }
          return tagValues(of: property.schema)
        }
      }
      let all = values.compactMap { $0 }.map { $0 ?? [] }
      let isComplete = all.allSatisfy { !$0.isEmpty }
      guard isComplete, Set(all.joined()).count == all.joined().count else { continue }
      return (property, values.map { $0 ?? nil })
    }
    return nil
  }

  /// The possible values of a property, as text; nil if it isn't limited to scalars.
  public func tagValues(of schema: Schema) -> [String]? {
    var schema = schema
    var seen: Set<String> = []
    while schema.const == nil, schema.enumeration == nil, let reference = schema.reference,
      seen.insert(reference.text).inserted, let target = self[reference.text]
    {
      schema = target
    }
    let values = (schema.const.map { [$0] } ?? schema.enumeration?.cases.map(\.value) ?? []).filter {
      $0 != .null
    }
    let texts = values.compactMap(\.tagText)
    return texts.isEmpty || texts.count < values.count ? nil : texts
  }
}

extension Schema {
  /// Whether it says that objects don't have a key.
  fileprivate func forbids(_ key: String) -> Bool {
    self[.not].map { $0.keywords.count == 1 && $0.object.requiredOthers == [key] } ?? false
  }

  fileprivate var hasLimits: Bool { pattern != nil || !counts.isEmpty || !limits.isEmpty }

  /// Drops the validators of alternatives that are recognized by a type or a tag. Only alternatives that are tried
  /// need the complete validation; the others are validated with the whole value.
  public func withValidatorsToTry(in index: SchemaIndex) -> Schema {
    var schema = mappingChildren { $0.withValidatorsToTry(in: index) }
    guard case .union = index.shape(of: schema) else { return schema }
    let forms = index.forms(ofUnion: schema).forms
    func keep(_ list: WritableKeyPath<Schema, [Schema]>, _ forms: ArraySlice<UnionForms.Form>) {
      for (position, form) in zip(schema[keyPath: list].indices, forms) {
        if case .keys = form { continue }
        schema[keyPath: list][position].validator = nil
      }
    }
    keep(\.oneOf, forms[...])
    keep(\.anyOf, forms.dropFirst(schema.oneOf.count))
    return schema
  }

  /// The validators of the schema and its subschemas.
  public var validators: [SchemaNode.ID] {
    (validator.map { [$0] } ?? []) + children.flatMap(\.validators)
  }
}

extension Literal {
  /// The text of a scalar that can distinguish alternatives.
  public var tagText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): Int64(number.text).map { String($0) }
    case .boolean(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
