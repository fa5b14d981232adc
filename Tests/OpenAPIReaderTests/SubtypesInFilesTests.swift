import APIModel
import Testing

/// Schemas that extend a schema in another file.
@Suite struct SubtypesInFilesTests {
  private let paths = """
    paths: {/a: {get: {operationId: pet, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: 'pets.yaml#/components/schemas/Pet'}}}}}}}}

    """
  private let pet =
    "Pet: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind}}"
  private let dog =
    "{allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {name: {type: string}}}]}"

  private func union(_ text: String, _ files: [String: String], _ version: String = "3.0.3") throws
    -> [String]
  {
    let (module, messages) = try readDocument(text, version: version, files: files)
    #expect(messages == [])
    let pet = try #require(module.schemas.first { $0.name.text == "Pet" }).schema
    #expect(pet.discriminator?.property.text == "kind")
    return pet.oneOf.compactMap { $0.reference?.text }
  }

  @Test func findsThemBesideTheirBase() throws {
    let file = "components: {schemas: {\(pet), Dog: \(dog), Cat: \(dog)}}"
    #expect(try union(paths, ["pets.yaml": file]) == ["Dog", "Cat"])
  }

  /// The document names the schemas of others, which are files of their own.
  @Test func findsWholeFiles() throws {
    let reference = "{allOf: [{$ref: pet.yaml}, {type: object, properties: {name: {type: string}}}]}"
    let text = """
      paths: {/a: {get: {operationId: pet, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}}}
      components: {schemas: {Pet: {$ref: pet.yaml}, Dog: {$ref: dog-1.yaml}, Cat: {$ref: cat.yaml}}}
      """
    let files = [
      "pet.yaml": String(pet.dropFirst(5)), "dog-1.yaml": reference,
      "cat.yaml": reference,
    ]
    #expect(try union(text, files) == ["Dog", "Cat"])
  }

  /// A file that only the mapping leads to.
  @Test func findsThoseOfMappings() throws {
    let mapped = pet.replacing(
      "propertyName: kind", with: "propertyName: kind, mapping: {d: 'dog.yaml#/Dog', c: 'dog.yaml#/Cat'}")
    let subtype = dog.replacing("'#/", with: "'pets.yaml#/")
    #expect(
      try union(
        paths,
        ["pets.yaml": "components: {schemas: {\(mapped)}}", "dog.yaml": "{Dog: \(subtype), Cat: \(subtype)}"])
        == ["Dog", "Cat"])
  }

  @Test func findsThoseOfSwagger() throws {
    let file = "definitions: {\(pet), Dog: \(dog), Cat: \(dog)}".replacing(
      "components/schemas", with: "definitions"
    )
    .replacing("{propertyName: kind}", with: "kind")
    let text = """
      host: example.com
      paths: {/a: {get: {operationId: pet, responses: {'200': {description: ok, schema: {$ref: 'pets.yaml#/definitions/Pet'}}}}}}
      """
    #expect(try union(text, ["pets.yaml": file], "2.0") == ["Dog", "Cat"])
  }

  /// AutoRest's way to say which value a subtype has.
  @Test func readsValuesThatSubtypesName() throws {
    let (module, messages) = try readDocument(
      """
      components:
        schemas:
          \(pet)
          Dog: {x-ms-discriminator-value: '#Zoo.Dog', allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {name: {type: string}}}]}
          Cat: {x-ms-discriminator-value: '#Zoo.Cat', allOf: [{$ref: '#/components/schemas/Pet'}]}

      """)
    let union = try #require(module.schemas.first { $0.name.text == "Pet" }).schema
    #expect(union.discriminator?.mapping.map(\.value.text) == ["#Zoo.Dog", "#Zoo.Cat"])
    #expect(union.discriminator?.mapping.map(\.schema.text) == ["Dog", "Cat"])
    #expect(messages == [])
  }
}
