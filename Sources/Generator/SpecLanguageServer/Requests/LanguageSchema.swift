import BundledTemplates
import WGNAPIJSON

/// The JSON Schema of a language, as the source of what may be written where.
///
/// Conditions aren't evaluated: what is allowed by any branch is offered.
struct LanguageSchema {
  static let specs = LanguageSchema(BundledSchemas.specs)
  static let settings = LanguageSchema(BundledSchemas.settings)

  private let root: JSON

  private init(_ bytes: [UInt8]) { root = (try? JSON(parsing: bytes)) ?? .null }

  /// What may be at a place, perhaps several times.
  struct Place {
    /// Keys with what the schema says of them.
    var keys: [(name: String, description: String?)] = []
    /// Whole values.
    var values: [String] = []
    /// The names of the definitions that apply: `typeText`.
    var definitions: Set<String> = []
  }

  /// - Parameter path: keys, and the positions of list items as nil.
  func place(at path: [String?]) -> Place {
    var definitions: Set<String> = []
    var schemas = expanded([root], &definitions)
    for step in path {
      definitions = []
      schemas = expanded(schemas.flatMap { next($0, step) }, &definitions)
    }
    var place = Place(definitions: definitions)
    for schema in schemas {
      place.keys += (schema["properties"]?.object ?? [:]).map {
        (name: $0.key, description: description($0.value))
      }
      place.keys += (schema["propertyNames"]?["enum"]?.array ?? []).compactMap(\.string).map {
        (name: $0, description: nil)
      }
      let values = (schema["enum"]?.array ?? []) + (schema["const"].map { [$0] } ?? [])
      place.values += values.map { $0.string ?? $0.description }
      if schema["type"] == "boolean" { place.values += ["true", "false"] }
    }
    return place
  }

  /// The schemas of what is below a key, or of a list's items.
  private func next(_ schema: JSON, _ step: String?) -> [JSON] {
    guard let step else { return (schema["prefixItems"]?.array ?? []) + (schema["items"].map { [$0] } ?? []) }
    if let own = schema["properties"]?[step] { return [own] }
    // The mark of something that may be absent is a part of the key.
    return (schema["patternProperties"]?.object ?? [:]).map(\.value)
      + (schema["additionalProperties"].map { [$0] } ?? [])
  }

  private func description(_ schema: JSON) -> String? {
    schema["description"]?.string ?? schema["$ref"]?.string.flatMap { target($0)?["description"]?.string }
  }

  /// The schemas, and all that apply to the same value.
  private func expanded(_ schemas: [JSON], _ definitions: inout Set<String>) -> [JSON] {
    var (found, pending) = ([JSON](), schemas)
    while let schema = pending.popLast() {
      guard schema.object != nil else { continue }
      found.append(schema)
      for key in ["allOf", "anyOf", "oneOf"] { pending += schema[key]?.array ?? [] }
      for key in ["then", "else"] { if let part = schema[key] { pending.append(part) } }
      guard let reference = schema["$ref"]?.string, let target = target(reference),
        definitions.insert(String(reference.dropFirst("#/$defs/".count))).inserted
      else { continue }
      pending.append(target)
    }
    return found
  }

  private func target(_ reference: String) -> JSON? {
    reference.split(separator: "/").dropFirst().reduce(root) { $0?[String($1)] }
  }
}
