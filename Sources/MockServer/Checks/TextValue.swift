import APIModel
import SchemaValues

/// Turns texts of requests into the values that a schema describes.
struct TextValue {
  let checker: ValueChecker
  private var index: SchemaIndex { checker.index }

  init(_ checker: ValueChecker) { self.checker = checker }

  /// The values that a text can be read as, the more specific types first.
  func readings(of text: String, _ schema: Schema) -> [Literal] {
    let types = ValueTypes(of: schema, in: index).types
    var readings: [Literal] = []
    if types.contains(.integer) || types.contains(.number),
      case .number(let number)? = try? JSONText.value(of: text), number.text == text
    {
      readings.append(.number(number))
    }
    if types.contains(.boolean), text == "true" || text == "false" {
      readings.append(.boolean(text == "true"))
    }
    readings.append(.string(text))
    if types.contains(.null), text.isEmpty || text == "null" { readings.append(.null) }
    return readings
  }

  /// The first of several readings that a schema accepts, otherwise the first.
  func best(_ readings: [Literal], _ schema: Schema) -> Literal? {
    readings.first { checker.isAccepted($0, schema) } ?? readings.first
  }

  /// The scalar that a text means.
  func scalar(_ text: String, _ schema: Schema) -> Literal {
    best(readings(of: text, schema), schema) ?? .string(text)
  }

  /// The list that texts mean.
  func list(_ texts: [String], _ schema: Schema) -> Literal {
    let resolved = index.resolved(schema).schema
    let list = [resolved] + resolved.oneOf + resolved.anyOf
    // In a union, the alternative that is a list.
    let described = list.lazy.map { index.resolved($0).schema }.first { $0.types == [.array] } ?? resolved
    let tuple = described.array.prefixItems
    return .array(
      texts.enumerated().map { position, text in
        let element = tuple.indices.contains(position) ? tuple[position] : described[.items]
        return element.map { scalar(text, $0) } ?? .string(text)
      })
  }

  /// The object that names and texts mean.
  func object(_ members: [(name: String, text: String)], _ schema: Schema) -> Literal {
    .object(
      members.map { member in
        let property = self.property(member.name, of: schema)
        return .init(
          name: member.name, value: property.map { scalar(member.text, $0) } ?? .string(member.text))
      })
  }

  /// The schema of an object's member; nil if it isn't described.
  func property(_ name: String, of schema: Schema) -> Schema? {
    let resolved = index.resolved(schema).schema
    for alternative in [resolved] + resolved.oneOf + resolved.anyOf {
      let schema = index.resolved(alternative).schema
      if let property = index.flattenedObject(schema)?.property(name) { return property.schema }
      if let additional = schema[.additionalProperties], !additional.isNever { return additional }
    }
    return nil
  }

  /// The names of an object's properties.
  func propertyNames(of schema: Schema) -> [String] {
    let resolved = index.resolved(schema).schema
    return ([resolved] + resolved.oneOf + resolved.anyOf).flatMap { alternative in
      index.flattenedObject(index.resolved(alternative).schema)?.properties.map(\.name.text) ?? []
    }
  }

  /// Whether an object may have members besides its properties.
  func isMap(_ schema: Schema) -> Bool {
    let resolved = index.resolved(schema).schema
    if let additional = resolved[.additionalProperties] { return !additional.isNever }
    return false
  }
}
