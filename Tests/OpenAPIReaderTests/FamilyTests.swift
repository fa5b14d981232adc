import APIModel
import Testing

/// Unions without a name whose alternatives are all subtypes of a schema.
@Suite struct FamilyTests {
  @Test func aUnionOfAllSubtypesIsTheirBase() throws {
    let (schema, _) = try readSchema(
      """
      Base: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind}}
      B: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {b: {type: string}}}]}
      C: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {c: {type: string}}}]}
      Other: {type: object, properties: {o: {type: string}}}
      A:
        properties:
          all: {oneOf: [{$ref: '#/components/schemas/C'}, {$ref: '#/components/schemas/B'}]}
          any: {anyOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}], description: D.}
          maybe: {oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}, {type: 'null'}]}
          list: {type: array, items: {oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]}}
          more: {oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}, {$ref: '#/components/schemas/Other'}]}
          tagged:
            oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]
            discriminator: {propertyName: kind, mapping: {x: B, y: C}}
      """, version: "3.1.0")
    let properties = schema.object.properties.map(\.schema)
    #expect(properties.map { $0.reference?.text } == ["Base", "Base", "Base", nil, nil, nil])
    #expect(properties[1].documentation.summary == "D." && properties[2].isNullable)
    #expect(properties[3][.items]?.reference?.text == "Base")
    #expect(properties[4].oneOf.count == 3 && properties[5].discriminator?.mapping.count == 2)
  }
}
