import Diagnostics
import Foundation
import SpecReader
import Testing

@testable import GeneratorKit

/// Secrets and user-defined types that a folder gives to a document's schemas, where the document has them with more keywords.
@Suite struct SecretPartTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: T, version: '1'}
    servers: [{url: 'https://a.example/'}]
    paths:
      /a:
        get:
          operationId: a
          parameters: [{name: p, in: query, schema: {$ref: '#/components/schemas/Token', minLength: 8}}]
          responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Box'}}}}}
    components:
      schemas:
        Token: {type: string}
        Amount: {type: string, format: date-time, maxLength: 20, pattern: 'Z$'}
        Base: {type: object, properties: {pin: {type: string}, open: {type: string}}}
        Box:
          type: object
          properties:
            one: {$ref: '#/components/schemas/Token', minLength: 8}
            two: {allOf: [{$ref: '#/components/schemas/Token'}, {maxLength: 9}]}
            price: {$ref: '#/components/schemas/Amount', minLength: 3}
            amount: {$ref: '#/components/schemas/Amount'}
            plain: {type: string, minLength: 3}
            other: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {more: {type: string}}}]}
    """

  private func output(_ types: String) -> GeneratedOutput {
    generateShop(Self.document, types: "types:\n\(types)")
  }

  private func diagnostics(_ types: String) -> [String] {
    output(types).diagnostics.filter { $0.severity == .error }.map(\.message)
  }

  private func generate(_ types: String) -> String {
    let output = output(types)
    #expect(output.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    return output.modules.files.filter { $0.path.hasSuffix(".swift") }
      .map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
  }

  @Test func aSecretStaysOne() {
    let code = generate("  Token: {secret: true}\n  Base: {properties: {pin: {secret: true}}}\n")
    #expect(code.contains(#"$0.query("p", \.p, [.minLength(8)], secret: true)"#))
    #expect(code.contains(#"$0.secret(\.one, \.two)"#))
    #expect(code.contains(#"$0.secret(\.pin)"#))
  }

  @Test func aTypeStaysTheUsers() {
    let code = generate("  Token: {swift: Ticket}\n  Amount: {swift: Instant}\n")
    #expect(code.contains("public let one: Ticket?") && code.contains("public let two: Ticket?"))
    #expect(code.contains("public let price: Instant?"))
    #expect(code.contains("public let plain: String?"))
    // Its keywords are checked, and those beside the reference.
    #expect(code.contains(#".maxLength(20), .pattern("Z$")"#))
  }

  /// The example beside a user-defined type is one that the document's schema accepts.
  @Test func examplesOfTypesAreChecked() {
    let messages = diagnostics("  Amount: {swift: {type: Instant, example: this text is far too long}}\n")
    #expect(
      !messages.isEmpty && messages.allSatisfy { $0.hasPrefix("the schema doesn't accept the example: ") })
  }

  /// What can't be applied where the document has more keywords is said there.
  @Test func otherChoicesThatHaveNoEffectAreTold() {
    let messages = output("  Amount: {type: integer, reason: They are cents.}\n").diagnostics.map(\.message)
    #expect(
      messages == [
        "what the folder says of 'Amount' under 'type' has no effect here, where it has further keywords"
      ])
  }
}
