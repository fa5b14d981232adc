import Diagnostics
import Foundation
import SpecReader
import SwiftEmitter
import Testing

@testable import GeneratorKit

/// What a folder says beside its document.
extension ConvertTests {
  /// What a folder says of a document's module beside schemas and operations.
  @Test func definitionsOfAFolderAreWritten() throws {
    let document = """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      servers: [{url: 'https://example.com/'}]
      security: [{key: []}]
      paths:
        /a:
          get:
            operationId: a
            parameters: [{name: lang, in: query, schema: {type: string}}]
            responses:
              '200':
                description: ok
                content:
                  application/json:
                    schema:
                      type: object
                      required: [status, data]
                      properties:
                        status: {type: string}
                        data: {$ref: '#/components/schemas/Book'}
                        error: {type: object, properties: {code: {type: integer}, message: {type: string}}}
        /log-in: {post: {operationId: logIn, responses: {'204': {description: ok}}}}
      components:
        securitySchemes: {key: {type: http, scheme: bearer}}
        schemas: {Book: {type: object, properties: {title: {type: string}, price: {type: number}}}}
      """
    let module = """
      wgnapi: 1
      module:
        openapi: api.yaml
        access: package
        envelope: Reply
        parameters: [lang]
        limits: {application: 10/s, errors: [BUSY, 503]}
        retry: {attempts: 3, errors: [SLOW]}
        credentials: {key: {scheme: bearer, refusals: {statuses: [401, 403], errors: [STALE]}}}
      errors:
        407: [BUSY, "WAIT*"]
        503:
        504: {SLOW: {name: slow, retryable: true, summary: Too slow.}, NEVER: }
        408: STALE
      envelopes:
        Reply:
          properties: {status: string, data: payload, error?: {properties: {code: integer, message: string}}}
          failure: {when: {status: error}, code: error.code, message: error.message}
      operations:
        a: {errors: {404: GONE, 405: {"*": notThere}}}
        logIn: {envelope: none, retry: none}
      slices: {Small: {of: Book, fields: [title], summary: Only the title.}}
      """
    let specs = [("api", document), ("module", module)].map { name, text in
      SpecFile(path: "M/\(name).yaml", displayPath: "M/\(name).yaml", bytes: Array(text.utf8))
    }
    var sink = DiagnosticSink()
    let converted = convertSpecs(specs, into: &sink).map {
      SpecFile(path: $0.path, displayPath: $0.path, bytes: Array($0.text.utf8))
    }
    #expect(sink.sorted().map(\.message) == [])
    #expect(
      differences(specs, converted) == [], "\(converted.map { String(decoding: $0.bytes, as: UTF8.self) })")
    let code = generate(specs: converted, templates: templates, threads: 1).0.texts.joined()
    for part in [
      "package struct ErrorCode", "slow", "notThere", "BUSY", "lang", "STALE", "403", "Small",
    ] {
      #expect(code.contains(part), "\(part)")
    }
  }

  /// The header fields of limits, and the weights that count toward them.
  @Test func limitsOfAFolderAreWritten() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())/M")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    for (name, text) in [
      (
        "api.yaml",
        """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        servers: [{url: 'https://example.com/'}]
        paths: {/a: {get: {operationId: a, responses: {'204': {description: ok}}}}}
        """
      ),
      (
        "module.yaml",
        """
        wgnapi: 1
        module:
          openapi: api.yaml
          limits: {address: 600/min, headers: {remaining: X-Left, reset: X-Reset, resetIs: seconds, scope: address}}
        operations: {a: {weight: 5}}
        """
      ),
    ] { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(folder.deletingLastPathComponent().path, into: &sink)
    let (converted, messages) = convert(specs)
    #expect(messages == [])
    let (tree, diagnostics) = generate(specs: converted, templates: templates, threads: 1)
    #expect(diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let (old, _) = generate(specs: specs, templates: templates, threads: 1)
    for policy in [".weight(5)", ".fields(remaining: \"X-Left\"", "scope: .address"] {
      #expect(old.texts.joined().contains(policy) && tree.texts.joined().contains(policy), "\(policy)")
    }
  }
}
