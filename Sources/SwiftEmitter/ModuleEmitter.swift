import APIModel
import Diagnostics

/// Writes one module.
///
/// Files don't depend on each other, so each is a task of its own that any thread may do.
struct ModuleEmitter: Sendable {
  typealias FileTask = @Sendable (inout DiagnosticSink) -> EmittedFile

  private let module: Module
  private let names: TypeNames
  private let templates: TemplateLibrary
  private let renderer: DeclarationRenderer
  private let schemas: SchemaDocumentEmitter?

  init(_ module: Module, templates: TemplateLibrary, into sink: inout DiagnosticSink) {
    self.module = module
    self.templates = templates
    names = TypeNames(module: module, into: &sink)
    renderer = DeclarationRenderer(templates: templates)
    let types = names.all
    let models = module.schemas.compactMap(\.validator)
    schemas = module.schemaGraph.map {
      SchemaDocumentEmitter($0, models: models, avoiding: types, into: &sink)
    }
  }

  /// All files, sorted by path.
  func files(jobs: Int, into sink: inout DiagnosticSink) -> [EmittedFile] {
    let tasks = models() + schemaDocuments() + (module.endpoints.isEmpty ? [] : client(into: &sink))
    let results = concurrentMap(tasks, jobs: jobs) { task in
      var sink = DiagnosticSink()
      let file = task(&sink)
      return (file: file, sink: sink)
    }
    for result in results { sink.append(contentsOf: result.sink) }
    return results.map(\.file).sorted { $0.path < $1.path }
  }

  // MARK: Models

  private func models() -> [FileTask] {
    var tasks: [FileTask] = []
    var hasAliases = false
    for definition in module.schemas where !names.parts.contains(definition.name.text) {
      guard let kind = names.kind(of: definition.name.text) else { continue }
      if case .alias = kind { hasAliases = true }
      tasks.append { sink in model(definition, kind, into: &sink) }
    }
    for slice in module.slices {
      tasks.append { sink in self.slice(slice, into: &sink) }
    }
    if hasAliases {
      tasks.append { sink in
        let text = templates.render(SchemasView(), with: .schemas, into: &sink)
        return file("Models/Schemas.swift", source: "the schemas", [text], into: &sink)
      }
    }
    return tasks
  }

  private func model(
    _ definition: NamedSchema, _ kind: TypeNames.Kind, into sink: inout DiagnosticSink
  ) -> EmittedFile {
    var lowering = SchemaLowering(names: names)
    lowering.validator = definition.validator.flatMap { schemas?.reference(to: $0) }
    let name: String
    switch kind {
    case .type(let type):
      name = type
      lowering.declare(definition.schema, as: Place(name: type), wrapped: names.needsWrapper(definition))
    case .alias(let alias):
      name = alias.name
      lowering.declare(definition.schema, as: Place(alias: alias.name))
    }
    sink.append(contentsOf: lowering.sink)
    let declarations = lowering.takeDeclarations()
    let texts = declarations.map { renderer.render($0, into: &sink) }
    return file(
      "Models/\(name).swift", source: definition.name.span.file,
      imports: Imports(of: declarations.map(\.imports)), texts, into: &sink)
  }

  private func slice(_ slice: Slice, into sink: inout DiagnosticSink) -> EmittedFile {
    let name = SwiftName.type(slice.name.text)
    var lowering = SchemaLowering(names: names)
    lowering.declare(slice, as: name)
    sink.append(contentsOf: lowering.sink)
    let declarations = lowering.takeDeclarations()
    return file(
      "Models/\(name).swift", source: slice.name.span.file,
      imports: Imports(of: declarations.map(\.imports)),
      declarations.map { renderer.render($0, into: &sink) }, into: &sink)
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

  private func client(into sink: inout DiagnosticSink) -> [FileTask] {
    let errors = ErrorNames(module: module, into: &sink)
    let envelopes = EnvelopeNames(module)
    checkErrorCodes(of: module, envelopes, names, into: &sink)
    let policies = PolicyExpression(errors: errors, module: module)
    let pieces = ModulePieces(module: module, names: names, policies: policies)
    var tasks: [FileTask] = []
    for envelope in module.envelopes where envelopes.isUsed(envelope) {
      let name = envelopes.name(envelope.name.text)
      tasks.append { sink in
        let text = pieces.envelope(envelope, as: name, renderer: renderer, templates: templates, into: &sink)
        return file(
          "\(name).swift", source: envelope.name.span.file, imports: text.imports, text.declarations,
          into: &sink)
      }
    }
    for endpoint in module.endpoints {
      tasks.append { sink in
        var lowering = EndpointLowering(
          schemas: SchemaLowering(names: names), envelopes: envelopes.names, errors: errors,
          policies: policies, failures: module.failures)
        let request = lowering.lower(endpoint)
        sink.append(contentsOf: lowering.schemas.sink)
        let deprecation = request.deprecation.map(deprecationAttribute)
        let nested = request.declarations.map { renderer.render($0, deprecation: deprecation, into: &sink) }
        let text = templates.render(RequestView(request, declarations: nested), with: .request, into: &sink)
        return file(
          "Requests/\(request.name).swift", source: endpoint.span.file,
          imports: request.imports, [text], into: &sink)
      }
    }
    tasks.append { sink in
      let text = templates.render(ErrorCodesView(errors), with: .errorCodes, into: &sink)
      return file("ErrorCode.swift", source: "the specs", [text], into: &sink)
    }
    tasks.append { sink in
      let client = pieces.client(into: &sink)
      let nested = client.declarations.map { renderer.render($0, into: &sink) }
      let text = templates.render(client.view, with: .client, into: &sink)
      let servers = templates.render(pieces.servers(into: &sink), with: .server, into: &sink)
      return file(
        "Client.swift", source: module.name.span.file, imports: client.imports,
        [text] + nested + [servers], into: &sink)
    }
    return tasks
  }

  // MARK: Files

  private func file(
    _ path: String, source: String, imports: Imports = [], _ declarations: [String],
    into sink: inout DiagnosticSink
  ) -> EmittedFile {
    // Who reads JSON and sends no requests needs no client, and no HTTP.
    let runtime = module.endpoints.isEmpty ? "WGNAPIJSON" : "WGNAPIRuntime"
    // The spec's place stands in a comment.
    let view = FileView(
      source: DocComment.plain(source),
      imports: [imports.statements(runtime: runtime).joined(separator: "\n")],
      declarations: declarations.map(trimmed))
    return EmittedFile(
      path: "\(module.name.text)/\(path)",
      text: excused(templates.render(view, with: .file, into: &sink)))
  }

  /// Where a name or a value of the API is longer than a line, or isn't ASCII, the formatter is asked to look away.
  private func excused(_ text: String) -> String {
    let isTame = text.split(separator: "\n").allSatisfy { line in
      let isComment = line.drop { $0 == " " }.hasPrefix("//")
      return isComment || (line.utf8.count <= 110 && line.utf8.allSatisfy { $0 < 0x80 })
    }
    guard !isTame, let end = text.firstIndex(of: "\n") else { return text }
    return "\(text[..<end])\n// swift-format-ignore-file\(text[end...])"
  }

  private func trimmed(_ text: String) -> String {
    var text = text
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
