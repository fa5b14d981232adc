import Diagnostics
import SpecExport
import Testing

/// Models as JSON Schema.
@Suite struct JSONSchemaExportTests {
  private static let spec = ExportedSpec(
    """
    wgnapi: 1
    schemas:
      Shelf: {properties: {books: "[Book]", size?: {type: integer, minimum: 1}}}
      Book: {properties: {title: string, added: timestamp, author?: "Author?"}}
      Author: {properties: {name: {type: string, minLength: 1}}}
      Other: {properties: {a: string}}
    """)

  private func export(_ type: String?) -> (text: String, messages: [String]) {
    var sink = DiagnosticSink()
    let texts = exportJSONSchema(Self.spec.specs, type: type, into: &sink)
    return (texts.map(\.text).joined(), sink.diagnostics.filter { $0.severity == .error }.map(\.message))
  }

  @Test func theRootIsATypeWithWhatItNeeds() {
    let (text, errors) = export("Book")
    #expect(errors == [])
    #expect(
      text == """
        "$schema": "https://json-schema.org/draft/2020-12/schema"
        title: Book
        "$ref": "#/$defs/Book"
        "$defs":
          Book:
            type: object
            properties:
              title: {type: string}
              added: {type: integer, format: unixtime}
              author:
                anyOf: [{"$ref": "#/$defs/Author"}, {type: "null"}]
            required: [title, added]
          Author:
            type: object
            properties:
              name: {type: string, minLength: 1}
            required: [name]

        """)
  }

  @Test func withoutATypeAllAreDefinitions() {
    let text = export(nil).text
    for name in ["Shelf:", "Book:", "Author:", "Other:"] { #expect(text.contains("\n  \(name)\n")) }
    #expect(!text.contains("\n\"$ref\""))
  }

  @Test func unknownTypesAreMistakes() {
    let (text, errors) = export("Bok")
    #expect(text.isEmpty)
    #expect(errors == ["the specs have no schema 'Bok'"])
  }
}
