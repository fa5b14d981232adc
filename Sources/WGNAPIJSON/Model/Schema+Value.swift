import WGNAPISupport

extension Schema {
  /// Returns the schema of a coder, such as a model. It is resolved on first use, so that models can refer to
  /// themselves, and doesn't appear in keyword locations.
  public static func value<C: JSONCoder>(_ coder: C.Type) -> Schema { CoderSchemas.schema(of: coder) }
}

/// The schemas of coders, one per type, so that each is compiled once.
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
