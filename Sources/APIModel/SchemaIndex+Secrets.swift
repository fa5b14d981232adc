extension SchemaIndex {
  /// Whether a value of the schema may contain a secret at any depth.
  public func containsSecret(_ schema: Schema) -> Bool {
    var seen: Set<String> = []
    var schemas = [schema]
    while let schema = schemas.popLast() {
      if schema.isSecret { return true }
      if let name = schema.reference?.text, seen.insert(name).inserted, let target = self[name] {
        schemas.append(target)
      }
      schemas += schema.children
    }
    return false
  }
}
