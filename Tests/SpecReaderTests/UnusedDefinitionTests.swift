import APIModel
import Diagnostics
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
}
