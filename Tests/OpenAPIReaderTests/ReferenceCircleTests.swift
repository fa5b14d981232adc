import Diagnostics
import OpenAPIReader
import SpecReader
import Testing

/// References that lead in a circle, or through many others.
@Suite struct ReferenceCircleTests {
  /// What is reported of a document, with its notes, each with its line.
  private func read(_ text: String, head: String = "", files: [String: String] = [:]) -> [String] {
    let document = SpecFile(path: "M/api.yaml", displayPath: "api.yaml", bytes: Array((head + text).utf8))
    let others = files.sorted { $0.key < $1.key }.map {
      SpecFile(path: "M/\($0.key)", displayPath: $0.key, bytes: Array($0.value.utf8))
    }
    var sink = DiagnosticSink()
    _ = readOpenAPI([document] + others, module: "M", into: &sink)
    return sink.sorted().filter { !$0.message.contains("so the method returns nothing") }.map { diagnostic in
      ([place(diagnostic.span) + diagnostic.message] + diagnostic.notes.map { place($0.span) + $0.message })
        .joined(separator: "\n")
    }
  }

  private func place(_ span: SourceSpan?) -> String { span.map { "\($0.file):\($0.start.line): " } ?? "" }

  private static let use =
    "openapi: 3.1.0\npaths: {/a: {get: {responses: {'200': {content: {application/json: {schema: {$ref: 'POINTER'}}}}}}}}\n"

  @Test func aPointerThroughACircleIsReportedWithThePlaces() {
    let text =
      Self.use.replacing("POINTER", with: "#/components/schemas/A/properties/x") + """
        components:
          schemas:
            A: {$ref: '#/components/schemas/B'}
            B: {$ref: '#/components/schemas/A'}

        """
    #expect(
      read(text) == [
        """
        M/api.yaml:2: '#/components/schemas/A/properties/x' can't be resolved: the references on the way to it lead in a \
        circle, so the value may be any JSON
        M/api.yaml:5: '#/components/schemas/B' is part of the circle
        M/api.yaml:6: '#/components/schemas/A' is part of the circle
        """
      ])
  }

  @Test func aCircleThroughFilesIsReportedWithThePlaces() {
    let messages = read(
      Self.use.replacing("POINTER", with: "a.yaml#/x"),
      files: ["a.yaml": "$ref: b.yaml\n", "b.yaml": "$ref: c.yaml\n", "c.yaml": "$ref: a.yaml\n"])
    #expect(messages.count == 1)
    for file in ["a.yaml", "b.yaml", "c.yaml"] {
      #expect(messages.first?.contains("\(file):1: ") == true, "\(messages)")
    }
  }

  /// Each pointer leads through the next reference: what has to be found to find the first is the first.
  @Test func aPointerThatNeedsItselfIsReportedWithThePlaces() {
    let text =
      Self.use.replacing("POINTER", with: "#/x-y/a/p")
      + "x-y:\n  a: {$ref: '#/x-y/b/p'}\n  b: {$ref: '#/x-y/a/p'}\n"
    #expect(
      read(text) == [
        """
        M/api.yaml:2: '#/x-y/a/p' can't be resolved: the references on the way to it lead in a circle, so the value may be \
        any JSON
        M/api.yaml:4: '#/x-y/b/p' is part of the circle
        M/api.yaml:5: '#/x-y/a/p' is part of the circle
        """
      ])
  }

  @Test func followedReferencesInACircleAreReportedWithThePlaces() {
    let text = """
      openapi: 3.1.0
      paths: {/a: {get: {parameters: [{$ref: '#/components/parameters/A'}], responses: {}}}}
      components:
        parameters:
          A: {$ref: '#/components/parameters/B'}
          B: {$ref: '#/components/parameters/A'}

      """
    let messages = read(text)
    #expect(messages.count == 1)
    #expect(
      messages.first?.contains("M/api.yaml:2: the references from here never end") == true, "\(messages)")
    #expect(messages.first?.contains("\nM/api.yaml:5: ") == true && messages[0].contains("\nM/api.yaml:6: "))
  }

  @Test func manyReferencesInARowAreNoCircle() {
    func text(_ count: Int) -> String {
      let links = (0..<count).map { "    P\($0): {$ref: '#/components/parameters/P\($0 + 1)'}\n" }.joined()
      return
        "openapi: 3.1.0\npaths: {/a: {get: {parameters: [{$ref: '#/components/parameters/P0'}], responses: {}}}}\n"
        + "components:\n  parameters:\n\(links)    P\(count): {name: q, in: query, schema: {type: string}}\n"
    }
    #expect(read(text(60)).isEmpty)
    #expect(read(text(90)).map { $0.contains("more than 64 references follow one another") } == [true])
  }

  /// In a resource with an identifier, each pointer is looked for in two places: 2⁵⁰ ways, none of which leads anywhere.
  @Test func waysThatMultiplyAreNotAllTried() {
    let links = (0..<50).map { "    A\($0): {$ref: '#/components/schemas/A\($0 + 1)/x'}\n" }.joined()
    let text =
      Self.use.replacing("POINTER", with: "#/components/schemas/A0/x") + "components:\n  schemas:\n" + links
    #expect(read(text, head: "$id: https://x.example/a\n").count > 0)
  }

  /// Each schema extends the next one: the first would have all properties.
  @Test func schemasThatExtendOneAnotherWithoutAnEndInSightAreCut() {
    func messages(_ count: Int) -> [String] {
      let links = (0..<count).map {
        "    A\($0): {$ref: '#/components/schemas/A\($0 + 1)', properties: {p\($0): {type: string}}}\n"
      }
      return read(
        Self.use.replacing("POINTER", with: "#/components/schemas/A0")
          + "components:\n  schemas:\n\(links.joined())    A\(count): {type: object}\n")
    }
    #expect(messages(150).isEmpty)
    let cut = messages(300)
    #expect(!cut.isEmpty)
    #expect(cut.allSatisfy { $0.contains("more than 200 schemas extend one another") }, "\(cut)")
  }
}
