extension Module {
  /// Names inline types that occur several times, so they become one type.
  public mutating func shareEqualSchemas() {
    let sharing = EqualSchemas(taken: Set(schemas.map(\.name.text)))
    for schema in schemas { sharing.countChildren(of: schema.schema, in: [schema.name.text]) }
    forEachPlace { schema, words in sharing.count(schema, in: words) }
    sharing.name()
    guard !sharing.names.isEmpty else { return }
    for position in schemas.indices {
      schemas[position].schema = sharing.sharedChildren(of: schemas[position].schema)
    }
    for position in endpoints.indices {
      endpoints[position].changeSentSchemas { $0 = sharing.shared($0) }
      endpoints[position].changeAnswerSchemas { $0 = sharing.shared($0) }
    }
    changeWebhookSchemas { $0 = sharing.shared($0) }
    schemas += sharing.takeSchemas()
  }

  /// Calls a function with each schema of an endpoint, and possible names for it.
  private func forEachPlace(_ body: (Schema, [String]) -> Void) {
    for endpoint in endpoints {
      let name = endpoint.name.text
      for parameter in endpoint.parameters {
        body(parameter.schema, [name, (parameter.label ?? parameter.name).text])
      }
      for schema in endpoint.body?.schemas ?? [] { body(schema, [name, "payload"]) }
      for schema in endpoint.answerSchemas { body(schema, [name, "response"]) }
    }
    for event in webhooks?.events ?? [] {
      if let schema = event.payload { body(schema, [event.name.text, "event"]) }
    }
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
    var titles: Set<String> = []
    var count = 1

    mutating func add(_ words: [String], title: String?) {
      count += 1
      isOneWord = isOneWord && self.words.last == words.last
      if otherWords.count < EqualSchemas.mostOtherWords { otherWords.append(words) }
      if let title { titles.insert(title) }
    }
  }

  /// In the order of their first schemas.
  private var groups: [Group] = []
  private var positions: [Schema: Int] = [:]
  private(set) var names: [Schema: String] = [:]
  private var made: [(name: String, schema: Schema)] = []
  private var madeNames: Set<String> = []
  private var taken: Set<String>

  init(taken: Set<String>) { self.taken = taken }

  // MARK: Counting

  private static let mostOtherWords = 8

  func count(_ schema: Schema, in words: [String]) {
    guard schema.declaresType else { return countChildren(of: schema, in: words) }
    let key = key(of: schema)
    guard let position = positions[key] else {
      positions[key] = groups.count
      groups.append(Group(key: key, words: words, titles: schema.title.map { [$0] } ?? []))
      return countChildren(of: schema, in: words)
    }
    // Its subschemas will be part of the shared type.
    groups[position].add(words, title: schema.title)
  }

  func countChildren(of schema: Schema, in words: [String]) {
    for property in schema.object.properties {
      count(property.schema, in: words.suffix(3) + [property.name.text])
    }
    for alternative in schema.oneOf + schema.anyOf + schema.array.prefixItems {
      count(alternative, in: words)
    }
    for applicator in [Applicator.items, .additionalProperties] {
      if let inner = schema[applicator] { count(inner, in: words) }
    }
  }

  /// A schema without the properties that depend on the place where it is used.
  private func key(of schema: Schema) -> Schema {
    var key = schema.withoutPlaces()
    key.isNullable = false
    key.isReadOnly = false
    key.isWriteOnly = false
    key.defaultValue = nil
    key.swiftName = nil
    return key
  }

  // MARK: Names

  func name() {
    let shared = groups.filter { $0.count > 1 }
    var wanted: [String: Int] = [:]
    for group in shared { if let word = shortName(group) { wanted[word.lowercased(), default: 0] += 1 } }
    for group in shared {
      let short = shortName(group).flatMap { wanted[$0.lowercased()] == 1 ? $0 : nil }
      let long = group.words.suffix(2).joined(separator: "-")
      let all = group.words.joined(separator: "-")
      let others = group.otherWords.flatMap { words in
        [words.suffix(2).joined(separator: "-"), words.joined(separator: "-")]
      }
      var name = ([short, long, all].compactMap(\.self) + others).first { !taken.contains($0) } ?? all
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(all)-\(number)"
        number += 1
      }
      names[group.key] = name
    }
  }

  private func shortName(_ group: Group) -> String? {
    if group.titles.count == 1, let title = group.titles.first, title.utf8.count <= 40 { return title }
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
    guard schema.declaresType, let name = names[key(of: schema)] else { return sharedChildren(of: schema) }
    var reference = Schema(span: schema.span)
    reference.reference = Name(name, span: schema.span)
    reference.documentation = schema.documentation
    reference.isNullable = schema.isNullable
    reference.isReadOnly = schema.isReadOnly
    reference.isWriteOnly = schema.isWriteOnly
    reference.defaultValue = schema.defaultValue
    reference.swiftName = schema.swiftName
    if madeNames.insert(name).inserted {
      var own = schema
      own.isNullable = false
      own.isReadOnly = false
      own.isWriteOnly = false
      own.defaultValue = nil
      own.swiftName = nil
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
  /// Whether it needs its own type in Swift.
  fileprivate var declaresType: Bool {
    guard reference == nil else { return false }
    return !object.properties.isEmpty || enumeration != nil || !oneOf.isEmpty || !anyOf.isEmpty
      || !array.prefixItems.isEmpty
  }
}
