import APIModel
import SchemaValues

/// Turns texts into scalars of one schema, whose types are found only once.
struct ScalarReader {
  private let schema: Schema
  private let checker: ValueChecker
  private let types: Set<JSONType>

  init(_ schema: Schema, _ checker: ValueChecker) {
    self.schema = schema
    self.checker = checker
    types = ValueTypes(of: schema, in: checker.index).types
  }

  /// The values that a text can be read as, the more specific types first.
  func readings(of text: String) -> [Literal] {
    var readings: [Literal] = []
    if types.contains(.integer) || types.contains(.number), Self.mayBeNumber(text),
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

  private static func mayBeNumber(_ text: String) -> Bool {
    text.utf8.first.map { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) } ?? false
  }

  /// The scalar that a text means: the first reading that the schema accepts, otherwise the first.
  func scalar(_ text: String) -> Literal {
    let readings = readings(of: text)
    // The others are only there for their types.
    let possible =
      types.contains(.string) ? readings : readings.filter { if case .string = $0 { false } else { true } }
    if possible.count == 1 { return possible[0] }
    return possible.first { checker.isAccepted($0, schema) } ?? readings.first ?? .string(text)
  }
}

/// The schemas of an object's members.
struct MemberSchemas {
  private let alternatives: [(object: FlatObject?, additional: Schema?)]

  init(_ schema: Schema, _ index: SchemaIndex) {
    let resolved = index.resolved(schema).schema
    alternatives = ([resolved] + resolved.oneOf + resolved.anyOf).map { alternative in
      let schema = index.resolved(alternative).schema
      let additional = schema[.additionalProperties]
      return (index.flattenedObject(schema), additional?.isNever == true ? nil : additional)
    }
  }

  /// The schema of a member; nil if it isn't described.
  subscript(name: String) -> Schema? {
    for (object, additional) in alternatives {
      if let property = object?.property(name) { return property.schema }
      if let additional { return additional }
    }
    return nil
  }

  /// The names of the properties.
  var names: [String] { alternatives.flatMap { $0.object?.properties.map(\.name.text) ?? [] } }
}
