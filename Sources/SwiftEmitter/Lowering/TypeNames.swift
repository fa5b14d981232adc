import APIModel
import Diagnostics

/// What each named schema of a module is called in Swift.
struct TypeNames {
  enum Kind {
    /// A type of its own.
    case type(String)
    /// A `typealias`; its schema stands under `Schemas`.
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
    /// The type that has the schemas of aliases.
    var schemas: String
    /// Whether the schema demands more than the type does.
    var isConstrained: Bool

    /// What refers to its schema.
    var schema: SchemaLiteral { .member(of: schemas, name: schemaName) }
  }

  let index: SchemaIndex
  /// How types at the module's top are named.
  let common: ModuleNames
  private var kinds: [String: Kind] = [:]
  /// The names of all types at the module's top.
  private(set) var topLevel: Set<String> = []
  /// The names of everything at the module's top, requests, slices and envelopes included.
  private(set) var all: Set<String> = []
  /// The spec's names of schemas that become no type, because they serve only as parts of others.
  let parts: Set<String>
  /// What validators are called, by the schemas of documents that they are made of.
  var validators: [SchemaNode.ID: SchemaLiteral] = [:]
  /// Whether an endpoint answers with some fields only, if it is asked to.
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

  /// What no member may be called by hand: names that generated code uses where the member would be found first.
  func reserved(beside members: Set<String>) -> [Set<String>] {
    [members, unusableMemberNames, unusableNestedTypeNames, all]
  }

  /// What refers to a schema's validator.
  func validator(of schema: Schema) -> SchemaLiteral? { schema.validator.flatMap { validators[$0] } }

  /// What the named schema is in Swift.
  func kind(of name: String) -> Kind? { kinds[name] }

  private func hasTypeOfItsOwn(_ definition: NamedSchema) -> Bool {
    switch index.shape(of: definition.schema) {
    case .object, .tuple, .union, .enumeration: true
    case .map, .array, .scalar, .any, .reference: needsWrapper(definition)
    }
  }

  /// Whether a schema that Swift has a type for gets one of its own around it: because the spec says so, or because a
  /// `typealias` can't contain itself.
  func needsWrapper(_ definition: NamedSchema) -> Bool {
    definition.schema.isNewtype || isReachable(definition.name.text, from: definition.schema)
  }

  /// Whether a name is found by following lists, maps and other such names.
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
