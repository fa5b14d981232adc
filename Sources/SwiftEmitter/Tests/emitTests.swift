import APIModel
import Diagnostics
import SchemaValues

/// Writes tests for the modules that ``emit(_:templates:jobs:names:into:)`` writes: a folder for each module's test
/// target.
///
/// The expected results come from the representation, without the generated code or the runtime, so mistakes in
/// either make the tests fail.
public func emitTests(
  _ api: API, templates: TemplateLibrary, names: [String: String] = [:], into sink: inout DiagnosticSink
) -> [EmittedFile] {
  api.modules.flatMap { module in
    TestEmitter(module, templates: templates, sourceNames: names).files(into: &sink)
  }
}

/// Writes the tests of one module.
private struct TestEmitter {
  let module: Module
  let templates: TemplateLibrary
  let sourceNames: [String: String]
  let names: TypeNames
  let samples: SampleMaker

  init(_ module: Module, templates: TemplateLibrary, sourceNames: [String: String]) {
    self.module = module
    self.templates = templates
    self.sourceNames = sourceNames
    // Mistakes in the module have been reported with its code.
    var sink = DiagnosticSink()
    names = TypeNames(module: module, into: &sink)
    samples = SampleMaker(ValueChecker(names.index))
  }

  func files(into sink: inout DiagnosticSink) -> [EmittedFile] {
    var files: [EmittedFile] = []
    let client = TestClient(module, samples, names)
    if let expression = client.expression, !module.endpoints.isEmpty {
      let view = TestSupportView(module: module.name.text, client: TestCode.tried(expression))
      let text = templates.render(view, with: .testSupport, into: &sink)
      files.append(file("TestSupport", source: module.name.span.file, needsModule: true, [text], into: &sink))
      files += requests(client, into: &sink)
    }
    let (rows, untested) = ModelTestRows(module: module, names: names, samples: samples).rows()
    if !rows.isEmpty {
      let view = ModelTestsView(models: rows.map(ModelTestView.init), untested: untested)
      let text = templates.render(view, with: .modelTests, into: &sink)
      files.append(file("ModelTests", source: "the specs", needsModule: true, [text], into: &sink))
    }
    return files
  }

  // MARK: Requests

  private func requests(_ client: TestClient, into sink: inout DiagnosticSink) -> [EmittedFile] {
    var scratch = DiagnosticSink()
    let errors = ErrorNames(module: module, into: &scratch)
    let envelopes = EnvelopeNames(module)
    let policies = PolicyExpression(errors: errors, module: module)
    let rows = RequestTestRows(module: module, names: names, samples: samples, client: client)
    var files: [(source: String, endpoints: [EndpointTestView])] = []
    for endpoint in module.endpoints {
      var lowering = EndpointLowering(
        schemas: SchemaLowering(names: names), envelopes: envelopes.names, errors: errors, policies: policies,
        failures: module.failures)
      let request = lowering.lower(endpoint)
      let (own, problem) = rows.rows(of: endpoint, request)
      var view = EndpointTestView(
        name: request.name.prefix(1).lowercased() + request.name.dropFirst(),
        isDeprecated: request.deprecation != nil,
        problem: problem.map { DocComment.plain("\(request.name): \($0)") },
        rows: own.map(RequestRowView.init))
      if files.last?.source == endpoint.span.file {
        view.hasGap = true
        files[files.count - 1].endpoints.append(view)
      } else {
        files.append((endpoint.span.file, [view]))
      }
    }
    var taken: Set<String> = ["testsupport", "modeltests"]
    return files.map { group in
      var name = Self.suiteName(group.source)
      while !taken.insert(name.lowercased()).inserted { name += "2" }
      let source = DocComment.plain(sourceNames[group.source] ?? group.source)
      let view = RequestTestsView(name: name, source: source, endpoints: group.endpoints)
      let text = templates.render(view, with: .requestTests, into: &sink)
      return file(
        name, source: group.source, needsModule: group.endpoints.contains { $0.problem == nil }, [text],
        into: &sink)
    }
  }

  /// `WOT/account.yaml` → `AccountRequestTests`.
  private static func suiteName(_ source: String) -> String {
    let file = source.split(separator: "/").last.map(String.init) ?? source
    let stem = file.split(separator: ".").first.map(String.init) ?? file
    return SwiftName.nestedType(stem) + "RequestTests"
  }

  // MARK: Files

  private func file(
    _ name: String, source: String, needsModule: Bool, _ declarations: [String],
    into sink: inout DiagnosticSink
  ) -> EmittedFile {
    let runtime = module.endpoints.isEmpty ? "WGNAPIJSON" : "WGNAPIRuntime"
    let imports = ["Testing", runtime, "WGNAPITesting"] + (needsModule ? [module.name.text] : [])
    let view = FileView(
      source: DocComment.plain(sourceNames[source] ?? source),
      imports: [imports.sorted().map { "import \($0)" }.joined(separator: "\n")], declarations: declarations)
    var text = templates.render(view, with: .file, into: &sink)
    // Calls and texts may be longer than a line.
    if let end = text.firstIndex(of: "\n") {
      text = "\(text[..<end])\n// swift-format-ignore-file\(text[end...])"
    }
    return EmittedFile(path: "\(module.name.text)Tests/\(name).swift", text: text)
  }
}
