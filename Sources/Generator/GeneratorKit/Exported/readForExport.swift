import APIModel
import Diagnostics
import SpecReader

/// A module to export.
package struct ExportedModule: Sendable {
  /// What its specs say.
  package var module: Module
  /// The same as the emitter takes it, for code that uses it.
  package var prepared: Module
}

/// Reads the modules of specs, with those of OpenAPI documents in the spec language.
///
/// - Returns: nil if the specs have errors.
package func readForExport(
  _ specs: [SpecFile], references: [ReferencedFile], into sink: inout DiagnosticSink
) -> [ExportedModule]? {
  guard let api = readAPI(specs, references: references, into: &sink) else { return nil }
  var found = read(specs, references, api.modules.filter { !$0.isForeign })
  if api.modules.contains(where: \.isForeign) {
    let files = convertSpecs(specs, into: &sink).map { file in
      SpecFile(path: file.path, displayPath: file.path, bytes: Array(file.text.utf8))
    }
    var reading = DiagnosticSink()
    guard !sink.hasErrors, let converted = readAPI(files, into: &reading) else { return nil }
    found += read(files, [], converted.modules)
  }
  return found.sorted { $0.module.name.text < $1.module.name.text }
}

private func read(
  _ specs: [SpecFile], _ references: [ReferencedFile], _ prepared: [Module]
) -> [ExportedModule] {
  guard !prepared.isEmpty else { return [] }
  let modules = onLargeStack {
    var sink = DiagnosticSink()
    var sources = SpecSources(specs, references)
    return Pipeline.frontEnds.flatMap { $0.read(&sources, into: &sink) }.filter { !$0.isForeign }
  }
  return modules.compactMap { module in
    prepared.first { $0.name.text == module.name.text }.map { ExportedModule(module: module, prepared: $0) }
  }
}
