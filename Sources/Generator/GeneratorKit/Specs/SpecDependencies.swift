import Diagnostics
import SpecReader
import SpecYAML

/// Which folders of specs import which, so that a change needs only the folders that depend on it.
package struct SpecDependencies: Sendable {
  private var imports: [String: [String]] = [:]
  private var seen: [String: [UInt8]] = [:]

  package init() {}

  /// The files to read after folders have changed, and the folders that depend on the change.
  package mutating func affected(
    by changed: Set<String>, in files: [SpecFile]
  ) -> (files: [SpecFile], folders: Set<String>) {
    // A document that is given alone has no folders.
    guard files.first?.isGivenAlone != true, files.allSatisfy({ $0.path.hasByte("/") }) else {
      return (files, Set(files.map(\.topFolder)))
    }
    update(files)
    let folders = closure(of: changed) { folder in imports.filter { $0.value.contains(folder) }.map(\.key) }
    let needed = closure(of: folders) { imports[$0] ?? [] }
    return (files.filter { needed.contains($0.topFolder) }, folders)
  }

  /// Reads each `module.yaml` that has changed.
  private mutating func update(_ files: [SpecFile]) {
    for file in files
    where ["\(file.topFolder)/module.yaml", "\(file.topFolder)/module.yml"].contains(file.path) {
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
      if let found { imports[file.topFolder] = found }
    }
  }

  private func closure(of folders: Set<String>, _ next: (String) -> [String]) -> Set<String> {
    var (found, pending) = (folders, Array(folders))
    while let folder = pending.popLast() {
      for other in next(folder) where found.insert(other).inserted { pending.append(other) }
    }
    return found
  }
}
