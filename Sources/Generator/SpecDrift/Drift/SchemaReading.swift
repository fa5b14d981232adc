import APIModel
import SchemaValues

/// What a schema says of values, taken apart once for all values that it describes.
final class SchemaReading: Sendable {
  let shape: SchemaShape
  /// The object that the schema and its components describe together.
  let object: FlatObject?
  /// How values of a union are told apart.
  let union: UnionForms?
  /// The keywords of the schema itself, apart from its parts.
  let own: Schema

  init(_ schema: Schema, in index: SchemaIndex) {
    shape = index.shape(of: schema)
    object = index.flattenedObject(schema)
    union = if case .union = shape { index.forms(ofUnion: schema) } else { nil }
    own = Self.ownKeywords(schema)
  }

  private static func ownKeywords(_ schema: Schema) -> Schema {
    var own = schema
    own.reference = nil
    own.allOf = []
    own.oneOf = []
    own.anyOf = []
    own.enumeration = nil
    own.lenience = []
    own.isNullable = false
    own.array.prefixItems = []
    own.object.properties = []
    own.object.patternProperties = []
    own.object.keys = nil
    own[.items] = nil
    own[.additionalProperties] = nil
    return own
  }
}
