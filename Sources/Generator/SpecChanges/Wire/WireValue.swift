import APIModel

/// A schema at the end of a chain of names, with what the names in between say of its values.
struct WireValue {
  private(set) var schema: Schema
  var isNullable: Bool
  /// The irregular forms, which the schema doesn't have itself.
  private(set) var lenience: Set<Lenience>
  let index: SchemaIndex
  private let allTypes: Set<JSONType>

  init(_ schema: Schema, in index: SchemaIndex) {
    self.index = index
    var chain = [schema]
    var seen: Set<String> = []
    while let last = chain.last, case .reference = index.shape(of: last), let name = last.reference?.text,
      seen.insert(name).inserted, let target = index[name]
    {
      chain.append(target)
    }
    var result = chain.removeLast()
    isNullable = chain.contains(where: \.isNullable) || result.isNullable
    lenience = chain.reduce(result.lenience) { $0.union($1.lenience) }
    for outer in chain.reversed() {
      result.limits.merge(outer.limits) { $1 }
      result.counts.merge(outer.counts) { $1 }
      result.pattern = outer.pattern ?? result.pattern
      result.const = outer.const ?? result.const
      result.ownType = outer.ownType ?? result.ownType
      result.array.uniqueItems = outer.array.uniqueItems || result.array.uniqueItems
    }
    result.lenience = []
    self.schema = result
    allTypes = ValueTypes(of: result, in: index).types
  }

  var alternatives: [Schema] { schema.oneOf + schema.anyOf }

  /// The types of the regular values, without null. A schema that accepts any number has both `number` and `integer`.
  var types: Set<JSONType> {
    var types = allTypes
    types.remove(.null)
    if types.contains(.number) { types.insert(.integer) }
    return types
  }

  /// Whether values are numbers without a fraction.
  var isInteger: Bool { types == [.integer] }

  /// Whether the schema says that values may be null.
  var mayBeNull: Bool {
    isNullable || schema.types.contains(.null) || schema.const == .null
      || schema.enumeration?.cases.contains { $0.value == .null } == true
  }

  var acceptsNull: Bool { isNullable || allTypes.contains(.null) }

  /// Whether the Swift type is `JSON`, which reads everything.
  var isReadAsJSON: Bool {
    guard schema.ownType == nil else { return false }
    switch index.shape(of: schema) {
    case .any: return true
    case .scalar:
      switch schema.format {
      case nil, .other: return schema.types.count != 1
      case .empty: return true
      default: return false
      }
    case .object, .map, .array, .tuple, .union, .enumeration, .reference: return false
    }
  }

  /// The schema for each of its types alone, if it has several.
  var byType: [Schema] {
    guard schema.types.count > 1, schema.reference == nil else { return [schema] }
    return schema.types.map { type in
      var schema = schema
      schema.types = [type]
      return schema
    }
  }

  var isUnion: Bool { !alternatives.isEmpty }

  /// What a document demands, and clients don't check, by keyword.
  var unchecked: [String: String] {
    let parts = index.flattenedObject(schema)?.parts ?? []
    var all = parts.isEmpty ? schema.unchecked : [:]
    for part in parts { all.merge(part.unchecked) { $0 == $1 ? $0 : "\($0) \($1)" } }
    return all
  }

  /// Whether numbers are written as texts. It is the only irregular form that clients write.
  var writesNumbersAsText: Bool { lenience.contains(.numberAsString) }
  var readsNumbersInText: Bool { lenience.contains(where: \.isForNumbers) }
}

extension Schema {
  /// Whether it accepts every value.
  var isAnything: Bool {
    keywords.isEmpty && reference == nil && !isNever && format == nil && ownType == nil && validator == nil
  }
}
