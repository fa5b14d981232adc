import APIModel
import Diagnostics
import SpecReader
import Testing

@Suite struct UnusedDefinitionTests {
  @Test func `unused other servers are reported`() throws {
    let module = try readModule(
      "  otherServers: {files: 'https://files.example.com/', uploads: 'https://uploads.example.com/'}\n",
      "endpoints:\n  a: {get: a/, response: any, server: files}\n")
    var sink = DiagnosticSink()
    API(modules: [module]).reportUnused(into: &sink)
    #expect(sink.sorted().map(\.message) == ["no endpoint uses the other server 'uploads'"])
  }

  @Test func `unused credentials are reported`() throws {
    let module = try readModule(
      "  credentials: {key: {scheme: bearer}, own: {scheme: basic}, other: {scheme: basic}}\n"
        + "  authentication: key\n",
      "endpoints:\n  a: {get: a/, response: any, authentication: own}\n")
    var sink = DiagnosticSink()
    API(modules: [module]).reportUnused(into: &sink)
    #expect(sink.sorted().map(\.message) == ["no endpoint needs the credential 'other'"])
  }

  @Test func `unused parameters are reported`() {
    var sink = DiagnosticSink()
    let text = """
      wgnapi: 1
      module:
        servers: {main: 'https://example.com/'}
      parameters:
        used: {type: string}
        unused: {type: string}
      endpoints:
        a: {get: a/, response: any, parameters: {used: {$parameter: used}}}
      """
    let file = SpecFile(path: "Shop/module.yaml", displayPath: "module.yaml", bytes: Array(text.utf8))
    _ = readSpecs(files: [file], into: &sink)
    #expect(sink.sorted().map(\.message) == ["parameter 'unused' is not used by any endpoint"])
  }
}
