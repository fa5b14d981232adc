import Diagnostics
import SpecReader
import SpecYAML

/// The document with discriminators that are objects, as in OpenAPI 3. In Swagger 2.0, one is the name of a property.
func withDiscriminators(_ root: YAMLNode, _ findings: Findings) -> YAMLNode {
  var search = DiscriminatorSearch(findings: findings)
  return search.changed(root) ?? root
}

private struct DiscriminatorSearch {
  /// An alias repeats a value, which is changed once.
  private struct Place: Hashable {
    var offset: Int
    var hasNames: Bool
  }

  let findings: Findings
  private var known: [Place: YAMLNode?] = [:]

  /// Keys of mappings whose own keys are names.
  private static let tables: Set<String> = [
    "definitions", "properties", "patternProperties", "parameters", "responses", "paths", "securityDefinitions",
    "headers",
  ]
  /// Keys of values that are no part of the description.
  private static let data: Set<String> = ["example", "examples", "default", "enum"]

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
    let entries = (node.entries ?? []).map { entry in
      guard let new = changed(entry, hasNames) else { return entry }
      hasChanged = true
      return entry.replacing(value: new)
    }
    return hasChanged ? node.replacing(entries: entries) : nil
  }

  private mutating func changed(_ entry: YAMLMapping.Entry, _ isName: Bool) -> YAMLNode? {
    if isName { return changed(entry.value) }
    guard !Self.data.contains(entry.name), !entry.name.hasBytePrefix("x-") else { return nil }
    guard entry.name == "discriminator" else {
      return changed(entry.value, hasNames: Self.tables.contains(entry.name))
    }
    if entry.value.text != nil, !entry.value.asNull {
      return .mapping(["propertyName": entry.value], at: entry.value.span)
    }
    if entry.value["propertyName"] != nil {
      findings.mistake(
        "in Swagger 2.0, 'discriminator' is the name of a property, and its values are the names of definitions; this one is "
          + "read as in OpenAPI 3", at: entry.key)
    }
    return nil
  }
}
