import APIModel
import Testing

@testable import OpenAPIReader

@Suite struct SchemaTests {
  @Test func joinsEnumerationsBehindReferences() throws {
    let (schema, messages) = try readSchema(
      """
      Size: {enum: [small, large], type: string}
      Blank: {enum: ['']}
      Null: {enum: [null]}
      One: {type: integer, enum: [1, 2]}
      Two: {type: integer, enum: [2, 3]}
      A:
        properties:
          blank: {oneOf: [{$ref: '#/components/schemas/Blank'}, {$ref: '#/components/schemas/Size'}]}
          all:
            oneOf:
              - $ref: '#/components/schemas/Size'
              - {allOf: [{$ref: '#/components/schemas/Blank'}]}
              - $ref: '#/components/schemas/Null'
          here: {anyOf: [{$ref: '#/components/schemas/Size'}, {type: string, enum: [huge]}]}
          number: {anyOf: [{$ref: '#/components/schemas/One'}, {$ref: '#/components/schemas/Two'}]}
          other: {anyOf: [{$ref: '#/components/schemas/One'}, {$ref: '#/components/schemas/Size'}]}
      """)
    let values = schema.object.properties.map { $0.schema.enumeration?.cases.compactMap(\.wireText) }
    #expect(
      values == [
        ["", "small", "large"], nil, ["small", "large", "huge"], ["1", "2", "3"], nil,
      ])
    #expect(schema.object.properties.map(\.schema.isNullable) == [false, true, false, false, false])
    #expect(schema.object.properties.last?.schema.anyOf.count == 2)
    #expect(messages == [])
  }

  @Test(
    arguments: [
      ("pattern: '^-?\\d+$', format: int32", .integer, .int32, false),
      ("pattern: '^-?\\d+$', format: int64, nullable: true", .integer, .int64, false),
      ("pattern: '^\\d', format: double", .number, nil, false),
      ("maxLength: 5, format: uint64", .integer, .uint64, false),
      ("pattern: '^\\d+$', format: uuid", .string, .uuid, false),
      ("type: string, pattern: '^\\d+$', format: int64", .string, nil, false),
      ("type: [integer, string], pattern: '^-?\\d+$', format: int32", .integer, .int32, true),
      ("type: [number, 'null', string], pattern: '^\\d', format: double", .number, nil, true),
      ("type: [integer, number, string], pattern: '^\\d', format: decimal", .number, .decimal, true),
    ] as [(String, JSONType, Format?, Bool)])
  func formatsOfNumbersCountBeforePatterns(text: String, type: JSONType, format: Format?, isLenient: Bool)
    throws
  {
    let (schema, messages) = try readSchema("A: {\(text)}")
    #expect(schema.types == [type])
    #expect(schema.format == format)
    #expect(schema.lenience == (isLenient ? [.numberInString] : []))
    #expect(schema.isNullable == text.contains("null"))
    #expect(messages == [])
  }

  /// ASP.NET Core lists a base type that isn't abstract among the types that extend it, and gives it no value.
  @Test(
    arguments: [
      ("properties: {c: {type: string}}", true), ("allOf: [{properties: {c: {}}}]", true),
      ("properties: {t: {type: string}}", false), ("type: string", false),
    ])
  func theBaseAlternativeHasNoTag(base: String, isMarked: Bool) throws {
    let (module, _) = try readDocument(
      """
      components:
        schemas:
          A:
            anyOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}, {$ref: '#/components/schemas/N'}]
            discriminator: {propertyName: t, mapping: {b: '#/components/schemas/B', c: '#/components/schemas/C'}}
          B: {type: object, properties: {t: {type: string}, b: {type: integer}}}
          C: {type: object, properties: {t: {type: string}, c: {type: integer}}}
          N: {\(base)}
      """)
    let union = try #require(module.schemas.first { $0.name.text == "A" }?.schema)
    #expect(union.anyOf.map { $0[.not]?.object.requiredOthers } == [nil, nil, isMarked ? ["t"] : nil])
    let forms = SchemaIndex(module).forms(ofUnion: union).forms
    #expect(forms.prefix(2) == [.tags(["b"]), .tags(["c"])])
    #expect(!isMarked || forms[2] == .keys([]))
  }

  @Test func manyFindingsOfOneKindAreOne() throws {
    func messages(_ count: Int) throws -> [String] {
      let properties = (0..<count).map { "          p\($0): {type: integer, default: 0\($0)}\n" }
      return try readDocument(
        "components:\n  schemas:\n    A:\n      not: {$ref: '#'}\n      properties:\n\(properties.joined())"
      ).messages
    }
    #expect(try messages(20).count == 21)
    let gathered = try messages(204)
    #expect(gathered.count == 2)
    #expect(
      gathered.contains {
        $0.contains("'00' has a leading zero") && $0.contains("(and 203 more like it, in lines")
      })
  }

  @Test(
    arguments: [
      ("maximum: 18446744073709551615", .uint64), ("minimum: 0, maximum: 9223372036854775808", .uint64),
      ("exclusiveMaximum: 18446744073709551616", .uint64), ("minimum: 9223372036854775808", .uint64),
      ("maximum: 9223372036854775807", nil), ("minimum: -1, maximum: 18446744073709551615", nil),
      ("maximum: 18446744073709551615, format: int64", .int64), ("maximum: 18446744073709551616", nil),
    ] as [(String, Format?)])
  func limitsMayNeedUnsignedIntegers(limits: String, format: Format?) throws {
    let (schema, _) = try readSchema("A: {type: integer, \(limits)}")
    #expect(schema.format == format)
  }

  @Test(
    arguments: [
      ("allOf: [{$ref: '#/components/schemas/B'}], type: 'null'", true),
      ("allOf: [{$ref: '#/components/schemas/B'}], type: ['null']", true),
      ("allOf: [{$ref: '#/components/schemas/B'}], type: [object, 'null']", true),
      ("allOf: [{$ref: '#/components/schemas/B'}], type: object", false),
      ("$ref: '#/components/schemas/B', type: [object, 'null']", true),
      ("oneOf: [{$ref: '#/components/schemas/B'}], type: 'null'", true),
    ])
  func repeatedTypesMakeNoCopy(text: String, isNullable: Bool) throws {
    let (schema, messages) = try readSchema(
      "B: {type: object, properties: {a: {type: string}}}\nA: {properties: {b: {\(text)}}}")
    let property = try #require(schema.object.properties.first?.schema)
    #expect(property.reference?.text == "B")
    #expect(property.object.properties.isEmpty)
    #expect(property.isNullable == isNullable)
    #expect(messages == [])
  }

  @Test func translatesLimitsOfOldDocuments() throws {
    let (schema, _) = try readSchema(
      "A: {type: number, minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false}",
      version: "3.0.0")
    #expect(schema.limits == [.exclusiveMinimum: NumberText("0"), .maximum: NumberText("9")])
  }

  @Test(
    arguments: [
      ("A: {type: number, multipleOf: 1e-400}", "1e-400", nil),
      ("A: {type: number, multipleOf: 0}", nil, "'multipleOf' must be more than 0, so it isn't checked"),
      ("A: {type: number, multipleOf: -2}", nil, "'multipleOf' must be more than 0, so it isn't checked"),
      (
        "A: {allOf: [{type: number, multipleOf: 2}, {multipleOf: 3}]}", "3",
        "of several 'multipleOf' of one value, only this one is checked"
      ),
    ] as [(String, String?, String?)])
  func readsSteps(text: String, step: String?, message: String?) throws {
    let (schema, messages) = try readSchema(text)
    #expect(schema.limits[.multipleOf]?.text == step)
    #expect(
      messages.map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) }
        == [message].compactMap(\.self))
  }

  @Test func composesObjects() throws {
    let (schema, messages) = try readSchema(
      """
      A: {allOf: [{$ref: '#/components/schemas/B'}, {required: [a], properties: {b: {const: x}, c: {type: boolean}}}]}
      B: {type: object, properties: {a: {type: integer}, b: {type: string}}}
      """)
    #expect(schema.object.properties.map(\.name.text) == ["a", "b", "c"])
    #expect(schema.object.properties.map(\.isRequired) == [true, false, false])
    #expect(schema.object.properties[1].schema.const == .string("x"))
    #expect(messages == [])
  }

  @Test func combinesAlternativesWithOtherKeywords() throws {
    let (schema, _) = try readSchema(
      """
      A:
        type: object
        properties: {id: {type: string}}
        required: [id]
        oneOf:
          - {properties: {a: {type: string}}, required: [a]}
          - {properties: {b: {type: string}}, required: [b]}
      """)
    #expect(schema.oneOf.map { $0.object.properties.map(\.name.text) } == [["id", "a"], ["id", "b"]])
  }

  @Test func ignoresAlternativesThatOnlyDemandProperties() throws {
    let (schema, _) = try readSchema(
      """
      A:
        type: object
        properties: {a: {type: string}, b: {type: string}}
        anyOf: [{required: [a]}, {required: [b]}]
      """)
    #expect(schema.object.properties.count == 2)
    #expect(schema.anyOf.isEmpty)
  }

  @Test func makesValuesAnEnumeration() throws {
    let (schema, _) = try readSchema("A: {oneOf: [{const: 1, title: ONE}, {const: 2, title: TWO}]}")
    #expect(schema.enumeration?.cases.map(\.value) == [.number(NumberText("1")), .number(NumberText("2"))])
    #expect(schema.enumeration?.cases.map(\.swiftName?.text) == ["ONE", "TWO"])
    let (open, _) = try readSchema("A: {anyOf: [{type: string}, {type: string, enum: [a, b]}]}")
    #expect(open.enumeration?.cases.count == 2)
    #expect(open.anyOf.isEmpty)
    let (texts, _) = try readSchema("A: {type: string, enum: [on, 1.0, 2026-11-22]}")
    #expect(texts.enumeration?.cases.map(\.value) == [.string("on"), .string("1.0"), .string("2026-11-22")])
    let (only, _) = try readSchema("A: {type: string, enum: [list]}")
    #expect(only.const == .string("list"))
  }

  /// Comparing each with all others would be eight million comparisons.
  @Test func knowsMeaningsOfManySchemas() {
    var known = KnownMeanings()
    func schema(_ number: Int, at line: String) -> Schema {
      var schema = Schema(span: .unknown(file: line))
      schema.enumeration = Enumeration(
        cases: [.init(value: .string("v\(number)"), span: .unknown(file: line))])
      return schema
    }
    #expect((0..<4_000).allSatisfy { known.insert(schema($0, at: "a")) })
    #expect((0..<4_000).allSatisfy { !known.insert(schema($0, at: "b")) })
  }

  @Test func equalAlternativesAreAMistake() throws {
    let (schema, messages) = try readSchema("A: {oneOf: [{type: string}, {type: string, title: Again}]}")
    #expect(schema.types == [.string])
    #expect(messages.count == 1 && messages[0].contains("two alternatives of 'oneOf' are equal"))
    let (_, others) = try readSchema(
      "A: {anyOf: [{type: string}, {type: string}], title: T}\n"
        + "B: {oneOf: [{type: string}, {type: integer}, {type: 'null'}]}")
    #expect(others == [])
  }

  @Test func knowsTypesThatArentSaid() throws {
    #expect(try readSchema("A: {properties: {a: {}}}").schema.types == [.object])
    #expect(try readSchema("A: {items: {}}").schema.types == [.array])
    #expect(try readSchema("A: {minLength: 1}").schema.types == [.string])
    #expect(try readSchema("A: {additionalProperties: {type: string}}").schema.types == [.object])
    #expect(try readSchema("A: {}").schema.types == [])
  }

  @Test func breaksCircles() throws {
    let (schema, messages) = try readSchema(
      "A: {$ref: '#/components/schemas/B'}\nB: {allOf: [{$ref: '#/components/schemas/A'}]}")
    #expect(schema.reference == nil || schema.reference?.text == "B")
    #expect(messages.contains { $0.contains("defined only by itself") })
    let (list, _) = try readSchema("A: {type: array, items: {$ref: '#/components/schemas/A'}}")
    #expect(list[.items]?.reference?.text == "A")
  }

  @Test func sharesEqualTypes() throws {
    let (module, _) = try readDocument(
      """
      components:
        schemas:
          A: {type: object, properties: {place: {type: object, properties: {x: {type: number}}}}}
          B: {type: object, properties: {place: {type: object, description: other, properties: {x: {type: number}}}}}
      """)
    #expect(module.schemas.map(\.name.text) == ["A", "B", "place"])
    #expect(
      module.schemas.prefix(2).allSatisfy { $0.schema.object.properties[0].schema.reference?.text == "place" }
    )
  }

  /// A title that one of many has differently is that of the others.
  @Test func equalTypesHaveTheTitleOfMost() throws {
    let object = "type: object, properties: {x: {type: number}}"
    let (module, _) = try readDocument(
      """
      components:
        schemas:
          A:
            type: object
            properties:
              a: {title: Spot, \(object)}
              b: {title: Point, \(object)}
              c: {title: Spot, \(object)}
      """)
    #expect(module.schemas.map(\.name.text) == ["A", "Spot"])
  }

  /// A schema with a discriminator is a union of those that extend it, also of those that extend these.
  @Test func findsAlternativesThatExtendASchema() throws {
    let (module, messages) = try readDocument(
      """
      components:
        schemas:
          Pet:
            type: object
            required: [kind]
            properties: {kind: {type: string}, name: {type: string}}
            discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat', dog: Dog}}
          Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {lives: {type: integer}}}]}
          Dog: {allOf: [{$ref: '#/components/schemas/Pet'}]}
          Puppy: {allOf: [{$ref: '#/components/schemas/Dog'}, {type: object, properties: {age: {type: integer}}}]}
          Owner: {type: object, properties: {pet: {allOf: [{$ref: '#/components/schemas/Pet'}], description: the pet}}}
      """)
    #expect(messages == [])
    let schemas = Dictionary(uniqueKeysWithValues: module.schemas.map { ($0.name.text, $0.schema) })
    let pet = try #require(schemas["Pet"])
    #expect(pet.oneOf.map { $0.reference?.text } == ["Cat", "Dog", "Puppy"])
    #expect(pet.discriminator?.property.text == "kind")
    #expect(pet.discriminator?.mapping.map(\.value.text) == ["cat", "dog"])
    #expect(schemas["Cat"]?.object.properties.map(\.name.text) == ["kind", "name", "lives"])
    #expect(schemas["Dog"]?.object.properties.map(\.name.text) == ["kind", "name"])
    #expect(schemas["Puppy"]?.object.properties.map(\.name.text) == ["kind", "name", "age"])
    #expect(schemas["Owner"]?.object.properties.first?.schema.reference?.text == "Pet")
  }

  @Test func findsAlternativesThatExtendAnAlias() throws {
    let (module, messages) = try readDocument(
      """
      components:
        schemas:
          Pet: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind}}
          Beast: {$ref: '#/components/schemas/Pet'}
          Cat: {allOf: [{$ref: '#/components/schemas/Beast'}, {type: object, properties: {lives: {type: integer}}}]}
          Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {bark: {type: string}}}]}
          Loop: {$ref: '#/components/schemas/Pool'}
          Pool: {$ref: '#/components/schemas/Loop'}
          Lost: {allOf: [{$ref: '#/components/schemas/Loop'}]}
      """)
    #expect(!messages.contains { $0.contains("Pet") || $0.contains("Beast") }, "\(messages)")
    let schemas = Dictionary(uniqueKeysWithValues: module.schemas.map { ($0.name.text, $0.schema) })
    #expect(schemas["Pet"]?.oneOf.map { $0.reference?.text } == ["Cat", "Dog"])
    #expect(schemas["Cat"]?.object.properties.map(\.name.text) == ["kind", "lives"])
  }

  @Test func dropsDiscriminatorsThatTellNothingApart() throws {
    let (schema, _) = try readSchema(
      """
      A: {oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}], discriminator: {propertyName: t}}
      B: {type: object, properties: {t: {const: x}}}
      C: {type: object, properties: {t: {const: x}, c: {type: string}}, required: [c]}
      """)
    #expect(schema.discriminator == nil)
    #expect(schema.oneOf.count == 2)
  }

  @Test func saysWhatCantBeRead() throws {
    let (_, messages) = try readSchema(
      """
      A:
        properties:
          a: {type: strin}
          b: {$ref: 'https://example.com/x.json'}
          c: {$ref: '../x.yaml'}
          d: {$ref: '#/components/schemas/Gone'}
          e: {type: string, pattern: '('}
          f: 3
          g: {type: integer, minimum: low}
      """)
    #expect(messages.map { String($0.prefix { $0 != ":" }) } == ["7", "8", "9", "10", "11", "12", "13"])
    #expect(messages.filter { $0.contains("nothing is fetched") }.count == 1)
    #expect(messages.filter { $0.contains("outside the document's folder") }.count == 1)
  }
}
