import APIModel
import Diagnostics
import SpecYAML

/// Reads specs, as described in `docs/spec-language.md`, into the intermediate representation.
///
/// Reports every mistake in every file, and replaces what can't be read by something harmless, so each mistake is
/// reported once. If `sink` has errors afterwards, the result is only good for finding further mistakes.
///
/// - Parameters:
///   - files: the files below the specs' root, in any order. Files that don't end in `.yaml`, `.yml` or `.json` are
///     ignored. JSON Schema documents are recognized by their names (`pet.schema.json`) or by the `$schema` at their
///     root.
///   - references: files that JSON Schema documents may refer to by URI.
///   - sink: receives the diagnostics.
/// - Returns: the modules, in the order of their folders' names. Libraries aren't modules: their definitions that a
///   module uses are among its own, marked with the library's name.
public func readSpecs(
  files: [SpecFile], references: [ReferencedFile] = [], into sink: inout DiagnosticSink
) -> API {
  API(modules: readSpecs(files, references, into: &sink).modules)
}

/// The modules, and the places of names.
func readSpecs(
  _ files: [SpecFile], _ references: [ReferencedFile], into sink: inout DiagnosticSink
) -> (modules: [Module], places: [NamePlace]) {
  let report = Report(sink)
  let (schemaFiles, specs) = separateSchemaFiles(files, references: references, report)
  let all = readFolders(specs, alsoNamedBy: schemaFiles, report)
  let isDoubtful = doubts(about: all, files)
  var modules: [Module] = []
  let isCertain = { (diagnostic: Diagnostic) in !isDoubtful(diagnostic) }
  report.keep(isCertain) {
    resolveImports(of: all, report)
    let folders = all.filter { !$0.hasBrokenModule || $0.isLibrary }
    modules = readSchemas(of: folders, report).readParameters().readEnvelopes().readErrors()
      .readModules { readSchemaDocuments(of: $0, among: schemaFiles, references, report) }
  }
  checkModuleNames(modules, report)
  sink = report.sink
  // Folders know themselves as the owners of their names, and would never be released.
  for folder in all { folder.forgetOthers() }
  return (modules, report.places)
}

/// Whether a mistake may only be one because a file can't be read. If it is a folder's `module.yaml`, that is anything in the
/// folder; otherwise, names that are missing there and in the folders that import it.
private func doubts(about folders: [SpecFolder], _ files: [SpecFile]) -> (Diagnostic) -> Bool {
  guard folders.contains(where: \.lacksDefinitions) else { return { _ in false } }
  let names = Dictionary(files.map { ($0.displayPath, $0.topFolder) }) { first, _ in first }
  let byName = Dictionary(folders.map { ($0.name, $0) }) { first, _ in first }
  return { diagnostic in
    guard let file = diagnostic.span?.file, let folder = names[file].flatMap({ byName[$0] }) else {
      return false
    }
    if folder.hasBrokenModule { return true }
    return diagnostic.id.isOfMissingName
      && ([folder] + folder.libraries()).contains(where: \.lacksDefinitions)
  }
}

/// The folder's JSON Schema documents; nil if it has none.
private func readSchemaDocuments(
  of folder: SpecFolder, among files: [SchemaFile], _ references: [ReferencedFile], _ report: Report
) -> SchemaGraph? {
  let own = files.filter { $0.folder == folder.name }
  guard !own.isEmpty else { return nil }
  let graph = readSchemaGraph(own, in: SchemaLibrary(files: files, references: references, report: report))
  checkSchemaCycles(in: graph, report)
  checkEqualAlternatives(in: graph, report)
  return graph
}

/// Reports modules with the same name. Two whose names differ only in case would share a folder on some file systems.
public func checkModuleNames(_ modules: [Module], into sink: inout DiagnosticSink) {
  let report = Report(DiagnosticSink())
  checkModuleNames(modules, report)
  sink.append(contentsOf: report.takeDiagnostics())
}

private func checkModuleNames(_ modules: [Module], _ report: Report) {
  var seen: [String: Name] = [:]
  for module in modules {
    guard let first = seen.updateValue(module.name, forKey: module.name.text.lowercased()) else { continue }
    let message =
      first.text == module.name.text
      ? "two modules are called \(first.text)"
      : "the names of the modules \(first.text) and \(module.name.text) differ in case only"
    report.error(
      .duplicateName, message, at: module.name.span, notes: [.init("the other is here", at: first.span)])
  }
}
