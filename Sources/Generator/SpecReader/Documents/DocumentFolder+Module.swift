import APIModel
import Diagnostics
import SpecYAML

extension DocumentFolder {
  /// Changes the module of a document as the folder says.
  ///
  /// - Parameters:
  ///   - module: what the document says.
  ///   - origins: for each of the module's endpoints, which operation it is.
  ///   - merged: types that the document only has with further keywords, where the choices for them have been made.
  ///   - missing: why operations of the document aren't among the endpoints, by id and title.
  ///   - groups: the names of groups that differ from their tags', by tag.
  ///   - sink: takes the diagnostics.
  public func adjust(
    _ module: inout Module, origins: [OperationOrigin], missing: [String: String],
    tags groups: [String: String] = [:],
    merged: [String: Schema] = [:],
    into sink: inout DiagnosticSink
  ) {
    let schemas = SchemaReader(folder: folder, report: report)
    renameTypes(in: &module)
    renameTags(in: &module, groups)
    let found = findOperations(in: module, origins, missing)
    var names = OperationNaming(report: report)
    names.rename(found, in: &module)
    takeDefinitions(of: module)
    schemas.readSchemas()
    let checked = [folder]
    checkReferenceCycles(in: checked, report)
    checkReferenceDepth(in: checked, report)
    let correction = SchemaCorrection(schemas: schemas)
    correctTypes(with: correction, merged: merged)
    for (entry, positions) in found {
      guard let position = positions.first else { continue }
      correction.correct(&module.endpoints[position], entry, newTypes: &newTypes)
    }
    takeParameters(of: module)
    EnvelopeReader(schemas: schemas).readEnvelopes()
    ErrorReader(folder: folder, report: report).readErrors()
    let context = readModule(schemas, into: &module)
    readOperations(found, schemas, in: context, of: &module)
    takeSchemas(into: &module)
    module.slices += SliceReader(schemas: schemas).readSlices()
    module.envelopes += (folder.definitions[.envelopes] ?? []).compactMap { folder.envelopes[$0.name.text] }
    if let flow = fields["tokenFlow"] { module.tokenFlow = ModuleReader(schemas: schemas).tokenFlow(flow) }
    schemas.runDeferredChecks()
    sink.append(contentsOf: report.takeDiagnostics())
  }

  // MARK: Definitions of the document

  /// Makes the document's types known to what reads the folder's specs.
  private func takeDefinitions(of module: Module) {
    for named in module.schemas {
      let name = named.name.text
      if let own = folder.index[.schemas]?[name] {
        report.error(
          .duplicateName,
          "the document has a type '\(abbreviate(name))', too; write under 'types' what is to be changed of it",
          at: own.name.span, notes: [.init("the document's is here", at: named.name.span)])
        continue
      }
      folder.index[.schemas, default: [:]][name] = Definition(
        name: Name(name, span: named.name.span), isMarkedOptional: false,
        node: .emptyMapping(at: named.name.span))
      folder.owners[.schemas, default: [:]][name] = folder
      folder.schemas[name] = named.schema
    }
    for endpoint in module.endpoints {
      folder.index[.endpoints, default: [:]][endpoint.operation] = Definition(
        name: Name(endpoint.operation, span: endpoint.name.span), group: endpoint.group,
        isMarkedOptional: false, node: .emptyMapping(at: endpoint.span))
    }
  }

  /// The parameters that policies of the module and the client may name.
  private func takeParameters(of module: Module) {
    for endpoint in module.endpoints {
      folder.endpointParameters[endpoint.operation] = endpoint.parameterNames
      for parameter in endpoint.parameters where folder.parameters[parameter.name.text] == nil {
        let label = parameter.label ?? parameter.name
        folder.parameters[parameter.name.text] = ReadParameter(
          label: label, parameter: parameter, hasLocation: true)
        folder.owners[.parameters, default: [:]][parameter.name.text] = folder
      }
    }
  }

  /// The types as they were corrected, and new ones.
  private func takeSchemas(into module: inout Module) {
    for position in module.schemas.indices {
      if let schema = folder.schemas[module.schemas[position].name.text] {
        module.schemas[position].schema = schema
      }
    }
    for definition in folder.definitions[.schemas] ?? [] {
      guard let schema = folder.schemas[definition.name.text] else { continue }
      module.schemas.append(
        NamedSchema(
          name: definition.name, schema: schema.normalized()))
    }
    module.schemas += newTypes
  }

  // MARK: The module

  private func readModule(_ schemas: SchemaReader, into module: inout Module) -> EndpointContext {
    var said = Module(name: settings.module)
    var context = EndpointContext()
    context.errors = folder.errors
    let reader = ModuleReader(schemas: schemas, isBesideDocument: true)
    reader.read(fields, into: &said, &context)
    report.checkModuleName(said.name)
    module.name = said.name
    module.access = said.access
    module.keySpans = said.keySpans
    module.errors += folder.errors
    if said.documentation.summary != nil { module.documentation = said.documentation }
    if fields["servers"] != nil { module.servers = said.servers }
    module.otherServers += said.otherServers
    module.constantHeaders = said.constantHeaders
    module.typePrefix = said.typePrefix
    module.formatTypes = said.formatTypes
    module.limits = said.limits
    module.limitFields = said.limitFields
    module.failures = said.failures
    for group in said.groups {
      if let known = module.groups.firstIndex(where: { $0.path.map(\.text) == group.path.map(\.text) }) {
        module.groups[known].documentation = group.documentation
      } else if module.endpoints.contains(where: { $0.group.map(\.text).starts(with: group.path.map(\.text)) }
      ) {
        module.groups.append(group)
      } else if let name = group.path.last {
        let groups = Set(module.endpoints.map { $0.group.map(\.text).joined(separator: ".") })
        report.unknown(
          .unusedOverride, "group",
          Name(group.path.map(\.text).joined(separator: "."), span: name.span),
          among: groups, tail: ": no operation is in it")
      }
    }
    let errors = ErrorReader(folder: folder, report: report)
    module.limitErrors = errors.resolveErrors(said.limitErrors, among: module.errors)
    takeCredentials(of: said, into: &module, &context)
    moveClientParameters(of: said, into: &module)
    return context
  }

  private func takeCredentials(
    of said: Module, into module: inout Module, _ context: inout EndpointContext
  ) {
    for credential in said.credentials {
      if let known = module.credentials.firstIndex(where: { $0.name.text == credential.name.text }) {
        module.credentials[known] = credential
      } else {
        module.credentials.append(credential)
      }
    }
    context.credentials = module.credentials
    if let authentication = said.authentication { module.authentication = authentication }
  }

  /// Parameters that the client has are no longer those of operations.
  private func moveClientParameters(of said: Module, into module: inout Module) {
    module.clientParameters = said.clientParameters
    for parameter in said.clientParameters {
      let name = parameter.name.text
      for position in module.endpoints.indices {
        let count = module.endpoints[position].parameters.count
        module.endpoints[position].parameters.removeAll {
          $0.name.text == name && $0.location == parameter.location
        }
        if module.endpoints[position].parameters.count == count {
          module.endpoints[position].omittedClientParameters.append(parameter.name)
        }
      }
    }
  }

  // MARK: Types and tags

  /// Gives types the names that the folder says, everywhere.
  private func renameTypes(in module: inout Module) {
    var taken = Dictionary(module.schemas.map { ($0.name.text, $0.name.span) }) { first, _ in first }
    var names: [String: String] = [:]
    for entry in types {
      guard let node = entry.value["name"], let name = report.name(node, for: "'name'"),
        let position = module.schemas.firstIndex(where: { $0.name.text == entry.name }),
        report.checkDefinitionName(name, of: "a type")
      else { continue }
      if name.text == entry.name {
        reportNeedless("the document calls it '\(abbreviate(name.text))' already", at: name.span, report)
      } else if let other = taken[name.text] {
        report.duplicate("the type '\(abbreviate(name.text))'", at: name.span, first: other)
      } else {
        taken[name.text] = name.span
        names[entry.name] = name.text
        renamed[entry.name] = name.text
        module.schemas[position].name.text = name.text
      }
    }
    if !names.isEmpty { module.renameReferences(names) }
  }

  /// - Parameter merged: types that the document only has with further keywords. What is said of them is only checked.
  private func correctTypes(with correction: SchemaCorrection, merged: [String: Schema]) {
    for entry in types {
      let name = renamed[entry.name] ?? entry.name
      guard folder.definitions[.schemas]?.contains(where: { $0.name.text == name }) != true,
        var schema = folder.schemas[name]
      else {
        if var schema = merged[entry.name] {
          if let node = entry.value["name"], let name = report.name(node, for: "'name'") {
            _ = report.checkDefinitionName(name, of: "a type")
          }
          correction.correct(&schema, entry.value, of: "the type '\(abbreviate(entry.name))'", at: .named)
          continue
        }
        let candidates = (folder.index[.schemas] ?? [:]).keys
        report.unknown(
          .unusedOverride, "type", Name(entry.name, span: entry.key.occurrence), among: candidates,
          tail: ": no operation that is read uses a schema of this name")
        continue
      }
      correction.correct(&schema, entry.value, of: "the type '\(abbreviate(entry.name))'", at: .named)
      folder.schemas[name] = schema
    }
  }

  /// Gives the groups that a document's tags become other names.
  ///
  /// - Parameter groups: the names of the groups, by tag.
  private func renameTags(in module: inout Module, _ groups: [String: String]) {
    guard !tags.isEmpty else { return }
    let named = Set(module.endpoints.flatMap { $0.group.map(\.text) })
    let spellings = named.map { ($0, $0) } + groups.filter { named.contains($1) && !named.contains($0) }
    let exact = Dictionary(spellings) { first, _ in first }
    let known = Dictionary(spellings.sorted { $0 < $1 }.map { ($0.lowercased(), $1) }) { first, _ in first }
    var documented = Dictionary(
      module.groups.filter { $0.path.count == 1 }.map { ($0.path[0].text, $0.documentation) }
    ) { first, _ in first }
    var renamed: [String: [Name]] = [:]
    var owners: [String: YAMLMapping.Entry] = [:]
    var documentedAgain: [EndpointGroup] = []
    for entry in tags {
      guard let old = exact[entry.name] ?? known[entry.name.lowercased()] else {
        report.unknown(
          .unusedOverride, "tag", Name(entry.name, span: entry.key.occurrence),
          among: spellings.map(\.0), tail: ": no operation that is read has it as its first tag")
        continue
      }
      if let owner = owners[old] {
        reportSecond(entry, of: old, after: owner, groups)
        continue
      }
      owners[old] = entry
      guard let group = report.groupPath(entry.value) else { continue }
      renamed[old] = group
      if let words = documented.removeValue(forKey: old), !group.isEmpty {
        documentedAgain.append(EndpointGroup(path: group, documentation: words))
      }
    }
    for position in module.endpoints.indices where module.endpoints[position].group.count == 1 {
      if let group = renamed[module.endpoints[position].group[0].text] {
        module.endpoints[position].group = group
      }
    }
    module.groups.removeAll { $0.path.count == 1 && renamed[$0.path[0].text] != nil }
    var paths = Set(module.groups.map { $0.path.map(\.text) })
    module.groups += documentedAgain.filter { paths.insert($0.path.map(\.text)).inserted }
  }

  /// Reports a group that is renamed twice: by different spellings, or by its tag and by its name.
  private func reportSecond(
    _ entry: YAMLMapping.Entry, of group: String, after first: YAMLMapping.Entry, _ groups: [String: String]
  ) {
    /// The document's tag with this name, if its group is called otherwise.
    func tag(_ name: String) -> String? {
      groups[name] == group ? name : groups.keys.sorted().first { $0.lowercased() == name.lowercased() }
    }
    let tags = [entry, first].compactMap { tag($0.name) }
    report.error(
      .duplicateName,
      tags.count == 1
        ? "'\(abbreviate(group))' is what the tag '\(abbreviate(tags[0]))' becomes; write it once"
        : "the tag '\(abbreviate(entry.name))' has been given a group before, by another spelling of its name",
      at: entry.key.occurrence, notes: [.init("the other is here", at: first.key.occurrence)])
  }
}

/// Says that the document needs no such change any more.
func reportNeedless(_ message: String, at span: SourceSpan, _ report: Report) {
  report.warning(.unusedOverride, "\(message); remove this", at: span)
}

extension Endpoint {
  /// The parameters by what the document and the wire call them.
  var parameterNames: ParameterNames {
    var names = ParameterNames()
    for parameter in parameters {
      names.add(
        label: (parameter.label ?? parameter.name).text, wireName: parameter.name.text,
        definedAt: parameter.name.span)
    }
    return names
  }
}

extension Module {
  /// Changes the names by which schemas refer to others.
  fileprivate mutating func renameReferences(_ names: [String: String]) {
    for position in schemas.indices {
      schemas[position].schema = schemas[position].schema.renamingReferences(names)
    }
    for position in endpoints.indices {
      for index in endpoints[position].parameters.indices {
        let schema = endpoints[position].parameters[index].schema
        endpoints[position].parameters[index].schema = schema.renamingReferences(names)
      }
      if let body = endpoints[position].body {
        endpoints[position].body?.schemas = body.schemas.map { $0.renamingReferences(names) }
      }
      endpoints[position].changeResponseSchemas { $0 = $0.renamingReferences(names) }
    }
    for position in failures.indices {
      failures[position].payload.changeSchema { $0 = $0.renamingReferences(names) }
    }
    changeWebhookSchemas { $0 = $0.renamingReferences(names) }
  }
}

extension Schema {
  fileprivate func renamingReferences(_ names: [String: String]) -> Schema {
    var schema = mappingChildren { $0.renamingReferences(names) }
    if let name = schema.reference.flatMap({ names[$0.text] }) { schema.reference?.text = name }
    if let mapping = schema.discriminator?.mapping {
      schema.discriminator?.mapping = mapping.map { entry in
        var entry = entry
        entry.schema.text = names[entry.schema.text] ?? entry.schema.text
        return entry
      }
    }
    return schema
  }
}
