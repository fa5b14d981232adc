import APIModel
import Diagnostics
import SpecReader

/// Reads the OpenAPI document that is given, or all documents that the specs' folders name.
func readDocuments(_ specs: [SpecFile], into sink: inout DiagnosticSink) -> API? {
  var reading = DiagnosticSink()
  defer { sink.append(contentsOf: reading.diagnostics.map(SourcePlaces(of: specs).shown)) }
  var sources = SpecSources(specs)
  let frontEnds: [any FrontEnd] = [GivenDocument(), DocumentFolders()]
  let modules = frontEnds.flatMap { $0.read(&sources, into: &reading) }
  if sources.hasBeenRead { return API(modules: modules.map { $0.prepared(into: &reading) }) }
  let broken = findBrokenModules(sources.unread, into: &reading)
  if broken.isEmpty {
    reportNoDocument(specs, into: &sink)
  } else {
    let files = sources.unread.filter { file in
      broken.contains { file.path == "\($0)/module.yaml" || file.path == "\($0)/module.yml" }
    }
    reading = DiagnosticSink()
    _ = readSpecs(files: files, into: &reading)
  }
  return nil
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
