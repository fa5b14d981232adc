import WGNAPISupport

/// The named schemas with secrets in their values at any depth. They are found once, when they are first asked for: schemas that refer
/// to each other lead to all others from each.
final class SecretSchemas: @unchecked Sendable {
  private let schemas: [String: Schema]
  private let mutex = Mutex()
  private var known: Set<String>?

  init(_ schemas: [String: Schema]) { self.schemas = schemas }

  var names: Set<String> {
    mutex.withLock {
      let names = known ?? find()
      known = names
      return names
    }
  }

  private func find() -> Set<String> {
    var found = Set(schemas.filter { $0.value.contains(\.isSecret) }.keys)
    guard !found.isEmpty else { return [] }
    var users: [String: [String]] = [:]
    for (name, schema) in schemas {
      schema.visitAll { part in
        if let target = part.reference { users[target.text, default: []].append(name) }
      }
    }
    var pending = Array(found)
    while let name = pending.popLast() {
      for user in users[name] ?? [] where found.insert(user).inserted { pending.append(user) }
    }
    return found
  }
}

extension SchemaIndex {
  /// Whether the schema, or one that it is only another name for, is a secret.
  public func isSecret(_ schema: Schema) -> Bool {
    var schema = schema
    for _ in 0..<100 {
      if schema.isSecret { return true }
      guard let name = schema.reference?.text, let next = self[name] else { return false }
      schema = next
    }
    return false
  }

  /// Whether a value of the schema may contain a secret at any depth.
  public func containsSecret(_ schema: Schema) -> Bool {
    let names = secretSchemas.names
    return schema.contains { $0.isSecret || $0.reference.map { names.contains($0.text) } ?? false }
  }

  /// Whether a printed value of the schema shows a secret: it is one, or a list or a map with one. Keys are shown by
  /// JSON and its paths even if their type hides them.
  ///
  /// Models, tuples, unions and newtypes hide theirs themselves; user-defined types don't.
  public func showsSecret(_ schema: Schema) -> Bool {
    var seen: Set<String> = []
    var schemas = [schema]
    while let schema = schemas.popLast() {
      if schema.isNewtype { continue }
      if schema.isSecret { return true }
      if schema.ownType != nil {
        if containsSecret(schema) { return true }
        continue
      }
      switch shape(of: schema) {
      case .reference:
        if let name = schema.reference?.text, seen.insert(name).inserted, let target = self[name] {
          schemas.append(target)
        }
      case .array: schema[.items].map { schemas.append($0) }
      case .map:
        if let keys = schema.object.keys?.value ?? schema[.propertyNames], containsSecret(keys) {
          return true
        }
        schemas += schema.object.patternProperties.map(\.schema)
        schema[.additionalProperties].map { schemas.append($0) }
      case .enumeration, .scalar, .any:
        // Values of any JSON, and scalars of several schemas, have no type that hides them.
        if !schema.allOf.isEmpty || !schema.anyOf.isEmpty || !schema.oneOf.isEmpty, containsSecret(schema) {
          return true
        }
      case .object, .tuple, .union: break
      }
    }
    return false
  }
}
