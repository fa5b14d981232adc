import Diagnostics
import OpenAPIReader
import SpecReader

extension SpecLoader {
  /// Reads the specs of one module, whose folder has any name, and libraries from elsewhere.
  ///
  /// - Parameters:
  ///   - path: the module's folder, or a single file. A folder without `module.yaml` but with one OpenAPI document is that
  ///     document.
  ///   - module: the module's name.
  ///   - libraries: the names and folders of the libraries of specs that the module may import.
  ///   - sink: receives the diagnostics.
  /// - Returns: the files, in folders with the names of the module and the libraries.
  public func loadModule(
    _ path: String, named module: String, libraries: [(name: String, path: String)],
    into sink: inout DiagnosticSink
  ) -> [SpecFile] {
    if isSpec(path) { return load(path, module: module, into: &sink) }
    let own = load(path, into: &sink)
    if !own.contains(where: { $0.path == "module.yaml" || $0.path == "module.yml" }) {
      let documents = own.filter { isOpenAPIDocument($0.bytes) }
      if let document = documents.first, documents.count == 1 {
        return load(document.displayPath, module: module, into: &sink)
      }
    }
    var files = own.map { moved($0, to: module) }
    for library in libraries {
      files += load(library.path, into: &sink).map { moved($0, to: library.name) }
    }
    return files
  }

  private func moved(_ file: SpecFile, to folder: String) -> SpecFile {
    SpecFile(path: "\(folder)/\(file.path)", displayPath: file.displayPath, bytes: file.bytes)
  }
}
