import APIModel
import Diagnostics
import SpecReader
import Testing

/// JSON Schema documents among specs.
@Suite struct SchemaDocumentTests {
  private func graph(
    _ files: [String: String], references: [String: String] = [:],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> SchemaGraph {
    var sink = DiagnosticSink()
    let specs = files.map { SpecFile(path: $0.key, displayPath: $0.key, bytes: Array($0.value.utf8)) }
    let referenced = references.map { uri, text in
      ReferencedFile(uri: uri, file: SpecFile(path: uri, displayPath: uri, bytes: Array(text.utf8)))
    }
    let api = readSpecs(files: specs, references: referenced, into: &sink)
    #expect(
      TextDiagnosticPrinter(showsSource: false).print(sink.sorted()) == "", sourceLocation: sourceLocation)
    return try #require(api.modules.first?.schemaGraph, sourceLocation: sourceLocation)
  }

  /// The schema that the root's only reference leads to.
  private func target(of graph: SchemaGraph) throws -> SchemaNode {
    let document = try #require(graph.documents.first)
    return graph[try #require(graph[document.root].keywords.first?.target)]
  }

  @Test(arguments: [
    ##"{"$ref": "#/$defs/a", "$defs": {"a": {"const": 1}}}"##,
    ##"{"$ref": "#/$defs/a~1b%25", "$defs": {"a/b%": {"const": 1}}}"##,
    ##"{"$ref": "#x", "$defs": {"a": {"$anchor": "x", "const": 1}}}"##,
    ##"{"$dynamicRef": "#x", "$defs": {"a": {"$dynamicAnchor": "x", "const": 1}}}"##,
    ##"{"$ref": "b", "$defs": {"a": {"$id": "b", "const": 1}}}"##,
    ##"{"$id": "https://a/b/c", "$ref": "/d#x", "$defs": {"a": {"$id": "/d", "$defs": {"e": {"$anchor": "x", "const": 1}}}}}"##,
    ##"{"$ref": "urn:x:y#/$defs/b", "$defs": {"a": {"$id": "urn:x:y", "$defs": {"b": {"const": 1}}}}}"##,
    ##"{"$ref": "#/unknown/0/deep", "unknown": [{"deep": {"const": 1}}]}"##,
    ##"{"$ref": "#/then", "then": {"const": 1}}"##,
    ##"{"$ref": "other.schema.json"}"##, ##"{"$id": "https://a/b", "$ref": "other.schema.json"}"##,
    ##"{"$ref": "https://mapped/a#/$defs/b"}"##, ##"{"$ref": "../L/far.schema.yaml"}"##,
    ##"{"$ref": "https://far"}"##,
  ])
  func `references lead where the standard says`(document: String) throws {
    let graph = try graph(
      [
        "A/a.schema.json": document, "A/other.schema.json": #"{"const": 1}"#,
        "L/module.yaml": "wgnapi: 1\nmodule: {library: true}",
        "L/far.schema.yaml": "$id: https://far\nconst: 1",
      ], references: ["https://mapped/a.json": #"{"$defs": {"b": {"const": 1}}}"#])
    #expect(try target(of: graph).keywords == [.const(.number(NumberText("1")))])
  }

  /// Values without quotes in YAML are texts where a text is expected.
  @Test(
    arguments: [
      (
        "type: string, enum: [007, 1_000, ~x]",
        [.enumeration([.string("007"), .string("1_000"), .string("~x")])]
      ),
      ("type: string, const: 010", [.const(.string("010"))]),
      ("type: [string, 'null'], enum: [00, null]", [.enumeration([.string("00"), .null])]),
      ("type: integer, enum: [7, 8]", [.enumeration([.number(NumberText("7")), .number(NumberText("8"))])]),
    ] as [(String, [SchemaKeyword<SchemaNode.ID>])])
  func `texts in YAML keep their spelling`(schema: String, keywords: [SchemaKeyword<SchemaNode.ID>]) throws {
    let graph = try graph(["A/a.schema.yaml": "{\(schema)}"])
    let document = try #require(graph.documents.first)
    let found = graph[document.root].keywords.filter { if case .type = $0 { false } else { true } }
    #expect(found == keywords)
  }

  @Test func `a dynamic reference needs a dynamic anchor where it leads`() throws {
    let plain = try graph(["A/a.schema.json": ##"{"$dynamicRef": "#x", "$defs": {"a": {"$anchor": "x"}}}"##])
    guard case .dynamicRef(nil, _)? = plain.nodes.first?.keywords.first else {
      Issue.record("an anchor is not dynamic")
      return
    }
    let dynamic = try graph([
      "A/a.schema.json": ##"{"$dynamicRef": "#x", "$defs": {"a": {"$dynamicAnchor": "x"}}}"##
    ])
    guard case .dynamicRef("x"?, _)? = dynamic.nodes.first?.keywords.first else {
      Issue.record("a dynamic anchor is dynamic")
      return
    }
    #expect(dynamic.resources.first?.dynamicAnchors.map(\.name) == ["x"])
  }

  @Test func `vocabularies decide which keywords count`() throws {
    let documents = [
      "A/a.schema.json":
        #"{"$schema": "https://m/none", "minimum": 1, "properties": {"a": {"format": "date"}}}"#,
      "A/b.schema.json": #"{"$schema": "https://m/formats", "format": "date"}"#,
      "A/c.schema.json": #"{"format": "date"}"#,
    ]
    let vocabulary = "https://json-schema.org/draft/2020-12/vocab/"
    let graph = try graph(
      documents,
      references: [
        "https://m/none": #"{"$vocabulary": {"\#(vocabulary)core": true, "\#(vocabulary)applicator": true}}"#,
        "https://m/formats":
          #"{"$vocabulary": {"\#(vocabulary)core": true, "\#(vocabulary)format-assertion": true, "https://o": false}}"#,
      ])
    let roots = graph.documents.map { graph[$0.root].keywords }
    guard case .map(.properties, let entries)? = roots[0].first else {
      Issue.record("the applicators count")
      return
    }
    #expect(roots[0].count == 1)
    #expect(graph[entries[0].schema].keywords.isEmpty)
    #expect(roots[1] == [.format("date", isAsserted: true)])
    #expect(roots[2] == [.format("date", isAsserted: false)])
  }

  @Test func `documents are known by name or by $schema`() throws {
    let dialect = #""$schema": "https://json-schema.org/draft/2020-12/schema""#
    let graph = try graph([
      "A/a.schema.json": "true", "A/b.json": "{\(dialect)}", "A/c.yaml": "{\(dialect)}",
      "A/package.json": #"{"$schema": "https://json.example.com/package", "type": 5}"#,
      "A/data.json": "not JSON at all",
      // What editors are told isn't said of the document.
      "A/e.yaml": "# yaml-language-server: $schema=https://json-schema.org/a\n{\(dialect)}",
      "A/f.yaml": "# yaml-language-server: $schema=https://json-schema.org/a\nwgnapi: 1\n",
      "A/d.yaml": "wgnapi: 1\nschemas: {D: {properties: {$schema: string}}}",
      "top.schema.json": #"{"$id": "https://top", "type": "string"}"#,
    ])
    #expect(graph.documents.map(\.name.text) == ["a", "b", "c", "e"])
  }

  @Test func `numbers keep their digits`() throws {
    let graph = try graph([
      "A/a.schema.json": #"{"minimum": 1.000, "const": [1e400, -0.0], "maxLength": 1e3}"#
    ])
    #expect(
      graph.nodes[0].keywords == [
        .const(.array([.number(NumberText("1e400")), .number(NumberText("-0.0"))])),
        .limit(.minimum, NumberText("1.000")), .count(.maxLength, 1000),
      ])
  }

  @Test func `the metaschemas are well-formed`() throws {
    for name in ["schema", "meta/core", "meta/format-assertion", "meta/content"] {
      let graph = try graph([
        "A/a.schema.json": #"{"$ref": "https://json-schema.org/draft/2020-12/\#(name)"}"#
      ])
      #expect(try target(of: graph).keywords.first == .type([.boolean, .object]))
    }
  }
}
