import APIModel
import Diagnostics
import SpecYAML

/// Reads the keywords of one schema.
///
/// Reports each mistake at its position, and omits the keyword.
struct SchemaKeywordReader {
  let library: SchemaLibrary
  let site: SchemaSite
  let dialect: SchemaDialect
  /// Returns a schema's position in the graph.
  let identify: (SchemaKey) -> SchemaNode.ID

  private var report: Report { library.report }

  /// The keywords that validate, in the order of the standard.
  func keywords(of mapping: YAMLMapping) -> [SchemaKeyword<SchemaNode.ID>] {
    reportUnknown(in: mapping)
    return Self.order.compactMap { name in
      guard let node = mapping[name], let keyword = StandardKeyword.all[name], dialect.has(keyword) else {
        return nil
      }
      if let condition = Self.conditions[name], mapping[condition] == nil { return nil }
      // Text, or text and null.
      let types = mapping["type"].map { $0.items ?? [$0] }?.compactMap(\.text) ?? []
      let isText = types.contains(JSONType.string.rawValue) && types.allSatisfy(Self.typesOfTexts.contains)
      return read(name, node, isText: isText)
    }
  }

  /// Keywords that have no effect without another one.
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

  private static let typesOfTexts: Set<String> = [JSONType.string.rawValue, JSONType.null.rawValue]

  private func read(_ name: String, _ node: YAMLNode, isText: Bool) -> SchemaKeyword<SchemaNode.ID>? {
    let reader = KeywordReader(report: report, isStrict: true, child: child)
    switch name {
    case "$ref": return library.resolve(node, of: name, from: site).map { .ref(identify($0.key)) }
    case "$dynamicRef": return dynamicReference(node)
    case "type": return type(node)
    case "enum": return enumeration(node, isText: isText)
    case "const":
      return report.value(node, for: "'const'", takesNumbersAsText: isText).map { .const($0) }
    case "format":
      return reader.text(node, for: "'format'").map { .format($0, isAsserted: dialect.assertsFormats) }
    default: return reader.read(name, node)
    }
  }

  // MARK: References

  /// JSON Schema Core, section 8.2.3.2: the dynamic scope matters where the reference leads to a `$dynamicAnchor`.
  private func dynamicReference(_ node: YAMLNode) -> SchemaKeyword<SchemaNode.ID>? {
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

  private func child(_ node: YAMLNode, _ keyword: String, _ place: String?) -> SchemaNode.ID? {
    guard node.mapping != nil || isBooleanSchema(node) else {
      let hint = keyword == "items" && node.items != nil ? "write a list of schemas under 'prefixItems'" : nil
      report.mismatch(node, expected: "a schema", for: "'\(keyword)'", hint: hint)
      return nil
    }
    return identify(
      SchemaKey(document: site.document, path: site.path + [keyword] + (place.map { [$0] } ?? [])))
  }

  // MARK: Values

  private func type(_ node: YAMLNode) -> SchemaKeyword<SchemaNode.ID>? {
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

  private func enumeration(_ node: YAMLNode, isText: Bool) -> SchemaKeyword<SchemaNode.ID>? {
    guard let items = node.items else {
      report.mismatch(node, expected: "a list of values", for: "'enum'")
      return nil
    }
    return .enumeration(items.compactMap { report.value($0, for: "'enum'", takesNumbersAsText: isText) })
  }

  // MARK: Unknown keywords

  /// The standard allows any keyword. One that resembles a keyword of the standard is probably a misspelling.
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
