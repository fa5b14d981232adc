import APIModel
import ECMARegex

extension ValueChecker {
  /// Checks the keywords of one schema (JSON Schema Validation, section 6, and Core, section 10).
  ///
  /// - Parameter isChecked: which of the keywords to check.
  func checkKeywords(
    _ value: Literal, _ schema: Schema, _ check: inout ValueCheck,
    _ isChecked: (SchemaKeyword<Schema>) -> Bool = { _ in true }
  ) {
    checkKeywords(schema.keywords.filter(isChecked), value, schema, &check)
  }

  /// Checks a value by some of a schema's keywords.
  func checkKeywords(
    _ keywords: [SchemaKeyword<Schema>], _ value: Literal, _ schema: Schema, _ check: inout ValueCheck
  ) {
    let types = keywords.compactMap { if case .type(let types) = $0 { types } else { nil } }.joined()
    if !types.isEmpty, !types.contains(where: value.isOf) {
      return check.add("type", "expected \(describe(Array(types))), found \(found(value))")
    }
    for keyword in keywords { checkKeyword(keyword, value, schema, &check) }
  }

  private func describe(_ types: [JSONType]) -> String {
    let order: [JSONType] = [.number, .integer, .string, .boolean, .array, .object, .null]
    return order.filter { types.contains($0) && !($0 == .integer && types.contains(.number)) }
      .map(\.rawValue).joined(separator: " or ")
  }

  private func checkKeyword(
    _ keyword: SchemaKeyword<Schema>, _ value: Literal, _ schema: Schema, _ check: inout ValueCheck
  ) {
    switch keyword {
    case .type, .ref, .dynamicRef, .format(_, isAsserted: false), .inText: break
    case .format(let name, isAsserted: true):
      if case .string(let text) = value { require(name, text, &check) }
    case .enumeration(let values):
      if !values.contains(where: value.isEqual) {
        let shown = values.prefix(8).map(\.json).joined(separator: ", ") + (values.count > 8 ? ", …" : "")
        check.add("enum", "expected one of \(shown), found \(self.shown(value).excerpt)")
      }
    case .const(let expected):
      if !value.isEqual(to: expected) {
        check.add("const", "expected \(expected.json), found \(self.shown(value).excerpt)")
      }
    case .limit(let limit, let bound): checkLimit(limit, bound, value, &check)
    case .count(let count, let bound): checkCount(count, bound, value, &check)
    case .pattern(let pattern):
      if case .string(let text) = value, matches(pattern, text) == false {
        check.add("pattern", "does not match \(pattern)")
      }
    case .uniqueItems: checkUniqueItems(value, &check)
    case .required(let names):
      guard case .object = value else { break }
      for name in names where value.member(name) == nil {
        check.add("required", "the key \(Literal.string(name).json) is missing")
      }
    case .dependentRequired(let dependencies):
      for dependency in dependencies where value.member(dependency.property) != nil {
        for name in dependency.required where value.member(name) == nil {
          check.add("dependentRequired", "the key \(Literal.string(name).json) is missing")
        }
      }
    case .applied(let applicator, let child): checkApplied(applicator, child, value, schema, &check)
    case .list(let applicator, let children): checkList(applicator, children, value, &check)
    case .map(let applicator, let entries): checkMap(applicator, entries, value, &check)
    }
  }

  // MARK: Scalars

  private func checkLimit(
    _ limit: LimitKeyword, _ bound: NumberText, _ value: Literal, _ check: inout ValueCheck
  ) {
    guard case .number(let number) = value else { return }
    let problem: String? =
      switch limit {
      case .minimum: number.isLess(than: bound) ? "must not be less than \(bound.text)" : nil
      case .maximum: bound.isLess(than: number) ? "must not be greater than \(bound.text)" : nil
      case .exclusiveMinimum: bound.isLess(than: number) ? nil : "must be greater than \(bound.text)"
      case .exclusiveMaximum: number.isLess(than: bound) ? nil : "must be less than \(bound.text)"
      case .multipleOf: number.isMultiple(of: bound) ? nil : "isn't a multiple of \(bound.text)"
      }
    if let problem { check.add(limit.rawValue, problem) }
  }

  private func checkCount(
    _ keyword: CountKeyword, _ bound: Int, _ value: Literal, _ check: inout ValueCheck
  ) {
    let (count, noun): (Int, String)
    switch (keyword, value) {
    case (.minLength, .string(let text)), (.maxLength, .string(let text)):
      (count, noun) = (text.unicodeScalars.count, "character")
    case (.minItems, .array(let items)), (.maxItems, .array(let items)):
      (count, noun) = (items.count, "element")
    case (.minProperties, .object(let members)), (.maxProperties, .object(let members)):
      (count, noun) = (members.count, "key")
    default: return
    }
    let plural = { (count: Int) in "\(count) \(noun)\(count == 1 ? "" : "s")" }
    switch keyword {
    case .minLength where count < bound: check.add(keyword.rawValue, "shorter than \(plural(bound))")
    case .maxLength where count > bound: check.add(keyword.rawValue, "longer than \(plural(bound))")
    case .minItems where count < bound, .minProperties where count < bound:
      check.add(keyword.rawValue, "\(plural(count)), at least \(bound) expected")
    case .maxItems where count > bound, .maxProperties where count > bound:
      check.add(keyword.rawValue, "\(plural(count)), at most \(bound) expected")
    default: break
    }
  }

  /// Whether a pattern matches somewhere in a text; nil if that is unknown.
  package func matches(_ pattern: String, _ text: String) -> Bool? {
    let regex: ECMARegex?
    if let known = patterns[pattern] {
      regex = known
    } else {
      regex = try? ECMARegex(pattern)
      patterns[pattern] = .some(regex)
    }
    guard let regex else { return nil }
    work -= text.utf8.count
    return regex.matches(text)
  }

  // MARK: Lists

  private func checkUniqueItems(_ value: Literal, _ check: inout ValueCheck) {
    guard case .array(let items) = value else { return }
    work -= items.count
    var places: [ComparedLiteral: Int] = [:]
    for (position, item) in items.enumerated() {
      if let first = places.updateValue(position, forKey: ComparedLiteral(value: item)) {
        return check.add("uniqueItems", "the elements at \(first) and \(position) are equal")
      }
    }
  }

  private func checkContains(_ child: Schema, _ items: [Literal], _ schema: Schema, _ check: inout ValueCheck)
  {
    let count = items.count { isValid($0, child, isCondition: true) }
    let least = schema.counts[.minContains] ?? 1
    if count < least {
      let keyword = schema.counts[.minContains] == nil ? "contains" : "minContains"
      check.add(keyword, "\(count == 0 ? "no element fits" : "\(count) fit"), at least \(least) expected")
    } else if let most = schema.counts[.maxContains], count > most {
      check.add("maxContains", "\(count) elements fit, at most \(most) expected")
    }
  }

  // MARK: Applicators

  private func checkApplied(
    _ applicator: Applicator, _ child: Schema, _ value: Literal, _ schema: Schema, _ check: inout ValueCheck
  ) {
    switch (applicator, value) {
    case (.items, .array(let items)):
      let rest = items.enumerated().dropFirst(schema.array.prefixItems.count)
      // A tuple has no further elements.
      if child.isNever, !rest.isEmpty {
        return check.add("maxItems", "\(items.count) elements, no others are allowed")
      }
      for (position, item) in rest where check.mayAffect(.index(position)) {
        check.enter(.index(position)) { check in run(item, child, &check) }
      }
    case (.contains, .array(let items)): checkContains(child, items, schema, &check)
    case (.additionalProperties, .object(let members)):
      let known = Set(schema.object.properties.map(\.name.text))
      // Responses that are made up have copies of one value under many keys.
      var valid: Literal?
      for member in members where !known.contains(member.name) {
        let isOther = schema.object.patternProperties.allSatisfy { matches($0.name, member.name) != true }
        guard isOther else { continue }
        if let valid, member.value.isCopy(of: valid) { continue }
        let count = check.violations.count
        let isWhole = check.focus == nil
        check.enter(.key(member.name)) { check in
          if child.isNever {
            check.add("additionalProperties", "the key \(Literal.string(member.name).json) is not allowed")
          } else {
            run(member.value, child, &check)
          }
        }
        if isWhole, check.violations.count == count { valid = member.value }
      }
    case (.propertyNames, .object(let members)):
      for member in members {
        check.enter(.key(member.name)) { check in run(.string(member.name), child, &check) }
      }
    case (.not, _):
      let (demanded, rest) = child.demands
      for schema in demanded { checkDemand(schema, value, &check) }
      if let rest, isValid(value, rest, isCondition: true) {
        check.add("not", "the value is one that 'not' excludes")
      }
    case (.if, _):
      let branch: Applicator = isValid(value, child, isCondition: true) ? .then : .else
      if let other = schema[branch] {
        check.descend { check in
          // A change may choose the other branch.
          check.focus = nil
          run(value, other, &check)
        }
      }
    default: break
    }
  }

  private func checkList(
    _ applicator: ListApplicator, _ children: [Schema], _ value: Literal, _ check: inout ValueCheck
  ) {
    switch applicator {
    case .allOf:
      for child in children { check.descend { check in run(value, child, &check) } }
    case .anyOf:
      if !children.contains(where: { isValid(value, $0, isCondition: true) }) {
        check.add("anyOf", keysOfEach(children).map { "one of \($0) must be there" } ?? "no alternative fits")
      }
    case .oneOf:
      let count = children.count { isValid(value, $0, isCondition: true) }
      if count == 1 { break }
      let problem = count == 0 ? "no alternative fits" : "more than one alternative fits"
      check.add("oneOf", keysOfEach(children).map { "exactly one of \($0) must be there" } ?? problem)
    case .prefixItems:
      guard case .array(let items) = value else { return }
      for (position, pair) in zip(items, children).enumerated() {
        check.enter(.index(position)) { check in run(pair.0, pair.1, &check) }
      }
    }
  }

  /// Checks a condition that is no model.
  private func checkDemand(_ schema: Schema, _ value: Literal, _ check: inout ValueCheck) {
    let isCondition = check.isCondition
    check.isCondition = true
    check.descend { check in run(value, schema, &check) }
    check.isCondition = isCondition
  }

  /// The keys of alternatives that only require some, for messages; nil if they do more.
  private func keysOfEach(_ alternatives: [Schema]) -> String? {
    let keys = alternatives.map { alternative -> String? in
      guard alternative.keywords.count == 1, alternative.reference == nil,
        case .required(let names)? = alternative.keywords.first
      else { return nil }
      let list = names.map { Literal.string($0).json }
      return list.count == 1 ? list[0] : "(\(list.joined(separator: " and ")))"
    }
    return keys.contains(nil) ? nil : keys.compactMap(\.self).joined(separator: ", ")
  }

  private func checkMap(
    _ applicator: MapApplicator, _ entries: [SchemaEntry<Schema>], _ value: Literal,
    _ check: inout ValueCheck
  ) {
    guard case .object(let members) = value else { return }
    switch applicator {
    case .dependentSchemas:
      for entry in entries where value.member(entry.name) != nil {
        check.descend { check in
          // A change may add the key.
          check.focus = nil
          run(value, entry.schema, &check)
        }
      }
    case .properties, .patternProperties:
      for member in members {
        for entry in entries
        where applicator == .properties
          ? entry.name == member.name : matches(entry.name, member.name) == true
        {
          check.enter(.key(member.name)) { check in run(member.value, entry.schema, &check) }
        }
      }
    }
  }
}

extension Literal {
  /// Whether the value has a JSON type (JSON Schema Validation, section 6.1.1).
  package func isOf(_ type: JSONType) -> Bool {
    switch (self, type) {
    case (.null, .null), (.boolean, .boolean), (.number, .number), (.string, .string), (.array, .array),
      (.object, .object):
      true
    case (.number(let number), .integer): number.isIntegral
    default: false
    }
  }
}

extension Literal {
  /// Whether both are the same list or object in memory, and therefore equal to the byte.
  fileprivate func isCopy(of other: Literal) -> Bool {
    switch (self, other) {
    case (.array(let one), .array(let two)): one.sharesStorage(with: two)
    case (.object(let one), .object(let two)): one.sharesStorage(with: two)
    default: false
    }
  }
}

extension Array {
  fileprivate func sharesStorage(with other: Self) -> Bool {
    withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress && one.count == $0.count }
    }
  }
}
