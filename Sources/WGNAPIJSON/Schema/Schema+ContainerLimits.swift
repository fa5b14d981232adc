extension Schema {
  /// The maximum nesting of arrays and objects to follow, because schemas may refer to themselves.
  private static var followedDepth: Int { 8 }

  /// Returns the schema's limits on the sizes of arrays and objects and on keys; nil if there are none. They
  /// also apply to an answer with only some fields.
  package func containerLimits(depth: Int = followedDepth) -> Schema? {
    guard depth > 0 else { return nil }
    func limits(of schema: Schema) -> Schema? { schema.containerLimits(depth: depth - 1) }
    let keywords = node.keywords.compactMap { keyword -> Keyword? in
      switch keyword.form {
      case .minItems, .maxItems, .minProperties, .maxProperties, .propertyNames: return keyword
      case .items(let schema): return limits(of: schema).map { .items($0) }
      case .additionalProperties(let schema): return limits(of: schema).map { .additionalProperties($0) }
      case .nullable(let schema): return limits(of: schema).map { Keyword(.nullable($0)) }
      case .inline(let schema): return limits(of: schema).map { Keyword(.inline($0)) }
      case .ref(let link): return limits(of: link.find()).map { limits in .ref { limits } }
      case .allOf(let schemas):
        let all = schemas.compactMap(limits)
        return all.isEmpty ? nil : .allOf(all)
      default: return nil
      }
    }
    return keywords.isEmpty ? nil : Schema(keywords)
  }
}
