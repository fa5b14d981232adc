import Diagnostics
import SpecExport
import Testing

/// Exported documents that somebody has changed.
@Suite struct EditedDocumentTests {
  private static let spec = """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}, cache: 10 min}
    endpoints:
      item: {get: "items/{id}", parameters: {id: integer}, response: Item}
    schemas:
      Item: {properties: {id: integer, added: timestamp}}
    """

  private func edited(_ old: String, _ new: String) throws -> (
    lines: [String], diagnostics: [Diagnostic], text: String
  ) {
    var options = ExportOptions()
    options.withSamples = false
    let text = try ExportedSpec(Self.spec).document(options).text
    try #require(text.contains(old), "\(text)")
    let changed = text.replacing(old, with: new)
    let (lines, diagnostics) = ExportedSpec.code(of: try ExportedSpec.read(changed))
    return (lines, diagnostics, changed)
  }

  /// Without an extension, the OpenAPI part counts.
  @Test func openAPICounts() throws {
    let (lines, diagnostics, _) = try edited(
      "        id: {type: integer}\n", "        id: {type: integer}\n        title: {type: string}\n")
    #expect(diagnostics.filter { $0.severity == .error } == [])
    #expect(lines.contains { $0.contains("let title: String?") })
    #expect(lines.contains { $0.contains("let added: Date") })
  }

  @Test func extensionsCount() throws {
    let (lines, diagnostics, _) = try edited("x-wgnapi-cache: \"600 s\"", "x-wgnapi-cache: 1 h")
    #expect(diagnostics.filter { $0.severity == .error } == [])
    #expect(lines.contains { $0.contains("cache(") && $0.contains("3600") || $0.contains("hours(1)") })
  }

  /// A mistake is reported in the document, at the part that has it.
  @Test func mistakesHaveTheirPlace() throws {
    let (_, diagnostics, text) = try edited("x-wgnapi-cache: \"600 s\"", "x-wgnapi-cache: soon")
    let error = try #require(diagnostics.first { $0.severity == .error })
    #expect(error.message.contains("soon"))
    let span = try #require(error.span)
    #expect(span.file.hasSuffix("shop.yaml"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[span.start.line - 1].contains("operationId: item"), "\(span)")
  }

  /// An operation that is only in OpenAPI is an endpoint like others.
  @Test func operationsCanBeAdded() throws {
    let (lines, diagnostics, _) = try edited(
      "paths:\n",
      """
      paths:
        "/news":
          get:
            operationId: news
            responses:
              "200": {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}}}}

      """)
    #expect(diagnostics.filter { $0.severity == .error } == [])
    #expect(lines.contains { $0.contains("func news(") })
  }

  private static let news = """
    paths:
      "/news":
        get:
    ID      tags: [news]
          x-wgnapi-cache: 1 h
          responses:
            "200": {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}}}}

    """

  /// An operation needs no name of its own.
  @Test func addedOperationsNeedNoName() throws {
    let (lines, diagnostics, _) = try edited("paths:\n", Self.news.replacing("ID", with: ""))
    #expect(diagnostics.filter { $0.severity == .error } == [])
    #expect(
      lines.contains { $0.contains("func") && $0.contains("ews(") }, "\(lines.filter { $0.contains("func") })"
    )
    #expect(lines.contains { $0.contains("cache(") && $0.contains("3600") || $0.contains("hours(1)") })
  }

  /// A second operation of the same name would replace the first.
  @Test func namesOfOperationsDiffer() throws {
    let (_, diagnostics, text) = try edited(
      "paths:\n", Self.news.replacing("ID", with: "      operationId: item\n"))
    let error = try #require(diagnostics.first { $0.severity == .error })
    #expect(error.message.contains("two operations are called 'item'"), "\(error)")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(error.span?.start.line)
    let places = lines.indices.filter { lines[$0].contains("operationId: item") }
    #expect(places.count == 2 && line - 1 == places.last, "\(error)")
  }

  /// What OpenAPI has no place for isn't lost without a word.
  @Test func unreadableOperationsAreMistakes() throws {
    let (_, diagnostics, _) = try edited(
      "paths:\n", "paths:\n  \"/{a\":\n    get: {operationId: odd, responses: {}}\n")
    #expect(
      diagnostics.contains { $0.severity == .error && $0.message.contains("can't be read") }, "\(diagnostics)"
    )
  }

  /// An added operation with two kinds of bodies is two endpoints.
  @Test func addedOperationsKeepAllBodies() throws {
    let (lines, diagnostics, _) = try edited(
      "paths:\n",
      """
      paths:
        "/upload":
          post:
            operationId: upload
            requestBody:
              required: true
              content:
                application/json: {schema: {type: object, properties: {a: {type: string}}}}
                multipart/form-data: {schema: {type: object, properties: {a: {type: string, format: binary}}}}
            responses: {"204": {description: ok}}

      """)
    #expect(diagnostics.filter { $0.severity == .error } == [])
    #expect(
      lines.count { $0.contains("func upload") && $0.contains("async throws") } == 2,
      "\(lines.filter { $0.contains("func upload") })")
  }
}
