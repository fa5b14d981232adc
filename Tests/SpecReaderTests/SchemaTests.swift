import APIModel
import Testing

@testable import SpecReader

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct SchemaTests {
  @Test(
    arguments: [
      ("string", [JSONType.string], nil), ("integer", [.integer], nil), ("int32", [.integer], .int32),
      ("uint64", [.integer], .uint64), ("number", [.number], nil), ("double", [.number], .double),
      ("decimal", [.number], .decimal), ("timestamp", [.integer], .timestamp),
      ("date-time", [.string], .dateTime), ("date", [.string], .date), ("uri", [.string], .uri),
      ("bytes", [.string], .bytes), ("flag", [.integer], .flag), ("any", [], nil),
      ("empty", [.object], .empty),
      ("null", [.null], nil), ("boolean", [.boolean], nil),
    ] as [(String, [JSONType], Format?)])
  func `types of the language have JSON types and a format`(
    _ name: String, _ types: [JSONType], _ format: Format?
  )
    throws
  {
    let schema = try readSchema("  A: \(name)\n")
    #expect(schema.types == types)
    #expect(schema.format == format)
    #expect(!schema.isNullable)
  }

  @Test func `a question mark adds null, however it is written`() throws {
    for text in ["string?", "\"string?\"", "{type: string?}", "{type: [string, \"null\"]}"] {
      let schema = try readSchema("  A: \(text)\n")
      #expect(schema.types == [.string], "\(text)")
      #expect(schema.isNullable, "\(text)")
    }
  }

  @Test func `a schema has its format checked, or its module does`() throws {
    let text = "wgnapi: 1\nschemas:\n"
    let schemas = """
        Said: {type: string, format: email}
        Checked: {type: string, format: email, checked: true}
        Left: {type: string, format: email, checked: false}
        Any: {type: string, format: password}
        Typed: {type: string, format: uuid}
      """
    func checked(_ choice: String) throws -> [String] {
      let files = ["M/module.yaml": "wgnapi: 1\nmodule: {\(choice)}\n", "M/a.yaml": text + schemas]
      let module = try #require(read(files).modules.first)
      return module.schemas.filter(\.schema.isFormatChecked).map(\.name.text)
    }
    #expect(try checked("summary: M") == ["Checked"])
    #expect(try checked("formats: annotated") == ["Checked"])
    #expect(try checked("formats: checked") == ["Said", "Checked"])
  }

  @Test func `a library decides for the schemas in it`() throws {
    func checked(_ module: String, _ library: String) throws -> [String] {
      let api = read([
        "L/module.yaml": "wgnapi: 1\nmodule: {library: true\(library)}\n",
        "L/l.yaml": "wgnapi: 1\nschemas: {Theirs: {type: string, format: email}}\n",
        "M/module.yaml": "wgnapi: 1\nmodule: {import: [L]\(module)}\n",
        "M/m.yaml":
          "wgnapi: 1\nschemas: {Own: {type: string, format: email}, Both: {properties: {a: Own, b: Theirs}}}\n",
      ])
      let schemas = try #require(api.modules.first).schemas
      #expect(schemas.count == 3)
      return schemas.filter(\.schema.isFormatChecked).map(\.name.text)
    }
    #expect(try checked(", formats: checked", "") == ["Own"])
    #expect(try checked("", ", formats: checked") == ["Theirs"])
  }

  @Test func `every format that can be checked is tried on generated code`() throws {
    for format in BuiltinType.checkableFormats.sorted() {
      #expect(try readSchema("  A: {type: string, format: \(format), checked: true}\n").isFormatChecked)
    }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let spec = try String(
      contentsOf: root.appendingPathComponent("Golden/Features/Specs/Features/models.yaml"), encoding: .utf8)
    for format in BuiltinType.checkableFormats.sorted() {
      #expect(spec.contains(": {type: string, format: \(format)}\n"), "\(format)")
    }
  }

  @Test func `lists and maps nest`() throws {
    let schema = try readSchema("  ID: {type: integer, newtype: true}\n  A: \"{ID: [string?]?}?\"\n")
    #expect(schema.types == [.object])
    #expect(schema.isNullable)
    #expect(schema.object.keys?.value.reference?.text == "ID")
    let list = try #require(schema[.additionalProperties])
    #expect(list.types == [.array])
    #expect(list.isNullable)
    #expect(list[.items]?.types == [.string])
    #expect(list[.items]?.isNullable == true)
  }

  @Test func `spans point into type expressions`() throws {
    let schema = try readSchema("  ID: integer\n  A: \"{ID: [string?]?}?\"\n")
    let key = try #require(schema.object.keys?.value.reference?.span)
    #expect((key.start.line, key.start.column, key.end.column) == (4, 8, 10))
    let element = try #require(schema[.additionalProperties]?[.items]?.span)
    #expect((element.start.column, element.end.column) == (13, 20))
  }

  @Test func `properties are required unless marked`() throws {
    let schema = try readSchema(
      """
        A:
          properties:
            a: string
            b?: integer?
            'c\\?': string
            'd\\??': string
            e: {type: string, extra: true}
            x-wire: string

      """)
    let properties = schema.object.properties
    #expect(properties.map(\.name.text) == ["a", "b", "c?", "d?", "e", "x-wire"])
    #expect(properties.map(\.isRequired) == [true, false, true, false, false, true])
    #expect(properties.map(\.isExtra) == [false, false, false, false, true, false])
    #expect(schema.types == [.object])
  }

  @Test func `required lists names instead of marks`() throws {
    let schema = try readSchema(
      "  A: {properties: {a: string, b: string}, required: [b, c], additionalProperties: string}\n")
    #expect(schema.object.properties.map(\.isRequired) == [false, true])
    #expect(schema.object.requiredOthers == ["c"])
  }

  @Test func `an enumeration has the type of its values`() throws {
    let strings = try readSchema("  A: {enum: [no, 2026-11-20, \"1e3\"]}\n")
    #expect(strings.types == [.string])
    #expect(
      strings.enumeration?.cases.map(\.value) == [.string("no"), .string("2026-11-20"), .string("1e3")])
    let integers = try readSchema("  A: {enum: {0: none, 1: thirdClass}}\n")
    #expect(integers.types == [.integer])
    #expect(integers.enumeration?.cases.map(\.swiftName?.text) == ["none", "thirdClass"])
    #expect(integers.enumeration?.cases.map(\.value) == [.number(.init("0")), .number(.init("1"))])
    let typed = try readSchema("  A: {type: string, enum: [1, true]}\n")
    #expect(typed.enumeration?.cases.map(\.value) == [.string("1"), .string("true")])
    let nullable = try readSchema("  A: {enum: [a, null]}\n")
    #expect(nullable.isNullable)
    #expect(nullable.enumeration?.cases.map(\.value) == [.string("a")])
  }

  @Test func `a default is what the type expects, through references`() throws {
    let schema = try readSchema(
      """
        Country: Code
        Code: {enum: [no, se]}
        A:
          properties:
            a: {type: Country, default: no}
            b: {type: boolean, default: no}
            c: {type: number, default: +.5}

      """)
    #expect(
      schema.object.properties.map(\.schema.defaultValue) == [
        .string("no"), .boolean(false), .number(.init("0.5")),
      ])
  }

  @Test func `keywords beside a type are kept`() throws {
    let schema = try readSchema(
      "  A: {type: '[integer]?', minItems: 1, maxItems: 9, uniqueItems: true, description: \"A.\\n\\nB.\"}\n"
    )
    #expect(schema[.items]?.types == [.integer])
    #expect(schema.isNullable)
    #expect(schema.counts[.minItems] == 1)
    #expect(schema.counts[.maxItems] == 9)
    #expect(schema.array.uniqueItems)
    #expect(schema.documentation == Documentation(summary: "A.", details: "B."))
  }

  @Test func `numbers keep their digits`() throws {
    let schema = try readSchema(
      "  A: {type: number, minimum: 0x10, maximum: 123456789012345678901234567890.10}\n")
    #expect(schema.limits[.minimum]?.text == "16")
    #expect(schema.limits[.maximum]?.text == "123456789012345678901234567890.10")
  }

  @Test func `booleans are schemas`() throws {
    let schema = try readSchema("  A: {properties: {a: string}, additionalProperties: false, not: true}\n")
    #expect(schema[.additionalProperties]?.isNever == true)
    #expect(schema[.not]?.isNever == false)
  }

  @Test func `unions know their discriminator`() throws {
    let schema = try readSchema(
      """
        Cat: {properties: {kind: string}}
        Dog: {properties: {kind: string}}
        A: {oneOf: [Cat, Dog], discriminator: {property: kind, mapping: {cat: Cat, dog: Dog}}, open: false}

      """)
    #expect(schema.oneOf.map(\.reference?.text) == ["Cat", "Dog"])
    #expect(schema.discriminator?.mapping.map(\.value.text) == ["cat", "dog"])
    #expect(schema.isOpen == false)
  }

  @Test func `aliases, merge keys and vendor's keys are read`() throws {
    let schema = try readSchema(
      """
        Base: &base {type: string, minLength: 2, x-origin: old}
        A: {<<: *base, maxLength: 5}

      """)
    #expect(schema.counts[.minLength] == 2)
    #expect(schema.counts[.maxLength] == 5)
  }
}
