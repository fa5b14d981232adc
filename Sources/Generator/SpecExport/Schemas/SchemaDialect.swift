/// The language that schemas are written in.
enum SchemaDialect {
  /// JSON Schema 2020-12 with OpenAPI's additions.
  case openAPI31
  /// The schema object of OpenAPI 3.0.
  case openAPI30
  case jsonSchema
}
