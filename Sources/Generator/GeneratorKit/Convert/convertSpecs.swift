import APIModel
import Diagnostics
import SchemaValues
import SpecReader
import SwiftEmitter

/// Writes what OpenAPI documents say in the spec language.
///
/// - Parameters:
///   - specs: a document, or folders with documents, as they were loaded.
///   - sink: takes the diagnostics, among them what the language can't say of the document, at its places there.
/// - Returns: the files; empty after errors.
public func convertSpecs(_ specs: [SpecFile], into sink: inout DiagnosticSink) -> [ConvertedFile] {
  let (files, found) = onLargeStack {
    var sink = DiagnosticSink()
    // An exported document already contains its specs.
    var sources = SpecSources(specs)
    if let exported = sources.takeExportedSpecs(into: &sink) {
      _ = readSpecs(files: exported.files.map(\.file), into: &sink)
      var found = DiagnosticSink()
      found.append(contentsOf: sink.diagnostics.map(sources.places.shown))
      let files = exported.files.map { ConvertedFile(path: $0.path, text: $0.text) }
      return (found.hasErrors ? [] : files, found)
    }
    guard var api = readDocuments(specs, into: &sink), !sink.hasErrors else {
      return ([ConvertedFile](), sink)
    }
    var losses = DiagnosticSink()
    for position in api.modules.indices {
      api.modules[position].keepResponseExamples(into: &losses)
      reportLosses(&api.modules[position], into: &losses)
    }
    let files = api.resolvingNames(into: &losses).modules.flatMap { module in
      var renamed = RenamedNames()
      let writable = module.withWritableNames(&renamed, into: &losses).withWritableSchemas(into: &losses)
      let files = ModuleWriter(writable).files(&renamed)
      renamed.report(into: &losses)
      return files
    }
    var places = SourcePlaces(of: specs)
    sink.append(contentsOf: losses.diagnostics.map(places.shown))
    var reading = DiagnosticSink()
    let written = readSpecs(
      files: files.map { file in
        SpecFile(path: file.path, displayPath: file.path, bytes: Array(file.text.utf8))
      }, into: &reading)
    for file in files { places.add(file.origins, for: file.path) }
    for diagnostic in reading.sorted() where diagnostic.severity == .error {
      var error = places.shown(diagnostic)
      error.message = "the spec language can't say this; change it in the document: \(diagnostic.message)"
      sink.append(error)
    }
    // Easier to mend in the specs, whose reader knows the place.
    var endless = DiagnosticSink()
    written.reportEndlessSchemas(into: &endless)
    for diagnostic in endless.sorted() where diagnostic.severity == .error {
      sink.warning(
        .endlessSchema, "nothing is generated from the specs before they are changed: \(diagnostic.message)",
        at: places.shown(diagnostic.span))
    }
    return (sink.hasErrors ? [] : files, sink)
  }
  sink.append(contentsOf: found)
  return files
}

/// Leaves out, with a warning, what the spec language doesn't have.
private func reportLosses(_ module: inout Module, into sink: inout DiagnosticSink) {
  for endpoint in module.endpoints {
    for method in endpoint.methods where !method.isUsual {
      sink.warning(
        .leftOut,
        "the spec language has no method '\(method.rawValue)', so '\(endpoint.operation)' is left out",
        at: endpoint.span)
    }
    var taken: Set<String> = []
    for parameter in endpoint.parameters where !taken.insert(parameter.name.text).inserted {
      sink.warning(
        .leftOut,
        "the spec language has no second parameter '\(parameter.name.text)' of '\(endpoint.operation)', so it is left out",
        at: parameter.name.span)
    }
  }
  module.endpoints.removeAll { !$0.methods.allSatisfy(\.isUsual) }
}

/// Writes converted specs to a folder.
///
/// Nothing is written if one of the files exists and contains something else.
///
/// - Parameters:
///   - replacing: whether such files are replaced.
///   - sink: takes the diagnostics.
/// - Returns: the paths of the files.
public func writeConverted(
  _ files: [ConvertedFile], into folder: String, replacing: Bool = false, sink: inout DiagnosticSink
) -> [String] {
  do {
    let folder = try Folder.make(trimmingFolderPath(folder))
    var targets: [(folder: Folder, name: String, bytes: [UInt8])] = []
    for file in files {
      var parts = file.path.byteParts(separatedBy: "/")
      let name = parts.popLast() ?? ""
      var target = folder
      for part in parts {
        let isThere = try target.status(of: part) != nil
        target = isThere ? try target.folder(part) : try target.makeFolder(part)
      }
      if try target.status(of: name)?.kind == .symbolicLink {
        sink.error(
          .symbolicLink,
          "is a symbolic link where a file is written; links are not followed in the output folder",
          at: .unknown(file: target.path(of: name)))
        continue
      }
      let bytes = Array(file.text.utf8)
      if try target.status(of: name) != nil, !replacing,
        try target.file(name).read(limit: bytes.count + 1) != bytes
      {
        sink.error(
          .foreignFile, "the file exists already; remove it, or write '--force'",
          at: .unknown(file: target.path(of: name)))
      }
      targets.append((target, name, bytes))
    }
    guard !sink.hasErrors else { return [] }
    try writeTogether(targets)
    return targets.map { $0.folder.path(of: $0.name) }
  } catch {
    sink.append(error.diagnostic)
    return []
  }
}
