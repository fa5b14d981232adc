import APIModel
import Testing

/// Schemas that apply to the same value together, and alternatives of numbers and null.
@Suite struct CombinationTests {
  @Test(arguments: ["3.0.3", "3.1.0"], ["anyOf", "oneOf"])
  func takesAlternativesThatAreOnlyNullableForNull(version: String, keyword: String) throws {
    let (schema, messages) = try readSchema(
      """
      A:
        type: object
        properties:
          b: {\(keyword): [{$ref: '#/components/schemas/B'}, {nullable: true}]}
          text: {\(keyword): [{type: string}, {nullable: true, description: none}]}
      B: {type: object, properties: {key: {type: string}}}
      """, version: version)
    let properties = schema.object.properties.map(\.schema)
    #expect(properties.map(\.isNullable) == [true, true])
    #expect(properties[0].reference?.text == "B")
    #expect(properties[1].types == [.string])
    #expect(messages == [])
  }

  @Test(arguments: ["oneOf", "anyOf"])
  func readsIntegersBeforeNumbers(keyword: String) throws {
    let (schema, messages) = try readSchema(
      "A: {\(keyword): [{type: string}, {type: number}, {type: integer, format: int64}]}")
    #expect(schema.oneOf.isEmpty)
    #expect(schema.anyOf.map(\.types) == [[.string], [.integer], [.number]])
    #expect(schema.anyOf[1].format == .int64)
    // No integer would be valid for exactly one of them.
    #expect(messages.map { $0.contains("every integer is a number") } == (keyword == "oneOf" ? [true] : []))
  }

  @Test func reportsContradictions() throws {
    let (schema, messages) = try readSchema(
      """
      A:
        allOf:
          - {type: object, properties: {x: {type: string}, y: {enum: [a, b]}, z: {const: 1}}}
          - {type: object, properties: {x: {type: integer}, y: {enum: [c]}, z: {const: 2}}}
      """)
    #expect(schema.object.properties.count == 3)
    #expect(messages.count == 3)
    #expect(messages.allSatisfy { $0.hasPrefix("8:") && $0.contains("so no value is valid") }, "\(messages)")
  }

  @Test func usesTheStricterOfSeveralLimits() throws {
    let (schema, messages) = try readSchema(
      """
      A:
        allOf:
          - {type: object, properties: {n: {type: number, maximum: 5, minimum: 2}, t: {type: string, maxLength: 3, pattern: a}, e: {enum: [a, b, c]}}}
          - {type: object, properties: {n: {type: integer, maximum: 10, minimum: 1}, t: {type: string, maxLength: 9, pattern: b}, e: {enum: [b, c, d]}}}
      """)
    let properties = schema.object.properties.map(\.schema)
    #expect(properties[0].limits[.maximum]?.text == "5" && properties[0].limits[.minimum]?.text == "2")
    #expect(properties[1].counts[.maxLength] == 3)
    #expect(properties[2].enumeration?.cases.map(\.value) == [.string("b"), .string("c")])
    #expect(messages.count == 1 && messages[0].contains("one of several patterns"))
  }

  @Test func saysWhatIsntChecked() throws {
    let (_, messages) = try readSchema(
      """
      A:
        type: object
        properties:
          t: {type: array, prefixItems: [{type: string}, {type: integer}]}
          whole: {type: array, prefixItems: [{type: string}, {type: integer}], items: false, minItems: 2}
          dyn: {type: array, items: {$dynamicRef: '#node'}}
      """)
    #expect(messages.map { String($0.prefix { $0 != ":" }) } == ["8", "10"])
    #expect(messages.first?.contains("the list may have another number of elements") == true)
  }

  /// A reference within a schema with an `$id` begins there.
  @Test func resolvesReferencesAgainstIdentifiers() throws {
    let (module, messages) = try readDocument(
      """
      components:
        schemas:
          W:
            $id: https://example.com/w
            $defs: {P: {type: object, required: [z], properties: {z: {type: integer}}}}
            type: object
            properties:
              p: {$ref: '#/$defs/P'}
              v: {$ref: v}
              lax: {$ref: '#/components/schemas/V'}
          V: {$id: 'https://example.com/v', type: string}
          U: {type: object, properties: {p: {$ref: 'https://example.com/w#/$defs/P'}, w: {$ref: 'https://example.com/w'}}}
      """)
    #expect(messages == [])
    let schemas = Dictionary(uniqueKeysWithValues: module.schemas.map { ($0.name.text, $0.schema) })
    #expect(schemas["W"]?.object.properties.map(\.schema.reference?.text) == ["P", "V", "V"])
    #expect(schemas["U"]?.object.properties.map(\.schema.reference?.text) == ["P", "W"])
    #expect(schemas["P"]?.object.properties.map(\.name.text) == ["z"])
  }
}
