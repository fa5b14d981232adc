import APIModel

/// The types of a module's named schemas and slices: which of them are declared, and how they are lowered.
struct ModelLowering: Sendable {
  let module: Module
  let names: TypeNames

  /// The named schemas with a declaration of their own.
  var declared: [(definition: NamedSchema, kind: TypeNames.Kind)] {
    module.schemas.compactMap { definition in
      guard !names.parts.contains(definition.name.text), let kind = names.kind(of: definition.name.text)
      else {
        return nil
      }
      // A user-defined type with the schema's name needs no other.
      if case .alias(let alias) = kind, !alias.isConstrained,
        definition.schema.ownType?.type.text == alias.name
      {
        return nil
      }
      return (definition, kind)
    }
  }

  /// Whether an alias has constraints.
  var hasConstraints: Bool {
    declared.contains { if case .alias(let alias) = $0.kind { alias.isConstrained } else { false } }
  }

  /// Lowers a named schema to its type, and the types nested in it.
  func lower(_ definition: NamedSchema, _ kind: TypeNames.Kind) -> SchemaLowering {
    var lowering = SchemaLowering(
      names: names, isValidated: definition.source != nil, of: definition.name.text)
    switch kind {
    case .type(let type):
      lowering.declare(definition.schema, as: Place(name: type), wrapped: names.needsWrapper(definition))
    case .alias(let alias):
      lowering.declare(definition.schema, as: Place(alias: alias.name))
    }
    return lowering
  }

  /// Lowers a slice to its type, and the types nested in it.
  func lower(_ slice: Slice) -> SchemaLowering {
    var lowering = SchemaLowering(names: names)
    lowering.declare(slice, as: names.common.type(slice.name.text))
    return lowering
  }
}
