import APIModel
import SchemaValues

/// Keywords that aren't about one value or key: patterns, conditions and dependencies. A reader's condition that the writer has, too,
/// or that all its values satisfy, changes nothing.
extension WirePart {
  mutating func compareConditions() {
    let (own, known) = (written.schema, read.schema)
    if let pattern = known.pattern, pattern != own.pattern, valuesWritten == nil {
      let message =
        own.pattern != nil
        ? "must match another pattern"
        : direction == .request ? "must match a pattern" : "doesn't have to match a pattern any more"
      addViolation(.cantTell, message)
    }
    if known.array.uniqueItems, !own.array.uniqueItems, written.types.contains(.array),
      (own.counts[.maxItems] ?? 2) > 1
    {
      addViolation(.mayBreak, "may have equal elements")
    }
    let conditions = WireConditions(written)
    if WireConditions(read).all.contains(where: { !conditions.imply($0, unchanged.areUnchanged, checker) }) {
      addViolation(.cantTell, "has other conditions")
    } else if isClosed, !hasOnlyKeys(closedBy: Applicator.unevaluatedProperties.rawValue) {
      addViolation(.mayBreak, "may have keys that aren't accepted")
    }
    if let validator = known.validator,
      own.validator.map({ !unchanged.validators.areSame($0, validator) }) ?? true
    {
      addViolation(.cantTell, "is validated by a document")
    }
    compareUnchecked()
  }

  /// Whether the reader refuses keys that nothing lists.
  private var isClosed: Bool {
    (read.index.flattenedObject(read.schema)?.parts ?? [read.schema]).contains {
      $0[.unevaluatedProperties]?.isNever == true
    }
  }

  /// Compares what the service may check, and clients don't.
  private mutating func compareUnchecked() {
    guard direction == .request, valuesWritten == nil else { return }
    let (own, known) = (written.unchecked, read.unchecked)
    for (keyword, text) in known.sorted(by: { $0.key < $1.key }) {
      let isKept =
        switch keyword {
        // They are compared with other limits.
        case CountKeyword.minLength.rawValue, CountKeyword.maxLength.rawValue: true
        case Applicator.additionalProperties.rawValue, Applicator.unevaluatedProperties.rawValue:
          text == "false" ? hasOnlyKeys(closedBy: keyword) : own[keyword] == text
        default: own[keyword] == text || hasKey(demandedBy: keyword)
        }
      if !isKept { add(.cantTell, "must \(own[keyword] == nil ? "" : "now ")\(Self.words(keyword, text))") }
    }
  }

  private static func words(_ keyword: String, _ text: String) -> String {
    if let key = SingleKey(keyword) { return "\(key.isRequired ? "" : "not ")have the key '\(key.name)'" }
    return switch keyword {
    case "format", "contentMediaType":
      "have the \(keyword == "format" ? "format" : "media type") '\(text.dropFirst().dropLast())'"
    case Applicator.additionalProperties.rawValue, Applicator.unevaluatedProperties.rawValue:
      text == "false" ? "have no other keys" : "satisfy '\(keyword)'"
    default: "satisfy '\(keyword)'"
    }
  }

  /// Whether all values have a key that the reader needs, or none has one that it refuses.
  private func hasKey(demandedBy keyword: String) -> Bool {
    guard let key = SingleKey(keyword) else { return false }
    guard written.types.contains(.object) else { return true }
    let object = written.index.flattenedObject(written.schema)
    guard let property = object?.property(key.name) else {
      return !key.isRequired && object?.additional.map(\.isNever) ?? !(object?.properties.isEmpty ?? true)
    }
    return key.isRequired ? property.isAlwaysSent : property.schema.isNever
  }

  /// Whether no value has a key that the reader doesn't list.
  private func hasOnlyKeys(closedBy keyword: String) -> Bool {
    if !written.types.contains(.object) { return true }
    guard let own = written.index.flattenedObject(written.schema),
      own.additional.map(\.isNever) ?? !own.properties.isEmpty || written.unchecked[keyword] == "false"
    else { return false }
    let known = read.index.flattenedObject(read.schema)
    return own.properties.allSatisfy { property in
      property.schema.isNever || known?.property(property.name.text) != nil
        || known?.patterns.contains { checker.matches($0.name, property.name.text) == true } == true
    }
  }
}

/// A key that a document requires or forbids, and that the model doesn't.
private struct SingleKey {
  let name: String
  let isRequired: Bool

  init?(_ keyword: String) {
    let parts = keyword.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, ["required", "properties"].contains(parts[0]) else { return nil }
    (name, isRequired) = (String(parts[1]), parts[0] == "required")
  }
}

/// What a schema demands beside the types of values and keys.
private struct WireConditions {
  enum Condition {
    /// The keyword without anything else.
    case keyword(Schema)
    /// A key needs others.
    case dependency(String, [String])
    /// Keys of an object are texts of a schema.
    case names(Schema)
    /// Keys that are necessary although they have no properties.
    case keys([String])
    /// One of several lists of keys has to be there.
    case some([[String]])
    /// A key may not be there.
    case absent(String)
  }

  let all: [Condition]
  private let value: WireValue
  private let object: FlatObject?

  init(_ value: WireValue) {
    self.value = value
    object = value.index.flattenedObject(value.schema)
    all = (object?.parts ?? [value.schema]).flatMap(Self.conditions)
  }

  private static func conditions(_ part: Schema) -> [Condition] {
    var result: [Condition] = part.object.dependentRequired.map { .dependency($0.property, $0.required) }
    result += part.object.dependentSchemas.map { entry in
      if let keys = entry.schema.onlyRequiredKeys { return .dependency(entry.name, keys) }
      var schema = Schema(span: part.span)
      schema.object.dependentSchemas = [entry]
      return .keyword(schema)
    }
    if !part.object.requiredOthers.isEmpty { result.append(.keys(part.object.requiredOthers)) }
    if let names = part[.propertyNames] { result.append(.names(names)) }
    if let condition = part[.if] {
      // Each branch is a condition of its own.
      for branch in [Applicator.then, .else] where part[branch] != nil {
        var schema = Schema(span: part.span)
        (schema[.if], schema[branch]) = (condition, part[branch])
        result.append(.keyword(schema))
      }
    }
    if let excluded = part[.not] { result += self.excluded(excluded, part) }
    for applicator in [Applicator.contains, .unevaluatedItems, .unevaluatedProperties] {
      guard let inner = part[applicator] else { continue }
      var schema = Schema(span: part.span)
      schema[applicator] = inner
      if applicator == .contains {
        for keyword in [CountKeyword.minContains, .maxContains] {
          schema.counts[keyword] = part.counts[keyword]
        }
      }
      result.append(.keyword(schema))
    }
    return result
  }

  private static func excluded(_ schema: Schema, _ part: Schema) -> [Condition] {
    let (demanded, rest) = schema.demands
    let demands = demanded.map { demand -> Condition in
      let keys = demand.anyOf.compactMap(\.onlyRequiredKeys)
      if !keys.isEmpty, keys.count == demand.anyOf.count, demand.keywords.count == 1 { return .some(keys) }
      return .keyword(demand)
    }
    guard let rest else { return demands }
    if let keys = rest.onlyRequiredKeys, keys.count == 1 { return demands + [.absent(keys[0])] }
    var schema = Schema(span: part.span)
    schema[.not] = rest
    return demands + [.keyword(schema)]
  }

  /// Whether every value that is written satisfies a condition of the reader.
  ///
  /// - Parameters:
  ///   - areSame: whether two schemas are the same, with what they refer to.
  ///   - checker: interprets schemas of the reader.
  func imply(_ condition: Condition, _ areSame: (Schema, Schema) -> Bool, _ checker: ValueChecker) -> Bool {
    switch condition {
    case .keyword(let schema):
      // Objects are written without keys that nothing lists.
      if schema[.unevaluatedProperties] != nil, object != nil, !mayHaveOthers { return true }
      if schema[.contains] ?? schema[.unevaluatedItems] != nil, !value.types.contains(.array) { return true }
      return all.contains { own in
        guard case .keyword(let own) = own else { return false }
        return areSame(own, schema) || own.containsAsMany(as: schema, areSame)
      }
    case .dependency(let key, let needed):
      if !mayHave(key) || needed.allSatisfy({ isRequired($0) }) { return true }
      let own = all.flatMap { own -> [String] in
        if case .dependency(key, let keys) = own { keys } else { [] }
      }
      return needed.allSatisfy { isRequired($0) || own.contains($0) }
    case .names(let schema):
      if let object, !mayHaveOthers, let names = schema.acceptedTexts {
        return object.properties.allSatisfy { names.contains($0.name.text) }
      }
      return all.contains { own in
        guard case .names(let own) = own else { return false }
        return areSame(own, schema) || own.hasOnlyTexts(of: schema, checker)
      }
    case .keys(let keys): return keys.allSatisfy(isRequired)
    case .some(let alternatives):
      if alternatives.contains(where: { $0.allSatisfy(isRequired) }) { return true }
      // A choice among fewer is one of these, too.
      return all.contains { own in
        guard case .some(let some) = own else { return false }
        return some.allSatisfy { mine in
          alternatives.contains { $0.allSatisfy { mine.contains($0) || isRequired($0) } }
        }
      }
    case .absent(let key):
      return !mayHave(key) || all.contains { if case .absent(key) = $0 { true } else { false } }
    }
  }

  private var mayHaveOthers: Bool {
    guard let object else { return true }
    return object.additional.map { !$0.isNever } ?? false || !object.patterns.isEmpty
  }

  private func mayHave(_ key: String) -> Bool {
    object?.property(key).map { !$0.schema.isNever } ?? mayHaveOthers
  }

  private func isRequired(_ key: String) -> Bool {
    if let property = object?.property(key) { return property.isAlwaysSent }
    return all.contains { if case .keys(let keys) = $0 { keys.contains(key) } else { false } }
  }
}

extension Schema {
  /// The keys that it requires, if it says nothing else; nil otherwise.
  fileprivate var onlyRequiredKeys: [String]? {
    guard keywords.count == 1, case .required(let keys)? = keywords.first, reference == nil, !isNever else {
      return nil
    }
    return keys
  }

  /// The only texts that it accepts; nil for any.
  fileprivate var acceptedTexts: Set<String>? {
    guard reference == nil else { return nil }
    if case .string(let text)? = const { return [text] }
    return (enumeration?.cases).map { Set($0.map(\.value.text)) }
  }

  /// Whether all texts of it are those of another schema, which lists values, or limits lengths.
  fileprivate func hasOnlyTexts(of other: Schema, _ checker: ValueChecker) -> Bool {
    if let texts = acceptedTexts { return texts.allSatisfy { checker.isAccepted(.string($0), other) } }
    let isSimple = other.keywords.allSatisfy { keyword in
      switch keyword {
      case .type, .count(.minLength, _), .count(.maxLength, _), .pattern: true
      default: false
      }
    }
    guard isSimple, reference == nil, other.reference == nil, other.acceptedTexts == nil, !other.isNever
    else { return false }
    return (other.pattern == nil || other.pattern == pattern)
      && (other.counts[.minLength].map { (counts[.minLength] ?? 0) >= $0 } ?? true)
      && (other.counts[.maxLength].map { (counts[.maxLength] ?? .max) <= $0 } ?? true)
  }

  /// Whether lists contain such elements within the bounds of another schema.
  fileprivate func containsAsMany(as other: Schema, _ areSame: (Schema, Schema) -> Bool) -> Bool {
    guard let own = self[.contains], let known = other[.contains], areSame(own, known) else { return false }
    return (counts[.minContains] ?? 1) >= (other.counts[.minContains] ?? 1)
      && (other.counts[.maxContains].map { (counts[.maxContains] ?? .max) <= $0 } ?? true)
  }
}
