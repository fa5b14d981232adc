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

  /// The list that texts mean; in a union, by the first alternative that accepts it.
  package func list(_ texts: [String], _ schema: Schema) -> Literal {
    let resolved = index.resolved(schema).schema
    let lists = lists(in: resolved)
    guard lists.count > 1 else { return list(texts, by: lists.first ?? resolved) }
    let readings = lists.map { list(texts, by: $0) }
    return readings.first { checker.isAccepted($0, schema) } ?? readings[0]
  }

  /// A schema of lists, or the alternatives of a union that are lists.
  private func lists(in schema: Schema, depth: Int = 0) -> [Schema] {
    if schema.types == [.array] { return [schema] }
    guard depth < 20 else { return [] }
    return (schema.oneOf + schema.anyOf).flatMap { lists(in: index.resolved($0).schema, depth: depth + 1) }
  }

  private func list(_ texts: [String], by schema: Schema) -> Literal {
    let tuple = schema.array.prefixItems
    let rest = schema[.items].map { ScalarReader($0, checker) }
    return .array(
      texts.enumerated().map { position, text in
        if position < tuple.count { return scalar(text, tuple[position]) }
        return rest?.scalar(text) ?? .string(text)
      })
  }

  /// The object that names and texts mean; in a union, by the first alternative that accepts it.
  func object(_ members: [(name: String, text: String)], _ schema: Schema) -> Literal {
    let resolved = index.resolved(schema).schema
    let readings = (resolved.oneOf + resolved.anyOf).lazy.map {
      object(members, by: MemberSchemas($0, index))
    }
    return readings.first { checker.isAccepted($0, schema) }
      ?? object(members, by: MemberSchemas(schema, index))
  }

  private func object(_ members: [(name: String, text: String)], by schemas: MemberSchemas) -> Literal {
    .object(
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
