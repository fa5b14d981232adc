import APIModel
import Testing

@testable import OpenAPIReader

/// Schemas that are defined by others in long chains: each would have a type as deep as the rest of its chain.
@Suite struct LongChainTests {
  private static let forms = [
    "{$ref: NEXT}", "{type: array, items: {$ref: NEXT}}",
    "{type: object, additionalProperties: {$ref: NEXT}}", "{anyOf: [{type: boolean}, {$ref: NEXT}]}",
    "{type: array, items: {type: array, items: {$ref: NEXT}}}",
  ]

  /// How long chains are, and which of their schemas are cut.
  private static let chains: [(count: Int, cut: [Int])] = [(64, []), (65, [0]), (200, [135, 70, 5])]

  private func chain(_ form: String, count: Int) throws -> (module: Module, messages: [String]) {
    let links = (0..<count).map {
      "    S\($0): " + form.replacing("NEXT", with: "'#/components/schemas/S\($0 + 1)'") + "\n"
    }
    return try readDocument("components:\n  schemas:\n\(links.joined())    S\(count): {type: string}\n")
  }

  @Test(arguments: forms, chains)
  func areCut(form: String, _ chain: (count: Int, cut: [Int])) throws {
    let (module, messages) = try self.chain(form, count: chain.count)
    #expect(messages.count == chain.cut.count, "\(messages)")
    for position in chain.cut {
      let words = "'S\(position)' is defined by a chain of more than 64 others, so it is read as any JSON"
      #expect(messages.contains { $0.hasSuffix(words) }, "\(messages)")
    }
    let any = module.schemas.filter { $0.schema.reference == nil && $0.schema.keywords.isEmpty }
    #expect(Set(any.map(\.name.text)) == Set(chain.cut.map { "S\($0)" }))
  }

  /// Each property is a type of its own.
  @Test func mayBeOfAnyLengthThroughProperties() throws {
    let (_, messages) = try chain("{type: object, properties: {a: {$ref: NEXT}}}", count: 500)
    #expect(messages == [])
  }
}
