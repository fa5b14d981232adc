import APIModel
import SchemaValues
import TrafficEvidence

/// Compares stored evidence of values with their schemas. It finds what it would find in the values themselves, except where the
/// evidence lacks details.
extension DriftWalker {
  mutating func walk(_ shape: Shape, _ schema: Schema, _ spot: Spot) {
    guard spot.depth < Self.deepest, shape.count > 0, !schema.isNever, !schema.isPayloadHole else { return }
    table.visit(schema.span, times: shape.count)
    if shape.nulls > 0, !schema.lenience.contains(.nullAsAbsent), !acceptsNull(schema) {
      table.record(.null, at: schema.span, spot.label, times: shape.nulls)
    }
    if let object = index.flattenedObject(schema) {
      noteTypes(shape, schema, [.object], spot)
      if let members = shape.objects?.all { walk(members, object, schema, spot) }
      return
    }
    switch index.shape(of: schema) {
    case .reference:
      guard let name = schema.reference?.text, let target = index[name] else { return }
      let isSecret = spot.isSecret || schema.isSecret || target.isSecret
      // Its nulls are this place's.
      walk(shape.withoutNulls, target, spot.named(name, isSecret: isSecret))
    case .array:
      noteTypes(shape, schema, [.array], spot)
      guard let element = shape.lists?.element, let items = schema[.items], schema.array.prefixItems.isEmpty
      else { return }
      walk(element, items, spot.inside("[]"))
    case .map:
      noteTypes(shape, schema, [.object], spot)
      guard let members = shape.objects?.all, let inner = schema[.additionalProperties],
        schema.object.patternProperties.isEmpty
      else { return }
      for shape in members.fields.map(\.shape) + [members.map.value].compactMap(\.self) {
        walk(shape, inner, spot.inside("{}"))
      }
    case .enumeration:
      noteTypes(shape, schema, Set(schema.types), spot)
      noteWords(shape, schema, spot)
    case .scalar:
      if isGuess(schema), shape.values > 0 {
        let isSecret = spot.isSecret || schema.isSecret
        table.learn(isSecret ? shape.hidden : shape, at: schema.span, spot.label)
      }
      noteTypes(shape, schema, Set(schema.types), spot)
      noteLimits(shape, schema, spot)
    // Values of several alternatives aren't told apart as the spec tells them.
    case .object, .union, .tuple, .any: return
    }
  }

  mutating func walk(
    _ members: Members, _ object: FlatObject, _ schema: Schema, _ spot: Spot, except known: Set<String> = []
  ) {
    for field in members.fields where !known.contains(field.name) {
      let name = field.name
      if let property = object.property(name) {
        var shape = field.shape
        if property.schema.lenience.contains(.nullAsAbsent) { shape = shape.withoutNulls }
        walk(shape, property.schema, spot.inside(".\(name)", name, isSecret: property.schema.isSecret))
      } else if object.patterns.contains(where: { checker.matches($0.name, name) == true }) {
        continue
      } else if let additional = object.additional, !additional.isNever {
        walk(field.shape, additional, spot.inside("{}", name))
      } else {
        let shape = spot.isSecret ? field.shape.hidden : field.shape
        addKey(name, shape, to: object, schema, spot, times: field.shape.count)
      }
    }
    // Keys that are data aren't told apart.
    guard members.map.entries == 0, !isPartial else { return }
    for property in object.properties where !known.contains(property.name.text) {
      let label = "\(spot.label).\(property.name.text)"
      let seen = min(members.shape(of: property.name.text)?.count ?? 0, members.count)
      table.visit(property, seen: seen, of: members.count, label: label)
      guard property.isRequired, seen < members.count else { continue }
      table.record(.missingKey, at: property.name.span, label, times: members.count - seen)
    }
  }

  // MARK: Values without parts

  private mutating func noteTypes(
    _ shape: Shape, _ schema: Schema, _ types: Set<JSONType>, _ spot: Spot
  ) {
    // What is lenient accepts other types, too.
    guard !types.isEmpty, schema.lenience.isEmpty, schema.format != .flag else { return }
    func note(_ type: JSONType, _ count: Int, isFraction: Bool = false) {
      guard count > 0 else { return }
      table.record(.otherType(type), at: schema.span, spot.label, times: count) {
        $0.isFraction = isFraction && schema.types == [.integer]
      }
    }
    if !types.contains(.boolean) { note(.boolean, shape.booleans) }
    if !types.contains(.string) { note(.string, shape.texts?.count ?? 0) }
    if !types.contains(.array) { note(.array, shape.lists?.count ?? 0) }
    if !types.contains(.object) { note(.object, shape.objects?.count ?? 0) }
    guard let numbers = shape.numbers, !types.contains(.number) else { return }
    if types.contains(.integer) {
      // `1.0` is an integer.
      let hasFractions = !numbers.minimum.isInteger || !numbers.maximum.isInteger
      note(.number, hasFractions ? numbers.fractions : 0, isFraction: true)
    } else {
      note(.integer, numbers.count - numbers.fractions)
      note(.number, numbers.fractions)
    }
  }

  private mutating func noteWords(_ shape: Shape, _ schema: Schema, _ spot: Spot) {
    guard let texts = shape.texts, let cases = schema.enumeration?.cases, spot.words.keepsWords,
      !spot.isSecret,
      !schema.isSecret
    else { return }
    let origin = table.origin
    for (text, count) in texts.values.sorted(by: { $0.key < $1.key }) {
      guard !cases.contains(where: { $0.value == .string(text) }), secrets.mayShow(text) else { continue }
      table.record(
        .newValue, at: schema.span, spot.label, times: count, contradicts: schema.refusesNewValues
      ) {
        $0.words[SpecWord(text: text, isNumber: false), default: Tally()].add(count, from: origin)
      }
    }
  }

  private mutating func noteLimits(_ shape: Shape, _ schema: Schema, _ spot: Spot) {
    guard let numbers = shape.numbers, numbers.secrets == 0, !spot.isSecret, !schema.isSecret else { return }
    for (keyword, bound) in schema.limits where keyword == .minimum || keyword == .maximum {
      let isMost = keyword == .maximum
      let extreme = isMost ? numbers.maximum : numbers.minimum
      guard let limit = Double(bound.text), isMost ? extreme > limit : extreme < limit else { continue }
      let text = Int64(exactly: extreme).map(String.init) ?? String(extreme)
      table.record(.limit(.number(keyword)), at: schema.span, spot.label) { entry in
        entry.limit = bound
        let known = entry.extreme.flatMap { Double($0.text) }
        if known.map({ isMost ? extreme > $0 : extreme < $0 }) ?? true { entry.extreme = NumberText(text) }
      }
    }
  }
}

extension Shape {
  /// What was seen of values other than null.
  fileprivate var withoutNulls: Shape {
    var result = self
    result.count -= result.nulls
    result.nulls = 0
    return result
  }
}

extension Double {
  fileprivate var isInteger: Bool { self == rounded() }
}
