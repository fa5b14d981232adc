import Testing

@testable import GeneratorKit

/// Responses of which a document says nothing, such as FastAPI's of a function that returns a file.
@Suite struct SilentResponseTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: T, version: '1'}
    servers: [{url: https://a.b}]
    paths:
      /file: {get: {operationId: file, responses: {'200': {description: ok}}}}
      /gone: {get: {operationId: gone, responses: {'204': {description: ok}}}}
      /sent: {post: {operationId: sent, responses: {'200': {description: ok}}}}
    """

  @Test func theyAreNoted() {
    let output = generateShop(Self.document)
    #expect(output.diagnostics.map(\.message).filter { $0.contains("no content") }.count == 1)
    #expect(output.diagnostics.first?.span?.start.line == 5)
    #expect(output.diagnostics.allSatisfy { $0.severity == .note })
  }

  /// Wherever a successful response is described.
  @Test(arguments: [
    ("'200': {description: ok}", true), ("201: {description: ok}", true), ("2XX: {description: ok}", true),
    ("default: {description: ok}", true), ("'206': {description: ok}, '416': {description: no}", true),
    ("'200': {$ref: '#/components/responses/None'}", true), ("'404': {description: no}", true),
    ("'200': {description: ok}, default: {description: no}", true),
    ("'200': {description: ok, content: {}}", true),
    ("'204': {description: ok}", false), ("'205': {description: ok}", false),
    ("'302': {description: there}", false),
    ("'200': {$ref: '#/components/responses/One'}, '202': {description: later}", false),
    ("'200': {$ref: '#/components/responses/One'}, default: {description: no}", false),
  ])
  func silenceOfAnyStatus(responses: String, isNoted: Bool) {
    let output = generateShop(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      servers: [{url: https://a.b}]
      paths:
        /file: {get: {operationId: file, responses: {\(responses)}}}
      components:
        responses:
          None: {description: ok}
          One: {description: ok, content: {text/plain: {schema: {type: string}}}}
      """)
    #expect(
      output.diagnostics.count { $0.message.contains("so the method returns nothing") } == (isNoted ? 1 : 0))
  }

  @Test(arguments: [("bytes", "[UInt8]"), ("text", "String")])
  func aFolderSaysWhatTheyAre(word: String, type: String) throws {
    let output = generateShop(Self.document, types: "operations: {file: {response: \(word)}}\n")
    #expect(output.diagnostics.filter { $0.severity != .note }.isEmpty)
    let code = output.modules.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(code.contains("public func file() async throws -> \(type) {"), "\(code)")
  }
}
