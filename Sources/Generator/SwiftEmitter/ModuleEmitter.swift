import APIModel
import Diagnostics

/// Writes one module.
///
/// Types don't depend on each other, so threads can work on them independently. ``FileNames`` says which of them share a
/// file.
struct ModuleEmitter: Sendable {
  typealias PieceTask = @Sendable (inout DiagnosticSink) -> FilePiece

  /// The names of files in comments, by their made-up paths.
  var sourceNames: [String: String] = [:]
  /// The files to write; nil for those of ``FileNames``.
  var declaredFiles: DeclaredFiles?
  /// Whether to write a DocC catalog.
  var hasDocC = false

  private let module: Module
  private let names: TypeNames
  private let fileNames: FileNames
  private let templates: TemplateLibrary
  private let renderer: DeclarationRenderer
  private let schemas: SchemaDocumentEmitter?
  private let shims: [Shim]

  /// - Parameter shims: Declarations that keep old names working.
  init(
    _ module: Module, templates: TemplateLibrary, shims: [Shim] = [], into sink: inout DiagnosticSink
  ) {
    self.module = module
    self.shims = shims
    let templates = templates.of(module)
    self.templates = templates
    var names = TypeNames(module: module, into: &sink)
    renderer = DeclarationRenderer(templates: templates)
    schemas = module.schemaGraph.map {
      SchemaDocumentEmitter($0, for: module.schemas, in: names.common, avoiding: names.all, into: &sink)
    }
    names.validators = schemas?.validators ?? [:]
    self.names = names
    fileNames = FileNames(module, names, hasShims: !shims.isEmpty)
  }

  /// All files, sorted by path.
  func files(threads: Int, into sink: inout DiagnosticSink) -> [EmittedFile] {
    let rendered = run(pieces(into: &sink), threads: threads, into: &sink)
    let layout = declaredFiles.map { FileLayout($0.assigning(rendered), mostLines: .max) }
    let files = (layout ?? FileLayout(rendered)).files
    let own = run(files.map { file in { sink in emitted(file, into: &sink) } }, threads: threads, into: &sink)
    let added = addedFiles(beside: files, into: &sink) + (hasDocC ? catalog(rendered, into: &sink) : [])
    return (own + added).sorted { $0.path < $1.path }
  }

  private func catalog(_ pieces: [FilePiece], into sink: inout DiagnosticSink) -> [EmittedFile] {
    let source = module.name.span.file
    return DocCCatalog(module: module, names: names.common, fileNames: fileNames).files(
      pieces, source: DocComment.plain(sourceNames[source] ?? source), templates, into: &sink)
  }

  private func pieces(into sink: inout DiagnosticSink) -> [PieceTask] {
    var pieces = models() + schemaDocuments()
    if !module.endpoints.isEmpty {
      let errors = ErrorNames(module: module, into: &sink)
      pieces += client(errors, into: &sink) + requests(errors)
    }
    if let webhooks = module.webhooks, let first = webhooks.events.first {
      pieces.append(webhookEvents(webhooks, first))
    }
    if !names.ownTypes.uses.isEmpty { pieces.append(ownTypes()) }
    if !shims.isEmpty { pieces.append(oldNames()) }
    return pieces
  }

  /// The files of users' own templates.
  private func addedFiles(beside files: [FileLayout.File], into sink: inout DiagnosticSink) -> [EmittedFile] {
    var taken = Set(files.map { $0.name.lowercased() })
    return templates.addedFiles.compactMap { source in
      guard let name = source.addedFile else { return nil }
      guard taken.insert(name.lowercased()).inserted else {
        sink.error(
          .nameCollision,
          "the module \(module.name.text) already has a file '\(name).swift'; rename the template",
          at: .unknown(file: source.path))
        return nil
      }
      let text = templates.render(
        ModuleFileView(module: module, names: names), with: .moduleFile(source), into: &sink)
      let view = view(
        of: [LineBreaker.broken(text.withoutFinalLineBreaks)],
        from: "the template \(DocComment.plain(source.name))", imports: [])
      return EmittedFile(
        path: "\(module.name.text)/\(name).swift", text: templates.render(view, with: .file, into: &sink))
    }
  }

  /// The results of tasks, in order. So are their diagnostics.
  private func run<Result: Sendable>(
    _ tasks: [@Sendable (inout DiagnosticSink) -> Result], threads: Int, into sink: inout DiagnosticSink
  ) -> [Result] {
    let results = concurrentMap(tasks, threads: threads) { task in
      var sink = DiagnosticSink()
      let result = task(&sink)
      return (result: result, sink: sink)
    }
    for result in results { sink.append(contentsOf: result.sink) }
    return results.map(\.result)
  }

  // MARK: Models

  private func models() -> [PieceTask] {
    let lowering = ModelLowering(module: module, names: names)
    var pieces = lowering.declared.map { definition, kind -> PieceTask in
      { sink in
        var lowered = lowering.lower(definition, kind)
        return piece(
          kind.name, of: definition.name, in: fileNames.file(of: definition), &lowered, into: &sink)
      }
    }
    pieces += module.slices.map { slice in
      { sink in
        let file = fileNames.file(ofSpec: slice.name.span.file)
        var lowered = lowering.lower(slice)
        return piece(names.common.type(slice.name.text), of: slice.name, in: file, &lowered, into: &sink)
      }
    }
    if lowering.hasConstraints {
      pieces.append { sink in
        let name = names.common.constraints
        let text = templates.render(ConstraintsView(name: name), with: .constraints, into: &sink)
        return FilePiece(
          file: fileNames.client, section: .aliases, at: module.name.span, name: name, texts: [text],
          isPublic: false)
      }
    }
    return pieces
  }

  private func piece(
    _ name: String, of definition: Name, in file: String, _ lowering: inout SchemaLowering,
    into sink: inout DiagnosticSink
  ) -> FilePiece {
    sink.append(contentsOf: lowering.sink)
    let declarations = lowering.takeDeclarations()
    return FilePiece(
      file: file, section: .models, at: definition.span, name: name,
      texts: declarations.map { renderer.render($0, into: &sink) },
      imports: Imports(of: declarations.map(\.imports)))
  }

  // MARK: User-defined types

  private func ownTypes() -> PieceTask {
    { sink in
      let view = OwnTypesView(uses: names.ownTypes.uses)
      let text = templates.render(view, with: .ownTypes, into: &sink)
      return FilePiece(
        file: fileNames.ownTypes, section: .aliases, at: module.name.span, name: "OwnTypes", texts: [text],
        imports: view.imports, isPublic: false)
    }
  }

  // MARK: Old names

  private func oldNames() -> PieceTask {
    { _ in
      let types = shims.flatMap(\.types)
      return FilePiece(
        file: fileNames.shims, section: .aliases, at: module.name.span, name: "Renamed",
        texts: shims.map(\.text), imports: Imports(of: types.map(\.imports)),
        isPublic: types.contains(where: \.usesRuntime))
    }
  }

  // MARK: JSON Schema documents

  private func schemaDocuments() -> [PieceTask] {
    guard let schemas else { return [] }
    return schemas.units.map { unit in
      { sink in
        let text = templates.render(schemas.view(of: unit), with: .schema, into: &sink)
        return FilePiece(
          file: fileNames.file(ofSpec: unit.document.source), section: .validators,
          at: unit.document.name.span, name: unit.name, source: unit.document.source, texts: [text],
          imports: schemas.imports(of: unit), isPublic: false)
      }
    }
  }

  // MARK: Client

  /// What a module has once: the client, its servers, error codes and envelopes.
  private func client(_ errors: ErrorNames, into sink: inout DiagnosticSink) -> [PieceTask] {
    let envelopes = EnvelopeNames(module)
    checkErrorCodes(of: module, envelopes, names, into: &sink)
    let parts = ModulePieces(
      module: module, names: names, policies: PolicyExpression(errors: errors, module: module))
    let source = module.name.span
    var tasks: [PieceTask] = [
      { sink in
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
        return FilePiece(
          file: fileNames.client, section: .client, at: source, name: names.common.client,
          texts: [text] + grouped + nested, imports: client.imports)
      },
      { sink in
        let view = parts.servers(into: &sink)
        let text = templates.render(view, with: .server, into: &sink)
        return FilePiece(
          file: fileNames.client, section: .servers, at: source, name: names.common.server, texts: [text],
          imports: view.imports)
      },
      { sink in
        let text = templates.render(ErrorCodesView(errors), with: .errorCodes, into: &sink)
        return FilePiece(
          file: fileNames.client, section: .errorCodes, at: source, name: errors.type, texts: [text])
      },
    ]
    for envelope in module.envelopes where envelopes.isUsed(envelope) {
      let name = envelopes.name(envelope.name.text)
      tasks.append { sink in
        let text = parts.envelope(envelope, as: name, renderer: renderer, templates: templates, into: &sink)
        return FilePiece(
          file: fileNames.client, section: .envelopes, at: envelope.name.span, name: name,
          texts: text.declarations, imports: text.imports)
      }
    }
    return tasks
  }

  // MARK: Requests

  private func requests(_ errors: ErrorNames) -> [PieceTask] {
    let common = EndpointLowering(of: module, names: names, errors: errors)
    return module.endpoints.map { endpoint in
      { sink in
        var lowering = common
        let request = lowering.lower(endpoint)
        sink.append(contentsOf: lowering.schemas.sink)
        let deprecation = request.deprecation.map(deprecationAttribute)
        let nested = request.declarations.map { renderer.render($0, deprecation: deprecation, into: &sink) }
        let text = templates.render(RequestView(request, declarations: nested), with: .request, into: &sink)
        return FilePiece(
          file: fileNames.file(of: endpoint), section: .requests, at: endpoint.span,
          name: names.common.request(endpoint), texts: [text], imports: request.imports)
      }
    }
  }

  // MARK: Webhooks

  private func webhookEvents(_ webhooks: Webhooks, _ first: Webhooks.Event) -> PieceTask {
    { sink in
      let name = names.common.webhookEvent
      let lowered = WebhookLowering(names: names, webhooks: webhooks).lower(into: &sink)
      let view = WebhooksView(name: name, webhooks: webhooks, events: lowered.events)
      let text = templates.render(view, with: .webhooks, into: &sink)
      let nested = lowered.declarations.map { renderer.render($0, into: &sink) }
      return FilePiece(
        file: fileNames.file(of: first), section: .webhooks, at: first.name.span, name: name,
        texts: [text] + nested, imports: lowered.imports)
    }
  }

  // MARK: Files

  private func emitted(_ file: FileLayout.File, into sink: inout DiagnosticSink) -> EmittedFile {
    // A comment contains the specs' paths.
    var sources: [String] = []
    for source in file.sources.map({ DocComment.plain(sourceNames[$0] ?? $0) })
    where !sources.contains(source) {
      sources.append(source)
    }
    let view = view(
      of: file.pieces.flatMap(\.texts),
      from: sources.count > 3 ? "the specs" : sources.joined(separator: ", "),
      imports: [
        Imports(of: file.pieces.map(\.imports)).statements(
          runtime: module.runtime, access: module.access, isUsed: file.pieces.contains(where: \.isPublic))
      ])
    return EmittedFile(
      path: "\(module.name.text)/\(file.name).swift",
      text: templates.render(view, with: .file, into: &sink))
  }

  /// The formatter must ignore files with names or values that are longer than a line or not ASCII.
  private func view(of declarations: [String], from source: String, imports: [String]) -> FileView {
    let ignored: FileView.Ignored =
      (imports + declarations).allSatisfy(LineBreaker.isTidy)
      ? module.access == .internal ? .initializers : .nothing : .everything
    return FileView(source: source, imports: imports, declarations: declarations, ignored: ignored)
  }
}
