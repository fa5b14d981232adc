import APIModel

/// The names within one type made from a JSON Schema. Of two that would be the same in Swift, the later gets a
/// number, because the schema may not be the user's to change.
struct SchemaMemberNames {
  private var members = NumberedNames(avoiding: ["additionalProperties"])
  private var types: Set<String> = []

  /// Claims the name of a property.
  ///
  /// - Returns: the name to set, if it isn't the usual one.
  mutating func claim(_ wireName: String) -> String? { number(SwiftName.member(wireName)) }

  /// Claims the name of an enumeration's constant.
  ///
  /// - Returns: the name to set, if it isn't the usual one.
  mutating func claimConstant(_ wireName: String) -> String? { number(SwiftName.constant(wireName)) }

  /// Claims the name of a union's case. Objects without a name of their own are named once all alternatives are known.
  ///
  /// - Returns: the name to set, if there is one already.
  mutating func claimCase(of alternative: Schema, position: Int) -> String? {
    if alternative.reference == nil, !alternative.object.properties.isEmpty { return nil }
    let usual = SchemaIndex([]).caseName(alternative, position: position)
    return alternative.reference == nil ? members.take(usual) : number(usual)
  }

  private mutating func number(_ usual: String) -> String? {
    let name = members.take(usual)
    return name == usual ? nil : name
  }

  /// Claims the name of the type that a property would declare; false if it is taken.
  mutating func claimType(of wireName: String, for schema: Schema) -> Bool {
    guard schema.declaresType else { return true }
    return types.insert(SwiftName.nestedType(wireName)).inserted
  }
}

extension Schema {
  /// Whether it or its elements get a type of their own.
  fileprivate var declaresType: Bool {
    if reference != nil { return false }
    if !object.properties.isEmpty || enumeration != nil || !array.prefixItems.isEmpty { return true }
    if !oneOf.isEmpty || !anyOf.isEmpty { return true }
    return self[.items]?.declaresType ?? self[.additionalProperties]?.declaresType ?? false
  }
}
