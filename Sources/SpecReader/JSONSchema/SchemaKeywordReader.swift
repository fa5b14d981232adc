import APIModel
import Diagnostics
import SpecYAML

/// Reads the keywords of one schema.
///
/// Each mistake is reported where it stands, and the keyword then left out.
struct SchemaKeywordReader {
  let library: SchemaLibrary
  let site: SchemaSite
  let dialect: SchemaDialect
  /// Gives a schema its position in the graph.
  let identify: (SchemaKey) -> SchemaNode.ID

  private var report: Report { library.report }

  /// The keywords that validate, in the order of the standard.
  func keywords(of mapping: YAMLMapping) -> [SchemaKeyword] {
    reportUnknown(in: mapping)
    return Self.order.compactMap { name in
      guard let node = mapping[name], let keyword = StandardKeyword.all[name], dialect.has(keyword) else {
        return nil
      }
      if let condition = Self.conditions[name], mapping[condition] == nil { return nil }
      return read(name, node)
    }
  }

  /// Keywords that say nothing without another.
  private static let conditions = [
    "then": "if", "else": "if", "minContains": "contains", "maxContains": "contains",
  ]

  private static let order = [
    "$ref", "$dynamicRef", "type", "enum", "const", "multipleOf", "minimum", "exclusiveMinimum", "maximum",
    "exclusiveMaximum", "minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems",
    "prefixItems", "items", "contains", "minContains", "maxContains", "minProperties", "maxProperties",
    "required", "properties", "patternProperties", "additionalProperties", "propertyNames",
    "dependentRequired", "dependentSchemas", "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
    "unevaluatedItems", "unevaluatedProperties",
  ]

  private func read(_ name: String, _ node: YAMLNode) -> SchemaKeyword? {
    if let limit = SchemaKeyword.Limit(rawValue: name) { return number(node, for: limit) }
    if let count = SchemaKeyword.Count(rawValue: name) { return self.count(node, for: count) }
    if let applicator = SchemaKeyword.Applicator(rawValue: name) {
      return child(node, [name]).map { .applied(applicator, $0) }
    }
    if let applicator = SchemaKeyword.ListApplicator(rawValue: name) { return list(node, for: applicator) }
    if let applicator = SchemaKeyword.MapApplicator(rawValue: name) { return map(node, for: applicator) }
    switch name {
    case "$ref": return library.resolve(node, of: name, from: site).map { .ref(identify($0.key)) }
    case "$dynamicRef": return dynamicReference(node)
    case "type": return type(node)
    case "enum": return enumeration(node)
    case "const": return literal(node, for: "'const'").map { .const($0) }
    case "pattern": return pattern(node).map { .pattern($0) }
    case "format":
      return string(node, for: "'format'").map { .format($0, isAsserted: dialect.assertsFormats) }
    case "uniqueItems":
      return report.boolean(node, for: "'uniqueItems'") == true ? .uniqueItems : nil
    case "required": return strings(node, for: "'required'").map { .required($0) }
    case "dependentRequired": return dependentRequired(node)
    default: return nil
    }
  }

  // MARK: References

  /// JSON Schema Core, section 8.2.3.2: the dynamic scope matters where the reference leads to a `$dynamicAnchor`.
  private func dynamicReference(_ node: YAMLNode) -> SchemaKeyword? {
    guard let target = library.resolve(node, of: "$dynamicRef", from: site) else { return nil }
    var anchor: String?
    if let name = target.anchor, let resource = library.sites[target.key]?.resource {
      let isDynamic = library.resources[resource].dynamicAnchors.contains {
        $0.name == name && $0.key == target.key
      }
      if isDynamic { anchor = name }
    }
    return .dynamicRef(anchor: anchor, identify(target.key))
  }

  // MARK: Schemas

  private func child(_ node: YAMLNode, _ path: [String]) -> SchemaNode.ID? {
    guard node.mapping != nil || isBooleanSchema(node) else {
      let name = path.first ?? ""
      let hint = name == "items" && node.items != nil ? "write a list of schemas under 'prefixItems'" : nil
      report.mismatch(node, expected: "a schema", for: "'\(name)'", hint: hint)
      return nil
    }
    return identify(SchemaKey(document: site.document, path: site.path + path))
  }

  private func list(_ node: YAMLNode, for keyword: SchemaKeyword.ListApplicator) -> SchemaKeyword? {
    let name = keyword.rawValue
    guard let items = node.items, !items.isEmpty else {
      report.mismatch(node, expected: "a list of schemas, at least one", for: "'\(name)'")
      return nil
    }
    let nodes = items.indices.map { child(items[$0], [name, String($0)]) }
    // A list with a gap would say something else.
    return nodes.contains(nil) ? nil : .list(keyword, nodes.compactMap { $0 })
  }

  private func map(_ node: YAMLNode, for keyword: SchemaKeyword.MapApplicator) -> SchemaKeyword? {
    let name = keyword.rawValue
    guard let entries = node.entries else {
      report.mismatch(node, expected: "a mapping of schemas", for: "'\(name)'")
      return nil
    }
    return .map(
      keyword,
      entries.compactMap { entry in
        if keyword == .patternProperties { checkPattern(entry.name, at: entry.key) }
        return child(entry.value, [name, entry.name]).map { .init(name: entry.name, node: $0) }
      })
  }

  // MARK: Values

  private func type(_ node: YAMLNode) -> SchemaKeyword? {
    guard node.items.map({ !$0.isEmpty }) ?? (node.scalar != nil) else {
      report.mismatch(node, expected: "a type or a list of types", for: "'type'")
      return nil
    }
    var types: [JSONType] = []
    for item in node.items ?? [node] {
      guard let name = item.text, let type = JSONType(rawValue: name) else {
        let names = JSONType.allCases.map(\.rawValue)
        report.error(
          .invalidValue, "expected \(alternatives(names)) for 'type', found \(describe(item))",
          at: item.occurrence, suggestion: item.text.flatMap { report.suggestion(for: $0, in: names) })
        return nil
      }
      if !types.contains(type) { types.append(type) }
    }
    return .type(JSONType.allCases.filter(types.contains))
  }

  private func enumeration(_ node: YAMLNode) -> SchemaKeyword? {
    guard let items = node.items else {
      report.mismatch(node, expected: "a list of values", for: "'enum'")
      return nil
    }
    return .enumeration(items.compactMap { literal($0, for: "'enum'") })
  }

  private func number(_ node: YAMLNode, for keyword: SchemaKeyword.Limit) -> SchemaKeyword? {
    guard let number = report.number(node, for: "'\(keyword.rawValue)'") else { return nil }
    if keyword == .multipleOf, number.text.hasPrefix("-") || !hasDigits(number.text) {
      report.error(.valueOutOfRange, "'multipleOf' must be greater than 0", at: node.occurrence)
      return nil
    }
    return .limit(keyword, number)
  }

  /// Whether the number is another than 0.
  private func hasDigits(_ number: String) -> Bool {
    number.prefix { $0 != "e" && $0 != "E" }.contains { ("1"..."9").contains($0) }
  }

  private func count(_ node: YAMLNode, for keyword: SchemaKeyword.Count) -> SchemaKeyword? {
    let what = "'\(keyword.rawValue)'"
    guard let number = report.number(node, for: what) else { return nil }
    guard let count = wholeCount(of: number.text) else {
      report.error(
        .valueOutOfRange, "\(what) is \(abbreviate(number.text)), but must be an integer, at least 0",
        at: node.occurrence)
      return nil
    }
    return .count(keyword, count)
  }

  private func pattern(_ node: YAMLNode) -> String? {
    guard let text = string(node, for: "'pattern'") else { return nil }
    checkPattern(text, at: node)
    return text
  }

  private func checkPattern(_ text: String, at node: YAMLNode) {
    guard let problem = findPatternProblem(text) else { return }
    report.error(
      .invalidPattern, "'\(abbreviate(text))' is not a regular expression: \(problem.message)",
      at: node.occurrence)
  }

  private func dependentRequired(_ node: YAMLNode) -> SchemaKeyword? {
    guard let entries = node.entries else {
      report.mismatch(node, expected: "a mapping of lists", for: "'dependentRequired'")
      return nil
    }
    return .dependentRequired(
      entries.compactMap { entry in
        strings(entry.value, for: "'dependentRequired'").map { .init(property: entry.name, value: $0) }
      })
  }

  private func string(_ node: YAMLNode, for what: String) -> String? {
    guard let scalar = node.scalar, scalar.coreType == .string else {
      report.mismatch(node, expected: "a string", for: what)
      return nil
    }
    return scalar.text
  }

  private func strings(_ node: YAMLNode, for what: String) -> [String]? {
    guard let items = node.items else {
      report.mismatch(node, expected: "a list of names", for: what)
      return nil
    }
    var seen: Set<String> = []
    return items.compactMap { string($0, for: what) }.filter { seen.insert($0).inserted }
  }

  /// Any JSON value.
  func literal(_ node: YAMLNode, for what: String) -> Literal? {
    switch node.content {
    case .sequence(let sequence): return .array(sequence.items.compactMap { literal($0, for: what) })
    case .mapping(let mapping):
      return .object(
        mapping.entries.compactMap { entry in
          literal(entry.value, for: what).map { .init(name: entry.name, value: $0) }
        })
    case .scalar(let scalar):
      switch scalar.coreType {
      case .null: return .null
      case .boolean: return .boolean(scalar.asBool ?? false)
      case .string: return .string(scalar.text)
      case .integer, .float:
        if let number = jsonNumber(of: scalar) { return .number(number) }
        report.mismatch(node, expected: "a JSON value", for: what)
        return nil
      }
    }
  }

  // MARK: Unknown keywords

  /// The standard lets schemas have any keyword; what is close to one of its own is probably meant to be that.
  private func reportUnknown(in mapping: YAMLMapping) {
    for entry in mapping.entries where StandardKeyword.all[entry.name] == nil && !entry.name.hasPrefix("x-") {
      if let replacement = StandardKeyword.replaced[entry.name] {
        report.warning(
          .unknownKeyword,
          "'\(entry.name)' is a keyword of older drafts and has no effect; in 2020-12, write '\(replacement)'",
          at: entry.key.occurrence)
      } else if entry.name.utf8.count > 3,
        let meant = report.suggestion(for: entry.name, in: StandardKeyword.all.keys)
      {
        report.warning(
          .unknownKeyword, "'\(abbreviate(entry.name))' isn't a keyword of JSON Schema and has no effect",
          at: entry.key.occurrence, suggestion: meant)
      }
    }
  }
}

/// The value of a JSON number that is an integer, at least 0, however it is written: `2.0`, `1e3`. What `Int` can't hold
/// counts as its greatest value.
func wholeCount(of text: String) -> Int? {
  let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
  guard let mantissa = parts.first else { return nil }
  let halves = mantissa.split(separator: ".", omittingEmptySubsequences: false)
  var digits = String(halves[0])
  let isNegative = digits.hasPrefix("-")
  if isNegative { digits.removeFirst() }
  var fraction = halves.count > 1 ? String(halves[1]) : ""
  while fraction.last == "0" { fraction.removeLast() }
  digits += fraction
  digits = String(digits.drop { $0 == "0" })
  if digits.isEmpty { return 0 }
  guard !isNegative else { return nil }
  // An exponent beyond `Int` decides alone.
  guard parts.count < 2 || Int(parts[1]) != nil else { return parts[1].hasPrefix("-") ? nil : .max }
  let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
  let (shift, overflow) = exponent.subtractingReportingOverflow(fraction.utf8.count)
  if overflow { return nil }
  if shift < 0 {
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    guard zeros >= -shift else { return nil }
    return Int(digits.dropLast(-shift)) ?? .max
  }
  return shift > 20 ? .max : Int(digits + String(repeating: "0", count: shift)) ?? .max
}
