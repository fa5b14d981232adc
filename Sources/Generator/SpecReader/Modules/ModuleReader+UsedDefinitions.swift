import APIModel
import Diagnostics

extension ModuleReader {
  /// Adds the module's own definitions, and the definitions that it uses from libraries.
  ///
  /// Its own come first, then the libraries' in import order.
  func collectDefinitions(into module: inout Module) {
    for definition in folder.definitions[.schemas] ?? [] {
      guard let schema = folder.schemas[definition.name.text] else { continue }
      module.schemas.append(
        NamedSchema(name: definition.name, schema: schema))
    }
    var usedEnvelopes = Set(module.endpoints.compactMap(\.envelope?.text))
    for definition in folder.definitions[.envelopes] ?? [] {
      guard let envelope = folder.envelopes[definition.name.text] else { continue }
      module.envelopes.append(envelope)
      usedEnvelopes.remove(definition.name.text)
    }
    let libraries = folder.libraries()
    for library in libraries {
      for definition in library.definitions[.envelopes] ?? []
      where usedEnvelopes.contains(definition.name.text) {
        guard var envelope = library.envelopes[definition.name.text] else { continue }
        envelope.library = library.name
        module.envelopes.append(envelope)
      }
    }
    let used = usedSchemas(of: module)
    for library in libraries {
      for definition in library.definitions[.schemas] ?? [] where used.contains(definition.name.text) {
        guard folder.owners[.schemas]?[definition.name.text] === library,
          let schema = library.schemas[definition.name.text]
        else { continue }
        module.schemas.append(
          NamedSchema(
            name: definition.name, schema: schema,
            library: library.name))
      }
    }
  }

  /// The names of all schemas that anything in the module refers to, directly or through others.
  private func usedSchemas(of module: Module) -> Set<String> {
    var references: [String] = []
    for named in module.schemas { collectReferences(of: named.schema, into: &references) }
    for envelope in module.envelopes { collectReferences(of: envelope.schema, into: &references) }
    for parameter in module.clientParameters { collectReferences(of: parameter.schema, into: &references) }
    for endpoint in module.endpoints {
      for parameter in endpoint.parameters { collectReferences(of: parameter.schema, into: &references) }
      for schema in endpoint.body?.schemas ?? [] { collectReferences(of: schema, into: &references) }
      for schema in endpoint.responseSchemas { collectReferences(of: schema, into: &references) }
    }
    for failure in module.failures {
      if let schema = failure.payload.schema { collectReferences(of: schema, into: &references) }
    }
    for schema in module.webhookSchemas { collectReferences(of: schema, into: &references) }
    references += module.slices.map(\.base.text)
    var used: Set<String> = []
    while let name = references.popLast() {
      guard used.insert(name).inserted, let schema = folder.schema(named: name) else { continue }
      collectReferences(of: schema, into: &references)
    }
    return used
  }
}

/// The named schemas that a schema mentions anywhere in it.
///
/// A loop, because schemas are large and recursion would use much of the stack.
private func collectReferences(of schema: Schema, into names: inout [String]) {
  var worklist = [schema]
  while let schema = worklist.popLast() {
    if let reference = schema.reference { names.append(reference.text) }
    names += schema.discriminator?.mapping.map(\.schema.text) ?? []
    worklist += schema.children
  }
}
