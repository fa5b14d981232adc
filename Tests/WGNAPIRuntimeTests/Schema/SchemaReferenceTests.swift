import Testing
import WGNAPIRuntime

@testable import WGNAPIJSON
@testable import WGNAPIPages
@testable import WGNAPISchema

/// References, the dynamic scope, and what is evaluated.
@Suite struct SchemaReferenceTests {
  private func isValid(_ schema: JSONSchema, _ text: String) -> Bool {
    let bytes = [UInt8](text.utf8)
    let isValid = schema.isValid(bytes)
    #expect(bytes.withUnsafeBufferPointer { schema.reported($0) }.isValid == isValid, "\(text)")
    return isValid
  }

  private enum Trees {
    static let tree: JSONSchema = JSONSchema(
      at: "https://example.com/tree", anchors: ["node": { tree }],
      [
        .type(.object),
        .properties(["data": true, "children": [.items([.dynamicRef("node") { tree }])]]),
      ])
    static let strict: JSONSchema = JSONSchema(
      at: "https://example.com/strict", anchors: ["node": { strict }],
      [.ref { tree }, .unevaluatedProperties(false)])
  }

  @Test func dynamicReferencesSeeTheOutermostScope() {
    let text = #"{"data":1,"children":[{"children":[{"daat":1}]}]}"#
    #expect(isValid(Trees.tree, text))
    #expect(!isValid(Trees.strict, text))
    #expect(isValid(Trees.strict, #"{"data":1,"children":[{"children":[{"data":1}]}]}"#))
    #expect(
      Trees.strict.validate([UInt8](text.utf8)).map { "\($0.instanceLocation) \($0.keywordLocation)" }.last
        == "/children/0/children/0/daat /$ref/properties/children/items/$dynamicRef/$ref/properties/children/items"
        + "/$dynamicRef/unevaluatedProperties")
    // The scope is left again.
    #expect(isValid([.properties(["a": Trees.strict, "b": Trees.tree])], #"{"a":{},"b":\#(text)}"#))
    #expect(!isValid([.properties(["a": Trees.strict])], #"{"a":\#(text)}"#))
  }

  @Test func plainDynamicReferencesAreReferences() {
    let schema = JSONSchema(
      anchors: ["x": { .string }], [.properties(["a": [.dynamicRef(nil) { .integer }]])])
    #expect(isValid(schema, #"{"a":1}"#))
    #expect(!isValid(schema, #"{"a":""}"#))
  }

  private enum Loops {
    static let itself: JSONSchema = [.ref { itself }]
    static let mutual: JSONSchema = [.allOf([.reference { other }])]
    static let other: JSONSchema = [.anyOf([[.not(mutual)], .nullable(.reference { mutual })])]
    static let list: JSONSchema = [.type([.array, .integer]), .items([.ref { list }])]
    static func fresh() -> JSONSchema { [.properties(["next": .reference { fresh() }, "n": .integer])] }
    static let inline: JSONSchema = .reference { inline }
  }

  @Test(arguments: [Loops.itself, Loops.mutual, Loops.other, Loops.inline])
  func referencesThatLeadNowhereEnd(schema: JSONSchema) {
    for text in ["1", "{}", "[[1]]"] {
      #expect(!schema.isValid([UInt8](text.utf8)))
      let violations = schema.validate([UInt8](text.utf8))
      #expect(violations.map(\.keyword) == ["json"])
      #expect(violations.first?.message.contains("schemas refer to each other without end") == true)
    }
  }

  @Test func recursiveSchemas() {
    #expect(isValid(Loops.list, "[[1,[2]],[]]"))
    #expect(!isValid(Loops.list, "[[1,[\"\"]],[]]"))
    #expect(isValid(Loops.fresh(), #"{"next":{"next":{"n":1}}}"#))
    #expect(!isValid(Loops.fresh(), #"{"next":{"next":{"n":""}}}"#))
    for depth in [100, 127, 129, 100_000] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect(isValid(Loops.list, text) == (depth < 129))
    }
  }

  @Test func schemasAreMadeReadyByManyThreads() async {
    let schema: JSONSchema = [.properties(["a": .value(Tree.self), "b": .reference { Loops.list }])]
    let results = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 {
        group.addTask { schema.isValid([UInt8](#"{"a":{"name":"","span":[1,2]},"b":[[1]]}"#.utf8)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: results[0], count: 64))
  }

  @Test func membersThatFailingAlternativesSawAreNotEvaluated() {
    let schema: JSONSchema = [
      .anyOf([
        [.properties(["a": .integer]), .required(["b"])], [.properties(["a": .string, "c": true])],
      ]),
      .dependentSchemas(["c": [.properties(["d": true])]]),
      .if([.properties(["e": .null]), .required(["e"])]),
      .unevaluatedProperties([.type(.boolean)]),
    ]
    #expect(isValid(schema, #"{"a":"","c":1,"d":2,"x":true,"e":null}"#))
    #expect(!isValid(schema, #"{"a":"","b":1}"#))
    #expect(!isValid(schema, #"{"a":"","d":1}"#))
    #expect(!isValid(schema, #"{"a":"","e":1}"#))
    #expect(!isValid([.not([.properties(["a": true])]), .unevaluatedProperties(false)], #"{"a":1}"#))
    #expect(
      schema.validate([UInt8](#"{"a":"","q":1}"#.utf8)).map { "\($0.instanceLocation) \($0.keywordLocation)" }
        == [
          "/q /unevaluatedProperties/type"
        ])
  }

  @Test func elementsThatContainsSawAreEvaluated() {
    let schema: JSONSchema = [
      .prefixItems([.string]), .allOf([[.contains([.multipleOf(2)])], [.contains([.multipleOf(3)])]]),
      .unevaluatedItems(false),
    ]
    #expect(isValid(schema, #"["",2,3,4,6]"#))
    #expect(!isValid(schema, #"["",2,3,4,5]"#))
    #expect(isValid([.unevaluatedItems(.integer)], "[1,2]"))
    #expect(!isValid([.unevaluatedItems(.integer)], "[1,\"\"]"))
    let nested: JSONSchema = [.allOf([[.unevaluatedProperties(true)]]), .unevaluatedProperties(false)]
    #expect(isValid(nested, #"{"a":1}"#))
  }
}
