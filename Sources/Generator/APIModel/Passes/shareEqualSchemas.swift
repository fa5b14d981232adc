extension Module {
  /// Names inline types that occur several times, so they become one type.
  public mutating func shareEqualSchemas() {
    let sharing = EqualSchemas(taken: Set(schemas.map(\.name.text)))
    for schema in schemas { sharing.noteChildren(of: schema.schema) }
    forEachPlace { place in sharing.note(place.schema) }
    for schema in schemas { sharing.countChildren(of: schema.schema, in: [schema.name.text]) }
    forEachPlace { place in
      sharing.count(place.schema, in: place.words, of: place.failure, isFailure: place.failure != nil)
    }
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

  /// A schema of an endpoint, words for its name, and the failure whose body it is.
  private typealias SharedPlace = (schema: Schema, words: [String], failure: Failure?)

  private func forEachPlace(_ body: (SharedPlace) -> Void) {
    for endpoint in endpoints {
      let name = endpoint.name.text
      for parameter in endpoint.parameters {
        body((parameter.schema, [name, (parameter.label ?? parameter.name).text], nil))
      }
      if case .multipart(let parts)? = endpoint.body {
        for part in parts {
          if case .value(let schema) = part.content { body((schema, [name, part.name.text], nil)) }
        }
      } else {
        for schema in endpoint.body?.schemas ?? [] { body((schema, [name, "payload"], nil)) }
      }
      for schema in endpoint.responses.flatMap(\.payload.schemas) {
        body((schema, [name, "response"], nil))
      }
      for header in endpoint.headers { body((header.schema, [name, header.name.text], nil)) }
      for failure in endpoint.failures {
        if let schema = failure.payload.schema { body((schema, [name, failure.word], failure)) }
      }
    }
    for event in webhooks?.events ?? [] {
      if let schema = event.payload { body((schema, [event.name.text, "event"], nil)) }
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
    /// The name of the response that all occurrences are the body of; nil if there are several, or none.
    var component: String?

    /// The documentation that all occurrences share; empty if it differs, because one place's text may be wrong elsewhere.
    var documentation: Documentation

    init(key: Schema, words: [String], _ schema: Schema, component: String?, isFailure: Bool) {
      (self.key, self.words, self.component, self.isFailure) = (key, words, component, isFailure)
      titles = schema.title.map { [$0: 1] } ?? [:]
      documentation = schema.documentation
    }

    private var titles: [String: Int] = [:]
    var count = 1

    /// The title of all occurrences that have one, or of most.
    var title: String? {
      titles.first { titles.count == 1 || $0.value * 2 > count }?.key
    }

    /// The words of an occurrence, without a status that not all failures have.
    func common(_ words: [String]) -> [String] {
      isFailure && !isOneWord ? words.dropLast() + [Failure.word] : words
    }

    mutating func add(_ words: [String], _ schema: Schema, component: String?, isFailure: Bool) {
      count += 1
      if component != self.component { self.component = nil }
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

  /// - Parameters:
  ///   - failure: the failure whose body the schema is.
  ///   - isFailure: whether the schema is the whole body of a failure, possibly within a list or a union.
  func count(_ schema: Schema, in words: [String], of failure: Failure? = nil, isFailure: Bool = false) {
    guard schema.declaresType, mayHaveEquals(schema) else {
      return countChildren(of: schema, in: words, isFailure: isFailure)
    }
    let key = key(of: schema)
    let component = failure?.componentName.flatMap { Self.isTypeName($0) ? $0 : nil }
    guard let position = positions[key] else {
      positions[key] = groups.count
      groups.append(Group(key: key, words: words, schema, component: component, isFailure: isFailure))
      return countChildren(of: schema, in: words, isFailure: isFailure)
    }
    // Its subschemas will be part of the shared type.
    groups[position].add(words, schema, component: component, isFailure: isFailure)
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
    let areSeveralStatuses = { (group: Group) in group.isFailure && !group.isOneWord && group.component == nil
    }
    let isOneOfSeveralStatuses = shared.filter(areSeveralStatuses).count == 1
    for group in shared {
      let isGeneral = isOneFailure || isOneOfSeveralStatuses && areSeveralStatuses(group)
      let failure = isGeneral && group.isFailure && group.title == nil ? Failure.word : nil
      let short = shortName(group).flatMap { wanted[$0.lowercased()] == 1 ? $0 : nil }
      let component = group.title == nil ? group.component : nil
      var last = group.common(group.words).joined(separator: "-")
      var others = ([group.words] + group.otherWords).map(group.common).flatMap { words in
        [words.suffix(2).joined(separator: "-"), words.joined(separator: "-")]
      }
      // The name of one place says something wrong of the others, which have texts and numbers of the same kinds.
      if let scalars = group.key.nameOfScalars {
        last = scalars
        others = [last]
      }
      var name =
        ([component, failure, short].compactMap(\.self) + others).first { !taken.contains($0) } ?? last
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(last)-\(number)"
        number += 1
      }
      names[group.key] = name
    }
  }

  /// Whether a type can have a component's name. It can't be called `404` or `Error`.
  private static func isTypeName(_ name: String) -> Bool {
    name.utf8.count <= 40 && name.first?.isLetter == true && !reservedTypeNames.contains(name)
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
