extension Module {
  /// Simplifies schemas: a schema with only one `allOf` part becomes that part (OpenAPI's way to add a description to
  /// a reference), an `allOf` of a type and of limits becomes that type with these limits, and a union with null among its
  /// alternatives becomes a nullable union.
  public mutating func normalize() { changeSchemas { $0 = $0.normalized() } }
}

extension Schema {
  /// The simplified schema, including everything in it.
  public func normalized() -> Schema {
    mappingChildren { $0.normalized() }.withNormalUnion().withJoinedParts()
  }

  /// Simplifies the schema, whose subschemas have been simplified.
  public func withNormalUnion() -> Schema {
    var schema = self
    schema.takeNullOutOfUnion(\.anyOf)
    schema.takeNullOutOfUnion(\.oneOf)
    if schema.oneOf.isEmpty { schema.joinValues(\.anyOf) }
    if schema.anyOf.isEmpty { schema.joinValues(\.oneOf) }
    // A union of one alternative is that alternative.
    let parts = schema.allOf + schema.anyOf + schema.oneOf
    guard parts.count == 1, var part = parts.first, schema.assertsOnlyParts else { return schema }
    // An alternative's Swift name is that of a case.
    if schema.allOf.isEmpty { part.swiftName = nil }
    return part.annotated(by: schema)
  }

  /// Sets `isNullable` in place of an alternative that is null or nullable.
  private mutating func takeNullOutOfUnion(_ list: WritableKeyPath<Schema, [Schema]>) {
    // With both, null must satisfy both.
    guard anyOf.isEmpty || oneOf.isEmpty else { return }
    let alternatives = self[keyPath: list]
    let others = alternatives.filter { !$0.isNull }
    let takeNull = alternatives.count - others.count + others.count(where: \.isNullable)
    // If several alternatives of `oneOf` accept null, null isn't valid.
    guard takeNull > 0, !others.isEmpty, list == \.anyOf || takeNull == 1 else { return }
    self[keyPath: list] = others.map { alternative in
      var alternative = alternative
      alternative.isNullable = false
      return alternative
    }
    isNullable = true
  }

  /// Turns alternatives that are values into an enumeration, which is open if an alternative is any text.
  private mutating func joinValues(_ list: WritableKeyPath<Schema, [Schema]>) {
    let alternatives = self[keyPath: list]
    let values = alternatives.filter { !$0.isAnyText }.map(\.onlyValues)
    let cases = values.compactMap(\.self).joined()
    let mayBeOther = values.count < alternatives.count
    guard alternatives.count > 1, !cases.isEmpty, !values.contains(nil), assertsOnlyParts,
      Set(cases.map(\.value)).count == cases.count
    else { return }
    let joined = Enumeration(cases: Array(cases))
    // With `oneOf`, a known text would match two alternatives.
    guard let base = joined.base, !mayBeOther || (base == .string && list == \.anyOf && isOpen != false)
    else {
      return
    }
    self[keyPath: list] = []
    types = [base == .string ? .string : .integer]
    enumeration = joined
    if mayBeOther { isOpen = true }
  }

  private var isAnyText: Bool {
    var rest = annotated
    rest.types = [.string]
    return rest == self
  }

  /// The values, if they are all that the schema contains; otherwise nil.
  private var onlyValues: [Enumeration.Case]? {
    guard ownType == nil else { return nil }
    var rest = annotated
    rest.types = types
    rest.const = const
    rest.enumeration = enumeration
    // Other values of an open enumeration have its type.
    guard rest == self, const == nil || enumeration == nil, enumeration == nil || isOpen == false else {
      return nil
    }
    return const.map { [.init(value: $0, swiftName: swiftName, span: span)] } ?? enumeration?.cases
  }

  /// A schema without constraints that has this one's annotations.
  var annotated: Schema {
    var schema = Schema(span: span)
    schema.copyAnnotations(of: self)
    return schema
  }

  /// Whether null is the only value.
  private var isNull: Bool {
    types == [.null] || const == .null
      || enumeration.map { !$0.cases.isEmpty && $0.cases.allSatisfy { $0.value == .null } } ?? false
  }

  /// Whether the schema would accept anything without its parts.
  private var assertsOnlyParts: Bool {
    var rest = annotated
    rest.allOf = allOf
    rest.anyOf = anyOf
    rest.oneOf = oneOf
    rest.isNullable = isNullable
    return rest == self
  }

  private mutating func copyAnnotations(of other: Schema) {
    title = other.title
    documentation = other.documentation
    defaultValue = other.defaultValue
    examples = other.examples
    isReadOnly = other.isReadOnly
    isWriteOnly = other.isWriteOnly
    contentEncoding = other.contentEncoding
    contentMediaType = other.contentMediaType
    swiftName = other.swiftName
    ownType = other.ownType
    isNewtype = other.isNewtype
    isOpen = other.isOpen
    lenience = other.lenience
    isSecret = other.isSecret
    isAutomatic = other.isAutomatic
    validator = other.validator
  }

  /// The schema with the annotations of an outer one, which take precedence.
  private func annotated(by outer: Schema) -> Schema {
    var schema = self
    schema.span = outer.span
    if outer.documentation.summary != nil || outer.documentation.details != nil {
      schema.documentation.summary = outer.documentation.summary
      schema.documentation.details = outer.documentation.details
    }
    schema.documentation.deprecation = outer.documentation.deprecation ?? documentation.deprecation
    if types != [.null] { schema.isNullable = isNullable || outer.isNullable }
    schema.defaultValue = outer.defaultValue ?? defaultValue
    if !outer.examples.isEmpty { schema.examples = outer.examples }
    schema.isReadOnly = isReadOnly || outer.isReadOnly
    schema.isWriteOnly = isWriteOnly || outer.isWriteOnly
    schema.contentEncoding = outer.contentEncoding ?? contentEncoding
    schema.contentMediaType = outer.contentMediaType ?? contentMediaType
    schema.swiftName = outer.swiftName ?? swiftName
    schema.ownType = outer.ownType ?? ownType
    schema.isNewtype = isNewtype || outer.isNewtype
    schema.isOpen = outer.isOpen ?? isOpen
    schema.lenience = lenience.union(outer.lenience)
    schema.isSecret = isSecret || outer.isSecret
    schema.isAutomatic = isAutomatic || outer.isAutomatic
    return schema
  }
}
