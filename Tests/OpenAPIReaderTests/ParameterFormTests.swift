import APIModel
import Testing

/// The styles of parameters whose schemas are unions.
@Suite struct ParameterFormTests {
  private func parameter(_ schema: String, _ schemas: String = "") throws -> Parameter {
    try #require(parameters(schema, schemas).first)
  }

  private func parameters(_ schema: String, _ schemas: String) throws -> [Parameter] {
    let (module, _) = try readDocument(
      """
      paths: {/a: {get: {operationId: a, parameters: [{name: p, in: query, schema: \(schema)}], responses: {'204': {description: ok}}}}}
      components: {schemas: {S: {type: string}\(schemas)}}

      """)
    return module.endpoints.flatMap(\.parameters)
  }

  @Test func wideUnionsOfTextsAreTexts() throws {
    let unions = (0..<40).map { union in
      let texts = (0..<30).map { "{type: string, maxLength: \(union * 30 + $0 + 1)}" }.joined(separator: ", ")
      return ", N\(union): {anyOf: [\(texts)]}"
    }
    let references = (0..<40).map { "{$ref: '#/components/schemas/N\($0)'}" }.joined(separator: ", ")
    let found = try parameter("{anyOf: [\(references)]}", unions.joined())
    #expect(try found.listStyle == parameter("{type: string}").listStyle)
  }

  /// Each schema is looked at once, however many unions contain it.
  @Test func unionsOfUnionsAreLookedAtOnce() throws {
    let levels = (0..<24).map { level in
      let next = level == 23 ? "S" : "L\(level + 1)"
      return
        ", L\(level): {anyOf: [{$ref: '#/components/schemas/\(next)'}, {$ref: '#/components/schemas/\(next)'}, {type: integer}]}"
    }
    let found = try parameter("{$ref: '#/components/schemas/L0'}", levels.joined())
    #expect(try found.listStyle == parameter("{type: string}").listStyle)
  }

  @Test(
    arguments: [
      (
        "{type: object, oneOf: [{properties: {a: {type: string}}}, {properties: {b: {type: integer}}}]}", true
      ),
      ("{anyOf: [{$ref: '#/components/schemas/F'}, {$ref: '#/components/schemas/G'}]}", true),
      ("{oneOf: [{type: string}, {$ref: '#/components/schemas/F'}]}", true),
      ("{type: object, properties: {a: {type: string}}, additionalProperties: true}", true),
      ("{oneOf: [{$ref: '#/components/schemas/F'}, {properties: {c: {type: array, items: {}}}}]}", false),
      ("{type: object}", false),
    ])
  func flatObjectsAreParameters(schema: String, isRead: Bool) throws {
    let flat = ", F: {properties: {f: {type: string}}}, G: {allOf: [{$ref: '#/components/schemas/F'}]}"
    let styles = try parameters(schema, flat).map(\.style)
    #expect(styles == (isRead ? [Parameter.Style(.form, isExploded: true)] : []))
  }

  @Test func textOrListIsList() throws {
    let found = try parameter("{anyOf: [{type: string}, {type: array, items: {type: string}}]}")
    #expect(found.listStyle == .repeated)
  }
}
