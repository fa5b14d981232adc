import Diagnostics
import Foundation
import SpecReader
import SpecYAML
import SwiftEmitter
import Testing

@testable import GeneratorKit

/// OpenAPI documents in the spec language: the code must be the same.
@Suite struct ConvertTests {
  let templates: [TemplateSource]

  init() {
    var sink = DiagnosticSink()
    templates = loadTemplates(overlaidBy: nil, into: &sink)
  }

  private func load(_ document: String, module: String) -> [SpecFile] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/OpenAPI/Documents")
    var sink = DiagnosticSink()
    return SpecLoader().load(folder.appendingPathComponent(document).path, module: module, into: &sink)
  }

  func convert(_ specs: [SpecFile]) -> (specs: [SpecFile], messages: [String]) {
    var sink = DiagnosticSink()
    let files = convertSpecs(specs, into: &sink)
    let messages = sink.sorted().map(\.message).filter {
      $0.contains("can't say this") || $0.contains("the spec language has no")
    }
    return (files.map { SpecFile(path: $0.path, displayPath: $0.path, bytes: Array($0.text.utf8)) }, messages)
  }

  /// The lines of each declaration, in some order. Which declarations share a file may differ.
  private func declarations(_ specs: [SpecFile]) -> [String: [String]] {
    let (tree, _) = generate(specs: specs, templates: templates, threads: 1)
    var declarations: [String: [String]] = [:]
    for text in tree.texts {
      var name = ""
      // The first paragraph is the head; empty lines are before declarations and within them.
      for paragraph in text.components(separatedBy: "\n\n").dropFirst() {
        if paragraph.hasPrefix("public import ") || paragraph.hasPrefix("package import ")
          || paragraph.hasPrefix("#if canImport(")
        {
          continue
        }
        let lines = paragraph.split(separator: "\n").map(String.init)
        if !paragraph.hasPrefix(" ") {
          name = lines.first { !$0.hasPrefix("///") && !$0.hasPrefix("@") } ?? name
        }
        declarations[name, default: []] += lines
      }
    }
    return declarations.mapValues { $0.sorted() }
  }

  func differences(_ specs: [SpecFile], _ converted: [SpecFile]) -> [String] {
    let (old, new) = (declarations(specs), declarations(converted))
    #expect(old.count > 5)
    #expect(old.keys.sorted() == new.keys.sorted())
    return old.keys.sorted().flatMap { name in
      let change = (new[name] ?? []).difference(from: old[name] ?? [])
      return change.map { change in
        switch change {
        case .insert(_, let line, _): "+ \(line.drop { $0 == " " })"
        case .remove(_, let line, _): "- \(line.drop { $0 == " " })"
        }
      }
    }
  }

  @Test func bookshopBecomesTheSameCode() {
    let specs = load("bookshop.yaml", module: "Bookshop")
    let (converted, messages) = convert(specs)
    #expect(messages == [])
    // The language has no files without a media type.
    #expect(
      differences(specs, converted) == [
        #"- $0.filePart("pages", \.pages)"#,
        #"+ $0.filePart("pages", \.pages, mediaType: "application/octet-stream")"#,
      ])
  }

  /// The language has no two parameters with the same name.
  @Test func weatherLosesAParameter() {
    let specs = load("weather.json", module: "Weather")
    let (converted, messages) = convert(specs)
    #expect(messages.count == 1)
    #expect(differences(specs, converted).allSatisfy { $0.contains("ountry") || $0 == "- " })
  }

  /// Conditions name properties without describing them.
  @Test func conditionsBecomeSpecsThatLoad() throws {
    let text = """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      components:
        schemas:
          A:
            type: object
            properties: {n: {type: string}, m: {type: string}, kind: {type: string}}
            anyOf: [{required: [n]}, {required: [m]}]
            if: {properties: {kind: {const: x}}}
            then: {required: [n]}
            dependentRequired: {n: [kind], m: [kind]}
            dependentSchemas: {n: {properties: {kind: {const: x}}, required: [billing]}}
            not: {anyOf: [{properties: {kind: {const: y}}, required: [other]}, {required: [n, m, kind]}]}
            allOf: [{dependentSchemas: {n: {required: [m]}}, dependentRequired: {n: [kind, m]}}]
          B: {type: string, not: {enum: [lobby, cellar]}}
      """
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).yaml")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var sink = DiagnosticSink()
    let (converted, _) = convert(SpecLoader().load(file.path, module: "M", into: &sink))
    let (tree, diagnostics) = generate(specs: converted, templates: templates, threads: 1)
    #expect(converted.count == 2)
    #expect(diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let model = tree.texts.joined()
    // An open enumeration would exclude every text.
    #expect(model.contains("lobby"))
    #expect(!model.contains(".not([.type(.string)])"))
    for keyword in [".anyOf([[.required([\"n\"])]", ".if(", ".then(", "\"m\": [\"kind\"]"] {
      #expect(model.contains(keyword), "\(keyword)")
    }
  }

  /// What documents may say and specs may not.
  @Test func schemasThatTheLanguageRefusesAreWrittenOtherwise() throws {
    let text = """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      servers: [{url: 'https://example.com/'}]
      paths:
        /a:
          get:
            operationId: a
            parameters:
              - {name: word, in: query, schema: {$ref: '#/components/schemas/Word'}}
              - {name: sort, in: query, schema: {$ref: '#/components/schemas/Sort'}}
              - {name: size, in: query, schema: {type: [integer, 'null']}}
            responses:
              '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
      components:
        schemas:
          Word: {type: [string, 'null'], minLength: 2, description: A word.}
          Sort: {type: [string, 'null'], enum: [up, down, null]}
          Flag: {type: string, const: on, default: []}
          Thing:
            type: object
            properties:
              flag: {$ref: '#/components/schemas/Flag'}
              count: {type: integer, default: none}
              rows:
                type: array
                items: {type: object, properties: {a: {type: string}}}
                example: [{a: x, b: y}]
              size: {type: object, properties: {s: {type: string}}, examples: [{b: x}, {c: y}]}
              weight: {type: object, properties: {w: {type: string}}, examples: [{w: x}, {w: y}, {b: z}]}
              height: {type: object, properties: {h: {type: string}}, examples: [{h: x}, {b: y}, {c: z}]}
              item: {$ref: '#/components/schemas/Item'}
              shared: {$ref: '#/components/schemas/Shared'}
          Shared: {type: object, required: [h], properties: {h: {type: string}}, examples: [{h: x}, {i: y}, {h: [1]}, {}]}
          Item:
            oneOf: [{$ref: '#/components/schemas/Plain'}, {$ref: '#/components/schemas/Group'}]
            discriminator: {propertyName: kind}
          Group:
            oneOf: [{$ref: '#/components/schemas/Left'}, {$ref: '#/components/schemas/Right'}]
            discriminator: {propertyName: kind}
          Plain: {type: object, required: [kind], properties: {kind: {const: plain}, p: {type: string}}}
          Left: {type: object, required: [kind], properties: {kind: {const: left}, l: {type: string}}}
          Right: {type: object, required: [kind], properties: {kind: {const: right}, r: {type: string}}}
      """
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).yaml")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(file.path, module: "M", into: &sink)
    let (converted, messages) = convert(specs)
    #expect(messages.filter { $0.contains("can't say this") } == [])
    for left in ["this one is", "these 2 are", "one of these 3 is", "2 of these 3 are", "3 of these 4 are"] {
      #expect(
        messages.contains { $0.contains("values of their schema, so \(left) left out") },
        "\(left): \(messages)")
    }
    #expect(
      messages.contains {
        $0.contains("so these 2 are left out; '{b: x}' isn't one: b: ") && $0.hasSuffix("]")
      },
      "\(messages)")
    let (tree, diagnostics) = generate(specs: converted, templates: templates, threads: 1)
    #expect(diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let code = tree.texts.joined()
    #expect(code.contains("word: String? = nil, sort: ") && code.contains("size: Int? = nil"), "\(code)")
    // The same tags lead to the same alternatives.
    let tags = { (specs: [SpecFile]) in
      self.declarations(specs).first { $0.key.contains("enum Item") }?.value.filter {
        $0.contains("tags") || $0.contains("[\"")
      }
    }
    #expect(tags(specs) == tags(converted))
  }

  /// The spec language writes types with their names in Swift.
  @Test func namesKeepTheirCase() throws {
    let text = """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      components:
        schemas:
          APIKeyInfo: {type: object, properties: {key: {type: string}, owner: {$ref: '#/components/schemas/IPv6Owner'}}}
          IPv6Owner: {type: object, properties: {iOSVersion: {type: string}}}
      """
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).yaml")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(file.path, module: "M", into: &sink)
    let (old, new) = (declarations(specs), declarations(convert(specs).specs))
    #expect(old.keys.contains { $0.hasPrefix("public struct APIKeyInfo") })
    #expect(old == new)
  }

  /// Styles and media types of parts are kept.
  @Test func partsAreWrittenInTheSameWay() throws {
    let text = """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      servers: [{url: 'https://example.com/'}]
      paths:
        /send:
          post:
            operationId: send
            requestBody:
              required: true
              content:
                multipart/form-data:
                  schema:
                    type: object
                    properties:
                      pipes: {type: array, items: {type: string}}
                      commas: {type: array, items: {type: string}}
                      deep: {type: object, properties: {a: {type: array, items: {type: string}}}}
                      members: {type: object, properties: {b: {type: string}}}
                      list: {type: array, items: {type: string}}
                      typed: {type: object, properties: {c: {type: string}}}
                  encoding:
                    pipes: {style: pipeDelimited, explode: false}
                    commas: {style: form, explode: false}
                    deep: {style: deepObject, explode: true}
                    members: {style: form}
                    list: {contentType: application/json}
                    typed: {contentType: application/vnd.typed+json}
            responses: {'204': {description: Done.}}
      """
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).yaml")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(file.path, module: "M", into: &sink)
    let (converted, messages) = convert(specs)
    #expect(messages == [])
    let bodies = [specs, converted].map { specs in
      let (tree, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
      #expect(diagnostics.filter { $0.severity == .error }.map(\.message) == [])
      return tree.texts.joined().split(separator: "\n").filter { $0.contains("$0.part(") }
    }
    #expect(bodies[0].count == 6 && bodies[0].filter { $0.contains("style:") }.count == 5, "\(bodies[0])")
    #expect(bodies[0] == bodies[1])
  }

  /// A file that may have one of several media types.
  @Test func severalMediaTypesAreKept() throws {
    let document = """
      openapi: 3.1.0
      info: {title: Files, version: '1'}
      servers: [{url: 'https://example.com/'}]
      paths:
        /send:
          post:
            operationId: send
            requestBody:
              required: true
              content:
                multipart/form-data:
                  schema:
                    type: object
                    properties:
                      photo: {type: string, format: binary}
                      scans: {type: array, items: {type: string, format: binary}}
                  encoding:
                    photo: {contentType: 'image/png, image/jpeg'}
                    scans: {contentType: 'application/pdf, image/*'}
            responses: {'204': {description: Done.}}
      """
    let specs = [SpecFile(path: "M/api.yaml", displayPath: "api.yaml", bytes: Array(document.utf8))].map {
      var file = $0
      file.isGivenAlone = true
      return file
    }
    let (converted, messages) = convert(specs)
    #expect(messages == [])
    let bodies = [specs, converted].map { specs in
      let (tree, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
      #expect(diagnostics.filter { $0.severity == .error }.map(\.message) == [])
      return tree.texts.joined().split(separator: "\n").filter { $0.contains("$0.filePart(") }
    }
    #expect(
      bodies[0].count == 2 && bodies[0].first?.contains("image/png, image/jpeg") == true, "\(bodies[0])")
    #expect(bodies[0] == bodies[1])
  }

  @Test func hostileTextStaysText() {
    let specs = load("hostile.yaml", module: "HostileDocument")
    var sink = DiagnosticSink()
    let result = convertSpecs(specs, into: &sink)
    // The language has no such variables of servers.
    let errors = sink.diagnostics.filter { $0.severity == .error }
    #expect(
      !errors.isEmpty && errors.allSatisfy { $0.message.contains("URL") || $0.message.contains("variable") })
    #expect(errors.allSatisfy { $0.span?.file.hasSuffix("hostile.yaml") == true }, "\(errors)")
    #expect(result.isEmpty)
    let (converted, _) = convert(
      specs.map { file in
        let lines = String(decoding: file.bytes, as: UTF8.self).split(
          separator: "\n", omittingEmptySubsequences: false)
        let text = lines.filter { !$0.contains("variables: {") }.joined(separator: "\n")
        var file = file
        file.bytes = Array(text.utf8)
        return file
      })
    sink = DiagnosticSink()
    for file in converted { _ = parseYAML(bytes: file.bytes, file: file.path, into: &sink) }
    // The module, its schemas, endpoints without a tag, and a file for each of three tags.
    #expect(converted.count == 6)
    #expect(sink.sorted().map(\.message) == [])
  }

  @Test(arguments: [
    "word", "two words", "- item", "yes", "1.5", "{a}", "a: b", "#", "a #b", "\"", "'", "\\", "line\nline",
    "line\n", "\n",
    " lead\nx", "tab\there\nx", "\u{2028}", "\u{FEFF}x", "é\nü", "\u{202E}x", "null", "~", "*a", "&a", "!a",
    "%a", "@a",
    "a\n\n  b\nc", "?", ": ", "0x1F", "-", "---", "...\n...", "a\u{85}b", "👩‍👩‍👧", "\u{1}",
  ])
  func writesEveryText(text: String) throws {
    var sink = DiagnosticSink()
    let value = SpecValue.map([
      ("a", .text(text)), (text, .list([.text(text), .map([(text, .text(text))])])),
      (
        "deep",
        .map([
          (
            "x",
            .map([
              ("y", .text(text)),
              (
                "z",
                .list([.map([("k", .text(text)), ("l", .texts(Array(repeating: "long words", count: 12)))])])
              ),
            ])
          )
        ])
      ),
    ])
    let yaml = SpecPrinter.print(value.entries)
    let nodes = parseYAML(bytes: Array(yaml.utf8), file: "f", into: &sink)
    #expect(sink.sorted().map(\.message) == [], "\(yaml)")
    let root = try #require(nodes.first)
    #expect(root["a"]?.text == text)
    #expect(root[text]?.items?.first?.text == text, "\(yaml)")
    #expect(root["deep"]?["x"]?["y"]?.text == text, "\(yaml)")
    #expect(root["deep"]?["x"]?["z"]?.items?.first?["k"]?.text == text, "\(yaml)")
  }
}
