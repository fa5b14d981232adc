import WGNAPISupport

extension Schema {
  /// The schema of a coder, such as a model; found when first used, so that models may refer to themselves. It
  /// leaves no trace in keyword locations.
  public static func value<C: JSONCoder>(_ coder: C.Type) -> Schema { CoderSchemas.schema(of: coder) }
}

/// The schemas of coders, one for each type, so that each is made ready once.
enum CoderSchemas {
  private static let mutex = Mutex()
  nonisolated(unsafe) private static var schemas: [ObjectIdentifier: Schema] = [:]

  static func schema<C: JSONCoder>(of coder: C.Type) -> Schema {
    mutex.withLock {
      if let schema = schemas[ObjectIdentifier(coder)] { return schema }
      let schema = Schema([Schema.Keyword(.reference(SchemaLink { C.schema }))])
      schemas[ObjectIdentifier(coder)] = schema
      return schema
    }
  }
}
