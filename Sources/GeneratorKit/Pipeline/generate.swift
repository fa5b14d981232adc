import APIModel
import Diagnostics
import OpenAPIReader
import SchemaValues
import SpecReader
import SwiftEmitter

/// Generates Swift from specs: reading, passes, emission. Doesn't access the disk.
///
/// A run ends only between stages, so it reports every mistake that a stage can find. The output depends only on the
/// specs' relative paths, their content and the templates, not on the location of the folder.
///
/// - Parameters:
///   - specs: all files of the specs folder, in any order.
///   - references: files that JSON Schema documents among the specs may refer to by URI.
///   - templates: all templates, as returned by `loadTemplates`.
///   - jobs: the number of files to render at once. It doesn't affect the output.
/// - Returns: the output, empty if there are errors, and the diagnostics in order of their positions.
public func generate(
  specs: [SpecFile], references: [ReferencedFile] = [], templates: [TemplateSource], jobs: Int
) -> (OutputTree, [Diagnostic]) {
  let output = generateAll(
    specs: specs, references: references, templates: templates, withTests: false, jobs: jobs)
  return (output.modules, output.diagnostics)
}

/// The output of a run.
public struct GeneratedOutput: Sendable {
  /// The modules.
  public var modules = OutputTree()
  /// Their tests: a folder for each module's test target.
  public var tests = OutputTree()
  /// The diagnostics in order of their positions.
  public var diagnostics: [Diagnostic] = []
}

/// Generates modules like ``generate(specs:references:templates:jobs:)``, and tests of them.
///
/// - Parameters:
///   - specs: all files of the specs folder, in any order.
///   - references: files that JSON Schema documents among the specs may refer to by URI.
///   - templates: all templates, as returned by `loadTemplates`.
///   - withTests: whether to generate tests.
///   - jobs: the number of files to render, or of modules to write tests of, at once. It doesn't affect the output.
/// - Returns: the output, empty if there are errors.
public func generateAll(
  specs: [SpecFile], references: [ReferencedFile] = [], templates: [TemplateSource], withTests: Bool,
  jobs: Int
) -> GeneratedOutput {
  onLargeStack {
    generateHere(
      specs: specs, references: references, templates: templates, withTests: withTests, jobs: jobs)
  }
}

private func generateHere(
  specs: [SpecFile], references: [ReferencedFile], templates: [TemplateSource], withTests: Bool, jobs: Int
) -> GeneratedOutput {
  var sink = DiagnosticSink()
  let library = TemplateLibrary(templates, into: &sink)
  let api = readAPIHere(specs, references: references, into: &sink)
  guard let api, !sink.hasErrors else { return GeneratedOutput(diagnostics: sink.sorted()) }
  var emission = DiagnosticSink()
  let alone = specs.filter(\.isGivenAlone).map { spec in
    (spec.path, spec.displayPath.split(separator: "/").last.map(String.init) ?? spec.displayPath)
  }
  let names = Dictionary(alone) { first, _ in first }
  let emitted = emit(api, templates: library, jobs: max(1, jobs), names: names, into: &emission)
  let tests =
    withTests ? emitTests(api, templates: library, jobs: max(1, jobs), names: names, into: &emission) : []
  sink.append(contentsOf: display(emission.diagnostics, of: specs))
  guard !sink.hasErrors else { return GeneratedOutput(diagnostics: sink.sorted()) }
  let modules = Set(api.modules.map(\.name.text))
  let output = GeneratedOutput(
    modules: tree(of: emitted, modules, templates, into: &sink),
    tests: tree(of: tests, Set(modules.map { "\($0)Tests" }), templates, into: &sink),
    diagnostics: sink.sorted())
  return sink.hasErrors ? GeneratedOutput(diagnostics: sink.sorted()) : output
}

/// The emitted files, all of which must begin with the marker.
private func tree(
  of emitted: [EmittedFile], _ modules: Set<String>, _ templates: [TemplateSource],
  into sink: inout DiagnosticSink
) -> OutputTree {
  let files = emitted.map { OutputTree.File(path: $0.path, bytes: Array($0.text.utf8)) }
  let unmarked = files.filter { !GeneratedMarker.begins($0.bytes) }
  if let first = unmarked.first {
    let others = unmarked.count > 1 ? " and \(unmarked.count - 1) others" : ""
    sink.error(
      .missingMarker,
      "'\(first.path)'\(others) would not begin with '\(GeneratedMarker.text)', which marks generated files",
      at: templates.first { $0.name == "file" }.map { .unknown(file: $0.path) })
  }
  return OutputTree(files, modules: modules, into: &sink)
}

/// The first stages: reads specs into the intermediate representation for the emitter.
///
/// Its spans contain paths below the specs folder; those of the diagnostics are paths as users know them.
///
/// - Returns: nil if the specs have errors.
public func readAPI(
  _ specs: [SpecFile], references: [ReferencedFile] = [], into sink: inout DiagnosticSink
) -> API? {
  let (api, found) = onLargeStack {
    var sink = DiagnosticSink()
    let api = readAPIHere(specs, references: references, into: &sink)
    return (api, sink)
  }
  sink.append(contentsOf: found)
  return api
}

private func readAPIHere(
  _ specs: [SpecFile], references: [ReferencedFile], into sink: inout DiagnosticSink
) -> API? {
  var reading = DiagnosticSink()
  let anonymous = specs.map { SpecFile(path: $0.path, displayPath: $0.path, bytes: $0.bytes) }
  var result: API?
  if let document = specs.first, document.isGivenAlone, isOpenAPIDocument(document.bytes) {
    let module = document.path.split(separator: "/").first.map(String.init) ?? "API"
    let api = readOpenAPI(anonymous, module: module, into: &reading)
    if !reading.hasErrors {
      api.reportAmbiguousUnions(into: &reading)
      api.reportInvalidExamples(into: &reading)
      result = api.keepingValidExamples().separatingDirections(into: &reading).resolvingNames(into: &reading)
        .choosingStorage()
    }
  } else {
    let (folders, others) = separateDocumentFolders(anonymous)
    let described = readDocumentFolders(folders, into: &reading)
    let isNeeded = folders.isEmpty || !others.isEmpty
    let api =
      isNeeded ? readSpecs(files: others, references: references, into: &reading) : API(modules: [])
    if !folders.isEmpty { checkModuleNames(api.modules + described.modules, into: &reading) }
    if !reading.hasErrors {
      api.reportUnused(into: &reading)
      api.reportAmbiguousUnions(into: &reading)
      described.reportAmbiguousUnions(into: &reading)
      api.reportInvalidExamples(into: &reading)
      described.reportInvalidExamples(into: &reading)
      var written = api.separatingDirections(into: &reading).modelingSchemas(into: &reading)
        .applyingFormatTypes(into: &reading).choosingStorage()
      written.modules +=
        described.keepingValidExamples().separatingDirections(into: &reading).applyingFormatTypes(
          into: &reading
        )
        .resolvingNames(into: &reading).choosingStorage().modules
      result = written
    }
  }
  result?.reportEndlessSchemas(into: &reading)
  sink.append(contentsOf: display(reading.diagnostics, of: specs).map { hintAtParent($0, of: specs) })
  return result
}

/// Suggests the folder to pass instead of a single module's.
private func hintAtParent(_ diagnostic: Diagnostic, of specs: [SpecFile]) -> Diagnostic {
  guard diagnostic.id == .misplacedFile, let file = diagnostic.span?.file,
    !specs.contains(where: { $0.path.utf8.contains(UInt8(ascii: "/")) }),
    specs.contains(where: {
      $0.displayPath == file && ($0.path.hasSuffix(".yaml") || $0.path.hasSuffix(".yml"))
    })
  else { return diagnostic }
  let hint = parentHint(of: file)
  guard !hint.isEmpty else { return diagnostic }
  let folder = file.split(separator: "/").dropLast().last.map { "'\($0)'" } ?? "this folder"
  var diagnostic = diagnostic
  diagnostic.message += "; if \(folder) is a module, pass the folder that contains it\(hint)"
  return diagnostic
}

/// The diagnostics with paths as users know them.
func display(_ diagnostics: [Diagnostic], of specs: [SpecFile]) -> [Diagnostic] {
  guard !diagnostics.isEmpty else { return [] }
  let paths = Dictionary(specs.map { ($0.path, $0.displayPath) }) { first, _ in first }
  return diagnostics.map { diagnostic in
    var diagnostic = diagnostic
    if let file = diagnostic.span?.file, let path = paths[file] { diagnostic.span?.file = path }
    for index in diagnostic.notes.indices {
      guard let file = diagnostic.notes[index].span?.file, let path = paths[file] else { continue }
      diagnostic.notes[index].span?.file = path
    }
    return diagnostic
  }
}
