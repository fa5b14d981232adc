import Diagnostics
import Foundation
import GeneratorKit
import SpecReader
import Testing

/// Expects that a spec file becomes Swift: each declaration that is given, word by word, wherever it is in the module.
///
/// - Parameters:
///   - spec: a file of a module, without its version.
///   - declarations: whole declarations at the top level with an empty line between them.
func expectSwift(
  of spec: String, _ declarations: String, at location: Testing.SourceLocation = #_sourceLocation
) throws {
  let module = "wgnapi: 1\nmodule: {servers: {main: \"https://example.com/\"}}\n"
  let files = [("module", module), ("things", "wgnapi: 1\n" + spec)].map { name, text in
    SpecFile(path: "M/\(name).yaml", displayPath: "M/\(name).yaml", bytes: Array(text.utf8))
  }
  var sink = DiagnosticSink()
  let templates = loadTemplates(overlaidBy: nil, into: &sink)
  let (output, diagnostics) = generate(specs: files, templates: templates, threads: 1)
  let mistakes = TextDiagnosticPrinter(showsSource: false).print(sink.sorted() + diagnostics)
  #expect(mistakes.isEmpty, "\(mistakes)", sourceLocation: location)
  let swift = output.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
  #expect(!declarations.isEmpty, sourceLocation: location)
  for declaration in parts(of: declarations) {
    #expect(
      swift.contains("\n\n\(declaration)\n"), "the module has no\n\(declaration)\nbut\n\(swift)",
      sourceLocation: location)
  }
}

/// The declarations at the top level.
private func parts(of text: String) -> [String] {
  var parts: [String] = []
  for part in text.components(separatedBy: "\n\n") {
    // An empty line inside of a declaration has a line with indentation after it, or its end.
    if let last = parts.last, part.hasPrefix(" ") || part.hasPrefix("}") {
      parts[parts.count - 1] = last + "\n\n" + part
    } else {
      parts.append(part)
    }
  }
  return parts
}
