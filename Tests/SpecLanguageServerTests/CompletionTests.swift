import Foundation
import Testing
import WGNAPIJSON

@testable import SpecLanguageServer

@Suite struct CompletionTests {
  private let items = "Specs/Shop/items.yaml"

  /// The labels that are offered at `|` in a text that takes the place of a file's.
  private func labels(
    _ text: String, in name: String = "Specs/Shop/items.yaml", _ files: [String: String] = shop
  )
    throws -> [String]
  {
    let served = try ServedFolder(files)
    let parts = text.components(separatedBy: "|")
    let lines = parts[0].components(separatedBy: "\n")
    served.open(name)
    served.change(name, to: parts.joined())
    let result = served.request(
      "textDocument/completion",
      [
        "textDocument": ["uri": .string(served.uri(name))],
        "position": ["line": .integer(lines.count - 1), "character": .integer(lines.last?.utf16.count ?? 0)],
      ])["result"]
    return (result?.array ?? []).compactMap { $0["label"]?.string }
  }

  private func expect(
    _ text: String, has wanted: [String], not unwanted: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try labels(text)
    for label in wanted {
      #expect(found.contains(label), "\(label) in \(found)", sourceLocation: sourceLocation)
    }
    for label in unwanted { #expect(!found.contains(label), "\(label)", sourceLocation: sourceLocation) }
    #expect(Set(found).count == found.count, sourceLocation: sourceLocation)
  }

  @Test func `keys of a spec`() throws {
    try expect("|", has: ["wgnapi", "endpoints", "schemas"])
    try expect("wgnapi: 1\nend|\nschemas: {}\n", has: ["endpoints"], not: ["wgnapi", "schemas"])
    try expect(
      "wgnapi: 1\nendpoints:\n  a:\n    |\n    get: a\n", has: ["response", "parameters"], not: ["get"])
    try expect("wgnapi: 1\nendpoints:\n  a: {get: a, |}\n", has: ["response", "parameters"], not: ["get"])
    try expect("wgnapi: 1\nendpoints:\n  a: {get: a, |\n", has: ["response"])
    try expect(
      "wgnapi: 1\nschemas:\n  A:\n    properties:\n      a:\n        min|\n", has: ["minimum", "format"])
  }

  @Test func `types`() throws {
    let types = ["string", "date-time", "A", "Problem"]
    try expect("wgnapi: 1\nschemas:\n  A: string\n  B: {properties: {a: |}}\n", has: types)
    try expect("wgnapi: 1\nschemas:\n  A: string\n  B: {type: st|}\n", has: types)
    try expect(
      "wgnapi: 1\nendpoints:\n  a:\n    get: a\n    response: \"[|]\"\nschemas: {A: string}\n", has: types)
    try expect("wgnapi: 1\nschemas: {A: string, B: {$ref: |}}\n", has: ["A"], not: ["string"])
  }

  @Test func `types of a text that isn't well-formed`() throws {
    let found = try labels("wgnapi: 1\nschemas:\n  A: {type: string\n  B:\n    properties:\n      a: |\n")
    // What the file defined before.
    for label in ["string", "Item", "Problem"] { #expect(found.contains(label), "\(label)") }
    try expect("wgnapi: 1\nendpoints:\n  a:\n    get: a\n    response: \"[It|\n", has: ["Problem"])
  }

  @Test func `formats, values and parameters`() throws {
    try expect(
      "wgnapi: 1\nschemas: {A: {type: string, format: |}}\n", has: ["email", "uuid"], not: ["Problem"])
    try expect(
      "wgnapi: 1\nschemas: {A: {type: string, newtype: |}}\n", has: ["true", "false"], not: ["string"])
    try expect("wgnapi: 1\nendpoints:\n  a:\n    methods: [g|]\n", has: ["get", "post"])
    try expect(
      "wgnapi: 1\nendpoints:\n  a:\n    get: a\n    parameters:\n      b: {$parameter: |}\n", has: ["limit"],
      not: ["string"])
  }

  @Test func `error codes`() throws {
    try expect(
      "wgnapi: 1\nerrors:\n  407: TOO_MANY\nendpoints:\n  a:\n    errors: {|}\n", has: ["404", "407"])
    try expect(
      "wgnapi: 1\nerrors:\n  407: TOO_MANY\nendpoints:\n  a:\n    errors: {407: |}\n",
      has: ["TOO_MANY", "NOT_FOUND"])
    try expect(
      "wgnapi: 1\nendpoints:\n  a:\n    get: a\n    retry: {errors: [|]}\n", has: ["NOT_FOUND", "404"],
      not: ["string"])
  }

  @Test func `settings, and documents that aren't specs`() throws {
    #expect(try labels("specs: Specs\nou|", in: "wgnapi-gen.yaml").contains("output"))
    let document = "Specs/Shop/api.yaml"
    #expect(try labels("openapi: 3.1.0\ninf|\n", in: document, documentedShop) == [])
    #expect(try labels("wgnapi: 1\n# a comment |\n") == [])
  }

  @Test func `the word at the cursor is replaced, and keys get a colon`() throws {
    let served = try ServedFolder(shop)
    served.open(items, "wgnapi: 1\nendpo: {}\n")
    let at = { (line: Int, column: Int) -> JSON? in
      served.request(
        "textDocument/completion",
        [
          "textDocument": ["uri": .string(served.uri(items))],
          "position": ["line": .integer(line), "character": .integer(column)],
        ])["result"]?.array?.first { $0["label"] == "endpoints" }
    }
    let edit = at(1, 3)?["textEdit"]
    #expect(edit?["newText"] == "endpoints")
    #expect(at(1, 3)?["filterText"] == "endpoints")
    #expect(edit?["range"]?["start"]?["character"] == 0)
    #expect(edit?["range"]?["end"]?["character"] == 5)
    #expect(at(1, 3)?["documentation"]?.string?.hasPrefix("The endpoints") == true)
    served.change(items, to: "wgnapi: 1\nendpo")
    #expect(at(1, 5)?["textEdit"]?["newText"] == "endpoints: ")
  }
}
