import Diagnostics
import SpecReader
import SwiftEmitter
import Testing

@testable import GeneratorKit

/// What becomes of a spec's slices.
@Suite struct SliceTests {
  private func generated(_ fields: String, of base: String = "Player") -> (OutputTree, [Diagnostic]) {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let spec = """
      wgnapi: 1
      schemas:
        Player: {properties: {id: integer, pet: Pet, point: Point, other: any, list: "[[Name]]", crew: Crew}}
        Maybe: Name?
        Name: {properties: {first: string, last?: string}}
        Crew: {type: "{Name?}", minProperties: 1}
        Pet: {anyOf: [Name, Cat]}
        Cat: {properties: {lives: integer}}
        Point: {prefixItems: [number, number]}
      slices: {Card: {of: \(base), fields: \(fields)}}
      """
    let files = [SpecFile(path: "A/a.yaml", displayPath: "A/a.yaml", bytes: Array(spec.utf8))]
    return generate(specs: files, templates: templates, threads: 1)
  }

  private func card(_ fields: String) throws -> String {
    let (tree, diagnostics) = generated(fields)
    #expect(diagnostics.filter { $0.severity == .error } == [])
    return try #require(tree.declaration(of: "Card"))
  }

  @Test func propertiesAreThoseOfTheSchema() throws {
    let text = try card("[id, list.first, crew.last, pet]")
    #expect(text.contains("public struct Card: ModelSlice {"))
    #expect(text.contains("public let list: [[List]]"))
    #expect(
      text.contains("public let crew: [String: Crew?]")
        || text.contains("public let crew: [String: CrewValue?]"))
    #expect(text.contains("[.minProperties(1)]"))
    #expect(text.contains("public let pet: Pet"))
    #expect(text.contains("public let last: String?"))
    #expect(!text.contains("other"))
    #expect(text.contains(#"public static let fields = ["id", "list.first", "crew.last", "pet"]"#))
    #expect(!text.contains("extraFields"))
  }

  @Test(arguments: ["pet.first", "other.x"])
  func partsOfNonObjectsAreRejected(_ field: String) {
    let (tree, diagnostics) = generated("[id, \(field)]")
    let errors = diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.id) == [.unsupportedSchema])
    #expect(errors.first?.message.contains("'\(field.prefix { $0 != "." })'") == true)
    #expect(tree == OutputTree())
  }

  @Test(arguments: ["Crew", "Pet", "Maybe"])
  func onlyObjectsHaveSlices(_ base: String) {
    let (_, diagnostics) = generated("[first]", of: base)
    #expect(diagnostics.filter { $0.severity == .error }.map(\.id) == [.unsupportedSchema])
  }
}
