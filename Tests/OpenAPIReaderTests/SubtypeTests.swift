import APIModel
import Testing

/// Schemas with a discriminator, and those that extend them.
@Suite struct SubtypeTests {
  private let base = """
    components:
      schemas:
        Base:
          type: object
          properties: {key: {$ref: '#/components/schemas/Key'}}
          discriminator: {propertyName: key, mapping: {tac: '#/components/schemas/Tac', email: '#/components/schemas/Email'}}
        Key: {type: string, enum: [tac, email]}
        Simple: {allOf: [{$ref: '#/components/schemas/Base'}]}
        Tac: {allOf: [{$ref: '#/components/schemas/Simple'}, {type: object, properties: {provider: {type: string}}}]}
        Email: {allOf: [{$ref: '#/components/schemas/Simple'}, {type: object, properties: {address: {type: string}}}]}

    """

  private func union(_ text: String) throws -> (schema: Schema, messages: [String]) {
    let (module, messages) = try readDocument(text)
    return (try #require(module.schemas.first { $0.name.text == "Base" }).schema, messages)
  }

  /// A schema that only stands between others isn't an alternative, because the mapping has no value for it.
  @Test func leavesOutSchemasInBetween() throws {
    let (schema, messages) = try union(base)
    #expect(schema.oneOf.map { $0.reference?.text } == ["Tac", "Email"])
    #expect(schema.discriminator?.mapping.map(\.value.text) == ["tac", "email"])
    #expect(messages == [])
  }

  @Test func saysWhichSchemaNothingIsReadAs() throws {
    let (schema, messages) = try union(
      base
        + "    Odd: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {x: {type: string}}}]}\n"
    )
    #expect(schema.oneOf.map { $0.reference?.text } == ["Tac", "Email"])
    #expect(messages == ["13: no value of 'key' stands for 'Odd', so nothing is read as it"])
  }

  @Test func keepsSubtypesWithValuesOfTheirOwn() throws {
    let (schema, messages) = try union(
      """
      components:
        schemas:
          Base:
            type: object
            properties: {key: {type: string, enum: [tac, email]}}
            discriminator: {propertyName: key, mapping: {tac: Tac}}
          Tac: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {t: {type: string}}}]}
          Mail: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {key: {enum: [email]}}}]}
      """)
    #expect(schema.oneOf.map { $0.reference?.text } == ["Tac", "Mail"])
    #expect(schema.discriminator != nil)
    #expect(messages == [])
  }

  /// A value may stand for several subtypes, which another property tells apart.
  @Test func keepsUnionsThatAValueStandsFor() throws {
    let (schema, messages) = try union(
      """
      components:
        schemas:
          Base:
            type: object
            properties: {kind: {type: string}}
            discriminator: {propertyName: kind, mapping: {pet: Pet, plant: Plant}}
          Pet:
            allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {species: {type: string}}}]
            discriminator: {propertyName: species}
          Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {lives: {type: integer}}}]}
          Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {bark: {type: string}}}]}
          Plant: {allOf: [{$ref: '#/components/schemas/Base'}]}
      """)
    #expect(schema.discriminator?.mapping.map(\.value.text) == ["pet", "plant"])
    #expect(schema.oneOf.map { $0.reference?.text } == ["Pet", "Plant"])
    #expect(messages == [])
  }

  /// What the only subtype adds would be lost if its values were read as the schema itself.
  @Test func aSingleSubtypeIsAUnion() throws {
    let (schema, messages) = try union(
      """
      components:
        schemas:
          Base: {type: object, properties: {key: {type: string}}, discriminator: {propertyName: key}}
          Tac: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {provider: {type: string}}}]}
      """)
    #expect(schema.oneOf.map { $0.reference?.text } == ["Tac"])
    #expect(schema.discriminator?.property.text == "key")
    #expect(messages == [])
  }

  /// All subtypes inherit the list of values, which therefore doesn't tell them apart.
  @Test func listedValuesAreNamesOfSubtypes() throws {
    let (schema, messages) = try union(
      """
      components:
        schemas:
          Base: {type: object, properties: {key: {type: string, enum: [Tac, Mail]}}, discriminator: {propertyName: key}}
          Tac: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {t: {type: string}}}]}
          Mail: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {m: {type: string}}}]}
      """)
    #expect(
      schema.discriminator?.mapping.map { [$0.value.text, $0.schema.text] } == [
        ["Tac", "Tac"], ["Mail", "Mail"],
      ])
    #expect(messages == [])
  }

  @Test func reportsADiscriminatorThatIsNoProperty() throws {
    let (_, messages) = try union(
      """
      components:
        schemas:
          Base: {type: object, properties: {x: {type: string}}, discriminator: {propertyName: key}}
          Tac: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {t: {type: string}}}]}
          Mail: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {key: {type: string}}}]}
      """)
    #expect(
      messages == [
        "5: 'key' isn't a property of 'Tac', so a value is written without it, and nobody can tell what it is; declare it"
      ])
  }

  /// Only the schema that another one extends says how to tell subtypes apart.
  @Test(arguments: [("Base", false), ("Middle", true)])
  func saysThatSubtypesAreNotToldApart(property: String, isLost: Bool) throws {
    let (_, messages) = try readDocument(
      """
      components:
        schemas:
          Base: {type: object, properties: {key: {type: string}}, discriminator: {propertyName: key}}
          Middle: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {m: {type: string}}}]}
          Tac: {allOf: [{$ref: '#/components/schemas/Middle'}, {type: object, properties: {provider: {type: string}}}]}
          User: {type: object, properties: {one: {$ref: '#/components/schemas/\(property)'}}}
      """)
    let message =
      "6: 'Middle' is read without what 'Tac' adds; if its values may be of these, repeat the 'discriminator' of 'Base' here"
    #expect(messages == (isLost ? [message] : []))
  }

  /// A value stands for the narrowest of several subtypes: one with only some of another's values, which it extends.
  @Test(arguments: ["{type: string, enum: [tac, email, phone]}", "{type: string}"])
  func leavesOutSubtypesWhoseValuesOthersHave(key: String) throws {
    let (schema, messages) = try union(
      """
      components:
        schemas:
          Base: {type: object, properties: {key: \(key)}, discriminator: {propertyName: key}}
          Middle: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {key: {enum: [tac, email]}}}]}
          Tac: {allOf: [{$ref: '#/components/schemas/Middle'}, {type: object, properties: {key: {enum: [tac]}, provider: {type: string}}}]}
          Email: {allOf: [{$ref: '#/components/schemas/Middle'}, {type: object, properties: {key: {const: email}, address: {type: string}}}]}
          Phone: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {key: {const: phone}}}]}
      """)
    #expect(schema.oneOf.map { $0.reference?.text } == ["Phone", "Tac", "Email"])
    #expect(schema.discriminator != nil)
    #expect(messages == [])
  }

  @Test func keepsTheValuesThatNoNarrowerSubtypeHas() throws {
    let (module, messages) = try readDocument(
      """
      components:
        schemas:
          Base: {type: object, properties: {type: {type: string}}, discriminator: {propertyName: type}}
          Token: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {type: {enum: [token, 'token:hardware', 'token:hotp']}}}]}
          Hardware: {allOf: [{$ref: '#/components/schemas/Token'}, {type: object, properties: {type: {enum: ['token:hardware']}, serial: {type: string}}}]}
          Call: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {type: {const: call}, phone: {type: string}}}]}
      """)
    let index = SchemaIndex(module)
    let union = try #require(index["Base"])
    #expect(union.oneOf.map { $0.reference?.text } == ["Token", "Call", "Hardware"])
    #expect(index.forms(ofUnion: union).discriminator == "type")
    #expect(
      index.forms(ofUnion: union).forms == [
        .tags(["token", "token:hotp"]), .tags(["call"]), .tags(["token:hardware"]),
      ])
    #expect(messages == [])
  }

  /// Values of unrelated alternatives are ambiguous: reading one as the other would lose data.
  @Test func narrowerAlternativesHaveAllProperties() throws {
    let (schema, messages) = try readSchema(
      """
      A: {oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}], discriminator: {propertyName: t}}
      B: {type: object, properties: {t: {enum: [x, y]}, b: {type: string}}}
      C: {type: object, properties: {t: {const: x}, c: {type: string}}, required: [c]}
      """)
    #expect(schema.discriminator == nil)
    #expect(messages == ["5: 'x' stands for several alternatives, so 't' doesn't tell them apart"])
  }

  @Test func reportsValuesThatStandForNoAlternative() throws {
    let (_, messages) = try readDocument(
      """
      components:
        schemas:
          A: {oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}], discriminator: {propertyName: t, mapping: {b: B, c: C, d: D}}}
          B: {type: object, properties: {b: {type: string}}}
          C: {type: object, properties: {c: {type: string}}}
          D: {type: object, properties: {d: {type: string}}}
      """)
    #expect(messages == ["5: 'd' stands for 'D', which isn't one of the alternatives, so it is left out"])
  }

  @Test func reportsDiscriminatorsThatTellNothingApart() throws {
    let (schema, messages) = try readSchema(
      """
      A: {oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}], discriminator: {propertyName: t}}
      B: {type: object, properties: {t: {const: x}}}
      C: {type: object, properties: {t: {const: x}, c: {type: string}}, required: [c]}
      """)
    #expect(schema.discriminator == nil)
    #expect(messages == ["5: 'x' stands for several alternatives, so 't' doesn't tell them apart"])
  }
}
