import APIModel

/// An expression for the runtime's `Constraint`: keyword by keyword, or a whole schema if it has keywords that only
/// `WGNAPISchema` knows.
struct ConstraintLiteral: Sendable, Hashable {
  private let schema: SchemaLiteral

  /// The constraint of satisfying a schema.
  init(_ schema: SchemaLiteral) { self.schema = schema }

  /// The constraint that null satisfies, too.
  var nullable: ConstraintLiteral { ConstraintLiteral(.nullable(schema)) }

  /// The constraint of all these; nil for none.
  static func all(_ constraints: [ConstraintLiteral]) -> ConstraintLiteral? {
    constraints.count > 1
      ? ConstraintLiteral(.keywords([.list(.allOf, constraints.map(\.schema))])) : constraints.first
  }
}

extension ConstraintLiteral: CodeConvertible {
  var code: Code { schema.constraintCode ?? .array([Self.whole(schema)]) }

  private static func whole(_ schema: SchemaLiteral) -> Code {
    .call(".schema", [schema.code]).needing(.schemasInside)
  }
}

extension SchemaLiteral {
  /// The expression of a constraint; nil if it needs a schema.
  fileprivate var constraintCode: Code? {
    switch self {
    case .boolean, .value, .located, .member: return nil
    case .constraint(let type, let name): return "\(type).\(SwiftName.escaped(name))"
    case .nullable(let schema): return schema.constraintCode.map { .call(".nullable", [$0]) }
    case .keywords(let keywords):
      let codes = keywords.compactMap(\.constraintCode)
      return codes.count == keywords.count ? .array(codes) : nil
    }
  }
}

extension SchemaKeyword<SchemaLiteral> {
  /// The expression of a constraint's keyword; nil if constraints don't have it.
  fileprivate var constraintCode: Code? {
    switch self {
    case .type, .enumeration, .const, .limit, .format(_, isAsserted: false), .uniqueItems, .required, .inText:
      return code
    case .pattern(let text): return Code.call(".pattern", [.string(text)]).needing(.formats)
    case .format(let name, isAsserted: true):
      return Code.call(".format", [.string(name), "asserted: true"]).needing(.formats)
    case .count(let count, _): return [.minContains, .maxContains].contains(count) ? nil : code
    case .dependentRequired: return code
    case .applied(let applicator, let schema):
      guard [.items, .additionalProperties, .propertyNames, .not].contains(applicator) else { return nil }
      return schema.constraintCode.map { .call(".\(applicator.rawValue)", [$0]) }
    case .list(let applicator, let schemas):
      guard [.allOf, .anyOf, .oneOf].contains(applicator) else { return nil }
      let codes = schemas.compactMap(\.constraintCode)
      return codes.count == schemas.count ? .call(".\(applicator.rawValue)", [.array(codes)]) : nil
    case .ref(let target):
      // A constraint in place is one of several that all apply.
      return target.constraintCode.map { .call(".allOf", [.array([$0])]) }
    case .dynamicRef, .map: return nil
    }
  }
}
