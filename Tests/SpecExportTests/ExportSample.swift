import Diagnostics
import Foundation
import GeneratorKit
import SpecExport
import SpecReader
import Testing

let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// A folder of specs, its generated code, and its exported documents.
struct ExportSample {
  let specs: [SpecFile]
  let documents: [ExportedText]
  /// The lines of the generated files after their heads, by path.
  let files: [String: [Substring]]
  let messages: [String]

  init(_ folder: String, options: ExportOptions = .init()) throws {
    var sink = DiagnosticSink()
    specs = SpecLoader().load(package.appendingPathComponent(folder).path, into: &sink)
    documents = exportOpenAPI(specs, options: options, into: &sink)
    try #require(!sink.hasErrors, "\(sink.diagnostics.filter { $0.severity == .error }.map(\.message))")
    messages = sink.diagnostics.map(\.message)
    let (tree, _) = generate(specs: specs, templates: RoundTripTests.templates, threads: 2)
    // Documents are exported as they are in the spec language.
    var converting = DiagnosticSink()
    let converted = convertSpecs(specs, into: &converting).map { file in
      SpecFile(path: file.path, displayPath: file.path, bytes: Array(file.text.utf8))
    }
    let (others, _) = generate(specs: converted, templates: RoundTripTests.templates, threads: 2)
    let modules = Set(others.files.map { $0.path.prefix { $0 != "/" } })
    files = Self.lines(of: tree).filter { path, _ in !modules.contains(path.prefix { $0 != "/" }) }
      .merging(converted.isEmpty ? [:] : Self.lines(of: others)) { first, _ in first }
  }

  /// The code that is generated from a document, and its errors.
  func generated(from document: ExportedText) -> (files: [String: [Substring]], problems: [String]) {
    var sink = DiagnosticSink()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    guard (try? Data(document.text.utf8).write(to: file)) != nil else { return ([:], ["can't write"]) }
    let specs = SpecLoader().load(file.path, module: nil, into: &sink)
    let (tree, diagnostics) = generate(specs: specs, templates: RoundTripTests.templates, threads: 2)
    return (
      Self.lines(of: tree),
      (sink.diagnostics + diagnostics).filter { $0.severity == .error || Self.isAboutEdits($0) }.map(
        \.message)
    )
  }

  /// Nobody has edited what was exported.
  private static func isAboutEdits(_ diagnostic: Diagnostic) -> Bool {
    ["than when it was exported", "in OpenAPI, so other tools", "the document has no"]
      .contains { diagnostic.message.contains($0) }
  }

  private static func lines(of tree: OutputTree) -> [String: [Substring]] {
    Dictionary(
      uniqueKeysWithValues: tree.files.map { file in
        let text = String(decoding: file.bytes, as: UTF8.self)
        return (file.path, Array(text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()))
      })
  }

  /// The names of the modules that are generated.
  var modules: Set<String> { Set(files.keys.map { String($0.prefix { $0 != "/" }) }) }

  /// The files of a module that differ, with those that only one side has.
  func differentFiles(of module: String, _ read: [String: [Substring]]) -> [String] {
    let old = files.filter { $0.key.hasPrefix("\(module)/") }
    return Set(old.keys).union(read.keys).filter { old[$0] != read[$0] }.sorted()
  }

  /// The lines that differ in the files of a module.
  func differences(of module: String, _ read: [String: [Substring]]) -> [String] {
    let old = files.filter { $0.key.hasPrefix("\(module)/") }
    var list: [String] = []
    for path in Set(old.keys).union(read.keys).sorted() {
      for change in (read[path] ?? []).difference(from: old[path] ?? []) {
        switch change {
        case .insert(_, let line, _): list.append("+ \(path): \(line)")
        case .remove(_, let line, _): list.append("- \(path): \(line)")
        }
      }
    }
    return list
  }
}
