import Diagnostics
import OpenAPIReader
import SpecReader
import Testing

/// Keys that are different in JSON, but the same text in Swift.
@Suite struct EquivalentKeyTests {
  @Test(arguments: ["api.yaml", "api.json"])
  func leavesOutTheSecond(name: String) throws {
    let text = """
      {"openapi": "3.1.0", "paths": {}, "components": {"schemas": {"A": {"type": "object", "properties": {
      "caf\u{E9}": {"type": "string"},
      "cafe\u{301}": {"type": "integer"},
      "other": {"type": "string"}}}}}}
      """
    var sink = DiagnosticSink()
    let api = readOpenAPI(
      [SpecFile(path: "M/\(name)", displayPath: name, bytes: Array(text.utf8))], module: "M", into: &sink)
    let properties = try #require(api.modules.first?.schemas.first?.schema.object.properties)
    #expect(properties.map(\.name.text) == ["caf\u{E9}", "other"])
    #expect(properties.first?.schema.types == [.string])
    #expect(sink.diagnostics.map(\.id) == [.leftOut])
    #expect(sink.diagnostics.first?.span?.start.line == 3)
    #expect(sink.diagnostics.first?.notes.map(\.span?.start.line) == [2])
  }

  @Test(arguments: ["api.yaml", "api.json"])
  func refusesTheSameKeyAsBefore(name: String) {
    let text = "{\"openapi\": \"3.1.0\", \"paths\": {}, \"paths\": {}}"
    var sink = DiagnosticSink()
    _ = readOpenAPI(
      [SpecFile(path: "M/\(name)", displayPath: name, bytes: Array(text.utf8))], module: "M", into: &sink)
    #expect(sink.diagnostics.map(\.id) == [.duplicateKey])
  }
}
