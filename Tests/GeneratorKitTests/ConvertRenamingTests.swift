import Diagnostics
import Foundation
import SpecReader
import Testing

@testable import GeneratorKit

/// Names that the spec language doesn't allow, which `convert` replaces, and says so.
@Suite struct ConvertRenamingTests {
  private func convert(_ document: String) -> (messages: [String], text: String) {
    var file = SpecFile(path: "M/api.yaml", displayPath: "api.yaml", bytes: Array(document.utf8))
    file.isGivenAlone = true
    var sink = DiagnosticSink()
    let files = convertSpecs([file], into: &sink)
    return (sink.sorted().map { "\($0.severity.rawValue): \($0.message)" }, files.map(\.text).joined())
  }

  @Test func securitySchemesAreSaid() {
    let (messages, text) = convert(
      """
      openapi: 3.1.0
      info: {title: M, version: '1'}
      servers: [{url: 'https://example.com/'}]
      security: [{bearer: []}]
      paths: {/a: {get: {operationId: a, responses: {'204': {description: ok}}}}}
      components: {securitySchemes: {bearer: {type: http, scheme: bearer}}}
      """)
    #expect(
      messages == [
        "note: the spec language doesn't allow the name of this security scheme, so in the specs 'bearer' is 'bearer2'; its "
          + "name in Swift stays"
      ])
    #expect(text.contains("bearer2: {scheme: bearer, swiftName: bearer}"), "\(text)")
  }

  @Test func allKindsAreSaid() {
    let operations = (1...5).map { number in
      "  /a\(number): {get: {operationId: my.op\(number), tags: [Clan ratings], responses: {'200': {description: ok, content: "
        + "{application/json: {schema: {$ref: '#/components/schemas/My.Item'}}}}}}}"
    }.joined(separator: "\n")
    let (messages, text) = convert(
      """
      openapi: 3.1.0
      info: {title: M, version: '1'}
      servers: [{url: 'https://example.com/', name: 'eu west'}]
      security: [{none: []}]
      paths:
      \(operations)
      components:
        securitySchemes: {none: {type: http, scheme: basic}}
        schemas: {My.Item: {type: object, properties: {string: {type: string}}}, string: {type: string}}
      """)
    #expect(messages.allSatisfy { $0.hasPrefix("note: the spec language doesn't allow ") }, "\(messages)")
    let expected = [
      "the name of this security scheme, so in the specs 'none' is 'credential'; its name",
      "the name of this server, so in the specs 'eu west' is 'euWest'; its name",
      "the name of this group, so in the specs 'Clan ratings' is 'clanRatings'; its name",
      "the names of 5 operations, so in the specs ", ", and 2 more are renamed; their names",
    ]
    for part in expected { #expect(messages.contains { $0.contains(part) }, "\(part): \(messages) \(text)") }
  }

  @Test func usualNamesAreNotMentioned() {
    let (messages, _) = convert(
      """
      openapi: 3.1.0
      info: {title: M, version: '1'}
      servers: [{url: 'https://example.com/'}]
      paths: {/a: {get: {operationId: getA, tags: [things], responses: {'204': {description: ok}}}}}
      """)
    #expect(messages == [])
  }
}
