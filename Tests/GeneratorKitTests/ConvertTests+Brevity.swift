import Diagnostics
import SpecReader
import SwiftEmitter
import Testing

@testable import GeneratorKit

/// How much is written.
extension ConvertTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: T, version: '1'}
    servers: [{url: 'https://example.com/'}]
    paths:
      /books:
        get:
          operationId: books
          parameters:
            - {name: word, in: query, schema: {type: string}}
            - {name: X-Trace, in: query, schema: {type: string}}
          responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}
        post:
          operationId: add
          parameters: [{name: draft, in: query, schema: {type: boolean}}]
          requestBody: {required: true, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Book'}}}}}
          responses: {'204': {description: ok}}
        delete:
          operationId: clear
          parameters: [{name: all, in: query, schema: {type: boolean}}]
          responses: {'204': {description: ok}}
      /books/touch:
        post:
          operationId: touch
          parameters: [{name: at, in: query, schema: {type: integer}}]
          responses: {'204': {description: ok}}
      /name:
        put:
          operationId: rename
          requestBody: {required: true, content: {application/json: {schema: {type: string}}}}
          responses: {'204': {description: ok}}
      /sizes:
        patch:
          operationId: resize
          requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {width: {type: integer}}}}}}
          responses: {'204': {description: ok}}
    components:
      schemas:
        Book:
          type: object
          properties:
            state: {type: string, enum: [lent, sold]}
            kind: {type: string, const: book}
            copies: {type: object, propertyNames: {type: integer}, additionalProperties: {type: integer}}
            shelves: {type: object, additionalProperties: {type: string, maxLength: 3}}
    """

  /// What the reader knows by itself is left out, as people do; but not where it would warn.
  @Test func whatTheReaderKnowsIsLeftOut() {
    var file = SpecFile(path: "T/api.yaml", displayPath: "api.yaml", bytes: Array(Self.document.utf8))
    file.isGivenAlone = true
    let (converted, messages) = convert([file])
    #expect(messages == [])
    let text = converted.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    for line in [
      "{word?: string, X-Trace?: {type: string, in: query}}", "{draft?: boolean}", "{all?: boolean}",
      "{at?: {type: integer, in: query}}", "body: [Book],", "body: {json: string},",
      "body: {properties: {width?: integer}}", "state?: {enum: [lent, sold]}", "kind?: {const: book}",
      "copies?: \"{integer: integer}\"", "shelves?: {additionalProperties: {type: string, maxLength: 3}}",
    ] {
      #expect(text.replacing("\"", with: "").contains(line.replacing("\"", with: "")), "\(line)\n\(text)")
    }
    let diagnostics = generate(specs: converted, templates: templates, threads: 1).1
    #expect(diagnostics.map(\.message) == [])
    #expect(differences([file], converted) == [])
  }
}
