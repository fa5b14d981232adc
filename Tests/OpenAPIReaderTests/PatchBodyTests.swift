import APIModel
import OpenAPIReader
import Testing

/// Bodies in several media types with the same schema, and texts.
@Suite struct PatchBodyTests {
  private func read(_ content: String, _ parts: String = "") throws -> (
    body: Endpoint.Body?, messages: [String]
  ) {
    let (module, messages) = try readDocument(
      "paths: {/a: {patch: {requestBody: {required: true, content: {\(content)}}, responses: {'204': {description: ok}}}}}\n"
        + parts)
    return (module.endpoints.first?.body, messages)
  }

  private let object = "{schema: {type: object, properties: {a: {type: string}}}}"

  /// What a patch does with a value depends on its media type.
  @Test func keepsPatchesApart() throws {
    let (body, messages) = try read(
      "application/merge-patch+json: \(object), application/strategic-merge-patch+json: \(object), application/json: \(object)"
    )
    guard case .alternatives(let list) = body else {
      Issue.record("no alternatives: \(String(describing: body))")
      return
    }
    #expect(
      list.map(\.mediaType.text) == [
        "application/merge-patch+json", "application/strategic-merge-patch+json", "application/json",
      ])
    #expect(messages == [])
  }

  @Test func notesOtherTypesOfTheSameValue() throws {
    let (body, messages) = try read("application/json: \(object), application/vnd.x+json: \(object)")
    guard case .json = body else {
      Issue.record("no JSON: \(String(describing: body))")
      return
    }
    #expect(messages.count == 1)
    #expect(
      messages.first?.contains("'application/vnd.x+json', which has the same schema, is left out") == true)
    // What tools list with each JSON body.
    #expect(
      try read("application/json: \(object), text/json: \(object), 'application/*+json': \(object)").messages
        == [])
  }

  @Test func tellsWhatIsNotCheckedOfTexts() throws {
    let schema = "{schema: {$ref: '#/components/schemas/T'}}"
    let parts = "components: {schemas: {T: {type: string, minLength: 2, pattern: '^a'}}}\n"
    let messages = try read("text/plain: \(schema)", parts).messages
    #expect(messages.count == 1)
    #expect(
      messages.first?.contains(
        "'minLength', 'pattern' of the body of PATCH /a aren't checked, because it is text")
        == true)
    #expect(try read("text/plain: {schema: {type: string}}").messages == [])
    #expect(try read("application/json: \(schema)", parts).messages == [])
  }
}

/// Which files are documents.
@Suite struct FlowDocumentTests {
  @Test(arguments: [
    ("{openapi: 3.1.0, info: {title: T}}", true),
    ("# A document\n---\n{ info: {title: 'a: {'},\n  swagger: '2.0'}", true),
    ("{wgnapi: 1, module: {openapi: x.yaml}}", false), ("{info: {title: {openapi: 3.1.0}}}", false),
    ("{info: [openapi: 3.1.0]}", false), ("wgnapi: 1\nmodule: {openapi: a.yaml}\n", false),
    ("openapi: 3.1.0\n", true), ("\u{FEFF}{openapi: 3.1.0}", true), ("{openapis: 1}", false), ("{", false),
  ])
  func findsThemInFlowStyle(text: String, isDocument: Bool) {
    #expect(isOpenAPIDocument(Array(text.utf8)) == isDocument)
    let units = Array("\u{FEFF}\(text)".utf16)
    #expect(isOpenAPIDocument(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == isDocument)
    #expect(isOpenAPIDocument(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == isDocument)
  }

  @Test func readsTheFirstOfSeveral() throws {
    let (module, messages) = try readDocument(
      "paths: {/a: {get: {responses: {'200': {description: A}}}}}\n---\npaths: {}")
    #expect(module.endpoints.count == 1)
    #expect(messages.count == 1 && messages[0].contains("only the first YAML document of a file is read"))
  }

  @Test(arguments: ["type: string, ", ""])
  func readsIntegersOrTexts(type: String) throws {
    let (schema, messages) = try readSchema(
      "A: {\(type)format: int-or-string, description: A port.}", version: "3.0.3")
    #expect(schema.oneOf.isEmpty == false || schema.anyOf.isEmpty == false)
    #expect(Set((schema.oneOf + schema.anyOf).flatMap(\.types)) == [.integer, .string])
    #expect(messages == [])
  }
}
