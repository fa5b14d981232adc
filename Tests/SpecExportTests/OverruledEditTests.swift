import Diagnostics
import SpecExport
import Testing

/// Edits of exported documents that have no effect, or contradict each other.
@Suite struct OverruledEditTests {
  private static let spec = ExportedSpec(
    """
    wgnapi: 1
    module:
      servers: {main: {url: "https://{region}.example.com/", variables: {region: {enum: [eu, us]}}}}
      webhooks: {event: {header: X-Event}}
    endpoints:
      item: {get: "items/{id}", parameters: {id: integer, pin: {type: string, secret: true, default: a}}, response: Item}
    schemas:
      Item: {properties: {id: integer, token: {type: string, secret: true, maxLength: 9}}}
    webhooks:
      sold: {payload: Item}
    """)

  private func text() throws -> String {
    var options = ExportOptions()
    options.withSamples = false
    return try Self.spec.document(options).text
  }

  /// What is said of the document after an edit, with the line that it is said of.
  private func edited(_ old: String, _ new: String) throws -> [(
    severity: Diagnostic.Severity, message: String, line: String
  )] {
    let text = try text()
    try #require(text.contains(old), "\(text)")
    let changed = text.replacing(old, with: new)
    let lines = changed.split(separator: "\n", omittingEmptySubsequences: false)
    return ExportedSpec.code(of: try ExportedSpec.read(changed)).diagnostics.map { diagnostic in
      let line = (diagnostic.span?.start.line ?? 0) - 1
      return (
        diagnostic.severity, diagnostic.message, lines.indices.contains(line) ? String(lines[line]) : ""
      )
    }
  }

  @Test func nothingIsSaidOfAnUneditedDocument() throws {
    #expect(try edited("openapi:", "openapi:").isEmpty)
  }

  @Test(arguments: [
    ("type: string, maxLength: 9", "type: string, maxLength: 10", "'properties.token'", "token: {"),
    ("https://{region}.example.com", "https://{region}.example.org", "'servers'", "- url:"),
    ("default: \"<redacted>\"}", "default: b}", "'parameters.pin'", "name: pin"),
  ])
  func anEditThatAnExtensionOverrulesIsReported(old: String, new: String, key: String, place: String) throws {
    // Not in the extensions, which are below.
    let text = try text()
    let first = try #require(text.firstRange(of: old), "\(text)")
    let changed = String(text[..<first.lowerBound]) + new + text[first.upperBound...]
    let diagnostics = ExportedSpec.code(of: try ExportedSpec.read(changed)).diagnostics
    let found = try #require(
      diagnostics.first { $0.message.contains("says something else of \(key)") }, "\(diagnostics) \(text)")
    #expect(found.severity == .warning)
    let lines = changed.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(found.span?.start.line)
    #expect(lines[line - 1].contains(place), "\(found)")
  }

  @Test func unknownMembersOfExtensionsAreReported() throws {
    let found = try edited("x-wgnapi-properties:", "x-wgnapi-properties:\n        nope: string")
    #expect(
      found.contains { $0.severity == .warning && $0.message.contains("has no property 'nope' in OpenAPI") },
      "\(found)")
    let parameters = try edited("x-wgnapi-parameters:", "x-wgnapi-parameters:\n        \"nope?\": string")
    #expect(
      parameters.contains {
        $0.severity == .warning && $0.message.contains("has no parameter 'nope' in OpenAPI")
      },
      "\(parameters)")
  }

  @Test func unknownVersionsAreMistakes() throws {
    let found = try edited("x-wgnapi: 1\n", "x-wgnapi: 2\n")
    let error = try #require(found.first { $0.severity == .error })
    #expect(error.message.hasPrefix("the document has the version '2' of what 'export' adds"))
    #expect(error.line == "x-wgnapi: 2")
  }

  @Test func filesShareNothing() throws {
    let found = try edited("x-wgnapi-files:\n", "x-wgnapi-files:\n  other:\n    endpoints: [item]\n")
    let error = try #require(found.first { $0.severity == .error })
    #expect(error.message == "the operation 'item' is in the files 'other' and 'module'; list it once")
    #expect(error.line.contains("endpoints: [item]"))
  }

  @Test func filesHaveNothingUnknown() throws {
    let found = try edited("endpoints: [item]", "endpoints: [item, itm]")
    #expect(found.count == 1)
    #expect(found.first?.severity == .warning)
    #expect(found.first?.message.hasPrefix("the document has no operation 'itm'") == true)
    #expect(found.first?.line.contains("[item, itm]") == true)
    let sections = try edited("    endpoints: [item]", "    endpoint: [item]")
    #expect(sections.contains { $0.severity == .error && $0.message.contains("a file has no 'endpoint'") })
  }

  @Test func furtherMethodsBelongToAnOperation() throws {
    let found = try edited(
      "paths:\n",
      "paths:\n  \"/other\":\n    get: {operationId: other, x-wgnapi-method-of: itm, responses: {\"204\": {description: ok}}}\n"
    )
    #expect(
      found.contains {
        $0.severity == .error && $0.message.contains("'other' is another method of 'itm', which isn't")
      },
      "\(found)")
  }

  /// A webhook that is only in OpenAPI is one like others.
  @Test func webhooksCanBeAdded() throws {
    let changed = try text().replacing(
      "webhooks:\n  sold:",
      with: """
        webhooks:
          bought:
            post:
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}}
              responses: {"200": {description: ok}}
          sold:
        """)
    let (lines, diagnostics) = ExportedSpec.code(of: try ExportedSpec.read(changed))
    #expect(diagnostics.filter { $0.severity == .error } == [], "\(changed)")
    #expect(lines.contains { $0.contains("case bought(") }, "\(lines.filter { $0.contains("case ") })")
    #expect(lines.contains { $0.contains("case sold(") })
  }

  /// A stream has no cache, whatever its module has.
  @Test func streamsHaveNoCache() throws {
    let spec = ExportedSpec(
      """
      wgnapi: 1
      module: {servers: {main: "https://api.example.com/"}, cache: 10 min}
      endpoints:
        item: {get: item, response: Item}
        items: {get: items, response: {lines: Item}}
        more: {get: more, response: {lines: Item}, cache: none}
      schemas: {Item: {properties: {id: integer}}}
      """)
    let (lines, diagnostics) = ExportedSpec.code(of: try ExportedSpec.read(try spec.document().text))
    #expect(diagnostics.filter { $0.severity == .error } == [])
    #expect(lines == spec.code())
    #expect(lines.count { $0.contains(".cache(") } == 1, "\(lines.filter { $0.contains("cache") })")
  }
}
