/// What a schema asserts about objects.
///
/// Keys that the schema names anywhere are known by an index, so that checking an object makes no strings of them.
final class ObjectKeywords: Sendable {
  /// The keys by index.
  let keys: [String]
  let index: KeyIndex
  /// The schemas of `properties`, by the index of their keys.
  let properties: [Schema?]
  let required: [Int]
  let additional: Schema?
  let patterns: [(pattern: Pattern, schema: Schema)]
  let names: Schema?
  let minProperties: Int?
  let maxProperties: Int?
  let dependentRequired: [(key: Int, required: [Int])]
  let dependentSchemas: [(key: Int, schema: Schema)]

  init(
    properties: [(key: String, value: Schema)], required: [String], additional: Schema? = nil,
    patterns: [(Pattern, Schema)] = [], names: Schema? = nil, minProperties: Int? = nil,
    maxProperties: Int? = nil, dependentRequired: [(key: String, value: [String])] = [],
    dependentSchemas: [(key: String, value: Schema)] = []
  ) {
    var keys: [String] = []
    var indices: [ExactString: Int] = [:]
    func index(_ key: String) -> Int {
      if let index = indices[ExactString(key)] { return index }
      indices[ExactString(key)] = keys.count
      keys.append(key)
      return keys.count - 1
    }
    let propertyIndices = properties.map { index($0.key) }
    self.required = required.map(index)
    self.dependentRequired = dependentRequired.map { (key: index($0.key), required: $0.value.map(index)) }
    self.dependentSchemas = dependentSchemas.map { (key: index($0.key), schema: $0.value) }
    var schemas = [Schema?](repeating: nil, count: keys.count)
    for (index, property) in zip(propertyIndices, properties) { schemas[index] = property.value }
    self.properties = schemas
    self.keys = keys
    self.index = KeyIndex(keys)
    self.additional = additional
    self.patterns = patterns.map { (pattern: $0.0, schema: $0.1) }
    self.names = names
    self.minProperties = minProperties
    self.maxProperties = maxProperties
  }
}
