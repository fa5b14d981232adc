import APIModel
import SchemaValues
import SpecReader
import SpecYAML

// Constants and enumerations.
extension SchemaStore {
  /// The schema of a value that is a constant or one of an enumeration.
  ///
  /// If Swift has no type for these values, because they are lists, objects or of several types, the schema is that of the other
  /// keywords, and demands one of the values.
  func schema(ofValues facts: SchemaFacts, at value: Located) -> Schema {
    if let values = values(facts, at: value) {
      leaveOut(facts.conditions, "beside known values")
      reportValuesBeyondLimits(values, facts, at: value)
      return values
    }
    if let constant = schema(ofConstantPartsIn: facts, at: value) { return constant }
    var rest = facts
    rest.enumeration = nil
    rest.const = nil
    let nodes = facts.const.map { [$0] } ?? facts.enumeration ?? []
    rest.isNullable = facts.isNullable || nodes.contains(where: \.node.asNull)
    var schema = schema(of: rest, at: value)
    if !facts.isExtensible { demand(nodes.map(\.node), as: facts.valuesKeyword, of: &schema, at: value) }
    return schema
  }

  /// Demands that a value is one of several. In a union, each alternative has those of its type, and alternatives without any
  /// are left out.
  private func demand(_ nodes: [YAMLNode], as keyword: String, of schema: inout Schema, at value: Located) {
    let place = value.node[keyword] ?? value.node
    let values = nodes.filter { !$0.asNull }.map { literal($0) }
    // Values that JSON doesn't have are reported, and nobody knows what was meant.
    let known = values.compactMap(\.self)
    guard known.count == values.count, !known.isEmpty else { return }
    guard schema.reference == nil, !(schema.oneOf + schema.anyOf).isEmpty else {
      let types = types(of: schema)
      let possible = types.isEmpty ? known : known.filter { value in types.contains(where: value.isOf) }
      guard !possible.isEmpty else {
        return findings.mistake(
          "none of the values of '\(keyword)' has the type that is said beside it, so no value is valid; they aren't checked",
          at: place)
      }
      return schema.demand(oneOf: possible)
    }
    let alternatives = schema.oneOf + schema.anyOf
    let left = alternatives.compactMap { alternative -> Schema? in
      let types = types(of: alternative)
      let own = types.isEmpty ? known : known.filter { value in types.contains(where: value.isOf) }
      guard !own.isEmpty else { return nil }
      var alternative = alternative
      alternative.demand(oneOf: own)
      return alternative
    }
    guard !left.isEmpty else {
      return findings.mistake(
        "none of the values of '\(keyword)' has the type of an alternative, so no value is valid; they aren't checked",
        at: place)
    }
    if left.count == 1, let only = left.first, schema.discriminator == nil {
      let isNullable = schema.isNullable
      schema = only
      schema.isNullable = schema.isNullable || isNullable
    } else if schema.oneOf.isEmpty {
      schema.anyOf = left
    } else {
      schema.oneOf = left
    }
  }

  /// The types of a schema's values beside null; empty if any are allowed, or if they aren't known.
  private func types(of schema: Schema, depth: Int = 0) -> [JSONType] {
    guard depth < 32, let reference = schema.reference else { return schema.types }
    return peek(reference.text).map { types(of: $0, depth: depth + 1) } ?? []
  }

  /// A constant or an enumeration; nil if a type describes the values better.
  private func values(_ facts: SchemaFacts, at value: Located) -> Schema? {
    var schema = Schema(span: value.node.occurrence)
    let nodes = facts.const.map { [$0] } ?? facts.enumeration ?? []
    let isText = (facts.types ?? onlyType(facts).map { [$0] }) == [.string] || facts.listsTexts
    var cases: [Enumeration.Case] = []
    var seen: Set<Literal> = []
    var (hasNull, isComplete) = (false, true)
    for (position, item) in nodes.enumerated() {
      let text = isText ? item.node.text.map { Literal.string($0) } : nil
      guard var value = literal(item.node) ?? text else {
        reportNumber(item.node)
        isComplete = false
        continue
      }
      if value == .null, !(isText && item.node.text?.isEmpty == false && facts.const != nil) {
        hasNull = true
        continue
      }
      // Where a string is expected, `on` and `2.0` are strings.
      if let text { value = text }
      if facts.types == [.integer] || facts.types == [.number], case .string(let text) = value,
        let number = jsonNumber(of: YAMLScalar(text))
      {
        value = .number(number)
      }
      guard seen.insert(value).inserted else { continue }
      let name = position < facts.valueNames.count ? facts.valueNames[position].node.text : nil
      cases.append(
        .init(
          value: value, swiftName: name.map { Name($0, span: item.node.occurrence) },
          summary: facts.description(ofValue: item.node, at: position), span: item.node.occurrence))
    }
    schema.isNullable = hasNull || (facts.isNullable && facts.const == nil)
    keepValues(of: facts.types ?? [], in: &cases, facts, at: value)
    guard let first = cases.first?.value else {
      schema.types = hasNull ? [.null] : []
      schema.isNullable = false
      return hasNull && isComplete ? schema : nil
    }
    let types = Set(cases.map(\.value.type))
    guard types.count == 1 || types == [.integer, .number] else { return nil }
    let type = types.count == 1 ? first.type : .number
    switch type {
    case .object, .array, .null: return nil
    case .boolean, .number: schema.types = [type]
    case .string, .integer: schema.types = [type]
    }
    if cases.count == 1, isComplete, !facts.isExtensible {
      schema.const = first
    } else if type == .string || type == .integer {
      schema.enumeration = Enumeration(cases: cases)
      if facts.isExtensible { schema.isOpen = true }
    } else if facts.isExtensible {
      return nil
    } else if type == .number, isComplete {
      schema.demand(oneOf: cases.map(\.value))
    }
    return schema
  }

  /// Leaves out the values that no type accepts. If all are like that, they are reported, and kept: they say more than the type.
  private func keepValues(
    of types: Set<JSONType>, in cases: inout [Enumeration.Case], _ facts: SchemaFacts, at value: Located
  ) {
    let possible = types.isEmpty ? cases : cases.filter { types.contains(where: $0.value.isOf) }
    guard possible.isEmpty, !cases.isEmpty else {
      cases = possible
      return
    }
    findings.mistake(
      "none of the values of '\(facts.valuesKeyword)' has the type that is said beside it, so no value is valid; the type isn't used",
      at: (facts.const ?? facts.enumeration?.first)?.node ?? value.node)
  }
}

extension Schema {
  /// Demands that a value is one of several.
  fileprivate mutating func demand(oneOf values: [Literal]) {
    let isListed =
      reference == nil && format == nil && limits.isEmpty && counts.isEmpty && pattern == nil
      && [[.string], [.integer]].contains(types)
    if isListed, values.count == 1 {
      const = values[0]
    } else if isListed {
      enumeration = Enumeration(cases: values.map { .init(value: $0, span: span) })
    } else {
      let constants = values.map { value in
        var constant = Schema(span: span)
        constant.const = value
        return constant
      }
      demand(anyOf: constants, isOneOf: false)
    }
  }
}
