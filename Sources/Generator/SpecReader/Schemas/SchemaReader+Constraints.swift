import APIModel
import Diagnostics
import SchemaValues
import SpecYAML

extension SchemaReader {
  /// Reads the keywords that have JSON Schema's meaning (Core, section 10, and Validation, section 6).
  func readStandardKeywords(_ fields: Fields, into schema: inout Schema) {
    if schema[.items] != nil, fields["items"] != nil {
      conflict(fields, "items", with: "the list that 'type' names")
    }
    if schema[.additionalProperties] != nil, fields["additionalProperties"] != nil {
      conflict(fields, "additionalProperties", with: "the map that 'type' names")
    }
    let reader = KeywordReader(report: report, isStrict: false) { [self] node, keyword, _ in
      subschema(node, under: keyword)
    }
    // The language extends these two.
    let demand = checkOnlyDepth == 0 && fields["properties"] != nil ? demandOfKeys(fields) : nil
    for entry in fields.node.entries ?? []
    where entry.name != "properties" && entry.name != "required" && entry.name != demand {
      if let keyword = reader.read(entry.name, entry.value) { schema.set(keyword) }
    }
    if let demand, let alternatives = fields[demand]?.items {
      checkOnlyDepth += 1
      schema.demand(
        anyOf: alternatives.map { self.schema($0, at: .alternative) }, isOneOf: demand == "oneOf")
      checkOnlyDepth -= 1
    }
    checkContradictions(fields, of: schema)
    for key in ["then", "else"] where fields[key] != nil && fields["if"] == nil {
      report.error(.misplacedKey, "'\(key)' has no effect without 'if'", at: fields.keySpan(key))
    }
  }

  private func subschema(_ node: YAMLNode, under keyword: String) -> Schema {
    switch keyword {
    case "allOf" where checkOnlyDepth > 0: return schema(node, at: .condition)
    case "anyOf", "oneOf": return schema(node, at: .alternative)
    case "allOf", "items", "prefixItems", "additionalProperties", "patternProperties":
      return schema(node, at: .inside)
    default:
      // No type is generated for a schema that is only checked.
      checkOnlyDepth += 1
      defer { checkOnlyDepth -= 1 }
      let isCondition = keyword == "dependentSchemas" || Applicator(rawValue: keyword)?.isInPlace == true
      return schema(node, at: isCondition ? .condition : .inside)
    }
  }

  /// Reports keywords that no value satisfies together, of this schema or of one that it refers to and limits further.
  private func checkContradictions(_ fields: Fields, of schema: Schema) {
    var own = schema
    if own.types.isEmpty, let known = knownTypes(of: schema) { own.types = Array(known.types) }
    let found = own.contradictions
    for contradiction in found { report(contradiction, fields) }
    guard found.isEmpty, let reference = schema.reference else { return }
    afterReading { [self] in
      var all = own
      var next: String? = reference.text
      // Longer than any chain of references that a person would write.
      for _ in 0..<32 {
        guard let target = next.flatMap({ folder.schema(named: $0) }) else { break }
        guard target.contradictions.isEmpty else { return }
        all.addLimits(of: target)
        next = target.reference?.text
      }
      for contradiction in all.contradictions { report(contradiction, fields) }
    }
  }

  private func report(_ contradiction: Contradiction, _ fields: Fields) {
    // The other one may be a keyword of the schema that this one refers to.
    let pair = [contradiction.keyword, contradiction.other]
    guard let keyword = pair.first(where: { fields[$0] != nil }) else { return }
    let other = keyword == pair[0] ? pair[1] : pair[0]
    report.error(
      .contradictoryLimits, contradiction.message, at: fields[keyword]?.occurrence,
      notes: fields[other].map { [.init("'\(other)' is here", at: $0.occurrence)] } ?? [])
  }

  /// A list with `prefixItems` is a tuple, which has exactly these elements, or with `minItems` at least that many of them. In a
  /// schema that is only checked, it has JSON Schema's meaning.
  func readTuple(_ fields: Fields, into schema: inout Schema) {
    let count = schema.array.prefixItems.count
    guard checkOnlyDepth == 0, count > 0, schema.types == [.array] else { return }
    if let items = schema[.items], !items.isNever {
      report.error(
        .unsupportedSchema,
        "'items' beside 'prefixItems' would be lost: a tuple has exactly the elements of 'prefixItems'; leave 'items' "
          + "out, or write a list whose 'items' has an 'anyOf' of all types of elements",
        at: fields.keySpan("items"))
    }
    if let least = schema.counts[.minItems], least > count {
      report.error(
        .contradictoryLimits,
        "the tuple has \(counted(count, "element")), so no list has the \(least) that 'minItems' demands: leave 'minItems' "
          + "out, or add elements to 'prefixItems'", at: fields["minItems"]?.occurrence)
    }
    if let most = schema.counts[.maxItems], most < count {
      report.error(
        .contradictoryLimits,
        "the tuple has \(counted(count, "element")), more than the \(most) that 'maxItems' allows: leave 'maxItems' out, and "
          + "say with 'minItems' how many elements a list has at least", at: fields["maxItems"]?.occurrence)
    }
    var rest = Schema(span: schema.span)
    rest.isNever = true
    schema[.items] = rest
    schema.counts[.minItems] = schema.counts[.minItems] ?? count
    // It has no more elements anyway.
    schema.counts[.maxItems] = nil
  }

  func readElementNames(_ fields: Fields, into schema: inout Schema) {
    guard let node = fields["names"] else { return }
    let names = report.names(node, of: "names", for: "'names'")
    guard let tuple = fields["prefixItems"] else {
      report.error(
        .misplacedKey, "'names' names the elements of 'prefixItems', which isn't here",
        at: fields.keySpan("names"))
      return
    }
    guard node.items?.count == tuple.items?.count else {
      if let count = tuple.items?.count {
        report.error(
          .valueMismatch,
          "'names' has \(counted(node.items?.count ?? 0, "name")) for the \(counted(count, "element")) of 'prefixItems'",
          at: node.occurrence)
      }
      return
    }
    for name in names { _ = report.checkWireName(name, of: "an element") }
    schema.array.elementNames = names
  }

  func conflict(_ fields: Fields, _ key: String, with other: String) {
    report.error(.conflictingKeys, "'\(key)' repeats what \(other) says", at: fields.keySpan(key))
  }
}

extension Schema {
  /// Adds the limits of a schema that applies to the same values, where this one has none of the name.
  fileprivate mutating func addLimits(of other: Schema) {
    limits.merge(other.limits) { own, _ in own }
    counts.merge(other.counts) { own, _ in own }
    if const == nil, enumeration == nil { (const, enumeration) = (other.const, other.enumeration) }
    pattern = pattern ?? other.pattern
  }

  /// Applies a keyword, unless the language has a meaning of its own for it.
  fileprivate mutating func set(_ keyword: SchemaKeyword<Schema>) {
    switch keyword {
    case .limit(let limit, let number): limits[limit] = number
    case .count(let count, let value): counts[count] = value
    case .pattern(let text): pattern = text
    case .uniqueItems: array.uniqueItems = true
    case .dependentRequired(let dependencies): object.dependentRequired = dependencies
    case .applied(let applicator, let schema): self[applicator] = schema
    case .list(.allOf, let schemas): allOf = schemas
    case .list(.anyOf, let schemas): anyOf = schemas
    case .list(.oneOf, let schemas): oneOf = schemas
    case .list(.prefixItems, let schemas): array.prefixItems = schemas
    case .map(.patternProperties, let entries): object.patternProperties = entries
    case .map(.dependentSchemas, let entries): object.dependentSchemas = entries
    case .ref, .dynamicRef, .type, .enumeration, .const, .format, .required, .map(.properties, _), .inText:
      break
    }
  }
}
