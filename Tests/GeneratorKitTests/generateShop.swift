import Diagnostics
import SpecReader

@testable import GeneratorKit

/// The files of a folder `Shop` with an OpenAPI document and a `module.yaml` that says more of it.
func shopFiles(_ document: String, types: String = "") -> [SpecFile] {
  let module = "wgnapi: 1\nmodule: {name: Shop, openapi: api.yaml}\n" + types
  return [("Shop/module.yaml", module), ("Shop/api.yaml", document)].map { path, text in
    SpecFile(path: path, displayPath: path, bytes: Array(text.utf8))
  }
}

/// What is generated from these files.
func generateShop(_ document: String, types: String = "", withTests: Bool = false) -> GeneratedOutput {
  var sink = DiagnosticSink()
  let templates = loadTemplates(overlaidBy: nil, into: &sink)
  return generateAll(
    specs: shopFiles(document, types: types), templates: templates, withTests: withTests, threads: 1)
}
