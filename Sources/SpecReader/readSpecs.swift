import APIModel
import Diagnostics
import SchemaValues
import SpecYAML

/// Reads specs: what `docs/spec-language.md` describes becomes the intermediate representation.
///
/// Every mistake of every file is reported; what can't be read is replaced by something harmless, so that one
/// mistake is reported once. Where `sink` has errors afterwards, the result serves for finding further
/// mistakes only.
///
/// - Parameters:
///   - files: the files below the specs' root, in any order. Those whose names don't end in `.yaml`, `.yml` or `.json`
///     are left alone. JSON Schema documents among them are read as such: they are known by their names
///     (`pet.schema.json`) or by the `$schema` at their root.
///   - references: files that JSON Schema documents may refer to by URI.
///   - sink: takes the diagnostics.
/// - Returns: the modules, in the order of their folders' names. Libraries are no modules; what a module uses
///   of them is among its own definitions, marked with the library's name.
public func readSpecs(
  files: [SpecFile], references: [ReferencedFile] = [], into sink: inout DiagnosticSink
) -> API {
  let report = Report(sink)
  let (schemaFiles, specs) = separateSchemaFiles(files, references: references, report)
  let folders = readFolders(specs, alsoNamedBy: schemaFiles, report)
  resolveImports(of: folders, report)
  let modules = readSchemas(of: folders, report).readParameters().readEnvelopes().readErrors()
    .readModules { readSchemaDocuments(of: $0, among: schemaFiles, references, report) }
  checkModuleNames(modules, report)
  sink = report.sink
  return API(modules: modules).normalized().fittingExamples()
}

/// The folder's JSON Schema documents; nil where it has none.
private func readSchemaDocuments(
  of folder: SpecFolder, among files: [SchemaFile], _ references: [ReferencedFile], _ report: Report
) -> SchemaGraph? {
  let own = files.filter { $0.folder == folder.name }
  guard !own.isEmpty else { return nil }
  let graph = readSchemaGraph(own, in: SchemaLibrary(files: files, references: references, report: report))
  checkSchemaCycles(in: graph, report)
  return graph
}

/// Two modules whose names differ in case only would share a folder on some file systems.
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
