import APIModel
import Diagnostics
import ECMARegex

/// Interprets schemas: finds where a value violates them, like the validators of generated code.
///
/// It shares only patterns and formats with those, so each can be tested against the other. It doesn't check `unevaluatedItems`,
/// `unevaluatedProperties`, and schemas of JSON Schema documents that models refer to.
public final class ValueChecker {
  public let index: SchemaIndex
  /// Returns a value as messages show it: without secrets, because a message may quote only the beginning of one.
  package var shown: (Literal) -> Literal = { $0 }
  /// The remaining number of values to look at, because nested alternatives multiply them.
  var work: Int
  /// The number of values looked at so far in all checks.
  private(set) var total = 0
  private let limit: Int
  /// How many schemas are being checked within each other: those of the value's parts, and those that refer to others.
  private var nesting = 0
  private static let deepest = 1000
  var patterns: [String: ECMARegex?] = [:]
  /// The objects of named schemas.
  private var objects: [String: CheckedObject?] = [:]
  private var unions: [Schema: UnionForms] = [:]

  /// - Parameters:
  ///   - index: the named schemas.
  ///   - limit: the maximum number of values to look at in one check.
  public init(_ index: SchemaIndex, limit: Int = 100_000) {
    self.index = index
    self.limit = limit
    work = limit
  }

  /// The violations of a value; nil if checking it takes too much work.
  public func violations(of value: Literal, by schema: Schema) -> [ValueViolation]? {
    violations(of: value, by: schema, atMost: limit).found
  }

  /// The violations of a value, and the work that it took; nil if that isn't enough.
  func violations(
    of value: Literal, by schema: Schema, atMost most: Int
  ) -> (found: [ValueViolation]?, work: Int) {
    let most = min(most, limit)
    work = most
    var check = ValueCheck()
    run(value, schema, &check)
    return (work > 0 ? check.violations : nil, most - max(work, 0))
  }

  /// The violations of a value that was valid before its part at a path was changed. Only what that part can affect is
  /// checked.
  func violations(
    of value: Literal, changedAt path: [ValueStep], by schema: Schema, named name: String?
  ) -> [ValueViolation]? {
    work = limit
    var check = ValueCheck()
    check.focus = path
    run(value, schema, &check, named: name)
    return work > 0 ? check.violations : nil
  }

  /// Whether a schema accepts a value whose parts are valid: what it demands of the value itself.
  ///
  /// - Parameter name: the name of the schema, if it has one.
  func isAccepted(_ value: Literal, withValidParts schema: Schema, named name: String? = nil) -> Bool {
    work = limit
    var check = ValueCheck()
    check.trustsParts = true
    run(value, schema, &check, named: name)
    return work > 0 && check.violations.isEmpty
  }

  /// The violations of an example, including keys without a property, which would get lost in Swift; nil if checking it
  /// takes too much work.
  ///
  /// - Parameter isWritten: Whether somebody wrote the value for the schema, so that it is one of a union's alternatives.
  public func violations(
    ofExample value: Literal, by schema: Schema, isWritten: Bool = false
  ) -> [ValueViolation]? {
    work = limit
    var check = ValueCheck()
    check.findsUnknownKeys = true
    check.findsUnlistedForms = isWritten
    run(value, schema, &check)
    return work > 0 ? check.violations : nil
  }

  /// The same, and what open enumerations and unions accept without listing it.
  public func violations(ofKnown value: Literal, by schema: Schema) -> [ValueViolation]? {
    work = limit
    var check = ValueCheck()
    check.findsUnknownKeys = true
    check.findsUnlistedValues = true
    run(value, schema, &check)
    return work > 0 ? check.violations : nil
  }

  /// The possible keys of an object at a path.
  public func keys(at path: some Collection<ValueStep>, of value: Literal, by schema: Schema) -> [String] {
    let resolved = index.resolved(schema).schema
    guard let first = path.first else { return object(resolved)?.properties.map(\.name.text) ?? [] }
    let part: Schema? =
      switch first {
      case .key(let key):
        object(resolved).map { $0.property(key)?.schema ?? $0.additional } ?? resolved[.additionalProperties]
      case .index: resolved[.items]
      }
    return part.map { keys(at: path.dropFirst(), of: value, by: $0) } ?? []
  }

  /// Checks one value.
  ///
  /// - Parameter name: the name of the schema, if it has one.
  func run(_ value: Literal, _ schema: Schema, _ check: inout ValueCheck, named name: String? = nil) {
    work -= 1
    total += 1
    guard work > 0, check.path.count < 100, nesting < Self.deepest else {
      work = 0
      return
    }
    nesting += 1
    let outer = check.span
    check.span = schema.span
    defer {
      nesting -= 1
      check.span = outer
    }
    if schema.isNever { return check.add("false", "no value is allowed here") }
    if check.trustsParts, !check.path.isEmpty { return }
    if value == .null, schema.isNullable || schema.types == [.null] || isNullable(schema) { return }
    if value == .string(""), schema.lenience.contains(.emptyAsNull) { return }
    let value = tidied(value, schema)
    if schema.format == .flag, case .boolean = value { return }
    if let object = object(schema, named: name) { return checkObject(value, schema, object, &check) }
    switch index.shape(of: schema) {
    case .object: break
    case .reference: checkReference(value, schema, &check)
    case .union where check.isCondition: checkKeywords(value, schema, &check)
    case .union:
      checkKeywords(value, schema, &check) { keyword in
        switch keyword {
        case .list(.anyOf, _), .list(.oneOf, _), .type: false
        default: true
        }
      }
      checkUnion(value, schema, &check)
    case .enumeration where schema.isOpen == false:
      // A value of another type isn't one of these.
      checkKeywords(value, schema, &check) { if case .type = $0 { false } else { true } }
    case .tuple, .array, .map, .enumeration, .scalar, .any:
      let count = check.violations.count
      checkKeywords(value, schema, &check)
      checkKeys(of: value, schema, &check)
      // A value of the wrong type isn't checked further.
      if check.violations.count == count { checkFormat(value, schema, &check) }
      if check.findsUnlistedValues, check.violations.count == count { checkIsListed(value, schema, &check) }
    }
  }

  /// Checks that an open enumeration lists a value.
  private func checkIsListed(_ value: Literal, _ schema: Schema, _ check: inout ValueCheck) {
    guard let listed = schema.enumeration?.cases, let text = value.tagText else { return }
    if !listed.contains(where: { $0.value.text == text }) { check.add("enum", "the value isn't listed") }
  }

  func isNullable(_ schema: Schema) -> Bool {
    if schema.isNullable { return true }
    guard schema.reference != nil, case .reference = index.shape(of: schema) else { return false }
    return index.resolved(schema).isNullable
  }

  /// A value as an API without irregularities would send it.
  package func tidied(_ value: Literal, _ schema: Schema) -> Literal {
    guard !schema.lenience.isEmpty else { return value }
    if schema.lenience.contains(where: \.isForNumbers), case .string(let text) = value,
      let number = NumberText(json: text)
    {
      return .number(number)
    }
    if schema.lenience.contains(.emptyListAsMap), value == .array([]) { return .object([]) }
    if schema.lenience.contains(.singleAsList) {
      if case .array = value { return value }
      return .array([value])
    }
    return value
  }

  /// The value in messages: `string "x"`.
  func found(_ value: Literal) -> String { value.found(as: shown(value)) }

  // MARK: References

  private func checkReference(_ value: Literal, _ schema: Schema, _ check: inout ValueCheck) {
    if let reference = schema.reference, let target = index[reference.text] {
      // A union that contains itself accepts nothing by that.
      guard check.depth < ValueCheck.deepest else {
        work = 0
        return
      }
      let isCondition = check.isCondition
      check.isCondition = false
      check.descend { check in run(value, target, &check, named: reference.text) }
      check.isCondition = isCondition
    }
    checkKeywords(numberInText(value, schema), schema, &check)
  }

  /// A number in a text as a number, where the schema or a name that it refers to allows such texts.
  private func numberInText(_ value: Literal, _ schema: Schema) -> Literal {
    guard case .string(let text) = value, index.readsNumbersInText(schema) else { return value }
    return NumberText(json: text).map { .number($0) } ?? value
  }

  // MARK: Objects

  /// The object that a schema and its components describe.
  ///
  /// - Parameter name: the name of the schema if it has one, so that its object is put together only once.
  func object(_ schema: Schema, called name: String? = nil) -> FlatObject? {
    name == nil ? index.flattenedObject(schema) : object(schema, named: name)?.object
  }

  /// The object that a schema describes, if that has properties and isn't only a reference.
  private func object(_ schema: Schema, named name: String?) -> CheckedObject? {
    if let name, let known = objects[name] { return known }
    let object = index.isObject(schema) ? object(schema).map(CheckedObject.init) : nil
    if let name { objects[name] = .some(object) }
    return object
  }

  private func checkObject(
    _ value: Literal, _ schema: Schema, _ checked: CheckedObject, _ check: inout ValueCheck
  ) {
    guard case .object(let members) = value else {
      return check.add("type", "expected object, found \(found(value))")
    }
    let object = checked.object
    let patterns = object.patterns
    for member in members where check.mayAffect(.key(member.name)) {
      check.enter(.key(member.name)) { check in
        if let property = object.property(member.name) {
          if member.value == .null, property.schema.lenience.contains(.nullAsAbsent) { return }
          run(member.value, property.schema, &check)
        } else if !patterns.contains(where: { matches($0.name, member.name) ?? false }),
          let additional = object.additional
        {
          if additional.isNever {
            check.add(
              "additionalProperties", "the key \(Literal.string(member.name).json) is not allowed",
              at: additional.span)
          } else {
            run(member.value, additional, &check)
          }
        } else if check.findsUnknownKeys, patterns.isEmpty, object.additional == nil {
          check.add("properties", "the schema has no property \(Literal.string(member.name).json)")
        }
      }
    }
    let names = Set(members.map(\.name))
    for property in object.properties where property.isRequired && !names.contains(property.name.text) {
      check.add(
        "required", "the key \(Literal.string(property.name.text).json) is missing", at: property.name.span)
    }
    for (part, keywords) in checked.constraints { checkKeywords(keywords, value, part, &check) }
  }

  /// Checks the keys of a map by the schema of their type. JSON writes numbers in keys as text; integers there are in their
  /// shortest form, so that different keys never have the same value.
  private func checkKeys(of value: Literal, _ schema: Schema, _ check: inout ValueCheck) {
    guard let keys = schema.object.keys?.value, case .object(let members) = value else { return }
    let isNumber = [[.integer], [.number]].contains(index.resolved(keys).schema.types)
    for member in members where check.mayAffect(.key(member.name)) {
      let text = Int64(member.name)?.description ?? UInt64(member.name)?.description
      let key: Literal =
        isNumber && text == member.name ? .number(NumberText(member.name)) : .string(member.name)
      check.enter(.key(member.name)) { check in run(key, keys, &check) }
    }
  }

  // MARK: Unions

  /// How the alternatives of a union are told apart. Finding it out takes long where unions have unions in them.
  func forms(_ schema: Schema) -> UnionForms {
    if let known = unions[schema] { return known }
    let forms = index.forms(ofUnion: schema)
    unions[schema] = forms
    return forms
  }

  private func checkUnion(_ value: Literal, _ schema: Schema, _ check: inout ValueCheck) {
    // A change may choose another alternative.
    let focus = check.focus
    check.focus = nil
    defer { check.focus = focus }
    let alternatives = schema.oneOf + schema.anyOf
    let union = forms(schema)
    let tag = union.discriminator.flatMap { value.member($0)?.tagText }
    var untold: [(schema: Schema, keys: [String])] = []
    for (alternative, form) in zip(alternatives, union.forms) {
      switch form {
      case .types(let types) where types.contains(where: value.isOf): return run(value, alternative, &check)
      case .tags(let tags):
        if let tag, case .object = value, tags.contains(tag) { return run(value, alternative, &check) }
      case .types: break
      case .keys(let keys): untold.append((alternative, keys))
      }
    }
    // As for generated clients, a value may be of several alternatives, although `oneOf` says otherwise.
    if untold.contains(where: { isValid(value, $0.schema, in: check) }) { return }
    let meant = untold.filter { entry in entry.keys.contains { value.member($0) != nil } }
    if meant.count == 1 { return run(value, meant[0].schema, &check) }
    let isUnlisted = check.findsUnlistedForms && schema.isOpen == nil
    if schema.isOpen == false || check.findsUnlistedValues || isUnlisted {
      check.add(schema.oneOf.isEmpty ? "anyOf" : "oneOf", "no alternative fits")
    }
  }

  /// Whether a schema accepts a value, as far as the work for the whole check suffices.
  ///
  /// - Parameters:
  ///   - isCondition: whether the schema only constrains values that another one describes.
  ///   - outer: the check of the same value that this is a part of.
  func isValid(
    _ value: Literal, _ schema: Schema, isCondition: Bool = false, in outer: ValueCheck = ValueCheck()
  ) -> Bool {
    var check = ValueCheck()
    check.depth = outer.depth
    check.isCondition = isCondition
    run(value, schema, &check)
    return check.violations.isEmpty
  }
}

/// An object, and what its parts demand besides its properties, which are checked one by one.
private struct CheckedObject {
  let object: FlatObject
  let constraints: [(part: Schema, keywords: [SchemaKeyword<Schema>])]

  init(_ object: FlatObject) {
    self.object = object
    let names = Set(object.properties.map(\.name.text))
    constraints = object.parts.compactMap { part in
      let keywords = part.keywords.filter { keyword in
        switch keyword {
        case .map(.properties, _), .applied(.additionalProperties, _), .list(.allOf, _), .type: false
        case .required(let required): !names.isSuperset(of: required)
        default: true
        }
      }
      return keywords.isEmpty ? nil : (part, keywords)
    }
  }
}
