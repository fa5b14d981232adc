import Diagnostics
import Foundation
import GeneratorKit
import SpecReader
import SpecYAML
import Testing
import Thoroughness
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

struct DriftFixTests {
  @Test func whatWidensIsWrittenAndNothingElseChanges() throws {
    var spec = DriftTests.shop
    let before = spec.files
    var report = try spec.drift(DriftTests.traffic)
    spec.fix(&report)
    // What has to be decided by people stays.
    #expect(Set(report.drift.map(\.kind)) == [.newStatus, .otherType, .newEndpoint])
    #expect(spec.files["Shop/module.yaml"] == before["Shop/module.yaml"])
    #expect(
      spec.files["Shop/books.yaml"] == """
        wgnapi: 1   # the language
        endpoints:
          books:   # all of them
            get: books
            parameters:
              page?: integer   # from 1
              size?: {type: integer, maximum: 20}
              sort?: string
            response: "[Book]"
          book:
            get: books/{id}
            parameters: {id: integer}
            response: Book
        schemas:
          Book:
            properties:
              id: integer
              # What it is called.
              title?: {type: string, maxLength: 19}
              author: Author   # who wrote it
              state: {enum: [new, used, lost]}
              format:
                enum:
                  - paper   # heavy
                  - audio
                  - vinyl
              price: integer
              tags: "[string?]"
              code: string
              isbn?: string
          Author: {properties: {name: "string?", born: integer, "died?": integer}, description: "Who, wrote: it"}

        """)
    // The second run finds nothing more to change, and the generator accepts the spec.
    let second = try spec.drift(DriftTests.traffic)
    #expect(second.edits.isEmpty, "\(second.edits)")
    #expect(Set(second.drift.map(\.kind)) == [.newStatus, .otherType, .newEndpoint])
  }

  @Test func editsThatArentSafeAreRefused() throws {
    let text = """
      wgnapi: 1
      endpoints:
        book: {get: book, response: Book}
      schemas:
        Base: &base {type: string, maxLength: 3}
        Book:
          properties: {title: *base}

      """
    var spec = DriftTests.shop
    spec.files["Shop/books.yaml"] = text
    var har = HAR()
    har.add("https://api.example.com/v1/book", response: ["title": .null])
    var report = try spec.drift(har)
    spec.fix(&report)
    #expect(spec.files["Shop/books.yaml"] == text)
    #expect(report.drift.count == 1 && report.drift.allSatisfy { $0.advice?.contains("by hand") == true })
  }

  @Test func formsAreKept() throws {
    let cases: [(old: String, response: JSON, new: String)] = [
      ("a: {enum: {x: first}}", ["a": "z"], "a: {enum: {x: first, z: null}}"),
      ("a: {enum: [1, 2]}", ["a": 3], "a: {enum: [1, 2, 3]}"),
      ("a: {enum: [x]}", ["a": "no"], "a: {enum: [x, \"no\"]}"),
      ("a: 'integer'", ["a": .null], "a: 'integer?'"),
      ("a: {type: [string, integer]}", ["a": .null], "a: {type: [string, integer, \"null\"]}"),
      ("a: {oneOf: [string, integer]}", ["a": .null], "a: {oneOf: [string, integer, \"null\"]}"),
      ("a: {enum: [x]}", ["a": .null], "a: {enum: [x, null]}"),
      ("a: {properties: {b: string}}", ["a": .null], "a: {properties: {b: string}, type: \"object?\"}"),
      ("\"a\": string", [:], "\"a?\": string"),
      ("a: \"{string}\"   # a map", ["a": ["k": .null]], "a: \"{string?}\"   # a map"),
      ("a: {type: number, minimum: 0.5}", ["a": -2], "a: {type: number, minimum: -2}"),
      ("a: string", ["a": "x", "b": ["c": [1.5]]], "a: string, \"b?\": {properties: {c: \"[number]\"}}"),
    ]
    for entry in cases {
      var spec = DriftTests.shop
      let text = { (property: String) in
        let isComment = property.contains("#")
        let inner = isComment ? "\n      \(property)" : " {\(property)}"
        return
          "wgnapi: 1\nendpoints:\n  book: {get: book, response: Book}\nschemas:\n  Book:\n    properties:\(inner)\n"
      }
      spec.files["Shop/books.yaml"] = text(entry.old)
      var har = HAR()
      har.add("https://api.example.com/v1/book", response: entry.response)
      var report = try spec.drift(har)
      spec.fix(&report)
      #expect(spec.files["Shop/books.yaml"] == text(entry.new), "\(report.drift)")
      #expect(try spec.drift(har).drift.isEmpty, "\(entry.new)")
    }
  }

  @Test func lineEndsAndRequiredListsAreKept() throws {
    var spec = DriftTests.shop
    let text = """
      wgnapi: 1
      endpoints:
        book: {get: book, response: Book}
      schemas:
        Book:
          required: [a, b]
          properties:
            a: string
            b: string
      """.replacing("\n", with: "\r\n")
    spec.files["Shop/books.yaml"] = text
    var har = HAR()
    har.add("https://api.example.com/v1/book", response: ["a": "x", "new": 1])
    var report = try spec.drift(har)
    spec.fix(&report)
    #expect(
      spec.files["Shop/books.yaml"]
        == text.replacing("[a, b]", with: "[a]") + "\r\n      new: integer")
    #expect(try spec.drift(har).drift.isEmpty)
  }

  /// Every edit of every place in this repository's specs changes one line or adds some.
  @Test func editsOfRealSpecsLeaveAllOtherLines() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Specs")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
      $0.hasSuffix(".yaml")
    }
    #expect(paths.count > 30)
    var (made, refused) = (0, 0)
    for path in paths.sorted() {
      let bytes = [UInt8](try Data(contentsOf: root.appendingPathComponent(path)))
      // Large files have more of the same.
      let edits = try Self.edits(of: bytes, path)
      let step = max(edits.count / rounds(25), 1)
      for (number, edit) in edits.enumerated() where number % step == 0 {
        let outcome = SpecEditor([path: bytes]).applying([edit])
        guard let changed = outcome.files[path] else {
          refused += 1
          continue
        }
        made += 1
        let (old, new) = (
          String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false),
          String(decoding: changed, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        )
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }
          .count
        #expect(old.count - start - end <= 1 && new.count - start - end <= 1, "\(path): \(edit)")
      }
    }
    print("\(made) edits made, \(refused) refused")
    #expect(made > 300 && refused * 20 < made, "\(made) made, \(refused) refused")
  }

  private static func edits(of bytes: [UInt8], _ path: String) throws -> [SpecEdit] {
    var sink = DiagnosticSink()
    let root = try #require(parseYAML(bytes: bytes, file: path, into: &sink).first)
    var edits: [SpecEdit] = []
    func visit(_ node: YAMLNode) {
      if let properties = node["properties"]?.entries {
        edits.append(
          .addProperties([SpecValue.Entry(key: "brand_new?", value: .text("[integer]"))], to: node.span))
        for property in properties where property.mergedFrom == nil && property.value.aliasedFrom == nil {
          if !property.name.hasSuffix("?") { edits.append(.makeOptional(property.key.span)) }
          if property.value.text != nil || property.value["type"]?.text != nil {
            edits.append(.allowNull(property.value.span))
          }
        }
      }
      if node["enum"] != nil {
        edits.append(.addValues([SpecWord(text: "brand_new", isNumber: false)], to: node.span))
      }
      if node["maximum"]?.text != nil { edits.append(.setLimit("maximum", to: "123456", at: node.span)) }
      for child in (node.items ?? []) + (node.entries ?? []).map(\.value) { visit(child) }
    }
    visit(root)
    return edits
  }
}
