import APIModel

/// Makes values that schemas accept: their examples if they have any, otherwise made-up ones.
public final class SampleMaker {
  /// Which optional parts a value has.
  public enum Extent: Sendable { case minimal, full }

  /// The content of texts, where the schema leaves it open.
  public enum Words: Sendable {
    case plain
    /// Characters with a meaning in URLs, and others that must be escaped there.
    case hostile
    case empty
  }

  /// Which of a schema's values is wanted.
  struct Wish {
    var extent = Extent.full
    var words = Words.plain
    /// A word for texts, such as the property's name.
    var hint = "text"
    /// Different numbers select different values, as far as possible.
    var variant = 0
    /// The schema's name, if it is a named one without changes.
    var name: String?

    /// The same wish for another schema, or with changes.
    func with(_ extent: Extent? = nil, hint: String? = nil, variant: Int? = nil) -> Wish {
      Wish(
        extent: extent ?? self.extent, words: words, hint: hint ?? self.hint, variant: variant ?? self.variant
      )
    }
  }

  /// How a value is looked for, if the way before found none.
  private enum Effort {
    /// Parts of values, which have been checked when they were made, aren't checked again with each value around them.
    case trusting
    case usual
    /// Values of schemas that nest deeper than usual, as small as possible.
    case deep
  }

  public let checker: ValueChecker
  /// Whether the smallest values have deprecated properties, too: documents may require these, although clients don't.
  private let keepsDeprecated: Bool
  /// Whether examples are as the spec writes them, and not as clients write the same value.
  let keepsWritten: Bool
  private var index: SchemaIndex { checker.index }
  private var depth = 0
  /// The number of values tried for the current one, which schemas that refer to each other could make unlimited.
  private var work = 0
  /// The number of values tried for all so far.
  private(set) var spent = 0
  /// The number of values tried and looked at so far, whoever the checker did it for.
  package var allWork: Int { spent + checker.total }
  private static let mostWork = 20_000
  /// The number of values looked at in the checks of one sample after which there is none: each of those tried could need as many
  /// as the checker allows.
  private static let mostChecked = 100_000
  /// How many the checker had looked at before.
  private var checkedBefore = 0
  /// The number after which objects have only what they must have: schemas that refer to each other could otherwise make a
  /// value as large as the limit allows, and each of its parts is checked with all that contain it.
  private static let mostFullWork = 2_000
  private static let mostChoices = 16
  /// The depth of usual values, and that of values to try if schemas nest deeper.
  private static let (usualDepth, mostDepth) = (24, 100)
  private var openNames: [String: Int] = [:]
  private var effort = Effort.usual
  private var wasTooDeep = false
  /// Set if a value satisfies its own schema but was refused because of one of its parts.
  private var wasTrustWrong = false
  /// The number of bytes after which the value isn't wanted, and whether it got longer.
  private var mostBytes = Int.max
  private var isTooLong = false
  /// Counts the properties of a value, so each gets a different number.
  var serial = 0

  public init(_ checker: ValueChecker, keepsDeprecated: Bool = false, keepsWritten: Bool = false) {
    self.checker = checker
    self.keepsDeprecated = keepsDeprecated
    self.keepsWritten = keepsWritten
  }

  /// A value that the schema accepts; nil if none was found.
  ///
  /// - Parameters:
  ///   - hint: a word for texts, such as the property's name.
  ///   - variant: a number that selects different values, as far as possible.
  public func sample(
    of schema: Schema, _ extent: Extent = .full, words: Words = .plain, hint: String = "text",
    variant: Int = 0
  ) -> Literal? {
    sample(of: schema, Wish(extent: extent, words: words, hint: hint, variant: variant))
  }

  /// A value like that of ``sample(of:_:words:hint:variant:)``, unless its JSON would be longer: most of a long value is never made.
  public func sample(of schema: Schema, _ extent: Extent = .full, mostBytes: Int) -> Literal? {
    self.mostBytes = mostBytes
    defer { self.mostBytes = .max }
    return sample(of: schema, extent).flatMap { $0.json.utf8.count <= mostBytes ? $0 : nil }
  }

  func sample(of schema: Schema, _ wish: Wish) -> Literal? {
    guard depth == 0 else { return value(of: schema, wish) }
    defer { effort = .usual }
    (effort, wasTrustWrong, isTooLong) = (.trusting, false, false)
    if let value = value(of: schema, wish), !wasTrustWrong { return value }
    guard !isTooLong else { return nil }
    (effort, wasTooDeep) = (.usual, false)
    if let value = value(of: schema, wish) { return value }
    guard wasTooDeep, !isTooLong else { return nil }
    effort = .deep
    return value(of: schema, wish.with(.minimal))
  }

  /// The values that a user-defined type is known to accept: the examples of the schema that it stands for, otherwise its own.
  public func knownValues(of schema: Schema, _ own: OwnType) -> [Literal] {
    let examples = schema.examples.filter { $0 != .null && checker.isAccepted($0, schema) }
    return examples.isEmpty ? [example(of: own, schema)].compactMap(\.self) : examples
  }

  private func example(of own: OwnType, _ schema: Schema) -> Literal? {
    own.example.map { checker.fitted($0, to: schema) }.flatMap { checker.isAccepted($0, schema) ? $0 : nil }
  }

  private func value(of schema: Schema, _ wish: Wish) -> Literal? {
    if wish.words == .plain, wish.extent == .full, let example = example(of: schema, wish.variant) {
      return example
    }
    if schema.isNullable, wish.extent == .minimal { return .null }
    var wish = wish
    if let own = index.ownType(of: schema) {
      // A user-defined type may accept less than its schema.
      if let example = example(of: schema, wish.variant) ?? example(of: schema, 0) { return example }
      if let value = example(of: own, schema) { return value }
      wish.words = .plain
    }
    if depth == 0 { (serial, work, checkedBefore) = (0, 0, checker.total) }
    work += 1
    spent += 1
    guard mayCheckMore else { return nil }
    guard depth < (effort == .deep ? Self.mostDepth : Self.usualDepth), work < Self.mostWork else {
      if depth >= Self.usualDepth { wasTooDeep = true }
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    for candidate in candidates(schema, wish) {
      let candidate = candidate()
      // Without what would have been too long, it isn't the value that was wanted.
      guard !isTooLong else { return nil }
      guard let value = candidate, accepts(value, schema, wish.name) else { continue }
      guard index.readsNumbersInText(schema) else { return value }
      if keepsWritten, case .string = value { return value }
      return checker.canonical(value, schema)
    }
    return isTooLong ? nil : example(of: schema, 0) ?? objectByConditions(schema, wish)
  }

  /// Whether the parts of a value are longer than it may be. Looks at the parts only if that matters.
  private func isTooLong(with part: Literal, _ name: String = "", after bytes: inout Int) -> Bool {
    guard mostBytes < .max else { return false }
    bytes += name.utf8.count + part.json.utf8.count
    if bytes > mostBytes { isTooLong = true }
    return isTooLong
  }

  /// Whether a schema accepts a value. A whole value is always checked completely.
  private func accepts(_ value: Literal, _ schema: Schema, _ name: String?) -> Bool {
    guard depth == 1 || mayCheckMore else { return false }
    guard effort == .trusting else { return checker.isAccepted(value, schema) }
    guard checker.isAccepted(value, withValidParts: schema, named: name) else { return false }
    if depth > 1 || checker.isAccepted(value, schema) { return true }
    wasTrustWrong = true
    return false
  }

  private var mayCheckMore: Bool { checker.total - checkedBefore < Self.mostChecked }

  /// Counts another value that is tried; false if there have been too many.
  func countsWork() -> Bool {
    work += 1
    return work < Self.mostWork
  }

  private func example(of schema: Schema, _ variant: Int) -> Literal? {
    var examples = schema.examples
    if examples.isEmpty, let name = schema.reference?.text, case .reference = index.shape(of: schema) {
      examples = index[name]?.examples ?? []
    }
    let valid = examples.filter { checker.isAccepted($0, schema) }
    guard variant < valid.count else { return nil }
    return keepsWritten ? valid[variant] : checker.canonical(valid[variant], schema)
  }

  // MARK: Candidates

  /// Makes one value; nil if there is none. What contains others is made when it is tried: alternatives within alternatives
  /// would otherwise multiply.
  private typealias Candidate = () -> Literal?

  /// Values worth trying, better ones first.
  private func candidates(_ schema: Schema, _ wish: Wish) -> [Candidate] {
    if let const = schema.const { return [{ const }] }
    let demanded = schema.demandedValues
    if !demanded.isEmpty {
      return demanded.indices.map { position in { demanded[(position + wish.variant) % demanded.count] } }
    }
    switch index.shape(of: schema) {
    case .reference: return reference(schema, wish)
    case .object:
      let object = checker.object(schema, called: wish.name)
      let choices = object.map(choices(of:)) ?? []
      let extents: [Extent] = wish.extent == .full ? [.full, .minimal] : [.minimal]
      return extents.flatMap { extent in
        ([KeyChoice()] + choices).map { choice in { self.members(of: object, wish.with(extent), choice) } }
      }
    case .map: return maps(schema, wish)
    case .array: return lists(schema, wish)
    case .tuple: return tuples(schema, wish)
    case .union: return alternatives(schema, wish)
    case .enumeration:
      let values = schema.enumeration?.cases.map(\.value) ?? []
      return values.indices.map { position in { values[(position + wish.variant) % values.count] } }
    case .scalar, .any: return scalars(schema, wish).map { value in { value } }
    }
  }

  private func reference(_ schema: Schema, _ wish: Wish) -> [Candidate] {
    guard let name = schema.reference?.text, let target = index[name] else { return [] }
    // Keywords beside the reference constrain the same value.
    var merged = target
    merged.limits.merge(schema.limits) { $1 }
    merged.counts.merge(schema.counts) { $1 }
    merged.pattern = schema.pattern ?? target.pattern
    let isUnchanged = schema.limits.isEmpty && schema.counts.isEmpty && schema.pattern == nil
    return [(merged, isUnchanged), (target, true)].map { target, isNamed in
      var wish = wish
      wish.name = isNamed ? name : nil
      return {
        guard self.openNames[name, default: 0] < 2 else { return nil }
        self.openNames[name, default: 0] += 1
        defer { self.openNames[name, default: 1] -= 1 }
        return self.sample(of: target, wish)
      }
    }
  }

  /// An object with the keys that its extent and a choice demand; nil if a required property has no value.
  func object(_ schema: Schema, _ wish: Wish, _ choice: KeyChoice) -> Literal? {
    members(of: checker.object(schema), wish, choice)
  }

  private func members(of object: FlatObject?, _ wish: Wish, _ choice: KeyChoice) -> Literal? {
    guard let object else { return .object([]) }
    let isFull = wish.extent == .full && depth < 12 && work < Self.mostFullWork
    var members: [Literal.Member] = []
    var bytes = 0
    for property in object.properties
    where (isFull || isKept(property) || choice.keys.contains(property.name.text))
      && !choice.others.contains(property.name.text)
    {
      serial += 1
      let value = sample(
        of: property.schema, wish.with(isFull ? .full : .minimal, hint: property.name.text))
      if let value {
        if isTooLong(with: value, property.name.text, after: &bytes) { return nil }
        members.append(.init(name: property.name.text, value: value))
      } else if property.isRequired {
        return nil
      }
    }
    if isFull, object.patterns.isEmpty, let additional = object.additional, !additional.isNever,
      let value = sample(of: additional, Wish(words: wish.words, hint: "other"))
    {
      members.append(.init(name: "other", value: value))
    }
    return .object(members)
  }

  /// What to try for an object whose conditions require some of its keys.
  private func choices(of object: FlatObject) -> [KeyChoice] {
    var choices = [KeyChoice()]
    for part in object.parts {
      for demand in part[.not]?.demands.schemas ?? [] {
        let groups = (demand.anyOf + demand.oneOf).map { alternative in
          alternative.keywords.reduce(into: Set<String>()) { keys, keyword in
            if case .required(let names) = keyword { keys.formUnion(names) }
          }
        }
        guard groups.count > 1, choices.count * groups.count <= Self.mostChoices else { continue }
        let all = groups.reduce(into: Set()) { $0.formUnion($1) }
        choices = choices.flatMap { choice in
          groups.map { group in
            KeyChoice(keys: choice.keys.union(group), others: choice.others.union(all.subtracting(group)))
          }
        }
      }
    }
    return choices.count > 1 ? choices : []
  }

  private func isKept(_ property: Schema.Property) -> Bool {
    property.isRequired || (keepsDeprecated && property.schema.documentation.deprecation != nil)
  }

  private func lists(_ schema: Schema, _ wish: Wish) -> [Candidate] {
    let least = schema.counts[.minItems] ?? 0
    let most = schema.counts[.maxItems] ?? Int.max
    let wanted = wish.extent == .full && depth < 10 ? min(max(2, least), most) : least
    // Every attempt multiplies those of the elements.
    let counts = effort == .deep ? [least] : [wanted, least, 1, 0]
    return counts.map { count in { self.list(schema, count: count, wish) } }
  }

  /// Lists with all elements, and those without the last ones, which may be missing.
  private func tuples(_ schema: Schema, _ wish: Wish) -> [Candidate] {
    let elements = schema.array.prefixItems
    let least = elements.count - schema.missingElements
    let counts = least == elements.count ? [least] : [elements.count, least]
    let isUnique = schema.array.uniqueItems
    return counts.map { count in { self.tuple(elements.prefix(count), isUnique: isUnique, wish) } }
  }

  private func tuple(_ elements: ArraySlice<Schema>, isUnique: Bool, _ wish: Wish) -> Literal? {
    let items = elements.enumerated().map { sample(of: $1, wish.with(variant: isUnique ? $0 : 0)) }
    return items.contains(nil) ? nil : .array(items.compactMap(\.self))
  }

  /// A list with this many elements; nil if there is none.
  public func list(_ schema: Schema, count: Int, hint: String = "text") -> Literal? {
    list(schema, count: count, Wish(hint: hint))
  }

  private func list(_ schema: Schema, count: Int, _ wish: Wish) -> Literal? {
    guard count > 0 else { return .array([]) }
    guard count <= 1000, let element = schema[.items] else { return nil }
    let wish = wish.with(depth < 8 && effort != .deep ? .full : .minimal)
    var items: [Literal] = []
    var bytes = 0
    for position in 0..<count {
      guard let item = sample(of: element, wish.with(variant: position)),
        !isTooLong(with: item, after: &bytes)
      else { return nil }
      items.append(item)
    }
    return .array(items)
  }

  private func maps(_ schema: Schema, _ wish: Wish) -> [Candidate] {
    let least = schema.counts[.minProperties] ?? 0
    // A dictionary has no order, so it gets one entry.
    let count = max(least, wish.extent == .full ? 1 : 0)
    return [{ self.map(schema, count: count, wish.with(.full)) }, { .object([]) }]
  }

  private func map(_ schema: Schema, count: Int, _ wish: Wish) -> Literal {
    let values = schema[.additionalProperties].flatMap { $0.isNever ? nil : $0 }
    guard let values, count > 0 else { return .object([]) }
    var members: [Literal.Member] = []
    for position in 0..<min(count, 100) {
      guard let name = key(of: schema, at: position), !members.contains(where: { $0.name == name }),
        let value = sample(of: values, wish.with(variant: position))
      else { break }
      members.append(.init(name: name, value: value))
    }
    return .object(members)
  }

  /// A key that a map accepts, another one for each position; nil if none was found.
  func key(of map: Schema, at position: Int) -> String? {
    if let keys = map.object.keys { return sample(of: keys.value, hint: "key", variant: position)?.keyText }
    guard var names = map[.propertyNames] else { return position == 0 ? "key" : "key\(position)" }
    if names.types.isEmpty, names.reference == nil { names.types = [.string] }
    return sample(of: names, hint: "key", variant: position)?.keyText
  }

  private func alternatives(_ schema: Schema, _ wish: Wish) -> [Candidate] {
    let alternatives = schema.oneOf + schema.anyOf
    let union = checker.forms(schema)
    return alternatives.indices.map { offset in
      let position = (offset + wish.variant) % alternatives.count
      return {
        let value = self.sample(
          of: alternatives[position], wish.with(variant: wish.variant / alternatives.count))
        guard case .tags(let tags) = union.forms[position] else { return value }
        return value.map { $0.tagged(union.discriminator, tags) }
      }
    }
  }
}
