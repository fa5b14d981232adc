import APIModel
import Diagnostics

/// Finds what schemas say, and a dialect can't.
struct SchemaLosses {
  private let dialect: SchemaDialect

  init(_ dialect: SchemaDialect) { self.dialect = dialect }

  /// - Parameter names: the types that are written, if the document has only these.
  func report(_ module: Module, only names: Set<String>? = nil, into losses: inout Losses) {
    let named = module.schemas.filter { names?.contains($0.name.text) ?? true }
    for schema in names == nil ? module.allSchemas : named.map(\.schema) {
      schema.visitAll { part in
        for message in messages(part) { losses.add(message, at: part.span) }
      }
    }
    guard let open = named.first(where: { $0.schema.contains(\.isOpenEnumeration) }) else { return }
    let language = dialect == .jsonSchema ? "JSON Schema" : "OpenAPI"
    let invalid = dialect == .jsonSchema ? "there" : "to other tools"
    losses.note(
      "\(language) has no open enumerations: values that '\(open.name.text)' and others don't list are invalid \(invalid)",
      at: open.name.span)
  }

  private func messages(_ schema: Schema) -> [String] {
    var messages: [String] = []
    if schema.lenience.contains(.emptyAsNull) {
      messages.append(
        "other tools refuse an empty text in place of another value, as 'emptyAsNull' allows it")
    }
    if schema.lenience.contains(.singleAsList) {
      messages.append("other tools know no type where 'singleAsList' allows an element in place of a list")
    }
    guard dialect == .openAPI30 else { return messages }
    return messages
      + Self.novelties(in: schema).map {
        "OpenAPI 3.0 has no \($0), so other tools accept more than the spec"
      }
  }

  /// Whether OpenAPI 3.0 lacks a part of a schema.
  static func hasNovelties(in schema: Schema) -> Bool { schema.contains { !novelties(in: $0).isEmpty } }

  /// What OpenAPI 3.0 doesn't have.
  private static func novelties(in schema: Schema) -> [String] {
    let object = schema.object
    let known: [(words: String, isThere: Bool)] = [
      ("tuples", !schema.array.prefixItems.isEmpty),
      ("types of a map's keys", object.keys != nil || schema[.propertyNames] != nil),
      ("'patternProperties'", !object.patternProperties.isEmpty),
      ("'dependentRequired'", !object.dependentRequired.isEmpty),
      ("'dependentSchemas'", !object.dependentSchemas.isEmpty),
    ]
    let applicators: [Applicator] = [.contains, .if, .unevaluatedItems, .unevaluatedProperties]
    return known.filter(\.isThere).map(\.words)
      + applicators.filter { schema[$0] != nil }.map { "'\($0.rawValue)'" }
  }
}

extension Schema {
  fileprivate var isOpenEnumeration: Bool { enumeration != nil && isOpen != false }
}
