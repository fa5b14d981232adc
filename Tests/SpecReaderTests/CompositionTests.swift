import APIModel
import Testing

@Suite struct CompositionTests {
  private func module(_ schemas: String) throws -> Module {
    try #require(read(["M/a.yaml": "wgnapi: 1\nschemas:\n" + schemas]).modules.first)
  }

  @Test func `a schema of one part is that part`() throws {
    let object = try readSchema(
      """
        E: {enum: [a, b]}
        A:
          properties:
            e: {description: Ours., allOf: [E]}
            list: {allOf: ["[E]"]}
            nested: {allOf: [{allOf: [{type: integer?, description: Theirs.}]}], readOnly: true}
      """
    ).object
    let schemas = object.properties.map(\.schema)
    #expect(schemas.map(\.allOf.count) == [0, 0, 0])
    #expect(schemas.first?.reference?.text == "E")
    #expect(schemas.first?.documentation.summary == "Ours.")
    #expect(schemas[1][.items]?.reference?.text == "E")
    #expect(schemas[2].types == [.integer])
    #expect(schemas[2].isNullable)
    #expect(schemas[2].isReadOnly)
    #expect(schemas[2].documentation.summary == "Theirs.")
  }

  @Test func `parts may share a part`() throws {
    let module = try module(
      """
        A: {properties: {a: integer}}
        B: {allOf: [A, {properties: {b: integer}}]}
        C: {allOf: [A, {properties: {c: integer}}]}
        D: {allOf: [B, C]}
      """)
    let index = SchemaIndex(module)
    let schema = try #require(index["D"])
    let object = try #require(index.flattenedObject(schema))
    #expect(object.properties.map(\.name.text) == ["a", "b", "c"])
    #expect(object.conflicts.isEmpty)
  }

  @Test(arguments: [
    ("\"[integer]\"", "\"[string]\""), ("\"{string}\"", "\"{integer}\""), ("{const: a}", "{const: b}"),
    ("{type: string, pattern: a}", "{type: string, pattern: b}"),
    ("{oneOf: [string, integer]}", "{oneOf: [string, boolean]}"),
    ("{properties: {x: integer}}", "{properties: {y: integer}}"),
    ("{prefixItems: [string]}", "{prefixItems: [integer]}"),
  ])
  func `parts that define a property differently are found`(_ first: String, _ second: String) throws {
    for (other, count) in [(second, 1), (first, 0)] {
      let module = try module(
        "  A: {allOf: [{properties: {p: \(first)}}, {description: Other., properties: {p: \(other)}}]}\n")
      let index = SchemaIndex(module)
      let schema = try #require(index["A"])
      let object = try #require(index.flattenedObject(schema))
      #expect(object.conflicts.count == count)
    }
  }

  @Test func `long chains of properties are no matter`() throws {
    let schemas = (0..<5000).map { "  A\($0): {properties: {x?: A\($0 + 1)}}\n" }.joined()
    let api = read(["M/a.yaml": "wgnapi: 1\nschemas:\n" + schemas + "  A5000: string\n"]).choosingStorage()
    let module = try #require(api.modules.first)
    #expect(module.schemas.count == 5001)
    #expect(module.reachableSchemas().isEmpty)
    #expect(module.schemasUsedOnlyAsParts().isEmpty)
  }

  @Test(arguments: ["A%", "\"[A%]\"", "\"{A%}\"", "{allOf: [A%, {properties: {x%: integer}}]}"])
  func `long chains of definitions are refused`(_ pattern: String) {
    var text = "wgnapi: 1\nschemas:\n  A0: {properties: {a: integer}}\n"
    for number in 1...800 {
      let parts = pattern.split(separator: "%", omittingEmptySubsequences: false)
      text += "  A\(number): " + parts.joined(separator: "\(number - 1)") + "\n"
    }
    let (api, messages) = readWithDiagnostics(["M/a.yaml": text])
    #expect(messages.contains("[nesting-too-deep]"))
    #expect(api.choosingStorage().modules.first?.schemas.count == 801)
  }

  @Test func `a union of values is an enumeration`() throws {
    let values = try readSchema("  A: {oneOf: [{const: a, swiftName: first}, {const: b}, {const: null}]}\n")
    #expect(values.enumeration?.cases.map(\.value) == [.string("a"), .string("b")])
    #expect(values.enumeration?.cases.first?.swiftName?.text == "first")
    #expect(values.types == [.string])
    #expect(values.isNullable)
    #expect(values.oneOf.isEmpty)
    let open = try readSchema("  A: {anyOf: [string, {enum: [a, b], open: false}]}\n")
    #expect(open.enumeration?.cases.count == 2)
    #expect(open.isOpen == true)
  }

  @Test(arguments: [
    "{oneOf: [{const: a}, {const: 1}]}", "{oneOf: [{const: a}, {const: a}]}",
    "{oneOf: [{const: a}, {type: string, maxLength: 3}]}", "{oneOf: [{const: a}, string]}",
    "{anyOf: [{const: a}, string], open: false}", "{oneOf: [{const: a}, {const: b}], minLength: 1}",
  ])
  func `a union of more is none`(_ union: String) throws {
    let schema = try readSchema("  A: \(union)\n")
    #expect(schema.enumeration == nil)
    #expect((schema.oneOf + schema.anyOf).count == 2)
  }
}
