import Foundation
import Testing

@testable import GeneratorKit

/// The built tool on JSON Schema documents.
@Suite struct SchemaDocumentTests {
  let folder: TemporaryFolder
  let out: String

  init() throws {
    folder = try TemporaryFolder()
    out = folder.path("out")
  }

  private func run(_ arguments: String...) throws -> GeneratorTool.Result { try GeneratorTool.run(arguments) }

  @Test func aFileIsAModule() throws {
    try folder.write(
      #"{"type": "object", "properties": {"name": {"type": "string"}}}"#, to: "pet-shop.schema.json")
    let result = try run(folder.path("pet-shop.schema.json"), "-o", out)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(
      try folder.read("out/PetShopSchemas/PetShop.swift").contains("public struct PetShop: JSONModel"))
    #expect(try folder.read("out/PetShopSchemas/PetShop.swift").contains(".type(.object)"))
  }

  /// What is a number in one part and an integer in another one is an integer.
  @Test func typesOfPartsAreCombined() throws {
    try folder.write(
      #"{"type": "object", "properties": {"pages": {"allOf": [{"type": "number"}, {"type": "integer"}]}}}"#,
      to: "book.schema.json")
    #expect(try run(folder.path("book.schema.json"), "-o", out).status == 0)
    #expect(try folder.read("out/BookSchemas/Book.swift").contains("pages: Int?"))
  }

  @Test func theModuleMayBeNamed() throws {
    try folder.write("type: string\nminLength: 1", to: "name.yaml")
    #expect(try run(folder.path("name.yaml"), "-o", out, "--module", "Names").status == 0)
    #expect(try folder.read("out/Names/Name.swift").contains("[.type(.string), .minLength(1)]"))
    #expect(
      try folder.read("out/Names/Name.swift").contains(
        "constraints: Constraint? = [.schema(NameSchema.root)]"))
    try folder.write("{}", to: "Specs/M/a.schema.json")
    let refused = try run(folder.path("Specs"), "-o", out, "--module", "Names")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("'--module' is for a single file"))
  }

  @Test func otherDocumentsAreMapped() throws {
    try folder.write(#"{"$ref": "https://example.com/schemas/a/money#/$defs/euro"}"#, to: "price.schema.json")
    try folder.write(
      #"{"$defs": {"euro": {"type": "integer"}, "unused": {"const": 0}}}"#, to: "Vendor/a/money.json")
    let price = folder.path("price.schema.json")
    let unknown = try run(price, "-o", out)
    #expect(unknown.status == 2)
    #expect(
      unknown.errors.contains(
        "price.schema.json:1:10: error: 'https://example.com/schemas/a/money' is unknown"))
    let map = "https://example.com/schemas=\(folder.path("Vendor"))"
    #expect(try run(price, "-o", out, "--map", map).status == 0)
    let money = try folder.read("out/PriceSchemas/Money.swift")
    #expect(money.contains(#"at: "https://example.com/schemas/a/money#/$defs/euro""#))
    #expect(!money.contains("unused"))
    let file = "https://example.com/schemas/a/money=\(folder.path("Vendor/a/money.json"))"
    #expect(try run(price, "-o", out, "--map", file).output.hasPrefix("nothing to do"))
    #expect(try run(price, "-o", out, "--map", "nonsense").status == 2)
  }

  @Test func mistakesInMappedDocumentsHaveTheirPlace() throws {
    try folder.write(#"{"$ref": "https://example.com/a"}"#, to: "b.schema.json")
    try folder.write(#"{"minLength": "3"}"#, to: "Vendor/a.json")
    let map = "https://example.com/=\(folder.path("Vendor"))"
    let result = try run(folder.path("b.schema.json"), "-o", out, "--map", map)
    #expect(result.status == 2)
    #expect(result.errors.contains("Vendor/a.json:1:15: error: expected an integer for 'minLength'"))
    #expect(result.errors.contains("^~~"))
  }

  @Test func namesThatMeetNeverFailARun() throws {
    try folder.write(
      #"""
      {
        "type": "object",
        "properties": {
          "a-b": {"type": "object", "properties": {"x": true}}, "a_b": {"type": "object", "properties": {"y": true}},
          "additionalProperties": true, "schema": {"$ref": "#/$defs/M"}
        },
        "additionalProperties": {"type": "string"},
        "$defs": {
          "m": {"enum": ["a b", "a_b", "a-b"]}, "M": {"type": "object", "properties": {"M": {"type": "object", "properties": {"m": true}}}},
          "A": {"type": "string"}, "!": {"type": "string"}, "?": {"type": "string"}, "String": {"type": "integer"}
        }
      }
      """#, to: "Specs/Meeting/m.schema.json")
    try folder.write("wgnapi: 1\nschemas: {A: {properties: {a: integer}}}", to: "Specs/Meeting/a.yaml")
    let result = try run(folder.path("Specs"), "-o", out)
    #expect(result.status == 0)
    #expect(!result.errors.contains("error:"))
  }

  @Test func twoFilesOfOneNameAreReported() throws {
    try folder.write("{}", to: "Specs/M/a.schema.json")
    try folder.write("{}", to: "Specs/M/inner/A.schema.json")
    let result = try run(folder.path("Specs"), "-o", out)
    #expect(result.status == 2)
    #expect(
      result.errors.contains(
        "would have the name 'ASchema', as another does; rename the file [name-collision]"))
  }
}
