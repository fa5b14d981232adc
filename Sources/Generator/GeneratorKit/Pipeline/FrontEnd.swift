import APIModel
import Diagnostics
import OpenAPIReader
import SpecReader

/// Reads the sources of one kind.
protocol FrontEnd: Sendable {
  /// Reads the files of its kind, if there are any, and removes them from the unread ones.
  func read(_ sources: inout SpecSources, into sink: inout DiagnosticSink) -> [Module]
}

/// A single document on the command line that was exported from specs.
struct ExportedDocuments: FrontEnd {
  func read(_ sources: inout SpecSources, into sink: inout DiagnosticSink) -> [Module] {
    guard let specs = sources.takeExportedSpecs(into: &sink) else { return [] }
    return readSpecs(files: specs.files.map(\.file), into: &sink).modules
  }
}

/// A single OpenAPI document on the command line, with the files that it may refer to.
struct GivenDocument: FrontEnd {
  func read(_ sources: inout SpecSources, into sink: inout DiagnosticSink) -> [Module] {
    guard let document = sources.all.first, document.isGivenAlone, !sources.unread.isEmpty,
      isOpenAPIDocument(document.bytes)
    else {
      return []
    }
    let files = sources.unread
    sources.unread = []
    sources.hasBeenRead = true
    let module = document.path.split(separator: "/").first.map(String.init) ?? "API"
    return readOpenAPI(files, module: module, into: &sink).modules
  }
}

/// Folders whose `module.yaml` names an OpenAPI document.
struct DocumentFolders: FrontEnd {
  func read(_ sources: inout SpecSources, into sink: inout DiagnosticSink) -> [Module] {
    let (folders, others) = separateDocumentFolders(sources.unread)
    guard !folders.isEmpty else { return [] }
    sources.unread = others
    sources.hasBeenRead = true
    return folders.flatMap { readDocumentFolder($0, into: &sink) }
  }
}

/// Folders in the spec language, with their JSON Schema documents.
struct SpecFolders: FrontEnd {
  func read(_ sources: inout SpecSources, into sink: inout DiagnosticSink) -> [Module] {
    // Without any file, the reader says what is missing.
    guard !sources.unread.isEmpty || !sources.hasBeenRead else { return [] }
    let files = sources.unread
    sources.unread = []
    return readSpecs(files: files, references: sources.references, into: &sink).modules
  }
}
