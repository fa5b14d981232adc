import SpecReader

/// The values that a schema allows for a property, as text. Subtypes with the same values share them, so comparing these
/// takes no time.
final class TagSet: Equatable {
  let texts: Set<String>

  init(_ texts: Set<String>) { self.texts = texts }

  static func == (left: TagSet, right: TagSet) -> Bool { left === right || left.texts == right.texts }
}

/// Which of a discriminator's values are left for others while subtypes claim theirs.
struct Claims {
  /// All values, those that no mapping has, and those that nothing has claimed.
  private let all: TagSet
  private let free: Set<String>
  private(set) var left: Set<String>
  /// Whether sets of values have a free one, for sets that several subtypes share.
  private var known: [ObjectIdentifier: Bool] = [:]

  init(_ all: TagSet, _ free: Set<String>) {
    self.all = all
    self.free = free
    left = free
  }

  /// Returns whether the value is free.
  mutating func claim(_ tag: String) -> Bool {
    left.remove(tag)
    return free.contains(tag)
  }

  /// Returns whether any of the values is free. A subtype that allows all of them claims none.
  mutating func claim(_ tags: TagSet?) -> Bool {
    guard let tags, tags !== all else { return false }
    if let known = known[ObjectIdentifier(tags)] { return known }
    let isFree = tags != all && !tags.texts.isDisjoint(with: free)
    if isFree { left.subtract(tags.texts) }
    known[ObjectIdentifier(tags)] = isFree
    return isFree
  }
}

/// The values that schemas allow for properties.
struct KnownTags {
  /// A property of a schema.
  struct Key: Hashable {
    var schema: SchemaStore.Spot
    var property: String
  }

  /// By schema and property, by the schemas of a property, and those that one of these lists; nil for any.
  var ofProperties: [Key: TagSet?] = [:]
  var ofSchemas: [[SchemaStore.Spot]: TagSet?] = [:]
  var listed: [SchemaStore.Spot: TagSet?] = [:]
}

extension SchemaStore {
  /// The values that a schema allows for a property; nil if any are allowed.
  func tags(_ property: String, of value: Located) -> TagSet? {
    let key = KnownTags.Key(schema: Spot(value), property: property)
    if let known = knownTags.ofProperties[key] { return known }
    let tags = findTags(property, of: value)
    knownTags.ofProperties[key] = .some(tags)
    return tags
  }

  private func findTags(_ property: String, of value: Located) -> TagSet? {
    let schemas = facts(of: value).properties.first { $0.name == property }?.schemas ?? []
    let spots = schemas.map(Spot.init)
    if let known = knownTags.ofSchemas[spots] { return known }
    let tags: TagSet? = schemas.reduce(nil) { known, schema in
      guard let own = listed(by: schema) else { return known }
      guard let known else { return own }
      return own == known ? known : TagSet(known.texts.intersection(own.texts))
    }
    knownTags.ofSchemas[spots] = .some(tags)
    return tags
  }

  /// The values that a schema lists itself.
  func listed(by schema: Located) -> TagSet? {
    if let known = knownTags.listed[Spot(schema)] { return known }
    let own = facts(of: schema)
    let nodes = own.const.map { [$0] } ?? own.enumeration
    let tags = nodes.map { TagSet(Set($0.compactMap(\.node.text))) }
    knownTags.listed[Spot(schema)] = .some(tags)
    return tags
  }

  func facts(of value: Located) -> SchemaFacts {
    var facts = SchemaFacts()
    var seen: Set<String> = []
    facts.add(value, in: documents, seen: &seen)
    return facts
  }

  /// Whether the subtypes of a subtype have all of its values among them.
  func isDivided(_ subtype: Target, by property: String) -> Bool {
    guard subtypes[Spot(subtype.value)] != nil, let values = tags(property, of: subtype.value) else {
      return false
    }
    var missing = values.texts
    // Those that several share are looked at once.
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(values)]
    for part in allSubtypes(of: subtype.value) {
      guard let own = tags(property, of: part.value), seen.insert(ObjectIdentifier(own)).inserted,
        own.texts.isStrictSubset(of: values.texts)
      else { continue }
      missing.subtract(own.texts)
      if missing.isEmpty { return true }
    }
    return missing.isEmpty
  }
}
