import APIModel
import Diagnostics

extension API {
  /// Gives different Swift names to definitions of documents whose names would be the same. The later of two gets
  /// another name, always the same for the same document. Names that are too long are shortened, with a note.
  public func resolvingNames(into sink: inout DiagnosticSink) -> API {
    var api = self
    for position in api.modules.indices where api.modules[position].origin == .document {
      var resolver = NameResolver(api.modules[position])
      api.modules[position] = resolver.resolve()
      for diagnostic in resolver.notes { sink.append(diagnostic) }
    }
    return api
  }
}

/// Sets `swiftName` wherever the usual name is taken or unusable.
private struct NameResolver {
  private var module: Module
  private let index: SchemaIndex
  /// Top-level types.
  private var types: NumberedNames
  /// The names of all top-level types.
  private var all: Set<String> = []
  /// Types that had to be moved out of their enclosing types.
  private var moved: [NamedSchema] = []
  private var schemaNames: Set<String>
  /// What is said about names that were shortened.
  private(set) var notes: [Diagnostic] = []

  init(_ module: Module) {
    self.module = module
    index = SchemaIndex(module)
    types = NumberedNames(avoiding: [module.name.text], ignoringCase: true)
    schemaNames = Set(module.schemas.map(\.name.text))
  }

  mutating func resolve() -> Module {
    notes += nameGroups(of: &module)
    nameEndpoints()
    nameSchemas()
    for position in module.schemas.indices {
      let schema = module.schemas[position]
      module.schemas[position].schema = named(schema.schema, in: schema.name.text)
    }
    for position in module.endpoints.indices {
      var endpoint = module.endpoints[position]
      nameWithin(&endpoint)
      module.endpoints[position] = endpoint
    }
    nameOthers()
    module.schemas += moved
    return module
  }

  // MARK: Types and methods

  private mutating func nameEndpoints() {
    let groups = EndpointGroups(module).groups
    for group in groups {
      _ = types.takeIfFree(group.type)
      all.insert(group.type)
    }
    if module.webhooks != nil {
      let events = ModuleNames(module).webhookEvent
      _ = types.takeIfFree(events)
      all.insert(events)
    }
    var scopes: [[String]: NumberedNames] = [
      []: NumberedNames(avoiding: groups.filter { $0.parent == nil }.map(\.name), ignoringCase: true)
    ]
    for position in module.endpoints.indices {
      let endpoint = module.endpoints[position]
      var name = SwiftName.method(endpoint)
      let prefix = SwiftName.groupPrefix(endpoint.group)
      let short = shortened(name, to: longestDerivedName - prefix.utf8.count - "Request".utf8.count)
      if short != name {
        notes.append(note(on: "the operation", endpoint.name, is: short))
        name = short
      }
      let scope = endpoint.group.map(\.text)
      var methods = scopes.removeValue(forKey: scope) ?? NumberedNames(ignoringCase: true)
      defer { scopes[scope] = methods }
      var free = methods.take(name)
      var request = endpoint
      request.swiftName = Name(free, span: endpoint.name.span)
      while !types.takeIfFree(SwiftName.request(request)) {
        free = methods.take(name)
        request.swiftName?.text = free
      }
      module.endpoints[position].swiftName = request.swiftName
      all.insert(SwiftName.request(request))
    }
  }

  private mutating func nameSchemas() {
    var members = NumberedNames()
    for position in module.schemas.indices {
      let schema = module.schemas[position]
      var name = SwiftName.type(schema.name.text)
      let short = shortened(name)
      if short != name {
        notes.append(note(on: "the schema", schema.name, is: short))
        name = short
      }
      let candidates = [name, name.hasSuffix("Request") ? name + "Body" : name + "Model"]
      var free = candidates.first { types.takeIfFree($0) } ?? types.take(candidates[1])
      // Members of `Schemas` are named like the types, but two types may lead to the same member.
      while !members.takeIfFree(SwiftName.member(free)) { free = types.take(name) }
      module.schemas[position].schema.swiftName = Name(free, span: schema.name.span)
      all.insert(free)
    }
  }

  // MARK: Schemas

  /// A name that is free within the type.
  private func usable(_ name: String) -> String {
    var name = name
    while all.contains(name) || unusableNestedTypeNames.contains(name) || unusableMemberNames.contains(name) {
      name += "Value"
    }
    return name
  }

  /// The schema with the names of everything in it.
  private mutating func named(_ schema: Schema, in owner: String) -> Schema {
    var schema = schema
    nameProperties(of: &schema, in: owner)
    nameCases(of: &schema)
    nameAlternatives(of: &schema, in: owner)
    for applicator in [Applicator.items, .additionalProperties] {
      if let inner = schema[applicator] { schema[applicator] = named(inner, in: owner) }
    }
    if !schema.array.prefixItems.isEmpty {
      var names = NumberedNames()
      for position in schema.array.prefixItems.indices {
        let name = names.take("element\(position)")
        schema.array.prefixItems[position] = move(
          schema.array.prefixItems[position], from: owner, as: name)
      }
    }
    return schema
  }

  private mutating func nameProperties(of schema: inout Schema, in owner: String) {
    guard !schema.object.properties.isEmpty else { return }
    var members = NumberedNames(avoiding: ["additionalProperties"])
    var nested: Set<String> = ["AdditionalProperty"]
    // Names that somebody has chosen come first.
    for property in schema.object.properties {
      if let chosen = property.schema.swiftName?.text { _ = members.takeIfFree(chosen) }
    }
    for position in schema.object.properties.indices {
      var property = schema.object.properties[position]
      let usual = SwiftName.member(property.name.text)
      let name = property.schema.swiftName?.text ?? members.take(usable(usual))
      let swiftName = name == usual ? nil : Name(name, span: property.name.span)
      if declaresType(property.schema), !isFree(property.name.text, swiftName, &nested) {
        property.schema = move(property.schema, from: owner, as: name)
      } else {
        property.schema = named(property.schema, in: "\(owner)-\(property.name.text)")
      }
      property.schema.swiftName = swiftName
      schema.object.properties[position] = property
    }
  }

  /// Turns a schema into a named one.
  private mutating func move(_ schema: Schema, from owner: String, as word: String) -> Schema {
    guard declaresType(schema) else { return named(schema, in: owner) }
    var name = "\(owner)-\(word)"
    while !schemaNames.insert(name).inserted { name += "-value" }
    var own = named(schema, in: name)
    let type = types.take(usable(shortened(SwiftName.type(name))))
    all.insert(type)
    own.swiftName = Name(type, span: schema.span)
    own.isNullable = false
    moved.append(NamedSchema(name: Name(name, span: schema.span), schema: own))
    var reference = Schema(span: schema.span)
    reference.reference = Name(name, span: schema.span)
    reference.documentation = schema.documentation
    reference.isNullable = schema.isNullable
    return reference
  }

  private mutating func nameCases(of schema: inout Schema) {
    guard let enumeration = schema.enumeration, enumeration.base != nil else { return }
    var names = NumberedNames()
    for position in enumeration.cases.indices {
      let known = enumeration.cases[position]
      let wire =
        switch known.value {
        case .string(let text): text
        case .number(let number): number.text
        default: ""
        }
      let usual = SwiftName.constant(wire.isEmpty ? "empty" : wire)
      let wanted = known.swiftName.map { SwiftName.constant($0.text) } ?? usual
      var name = wanted
      while unusableStaticNames.contains(name) || name != usable(name) { name += "Value" }
      let free = names.take(name)
      schema.enumeration?.cases[position].swiftName =
        free == usual && !wire.isEmpty ? nil : Name(free, span: known.span)
    }
  }

  private mutating func nameAlternatives(of schema: inout Schema, in owner: String) {
    var names = NumberedNames(avoiding: avoidedCaseNames)
    let forms = schema.oneOf.isEmpty && schema.anyOf.isEmpty ? nil : index.forms(ofUnion: schema)
    let all = schema.oneOf + schema.anyOf
    let first = schema.oneOf.count
    func name(_ alternative: Schema, at position: Int) -> Schema {
      var alternative = alternative
      var wanted = index.caseName(alternative, position: position)
      if alternative.reference == nil {
        alternative.swiftName = nil
        wanted = caseName(of: alternative, at: position, of: all, forms)
      }
      var name = SwiftName.member(wanted, avoiding: avoidedCaseNames)
      if let reference = alternative.reference, let type = index[reference.text]?.swiftName?.text {
        name = SwiftName.member(type, avoiding: avoidedCaseNames)
      }
      let free = names.take(usable(name))
      alternative.swiftName = Name(free, span: alternative.span)
      return alternative
    }
    for position in schema.oneOf.indices {
      schema.oneOf[position] = name(schema.oneOf[position], at: position)
    }
    for position in schema.anyOf.indices {
      schema.anyOf[position] = name(schema.anyOf[position], at: first + position)
    }
    for position in schema.oneOf.indices { schema.oneOf[position] = inner(schema.oneOf[position], in: owner) }
    for position in schema.anyOf.indices { schema.anyOf[position] = inner(schema.anyOf[position], in: owner) }
  }

  private mutating func inner(_ alternative: Schema, in owner: String) -> Schema {
    let name = alternative.swiftName
    var schema = named(alternative, in: "\(owner)-\(name?.text ?? "")")
    schema.swiftName = name
    return schema
  }

  /// A word for an alternative without a name: its title, its tag, or the type of its values.
  private func caseName(
    of schema: Schema, at position: Int, of all: [Schema], _ forms: UnionForms?
  ) -> String {
    // Equal titles tell nothing apart.
    if let title = schema.title, title.utf8.count <= 40, all.filter({ $0.title == title }).count == 1 {
      return title
    }
    if case .tags(let tags)? = forms?.forms[position], tags.count == 1 { return tags[0] }
    if let words = forms?.forms[position].tagWords { return words }
    switch index.shape(of: schema) {
    case .object:
      if case .keys(let keys)? = forms?.forms[position], let key = keys.first { return key }
      return "object"
    case .array:
      guard let items = schema[.items] else { return "list" }
      if let reference = items.reference { return reference.text + "_list" }
      return items.types.count == 1 ? "\(items.types[0].rawValue)s" : "list"
    case .enumeration: return index.knownName(of: schema) ?? "known"
    case .scalar:
      if let name = schema.format.flatMap(SchemaIndex.name(of:)) { return name }
      if case .string(let text)? = schema.const { return text }
      // Of several with one JSON type, the format is what differs.
      let isAlone = all.filter { $0.reference == nil && $0.types == schema.types }.count == 1
      if !isAlone, let format = schema.format?.name { return format }
      return schema.types.count == 1 ? schema.types[0].rawValue : "value"
    default: return index.typeName(of: schema) ?? "alternative\(position + 1)"
    }
  }

  private func declaresType(_ schema: Schema) -> Bool {
    if schema.reference != nil { return false }
    switch index.typeShape(of: schema) {
    case .object, .tuple, .union, .enumeration: return true
    case .array: return schema[.items].map(declaresType) ?? false
    case .map: return schema[.additionalProperties].map(declaresType) ?? false
    case .scalar, .any, .reference: return false
    }
  }

  // MARK: Endpoints

  private mutating func nameWithin(_ endpoint: inout Endpoint) {
    let owner = endpoint.swiftName?.text ?? endpoint.name.text
    let request = SwiftName.request(endpoint)
    var members = NumberedNames(avoiding: unusableRequestNames.union(["payload", "token", request]))
    var nested: Set<String> = ["Payload", "PayloadElement", "ResponseValue", "Element", "Part", request]
    for position in endpoint.parameters.indices {
      var parameter = endpoint.parameters[position]
      let word = (parameter.label ?? parameter.name).text
      let usual = SwiftName.member(word, avoiding: unusableRequestNames)
      var name = usable(usual)
      if !members.takeIfFree(name) {
        let other = SwiftName.member("\(word)_\(parameter.location.rawValue)", avoiding: unusableRequestNames)
        name = members.take(usable(other))
      }
      let swiftName = name == usual ? nil : Name(name, span: parameter.name.span)
      parameter.schema = within(
        parameter.schema, parameter.name.text, swiftName ?? parameter.label, of: owner, &nested)
      parameter.schema.swiftName = swiftName
      endpoint.parameters[position] = parameter
    }
    if case .multipart(var parts) = endpoint.body {
      for position in parts.indices {
        let word = parts[position].name.text
        let usual = SwiftName.member(word, avoiding: unusableRequestNames)
        let name = members.take(usable(usual))
        parts[position].swiftName = name == usual ? nil : Name(name, span: parts[position].name.span)
        if case .value(let schema) = parts[position].content {
          parts[position].content = .value(
            within(schema, word, parts[position].swiftName, of: owner, &nested))
        }
      }
      endpoint.body = .multipart(parts)
    } else if let schemas = endpoint.body?.schemas, !schemas.isEmpty {
      endpoint.body?.schemas = schemas.map { named($0, in: "\(owner)-payload") }
    }
    var headers = NumberedNames(avoiding: ["reader"])
    for position in endpoint.headers.indices {
      let header = endpoint.headers[position]
      let usual = SwiftName.member(header.name.text, avoiding: ["reader"])
      let name = headers.take(usable(usual))
      var schema = move(header.schema, from: owner, as: header.name.text)
      schema.swiftName = name == usual ? nil : Name(name, span: header.name.span)
      endpoint.headers[position].schema = schema
    }
    for position in endpoint.responses.indices {
      endpoint.responses[position].payload.changeSchema { $0 = named($0, in: "\(owner)-answer") }
    }
    for position in endpoint.failures.indices {
      endpoint.failures[position].payload.changeSchema { $0 = named($0, in: "\(owner)-failure") }
    }
  }

  /// The schema of a parameter or part, whose type is nested in the request unless the name is taken.
  private mutating func within(
    _ schema: Schema, _ word: String, _ swiftName: Name?, of owner: String, _ nested: inout Set<String>
  ) -> Schema {
    if declaresType(schema), !isFree(word, swiftName, &nested) {
      return move(schema, from: owner, as: word)
    }
    return named(schema, in: "\(owner)-\(word)")
  }

  /// Takes the names that a nested type has by the name of its property in the document and in Swift.
  ///
  /// - Returns: whether nothing else has one of them.
  private func isFree(_ word: String, _ swiftName: Name?, _ nested: inout Set<String>) -> Bool {
    let names = Set([word, swiftName?.text ?? word].map(SwiftName.nestedType))
    defer { nested.formUnion(names) }
    return nested.isDisjoint(with: names)
  }

  private mutating func nameEvents() {
    guard var webhooks = module.webhooks else { return }
    var names = NumberedNames(avoiding: unusableEventNames)
    var nested: Set<String> = []
    for position in webhooks.events.indices {
      let event = webhooks.events[position]
      let usual = SwiftName.constant(event.name.text, avoiding: unusableEventNames)
      let name = names.take(usable(usual))
      webhooks.events[position].swiftName = name == usual ? nil : Name(name, span: event.name.span)
      webhooks.events[position].payload = event.payload.map {
        within($0, event.name.text, webhooks.events[position].swiftName, of: "webhook-event", &nested)
      }
    }
    module.webhooks = webhooks
  }

  private mutating func nameOthers() {
    nameEvents()
    var members = NumberedNames(avoiding: unusableClientParameterNames)
    for position in module.credentials.indices {
      let credential = module.credentials[position]
      let usual = SwiftName.member(credential.name.text, avoiding: unusableClientParameterNames)
      let name = members.take(usable(usual))
      module.credentials[position].swiftName = name == usual ? nil : Name(name, span: credential.name.span)
    }
  }
}
