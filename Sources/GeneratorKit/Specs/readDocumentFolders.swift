import APIModel
import Diagnostics
import OpenAPIReader
import SpecReader

/// Reads the modules of folders that name an OpenAPI document.
func readDocumentFolders(_ folders: [DocumentFolderFiles], into sink: inout DiagnosticSink) -> API {
  API(modules: folders.flatMap { readDocumentFolder($0, into: &sink) })
}

private func readDocumentFolder(_ files: DocumentFolderFiles, into sink: inout DiagnosticSink) -> [Module] {
  guard let folder = DocumentFolder(files.specs, into: &sink),
    let name = files.specs.first?.path.byteParts(separatedBy: "/").first
  else { return [] }
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
  let others = files.documents.filter { $0.path != document.path }
  return readOpenAPI(
    [document] + others, module: settings.module.text, overlays: overlays, adjustedBy: folder, into: &sink
  ).modules
}

/// What OpenAPI documents say: the one that was given, or those of folders.
func readDocuments(_ specs: [SpecFile], into sink: inout DiagnosticSink) -> API? {
  var reading = DiagnosticSink()
  let anonymous = specs.map { SpecFile(path: $0.path, displayPath: $0.path, bytes: $0.bytes) }
  var api: API?
  if let document = specs.first, document.isGivenAlone, isOpenAPIDocument(document.bytes) {
    let module = document.path.split(separator: "/").first.map(String.init) ?? "API"
    api = readOpenAPI(anonymous, module: module, into: &reading)
  } else {
    let (folders, _) = separateDocumentFolders(anonymous)
    let broken = findBrokenModules(anonymous, into: &reading)
    if folders.isEmpty, !broken.isEmpty {
      let modules = anonymous.filter { file in
        broken.contains { file.path == "\($0)/module.yaml" || file.path == "\($0)/module.yml" }
      }
      reading = DiagnosticSink()
      _ = readSpecs(files: modules, into: &reading)
    } else if folders.isEmpty {
      reportNoDocument(specs, into: &sink)
    } else {
      api = readDocumentFolders(folders, into: &reading)
    }
  }
  sink.append(contentsOf: display(reading.diagnostics, of: specs))
  return api
}

/// Says what to pass in place of specs without an OpenAPI document.
private func reportNoDocument(_ specs: [SpecFile], into sink: inout DiagnosticSink) {
  let isSettings = { (spec: SpecFile) in spec.path == "module.yaml" || spec.path == "module.yml" }
  guard let settings = specs.first(where: isSettings) else {
    let isWritten = specs.contains {
      $0.path.hasByteSuffix("/module.yaml") || $0.path.hasByteSuffix("/module.yml")
    }
    sink.error(
      .notOpenAPI,
      "there is neither an OpenAPI document nor a folder whose module.yaml names one"
        + (isWritten ? "; modules without 'openapi' are in the spec language already" : ""))
    return
  }
  sink.error(
    .notOpenAPI,
    "is in the folder of one module; pass the folder that contains it\(parentHint(of: settings.displayPath))",
    at: .unknown(file: settings.displayPath))
}

/// The end of a message that names the folder above a file's own: ", 'Specs'".
func parentHint(of file: String) -> String {
  let parts = file.split(separator: "/", omittingEmptySubsequences: false)
  guard let folder = parts.dropLast().last else { return ", '..'" }
  guard !["", ".", ".."].contains(folder) else { return "" }
  let parent = parts.dropLast(2).joined(separator: "/")
  return ", '\(parent.isEmpty ? file.hasPrefix("/") ? "/" : "." : parent)'"
}
