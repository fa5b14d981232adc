import APIModel
import SchemaValues

/// Values that a schema allows at a place, by number.
struct PlaceSamples {
  private let samples: SampleMaker
  private let schema: Schema
  private var index: SchemaIndex { samples.checker.index }

  init(_ checker: ValueChecker, _ schema: Schema) {
    samples = SampleMaker(checker)
    self.schema = schema
  }

  /// A value for a place in a value of the schema; nil if there is none.
  func value(at place: [ValueStep], _ variant: Int) -> Literal? {
    value(schemas(at: place[...], in: schema), place.last, variant)
  }

  /// A key for the map at a place; nil if there is none.
  func key(at place: [ValueStep], _ variant: Int) -> Literal? {
    let keys = schemas(at: place[...], in: schema).flatMap { map -> [Schema] in
      let resolved = index.resolved(map).schema
      if let keys = resolved.object.keys?.value { return [keys] }
      guard var names = resolved[.propertyNames] else { return [] }
      if names.types.isEmpty, names.reference == nil { names.types = [.string] }
      return [names]
    }
    return value(keys, nil, variant).map { .string($0.text) }
  }

  private func value(_ schemas: [Schema], _ name: ValueStep?, _ variant: Int) -> Literal? {
    guard !schemas.isEmpty else { return nil }
    var hint = "text"
    if case .key(let key)? = name { hint = key }
    return samples.sample(of: schemas[variant % schemas.count], hint: hint, variant: variant / schemas.count)
  }

  /// The schemas of a place: several in unions.
  private func schemas(at place: ArraySlice<ValueStep>, in schema: Schema, depth: Int = 0) -> [Schema] {
    let resolved = index.resolved(schema).schema
    guard depth < 50 else { return [] }
    if case .union = index.shape(of: resolved) {
      return (resolved.oneOf + resolved.anyOf).flatMap { schemas(at: place, in: $0, depth: depth + 1) }
    }
    guard let step = place.first else { return [schema] }
    let part: Schema?
    switch step {
    case .key(let key):
      let object = index.flattenedObject(resolved)
      part = object.map { $0.property(key)?.schema ?? $0.additional } ?? resolved[.additionalProperties]
    case .index(let position):
      let first = resolved.array.prefixItems
      part = first.indices.contains(position) ? first[position] : resolved[.items]
    }
    return part.map { schemas(at: place.dropFirst(), in: $0, depth: depth + 1) } ?? []
  }
}
