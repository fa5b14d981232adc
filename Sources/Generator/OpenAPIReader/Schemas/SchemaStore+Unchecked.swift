import APIModel
import SchemaValues
import SpecReader
import SpecYAML

// What a service may check, and clients don't. Comparisons of two versions need it.
extension SchemaStore {
  /// Keeps the keywords of a schema with one type that the model has no place for.
  func keepUnchecked(_ facts: SchemaFacts, in schema: inout Schema) {
    switch schema.types {
    case [.string]:
      if schema.format != nil, !hasOwnType(facts) {
        for keyword in [CountKeyword.minLength, .maxLength] {
          if let count = facts.counts[keyword] { schema.unchecked[keyword.rawValue] = "\(count)" }
        }
        if let pattern = facts.pattern { schema.keepUnchecked("pattern", literal(pattern.node)) }
      }
      if let format = facts.format, schema.format == nil, Self.demandingFormats.contains(format) {
        schema.keepUnchecked("format", .string(format))
      }
      if let type = facts.contentMediaType { schema.keepUnchecked("contentMediaType", .string(type)) }
      if let content = facts.contentSchema { schema.keepUnchecked("contentSchema", literal(content.node)) }
    case [.array]:
      if schema.array.prefixItems.isEmpty, !facts.prefixItems.isEmpty {
        let list = facts.prefixItems.map { literal($0.node) ?? .null }
        schema.keepUnchecked("prefixItems", .array(list))
        if let items = facts.items { schema.keepUnchecked("items", literal(items.node)) }
      }
    case [.object]:
      if facts.additionalProperties?.node.scalar?.asBool == false,
        schema[.additionalProperties]?.isNever != true,
        schema[.propertyNames] == nil
      {
        schema.keepUnchecked("additionalProperties", .boolean(false))
      }
    default: break
    }
  }

  /// Formats that say which texts are valid. Others, such as `password`, are hints.
  private static let demandingFormats: Set<String> = [
    "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri-reference", "iri",
    "iri-reference", "uri-template", "time", "duration", "json-pointer", "relative-json-pointer", "regex",
  ]
}

extension Schema {
  /// Keeps a keyword that isn't checked.
  ///
  /// - Parameter value: Its value; nil if JSON doesn't have it.
  mutating func keepUnchecked(_ keyword: String, _ value: Literal?) {
    guard let text = value?.json else { return }
    unchecked[keyword] = unchecked[keyword].map { "\($0) \(text)" } ?? text
  }
}
