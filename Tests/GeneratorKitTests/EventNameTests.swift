import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

@Suite struct EventNameTests {
  @Test func twoEventsWithOneNameInSwiftAreAnError() {
    let text = """
      wgnapi: 1
      module: {servers: {main: https://example.com/}}
      endpoints:
        b: {get: b, response: {events: {status.update: any, status_update: any}}}
      """
    let specs = [SpecFile(path: "A/module.yaml", displayPath: "A/module.yaml", bytes: Array(text.utf8))]
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let (_, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
    #expect(diagnostics.map(\.id) == [.nameCollision])
    #expect(diagnostics.first?.message.contains("would both be called 'statusUpdate'") == true)
  }
}
