import APIModel

/// A change to a valid value that breaks one keyword.
public struct ViolationSample: Sendable, Hashable {
  public var keyword: String
  /// The part that is replaced, added or removed.
  public var path: [ValueStep]
  /// The new value; nil to remove the part.
  public var value: Literal?
}

/// Finds changes to a valid value that break exactly one keyword.
public struct ViolationFinder {
  private let checker: ValueChecker
  private let schema: Schema
  private let name: String?
  private let value: Literal
  /// Whether a named schema's constraints are tested elsewhere.
  private let isTriedElsewhere: (String) -> Bool
  private var found: [ViolationSample] = []
  /// The depth at which a named schema was last met, because schemas may refer to each other.
  private var depths: [String: Int] = [:]

  /// - Parameters:
  ///   - value: a valid value.
  ///   - schema: the value's schema.
  ///   - name: the schema's name, if it is a named one.
  ///   - checker: what checks the changed values.
  ///   - isTriedElsewhere: whether the constraints of a named schema are tested elsewhere.
  public static func violations(
    of value: Literal, by schema: Schema, named name: String? = nil, _ checker: ValueChecker,
    isTriedElsewhere: @escaping (String) -> Bool
  ) -> [ViolationSample] {
    var finder = ViolationFinder(
      checker: checker, schema: schema, name: name, value: value, isTriedElsewhere: isTriedElsewhere)
    finder.visit(value, schema, at: [])
    return finder.found
  }

  private init(
    checker: ValueChecker, schema: Schema, name: String?, value: Literal,
    isTriedElsewhere: @escaping (String) -> Bool
  ) {
    self.checker = checker
    self.schema = schema
    self.name = name
    self.value = value
    self.isTriedElsewhere = isTriedElsewhere
  }

  /// Records the first change that breaks only this keyword.
  private mutating func tryAll(_ keyword: String, at path: [ValueStep], _ values: [Literal?]) {
    for candidate in values {
      guard let changed = value.replacing(path[...], with: candidate) else { continue }
      let place = candidate == nil && keyword == "required" ? Array(path.dropLast()) : path
      guard let violations = checker.violations(of: changed, changedAt: path, by: schema, named: name),
        violations.count == 1,
        violations[0].keyword == keyword, violations[0].path == place
      else {
        continue
      }
      let sample = ViolationSample(keyword: keyword, path: path, value: candidate)
      // A reference and the schema that it names have the same type.
      if !found.contains(sample) { found.append(sample) }
      return
    }
  }

  // MARK: Values

  private mutating func visit(_ value: Literal, _ schema: Schema, at path: [ValueStep]) {
    guard path.count < 8, found.count < 500, schema.lenience.isEmpty, value != .null else { return }
    switch checker.index.shape(of: schema) {
    case .object: visitObject(value, schema, at: path)
    case .reference:
      tryType(schema, at: path)
      tryKeywords(of: schema, value, at: path)
      guard let name = schema.reference?.text, let target = checker.index[name], !isTriedElsewhere(name),
        depths[name] != path.count
      else { return }
      let outer = depths.updateValue(path.count, forKey: name)
      visit(value, target, at: path)
      depths[name] = outer
    case .union: tryKeywords(of: schema, value, at: path)
    case .tuple:
      tryType(schema, at: path)
      guard case .array(let items) = value else { return }
      for (position, pair) in zip(items, schema.array.prefixItems).enumerated() {
        visit(pair.0, pair.1, at: path + [.index(position)])
      }
    case .array:
      tryType(schema, at: path)
      tryKeywords(of: schema, value, at: path)
      if case .array(let items) = value, let first = items.first, let element = schema[.items] {
        visit(first, element, at: path + [.index(0)])
      }
    case .map:
      tryType(schema, at: path)
      tryKeywords(of: schema, value, at: path)
      if case .object(let members) = value, let first = members.first,
        let element = schema[.additionalProperties], schema.object.patternProperties.isEmpty,
        // Errors in a map with secret keys point to the map.
        schema.object.keys.map({ checker.index.containsSecret($0.value) }) != true
      {
        visit(first.value, element, at: path + [.key(first.name)])
      }
    case .enumeration, .scalar:
      tryType(schema, at: path)
      tryKeywords(of: schema, value, at: path)
      tryFormat(schema, at: path)
    case .any: tryKeywords(of: schema, value, at: path)
    }
  }

  private mutating func visitObject(_ value: Literal, _ schema: Schema, at path: [ValueStep]) {
    tryType(schema, at: path)
    guard let object = checker.object(schema), case .object(let members) = value else { return }
    for property in object.properties {
      let place = path + [.key(property.name.text)]
      guard let member = members.first(where: { $0.name == property.name.text }) else { continue }
      if property.isRequired { tryAll("required", at: place, [nil]) }
      visit(member.value, property.schema, at: place)
    }
    if object.additional?.isNever == true {
      tryAll("additionalProperties", at: path + [.key("unknown key")], [.boolean(true)])
    }
    for part in object.parts { tryKeywords(of: part, value, at: path) }
  }

  // MARK: Keywords

  private mutating func tryType(_ schema: Schema, at path: [ValueStep]) {
    // There are only two possible values, so others break `enum`.
    if schema.format == .flag { return }
    tryAll("type", at: path, [.boolean(true), .string("no"), .array([]), .object([]), .null])
  }

  private mutating func tryFormat(_ schema: Schema, at path: [ValueStep]) {
    switch schema.format {
    case .date, .dateTime, .uuid, .bytes: tryAll("format", at: path, [.string("no such format!")])
    default: break
    }
  }

  private mutating func tryKeywords(of schema: Schema, _ value: Literal, at path: [ValueStep]) {
    for keyword in schema.keywords {
      switch keyword {
      case .limit(let limit, let bound): tryAll(limit.rawValue, at: path, beyond(limit, bound, value))
      case .count(let count, let bound): tryAll(count.rawValue, at: path, beyond(count, bound, value, schema))
      case .pattern: tryAll("pattern", at: path, Self.texts(like: value))
      case .enumeration, .const:
        // Of numbers in texts, these are limits in generated code.
        if checker.index.readsNumbersInText(schema) { continue }
        let name = if case .const = keyword { "const" } else { "enum" }
        tryAll(name, at: path, [.string("none of these"), .number(NumberText("987654321")), .boolean(true)])
      case .uniqueItems:
        guard case .array(let items) = value, let first = items.first else { continue }
        tryAll("uniqueItems", at: path, [.array(items + [first]), .array(items.dropLast() + [first])])
      default: break
      }
    }
  }

  private static func texts(like value: Literal) -> [Literal] {
    guard case .string(let text) = value else { return [] }
    let count = text.unicodeScalars.count
    return ["!", " ", "é", "0", "a", "A"].map { .string(String(repeating: $0, count: max(count, 1))) } + [
      .string("")
    ]
  }

  private func beyond(_ limit: LimitKeyword, _ bound: NumberText, _ value: Literal) -> [Literal] {
    let one = Int(bound.text)
    let numbers: [String]
    switch limit {
    case .minimum, .exclusiveMaximum, .exclusiveMinimum, .maximum:
      let isLow = limit == .minimum || limit == .exclusiveMinimum
      let step = isLow ? -1 : 1
      if let one {
        let (next, overflows) = one.addingReportingOverflow(step)
        numbers = [limit == .minimum || limit == .maximum ? (overflows ? "" : "\(next)") : "\(one)"]
      } else {
        numbers = Double(bound.text).map { ["\($0 + Double(step))"] } ?? []
      }
    case .multipleOf:
      guard case .number(let number) = value, let double = Double(number.text), let step = Double(bound.text)
      else { return [] }
      numbers = [Int(number.text).map { "\($0 &+ 1)" } ?? "", "\(double + step / 2)", "\(double + 0.25)"]
    }
    return numbers.filter { !$0.isEmpty }.map { .number(NumberText($0)) }
  }

  private func beyond(_ count: CountKeyword, _ bound: Int, _ value: Literal, _ schema: Schema) -> [Literal] {
    switch (count, value) {
    case (.minLength, .string(let text)):
      return bound > 0
        ? [.string(String(String.UnicodeScalarView(text.unicodeScalars.prefix(bound - 1))))] : []
    case (.maxLength, .string(let text)):
      guard bound < 10_000 else { return [] }
      let last = text.unicodeScalars.last.map { String(Character($0)) } ?? "x"
      let missing = bound + 1 - text.unicodeScalars.count
      return [.string(text + String(repeating: last, count: max(missing, 0)))]
    case (.minItems, .array(let items)): return bound > 0 ? [.array(Array(items.prefix(bound - 1)))] : []
    case (.maxItems, .array(let items)):
      guard bound < 1000 else { return [] }
      let more = SampleMaker(checker).list(schema, count: bound + 1)
      let repeated = items.first.map { Literal.array(Array(repeating: $0, count: bound + 1)) }
      return [more, repeated].compactMap(\.self)
    case (.minProperties, .object(let members)):
      return bound > 0 ? [.object(Array(members.prefix(bound - 1)))] : []
    case (.maxProperties, .object(let members)):
      guard bound < 1000, let first = members.first else { return [] }
      let others = (0...bound).map { Literal.Member(name: "key\($0)", value: first.value) }
      return [.object(members + others.prefix(max(0, bound + 1 - members.count)))]
    default: return []
    }
  }
}

extension Literal {
  /// The value with a part replaced or removed; nil if the part doesn't exist.
  public func replacing(_ path: [ValueStep], with value: Literal?) -> Literal? {
    replacing(path[...], with: value)
  }

  /// The value with a part replaced or removed; nil if the part doesn't exist.
  fileprivate func replacing(_ path: ArraySlice<ValueStep>, with value: Literal?) -> Literal? {
    guard let first = path.first else { return value }
    switch (first, self) {
    case (.key(let key), .object(var members)):
      let position = members.firstIndex { $0.name == key }
      guard path.count > 1 else {
        if let position {
          if let value { members[position].value = value } else { members.remove(at: position) }
        } else {
          guard let value else { return nil }
          members.append(.init(name: key, value: value))
        }
        return .object(members)
      }
      guard let position, let part = members[position].value.replacing(path.dropFirst(), with: value) else {
        return nil
      }
      members[position].value = part
      return .object(members)
    case (.key(let key), .array):
      return Int(key).flatMap { replacing([.index($0)] + path.dropFirst(), with: value) }
    case (.index(let index), .array(var items)):
      guard items.indices.contains(index), let part = items[index].replacing(path.dropFirst(), with: value)
      else {
        return nil
      }
      items[index] = part
      return .array(items)
    default: return nil
    }
  }
}
