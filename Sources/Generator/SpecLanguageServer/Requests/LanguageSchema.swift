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

  /// What may be at a place.
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
      let names = schema["propertyNames"]?["enum"]?.array?.compactMap(\.string) ?? []
      let keys =
        (schema["properties"]?.object ?? [:]).map { ($0.key, description($0.value)) }
        + names.map { ($0, nil) }
      for (name, description) in keys where !place.keys.contains(where: { $0.name == name }) {
        place.keys.append((name, description))
      }
      let values = (schema["enum"]?.array ?? []) + (schema["const"].map { [$0] } ?? [])
      for value in values {
        let text = value.string ?? value.description
        if !place.values.contains(text) { place.values.append(text) }
      }
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
      guard let reference = schema["$ref"]?.string, definitions.insert(Self.name(of: reference)).inserted,
        let target = target(reference)
      else { continue }
      pending.append(target)
    }
    return found
  }

  private static func name(of reference: String) -> String {
    reference.hasPrefix("#/$defs/") ? String(reference.dropFirst(8)) : reference
  }

  private func target(_ reference: String) -> JSON? {
    reference.split(separator: "/").dropFirst().reduce(root) { $0?[String($1)] }
  }
}
