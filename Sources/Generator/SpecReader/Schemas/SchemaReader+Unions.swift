import APIModel
import Diagnostics
import SpecYAML

// Unions: what may be said beside their alternatives.
extension SchemaReader {
  /// Reports keywords that would be lost in a union. If no type is generated, all of them are checked.
  func checkUnion(_ fields: Fields) {
    guard checkOnlyDepth == 0, let union = ["oneOf", "anyOf"].first(where: { fields[$0] != nil }),
      fields["properties"] == nil || demandOfKeys(fields) == nil
    else { return }
    if union == "oneOf", fields["anyOf"] != nil {
      report.error(
        .unsupportedSchema,
        "'anyOf' can't be used beside 'oneOf': a union has one list of alternatives; write a single list",
        at: fields.keySpan("anyOf"))
    }
    if fields["format"] != nil {
      report.error(
        .unsupportedSchema,
        "'format' beside '\(union)' can't be used, because the alternatives have types of their own; write it in the one that it "
          + "is for", at: fields.keySpan("format"))
    }
    if fields["properties"] != nil {
      report.error(
        .unsupportedSchema,
        "'properties' beside '\(union)' can't be used, nor in an 'allOf' with a union; "
          + "repeat them in each alternative, unless these only name properties under 'required'",
        at: fields.keySpan("properties"))
    }
  }

  /// `anyOf` or `oneOf` if it is the only one of them, and its alternatives only require properties, so they don't
  /// describe types.
  func demandOfKeys(_ fields: Fields) -> String? {
    let unions = ["anyOf", "oneOf"].filter { fields[$0] != nil }
    guard let union = unions.first, unions.count == 1, let alternatives = fields[union]?.items,
      !alternatives.isEmpty, alternatives.allSatisfy({ $0.entries?.map(\.key.text) == ["required"] })
    else { return nil }
    return union
  }

  /// Reports what is said beside alternatives but not of them: types that none or only some of them have, and keywords for values of
  /// other types.
  func checkAlternatives(_ fields: Fields, of schema: Schema) {
    let alternatives = schema.oneOf + schema.anyOf
    guard checkOnlyDepth == 0, !alternatives.isEmpty, fields["properties"] == nil else { return }
    let keyword = schema.oneOf.isEmpty ? "anyOf" : "oneOf"
    afterReading { [self] in
      let known = alternatives.map { typesOfAlternative($0) }
      // What `format` implies is reported itself.
      let own = fields["type"] == nil ? [] : Set(schema.types)
      for (alternative, types) in zip(alternatives, known) {
        guard let types, !own.isEmpty, types != [.null], own.isDisjoint(with: types),
          !own.union(types).isSubset(of: [.integer, .number])
        else { continue }
        report.error(
          .keywordMismatch,
          "'type' beside '\(keyword)' is \(describe(own)), so no value is this alternative, which is \(describe(types)): leave "
            + "'type' out, or leave out the alternative",
          at: alternative.span, notes: [.init("'type' is here", at: fields["type"]?.occurrence)])
      }
      guard schema.types.isEmpty, !known.contains(nil) else { return }
      reportInapplicable(fields, to: known.reduce(into: []) { $0.formUnion($1 ?? []) })
    }
  }

  /// The types of an alternative, which may be a union itself; nil if they aren't known.
  private func typesOfAlternative(_ alternative: Schema) -> Set<JSONType>? {
    var seen: Set<String> = []
    return typesOfAlternative(alternative, depth: 0, &seen)
  }

  /// - Parameter seen: the names of schemas whose types are known to be among the others.
  private func typesOfAlternative(
    _ alternative: Schema, depth: Int, _ seen: inout Set<String>
  ) -> Set<JSONType>? {
    if let name = alternative.reference?.text, !seen.insert(name).inserted { return [] }
    let schema = resolved(alternative)
    if !schema.types.isEmpty { return Set(schema.types) }
    let alternatives = schema.oneOf + schema.anyOf
    guard depth < 16, !alternatives.isEmpty else { return nil }
    var types: Set<JSONType> = []
    for alternative in alternatives {
      guard let known = typesOfAlternative(alternative, depth: depth + 1, &seen) else { return nil }
      types.formUnion(known)
    }
    return types
  }
}
