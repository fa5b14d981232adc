import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// Mistakes in schemas that show only when they become types.
@Suite struct SchemaMistakeTests {
  private func mistakes(in schemas: String) -> [String] {
    let text = "wgnapi: 1\nschemas:\n" + schemas
    let specs = [SpecFile(path: "M/m.yaml", displayPath: "M/m.yaml", bytes: Array(text.utf8))]
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let (_, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
    return diagnostics.filter { $0.severity == .error }.map { "\($0.span?.start.line ?? 0): \($0.message)" }
  }

  @Test func dateHasNoNewtype() {
    let found = mistakes(
      in: """
          Day: {type: date-time, newtype: true}
          Later: {type: When, newtype: true}
          When: timestamp
          Key: {type: uuid, newtype: true}
        """)
    #expect(
      found == [
        "3: a newtype can't hold 'Date', which is read by 'ISO8601'; without 'newtype', 'Day' is another name for it",
        "4: a newtype can't hold 'When', which is read by 'UnixTime'; without 'newtype', 'Later' is another name for it",
      ])
  }

  @Test func partsAgreeOnAdditionalProperties() {
    let found = mistakes(
      in: """
          Part: {properties: {a: integer}, additionalProperties: integer}
          Whole: {allOf: [Part, {properties: {b: integer}, additionalProperties: string}]}
          Closed: {allOf: [Part, {properties: {b: integer}, additionalProperties: false}]}
        """)
    #expect(found == ["4: 'additionalProperties' is defined differently by two parts of 'Whole'"])
  }
}
