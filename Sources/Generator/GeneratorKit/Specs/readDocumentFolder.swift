import APIModel
import Diagnostics
import OpenAPIReader
import SpecReader

/// Reads the module of a folder that names an OpenAPI document.
func readDocumentFolder(_ files: DocumentFolderFiles, into sink: inout DiagnosticSink) -> [Module] {
  guard let folder = DocumentFolder(files.specs, into: &sink) else { return [] }
  return readDocument(of: folder, files, into: &sink)
}

/// Reads the document that a folder names.
func readDocument(
  of folder: DocumentFolder, _ files: DocumentFolderFiles, into sink: inout DiagnosticSink
) -> [Module] {
  guard let name = files.specs.first?.path.byteParts(separatedBy: "/").first else { return [] }
  let settings = folder.settings
  /// The file that the folder names.
  func file(_ path: Name, _ kind: String) -> SpecFile? {
    let parts = path.text.byteParts(separatedBy: "/").filter { $0 != "." && !$0.isEmpty }
    let full = ([name] + parts).joined(separator: "/")
    if let file = files.documents.first(where: { $0.path == full }) { return file }
    let known = files.documents.map { String($0.path.dropFirst(name.count + 1)) }
    let isSpec = files.specs.contains { $0.path == full }
    let tail =
      isSpec ? ": this file begins with 'wgnapi: 1'" : ": there is no such file in the module's folder"
    sink.error(
      .unresolvedReference, "'\(abbreviate(path.text))' isn't \(kind)\(tail)", at: path.span,
      suggestion: closestMatch(to: path.text, in: known))
    return nil
  }
  let document = file(settings.document, "an OpenAPI document")
  let overlays = settings.overlays.compactMap { file($0, "an overlay") }
  guard let document, overlays.count == settings.overlays.count else { return [] }
  if let exported = ExportedDocument(document) {
    sink.warning(
      .leftOut,
      "the document was exported, and its 'x-wgnapi-…' have no effect in a folder with a module.yaml; give the document alone, or "
        + "write the specs with 'convert'", at: exported.root.span)
  }
  let others = files.documents.filter { $0.path != document.path }
  return readOpenAPI(
    [document] + others, module: settings.module.text, overlays: overlays, adjustedBy: folder, into: &sink
  ).modules
}
