import APIModel
import Testing

/// Alternatives beside properties, and base types that list their subtypes.
@Suite struct UnionBesidePropertiesTests {
  private static let animals = """
    Cat: {type: object, required: [kind], properties: {kind: {type: string}, lives: {type: integer}}}
    Dog: {type: object, required: [kind], properties: {kind: {type: string}, tail: {type: string}}}
    Fish: {type: object, properties: {fins: {type: integer}}}
    Pets: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}], discriminator: {propertyName: kind, mapping: {c: Cat, d: Dog}}}

    """

  private static func union(
    _ beside: String, _ names: [String], _ mapping: String? = nil, _ list: String = "oneOf"
  )
    -> String
  {
    let all = names.map { "{$ref: '#/components/schemas/\($0)'}" }.joined(separator: ", ")
    let map = mapping.map { ", mapping: {\($0)}" } ?? ""
    return
      "A: {\(beside), \(list): [\(all)], discriminator: {propertyName: kind\(map)}}\n\(animals)"
  }

  /// Alternatives that say themselves what is said beside them stay what they are.
  @Test(arguments: [
    "type: object, required: [kind], properties: {kind: {type: string}}",
    "type: object, properties: {kind: {type: string, description: Which.}}",
    "allOf: [{type: object, required: [kind], properties: {kind: {type: string}}}]",
    "properties: {kind: {}}, additionalProperties: true",
  ])
  func alternativesThatRepeatTheRestAreNamed(beside: String) throws {
    for list in ["oneOf", "anyOf"] {
      let (schema, messages) = try readSchema(
        Self.union(beside, ["Cat", "Dog"], "c: Cat, d: Dog, e: Dog", list))
      #expect((schema.oneOf + schema.anyOf).map { $0.reference?.text } == ["Cat", "Dog"])
      #expect(
        schema.discriminator?.mapping.map { [$0.value.text, $0.schema.text] } == [
          ["c", "Cat"], ["d", "Dog"], ["e", "Dog"],
        ])
      #expect(messages == [])
    }
  }

  /// Others become objects of their own, whose tags are constants.
  @Test(
    arguments: [
      (
        "type: object, properties: {kind: {type: string}, name: {type: string}}", "c: Cat, d: Dog",
        [["c"], ["d"]]
      ),
      ("type: object, properties: {name: {type: string}}", "c: Cat, x: Dog, y: Dog", [["c"], ["x", "y"]]),
      ("allOf: [{properties: {name: {type: string}}}]", nil, [["Cat"], ["Dog"]]),
      (
        "properties: {kind: {type: string, enum: [cat, dog]}, name: {type: string}}", nil, [["cat"], ["dog"]]
      ),
    ] as [(String, String?, [[String]])])
  func tagsOfMergedAlternatives(beside: String, mapping: String?, tags: [[String]]) throws {
    let (schema, messages) = try readSchema(Self.union(beside, ["Cat", "Dog"], mapping))
    #expect(schema.discriminator?.property.text == "kind")
    #expect(schema.oneOf.map(\.title) == ["Cat", "Dog"])
    let found = schema.oneOf.map { alternative -> [String] in
      let kind = alternative.object.properties.first { $0.name.text == "kind" }
      #expect(kind?.isRequired == true)
      #expect(alternative.object.properties.contains { $0.name.text == "name" })
      let values = kind?.schema.const.map { [$0] } ?? kind?.schema.enumeration?.cases.map(\.value) ?? []
      return values.compactMap(\.tagText)
    }
    #expect(found == tags)
    #expect(messages == [])
  }

  @Test func tagsThatAreIntegers() throws {
    let (schema, messages) = try readSchema(
      Self.union(
        "properties: {kind: {type: integer}, name: {type: string}}", ["Fish", "Bird"], "1: Fish, 2: Bird")
        + "Bird: {type: object, properties: {wings: {type: integer}}}\n")
    #expect(
      schema.oneOf.map { $0.object.properties.first?.schema.const?.tagText } == ["1", "2"])
    #expect(schema.oneOf.allSatisfy { $0.object.properties.first?.schema.types == [.integer] })
    #expect(messages == [])
  }

  /// A tag that nothing declares is a property of the merged object.
  @Test func anUndeclaredTagIsAdded() throws {
    let (schema, messages) = try readSchema(
      Self.union("properties: {name: {type: string}}", ["Fish", "Cat"], "f: Fish, c: Cat"))
    #expect(schema.oneOf.first?.object.properties.map(\.name.text) == ["name", "fins", "kind"])
    #expect(schema.oneOf.first?.object.properties.last?.schema.const == .string("f"))
    #expect(messages == [])
  }

  /// The alternatives of an alternative are told apart by the same property.
  @Test func unionsAmongTheAlternatives() throws {
    let (schema, messages) = try readSchema(
      Self.union("properties: {name: {type: string}}", ["Pets", "Fish"], "f: Fish"))
    #expect(schema.oneOf.map(\.title) == ["Cat", "Dog", "Fish"])
    #expect(
      schema.oneOf.map { $0.object.properties.first { $0.name.text == "kind" }?.schema.const } == [
        .string("c"), .string("d"), .string("f"),
      ])
    #expect(messages == [])
    let (named, others) = try readSchema(Self.union("properties: {kind: {type: string}}", ["Pets"], nil))
    #expect(named.reference?.text == "Pets")
    #expect(others == [])
  }

  /// A base type that lists its subtypes is the union that it is without the list.
  @Test(
    arguments: [
      ("", "discriminator: {propertyName: kind, mapping: {c: Cat, d: Dog}}", ["c", "d"]),
      ("oneOf: [$Cat, $Dog]", "discriminator: {propertyName: kind, mapping: {c: Cat, d: Dog}}", ["c", "d"]),
      ("anyOf: [$Cat, $Dog]", "discriminator: {propertyName: kind, mapping: {c: Cat, d: Dog}}", ["c", "d"]),
      ("oneOf: [$Cat, $Dog]", "discriminator: {propertyName: kind}", []),
      ("oneOf: [$Cat, $Dog, {type: 'null'}]", "discriminator: {propertyName: kind}", []),
      ("oneOf: [$Cat, $Dog]", "x-nothing: 1", nil),
      ("anyOf: [$Cat, $Dog]", "x-nothing: 1", nil),
    ] as [(String, String, [String]?)])
  func basesThatListTheirSubtypes(list: String, discriminator: String, tags: [String]?) throws {
    var written = list
    for name in ["Cat", "Dog"] {
      written = written.replacing("$\(name)", with: "{$ref: '#/components/schemas/\(name)'}")
    }
    let beside = written.isEmpty ? discriminator : "\(written), \(discriminator)"
    let (module, messages) = try readDocument(
      """
      components:
        schemas:
          A: {type: object, required: [kind], properties: {kind: {type: string}, name: {type: string}}, \(beside)}
          Cat: {allOf: [{$ref: '#/components/schemas/A'}, {type: object, properties: {lives: {type: integer}}}]}
          Dog: {allOf: [{$ref: '#/components/schemas/A'}, {type: object, properties: {tail: {type: string}}}]}
          Alias: {allOf: [{$ref: '#/components/schemas/A'}], nullable: true}
          Owner: {type: object, properties: {pet: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {age: {type: integer}}}]}}}
      """)
    let schemas = Dictionary(module.schemas.map { ($0.name.text, $0.schema) }, uniquingKeysWith: { $1 })
    let schema = try #require(schemas["A"])
    let names = (schema.oneOf + schema.anyOf).compactMap { $0.reference?.text }
    #expect(names.filter { $0 != "Alias" } == ["Cat", "Dog"])
    #expect(schema.isNullable == list.contains("null"))
    if !list.isEmpty {
      #expect(names.count == 2)
      #expect(schemas["Alias"]?.reference?.text == "A")
      let pet = try #require(schemas["Owner"]?.object.properties.first?.schema)
      #expect((pet.oneOf + pet.anyOf).map(\.title) == ["Cat", "Dog"])
    }
    #expect(schema.discriminator?.mapping.map(\.value.text) == tags)
    #expect(schemas["Cat"]?.object.properties.map(\.name.text) == ["kind", "name", "lives"])
    #expect(messages == [])
  }

  @Test func tellsThatATagIsLost() throws {
    let (_, messages) = try readSchema(
      """
      A: {properties: {name: {type: string}}, discriminator: {propertyName: kind}, oneOf: [{$ref: '#/components/schemas/B'}], anyOf: [{$ref: '#/components/schemas/C'}]}
      B: {type: object, properties: {kind: {type: string}, b: {type: string}}}
      C: {type: object, properties: {kind: {type: string}, c: {type: string}}}
      """)
    #expect(messages.count == 1)
    #expect(messages.first?.contains("'kind' doesn't tell the alternatives apart") == true)
  }
}
