import Diagnostics
import SpecReader
import SpecYAML

/// Which folders of specs import which, so that a change needs only the folders that depend on it.
struct ImportGraph {
  private var imports: [String: [String]] = [:]
  private var seen: [String: [UInt8]] = [:]

  /// Reads each `module.yaml` that has changed.
  mutating func update(_ files: [SpecFile]) {
    for file in files where ["\(file.folder)/module.yaml", "\(file.folder)/module.yml"].contains(file.path) {
      guard seen[file.path] != file.bytes else { continue }
      seen[file.path] = file.bytes
      let bytes = file.bytes
      let found = onLargeStack { () -> [String]? in
        var sink = DiagnosticSink()
        let nodes = parseYAML(bytes: bytes, file: "", into: &sink)
        return nodes.isEmpty
          ? nil : nodes.compactMap { $0["module"]?["import"]?.items }.flatMap { $0.compactMap(\.text) }
      }
      // While a file is being typed, it imports what it did.
      if let found { imports[file.folder] = found }
    }
  }

  /// These folders, and all that they import.
  func imported(by folders: Set<String>) -> Set<String> { closure(of: folders) { imports[$0] ?? [] } }

  /// These folders, and all that import them.
  func importers(of folders: Set<String>) -> Set<String> {
    closure(of: folders) { folder in imports.filter { $0.value.contains(folder) }.map(\.key) }
  }

  private func closure(of folders: Set<String>, _ next: (String) -> [String]) -> Set<String> {
    var (found, pending) = (folders, Array(folders))
    while let folder = pending.popLast() {
      for other in next(folder) where found.insert(other).inserted { pending.append(other) }
    }
    return found
  }
}
