import APIModel
import CallComposing
import SchemaValues
import SwiftEmitter

/// The parts of a body that arguments are for.
extension ArgumentPlaces {
  /// The schema at a path of the body.
  func schema(at path: [String]) -> Schema? {
    var schema = bodySchema
    for (depth, step) in path.enumerated() {
      schema = schema.flatMap { member(step, of: $0, at: Array(path[..<depth]))?.schema }
    }
    return schema
  }

  /// A member of an object, or an element of a tuple, by its name in the spec or in Swift.
  ///
  /// Of a union, it is that of the alternatives that the other arguments allow: where these describe it differently, it may be what
  /// any of them says.
  ///
  /// - Parameter outer: the path of the object; nil if the other arguments don't matter.
  func member(
    _ name: String, of schema: Schema, at outer: [String]? = nil
  ) -> (name: String, schema: Schema)? {
    let resolved = index.resolved(schema).schema
    if let tuple = TupleArguments(resolved, index) { return tuple.element(name) }
    let objects = objects(of: resolved)
    let described = objects.compactMap { object in
      index.flattenedObject(object).flatMap { property(name, of: $0) }.map { (object: object, property: $0) }
    }
    guard let first = described.first?.property else {
      let additional = objects.lazy.compactMap { $0[.additionalProperties] }.first { !$0.isNever }
      return additional.map { (name, $0) }
    }
    guard let outer, described.count > 1 else { return (first.name.text, first.schema) }
    let forms = tags(of: resolved)
    let meant = described.filter { isMeant($0.object, at: outer, forms) }
    var schemas: [Schema] = []
    for (_, property) in meant.isEmpty ? described : meant
    where property.name.text == first.name.text
      && !schemas.contains(where: { $0.meansTheSame(as: property.schema) })
    {
      schemas.append(property.schema)
    }
    if schemas.count < 2 { return (first.name.text, schemas.first ?? first.schema) }
    var any = Schema(span: schemas[0].span)
    any.anyOf = schemas
    any.isOpen = false
    return (first.name.text, any)
  }

  private func property(_ name: String, of object: FlatObject) -> Schema.Property? {
    object.property(name)
      ?? object.properties.first {
        usualMemberName($0.name.text) == name || $0.schema.swiftName?.text == name
      }
  }

  /// The schema and, of a union, those of its alternatives, also within each other.
  func objects(of schema: Schema, depth: Int = 0) -> [Schema] {
    let resolved = index.resolved(schema).schema
    let inner = resolved.oneOf + resolved.anyOf
    return [resolved] + (depth < 20 ? inner.flatMap { objects(of: $0, depth: depth + 1) } : [])
  }

  /// The property that tells the alternatives of a union apart, and its values for each of them.
  private func tags(of union: Schema) -> (name: String, values: [(alternative: Schema, tags: [String])])? {
    guard case .union = index.shape(of: union) else { return nil }
    let forms = index.forms(ofUnion: union)
    guard let name = forms.discriminator else { return nil }
    let values = zip(union.oneOf + union.anyOf, forms.forms).compactMap { alternative, form in
      if case .tags(let tags) = form { (index.resolved(alternative).schema, tags) } else { nil }
    }
    return (name, values)
  }

  /// Whether the given arguments can be for an object: it describes all of them, and none contradicts a constant.
  private func isMeant(
    _ object: Schema, at outer: [String],
    _ tags: (name: String, values: [(alternative: Schema, tags: [String])])?
  ) -> Bool {
    guard let flat = index.flattenedObject(object) else { return false }
    let constants = BodyConstants(checker: ValueChecker(index))
    return given.allSatisfy { path, texts in
      guard path.count > outer.count, path.starts(with: outer) else { return true }
      let name = path[outer.count]
      guard let property = flat.property(name) else { return flat.additional?.isNever == false }
      guard path.count == outer.count + 1, texts.count == 1 else { return true }
      if let tags, tags.name == name,
        let own = tags.values.first(where: { $0.alternative == object })?.tags
      {
        return own.contains(texts[0])
      }
      if property.schema.isAutomatic { return true }
      let resolved = index.resolved(property.schema).schema
      if let only = constants.onlyValue(property.schema) { return only.text == texts[0] }
      if resolved.isOpen == false, let cases = resolved.enumeration?.cases {
        return cases.contains { $0.value.text == texts[0] }
      }
      return true
    }
  }
}
