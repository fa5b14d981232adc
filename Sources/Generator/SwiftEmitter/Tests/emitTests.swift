import APIModel
import Diagnostics
import SchemaValues

/// Writes tests for the modules that ``emit(_:templates:threads:names:into:)`` writes: a folder for each module's test
/// target.
///
/// The expected results come from the representation, without the generated code or the runtime, so mistakes in
/// either make the tests fail.
///
/// - Parameters:
///   - threads: the number of modules to work on at once.
///   - names: the names of files in comments, by their made-up paths.
public func emitTests(
  _ api: API, templates: TemplateLibrary, threads: Int = 1, names: [String: String] = [:],
  into sink: inout DiagnosticSink
) -> [EmittedFile] {
  let results = concurrentMap(api.modules, threads: threads) { module in
    var sink = DiagnosticSink()
    let files = TestEmitter(module, templates: templates, sourceNames: names).files(into: &sink)
    return (files: files, sink: sink)
  }
  for result in results { sink.append(contentsOf: result.sink) }
  return results.flatMap(\.files)
}

/// Writes the tests of one module.
private struct TestEmitter {
  let module: Module
  let templates: TemplateLibrary
  let sourceNames: [String: String]
  let names: TypeNames
  let fileNames: FileNames
  let samples: SampleMaker

  init(_ module: Module, templates: TemplateLibrary, sourceNames: [String: String]) {
    self.module = module
    self.templates = templates.of(module)
    self.sourceNames = sourceNames
    // Mistakes in the module have been reported with its code.
    var sink = DiagnosticSink()
    names = TypeNames(module: module, into: &sink)
    fileNames = FileNames(module, names)
    samples = SampleMaker(ValueChecker(names.index))
  }

  func files(into sink: inout DiagnosticSink) -> [EmittedFile] {
    var files: [EmittedFile] = []
    let client = TestClient(module, samples, names)
    if client.expression == nil, let first = module.endpoints.first {
      sink.append(
        Diagnostic(
          .note, .untestedRequest,
          "no tests of the requests of '\(module.name.text)' are written: no value was found for a parameter of its client; "
            + "give the client's parameters examples", at: first.name.span))
    }
    if let expression = client.expression, !module.endpoints.isEmpty {
      let view = TestSupportView(module: module.name.text, client: expression.tried)
      let text = templates.render(view, with: .testSupport, into: &sink)
      files.append(
        file(
          "TestSupport", source: module.name.span.file, needsModule: true,
          importing: expression.imports.others, [text], into: &sink))
      files += endpoints(client, into: &sink)
    }
    return files + models(into: &sink) + ownTypes(into: &sink)
  }

  // MARK: Types of the user's

  /// The examples of the user's types. Where one has another form than its type writes, this table says so once, and which rule it
  /// breaks; many other tests have the same value.
  private func ownTypes(into sink: inout DiagnosticSink) -> [EmittedFile] {
    let source = module.name.span.file
    var imports: Set<String> = []
    var needsModule = false
    var models: [ModelTestView] = []
    for use in names.ownTypes.uses where use.isValue {
      let own = use.type
      let examples = use.schemas.flatMap { samples.knownValues(of: $0, own) }
      guard !examples.isEmpty else { continue }
      // A type in the generated module may be hidden from tests.
      let isOwn = own.module == nil || own.coder != nil && own.isOfSystem
      guard !isOwn || module.access == .internal else { continue }
      let type = (own.coder ?? own.type).text
      // The module that has the type need not be the one that has its coder, which may be the generated one.
      if isOwn || own.coder != nil { needsModule = true }
      let prefix = own.coder == nil && !type.contains(".") ? own.module.map { "\($0.text)." } : nil
      let path = (prefix ?? "") + type
      if let imported = own.module?.text { imports.insert(imported) }
      models.append(
        ModelTestView(
          row: .init(
            name: "\(own.type.text): an example must be the JSON that the type writes", type: "\(path).self",
            file: fileNames.ownTypes, source: source, examples: examples.unique, breaches: [])))
    }
    guard !models.isEmpty else { return [] }
    let view = ModelTestsView(
      name: fileNames.ownTypes + "ModelTests", source: shown(source), models: models, untested: [])
    return [
      suite(view, .modelTests, view.name, source, needsModule: needsModule, importing: imports, into: &sink)
    ]
  }

  // MARK: Endpoints

  private func endpoints(_ client: TestClient, into sink: inout DiagnosticSink) -> [EmittedFile] {
    var scratch = DiagnosticSink()
    let errors = ErrorNames(module: module, into: &scratch)
    let common = EndpointLowering(of: module, names: names, errors: errors)
    let requests = RequestTestRows(module: module, names: names, samples: samples, client: client)
    let responses = ResponseTestRows(module: module, names: names, samples: samples, errors: errors)
    var tests = FileGroups<EndpointTestView>()
    var responseTests = FileGroups<EndpointResponsesView>()
    // The modules whose types the requests name.
    var imports: [String: Set<String>] = [:]
    var problems: [(endpoint: Endpoint, reason: String)] = []
    for endpoint in module.endpoints {
      var lowering = common
      let request = lowering.lower(endpoint)
      let (rows, problem) = requests.rows(of: endpoint, request)
      let name = request.name.prefix(1).lowercased() + request.name.dropFirst()
      let place = (file: fileNames.file(of: endpoint), source: endpoint.span.file)
      imports[place.file, default: []].formUnion(rows.flatMap(\.request.imports.others))
      tests.add(
        EndpointTestView(
          name: name, hasGap: tests[place.file] != nil, isDeprecated: request.deprecation != nil,
          problem: problem.map { DocComment.plain("\(request.name): \($0)") },
          rows: rows.map(RequestRowView.init)), in: place)
      if let problem {
        problems.append((endpoint, problem))
        continue
      }
      let ownResponses = responses.rows(of: endpoint, request, on: requests.serverCode(of: endpoint))
      guard !ownResponses.isEmpty else { continue }
      responseTests.add(
        EndpointResponsesView(
          name: name, hasGap: responseTests[place.file] != nil, isDeprecated: request.deprecation != nil,
          rows: ownResponses.map(ResponseRowView.init)), in: place)
    }
    report(problems, into: &sink)
    let requestFiles = tests.groups.map { group in
      let view = RequestTestsView(
        name: group.file + "RequestTests", source: shown(group.source), endpoints: group.elements)
      let needsModule = group.elements.contains { $0.problem == nil }
      return suite(
        view, .requestTests, view.name, group.source, needsModule: needsModule,
        importing: imports[group.file],
        into: &sink)
    }
    return requestFiles
      + responseTests.groups.map { group in
        let view = ResponseTestsView(
          name: group.file + "ResponseTests", source: shown(group.source), endpoints: group.elements)
        return suite(
          view, .responseTests, view.name, group.source, importing: imports[group.file], into: &sink)
      }
  }

  /// Notes which endpoints have no tests: their place in a file of tests is a comment that nobody may read.
  private func report(_ problems: [(endpoint: Endpoint, reason: String)], into sink: inout DiagnosticSink) {
    for reason in Set(problems.map(\.reason)).sorted() {
      let endpoints = problems.filter { $0.reason == reason }.map(\.endpoint)
      let shown = endpoints.prefix(5).map { "'\($0.operation)'" }
      let names = wordList(shown + (endpoints.count > 5 ? ["\(endpoints.count - 5) more"] : []))
      sink.append(
        Diagnostic(
          .note, .untestedRequest, "no tests of \(names) are written: \(reason)",
          at: endpoints.first?.name.span))
    }
  }

  // MARK: Models

  private func models(into sink: inout DiagnosticSink) -> [EmittedFile] {
    let (rows, untested) = ModelTestRows(
      module: module, names: names, fileNames: fileNames, samples: samples
    ).rows()
    var groups = FileGroups<ModelTestView>()
    for row in rows { groups.add(ModelTestView(row: row), in: (row.file, row.source)) }
    return groups.groups.map { group in
      let view = ModelTestsView(
        name: group.file + "ModelTests", source: shown(group.source), models: group.elements,
        untested: untested.filter { $0.file == group.file }.map(\.name))
      return suite(view, .modelTests, view.name, group.source, into: &sink)
    }
  }

  // MARK: Suites

  private func suite<View: TemplateView>(
    _ view: View, _ template: Template<View>, _ name: String, _ source: String, needsModule: Bool = true,
    importing modules: Set<String>? = nil, into sink: inout DiagnosticSink
  ) -> EmittedFile {
    let text = templates.render(view, with: template, into: &sink)
    return file(
      name, source: source, needsModule: needsModule, importing: modules ?? [], [text], into: &sink)
  }

  private func shown(_ source: String) -> String { DocComment.plain(sourceNames[source] ?? source) }

  // MARK: Files

  private func file(
    _ name: String, source: String, needsModule: Bool, importing modules: Set<String> = [],
    _ declarations: [String],
    into sink: inout DiagnosticSink
  ) -> EmittedFile {
    let runtime = module.endpoints.isEmpty ? "WGNAPIJSON" : "WGNAPIGenerated"
    let isTestable = needsModule && module.access == .internal
    let plain = needsModule && !isTestable ? [module.name.text] : []
    var imports = (["Testing", runtime, "WGNAPITesting"] + plain + modules).sorted().map { "import \($0)" }
    if isTestable { imports += ["", "@testable import \(module.name.text)"] }
    // Calls and texts may be longer than a line.
    let view = FileView(
      source: shown(source), imports: [imports.joined(separator: "\n")], declarations: declarations,
      ignored: .everything)
    return EmittedFile(
      path: "\(module.name.text)Tests/\(name).swift", text: templates.render(view, with: .file, into: &sink))
  }
}

/// The tests of the types in each generated file, in the order in which files come first.
private struct FileGroups<Element> {
  /// A generated file's name, and the first spec file that has a part in it.
  typealias Place = (file: String, source: String)

  private(set) var groups: [(file: String, source: String, elements: [Element])] = []
  private var positions: [String: Int] = [:]

  subscript(file: String) -> [Element]? { positions[file].map { groups[$0].elements } }

  mutating func add(_ element: Element, in place: Place) {
    if let position = positions[place.file] {
      groups[position].elements.append(element)
    } else {
      positions[place.file] = groups.count
      groups.append((place.file, place.source, [element]))
    }
  }
}
