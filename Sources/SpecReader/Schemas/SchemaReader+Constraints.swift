import APIModel
import Diagnostics
import SpecYAML

extension SchemaReader {
  /// JSON Schema Validation, section 6.2.
  func readNumbers(_ fields: Fields, into numeric: inout Schema.Numeric) {
    numeric.minimum = fields.number("minimum")
    numeric.maximum = fields.number("maximum")
    numeric.exclusiveMinimum = fields.number("exclusiveMinimum")
    numeric.exclusiveMaximum = fields.number("exclusiveMaximum")
    numeric.multipleOf = fields.number("multipleOf")
    if let factor = numeric.multipleOf, !isLess(NumberText("0"), factor) {
      report.error(
        .valueOutOfRange, "'multipleOf' is \(factor.text), but must be more than 0",
        at: fields["multipleOf"]?.occurrence)
      numeric.multipleOf = nil
    }
    checkOrder(fields, "minimum", numeric.minimum, "maximum", numeric.maximum)
    checkOrder(
      fields, "exclusiveMinimum", numeric.exclusiveMinimum, "exclusiveMaximum", numeric.exclusiveMaximum)
  }

  private func checkOrder(
    _ fields: Fields, _ lower: String, _ least: NumberText?, _ upper: String, _ most: NumberText?
  ) {
    guard let least, let most, isLess(most, least) else { return }
    reportContradiction(
      fields, "'\(upper)' is \(most.text), less than '\(lower)', which is \(least.text)", upper, lower)
  }

  private func checkOrder(_ fields: Fields, _ lower: String, _ least: Int?, _ upper: String, _ most: Int?) {
    guard let least, let most, most < least else { return }
    reportContradiction(
      fields, "'\(upper)' is \(most), less than '\(lower)', which is \(least)", upper, lower)
  }

  private func reportContradiction(_ fields: Fields, _ message: String, _ upper: String, _ lower: String) {
    report.error(
      .contradictoryLimits, message, at: fields[upper]?.occurrence,
      notes: [.init("'\(lower)' is here", at: fields[lower]?.occurrence)])
  }

  /// JSON Schema Validation, sections 6.3 and 8.
  func readStringKeywords(_ fields: Fields, into string: inout Schema.StringKeywords) {
    string.minLength = fields.integer("minLength")
    string.maxLength = fields.integer("maxLength")
    checkOrder(fields, "minLength", string.minLength, "maxLength", string.maxLength)
    if let node = fields["pattern"], let pattern = report.text(node, for: "'pattern'") {
      string.pattern = checkedPattern(pattern, in: node)
    }
  }

  /// The pattern, unless it can't be one.
  func checkedPattern(_ pattern: String, in node: YAMLNode) -> Name? {
    if let problem = findPatternProblem(pattern) {
      let place = ScalarSpan(node)(problem.index..<min(problem.index + 1, pattern.unicodeScalars.count))
      report.error(.invalidPattern, "the pattern is not a regular expression: \(problem.message)", at: place)
      return nil
    }
    return Name(pattern, span: node.occurrence)
  }

  /// JSON Schema Core, section 10.3.1, and Validation, section 6.4.
  func readArrayKeywords(_ fields: Fields, into schema: inout Schema) {
    if let items = fields["items"] {
      if schema.array.items != nil { conflict(fields, "items", with: "the list that 'type' names") }
      schema.array.items = Indirect(self.schema(items, at: .inside))
    }
    if let tuple = fields["prefixItems"] {
      schema.array.prefixItems = report.list(tuple, of: "schemas", for: "'prefixItems'").map {
        self.schema($0, at: .inside)
      }
    }
    readElementNames(fields, into: &schema)
    schema.array.contains = subschema(fields, "contains")
    schema.array.minContains = fields.integer("minContains")
    schema.array.maxContains = fields.integer("maxContains")
    schema.array.minItems = fields.integer("minItems")
    schema.array.maxItems = fields.integer("maxItems")
    schema.array.uniqueItems = fields.boolean("uniqueItems") ?? false
    schema.array.unevaluatedItems = subschema(fields, "unevaluatedItems")
    checkOrder(fields, "minContains", schema.array.minContains, "maxContains", schema.array.maxContains)
    checkOrder(fields, "minItems", schema.array.minItems, "maxItems", schema.array.maxItems)
  }

  private func readElementNames(_ fields: Fields, into schema: inout Schema) {
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
          "'names' has \(node.items?.count ?? 0) names for the \(count) elements of 'prefixItems'",
          at: node.occurrence)
      }
      return
    }
    for name in names { _ = report.checkWireName(Text(text: name.text, span: name.span), of: "an element") }
    schema.array.elementNames = names
  }

  /// JSON Schema Core, section 10.2.
  func readComposition(_ fields: Fields, into schema: inout Schema) {
    schema.allOf = subschemas(fields, "allOf", at: .inside)
    schema.anyOf = subschemas(fields, "anyOf", at: .alternative)
    schema.oneOf = subschemas(fields, "oneOf", at: .alternative)
    schema.not = subschema(fields, "not", at: .condition)
    schema.ifSchema = subschema(fields, "if", at: .condition)
    schema.thenSchema = subschema(fields, "then", at: .condition)
    schema.elseSchema = subschema(fields, "else", at: .condition)
    for key in ["then", "else"] where fields[key] != nil && fields["if"] == nil {
      report.error(.misplacedKey, "'\(key)' has no effect without 'if'", at: fields.keySpan(key))
    }
  }

  /// Reports what a union would lose. Where no type is generated, all of it is checked as it stands.
  func checkUnion(_ fields: Fields) {
    guard checkOnlyDepth == 0, let union = ["oneOf", "anyOf"].first(where: { fields[$0] != nil }) else {
      return
    }
    if union == "oneOf", fields["anyOf"] != nil {
      report.error(
        .unsupportedSchema,
        "'anyOf' can't be used beside 'oneOf': a union has one list of alternatives; write a single list",
        at: fields.keySpan("anyOf"))
    }
    if fields["properties"] != nil {
      report.error(
        .unsupportedSchema,
        "'properties' beside '\(union)' can't be used, nor in an 'allOf' with a union; repeat them in each "
          + "alternative",
        at: fields.keySpan("properties"))
    }
  }

  /// A schema that is only checked: no type is generated for it.
  func subschema(_ fields: Fields, _ key: String, at place: SchemaPlace = .inside) -> Indirect<Schema>? {
    checkOnlyDepth += 1
    defer { checkOnlyDepth -= 1 }
    return fields[key].map { Indirect(schema($0, at: place)) }
  }

  private func subschemas(_ fields: Fields, _ key: String, at place: SchemaPlace) -> [Schema] {
    guard let node = fields[key] else { return [] }
    let items = report.list(node, of: "schemas", for: "'\(key)'")
    if items.isEmpty, node.items != nil {
      report.error(.valueOutOfRange, "'\(key)' is empty, but needs at least one schema", at: node.occurrence)
    }
    return items.map { schema($0, at: place) }
  }

  func conflict(_ fields: Fields, _ key: String, with other: String) {
    report.error(.conflictingKeys, "'\(key)' repeats what \(other) says", at: fields.keySpan(key))
  }
}
