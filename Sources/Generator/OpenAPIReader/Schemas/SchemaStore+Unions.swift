import APIModel
import Diagnostics
import SpecReader
import SpecYAML

extension SchemaStore {
  /// The maximum number of combined alternatives; more are merged into one object.
  static let mostAlternatives = 64

  /// Whether the alternatives only say which of an object's properties are required or forbidden.
  func onlyLimits(_ union: SchemaFacts.Union, _ facts: SchemaFacts) -> Bool {
    guard facts.hasForm else { return false }
    let silent: Set<String> = [
      "required", "not", "title", "description", "deprecated", "minProperties", "maxProperties",
    ]
    return union.alternatives.allSatisfy { alternative in
      guard let entries = alternative.node.entries else { return false }
      return entries.allSatisfy { silent.contains($0.name) || ($0.name == "type" && facts.types != nil) }
    }
  }

  /// One of several alternatives.
  func union(of facts: SchemaFacts, _ unions: [SchemaFacts.Union], at value: Located) -> Schema {
    var base = facts
    base.unions = []
    base.isNullable = false
    let hasForm = base.hasObjectForm || base.items != nil || !base.prefixItems.isEmpty
    guard let written = unions.first, unions.count == 1 else {
      return merged(base, unions, facts, at: value)
    }
    let isNullable =
      facts.isNullable || written.alternatives.contains { isNull($0) || allowsNull($0) }
    let others = written.alternatives.filter {
      !isNull($0) && !isNullableObject($0, beside: written.alternatives)
    }
    let hasKeys = requiresKeys(facts, of: others)
    var combined = CombinedAlternatives()
    if hasForm || hasKeys, let all = self.combined(base, with: others, by: facts.discriminator) {
      combined = all
      share(facts, amongOthersOf: &combined, at: value)
    } else if hasForm || hasKeys && base.types != nil {
      return merged(base, unions, facts, at: value)
    } else {
      // Each alternative that is combined with the base checks them.
      leaveOut(facts.conditions, "beside alternatives")
      reportKeys(facts, besides: others)
      let lists = facts.discriminator == nil ? joinedLists(others) : [:]
      combined.schemas = others.enumerated().map { used(lists[$0.offset] ?? $0.element, within: base.types) }
      if others.count > 1 { share(facts, among: &combined.schemas, from: others, at: value) }
    }
    var schema = union(
      combined.schemas, written, discriminator: facts.discriminator, merged: combined.merged, at: value)
    schema.isNullable = schema.isNullable || isNullable
    markUntagged(&schema, written.alternatives)
    return schema
  }

  /// An alternative of a union, whose type may be given outside.
  private func used(_ alternative: Located, within types: Set<JSONType>?) -> Schema {
    if let types { reportType(of: alternative, besides: types) }
    guard let types, alternative.node["type"] == nil, alternative.node["$ref"] == nil,
      alternative.node["enum"] == nil, alternative.node["const"] == nil
    else { return use(alternative) }
    var facts = SchemaFacts()
    var seen: Set<String> = []
    facts.add(alternative, in: documents, seen: &seen)
    guard facts.types == nil else { return use(alternative) }
    facts.types = types
    var schema = schema(of: facts, at: alternative)
    schema.title = alternative.node["title"]?.text
    schema.documentation = documentation(alternative.node["description"]?.text)
    return schema
  }

  /// The lists of values behind alternatives that are references, by position, if there are several lists: together, they
  /// are one enumeration.
  private func joinedLists(_ alternatives: [Located]) -> [Int: Located] {
    let lists = alternatives.enumerated().filter { !isNull($0.element) }.compactMap { position, alternative in
      listedValues(alternative).map { (position, $0) }
    }
    guard lists.count > 1, !lists.contains(where: { choices.ownTypes[Spot($0.1)] != nil }) else { return [:] }
    return Dictionary(uniqueKeysWithValues: lists)
  }

  func referenceName(_ value: Located) -> String? {
    value.node["$ref"]?.text?.split(separator: "/").last.map(String.init)
  }

  /// One object with the properties of all alternatives, all of them optional, for alternatives that can't be
  /// distinguished or combined.
  private func merged(
    _ base: SchemaFacts, _ unions: [SchemaFacts.Union], _ facts: SchemaFacts, at value: Located
  ) -> Schema {
    if let property = facts.discriminator?["propertyName"]?.node {
      findings.leaveOut(
        "'\(abbreviate(property.text ?? ""))' doesn't tell the alternatives apart, because they are read as one object: they "
          + "are unions themselves, or values besides objects, or there is more than one list of them",
        at: property)
    }
    var all = base
    all.isNullable = facts.isNullable
    let required = base.required
    var pending = unions.flatMap(\.alternatives)
    var seen: Set<String> = []
    var count = 0
    while let alternative = pending.popLast(), count < Self.mostAlternatives {
      count += 1
      if isNull(alternative) {
        all.isNullable = true
        continue
      }
      var own = SchemaFacts()
      own.add(alternative, in: documents, seen: &seen)
      if own.types.map({ $0 != [.object] }) ?? !(own.hasObjectForm || own.required.isEmpty == false) {
        pending += own.unions.flatMap(\.alternatives)
        if own.unions.isEmpty {
          findings.leaveOut(
            "its alternatives and the keywords beside them have no Swift type together, so it is read as any JSON",
            at: value.node)
          return Schema(span: value.node.occurrence)
        }
      }
      all.addOptional(own)
      leaveOut(own.conditions, "of an alternative that is merged with others")
      pending += own.unions.flatMap(\.alternatives)
    }
    all.required = required
    all.additionalProperties = nil
    all.restrict(to: [.object])
    return plain(all, at: value)
  }

  /// `type: [string, integer]`.
  func union(ofTypes types: Set<JSONType>, _ facts: SchemaFacts, at value: Located) -> Schema {
    var schema = Schema(span: value.node.occurrence)
    var types = types
    if types.contains(.number) { types.remove(.integer) }
    guard types.count < 5 else {
      demand(facts.conditions, of: &schema)
      return schema
    }
    var own = facts
    own.isNullable = false
    own.unions = []
    let alternatives = JSONType.allCases.filter(types.contains).map { type in
      own.types = [type]
      return plain(own, at: value)
    }
    schema = union(alternatives, .init(isOneOf: false, alternatives: []), discriminator: nil, at: value)
    schema.isNullable = schema.isNullable || facts.isNullable
    return schema
  }

  // MARK: Normal forms

  func union(
    _ alternatives: [Schema], _ written: SchemaFacts.Union, discriminator: Located?,
    merged: Set<String> = [], at value: Located
  ) -> Schema {
    var schema = Schema(span: value.node.occurrence)
    var distinct: [Schema] = []
    var known = KnownMeanings()
    if written.isOneOf { reportEqual(alternatives) }
    for var alternative in flattened(alternatives, discriminator == nil) {
      schema.isNullable = schema.isNullable || (alternative.isNullable && alternative.types != [.null])
      alternative.isNullable = false
      if known.insert(alternative) { distinct.append(alternative) }
    }
    let unlimited = distinct.filter(\.isAnything)
    if !unlimited.isEmpty {
      if unlimited.allSatisfy(\.hasApplicators) {
        findings.leaveOut("the conditions of an alternative without a type aren't checked", at: value.node)
      }
      schema.isNullable = false
      return schema
    }
    let hasNumbers = sortNumbers(&distinct)
    if written.isOneOf { noteCommonValues(distinct, at: value) }
    if let joined = joinValues(distinct, at: value) { distinct = joined }
    guard distinct.count != 1, !distinct.isEmpty else {
      var only = distinct.first ?? schema
      only.isNullable = only.isNullable || schema.isNullable
      return only
    }
    if written.isOneOf, !hasNumbers { schema.oneOf = distinct } else { schema.anyOf = distinct }
    schema.discriminator = discriminator.flatMap { self.discriminator($0, of: distinct, merged: merged) }
    return schema
  }

  /// Reports alternatives of `oneOf` that accept the same values, none of which is valid then.
  private func reportEqual(_ alternatives: [Schema]) {
    var known = KnownMeanings()
    for alternative in alternatives where !known.insert(alternative) {
      findings.mistake(
        "two alternatives of 'oneOf' are equal, so none of their values is valid; they are read as one",
        at: alternative.span)
    }
  }

  /// Notes alternatives of `oneOf` that aren't read as they are written, because all values of one are another's.
  private func noteCommonValues(_ alternatives: [Schema], at value: Located) {
    let rule = "'oneOf' allows values of exactly one alternative, but"
    let numbers = alternatives.filter { $0.types == [.number] && $0.isUnlisted }
    let integers = alternatives.filter { $0.types == [.integer] && $0.isUnlisted }
    if integers.contains(where: { integer in numbers.contains { $0.hasCommonNumbers(with: integer) } }) {
      findings.ambiguous(
        "\(rule) every integer is a number, too; it is read as 'anyOf', so write that, or only 'number'",
        at: value.node)
    }
    for (type, word) in [(JSONType.string, "text"), (.integer, "integer")] {
      guard alternatives.contains(where: { $0.isPlain(type) && $0.hasNoLimits }),
        alternatives.contains(where: { $0.knownValues(of: type) != nil })
      else { continue }
      findings.ambiguous(
        "\(rule) the known values are of the alternative for any \(word), too; it is read as 'anyOf', so write that",
        at: value.node)
    }
  }

  /// Flattens unions within unions, unless something else distinguishes their alternatives.
  private func flattened(_ alternatives: [Schema], _ isPlain: Bool) -> [Schema] {
    guard isPlain else { return alternatives }
    return alternatives.flatMap { alternative -> [Schema] in
      let inner = alternative.oneOf + alternative.anyOf
      guard alternative.reference == nil, !inner.isEmpty, alternative.discriminator == nil,
        !alternative.hasApplicators
      else {
        return [alternative]
      }
      return inner.map { schema in
        var schema = schema
        schema.isNullable = schema.isNullable || alternative.isNullable
        return schema
      }
    }
  }

  /// Moves integers before numbers, so that integers are read exactly.
  ///
  /// - Returns: whether there are both. Integers are numbers, so `oneOf` would accept none.
  private func sortNumbers(_ alternatives: inout [Schema]) -> Bool {
    func isNumber(_ schema: Schema, _ type: JSONType) -> Bool {
      schema.types == [type] && schema.const == nil && schema.enumeration == nil
    }
    guard let number = alternatives.firstIndex(where: { isNumber($0, .number) }),
      alternatives.contains(where: { isNumber($0, .integer) })
    else { return false }
    let integers = alternatives[number...].filter { isNumber($0, .integer) }
    alternatives =
      alternatives[..<number] + integers + alternatives[number...].filter { !isNumber($0, .integer) }
    return true
  }

  /// Combines alternatives that are values of one type into an enumeration. Beside a plain string, the enumeration is
  /// open.
  private func joinValues(_ alternatives: [Schema], at value: Located) -> [Schema]? {
    for base in [JSONType.string, .integer] {
      let values = alternatives.indices.filter { alternatives[$0].knownValues(of: base) != nil }
      let plain = alternatives.indices.filter { alternatives[$0].isPlain(base) }
      guard values.count > 1 || (!values.isEmpty && !plain.isEmpty), let first = values.first else {
        continue
      }
      var seen: Set<Literal> = []
      let cases = values.flatMap { alternatives[$0].knownValues(of: base) ?? [] }.filter {
        seen.insert($0.value).inserted
      }
      var joined = Schema(span: value.node.occurrence)
      joined.types = [base]
      joined.documentation = alternatives[first].documentation
      joined.title = values.count == 1 ? alternatives[first].title : nil
      if values.count > 1 { joined.documentation = Documentation() }
      joined.enumeration = Enumeration(cases: cases)
      var rest = alternatives
      rest[first] = joined
      for index in plain where alternatives[index].hasApplicators {
        findings.leaveOut("the conditions of text beside known values aren't checked", at: value.node)
      }
      let removed = Set(values.dropFirst() + plain)
      return rest.indices.filter { !removed.contains($0) }.map { rest[$0] }
    }
    return nil
  }

  /// - Parameter merged: the keys of the schemas that alternatives were made of, which have their values as constants.
  func discriminator(
    _ value: Located, of alternatives: [Schema], merged: Set<String> = []
  ) -> Discriminator? {
    guard let property = value["propertyName"], let tagName = property.node.text else {
      findings.leaveOut("a discriminator without 'propertyName' is left out", at: value.node)
      return nil
    }
    let known = Set(alternatives.compactMap { $0.reference?.text })
    var mapping: [Discriminator.Mapping] = []
    for (key, tag, target) in value["mapping"]?.allEntries ?? [] {
      guard let found = mappedSchema(target, for: "the value '\(abbreviate(tag))'") else { continue }
      if merged.contains(withoutAliases(found).key) { continue }
      let names = [found, withoutAliases(found)].map(name(of:))
      guard let schema = names.first(where: known.contains) else {
        findings.leaveOut(
          "'\(abbreviate(tag))' stands for '\(abbreviate(found.name))', which isn't one of the alternatives, so it is left out",
          at: key)
        continue
      }
      mapping.append(
        .init(value: Name(tag, span: key.occurrence), schema: Name(schema, span: target.node.occurrence)))
    }
    return Discriminator(property: Name(tagName, span: property.node.occurrence), mapping: mapping)
  }
}

extension SchemaStore {
  /// The schema that a value in a discriminator's mapping stands for: a reference, or a component's name.
  ///
  /// - Parameter what: what is left out, for a message, if there is no such schema; nil for none.
  func mappedSchema(_ target: Located, for what: String? = nil) -> Target? {
    guard let text = target.node.text else { return nil }
    let pointer = text.contains("/") || text.contains("#") ? text : "#/components/schemas/\(text)"
    // In documents of several files, names are those of the main one.
    let places = [pointer == text ? target : nil, documents.root]
    let found = places.lazy.compactMap { $0 }.compactMap { self.documents.target(of: pointer, from: $0) }
      .first
    return found ?? what.flatMap { documents.resolve(target, as: pointer, for: $0) }
  }
}

/// Schemas that differ in what they mean.
struct KnownMeanings {
  // Comparing each with all others would take quadratic time.
  private var meanings: Set<Schema> = []

  /// Returns whether no schema that means the same was there.
  mutating func insert(_ schema: Schema) -> Bool { meanings.insert(schema.withoutPlaces()).inserted }
}

extension SchemaFacts {
  /// Adds properties as optional ones.
  mutating func addOptional(_ other: SchemaFacts) {
    for (name, key, schemas) in other.properties {
      if let position = properties.firstIndex(where: { $0.name == name }) {
        if properties[position].schemas.isEmpty { properties[position].schemas = schemas }
      } else {
        append(name, key, schemas)
      }
    }
  }
}

extension Schema {
  /// Whether any value is valid.
  var isAnything: Bool {
    types.isEmpty && reference == nil && enumeration == nil && const == nil && oneOf.isEmpty && anyOf.isEmpty
      && object.properties.isEmpty && !isNever
  }

  /// Whether it has conditions such as `not`.
  fileprivate var hasApplicators: Bool {
    Applicator.allCases.contains { $0.isInPlace && self[$0] != nil }
  }

  fileprivate func isPlain(_ type: JSONType) -> Bool {
    types == [type] && reference == nil && enumeration == nil && const == nil && format == nil
  }

  fileprivate var hasNoLimits: Bool { limits.isEmpty && counts.isEmpty && pattern == nil && !hasApplicators }

  /// Whether it isn't a list of values.
  fileprivate var isUnlisted: Bool { reference == nil && const == nil && enumeration == nil }

  /// Whether the limits of two numbers leave any that both accept.
  fileprivate func hasCommonNumbers(with other: Schema) -> Bool {
    func bounds(_ keywords: [LimitKeyword]) -> [Double] {
      keywords.flatMap { [limits[$0], other.limits[$0]] }.compactMap { $0.flatMap { Double($0.text) } }
    }
    let least = bounds([.minimum, .exclusiveMinimum]).max() ?? -.infinity
    let most = bounds([.maximum, .exclusiveMaximum]).min() ?? .infinity
    return least < most
      || least == most && bounds([.exclusiveMinimum, .exclusiveMaximum]).allSatisfy { $0 != least }
  }

  fileprivate func knownValues(of type: JSONType) -> [Enumeration.Case]? {
    guard types == [type], reference == nil else { return nil }
    // The values of an inline union may have titles, as in Discord's document.
    if let const { return [.init(value: const, swiftName: title.map { Name($0, span: span) }, span: span)] }
    return enumeration?.cases
  }
}
