import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import SpecReader

@testable import SpecExplanation

/// A mistake in a test's own specs.
struct MistakenSpecs: Error, CustomStringConvertible {
  var description: String
}

/// The package's folder.
let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Specs whose endpoints and types are explained.
struct ExplainedSpecs {
  let api: API
  let explainers: [ModuleExplainer]
  let files: [SpecFile]

  /// A folder of the package, or a document.
  init(path: String, module: String? = nil) throws {
    var sink = DiagnosticSink()
    try self.init(SpecLoader().load(path, module: module, into: &sink), sink)
  }

  init(folder: String) throws { try self.init(path: package.appendingPathComponent(folder).path) }

  /// A module `Shop` in one file.
  init(specs: String) throws {
    let path = "Shop/module.yaml"
    try self.init(
      [SpecFile(path: path, displayPath: "Specs/\(path)", bytes: Array(specs.utf8))], DiagnosticSink())
  }

  /// Modules in one file each, by their names.
  init(modules: KeyValuePairs<String, String>) throws {
    try self.init(
      modules.map { name, text in
        let path = "\(name)/module.yaml"
        return SpecFile(path: path, displayPath: "Specs/\(path)", bytes: Array(text.utf8))
      }, DiagnosticSink())
  }

  /// A module `Shop` with an OpenAPI document.
  ///
  /// - Parameter others: the files that it refers to, by their names.
  init(document: String, others: [String: String] = [:]) throws {
    var files = [
      "Shop/module.yaml": "wgnapi: 1\nmodule: {openapi: api.yaml}\n", "Shop/api.yaml": document,
    ]
    for (name, text) in others { files["Shop/\(name)"] = text }
    try self.init(
      files.sorted { $0.key < $1.key }.map {
        SpecFile(path: $0.key, displayPath: "Specs/\($0.key)", bytes: Array($0.value.utf8))
      }, DiagnosticSink())
  }

  private init(_ files: [SpecFile], _ loading: DiagnosticSink) throws {
    var sink = loading
    guard !sink.hasErrors, let api = readAPI(files, into: &sink),
      let explainers = ModuleExplainer.all(api, places: SourcePlaces(of: files), into: &sink)
    else { throw MistakenSpecs(description: "\(sink.diagnostics.map(\.message))") }
    (self.api, self.files) = (api, files)
    self.explainers = explainers
  }

  func explanations(_ name: String) throws -> [Explanation] {
    Explanation.all(of: name, try SubjectNames(explainers).find(name, in: files))
  }

  /// The explanation of a name with one meaning, or the list of its meanings.
  func explanation(_ name: String) throws -> Explanation {
    let all = try explanations(name)
    guard let first = all.first, all.count == 1 else {
      throw MistakenSpecs(description: "'\(name)' has \(all.count) explanations")
    }
    return first
  }
}

/// The OpenAPI documents of companies, which aren't part of the package; none if they aren't there.
enum Documents {
  static let paths: [String] = {
    let shared =
      ProcessInfo.processInfo.environment["WGNAPI_SHARED_DIR"].map { URL(fileURLWithPath: $0) }
      ?? package.deletingLastPathComponent().appendingPathComponent("shared")
    let folder = shared.appendingPathComponent("openapi/documents")
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".yaml") }.sorted()
      .map { folder.appendingPathComponent($0).path }
  }()
}
