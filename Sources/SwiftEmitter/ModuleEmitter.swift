import APIModel
import Diagnostics

/// Writes one module.
struct ModuleEmitter {
  private let module: Module
  private let names: TypeNames
  private let renderer: DeclarationRenderer
  private let templates: TemplateLibrary

  init(_ module: Module, templates: TemplateLibrary, into sink: inout DiagnosticSink) {
    self.module = module
    self.templates = templates
    names = TypeNames(module: module, into: &sink)
    renderer = DeclarationRenderer(templates: templates)
  }

  /// All files, sorted by path.
  func files(into sink: inout DiagnosticSink) -> [EmittedFile] {
    var files = models(into: &sink)
    if !module.endpoints.isEmpty { files += client(into: &sink) }
    return files.sorted { $0.path < $1.path }
  }

  // MARK: Models

  private func models(into sink: inout DiagnosticSink) -> [EmittedFile] {
    var files: [EmittedFile] = []
    var hasAliases = false
    for definition in module.schemas where !names.parts.contains(definition.name.text) {
      guard let kind = names.kind(of: definition.name.text) else { continue }
      var lowering = SchemaLowering(names: names)
      let name: String
      switch kind {
      case .type(let type):
        name = type
        lowering.declare(
          definition.schema, as: Place(name: type), wrapped: names.needsWrapper(definition))
      case .alias(let alias):
        name = alias.name
        hasAliases = true
        lowering.declare(definition.schema, as: Place(alias: alias.name))
      }
      sink.append(contentsOf: lowering.sink)
      files.append(
        file(
          "Models/\(name).swift", from: [definition.name.span.file], lowering.takeDeclarations(), into: &sink)
      )
    }
    if hasAliases {
      let text = templates.render(FileView.empty, with: "schemas", into: &sink)
      files.append(
        file("Models/Schemas.swift", source: "the schemas", needsFoundation: false, [text], into: &sink))
    }
    return files
  }

  // MARK: Requests and client

  private func client(into sink: inout DiagnosticSink) -> [EmittedFile] {
    let errors = ErrorNames(module: module, into: &sink)
    let envelopes = EnvelopeNames(module)
    let policies = PolicyExpression(errors: errors, module: module)
    let pieces = ModulePieces(module: module, names: names, errors: errors, policies: policies)
    var files: [EmittedFile] = []
    for envelope in module.envelopes where envelopes.isUsed(envelope) {
      let name = envelopes.name(envelope.name.text)
      let text = pieces.envelope(envelope, as: name, renderer: renderer, templates: templates, into: &sink)
      files.append(
        file(
          "\(name).swift", source: source([envelope.name.span.file]), needsFoundation: text.needsFoundation,
          text.declarations, into: &sink))
    }
    for endpoint in module.endpoints {
      var lowering = EndpointLowering(
        schemas: SchemaLowering(names: names), envelopes: envelopes.names, errors: errors,
        policies: policies)
      let request = lowering.lower(endpoint)
      sink.append(contentsOf: lowering.schemas.sink)
      let nested = request.declarations.map { renderer.render($0, into: &sink) }
      let text = templates.render(RequestView(request, declarations: nested), with: "request", into: &sink)
      files.append(
        file(
          "Requests/\(request.name).swift", source: source([endpoint.span.file]),
          needsFoundation: request.needsFoundation, [text], into: &sink))
    }
    files.append(
      file(
        "ErrorCode.swift", source: "the specs", needsFoundation: false,
        [
          templates.render(ErrorCodesView(errors), with: "error-codes", into: &sink)
        ], into: &sink))
    files.append(
      file(
        "Client.swift", source: source([module.name.span.file]), needsFoundation: false,
        [
          templates.render(pieces.client(), with: "client", into: &sink),
          templates.render(ServersView(servers: module.servers), with: "server", into: &sink),
        ], into: &sink))
    return files
  }

  // MARK: Files

  private func file(
    _ path: String, from sources: [String], _ declarations: [Declaration], into sink: inout DiagnosticSink
  ) -> EmittedFile {
    let texts = declarations.map { renderer.render($0, into: &sink) }
    return file(
      path, source: source(sources), needsFoundation: declarations.contains(where: \.needsFoundation), texts,
      into: &sink)
  }

  private func file(
    _ path: String, source: String, needsFoundation: Bool, _ texts: [String], into sink: inout DiagnosticSink
  ) -> EmittedFile {
    let imports = (needsFoundation ? ["Foundation"] : []) + ["WGNAPIRuntime"]
    let view = FileView(
      source: source, imports: ["\(imports.map { "import \($0)" }.joined(separator: "\n"))"],
      declarations: texts.map(trimmed))
    return EmittedFile(
      path: "\(module.name.text)/\(path)", text: templates.render(view, with: "file", into: &sink))
  }

  /// The spec's place, cleaned: it stands in a comment.
  private func source(_ files: [String]) -> String {
    DocComment.plain(files.joined(separator: ", "))
  }

  private func trimmed(_ text: String) -> String {
    var text = text
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
