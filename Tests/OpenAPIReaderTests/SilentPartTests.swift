import APIModel
import Testing

/// Parts of `allOf` that say nothing of a value beside a reference: the value has the type of the reference.
@Suite struct SilentPartTests {
  private let models = """
    B: {type: object, properties: {id: {type: integer}}}
    U: {oneOf: [{$ref: '#/components/schemas/B'}, {type: object, properties: {name: {type: string}}}]}
    N: {type: string, pattern: x}
    """

  @Test(
    arguments: [
      "{}", "{type: object}", "{type: object, description: any}", "{nullable: true}", "true",
      "{$ref: '#/components/schemas/B'}",
    ], [true, false])
  func aGeneralPropertyTakesTheTypeOfASpecificOne(general: String, isFirst: Bool) throws {
    let specific = "{properties: {data: {$ref: '#/components/schemas/B'}}}"
    let parts = ["{type: object, properties: {data: \(general)}}", specific]
    let (schema, messages) = try readSchema(
      "A: {allOf: [\((isFirst ? parts : parts.reversed()).joined(separator: ", "))]}\n" + models)
    let data = try #require(schema.object.properties.first?.schema)
    #expect(data.reference?.text == "B")
    #expect(data.isNullable == (general == "{nullable: true}"))
    #expect(messages == [])
  }

  @Test(arguments: [("U", "object"), ("N", "string"), ("N", "[string, 'null']")])
  func aTypeThatTheReferenceHasSaysNothing(name: String, type: String) throws {
    let (schema, _) = try readSchema(
      "A: {type: object, properties: {data: {allOf: [{type: \(type)}, {$ref: '#/components/schemas/\(name)'}], description: Words.}}}\n"
        + models)
    let data = try #require(schema.object.properties.first?.schema)
    #expect(data.reference?.text == name)
    #expect(data.documentation.summary == "Words.")
    #expect(data.isNullable == type.contains("null"))
  }

  @Test(arguments: [
    "{type: object, required: [id]}", "{properties: {more: {type: string}}}", "{type: string}",
  ])
  func otherPartsCopyTheReference(other: String) throws {
    let (schema, _) = try readSchema(
      "A: {allOf: [{properties: {data: {$ref: '#/components/schemas/B'}}}, {properties: {data: \(other)}}]}\n"
        + models)
    #expect(try #require(schema.object.properties.first?.schema).reference == nil)
  }

  @Test(arguments: ["{}", "{type: object}"], [true, false])
  func elementsOfAGeneralListHaveTheTypeOfTheSpecificOne(general: String, isFirst: Bool) throws {
    for keyword in ["type: array, items", "type: object, additionalProperties"] {
      let parts = [
        "{type: object, properties: {data: {\(keyword): \(general)}}}",
        "{properties: {data: {\(keyword): {$ref: '#/components/schemas/B'}}}}",
      ]
      let (schema, messages) = try readSchema(
        "A: {allOf: [\((isFirst ? parts : parts.reversed()).joined(separator: ", "))]}\n" + models)
      let data = try #require(schema.object.properties.first?.schema)
      #expect((data[.items] ?? data[.additionalProperties])?.reference?.text == "B")
      #expect(messages == [])
    }
  }
}
