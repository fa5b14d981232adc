import APIModel
import Diagnostics
import SpecReader

/// A module to export.
package struct ExportedModule: Sendable {
  /// The module as its specs describe it.
  package var module: Module
  /// The module after all passes, for code samples.
  package var prepared: Module
}

/// Reads the modules of specs. OpenAPI documents are converted to the spec language first.
///
/// - Parameter places: takes where users find what is at the places of the modules.
/// - Returns: nil if the specs have errors.
package func readForExport(
  _ specs: [SpecFile], references: [ReferencedFile], places: inout SourcePlaces,
  into sink: inout DiagnosticSink
) -> [ExportedModule]? {
  guard let api = readAPI(specs, references: references, places: &places, into: &sink) else { return nil }
  var found = read(specs, references, api.modules.filter { $0.origin == .specs }, into: &sink)
  if api.modules.contains(where: { $0.origin == .document }) {
    let texts = convertSpecs(specs, into: &sink)
    for file in texts { places.add(file.origins, for: file.path) }
    let files = texts.map { file in
      SpecFile(path: file.path, displayPath: file.path, bytes: Array(file.text.utf8))
    }
    guard !sink.hasErrors, let converted = readConverted(files, places, into: &sink) else { return nil }
    let missing = Set(api.modules.filter { $0.origin == .document }.map(\.name.text)).subtracting(
      converted.map(\.name.text))
    for name in missing.sorted() { sink.missing(name) }
    found += read(files, [], converted, into: &sink)
  }
  guard !sink.hasErrors else { return nil }
  return found.sorted { $0.module.name.text < $1.module.name.text }
}

/// The modules of documents that were written in the spec language; nil, with errors, if they can't be read.
///
/// - Parameter places: where users find what the files were written from.
func readConverted(
  _ files: [SpecFile], _ places: SourcePlaces, into sink: inout DiagnosticSink
) -> [Module]? {
  var reading = DiagnosticSink()
  let modules = readAPI(files, into: &reading)?.modules
  for var error in reading.sorted() where error.severity == .error {
    error.message = "the document can't be exported, because as specs it has a mistake: \(error.message)"
    sink.append(places.shown(error))
  }
  return reading.hasErrors ? nil : modules
}

/// The modules of specs as they were written, with the prepared ones.
private func read(
  _ specs: [SpecFile], _ references: [ReferencedFile], _ prepared: [Module], into sink: inout DiagnosticSink
) -> [ExportedModule] {
  guard !prepared.isEmpty else { return [] }
  let modules = onLargeStack {
    // Their mistakes have been reported.
    var sink = DiagnosticSink()
    var sources = SpecSources(specs, references)
    return Pipeline.frontEnds.flatMap { $0.read(&sources, into: &sink) }.filter { $0.origin == .specs }
  }
  return pairs(modules, prepared, into: &sink)
}

/// Modules with their prepared counterparts. A module that has none is an error: it would be missing from what is exported.
func pairs(_ modules: [Module], _ prepared: [Module], into sink: inout DiagnosticSink) -> [ExportedModule] {
  let known = Dictionary(prepared.map { ($0.name.text, $0) }) { first, _ in first }
  let names = modules.map(\.name.text)
  for name in Set(names).symmetricDifference(known.keys).sorted() { sink.missing(name) }
  return modules.compactMap { module in
    known[module.name.text].map { ExportedModule(module: module, prepared: $0) }
  }
}

extension DiagnosticSink {
  fileprivate mutating func missing(_ module: String) {
    error(
      .leftOut,
      "the module '\(visibleText(module))' can't be exported: as it is written and as it is generated, it has different names",
      at: .unknown(file: module))
  }
}
