import APIModel
import Diagnostics
import SchemaValues
import TrafficEvidence
import WGNAPIJSON

/// Goes through values along the schemas that describe them, and counts what is different at each place of the spec.
struct DriftWalker {
  static let deepest = 300
  /// How many new values of an enumeration are told apart.
  private static let mostWords = 40

  let index: SchemaIndex
  let checker: ValueChecker
  var table: DriftTable
  var secrets: DriftSecrets
  /// Whether objects may lack required properties, because the request asked for some fields only.
  var isPartial = false
  /// The lines of files that have guesses, which values may replace.
  var guessLines: [String: Set<Int>] = [:]
  private var readings: [SpecPlace: SchemaReading] = [:]

  init(_ module: Module, table: DriftTable, secrets: DriftSecrets) {
    index = SchemaIndex(module)
    checker = ValueChecker(index)
    (self.table, self.secrets) = (table, secrets)
  }

  /// Where a value is.
  struct Spot {
    /// The named schema with the keys below it.
    var label: String
    var isSecret = false
    var depth = 0
    /// Which words may be shown.
    var words = WordPlace.ordinary

    /// The place of a part.
    ///
    /// - Parameter name: The key of a member.
    func inside(_ step: String, _ name: String? = nil, isSecret: Bool = false) -> Spot {
      Spot(
        label: label + step, isSecret: self.isSecret || isSecret, depth: depth + 1,
        words: name.map { words.inside($0) } ?? (step == "[]" ? words.inList : words))
    }

    /// The same place, called like a named schema.
    func named(_ name: String, isSecret: Bool) -> Spot {
      Spot(label: name, isSecret: isSecret, depth: depth + 1, words: words)
    }
  }

  // MARK: Any value

  mutating func walk(_ value: Literal, _ schema: Schema, _ spot: Spot) {
    guard spot.depth < Self.deepest, !schema.isNever, !schema.isPayloadHole else { return }
    // What a recording has in place of a secret says nothing.
    if case .string(let text) = value, text.contains(Collector.mark) { return }
    table.visit(schema.span)
    if value == .null {
      if acceptsNull(schema) || schema.lenience.contains(.nullAsAbsent) { return }
      return table.record(.null, at: schema.span, spot.label)
    }
    if value == .string(""), schema.lenience.contains(.emptyAsNull) { return }
    let value = checker.tidied(value, schema)
    if schema.format == .flag, case .boolean = value { return }
    let reading = reading(of: schema)
    if let object = reading.object { return walk(value, object, schema, spot) }
    switch reading.shape {
    case .reference:
      if let name = schema.reference?.text, let target = index[name] {
        let isSecret = spot.isSecret || schema.isSecret || target.isSecret
        walk(value, target, spot.named(name, isSecret: isSecret))
      }
      check(value, schema, spot)
    case .union: walkUnion(value, schema, spot)
    case .enumeration: walkEnumeration(value, schema, spot)
    case .array, .tuple:
      guard check(value, schema, spot), case .array(let items) = value else { return }
      for (position, item) in items.enumerated() {
        let tuple = schema.array.prefixItems
        guard let inner = position < tuple.count ? tuple[position] : schema[.items] else { continue }
        walk(item, inner, spot.inside("[]"))
      }
      noteRest(items, schema, spot)
    case .map: walkMap(value, schema, spot)
    case .object, .scalar, .any:
      if isGuess(schema) {
        let isSecret = spot.isSecret || schema.isSecret
        let shape = secrets.shape(of: value.asJSON, isSecret: isSecret, spot.words)
        table.learn(shape, at: schema.span, spot.label)
      }
      check(value, schema, spot)
    }
  }

  /// Whether a schema is the `any` that a comment calls a guess.
  func isGuess(_ schema: Schema) -> Bool {
    guard schema.types.isEmpty, schema.reference == nil else { return false }
    return guessLines[schema.span.file]?.contains(schema.span.start.line) ?? false
  }

  /// An open union accepts anything, but null is something else than an alternative that is new.
  func acceptsNull(_ schema: Schema) -> Bool {
    let resolved = index.resolved(schema)
    guard !resolved.isNullable, case .union = index.shape(of: resolved.schema) else {
      return checker.isAccepted(.null, schema)
    }
    return (resolved.schema.oneOf + resolved.schema.anyOf).contains { checker.isAccepted(.null, $0) }
  }

  /// Notes elements that a tuple doesn't have.
  private mutating func noteRest(_ items: [Literal], _ schema: Schema, _ spot: Spot) {
    let tuple = schema.array.prefixItems
    let isClosed = schema[.items]?.isNever ?? !tuple.isEmpty
    guard isClosed, items.count > tuple.count else { return }
    table.record(.otherForm(.elements(described: tuple.count)), at: schema.span, spot.label) { entry in
      let most = max(items.count, entry.extreme.flatMap { Int($0.text) } ?? 0)
      entry.extreme = NumberText(String(most))
    }
  }

  private mutating func walkMap(_ value: Literal, _ schema: Schema, _ spot: Spot) {
    guard check(value, schema, spot), case .object(let members) = value else { return }
    for member in members {
      let pattern = schema.object.patternProperties.first { checker.matches($0.name, member.name) == true }
      guard let inner = pattern?.schema ?? schema[.additionalProperties] else { continue }
      guard !inner.isNever else {
        table.record(.otherForm(.additionalKey), at: schema.span, spot.label)
        continue
      }
      let isSecret = secrets.isSecret(name: member.name, member.value)
      walk(member.value, inner, spot.inside("{}", member.name, isSecret: isSecret))
    }
    guard let keys = schema.object.keys?.value else { return }
    let isNumber = [[.integer], [.number]].contains(index.resolved(keys).schema.types)
    for member in members {
      let place = spot.inside("{key}")
      guard isNumber else {
        walk(.string(member.name), keys, place)
        continue
      }
      if Int64(member.name) != nil || UInt64(member.name) != nil {
        walk(.number(NumberText(member.name)), keys, place)
      } else {
        // A key is always text, so its type isn't what is wrong.
        table.visit(keys.span)
        table.record(.otherForm(.key), at: keys.span, place.label)
      }
    }
  }

  private mutating func walkUnion(_ value: Literal, _ schema: Schema, _ spot: Spot) {
    let alternatives = schema.oneOf + schema.anyOf
    guard let union = reading(of: schema).union else { return }
    let tag = union.discriminator.flatMap { value.member($0)?.text }
    for (alternative, form) in zip(alternatives, union.forms) {
      switch form {
      case .tags(let tags):
        if let tag, tags.contains(tag) { return walk(value, alternative, spot.inside("")) }
      case .types(let types):
        if types.contains(where: value.isOf) { return walk(value, alternative, spot.inside("")) }
      case .keys: continue
      }
    }
    let untold = zip(alternatives, union.forms).filter { if case .keys = $0.1 { true } else { false } }
    if let fitting = untold.first(where: { checker.isAccepted(value, $0.0) }) {
      return walk(value, fitting.0, spot.inside(""))
    }
    let meant = untold.filter { entry in
      if case .keys(let keys) = entry.1 { keys.contains { value.member($0) != nil } } else { false }
    }
    if meant.count == 1 { return walk(value, meant[0].0, spot.inside("")) }
    let keyword = schema.oneOf.isEmpty ? OtherForm.UnionKeyword.anyOf : .oneOf
    // An open union keeps what is none of its alternatives.
    let contradicts = !checker.isAccepted(value, schema)
    guard let tag else {
      return table.record(
        .otherForm(.alternative(keyword)), at: schema.span, spot.label, contradicts: contradicts)
    }
    let isShown = spot.words != .echo && !spot.isSecret && !schema.isSecret && secrets.mayShow(tag)
    table.record(
      .otherForm(.newAlternative(keyword, tag: isShown ? tag : nil)), at: schema.span, spot.label,
      contradicts: contradicts)
  }

  // MARK: Enumerations

  private mutating func walkEnumeration(_ value: Literal, _ schema: Schema, _ spot: Spot) {
    guard check(value, schema, spot) else { return }
    guard let cases = schema.enumeration?.cases, !cases.contains(where: { $0.value.isEqual(to: value) })
    else { return }
    let isSecret = spot.isSecret || schema.isSecret || !spot.words.keepsWords
    var word: SpecWord?
    switch value {
    case .string(let text) where !isSecret && secrets.mayShow(text): word = .init(text: text, isNumber: false)
    case .number(let number) where !isSecret && Int64(number.text) != nil:
      word = .init(text: number.text, isNumber: true)
    default: break
    }
    let origin = table.origin
    table.record(.newValue, at: schema.span, spot.label, contradicts: schema.refusesNewValues) { entry in
      if let word, entry.words[word] != nil || entry.words.count < Self.mostWords {
        entry.words[word, default: Tally()].add(1, from: origin)
      } else {
        entry.hidden.add(1, from: origin)
      }
    }
  }

  // MARK: Keywords

  /// Checks what a schema says of a value itself, apart from its parts; false if it is of another type.
  @discardableResult
  mutating func check(_ value: Literal, _ schema: Schema, _ spot: Spot) -> Bool {
    guard let violations = checker.violations(of: value, by: reading(of: schema).own) else { return true }
    for violation in violations where violation.path.isEmpty {
      if !note(violation, value, schema, spot) { return false }
    }
    return true
  }

  /// - Returns: false if the value is of another type.
  private mutating func note(
    _ violation: ValueViolation, _ value: Literal, _ schema: Schema, _ spot: Spot
  ) -> Bool {
    let keyword = violation.keyword
    if keyword == "type" {
      table.record(.otherType(value.type), at: schema.span, spot.label) {
        $0.isFraction = schema.types == [.integer] && value.isOf(.number)
      }
      return false
    }
    if let bound = schema.counts.first(where: { $0.key.rawValue == keyword }) {
      let count: Int
      switch value {
      case .string(let text): count = text.unicodeScalars.count
      case .array(let items): count = items.count
      case .object(let members): count = members.count
      default: return true
      }
      let limit = DriftFinding.Bound.count(bound.key)
      table.record(.limit(limit), at: schema.span, spot.label) { entry in
        let known = entry.extreme.flatMap { Int($0.text) } ?? count
        entry.extreme = NumberText(String(limit.isMost ? max(known, count) : min(known, count)))
        entry.limit = NumberText(String(bound.value))
      }
    } else if let bound = schema.limits.first(where: { $0.key.rawValue == keyword }),
      case .number(let number) = value
    {
      let canEdit =
        (bound.key == .minimum || bound.key == .maximum) && !spot.isSecret && !schema.isSecret
      table.record(.limit(.number(bound.key)), at: schema.span, spot.label) { entry in
        entry.limit = bound.value
        entry.canEdit = canEdit
        guard canEdit else { return }
        let (known, new) = (Double(entry.extreme?.text ?? ""), Double(number.text) ?? 0)
        let isFarther = known.map { bound.key == .maximum ? new > $0 : new < $0 } ?? true
        if isFarther { entry.extreme = number }
      }
    } else {
      // A message may quote the value, so only the keyword is kept.
      let form: OtherForm =
        switch (keyword, schema.format) {
        case ("format", let format?): .format(format.name)
        case ("minimum", _): .range(.minimum)
        case ("maximum", _): .range(.maximum)
        default: .keyword(keyword)
        }
      table.record(.otherForm(form), at: schema.span, spot.label)
    }
    return true
  }

  private mutating func reading(of schema: Schema) -> SchemaReading {
    let place = SpecPlace(schema.span)
    if let known = readings[place] { return known }
    let reading = SchemaReading(schema, in: index)
    readings[place] = reading
    return reading
  }
}

extension Schema {
  /// Whether clients refuse values that the enumeration doesn't have. By default, they keep them.
  var refusesNewValues: Bool { isOpen == false }
}

extension Literal {
  /// The narrowest type that it is of.
  var type: JSONType {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .number: isOf(.integer) ? .integer : .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  init(_ value: JSON) {
    self =
      switch value {
      case .null: .null
      case .bool(let value): .boolean(value)
      case .number(let number): .number(NumberText(number.text))
      case .string(let text): .string(text)
      case .array(let items): .array(items.map(Literal.init))
      case .object(let members): .object(members.map { .init(name: $0.key, value: Literal($0.value)) })
      }
  }

  /// The value as evidence takes it; nil for a number that isn't JSON.
  var asJSON: JSON? { try? JSON(parsing: json, options: JSONDecoding(maximumDepth: 300)) }
}
