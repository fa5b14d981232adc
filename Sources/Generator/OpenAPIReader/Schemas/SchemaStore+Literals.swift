import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// Values in a document whose scalars are plain text until a schema says what they are: where a string is expected, the
/// text in the file is the value, so that `01234` and `+1` keep their first characters.
extension SchemaStore {
  /// A value of a schema. Reports a number that JSON doesn't have where no string is expected, and leaves it out.
  func written(_ node: YAMLNode, of schema: Schema?) -> Literal? { written(node, of: schema, depth: 0) }

  private func written(_ node: YAMLNode, of schema: Schema?, depth: Int) -> Literal? {
    switch node.content {
    case .scalar(let scalar):
      // Only such scalars depend on the schema, which may be read for it. Others are adapted once all schemas are known.
      let number = jsonNumber(of: scalar)
      guard scalar.isNumber, number?.text != scalar.text else { return literal(node) }
      let types = schema.map { jsonTypes(of: $0, depth: depth) } ?? []
      if types.contains(.string), number == nil || types.isDisjoint(with: [.integer, .number]) {
        return .string(scalar.text)
      }
      guard let number else {
        reportNumber(node)
        return nil
      }
      return .number(number)
    case .sequence(let sequence):
      let list = schema.flatMap { self.list(in: $0, depth) }
      let first = list?.array.prefixItems ?? []
      return .array(
        sequence.items.enumerated().compactMap { position, item in
          written(item, of: position < first.count ? first[position] : list?[.items], depth: depth + 1)
        })
    case .mapping(let mapping):
      return .object(
        mapping.entries.compactMap { entry in
          let part = schema.flatMap { self.part(of: $0, named: entry.name, depth) }
          return written(entry.value, of: part, depth: depth + 1).map { .init(name: entry.name, value: $0) }
        })
    }
  }

  /// The schema of an object's member; nil if it isn't known.
  func part(of schema: Schema, named name: String, _ depth: Int = 0) -> Schema? {
    let object = form(of: schema, depth) { $0.declares(name) }
    return object?.object.properties.first { $0.name.text == name }?.schema ?? object?[.additionalProperties]
  }

  /// The schema of a list's elements; nil if it isn't known.
  func elements(of schema: Schema) -> Schema? { list(in: schema, 0)?[.items] }

  private func list(in schema: Schema, _ depth: Int) -> Schema? {
    form(of: schema, depth) { $0[.items] != nil || !$0.array.prefixItems.isEmpty }
  }

  /// Reports a number that JSON doesn't have.
  func reportNumber(_ node: YAMLNode) {
    let shown = abbreviate(node.text ?? "")
    let isOctal = if case .ambiguousOctal? = node.scalar?.number { true } else { false }
    let reason = isOctal ? "has a leading zero" : "isn't a number of JSON"
    let advice =
      isOctal ? "put quotes around it, or leave out the zero" : "put quotes around it if it is text"
    findings.mistake("'\(shown)' \(reason), so this value is left out; \(advice)", at: node)
  }

  /// The JSON types of a schema's values beside null; empty if any are allowed or they aren't known.
  private func jsonTypes(of schema: Schema, depth: Int) -> Set<JSONType> {
    guard depth < 32 else { return [] }
    if let reference = schema.reference {
      return peek(reference.text).map { jsonTypes(of: $0, depth: depth + 1) } ?? []
    }
    if !schema.types.isEmpty { return Set(schema.types) }
    let alternatives = (schema.oneOf + schema.anyOf).map { jsonTypes(of: $0, depth: depth + 1) }
    return alternatives.contains([]) ? [] : alternatives.reduce(into: []) { $0.formUnion($1) }
  }

  /// The first of the schema, what it refers to, and its alternatives, that satisfies a condition.
  private func form(of schema: Schema, _ depth: Int, where isMeant: (Schema) -> Bool) -> Schema? {
    guard depth < 32 else { return nil }
    if let reference = schema.reference {
      return peek(reference.text).flatMap { form(of: $0, depth + 1, where: isMeant) }
    }
    if isMeant(schema) { return schema }
    for alternative in schema.oneOf + schema.anyOf {
      if let found = form(of: alternative, depth + 1, where: isMeant) { return found }
    }
    return nil
  }
}

extension Schema {
  fileprivate func declares(_ name: String) -> Bool {
    object.properties.contains { $0.name.text == name } || self[.additionalProperties]?.isNever == false
  }
}

extension YAMLScalar {
  /// Whether it is written as a number, which JSON may not have.
  var isNumber: Bool { coreType == .integer || coreType == .float }
}
