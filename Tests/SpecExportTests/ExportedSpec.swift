import Diagnostics
import Foundation
import GeneratorKit
import SpecExport
import SpecReader
import Testing

/// A module written in a test, its document, and what that is read as.
struct ExportedSpec {
  let specs: [SpecFile]

  init(_ text: String, module: String = "Shop") {
    specs = [
      SpecFile(
        path: "\(module)/module.yaml", displayPath: "Specs/\(module)/module.yaml", bytes: Array(text.utf8))
    ]
  }

  func document(_ options: ExportOptions = .init()) throws -> (text: String, messages: [String]) {
    var sink = DiagnosticSink()
    let texts = exportOpenAPI(specs, options: options, into: &sink)
    return (
      try #require(texts.first?.text, "\(sink.diagnostics.map(\.message))"), sink.diagnostics.map(\.message)
    )
  }

  func code() -> [String] { Self.code(of: specs).lines }

  /// What is generated from specs, without the lines that name them.
  static func code(of specs: [SpecFile]) -> (lines: [String], diagnostics: [Diagnostic]) {
    let (tree, diagnostics) = generate(specs: specs, templates: RoundTripTests.templates, threads: 1)
    let lines = tree.files.flatMap { file in
      [file.path]
        + String(decoding: file.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        .dropFirst().map(String.init)
    }
    return (lines, diagnostics)
  }

  /// What a document is read as.
  static func read(_ text: String, name: String = "shop.yaml") throws -> [SpecFile] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(file.path, module: nil, into: &sink)
    #expect(sink.isEmpty)
    return specs
  }
}
