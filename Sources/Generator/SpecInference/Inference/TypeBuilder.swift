import APIModel
import Diagnostics
import TrafficEvidence

/// Turns shapes into types. Objects with the same keys become one group, wherever they are.
///
/// One pass collects the groups, and the next one sees what all objects of a group have in common. A few passes are enough for
/// groups within groups; `converge` repeats them until nothing changes.
package struct TypeBuilder {
  /// Where a value was found.
  package struct Place {
    /// The property's or the endpoint's name.
    package var name: String
    /// The suggested name of a type.
    package var type: String
    /// What the suggested name is worth: 0 is best.
    package var rank = 1
    /// The type that has the property.
    package var owner: String
    /// The group that has the property.
    var ownerKey: String?
    /// Where it is, from the endpoint on.
    var path = ""
    /// How many lists and maps are around it in one type.
    var nesting = 0
    /// The groups around it, from the outside.
    var ancestors: [String] = []
    /// A longer name, if others have the type's.
    var otherType: String?
    /// Whether elements are called `type`, although the name is a plural.
    var isElementType = false
    package var file: String
    /// Whether it is a property, which can be lenient.
    package var isProperty = false
    package var mayBeAbsent = false
    /// Whether it is the element of a list or a map.
    package var isElement = false
    package var depth = 0
    /// The call whose body it is.
    var call: RPCRule.Call?
    /// Whether it is the arguments of a call, whose positions mean something.
    var isArguments = false

    package init(name: String, type: String, rank: Int = 1, owner: String, file: String) {
      (self.name, self.type, self.rank, self.owner, self.file) = (name, type, rank, owner, file)
      path = "\(file) \(owner) \(name)"
    }

    /// The owner as types are called, because it may be an endpoint.
    fileprivate var ownerType: String { owner.prefix(1).uppercased() + owner.dropFirst() }
  }

  package internal(set) var groups: [String: SchemaGroup] = [:]
  private var previous: [String: Members] = [:]
  private var visited: Set<String> = []
  /// The group of the objects in each place.
  private var keys: [String: String] = [:]
  var separator: Character { "\u{1}" }
  /// Deeper than evidence tells values apart, so that what an object has in it is known as a whole.
  private static let deepest = 100
  /// Type expressions have a limit.
  private static let mostNesting = 20
  package private(set) var notes: Set<InferenceNote> = []
  /// Where each group is; the last place, if there are several.
  package private(set) var places: [String: Place] = [:]
  /// The numbers of each name in all objects, and whether some are times; as far as the last pass has seen them.
  private var numbers: [String: NumberEvidence] = [:]
  private var knownNumbers: [String: NumberEvidence] = [:]
  private(set) var hasTimes = false
  private let tellsUnions: Bool

  /// - Parameter tellsUnions: Whether objects may be told apart by a property, which takes types with names.
  package init(tellsUnions: Bool = true) { self.tellsUnions = tellsUnions }

  /// Runs passes of a visit of all places until the groups don't change.
  package mutating func converge<Result>(_ visit: (inout TypeBuilder) -> Result) -> Result {
    var result = visit(&self)
    for pass in 0..<8 {
      let counts = groups.mapValues(\.members.count)
      // A pass that found less has looked at less: what is nested too deep is anything, with all that is in it.
      previous.merge(groups.mapValues(\.members)) { $0.count > $1.count ? $0 : $1 }
      groups = [:]
      visited = []
      knownNumbers = numbers
      numbers = [:]
      notes = []
      result = visit(&self)
      let isStable = pass > 2 && Set(groups.keys) == Set(counts.keys)
      if isStable || groups.mapValues(\.members.count) == counts { break }
    }
    for (key, members) in previous where members.count > groups[key]?.members.count ?? .max {
      groups[key]?.members = members
    }
    return result
  }

  mutating func learn(_ found: NumberEvidence, named name: String) {
    if found.seconds > 0 { hasTimes = true }
    if numbers[name] == nil { numbers[name] = found } else { numbers[name]?.merge(found) }
  }

  /// Whether a name that sounds like a fraction may be one: some are, or there are too few numbers to tell.
  func hasFractions(_ name: String, _ found: NumberEvidence) -> Bool {
    let all = knownNumbers[name] ?? found
    return all.fractions > 0 || all.count - all.zeros < 20
  }

  package mutating func note(_ place: Place, _ text: String) {
    notes.insert(InferenceNote(place: Self.label(place), text: text, group: place.ownerKey, name: place.name))
  }

  private static func label(_ place: Place) -> String {
    let owner = place.owner.isEmpty || place.owner == place.name ? "" : "\(place.owner)."
    return "\(place.file): \(owner)\(place.name)"
  }

  // MARK: Values

  package mutating func guess(_ shape: Shape, at place: Place) -> Schema {
    var result = type(of: shape, at: place)
    if shape.nulls > 0, !result.isOnly() {
      result.isNullable = true
      note(place, "may be null: \(shape.nulls) of \(shape.count)")
    }
    return result
  }

  private mutating func type(of shape: Shape, at place: Place) -> Schema {
    guard shape.opaque == 0, place.depth < Self.deepest, place.nesting < Self.mostNesting else {
      return Schema()
    }
    var alternatives: [Schema] = []
    if let numbers = shape.numbers { alternatives.append(ScalarGuesses.number(numbers, at: place, &self)) }
    if let texts = shape.texts { alternatives.append(ScalarGuesses.text(texts, at: place, &self)) }
    if shape.booleans > 0 { alternatives.append(Schema(.boolean)) }
    if let lists = shape.lists { alternatives.append(list(lists, at: place)) }
    if let objects = shape.objects { alternatives.append(object(objects, at: place)) }
    if alternatives.count > 1 { return mixed(shape, alternatives, at: place) }
    if let only = alternatives.first { return only }
    var unknown = Schema()
    unknown.comment = shape.nulls > 0 ? GuessComment.null.rawValue : "no value so far"
    note(place, "the type isn't known: \(shape.nulls) times null")
    return unknown
  }

  /// Values of several JSON types.
  private mutating func mixed(_ shape: Shape, _ alternatives: [Schema], at place: Place) -> Schema {
    if place.isProperty {
      if let lenient = leniently(shape, alternatives, at: place) { return lenient }
      if let texts = shape.texts, texts.filled == 0, alternatives.count == 2 {
        // Before others, numbers come first and texts second.
        var result = shape.numbers == nil ? alternatives[1] : alternatives[0]
        result.lenience = [.emptyAsNull]
        if !place.mayBeAbsent { result.isNullable = true }
        note(place, "an empty text in place of a value: \(texts.empty) of \(shape.count)")
        return result
      }
    }
    note(place, "values of several types: \(counted(shape.count, "sample"))")
    var result = Schema()
    for alternative in alternatives.map(\.bare) where !result.oneOf.contains(alternative) {
      result.oneOf.append(alternative)
    }
    if result.oneOf.count == 1 { result = result.oneOf[0] }
    if result.oneOf.count > 4 { return Schema() }
    result.isSecret = alternatives.contains(where: \.isSecret)
    return result
  }

  private mutating func leniently(_ shape: Shape, _ alternatives: [Schema], at place: Place) -> Schema? {
    guard alternatives.count == 2 else { return nil }
    if shape.numbers != nil, let texts = shape.texts,
      texts.filled > 0, texts.count(of: .integer) + texts.count(of: .decimal) == texts.count
    {
      var result = alternatives[0]
      if texts.count(of: .decimal) > 0, result.isOnly(.integer) { result.types = [.number] }
      result.lenience = [.numberInString]
      note(place, "a number in a text: \(texts.count) of \(shape.count)")
      return result
    }
    guard let lists = shape.lists else { return nil }
    if lists.empty == lists.count, shape.objects != nil, alternatives[1][.additionalProperties] != nil {
      var result = alternatives[1]
      result.lenience = [.emptyListAsMap]
      note(place, "an empty list in place of a map: \(lists.count) of \(shape.count)")
      return result
    }
    if let index = alternatives.firstIndex(where: { $0[.items] != nil }),
      alternatives[index][.items]?.bare == alternatives[1 - index].bare
    {
      var result = alternatives[index]
      result.lenience = [.singleAsList]
      note(place, "a single element in place of a list")
      return result
    }
    return nil
  }

  private mutating func list(_ lists: ListEvidence, at place: Place) -> Schema {
    var inner = place
    inner.isProperty = false
    inner.isElement = true
    inner.nesting += 1
    inner.path += "\(separator)"
    inner.depth += 1
    if place.rank > 0 {
      let words = Words.split(place.name)
      let isPlain = !place.isElementType && words.last.map { Words.isPlural($0) } ?? false
      inner.type = isPlain ? Words.type(Words.singular(words)) : place.type
    }
    guard let element = lists.element else {
      var result = Schema.list(of: Schema())
      result.comment = GuessComment.emptyList.rawValue
      note(place, "the type of elements isn't known: \(counted(lists.count, "empty list"))")
      return result
    }
    if let tuple = tuple(lists, at: inner) { return tuple }
    let areArguments = inner.isArguments
    inner.isArguments = false
    var guess = guess(element, at: inner)
    let comment = guess.comment
    guess.comment = nil
    let isSecret = guess.isSecret
    guess.isSecret = false
    var result = Schema.list(of: guess)
    result.comment =
      areArguments && element.jsonTypes > 1 ? "arguments by position, of which some are optional" : comment
    // The property is the secret, because elements can't be.
    result.isSecret = isSecret
    return result
  }

  // MARK: Objects

  /// Names of lists that say nothing about what is in them.
  private static let general: Set<String> = [
    "items", "results", "data", "entries", "records", "objects", "nodes", "rows", "elements",
  ]

  private mutating func object(_ objects: ObjectEvidence, at place: Place) -> Schema {
    if tellsUnions, let tag = objects.tag, let values = TagRule.values(objects) {
      note(place, "a union by '\(tag)': \(values.count) alternatives in \(objects.count) samples")
      return union(objects, tag, values, at: place)
    }
    return object(objects.all, at: place)
  }

  private mutating func union(
    _ objects: ObjectEvidence, _ tag: String, _ values: [String], at place: Place
  ) -> Schema {
    var keys: [String] = []
    for value in values {
      guard let members = objects.variants[value] else { continue }
      var inner = place
      // What others are called counts more: a hit of the type `sample` isn't a sample.
      inner.rank = 5
      inner.type = Words.type(Words.split(value))
      (inner.owner, inner.otherType) = ("", inner.type + place.type)
      if Words.folded(inner.type) == Words.folded(place.type) { inner.type += "Value" }
      inner.depth += 1
      keys.append(group(members, at: inner, tag: (tag, value)))
    }
    let key = "union\(separator)\(tag)\(separator)" + keys.joined(separator: "\(separator)")
    var group = groups[key] ?? SchemaGroup(order: groups.count)
    group.schema = Schema()
    group.schema.oneOf = keys.map { Schema(reference: $0) }
    group.schema.discriminator = Discriminator(property: Name(guess: tag))
    group.uses += 1
    group.files.insert(place.file)
    group.suggest(place.type, rank: place.rank)
    group.suggest(place.ownerType + place.type, rank: place.rank + 3)
    groups[key] = group
    return Schema(reference: key)
  }

  private mutating func object(_ members: Members, at place: Place) -> Schema {
    var members = members
    if let reason = MapRule.reason(members) {
      members.makeMap()
      note(place, "a map: \(reason)")
      return map(members.map, at: place)
    }
    if members.fields.isEmpty {
      var result = Schema.map(of: Schema())
      result.comment = "always an empty object so far"
      note(place, "always an empty object: \(counted(members.count, "sample"))")
      return result
    }
    return Schema(reference: group(members, at: place, tag: place.call.map { ("method", $0.method) }))
  }

  private mutating func map(_ map: MapEvidence, at place: Place) -> Schema {
    var inner = place
    inner.isProperty = false
    inner.isElement = true
    inner.nesting += 1
    inner.path += "\(separator)"
    inner.depth += 1
    let words = Words.split(place.name)
    if place.rank > 0, let last = words.last, Words.isPlural(last) {
      inner.type = Words.type(Words.singular(words))
    }
    var value = guess(map.value ?? Shape(), at: inner)
    value.comment = nil
    var keys = map.all(.integer) ? Schema(.integer) : Schema(.string, map.all(.date) ? .date : nil)
    let isSecret = value.isSecret
    value.isSecret = false
    let best = map.matches.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .first { $0.value * 10 >= map.entries * 6 && IdentifierName($0.key) != nil }
    keys.title = best?.key
    var result = Schema.map(keys: keys, of: value)
    result.isSecret = isSecret
    return result
  }

  /// The key of the group of an object.
  private mutating func group(_ members: Members, at place: Place, tag: (name: String, value: String)?)
    -> String
  {
    var base = members.fields.map(\.name).sorted().joined(separator: "\(separator)")
    // Objects with few keys have little in common.
    if members.fields.count < 3 { base += "\u{2}\(place.name)" }
    if let tag { base += "\u{3}\(tag.name)=\(tag.value)" }
    // A link of a chain is what the one before it is, however the chain ends.
    let ancestor = place.ancestors.last { $0 == base || $0.hasPrefix(base + "\u{4}") }
    // It stays what it was in the pass before, in which less was known of the group.
    let spot = "\(place.path)\(separator)\(separator)\(base)"
    let chosen = ancestor ?? keys[spot]
    var key = chosen ?? base
    var number = 1
    while chosen == nil, let other = (groups[key]?.members ?? previous[key]),
      !Compatibility.isSame(members, other),
      number < 20
    {
      number += 1
      key = "\(base)\u{4}\(number)"
    }
    if members.map.entries > 0 {
      note(
        place,
        "keys that can't be properties are left out: \(members.map.entries) in \(counted(members.map.objects, "object"))"
      )
    }
    keys[spot] = key
    var group = groups[key] ?? SchemaGroup(order: groups.count)
    group.members.merge(members)
    group.uses += 1
    group.files.insert(place.file)
    group.tag = tag.map { $0 }
    group.isElement = group.isElement || place.isElement
    if !place.owner.isEmpty { group.owners[place.owner, default: 0] += 1 }
    group.suggest(place.type, rank: place.rank)
    group.suggest(place.ownerType + place.type, rank: place.rank + 3)
    if let other = place.otherType { group.suggest(other, rank: place.rank + 4) }
    groups[key] = group
    places[key] = place
    let known = previous[key]
    // What all objects have in common needs to be looked at only once.
    if known == nil || visited.insert(key).inserted {
      let content = properties(known ?? members, of: place, key, tag: tag)
      groups[key]?.schema.object.properties = content
    }
    return key
  }

  private mutating func properties(
    _ members: Members, of place: Place, _ key: String, tag: (name: String, value: String)?
  ) -> [Schema.Property] {
    var result: [Schema.Property] = []
    for field in members.fields {
      let isOptional = field.shape.count < members.count
      var inner = Place(
        name: field.name, type: Words.type(Words.split(field.name)), owner: place.type, file: place.file)
      inner.ownerKey = key
      inner.path = "\(place.path)\(separator)\(field.name)"
      inner.ancestors = place.ancestors + [key]
      // The `items` of `Samples` are samples.
      let owner = Words.split(place.type)
      if Self.general.contains(field.name.lowercased()), let last = owner.last, Words.isPlural(last) {
        inner.otherType = inner.type
        (inner.type, inner.rank, inner.isElementType) = (Words.type(Words.singular(owner)), 2, true)
      }
      inner.isProperty = true
      inner.mayBeAbsent = isOptional
      inner.depth = place.depth + 1
      if isOptional { note(inner, "may be absent: in \(field.shape.count) of \(members.count)") }
      let isTag = tag?.name == field.name && !isOptional
      inner.isArguments = place.call != nil && NameWords.isOfArguments(field.name)
      let constant = place.call?.constant(of: field.name) ?? (isTag ? tag?.value : nil)
      var guess = guess(field.shape, at: inner)
      guess.isAutomatic = place.call != nil && !isOptional && RPCRule.isAutomatic(field.name, guess)
      result.append(.init(guess: field.name, constant.map(Schema.constant) ?? guess, isOptional: isOptional))
    }
    return result
  }
}
