import APIModel
import Diagnostics

/// All folders after a phase of reading, with the readers for the next phase.
///
/// Definitions may refer to others in any order and folder, so each kind is read in all folders before the next one.
/// A phase can only be made from the previous one.
struct ReadingPhase<Reader> {
  fileprivate let schemas: [SchemaReader]
  fileprivate let readers: [Reader]
  fileprivate let report: Report

  fileprivate init(after schemas: [SchemaReader], _ report: Report, _ reader: (SchemaReader) -> Reader) {
    self.schemas = schemas
    self.report = report
    readers = schemas.map(reader)
  }
}

/// Reads the schemas of all folders, whose imports have been resolved.
func readSchemas(of folders: [SpecFolder], _ report: Report) -> ReadingPhase<ParameterReader> {
  let schemas = folders.map { folder in
    SchemaReader(
      folder: folder, report: report,
      ownFormats: folder.isLibrary ? formatsOfAll(modulesThatImport: folder, among: folders) : nil)
  }
  for reader in schemas { reader.readSchemas() }
  checkReferenceCycles(in: folders, report)
  checkReferenceDepth(in: folders, report)
  return ReadingPhase(after: schemas, report, ParameterReader.init)
}

/// The formats for which every module that imports a library, itself or through others, has user-defined types.
private func formatsOfAll(modulesThatImport library: SpecFolder, among folders: [SpecFolder]) -> Set<String> {
  var common: Set<String>?
  for folder in folders where !folder.isLibrary && folder.libraries().contains(where: { $0 === library }) {
    common = common?.intersection(folder.ownFormats) ?? folder.ownFormats
  }
  return common ?? []
}

extension ReadingPhase<ParameterReader> {
  func readParameters() -> ReadingPhase<EnvelopeReader> {
    for reader in readers { reader.readParameters() }
    return ReadingPhase<EnvelopeReader>(after: schemas, report, EnvelopeReader.init)
  }
}

extension ReadingPhase<EnvelopeReader> {
  func readEnvelopes() -> ReadingPhase<ErrorReader> {
    for reader in readers { reader.readEnvelopes() }
    return ReadingPhase<ErrorReader>(after: schemas, report) {
      ErrorReader(folder: $0.folder, report: report)
    }
  }
}

extension ReadingPhase<ErrorReader> {
  func readErrors() -> ReadingPhase<ModuleReader> {
    for reader in readers { reader.readErrors() }
    return ReadingPhase<ModuleReader>(after: schemas, report) { ModuleReader(schemas: $0) }
  }
}

extension ReadingPhase<ModuleReader> {
  /// Reads libraries and modules, and runs the deferred checks.
  ///
  /// - Parameter graph: the JSON Schema documents of a folder.
  func readModules(with graph: (SpecFolder) -> SchemaGraph?) -> [Module] {
    var modules: [Module] = []
    for reader in readers where reader.folder.isLibrary { reader.readLibrary() }
    for reader in readers where !reader.folder.isLibrary {
      if var module = reader.readModule() {
        module.schemaGraph = graph(reader.folder)
        modules.append(module)
        if !module.endpoints.isEmpty { reader.reportUnusedParameters() }
      }
    }
    for reader in schemas { reader.runDeferredChecks() }
    return modules
  }
}
