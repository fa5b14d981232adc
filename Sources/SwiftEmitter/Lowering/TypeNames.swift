import APIModel
import Diagnostics

/// The Swift names of a module's named schemas.
struct TypeNames {
  enum Kind {
    /// A type of its own.
    case type(String)
    /// A `typealias`, with its schema in `Schemas`.
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
    var schemaName: String
    /// The type that contains the schemas of aliases.
    var schemas: String
    /// Whether the schema has constraints besides its type.
    var isConstrained: Bool

    /// A reference to its schema.
    var schema: SchemaLiteral { .member(of: schemas, name: schemaName) }
  }

  let index: SchemaIndex
  /// The names of top-level types.
  let common: ModuleNames
  private var kinds: [String: Kind] = [:]
  /// The names of all top-level types for schemas.
  private(set) var topLevel: Set<String> = []
  /// All names at the top of the module, including requests, slices and envelopes.
  private(set) var all: Set<String> = []
  /// Schemas without a type, because they only serve as parts of others.
  let parts: Set<String>
  /// The validators, by the schemas of documents they are made from.
  var validators: [SchemaNode.ID: SchemaLiteral] = [:]
  /// Whether an endpoint accepts a list of fields to return.
  let hasPartialAnswers: Bool

  init(module: Module, into sink: inout DiagnosticSink) {
    index = SchemaIndex(module)
    common = ModuleNames(module)
    parts = module.schemasUsedOnlyAsParts()
    hasPartialAnswers = module.endpoints.contains { $0.policies.partial != nil }
    var scope = NameScope("two types", ignoringCase: true)
    var schemaScope = NameScope("two members of 'Schemas'")
    func claim(_ name: String, for source: Name, _ what: String) {
      if name == module.name.text {
        sink.error(
          .reservedName,
          "\(what) '\(source.text)' becomes a type with the name of its module, and Swift would look up '\(name).Client' "
            + "in that type; give it another name, or set 'name' under 'module'", at: source.span)
      }
      scope.claim(name, for: source, into: &sink)
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
          name: name, schemaName: SwiftName.member(name), schemas: common.schemas, isConstrained: true)
        schemaScope.claim(
          alias.schemaName, for: definition.schema.swiftName ?? definition.name, into: &sink)
        kinds[definition.name.text] = .alias(alias)
        aliasSchemas.append((definition.name.text, definition.schema))
      }
    }
    let groups = EndpointGroups(module)
    groups.claimMembers(of: module, into: &sink)
    for group in groups.groups {
      if let name = group.path.last { claim(group.type, for: name, "the group") }
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
    let expression = SchemaExpression(names: self)
    for (name, schema) in aliasSchemas {
      guard case .alias(var alias)? = kinds[name] else { continue }
      alias.isConstrained = expression.constraint(of: schema) != nil
      kinds[name] = .alias(alias)
    }
  }

  /// Names that a member can't have, because generated code uses them where the member would be found first.
  func reserved(beside members: Set<String>) -> [Set<String>] {
    [members, unusableMemberNames, unusableNestedTypeNames, all]
  }

  /// A reference to a schema's validator.
  func validator(of schema: Schema) -> SchemaLiteral? { schema.validator.flatMap { validators[$0] } }

  /// The Swift type of a named schema.
  func kind(of name: String) -> Kind? { kinds[name] }

  private func hasTypeOfItsOwn(_ definition: NamedSchema) -> Bool {
    switch index.shape(of: definition.schema) {
    case .object, .tuple, .union, .enumeration: true
    case .map, .array, .scalar, .any, .reference: needsWrapper(definition)
    }
  }

  /// Whether a schema that Swift has a type for is wrapped in its own type: because the spec says so, or because a
  /// `typealias` can't contain itself.
  func needsWrapper(_ definition: NamedSchema) -> Bool {
    definition.schema.isNewtype || isReachable(definition.name.text, from: definition.schema)
  }

  /// Whether a name is reachable through lists, maps and other such names.
  private func isReachable(_ name: String, from schema: Schema) -> Bool {
    var seen: Set<String> = []
    var pending = [schema]
    while let schema = pending.popLast() {
      switch index.shape(of: schema) {
      case .array, .map, .reference: break
      case .object, .tuple, .union, .enumeration, .scalar, .any: continue
      }
      pending += [schema[.items], schema[.additionalProperties], schema.object.keys?.value].compactMap(\.self)
      pending += schema.object.patternProperties.map(\.schema)
      guard let reference = schema.reference?.text else { continue }
      if reference == name { return true }
      if seen.insert(reference).inserted, let target = index[reference] { pending.append(target) }
    }
    return false
  }
}
