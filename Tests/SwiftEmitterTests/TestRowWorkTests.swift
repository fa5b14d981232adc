import APIModel
import Diagnostics
import SchemaValues
import SpecReader
import Testing

@testable import SwiftEmitter

/// How much work the rows of generated tests are.
@Suite struct TestRowWorkTests {
  /// Large bodies take long to make: the rows share them.
  @Test func argumentsAreMadeOnce() throws {
    let text = """
      wgnapi: 1
      module: {servers: {main: "https://api.example.com/"}}
      endpoints:
        change: {put: a, body: {json: A}, response: A}
      schemas:
        A: {properties: {a: string, b?: '[B]'}}
        B: {properties: {c: integer, d?: string}}

      """
    var sink = DiagnosticSink()
    let spec = SpecFile(path: "M/module.yaml", displayPath: "M/module.yaml", bytes: Array(text.utf8))
    let module = try #require(readSpecs(files: [spec], into: &sink).modules.first)
    let endpoint = try #require(module.endpoints.first)
    let names = TypeNames(module: module, into: &sink)
    let errors = ErrorNames(module: module, into: &sink)
    var lowering = EndpointLowering(of: module, names: names, errors: errors)
    let declaration = lowering.lower(endpoint)
    #expect(!sink.hasErrors, "\(sink.sorted())")

    let samples = SampleMaker(ValueChecker(names.index))
    let client = TestClient(module, samples, names)
    let before = samples.allWork
    let rows = RequestTestRows(module: module, names: names, samples: samples, client: client)
    #expect(rows.rows(of: endpoint, declaration).rows.count > 2)
    let work = samples.allWork - before

    let others = SampleMaker(ValueChecker(names.index))
    let maker = TestArgumentMaker(samples: others, module: module, endpoint: endpoint)
    let arguments = [maker.minimal(), maker.full(), maker.hostile(), maker.empty()]
    #expect(!arguments.contains { $0 == nil })
    #expect(work == others.allWork)
  }
}
