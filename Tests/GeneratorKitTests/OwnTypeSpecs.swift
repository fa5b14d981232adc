import Diagnostics
import SpecReader

@testable import GeneratorKit

/// Specs of a module `Shop` with user-defined types, and what is generated from them.
enum OwnTypeSpecs {
  static let head = "wgnapi: 1\nmodule:\n  servers: {main: https://shop.example.com/}\n"

  static func specs(_ module: String, _ definitions: String) -> [SpecFile] {
    [("Shop/module.yaml", Self.head + module), ("Shop/a.yaml", "wgnapi: 1\n" + definitions)].map {
      path, text in
      SpecFile(path: path, displayPath: path, bytes: Array(text.utf8))
    }
  }

  static func generate(_ module: String = "", _ definitions: String) -> (
    files: [String: String], messages: [String]
  ) {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let output = generateAll(
      specs: specs(module, definitions), templates: templates, withTests: false, threads: 1)
    let files = output.modules.files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
    return (
      Dictionary(uniqueKeysWithValues: files),
      output.diagnostics.map { "\($0.severity) \($0.id.rawValue): \($0.message)" }
    )
  }
}
