import Diagnostics
import Foundation
import SpecReader
import Testing

@testable import GeneratorKit

/// Required properties with a default, which only says what a service assumes where a property is absent.
@Suite struct RequiredDefaultTests {
  private func code(_ path: String, _ text: String) throws -> String {
    var spec = SpecFile(path: path, displayPath: path, bytes: Array(text.utf8))
    spec.isGivenAlone = !text.hasPrefix("wgnapi")
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let (tree, diagnostics) = generate(specs: [spec], templates: templates, threads: 1)
    #expect(diagnostics == [])
    return tree.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
  }

  /// They are arguments without a default, are always written, and must be there when a response is read.
  @Test func areRequiredLikeOthers() throws {
    let properties = """
      {kind: {type: string, default: x}, count: {type: integer, default: 3}, mode: {enum: [a, b], default: a}, tags: {type: array, items: {type: string}, default: []}}
      """
    let schema = "{type: object, required: [kind, count, mode, tags], properties: \(properties)}"
    let found = [
      try code(
        "M/api.yaml",
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\ncomponents: {schemas: {Thing: \(schema)}}\n"
      ),
      try code("M/m.yaml", "wgnapi: 1\nschemas:\n  Thing: {properties: \(properties)}\n"),
      try code(
        "M/thing.schema.yaml",
        "$schema: https://json-schema.org/draft/2020-12/schema\n\(schema.dropFirst().dropLast())\n".replacing(
          ", properties:", with: "\nproperties:"
        ).replacing("type: object, required", with: "type: object\nrequired")),
    ]
    for code in found {
      for name in ["kind", "count", "mode", "tags"] {
        #expect(code.contains("$0.required(\"\(name)\""), "\(name)")
        #expect(code.firstMatch(of: try Regex("init\\([^)]*\(name): [^,)=]*[,)]")) != nil, "\(name)")
      }
    }
  }
}
