import APIModel
import Diagnostics

/// Writes one module.
///
/// Types don't depend on each other, so threads can work on them independently. Their lengths decide which of them share
/// a file.
struct ModuleEmitter: Sendable {
  typealias FileTask = @Sendable (inout DiagnosticSink) -> EmittedFile
  typealias PieceTask = @Sendable (inout DiagnosticSink) -> FilePiece

  /// The names of files in comments, by their made-up paths.
  var sourceNames: [String: String] = [:]

  private let module: Module
  private let names: TypeNames
  private let templates: TemplateLibrary
  private let renderer: DeclarationRenderer
  private let schemas: SchemaDocumentEmitter?

  init(_ module: Module, templates: TemplateLibrary, into sink: inout DiagnosticSink) {
    self.module = module
    self.templates = templates
    var names = TypeNames(module: module, into: &sink)
    renderer = DeclarationRenderer(templates: templates)
    schemas = module.schemaGraph.map {
      SchemaDocumentEmitter($0, for: module.schemas, in: names.common, avoiding: names.all, into: &sink)
    }
    names.validators = schemas?.validators ?? [:]
    self.names = names
  }

  /// All files, sorted by path.
  func files(jobs: Int, into sink: inout DiagnosticSink) -> [EmittedFile] {
    var pieces = models()
    var tasks = schemaDocuments()
    if !module.endpoints.isEmpty { client(&tasks, &pieces, into: &sink) }
    if let webhooks = module.webhooks { tasks.append(webhookEvents(webhooks)) }
    let groups = FileGrouping(run(pieces, jobs: jobs, into: &sink)).files
    tasks += groups.map { group in { sink in file(group, into: &sink) } }
    return run(tasks, jobs: jobs, into: &sink).sorted { $0.path < $1.path }
  }

  /// The results of tasks, in order. So are their diagnostics.
  private func run<Result: Sendable>(
    _ tasks: [@Sendable (inout DiagnosticSink) -> Result], jobs: Int, into sink: inout DiagnosticSink
  ) -> [Result] {
    let results = concurrentMap(tasks, jobs: jobs) { task in
      var sink = DiagnosticSink()
      let result = task(&sink)
      return (result: result, sink: sink)
    }
    for result in results { sink.append(contentsOf: result.sink) }
    return results.map(\.result)
  }

  // MARK: Models

  private func models() -> [PieceTask] {
    var pieces: [PieceTask] = []
    var hasAliases = false
    for definition in module.schemas where !names.parts.contains(definition.name.text) {
      guard let kind = names.kind(of: definition.name.text) else { continue }
      if case .alias = kind { hasAliases = true }
      pieces.append(model(definition, kind))
    }
    pieces += module.slices.map(slice)
    if hasAliases {
      pieces.append { sink in
        let name = names.common.schemas
        let text = templates.render(SchemasView(name: name), with: .schemas, into: &sink)
        return FilePiece(folder: "Models", name: name, source: "the schemas", texts: [text])
      }
    }
    return pieces
  }

  private func model(_ definition: NamedSchema, _ kind: TypeNames.Kind) -> PieceTask {
    { sink in
      var lowering = SchemaLowering(names: names, isValidated: definition.source != nil)
      switch kind {
      case .type(let type):
        lowering.declare(
          definition.schema, as: Place(name: type), wrapped: names.needsWrapper(definition))
      case .alias(let alias):
        lowering.declare(definition.schema, as: Place(alias: alias.name))
      }
      return piece(kind.name, of: definition.name, &lowering, into: &sink)
    }
  }

  private func slice(_ slice: Slice) -> PieceTask {
    { sink in
      let name = names.common.type(slice.name.text)
      var lowering = SchemaLowering(names: names)
      lowering.declare(slice, as: name)
      return piece(name, of: slice.name, &lowering, into: &sink)
    }
  }

  private func piece(
    _ name: String, of definition: Name, _ lowering: inout SchemaLowering, into sink: inout DiagnosticSink
  ) -> FilePiece {
    sink.append(contentsOf: lowering.sink)
    let declarations = lowering.takeDeclarations()
    return FilePiece(
      folder: "Models", name: name, source: definition.span.file,
      texts: declarations.map { renderer.render($0, into: &sink) },
      imports: Imports(of: declarations.map(\.imports)))
  }

  // MARK: JSON Schema documents

  private func schemaDocuments() -> [FileTask] {
    guard let schemas else { return [] }
    return schemas.units.map { unit in
      { sink in
        let text = templates.render(schemas.view(of: unit), with: .schema, into: &sink)
        return file(
          "Schemas/\(unit.name).swift", source: unit.document.source, imports: schemas.imports(of: unit),
          [text], into: &sink)
      }
    }
  }

  // MARK: Requests and client

  private func client(
    _ tasks: inout [FileTask], _ pieces: inout [PieceTask], into sink: inout DiagnosticSink
  ) {
    let errors = ErrorNames(module: module, into: &sink)
    let envelopes = EnvelopeNames(module)
    checkErrorCodes(of: module, envelopes, names, into: &sink)
    let policies = PolicyExpression(errors: errors, module: module)
    let parts = ModulePieces(module: module, names: names, policies: policies)
    for envelope in module.envelopes where envelopes.isUsed(envelope) {
      let name = envelopes.name(envelope.name.text)
      tasks.append { sink in
        let text = parts.envelope(envelope, as: name, renderer: renderer, templates: templates, into: &sink)
        return file(
          "\(name).swift", source: envelope.name.span.file, imports: text.imports, text.declarations,
          into: &sink)
      }
    }
    pieces += module.endpoints.map { endpoint in
      { sink in
        var lowering = EndpointLowering(
          schemas: SchemaLowering(names: names), envelopes: envelopes.names, errors: errors,
          policies: policies, failures: module.failures)
        let request = lowering.lower(endpoint)
        sink.append(contentsOf: lowering.schemas.sink)
        let deprecation = request.deprecation.map(deprecationAttribute)
        let nested = request.declarations.map { renderer.render($0, deprecation: deprecation, into: &sink) }
        let text = templates.render(RequestView(request, declarations: nested), with: .request, into: &sink)
        let folder = ["Requests"] + endpoint.group.map { SwiftName.groupPrefix([$0]) }
        return FilePiece(
          folder: folder.joined(separator: "/"), name: names.common.request(endpoint),
          source: endpoint.span.file,
          texts: [text], imports: request.imports)
      }
    }
    tasks.append { sink in
      let text = templates.render(ErrorCodesView(errors), with: .errorCodes, into: &sink)
      return file("\(errors.type).swift", source: "the specs", [text], into: &sink)
    }
    tasks.append { sink in
      let client = parts.client(into: &sink)
      let nested = client.declarations.map { renderer.render($0, into: &sink) }
      let text = templates.render(client.view, with: .client, into: &sink)
      let groups = EndpointGroups(module).groups
      let grouped =
        groups.isEmpty
        ? []
        : [
          templates.render(
            GroupsView(client: names.common.client, groups: groups), with: .groups, into: &sink)
        ]
      let servers = templates.render(parts.servers(into: &sink), with: .server, into: &sink)
      return file(
        "\(names.common.client).swift", source: module.name.span.file, imports: client.imports,
        [text] + grouped + nested + [servers], into: &sink)
    }
  }

  // MARK: Webhooks

  private func webhookEvents(_ webhooks: Webhooks) -> FileTask {
    { sink in
      let name = names.common.webhookEvent
      let lowered = WebhookLowering(names: names, webhooks: webhooks).lower(into: &sink)
      let view = WebhooksView(name: name, webhooks: webhooks, events: lowered.events)
      let text = templates.render(view, with: .webhooks, into: &sink)
      let nested = lowered.declarations.map { renderer.render($0, into: &sink) }
      let source = webhooks.events.first?.name.span.file ?? "the specs"
      return file("\(name).swift", source: source, imports: lowered.imports, [text] + nested, into: &sink)
    }
  }

  // MARK: Files

  /// A file of one or several types.
  private func file(_ group: FileGrouping.File, into sink: inout DiagnosticSink) -> EmittedFile {
    file(
      group.path, source: group.first.source, imports: Imports(of: group.pieces.map(\.imports)),
      group.pieces.flatMap(\.texts), into: &sink)
  }

  private func file(
    _ path: String, source: String, imports: Imports = [], _ declarations: [String],
    into sink: inout DiagnosticSink
  ) -> EmittedFile {
    // A module that only reads JSON needs neither a client nor HTTP.
    let runtime = module.endpoints.isEmpty ? "WGNAPIJSON" : "WGNAPIRuntime"
    // A comment contains the spec's path.
    let view = FileView(
      source: DocComment.plain(sourceNames[source] ?? source),
      imports: [imports.statements(runtime: runtime)],
      declarations: declarations.map(\.withoutFinalLineBreaks))
    return EmittedFile(
      path: "\(module.name.text)/\(path)",
      text: excused(templates.render(view, with: .file, into: &sink)))
  }

  /// The formatter is told to ignore files with names or values that are longer than a line or not ASCII.
  private func excused(_ text: String) -> String {
    let isTame = text.split(separator: "\n").allSatisfy { line in
      let isComment = line.drop { $0 == " " }.hasPrefix("//")
      return isComment || (line.utf8.count <= 110 && line.utf8.allSatisfy { $0 < 0x80 })
    }
    guard !isTame, let end = text.firstIndex(of: "\n") else { return text }
    return "\(text[..<end])\n// swift-format-ignore-file\(text[end...])"
  }
}
