import APIModel
import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit
@testable import SpecChanges

/// Documents in JSON Schema that validate values: whether two versions say the same, wherever they say it.
@Suite struct ValidatorChangeTests {
  private static let pet = """
    $schema: https://json-schema.org/draft/2020-12/schema
    type: object
    properties:
      name: {type: string}
      tags: {type: array, items: {type: string}, contains: {const: pet}}
      parent: {$ref: "#"}
      owner: {$ref: "#/$defs/owner"}
    required: [name]
    dependentSchemas: {parent: {required: [tags]}}
    $defs:
      owner: {type: string, minLength: 1}
      unused: {type: integer}

    """

  private func graph(_ document: String) throws -> SchemaGraph {
    let path = "Shop/pet.schema.yaml"
    var sink = DiagnosticSink()
    let file = SpecFile(path: path, displayPath: path, bytes: Array(document.utf8))
    return try #require(readAPI([file], into: &sink)?.modules.first?.schemaGraph)
  }

  @Test(
    arguments: [
      (pet, true), ("# Moved.\n" + pet, true), (pet.replacing("[name]", with: "[tags]"), false),
      (pet.replacing("const: pet", with: "const: animal"), false),
      (pet.replacing("minLength: 1", with: "minLength: 2"), false),
      (pet.replacing("{$ref: \"#\"}", with: "{$ref: \"#/$defs/owner\"}"), false),
      // What nothing refers to doesn't matter.
      (pet.replacing("{type: integer}", with: "{type: boolean}"), true),
    ])
  func versions(document: String, isSame: Bool) throws {
    let (old, new) = (try graph(Self.pet), try graph(document))
    #expect(SameValidators(old, new).areSame(old.documents[0].root, new.documents[0].root) == isSame)
  }
}
