import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// Endpoints that would have the names of a client's own members.
@Suite struct ReservedMethodTests {
  private func diagnostics(_ endpoint: String) -> [Diagnostic] {
    let text = """
      wgnapi: 1
      module: {servers: {eu: https://api.example.com}}
      endpoints: {\(endpoint)}
      """
    let specs = [SpecFile(path: "M/module.yaml", displayPath: "M/module.yaml", bytes: Array(text.utf8))]
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    return generate(specs: specs, templates: templates, threads: 1).1
  }

  @Test(arguments: ["send", "init", "answer", "client", "Send"])
  func derivedNamesAreChangedWithAWarning(name: String) throws {
    let found = diagnostics("\(name): {get: a, response: integer}")
    let warning = try #require(found.first)
    #expect(found.count == 1 && warning.id == .reservedName && warning.severity == .warning)
    #expect(warning.message.contains("'\(name.lowercased())Endpoint'"))
  }

  @Test(arguments: ["send", "core", "client"])
  func groupsAreRenamedWithAWarning(name: String) throws {
    let found = diagnostics("\(name).patch: {patch: a, response: integer}")
    let warning = try #require(found.first)
    #expect(found.count == 1 && warning.id == .reservedName && warning.severity == .warning)
    #expect(warning.message.contains("the group is called '\(name)Value'"))
    #expect(diagnostics("patch.a: {patch: a, response: integer}") == [])
  }

  @Test func chosenNamesAreNeverChanged() {
    let found = diagnostics("a: {get: a, swiftName: send, response: integer}")
    #expect(found.map(\.id) == [.reservedName] && found.map(\.severity) == [.error])
    #expect(diagnostics("send: {get: a, swiftName: post, response: integer}") == [])
  }
}
