import APIModel
import Testing

/// Schemas between one with a discriminator and its subtypes, with every way to say what values stand for.
@Suite struct SubtypesInBetweenTests {
  /// The alternatives of `Base` in a document with these schemas, each with the values that stand for it.
  private func alternatives(_ schemas: String) throws -> (told: [String], messages: [String]) {
    let lines = schemas.split(separator: "\n").map { "    \($0)\n" }.joined()
    let (module, messages) = try readDocument("components:\n  schemas:\n" + lines)
    let index = SchemaIndex(module)
    let union = try #require(index["Base"])
    guard union.reference == nil else { return (["only \(union.reference?.text ?? "")"], messages) }
    let forms = index.forms(ofUnion: union).forms
    let told = zip(union.oneOf + union.anyOf, forms).map { alternative, form in
      let name = alternative.reference?.text ?? "?"
      guard case .tags(let tags) = form else { return name }
      return "\(name): \(tags.sorted().joined(separator: ", "))"
    }
    return (told, messages)
  }

  private let subtypes = """
    Simple: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {note: {type: string}}}]}
    Tac: {allOf: [{$ref: '#/components/schemas/Simple'}, {type: object, properties: {provider: {type: string}}}]}
    Email: {allOf: [{$ref: '#/components/schemas/Simple'}, {type: object, properties: {address: {type: string}}}]}
    """

  private func base(key: String = "{type: string}", mapping: String = "") -> String {
    "Base: {type: object, properties: {key: \(key)}, discriminator: {propertyName: key\(mapping)}}\n"
  }

  /// The remaining values stand for the remaining subtypes, by their names.
  @Test(arguments: ["email", "e-mail"])
  func findsSubtypesOfValuesThatAPartialMappingLacks(value: String) throws {
    let (told, messages) = try alternatives(
      base(key: "{enum: [tac, \(value)]}", mapping: ", mapping: {tac: Tac}") + subtypes)
    #expect(told == ["Tac: tac", "Email: \(value)"])
    #expect(messages == [])
  }

  /// A value that is nobody's name isn't given to the only subtype that is left.
  @Test func doesNotGuessWhatAValueStandsFor() throws {
    let (told, _) = try alternatives(
      base(key: "{enum: [tac, other]}", mapping: ", mapping: {tac: Tac}") + subtypes)
    #expect(told == ["Simple", "Tac", "Email"])
  }

  @Test func findsSeveralSubtypesByTheirNames() throws {
    let (told, messages) = try alternatives(
      base(key: "{enum: [tac, email, phone_call, base]}", mapping: ", mapping: {tac: Tac}") + subtypes
        + "\nPhoneCall: {allOf: [{$ref: '#/components/schemas/Base'}]}")
    #expect(told == ["PhoneCall: phone_call", "Tac: tac", "Email: email"])
    #expect(messages == [])
  }

  /// Values that may stand for several subtypes leave these to their properties, instead of being read as the only subtype
  /// that is mapped.
  @Test func keepsSubtypesThatUnknownValuesMayStandFor() throws {
    let (told, messages) = try alternatives(
      base(key: "{enum: [tac, a, b]}", mapping: ", mapping: {tac: Tac}") + subtypes
        + "\nPhone: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {number: {type: string}}}]}"
    )
    #expect(told == ["Simple", "Phone", "Tac", "Email"])
    #expect(messages == ["5: 'a' stands for several alternatives, so 'key' doesn't tell them apart"])
  }

  @Test func readsUnlistedValuesByTheMappingAlone() throws {
    let (told, messages) = try alternatives(base(mapping: ", mapping: {tac: Tac, email: Email}") + subtypes)
    #expect(told == ["Simple: Simple", "Tac: tac", "Email: email"])
    #expect(messages == [])
  }

  @Test func keepsSchemasInBetweenThatAreMapped() throws {
    let (told, messages) = try alternatives(
      base(mapping: ", mapping: {simple: Simple, tac: Tac, email: Email}") + subtypes)
    #expect(told == ["Simple: simple", "Tac: tac", "Email: email"])
    #expect(messages == [])
  }

  /// A schema in between with a discriminator of its own, by the same property.
  private func nested(_ mapping: String) -> String {
    """
    Simple: {allOf: [{$ref: '#/components/schemas/Base'}], discriminator: {propertyName: key\(mapping)}}
    Tac: {allOf: [{$ref: '#/components/schemas/Simple'}, {type: object, properties: {provider: {type: string}}}]}
    Email: {allOf: [{$ref: '#/components/schemas/Simple'}, {type: object, properties: {address: {type: string}}}]}
    Phone: {allOf: [{$ref: '#/components/schemas/Base'}]}
    """
  }

  @Test func looksIntoMappedSchemasWithTheSameDiscriminator() throws {
    let (told, messages) = try alternatives(
      base(mapping: ", mapping: {simple: Simple, tac: Tac, email: Email, phone: Phone}") + nested(""))
    #expect(told == ["Simple: simple", "Phone: phone", "Tac: tac", "Email: email"])
    #expect(messages == [])
  }

  @Test(arguments: ["simple: Simple, phone: Phone", "phone: Phone"])
  func usesMappingsOfSchemasInBetween(mapping: String) throws {
    let (told, messages) = try alternatives(
      base(mapping: ", mapping: {\(mapping)}") + nested(", mapping: {tac: Tac, email: Email}"))
    #expect(
      told == (mapping.hasPrefix("s") ? ["Simple: simple"] : []) + [
        "Phone: phone", "Tac: tac", "Email: email",
      ])
    #expect(messages == [])
  }

  /// A discriminator with a single subtype makes no union, so the schema is one of the alternatives.
  @Test func keepsSchemasInBetweenWithOneSubtype() throws {
    let (told, messages) = try alternatives(
      base(mapping: ", mapping: {simple: Simple, tac: Tac, phone: Phone}")
        + """
        Simple: {allOf: [{$ref: '#/components/schemas/Base'}], discriminator: {propertyName: key}}
        Tac: {allOf: [{$ref: '#/components/schemas/Simple'}, {type: object, properties: {provider: {type: string}}}]}
        Phone: {allOf: [{$ref: '#/components/schemas/Base'}]}
        """)
    #expect(told == ["Simple: simple", "Phone: phone", "Tac: tac"])
    #expect(messages == [])
  }

  private let pets = """
    Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {lives: {type: integer}}}]}
    Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {bark: {type: string}}}]}
    Plant: {allOf: [{$ref: '#/components/schemas/Base'}]}
    """

  /// A value may stand for a union by another property, and other values for alternatives of that.
  @Test func findsMappedSubtypesOfAUnionByAnotherProperty() throws {
    let (told, messages) = try alternatives(
      base(mapping: ", mapping: {pet: Pet, cat: Cat, plant: Plant}")
        + "Pet: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {species: {type: string}}}], discriminator: {propertyName: species}}\n"
        + pets)
    #expect(told == ["Pet: pet", "Plant: plant", "Cat: cat"])
    #expect(messages == [])
  }

  @Test(arguments: ["enum: [pet]", "const: pet"])
  func findsUnmappedUnionsByAnotherProperty(value: String) throws {
    let (told, messages) = try alternatives(
      base()
        + "Pet: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {key: {\(value)}, species: {type: string}}}], discriminator: {propertyName: species}}\n"
        + pets)
    #expect(told == ["Pet: pet", "Plant: Plant", "Cat: Cat", "Dog: Dog"])
    #expect(messages == [])
  }

  /// Two levels in between, with constants in place of a mapping.
  @Test(arguments: ["const: tac", "enum: [tac]"])
  func looksThroughTwoLevels(value: String) throws {
    let (told, messages) = try alternatives(
      base(key: "{type: string, enum: [tac, email, phone]}")
        + """
        Outer: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {key: {enum: [tac, email]}}}]}
        Inner: {allOf: [{$ref: '#/components/schemas/Outer'}, {type: object, properties: {note: {type: string}}}]}
        Tac: {allOf: [{$ref: '#/components/schemas/Inner'}, {type: object, properties: {key: {\(value)}, provider: {type: string}}}]}
        Email: {allOf: [{$ref: '#/components/schemas/Inner'}, {type: object, properties: {key: {const: email}}}]}
        Phone: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {key: {const: phone}}}]}
        """)
    #expect(told == ["Phone: phone", "Tac: tac", "Email: email"])
    #expect(messages == [])
  }

  @Test func survivesSchemasThatExtendAndMapEachOther() throws {
    let (_, messages) = try readDocument(
      """
      components:
        schemas:
          A: {allOf: [{$ref: '#/components/schemas/B'}], discriminator: {propertyName: k, mapping: {b: B, c: C}}}
          B: {allOf: [{$ref: '#/components/schemas/A'}], discriminator: {propertyName: k, mapping: {a: A, c: C}}}
          C: {allOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}
      """)
    #expect(messages.count < 20)
  }
}
