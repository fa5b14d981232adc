import Diagnostics
import Foundation
import GeneratorKit
import SpecInference
import SpecReader
import SpecYAML

/// The files of a module, and of the libraries that it imports from the folders beside it.
package struct ModuleFolder: Sendable {
  /// The folder as the user wrote it.
  package let path: String
  /// The module's name: that of its folder.
  package let name: String
  package private(set) var files: [SpecFile] = []

  /// The envelope of endpoints that don't say another one.
  var defaultEnvelope: String? {
    files.first(where: isModuleFile).flatMap { Self.module($0)?["envelope"]?.text }
  }

  private func isModuleFile(_ file: SpecFile) -> Bool {
    ["\(name)/module.yaml", "\(name)/module.yml"].contains(file.path)
  }

  private static func module(_ file: SpecFile) -> YAMLNode? {
    var ignored = DiagnosticSink()
    return parseYAML(bytes: file.bytes, file: file.path, into: &ignored).first?["module"]
  }

  /// Whether a folder has a spec in it, or folders with specs.
  package static func hasSpec(_ path: String) -> Bool {
    names(in: path).contains { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") } || !modules(in: path).isEmpty
  }

  /// The modules in the folders of a folder, unless it is a module itself.
  package static func modules(in path: String) -> [String] {
    guard !hasModuleFile(path) else { return [] }
    return names(in: path).filter { hasModuleFile("\(path)/\($0)") }.sorted()
  }

  private static func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  private static func hasModuleFile(_ path: String) -> Bool {
    ["module.yaml", "module.yml"].contains { FileManager.default.fileExists(atPath: "\(path)/\($0)") }
  }

  /// - Returns: nil if it can't be read, with the reasons in the sink.
  package init?(_ path: String, into sink: inout DiagnosticSink) {
    // `Specs/Shop`: the libraries are in `Specs`. A path such as `.` doesn't say the folder's name.
    let plain = path.split(separator: "/").last.map { $0 != "." && $0 != ".." } ?? false
    let url = URL(fileURLWithPath: plain ? path : URL(fileURLWithPath: path).standardizedFileURL.path)
    self.path = url.relativePath
    name = url.lastPathComponent
    let above = url.deletingLastPathComponent().relativePath
    let parent = [".", "./", ""].contains(above) ? "" : above == "/" ? "/" : "\(above)/"
    var waiting = [name]
    var loaded: Set<String> = []
    while let next = waiting.popLast() {
      guard loaded.insert(next).inserted, next == name || InferredModule.isName(next) else { continue }
      let display = next == name ? self.path : parent + next
      // A folder that isn't there is reported where it is imported.
      guard next == name || FileManager.default.fileExists(atPath: display) else { continue }
      let own = SpecLoader().load(display, into: &sink).map { file in
        SpecFile(path: "\(next)/\(file.path)", displayPath: file.displayPath, bytes: file.bytes)
      }
      files += own
      guard let file = own.first(where: { ["\(next)/module.yaml", "\(next)/module.yml"].contains($0.path) })
      else {
        if next == name, !sink.hasErrors {
          sink.error(
            .noSpecs, "there is no module.yaml: name the folder of a module, such as Specs/Shop",
            at: .unknown(file: self.path))
        }
        continue
      }
      let imports = Self.module(file)?["import"]
      waiting += imports?.items?.compactMap(\.text) ?? imports?.text.map { [$0] } ?? []
    }
    if sink.hasErrors { return nil }
  }

  /// A spec in memory.
  init(name: String, files: [SpecFile]) { (path, self.name, self.files) = (name, name, files) }

  /// The path of a file as the user knows it.
  package func displayPath(_ path: String) -> String {
    if let file = files.first(where: { $0.path == path }) { return file.displayPath }
    return path.hasPrefix("\(name)/") ? "\(self.path)/\(path.dropFirst(name.count + 1))" : path
  }

  /// What is in a file now; nil for a new one.
  package func bytes(_ path: String) -> [UInt8]? { files.first { $0.path == path }?.bytes }
}
