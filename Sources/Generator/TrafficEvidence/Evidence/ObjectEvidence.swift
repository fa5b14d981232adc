import WGNAPIJSON

/// The objects that were seen in one place.
///
/// Objects with a property that may say what they are, such as `type`, are kept apart by its value, as long as there are few.
package struct ObjectEvidence: Equatable, Sendable {
  package static let tags = [
    "type", "kind", "object", "event", "@type", "_type", "__typename", "variant", "category", "action",
    "method",
  ]
  private static let longestTag = 10
  static let mostVariants = 12

  package var count = 0
  package private(set) var plain = Members()
  /// The property that tells `variants` apart.
  package private(set) var tag: String?
  package private(set) var variants: [String: Members] = [:]
  /// Whether there are too many variants, or no property that tells all of them apart.
  package private(set) var isPlain = false

  package init() {}

  /// Evidence of objects that aren't told apart.
  package init(_ members: Members) {
    count = members.count
    plain = members
    isPlain = true
  }

  package mutating func add(
    _ object: JSONObject, isSecret: Bool, keepsWords: Bool = true, depth: Int, _ collector: inout Collector
  ) {
    count += 1
    guard !isPlain, let (name, value) = Self.tag(of: object), tag == nil || tag == name,
      variants[value] != nil || variants.count < Self.mostVariants, !collector.looksSecret(value),
      collector.words != .echo
    else {
      if !object.isEmpty || isPlain { collapse() }
      plain.add(object, isSecret: isSecret, keepsWords: keepsWords, depth: depth, &collector)
      return
    }
    tag = name
    variants[value, default: Members()].add(
      object, isSecret: isSecret, keepsWords: keepsWords, depth: depth, &collector)
  }

  private static func tag(of object: JSONObject) -> (String, String)? {
    var found: (rank: Int, value: String)?
    for (key, value) in object where key.utf8.count <= longestTag {
      guard case .string(let text) = value, let rank = tags.firstIndex(of: key), rank < found?.rank ?? .max
      else { continue }
      found = (rank, text)
    }
    guard let found else { return nil }
    let forms = TextForms(found.value)
    return forms.contains(.word) && !forms.contains(.random) ? (tags[found.rank], found.value) : nil
  }

  package mutating func merge(_ other: ObjectEvidence) {
    count += other.count
    plain.merge(other.plain)
    for (value, members) in other.variants {
      if variants[value] == nil { variants[value] = members } else { variants[value]?.merge(members) }
    }
    let differ = tag != nil && other.tag != nil && tag != other.tag
    tag = tag ?? other.tag
    if isPlain || other.isPlain || differ || variants.count > Self.mostVariants { collapse() }
  }

  private mutating func collapse() {
    isPlain = true
    plain = all
    variants = [:]
    tag = nil
  }

  mutating func hide() {
    collapse()
    plain.hide()
  }

  mutating func forgetForms(at path: some Collection<String>) {
    collapse()
    plain.forgetForms(at: path)
  }

  /// All objects without regard to what they are.
  package var all: Members {
    var members = plain
    for value in variants.keys.sorted() { if let variant = variants[value] { members.merge(variant) } }
    return members
  }
}

/// The members of objects.
package struct Members: Equatable, Sendable {
  /// An object with more different keys is a map.
  package static let mostFields = 400
  static let longestKey = 80

  package struct Field: Equatable, Sendable {
    package var name = ""
    package var shape = Shape()
    /// Whether the name is a secret's, once that was asked.
    fileprivate var nameKind: NameSecrecy?
    /// Whether its texts may become an enumeration; nil until that was asked.
    fileprivate var keepsWords: Bool?
    /// What the name says about the words below it, once that was asked.
    fileprivate var wordName: WordPlace.Name?

    package init() {}

    package init(name: String) { self.name = name }

    package static func == (left: Field, right: Field) -> Bool {
      left.name == right.name && left.shape == right.shape
    }
  }

  /// The number of objects.
  package var count = 0
  package private(set) var fields: [Field] = []
  private var places: [String: Int] = [:]
  /// The members whose keys are data.
  package private(set) var map = MapEvidence()
  /// Whether there are so many keys that all of them are data.
  package private(set) var isMap = false

  package init() {}

  /// Members of which only the names are known.
  package init(names: [String]) {
    for name in names where places[name] == nil {
      places[name] = fields.count
      fields.append(Field(name: name))
    }
  }

  package mutating func add(
    _ object: JSONObject, isSecret: Bool, keepsWords: Bool = true, depth: Int, _ collector: inout Collector
  ) {
    count += 1
    var hasEntries = false
    // Objects of one kind have their keys in the same order.
    var next = 0
    // What is exchanged for a token is a secret.
    let grant = object["grant_type"] ?? object["grantType"]
    for (key, value) in object {
      let isHidden = isSecret || grant != nil && key == "code"
      let isExpected = next < fields.count && fields[next].name == key
      if let place = isExpected ? next : places[key] {
        next = place + 1
        let isSecret = isHidden || nameKind(of: place, &collector).isSecret(value)
        add(value, at: place, isSecret: isSecret, depth: depth, &collector)
        continue
      }
      let isSecret = isHidden || collector.isSecret(name: key, value)
      let kind = KeyKind(key, isKnown: isMap)
      guard kind == .name, !isMap, !collector.looksSecret(key), collector.hasRoom() else {
        hasEntries = true
        map.add(
          key, kind, value, isSecret: isSecret, keepsWords: keepsWords, depth: depth, &collector)
        continue
      }
      places[key] = fields.count
      fields.append(Field(name: key))
      add(value, at: fields.count - 1, isSecret: isSecret, depth: depth, &collector)
      if fields.count > Self.mostFields { makeMap() }
    }
    if isMap { map.objects = count } else if hasEntries { map.objects += 1 }
  }

  private mutating func add(
    _ value: JSON, at place: Int, isSecret: Bool, depth: Int, _ collector: inout Collector
  ) {
    let keepsWords = fields[place].keepsWords ?? NameWords.mayBeEnumerated(fields[place].name)
    fields[place].keepsWords = keepsWords
    let wordName = fields[place].wordName ?? WordPlace.Name(fields[place].name)
    fields[place].wordName = wordName
    let words = collector.words
    collector.words = words.inside(wordName)
    fields[place].shape.add(
      value, isSecret: isSecret, keepsWords: keepsWords, depth: depth + 1, &collector)
    collector.words = words
  }

  private mutating func nameKind(of place: Int, _ collector: inout Collector) -> NameSecrecy {
    if let known = fields[place].nameKind { return known }
    let result = collector.kind(ofName: fields[place].name)
    fields[place].nameKind = result
    return result
  }

  package mutating func merge(_ other: Members) {
    count += other.count
    map.merge(other.map)
    for field in other.fields {
      if let place = places[field.name] {
        fields[place].shape.merge(field.shape)
      } else {
        places[field.name] = fields.count
        fields.append(field)
      }
    }
    if isMap || other.isMap || fields.count > Self.mostFields { makeMap() }
  }

  /// Treats all keys as data.
  package mutating func makeMap() {
    isMap = true
    for field in fields { map.add(field) }
    map.objects = count
    fields = []
    places = [:]
  }

  mutating func hide() {
    for place in fields.indices { fields[place].shape = fields[place].shape.hidden }
    map.hide()
  }

  /// Treats texts at a path of keys as plain texts, whatever form they have.
  package mutating func forgetForms(at path: some Collection<String>) {
    guard let first = path.first, let place = places[first] else { return }
    fields[place].shape.forgetForms(at: path.dropFirst())
  }

  package func shape(of name: String) -> Shape? { places[name].map { fields[$0].shape } }

  /// The members without some of them.
  package func without(_ names: Set<String>) -> Members {
    var result = Members()
    result.count = count
    result.map = map
    result.isMap = isMap
    for field in fields where !names.contains(field.name) {
      result.places[field.name] = result.fields.count
      result.fields.append(field)
    }
    return result
  }

  package static func == (left: Members, right: Members) -> Bool {
    // The order of keys is that in which they were first seen.
    left.count == right.count && left.map == right.map && left.isMap == right.isMap
      && left.fields.count == right.fields.count
      && left.fields.allSatisfy { right.shape(of: $0.name) == $0.shape }
  }
}

/// What a key looks like.
package enum KeyKind: String, Sendable {
  case name, integer, date, uuid, random, other

  /// Whether a name in the spec may have a character.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }

  package init(_ key: String, isKnown: Bool) {
    let isPlain = key.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    guard key.utf8.count <= Members.longestKey, !key.isEmpty,
      isPlain || key.unicodeScalars.allSatisfy(Self.isVisible)
    else {
      self = .other
      return
    }
    let forms = TextForms(key)
    if forms.contains(.integer) {
      self = .integer
    } else if forms.contains(.date) {
      self = .date
    } else if forms.contains(.uuid) {
      self = .uuid
    } else if forms.contains(.random) || forms.contains(.url) || forms.contains(.email) {
      self = .random
    } else {
      self = isKnown ? .other : .name
    }
  }
}

/// The members of objects whose keys are data.
package struct MapEvidence: Equatable, Sendable {
  /// The number of objects that have some.
  package var objects = 0
  package var entries = 0
  /// The number of keys of each kind.
  package private(set) var kinds: [KeyKind: Int] = [:]
  /// The properties of values that were equal to the value's key, with their numbers.
  package private(set) var matches: [String: Int] = [:]
  private var values: [Shape] = []
  private static let mostMatches = 16

  package var value: Shape? { values.first }

  /// Whether all keys are of a kind.
  package func all(_ kind: KeyKind) -> Bool { entries > 0 && kinds[kind] == entries }

  package mutating func add(
    _ key: String, _ kind: KeyKind, _ value: JSON, isSecret: Bool, keepsWords: Bool = true, depth: Int,
    _ collector: inout Collector
  ) {
    entries += 1
    kinds[kind, default: 0] += 1
    if values.isEmpty { values.append(Shape()) }
    values[0].add(value, isSecret: isSecret, keepsWords: keepsWords, depth: depth + 1, &collector)
    guard kind != .name, kind != .other, let object = value.object ?? value.array?.first?.object else {
      return
    }
    for (name, member) in object.prefix(64) {
      let isKey =
        switch member {
        case .string(let text): text == key
        case .number(let number): number.text == key
        default: false
        }
      if isKey, !collector.looksSecret(name) { matches.count(name, most: Self.mostMatches) }
    }
  }

  package mutating func add(_ field: Members.Field) {
    entries += field.shape.count
    kinds[.other, default: 0] += field.shape.count
    if values.isEmpty { values.append(Shape()) }
    values[0].merge(field.shape)
  }

  mutating func hide() { values = values.map(\.hidden) }

  package mutating func merge(_ other: MapEvidence) {
    objects += other.objects
    entries += other.entries
    kinds.merge(other.kinds, uniquingKeysWith: +)
    for (name, number) in other.matches { matches.count(name, number, most: Self.mostMatches) }
    guard let theirs = other.values.first else { return }
    if values.isEmpty { values = [theirs] } else { values[0].merge(theirs) }
  }
}

extension ObjectEvidence: StoredEvidence {
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    try fields.count("count", &count)
    try fields.part("plain", &plain)
    try fields.text("tag", &tag)
    try fields.table("variants", &variants)
    try fields.flag("isPlain", &isPlain)
  }
}

extension Members: StoredEvidence {
  mutating func visit(_ coded: inout EvidenceFields) throws(EvidenceError) {
    try coded.count("count", &count)
    var list = fields
    try coded.list("fields", &list, arePlaces: true)
    (fields, places) = ([], [:])
    for field in list {
      if let place = places[field.name] {
        fields[place].shape.merge(field.shape)
      } else {
        places[field.name] = fields.count
        fields.append(field)
      }
    }
    try coded.part("map", &map)
    try coded.flag("isMap", &isMap)
  }
}

extension Members.Field: StoredEvidence {
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    try fields.text("name", &name)
    try fields.part("shape", &shape)
  }

  mutating func merge(_ other: Members.Field) {
    if name.isEmpty { name = other.name }
    shape.merge(other.shape)
  }
}

extension MapEvidence: StoredEvidence {
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    try fields.count("objects", &objects)
    try fields.count("entries", &entries)
    try fields.counts("kinds", &kinds)
    try fields.counts("matches", &matches)
    var value = values.first
    try fields.part("values", &value)
    values = value.map { [$0] } ?? []
  }
}
