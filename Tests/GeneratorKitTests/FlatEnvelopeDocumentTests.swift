import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// A flat envelope beside an OpenAPI document, which describes whole responses.
@Suite struct FlatEnvelopeDocumentTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Chat, version: "1"}
    servers: [{url: "https://chat.example/"}]
    paths:
      /auth.test:
        post:
          operationId: authTest
          responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Test"}}}}}
      /plain:
        get:
          operationId: plain
          responses: {"200": {description: OK, content: {application/json: {schema: {type: array, items: {type: string}}}}}}
    components:
      schemas:
        Test: {type: object, required: [ok, team], properties: {ok: {type: boolean}, error: {type: string}, team: {type: string}}}
    """

  private static let folder = """
    wgnapi: 1
    module: {openapi: api.yaml, envelope: flat}
    envelopes:
      flat: {properties: {ok: boolean, error?: string}, payload: rest, failure: {when: {ok: false}, code: error}}
    """

  @Test func theEnvelopesPropertiesAreTakenOff() throws {
    let files = [("module.yaml", Self.folder), ("api.yaml", Self.document)].map { name, text in
      SpecFile(path: "Shop/\(name)", displayPath: "Shop/\(name)", bytes: Array(text.utf8))
    }
    var sink = DiagnosticSink()
    let api = try #require(readAPI(files, into: &sink))
    #expect(!sink.hasErrors, "\(sink.diagnostics)")
    let endpoints = Dictionary(uniqueKeysWithValues: api.modules[0].endpoints.map { ($0.operation, $0) })
    guard case .json(let payload)? = endpoints["authTest"]?.responses.first?.payload else {
      Issue.record("no JSON")
      return
    }
    #expect(endpoints["authTest"]?.envelope?.text == "flat")
    #expect(payload.object.properties.map(\.name.text) == ["team"])
    #expect(endpoints["plain"]?.envelope == nil)
  }
}
