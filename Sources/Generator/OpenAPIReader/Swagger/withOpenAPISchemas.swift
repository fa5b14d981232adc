import Diagnostics
import SpecReader
import SpecYAML

/// A file of a Swagger 2.0 document with schemas as in OpenAPI 3: a discriminator is an object there. Reports what
/// schemas have of OpenAPI 3.
///
/// Anything that isn't data counts as a schema. The keywords mean nothing elsewhere.
func withOpenAPISchemas(_ root: YAMLNode, _ findings: Findings) -> YAMLNode {
  var change = SchemaChange(findings: findings)
  return change.changed(root) ?? root
}

private struct SchemaChange {
  /// An alias repeats a value, which is changed once.
  private struct Place: Hashable {
    var offset: Int
    var hasNames: Bool
  }

  let findings: Findings
  private var known: [Place: YAMLNode?] = [:]

  /// Keys of mappings whose own keys are names.
  private static let tables: Set<String> = [
    "definitions", "properties", "patternProperties", "parameters", "responses", "paths",
    "securityDefinitions",
    "headers", "scopes",
  ]
  /// Keys of values that are no part of the description.
  private static let data: Set<String> = ["example", "examples", "default", "enum", "security"]

  init(findings: Findings) { self.findings = findings }

  /// The value if it changes, otherwise nil.
  mutating func changed(_ node: YAMLNode, hasNames: Bool = false) -> YAMLNode? {
    guard node.scalar == nil else { return nil }
    guard node.aliasedFrom != nil else { return changedParts(of: node, hasNames) }
    let place = Place(offset: node.span.start.offset, hasNames: hasNames)
    if let known = known[place] { return known }
    let new = changedParts(of: node, hasNames)
    known[place] = .some(new)
    return new
  }

  private mutating func changedParts(of node: YAMLNode, _ hasNames: Bool) -> YAMLNode? {
    var hasChanged = false
    if let items = node.items {
      let new = items.map { item in
        let new = changed(item)
        hasChanged = hasChanged || new != nil
        return new ?? item
      }
      return hasChanged ? node.replacing(items: new) : nil
    }
    let isList = node["type"]?.text == "array"
    let entries = (node.entries ?? []).map { entry in
      guard let new = hasNames ? changedValue(of: entry) : changed(entry, isList: isList) else {
        return entry
      }
      hasChanged = true
      return new
    }
    return hasChanged ? node.replacing(entries: entries) : nil
  }

  private mutating func changedValue(of entry: YAMLMapping.Entry, hasNames: Bool = false) -> YAMLMapping
    .Entry?
  {
    changed(entry.value, hasNames: hasNames).map { entry.replacing(value: $0) }
  }

  /// A keyword that changes; nil for others.
  private mutating func changed(_ entry: YAMLMapping.Entry, isList: Bool) -> YAMLMapping.Entry? {
    let name = entry.name
    guard !Self.data.contains(name), !name.hasBytePrefix("x-") else { return nil }
    if let advice = Self.later[name] {
      findings.mistake("a schema has no '\(name)' in Swagger 2.0; \(advice)", at: entry.key)
    }
    if name == "discriminator" { return discriminator(entry) }
    if name == "items", entry.value.items != nil { return alternatives(entry, isList: isList) }
    return changedValue(of: entry, hasNames: Self.tables.contains(name))
  }

  private func discriminator(_ entry: YAMLMapping.Entry) -> YAMLMapping.Entry? {
    if entry.value.text != nil, !entry.value.asNull {
      return entry.replacing(value: .mapping(["propertyName": entry.value], at: entry.value.span))
    }
    if entry.value["propertyName"] != nil {
      findings.mistake(
        "in Swagger 2.0, 'discriminator' is the name of a property, and its values are the names of definitions; this one "
          + "is read as in OpenAPI 3", at: entry.key)
    }
    return nil
  }

  /// A list of schemas in place of one. Tools that have no `anyOf` write it so, also for values that are no lists.
  private mutating func alternatives(_ entry: YAMLMapping.Entry, isList: Bool) -> YAMLMapping.Entry? {
    let schemas = changed(entry.value) ?? entry.value
    findings.mistake(
      "in Swagger 2.0, 'items' is one schema, and not a list of them; "
        + (isList
          ? "each element may be any of these" : "without 'type: array', the value may be any of these"),
      at: entry.key)
    guard !isList else {
      return entry.replacing(value: .mapping(["anyOf": schemas], at: schemas.span))
    }
    return YAMLMapping.Entry(name: "anyOf", value: schemas)
  }

  /// Keywords of OpenAPI 3, and what becomes of them.
  private static let later = [
    "oneOf":
      "schemas with a common base extend it with 'allOf', and its 'discriminator' tells them apart. It is read as in OpenAPI 3",
    "anyOf": "it is read as in OpenAPI 3",
    "not": "it is read as in OpenAPI 3",
    "const": "a constant is an 'enum' of one value. It is read as in OpenAPI 3.1",
    "nullable": "write 'x-nullable'. It is read as in OpenAPI 3.0",
    "writeOnly": "it is read as in OpenAPI 3",
  ]
}
