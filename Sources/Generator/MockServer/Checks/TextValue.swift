import APIModel
import SchemaValues

/// Turns texts of requests into the values that a schema describes.
package struct TextValue {
  package let checker: ValueChecker
  private var index: SchemaIndex { checker.index }

  package init(_ checker: ValueChecker) { self.checker = checker }

  /// The values that a text can be read as, the more specific types first.
  package func readings(of text: String, _ schema: Schema) -> [Literal] {
    ScalarReader(schema, checker).readings(of: text)
  }

  /// The first of several readings that a schema accepts, otherwise the first.
  func best(_ readings: [Literal], _ schema: Schema) -> Literal? {
    if readings.count < 2 { return readings.first }
    return readings.first { checker.isAccepted($0, schema) } ?? readings.first
  }

  /// The scalar that a text means.
  package func scalar(_ text: String, _ schema: Schema) -> Literal {
    ScalarReader(schema, checker).scalar(text)
  }

  /// The list that texts mean.
  package func list(_ texts: [String], _ schema: Schema) -> Literal {
    let resolved = index.resolved(schema).schema
    let list = [resolved] + resolved.oneOf + resolved.anyOf
    // In a union, the alternative that is a list.
    let described = list.lazy.map { index.resolved($0).schema }.first { $0.types == [.array] } ?? resolved
    let tuple = described.array.prefixItems
    let rest = described[.items].map { ScalarReader($0, checker) }
    return .array(
      texts.enumerated().map { position, text in
        if position < tuple.count { return scalar(text, tuple[position]) }
        return rest?.scalar(text) ?? .string(text)
      })
  }

  /// The object that names and texts mean.
  func object(_ members: [(name: String, text: String)], _ schema: Schema) -> Literal {
    let schemas = MemberSchemas(schema, index)
    return .object(
      members.map { member in
        .init(
          name: member.name,
          value: schemas[member.name].map { scalar(member.text, $0) } ?? .string(member.text))
      })
  }

  /// The schemas of an object's members.
  func members(of schema: Schema) -> MemberSchemas { MemberSchemas(schema, index) }

  /// Whether an object may have members besides its properties.
  func isMap(_ schema: Schema) -> Bool {
    let resolved = index.resolved(schema).schema
    if let additional = resolved[.additionalProperties] { return !additional.isNever }
    return false
  }
}
