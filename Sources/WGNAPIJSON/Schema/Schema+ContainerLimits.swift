extension Schema {
  /// How deep lists and maps within lists and maps are followed; schemas may refer to themselves.
  private static var followedDepth: Int { 8 }

  /// What the schema says of how many elements and members lists and maps have, and of the keys of maps; nil if that is
  /// nothing. It holds for an answer of which some fields were not asked for, too.
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
