import APIModel
import Diagnostics

/// The Swift names of a module's named schemas.
struct TypeNames {
  enum Kind {
    /// A type of its own.
    case type(String)
    /// A `typealias`, with its constraints in `Constraints`.
    case alias(Alias)

    /// The name in Swift.
    var name: String {
      switch self {
      case .type(let name): name
      case .alias(let alias): alias.name
      }
    }
  }

  struct Alias {
    var name: String
    /// The name of its constraint.
    var constraintName: String
    /// The type that contains the constraints of aliases.
    var constraints: String
    /// Whether the schema has constraints besides its type.
    var isConstrained: Bool
  }

  let index: SchemaIndex
  /// The names of top-level types.
  let common: ModuleNames
  private var kinds: [String: Kind] = [:]
  /// What an alias means: the last one of a chain of aliases, by the name of the first.
  private var lastAliases: [String: (alias: Alias, schema: Schema)] = [:]
  /// The names of schemas that lead back to themselves through lists, maps and other such names.
  private let circularNames: Set<String>
  /// The names of all top-level types for schemas.
  private(set) var topLevel: Set<String> = []
  /// All names at the top of the module, including requests, slices and envelopes.
  private(set) var all: Set<String> = []
  /// The user's types that stand for schemas.
  let ownTypes: OwnTypeUses
  /// Schemas without a type, because they only serve as parts of others.
  let parts: Set<String>
  /// The validators, by the schemas of documents they are made from.
  var validators: [SchemaNode.ID: SchemaLiteral] = [:]
  /// Whether an endpoint accepts a list of fields to return.
  let hasPartialResponses: Bool
  /// The schemas whose models have initializers; nil for all.
  private let initialized: Set<String>?

  init(module: Module, into sink: inout DiagnosticSink) {
    index = SchemaIndex(module)
    common = ModuleNames(module)
    circularNames = namesInCircles(module.schemas.lazy.map(\.name.text), targets: index.namesBehind)
    parts = module.schemasUsedOnlyAsParts()
    ownTypes = OwnTypeUses(module, in: index)
    hasPartialResponses = module.endpoints.contains { $0.policies.partial != nil }
    initialized =
      module.initializers == .all ? nil : module.schemas(reachableFrom: module.inputs, in: index)
    var scope = NameScope("two types", ignoringCase: true)
    var schemaScope = NameScope("two members of 'Constraints'")
    var sources: [String: Name] = [:]
    var aliasNames: Set<String> = []
    func claim(_ name: String, for source: Name, _ what: String, remedy: String? = nil) {
      sources[name] = sources[name] ?? source
      if name == module.name.text {
        sink.error(
          .reservedName,
          "\(what) '\(source.text)' becomes a type with the name of its module, and Swift would look up '\(name).Client' "
            + "in that type; give it another name, or set 'name' under 'module'", at: source.span)
      }
      scope.claim(name, for: source, remedy: remedy, into: &sink)
      all.insert(name)
    }
    for name in common.reserved.sorted() where name != common.envelope {
      claim(name, for: module.typePrefix ?? module.name, "the prefix")
      topLevel.insert(name)
    }
    var aliasSchemas: [(name: String, schema: Schema)] = []
    for definition in module.schemas {
      let name = common.type(definition.name.text, override: definition.schema.swiftName?.text)
      claim(name, for: definition.schema.swiftName ?? definition.name, "the schema")
      topLevel.insert(name)
      if hasTypeOfItsOwn(definition) {
        kinds[definition.name.text] = .type(name)
      } else {
        let alias = Alias(
          name: name, constraintName: SwiftName.member(name), constraints: common.constraints,
          isConstrained: true)
        schemaScope.claim(
          alias.constraintName, for: definition.schema.swiftName ?? definition.name, into: &sink)
        kinds[definition.name.text] = .alias(alias)
        // A user-defined type with the schema's name needs no other.
        if definition.schema.ownType?.type.text == name { aliasNames.insert(name) }
        aliasSchemas.append((definition.name.text, definition.schema))
      }
    }
    let groups = EndpointGroups(module)
    groups.claimMembers(of: module, into: &sink)
    // `a-b` and `b` in `a` only have the same type. Two properties of the same name have been reported.
    var properties: Set<[String]> = []
    for group in groups.groups {
      guard let name = group.path.last,
        properties.insert(group.path.dropLast().map(\.text) + [group.name]).inserted
      else { continue }
      claim(group.type, for: name, "the group", remedy: "rename the group")
    }
    for endpoint in module.endpoints {
      claim(common.request(endpoint), for: endpoint.swiftName ?? endpoint.name, "the endpoint")
    }
    for slice in module.slices { claim(common.type(slice.name.text), for: slice.name, "the slice") }
    if let event = module.webhooks?.events.first {
      claim(common.webhookEvent, for: event.name, "the type of the webhooks' events")
      topLevel.insert(common.webhookEvent)
    }
    let envelopes = EnvelopeNames(module)
    for envelope in module.envelopes where envelopes.isUsed(envelope) {
      claim(envelopes.name(envelope.name.text), for: envelope.name, "the envelope")
    }
    ownTypes.check(in: module, against: sources, aliases: aliasNames, into: &sink)
    topLevel.formUnion(ownTypes.roots)
    all.formUnion(ownTypes.roots)
    for definition in module.schemas where parts.contains(definition.name.text) {
      guard let own = definition.schema.ownType else { continue }
      sink.warning(
        .unusedDefinition,
        "'\(own.type.text)' isn't used: no value is only a '\(definition.name.text)', which is a part of other schemas",
        at: own.type.span)
    }
    var known: Set<String> = []
    for (name, _) in aliasSchemas { findConstraints(from: name, &known) }
    lastAliases = chainEnds(of: aliasSchemas.lazy.map(\.name), next: nextAlias) { name in
      guard case .alias(let alias)? = kinds[name], let schema = index[name] else { return nil }
      if case .reference = index.typeShape(of: schema) { return nil }
      return (alias, schema)
    } before: {
      $1
    }
  }

  /// Determines whether an alias is constrained, after all aliases that it refers to. It doesn't recurse, because chains of
  /// names can be long.
  private mutating func findConstraints(from name: String, _ known: inout Set<String>) {
    var pending: [(name: String, isVisited: Bool)] = [(name, false)]
    while let (name, isVisited) = pending.popLast() {
      guard case .alias(var alias)? = kinds[name], let schema = index[name] else { continue }
      if isVisited {
        let expressions = SchemaExpression(names: self)
        alias.isConstrained =
          schema.validator != nil
          || expressions.alias(of: schema, constraint: expressions.constraint(of: schema)) != nil
        kinds[name] = .alias(alias)
      } else if known.insert(name).inserted {
        pending.append((name, true))
        pending += schema.references.map { ($0, false) }
      }
    }
  }

  /// The alias that a schema, which is one itself, is only another name for.
  private func nextAlias(_ name: String) -> String? {
    guard let schema = index[name], case .reference = index.typeShape(of: schema),
      let next = schema.reference?.text, case .alias? = kinds[next]
    else { return nil }
    return next
  }

  /// What an alias means: the last one of a chain of aliases, with its schema; nil if that is any JSON.
  func meaning(ofAlias name: String) -> (alias: Alias, schema: Schema)? { lastAliases[name] }

  /// Names that a member can't have, because generated code uses them where the member would be found first.
  func reserved(beside members: Set<String>) -> [Set<String>] {
    [members, unusableMemberNames, unusableNestedTypeNames, all]
  }

  /// A reference to a schema's validator.
  func validator(of schema: Schema) -> SchemaLiteral? { schema.validator.flatMap { validators[$0] } }

  /// The Swift type of a named schema.
  func kind(of name: String) -> Kind? { kinds[name] }

  /// Whether models declare their initializers: those of a named schema and of what it contains, or those of a response.
  func initializes(_ schema: String?) -> Bool {
    guard let initialized else { return true }
    return schema.map(initialized.contains) ?? false
  }

  private func hasTypeOfItsOwn(_ definition: NamedSchema) -> Bool {
    switch index.typeShape(of: definition.schema) {
    case .object, .tuple, .union, .enumeration: true
    case .map, .array, .scalar, .any, .reference: needsWrapper(definition)
    }
  }

  /// Whether a schema that Swift has a type for is wrapped in its own type: because the spec says so, or because a
  /// `typealias` can't contain itself.
  func needsWrapper(_ definition: NamedSchema) -> Bool {
    definition.schema.isNewtype || circularNames.contains(definition.name.text)
  }
}

extension SchemaIndex {
  /// The named schemas that one leads to through lists, maps and other names.
  fileprivate func namesBehind(_ name: String) -> [String] {
    var names: [String] = []
    var pending = [self[name]].compactMap(\.self)
    while let schema = pending.popLast() {
      switch typeShape(of: schema) {
      case .array, .map, .reference: break
      case .object, .tuple, .union, .enumeration, .scalar, .any: continue
      }
      pending += [schema[.items], schema[.additionalProperties], schema.object.keys?.value].compactMap(\.self)
      pending += schema.object.patternProperties.map(\.schema)
      if let reference = schema.reference?.text, self[reference] != nil { names.append(reference) }
    }
    return names
  }
}
