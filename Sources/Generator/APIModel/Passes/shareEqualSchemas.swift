extension Module {
  /// Names inline types that occur several times, so they become one type.
  public mutating func shareEqualSchemas() {
    let sharing = EqualSchemas(taken: Set(schemas.map(\.name.text)))
    for schema in schemas { sharing.noteChildren(of: schema.schema) }
    forEachPlace { schema, _, _ in sharing.note(schema) }
    for schema in schemas { sharing.countChildren(of: schema.schema, in: [schema.name.text]) }
    forEachPlace { schema, words, isFailure in sharing.count(schema, in: words, isFailure: isFailure) }
    sharing.name()
    guard !sharing.names.isEmpty else { return }
    for position in schemas.indices {
      schemas[position].schema = sharing.sharedChildren(of: schemas[position].schema)
    }
    for position in endpoints.indices {
      endpoints[position].changeSentSchemas { $0 = sharing.shared($0) }
      endpoints[position].changeResponseSchemas { $0 = sharing.shared($0) }
    }
    changeWebhookSchemas { $0 = sharing.shared($0) }
    schemas += sharing.takeSchemas()
  }

  /// Calls a function with each schema of an endpoint, possible names for it, and whether it is the body of a failure.
  private func forEachPlace(_ body: (Schema, [String], _ isFailure: Bool) -> Void) {
    for endpoint in endpoints {
      let name = endpoint.name.text
      for parameter in endpoint.parameters {
        body(parameter.schema, [name, (parameter.label ?? parameter.name).text], false)
      }
      for schema in endpoint.body?.schemas ?? [] { body(schema, [name, "payload"], false) }
      let failures = endpoint.failures.filter { $0.payload.schema != nil }
      for schema in endpoint.responseSchemas.dropLast(failures.count) {
        body(schema, [name, "response"], false)
      }
      for failure in failures {
        if let schema = failure.payload.schema { body(schema, [name, failure.word], true) }
      }
    }
    for event in webhooks?.events ?? [] {
      if let schema = event.payload { body(schema, [event.name.text, "event"], false) }
    }
  }
}

extension Failure {
  fileprivate static let word = "failure"

  /// A word for the body, with the statuses if not all have it.
  fileprivate var word: String {
    if statuses == Endpoint.Response.otherStatuses { return Self.word }
    let code = statuses.lowerBound
    return statuses.count == 1 ? "\(Self.word)-\(code)" : "\(Self.word)-\(code / 100)XX"
  }
}

/// Finds schemas with the same meaning.
private final class EqualSchemas {
  private struct Group {
    /// The schema without its places.
    var key: Schema
    var words: [String]
    /// The words of other occurrences, a few of them.
    var otherWords: [[String]] = []
    /// Whether all occurrences have the same last word.
    var isOneWord = true
    /// Whether all occurrences are bodies of failures.
    var isFailure: Bool

    /// The documentation that all occurrences share; empty if it differs, because one place's text may be wrong elsewhere.
    var documentation: Documentation

    init(key: Schema, words: [String], _ schema: Schema, isFailure: Bool) {
      (self.key, self.words, self.isFailure) = (key, words, isFailure)
      titles = schema.title.map { [$0: 1] } ?? [:]
      documentation = schema.documentation
    }

    private var titles: [String: Int] = [:]
    var count = 1

    /// The title of all occurrences that have one, or of most.
    var title: String? {
      titles.first { titles.count == 1 || $0.value * 2 > count }?.key
    }

    mutating func add(_ words: [String], _ schema: Schema, isFailure: Bool) {
      count += 1
      isOneWord = isOneWord && self.words.last == words.last
      self.isFailure = self.isFailure && isFailure
      if otherWords.count < EqualSchemas.mostOtherWords { otherWords.append(words) }
      if let title = schema.title { titles[title, default: 0] += 1 }
      if documentation != schema.documentation { documentation = Documentation() }
    }
  }

  /// In the order of their first schemas.
  private var groups: [Group] = []
  private var positions: [Schema: Int] = [:]
  private(set) var names: [Schema: String] = [:]
  private var made: [(name: String, schema: Schema)] = []
  private var madeNames: Set<String> = []
  private var taken: Set<String>
  /// How many schemas have each rough hash.
  private var occurrences: [Int: Int] = [:]

  init(taken: Set<String>) { self.taken = taken }

  // MARK: Noting

  /// Notes a schema and its parts. Do so with all before the first is counted.
  func note(_ schema: Schema) {
    if schema.declaresType { occurrences[schema.roughHash, default: 0] += 1 }
    noteChildren(of: schema)
  }

  func noteChildren(of schema: Schema) {
    for child in schema.children { note(child) }
  }

  /// Whether there may be a schema with the same meaning. Most have none, and comparing them as a whole takes long.
  private func mayHaveEquals(_ schema: Schema) -> Bool { occurrences[schema.roughHash, default: 0] > 1 }

  // MARK: Counting

  private static let mostOtherWords = 8

  /// - Parameter isFailure: whether the schema is the body of a failure.
  func count(_ schema: Schema, in words: [String], isFailure: Bool = false) {
    guard schema.declaresType, mayHaveEquals(schema) else {
      return countChildren(of: schema, in: words, isFailure: isFailure)
    }
    let key = key(of: schema)
    guard let position = positions[key] else {
      positions[key] = groups.count
      groups.append(Group(key: key, words: words, schema, isFailure: isFailure))
      return countChildren(of: schema, in: words, isFailure: isFailure)
    }
    // Its subschemas will be part of the shared type.
    groups[position].add(words, schema, isFailure: isFailure)
  }

  func countChildren(of schema: Schema, in words: [String], isFailure: Bool = false) {
    for property in schema.object.properties {
      count(property.schema, in: words.suffix(3) + [property.name.text])
    }
    for alternative in schema.oneOf + schema.anyOf + schema.array.prefixItems {
      count(alternative, in: words, isFailure: isFailure)
    }
    for applicator in [Applicator.items, .additionalProperties] {
      if let inner = schema[applicator] { count(inner, in: words, isFailure: isFailure) }
    }
  }

  /// A schema without the properties that depend on the place where it is used.
  private func key(of schema: Schema) -> Schema {
    // A type has the same parts in requests and in responses, wherever it is used.
    var key = schema.withoutPlaces(keepingDirections: true)
    key.takeUse(from: Schema(span: schema.span))
    return key
  }

  // MARK: Names

  func name() {
    let shared = groups.filter { $0.count > 1 }
    var wanted: [String: Int] = [:]
    for group in shared { if let word = shortName(group) { wanted[word.lowercased(), default: 0] += 1 } }
    let isOneFailure = shared.filter(\.isFailure).count == 1
    for group in shared {
      let failure = isOneFailure && group.isFailure && group.title == nil ? Failure.word : nil
      let short = shortName(group).flatMap { wanted[$0.lowercased()] == 1 ? $0 : nil }
      var last = group.words.joined(separator: "-")
      var others = [group.words.suffix(2).joined(separator: "-"), last]
      others += group.otherWords.flatMap { words in
        [words.suffix(2).joined(separator: "-"), words.joined(separator: "-")]
      }
      // The name of one place says something wrong of the others, which have texts and numbers of the same kinds.
      if let scalars = group.key.nameOfScalars {
        last = scalars
        others = [last]
      }
      var name = ([failure, short].compactMap(\.self) + others).first { !taken.contains($0) } ?? last
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(last)-\(number)"
        number += 1
      }
      names[group.key] = name
    }
  }

  private func shortName(_ group: Group) -> String? {
    if let title = group.title, title.utf8.count <= 40 { return title }
    let silent: Set<String> = [
      "type", "object", "data", "value", "values", "status", "items", "payload", "response", "id", "name",
      "kind", "mode",
    ]
    guard group.isOneWord, let word = group.words.last, !silent.contains(word.lowercased()),
      word.utf8.count > 2
    else { return nil }
    return word
  }

  // MARK: Replacing

  func shared(_ schema: Schema) -> Schema {
    let key = schema.declaresType && mayHaveEquals(schema) ? self.key(of: schema) : nil
    guard let key, let name = names[key], let position = positions[key] else {
      return sharedChildren(of: schema)
    }
    var reference = Schema(span: schema.span)
    reference.reference = Name(name, span: schema.span)
    reference.documentation = schema.documentation
    reference.takeUse(from: schema)
    if madeNames.insert(name).inserted {
      var own = schema
      own.takeUse(from: Schema(span: schema.span))
      own.documentation = groups[position].documentation
      made.append((name, own))
      let position = made.count - 1
      made[position].schema = sharedChildren(of: own)
    }
    return reference
  }

  func sharedChildren(of schema: Schema) -> Schema {
    schema.mappingChildren(shared)
  }

  func takeSchemas() -> [NamedSchema] {
    defer { made = [] }
    return made.map { NamedSchema(name: Name($0.name, span: $0.schema.span), schema: $0.schema) }
  }
}

extension Schema {
  /// Takes what another schema says of the place where it is used: it stays at that place when the type that is used there is
  /// shared.
  fileprivate mutating func takeUse(from other: Schema) {
    isNullable = other.isNullable
    isReadOnly = other.isReadOnly
    isWriteOnly = other.isWriteOnly
    defaultValue = other.defaultValue
    swiftName = other.swiftName
  }

  /// What a union of scalars is, such as `number-or-string`, for a name that fits every place; nil for anything else.
  fileprivate var nameOfScalars: String? {
    let alternatives = oneOf + anyOf
    guard alternatives.count > 1, object.properties.isEmpty else { return nil }
    var words: [String] = []
    for alternative in alternatives {
      let isPlain =
        alternative.reference == nil && alternative.enumeration == nil && alternative.oneOf.isEmpty
        && alternative.anyOf.isEmpty
      guard isPlain, alternative.types.count == 1, let type = alternative.types.first,
        [.string, .integer, .number, .boolean].contains(type)
      else { return nil }
      words.append(alternative.format?.name ?? type.rawValue)
    }
    return Set(words).count == words.count ? words.joined(separator: "-or-") : nil
  }

  /// A hash of what is in it, down to its parts: the same for schemas with the same meaning.
  fileprivate var roughHash: Int {
    var hasher = Hasher()
    combineRoughly(into: &hasher)
    for property in object.properties { property.schema.combineRoughly(into: &hasher) }
    for part in [oneOf, anyOf, array.prefixItems].joined() { part.combineRoughly(into: &hasher) }
    return hasher.finalize()
  }

  private func combineRoughly(into hasher: inout Hasher) {
    hasher.combine(types)
    hasher.combine(reference?.text)
    hasher.combine(const)
    hasher.combine(object.properties.count)
    for property in object.properties { hasher.combine(property.name.text) }
    for item in enumeration?.cases ?? [] { hasher.combine(item.value) }
    for list in [oneOf, anyOf, array.prefixItems] { hasher.combine(list.count) }
  }

  /// Whether it needs its own type in Swift.
  fileprivate var declaresType: Bool {
    guard reference == nil else { return false }
    return !object.properties.isEmpty || enumeration != nil || !oneOf.isEmpty || !anyOf.isEmpty
      || !array.prefixItems.isEmpty
  }
}
