import APIModel
import Diagnostics
import SpecReader
import SpecYAML

extension SchemaStore {
  /// The schema with the given facts.
  func schema(of facts: SchemaFacts, at value: Located) -> Schema {
    if let all = withOnlyAlternative(facts) { return schema(of: all, at: value) }
    if facts.isIntegerOrText { return schema(of: facts.withIntegersAndTexts(), at: value) }
    if facts.isNumberOrItsText {
      var schema = schema(of: facts.withoutTexts(), at: value)
      if schema.reference == nil { schema.lenience.insert(.numberInString) }
      return schema
    }
    if facts.enumeration != nil || facts.const != nil { return schema(ofValues: facts, at: value) }
    let unions = facts.unions.filter { !onlyLimits($0, facts) }
    if !unions.isEmpty {
      for union in facts.unions where onlyLimits(union, facts) {
        findings.leaveOut(
          "that a value satisfies one of these alternatives, beside others, isn't checked",
          at: union.alternatives.first?.node ?? value.node)
      }
      return union(of: facts, unions, at: value)
    }
    var schema = plain(facts, at: value)
    for union in facts.unions { demand(union, of: &schema) }
    return schema
  }

  /// A schema without alternatives.
  func plain(_ facts: SchemaFacts, at value: Located) -> Schema {
    let span = value.node.occurrence
    var schema = Schema(span: span)
    schema.isNullable = facts.isNullable
    guard let type = onlyType(facts) else {
      guard let types = facts.types, types != [.null] else {
        if facts.types == [.null] { schema.types = [.null] }
        demand(facts.conditions, of: &schema)
        if facts.types == nil { demandKeys(facts, of: &schema) }
        return schema
      }
      return union(ofTypes: types, facts, at: value)
    }
    schema.types = [type]
    switch type {
    case .object: addObject(facts, to: &schema)
    case .array: addArray(facts, to: &schema, at: value)
    case .string, .integer, .number, .boolean: addScalar(facts, to: &schema)
    case .null: schema.isNullable = false
    }
    dropContradictions(of: &schema, at: value)
    keepUnchecked(facts, in: &schema)
    demand(
      facts.conditions.filter { $0.keyword != "propertyNames" || schema.object.keys == nil }, of: &schema)
    return schema
  }

  /// The only type besides null that a meaningful value can have; nil for several, or any.
  func onlyType(_ facts: SchemaFacts) -> JSONType? {
    if let types = facts.types {
      if types == [.integer, .number] { return .number }
      return types.count == 1 ? types.first : nil
    }
    if facts.hasObjectForm || facts.counts[.minProperties] != nil || facts.counts[.maxProperties] != nil {
      return .object
    }
    if facts.items != nil || !facts.prefixItems.isEmpty { return .array }
    // A pattern may describe a number's digits.
    if let type = facts.numberOfFormat { return type }
    if facts.pattern != nil || facts.counts[.minLength] != nil || facts.counts[.maxLength] != nil {
      return .string
    }
    if let format = facts.format,
      Self.textFormats[format] != nil || format == "byte" || format == "binary"
    {
      return .string
    }
    return facts.limits.isEmpty ? nil : .number
  }

  // MARK: Lists

  private func addArray(_ facts: SchemaFacts, to schema: inout Schema, at value: Located) {
    for count in [CountKeyword.minItems, .maxItems] { schema.counts[count] = facts.counts[count] }
    schema.array.uniqueItems = facts.uniqueItems
    // Elements beyond the maximum are in no list.
    let elements = Array(facts.prefixItems.prefix(facts.counts[.maxItems] ?? .max))
    let isClosed =
      facts.items?.node.scalar?.asBool == false
      || facts.counts[.maxItems].map { $0 <= facts.prefixItems.count } ?? false
    let count = elements.count
    if count > 0, count <= 12, isClosed {
      let least = facts.counts[.minItems] ?? 0
      if facts.counts[.minItems] == nil {
        findings.ignore(
          "the list doesn't say 'minItems', so each of its elements may be missing; write 'minItems: \(count)' if none may",
          at: value.node)
      }
      if least > count {
        findings.mistake(
          "'minItems' demands \(counted(least, "element")) of a list that has at most \(count), so no list is valid; lists of "
            + "\(count) are read", at: value.node)
      }
      schema.array.prefixItems = elements.map { use($0) }
      schema.counts = [.minItems: min(least, count)]
      var rest = Schema(span: schema.span)
      rest.isNever = true
      schema[.items] = rest
      return
    }
    if let first = facts.prefixItems.first {
      findings.leaveOut(
        "the first elements have schemas of their own, but the list may have another number of elements, so they aren't checked; with 'items: false' or 'maxItems', "
          + "they would be properties",
        at: first.node)
    }
    let items = facts.prefixItems.isEmpty ? facts.items.map { use($0) } : nil
    schema[.items] = items.flatMap { $0.isNever ? nil : $0 } ?? Schema(span: schema.span)
  }

  // MARK: Scalars

  /// String formats with Swift types.
  static let textFormats: [String: Format] = [
    "date-time": .dateTime, "date": .date, "uri": .uri, "url": .uri, "uuid": .uuid, "byte": .bytes,
    "base64": .bytes, "base64url": .base64URL,
  ]

  private func addScalar(_ facts: SchemaFacts, to schema: inout Schema) {
    switch schema.types {
    case [.string]:
      schema.format = facts.format.flatMap { Self.textFormats[$0] }
      switch facts.contentEncoding?.lowercased() {
      case "base64": schema.format = .bytes
      case "base64url": schema.format = .base64URL
      default: break
      }
      // A standard Swift type already checks the form.
      if schema.format == nil || hasOwnType(facts) {
        for count in [CountKeyword.minLength, .maxLength] { schema.counts[count] = facts.counts[count] }
        schema.pattern = facts.pattern.flatMap(pattern)
      }
    case [.integer]:
      schema.limits = facts.limits
      switch facts.format {
      case "int32": schema.format = .int32
      case "int64": schema.format = .int64
      case "uint32": schema.format = .uint32
      case "uint64": schema.format = .uint64
      case "unix-time", "unixtime", "timestamp": schema.format = .timestamp
      case nil where facts.needsUnsignedIntegers: schema.format = .uint64
      default: break
      }
    case [.number]:
      schema.limits = facts.limits
      if facts.format == "float" { schema.format = .float }
      if facts.format == "decimal" { schema.format = .decimal }
    default: break
    }
    if let format = facts.format, ownFormats.contains(format) {
      if schema.format == nil { schema.format = .other(format) }
    } else if schema.format == .timestamp, !hasOwnType(facts) {
      schema.limits = [:]
    }
  }

  func pattern(_ value: Located) -> String? {
    guard let text = value.node.text else { return nil }
    guard let problem = findPatternProblem(text) else { return text }
    findings.leaveOut(
      "'\(abbreviate(text))' is not a regular expression: \(problem.message); it isn't checked",
      at: value.node)
    return nil
  }

  /// The schema of a constant object or list, with what else is said of it; nil for another value, or several.
  func schema(ofConstantPartsIn facts: SchemaFacts, at value: Located) -> Schema? {
    let nodes = facts.const.map { [$0] } ?? facts.enumeration ?? []
    guard nodes.count == 1, let constant = nodes.first.flatMap({ literal($0.node) }),
      [.object, .array].contains(constant.type), facts.types.map({ $0.contains(constant.type) }) ?? true,
      facts.unions.isEmpty
    else { return nil }
    var facts = facts
    if facts.const != nil { facts.isNullable = false }
    (facts.const, facts.enumeration, facts.types) = (nil, nil, [constant.type])
    var schema = Schema(span: value.node.occurrence)
    if !facts.hasObjectForm, facts.items == nil, facts.prefixItems.isEmpty {
      schema.types = [constant.type]
      schema.isNullable = facts.isNullable
      leaveOut(facts.conditions, "beside known values")
    } else {
      schema = plain(facts, at: value)
    }
    schema.const = constant
    return schema
  }
}
