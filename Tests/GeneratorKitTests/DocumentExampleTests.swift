import Diagnostics
import Foundation
import SpecReader
import Testing

@testable import GeneratorKit

/// Examples of schemas in OpenAPI documents.
@Suite struct DocumentExampleTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: T, version: '1'}
    servers: [{url: 'https://a.example/'}]
    paths:
      /a:
        get:
          operationId: a
          parameters: [{name: p, in: query, schema: {type: string, example: 12}}]
          responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Price'}}}}}
    components:
      schemas:
        Price:
          type: object
          required: [amount, count]
          properties:
            amount: {type: string, pattern: '^-?[0-9]+\\.[0-9]{2}$', example: '3.50'}
            count: {type: integer, maximum: 5, examples: [9, 4]}
            word: {type: string, maxLength: 3, example: too long}
            token: {type: string, format: password, example: s3cret}
    """

  private func output() -> (code: String, tests: String, messages: [String]) {
    let output = generateShop(
      Self.document, types: "types: {Price: {properties: {token: {secret: true}}}}\n", withTests: true)
    func text(_ tree: OutputTree) -> String {
      tree.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }
    return (text(output.modules), text(output.tests), output.diagnostics.map(\.message))
  }

  @Test func theyAreShown() {
    let (code, _, messages) = output()
    #expect(messages == [])
    #expect(code.contains(#"Example: `"3.50"`"#) && code.contains("Example: `4`"))
    // A number where texts are expected is meant as one.
    #expect(code.contains(#"Example: `"12"`"#))
  }

  @Test func wrongOnesAndSecretsAreNot() {
    let (code, tests, _) = output()
    #expect(!code.contains("`9`") && !code.contains("too long") && !code.contains("s3cret"))
    #expect(!tests.contains("too long"))
  }

  @Test func testsUseThem() {
    #expect(output().tests.contains(#""amount":"3.50","count":4"#))
  }

  @Test func theyAreConverted() {
    var sink = DiagnosticSink()
    let text = convertSpecs(shopFiles(Self.document), into: &sink).map(\.text).joined()
    // Those that aren't values of their schema are left out, and reported.
    #expect(sink.diagnostics.map(\.id) == [.leftOut, .leftOut])
    #expect(text.contains("3.50") && text.contains("example: 4") && !text.contains("too long"))
  }
}
