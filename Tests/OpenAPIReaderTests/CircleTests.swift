import APIModel
import Testing

/// Schemas that lead back to themselves for the same value.
@Suite struct CircleTests {
  @Test(arguments: [
    ("A: {oneOf: [{$ref: '#/components/schemas/A'}, {type: string}]}", "A → A"),
    (
      "A: {oneOf: [{$ref: '#/components/schemas/B'}, {type: string}]}\nB: {anyOf: [{$ref: '#/components/schemas/A'}, {type: integer}]}",
      "A → B → A"
    ),
    ("A: {anyOf: [{allOf: [{$ref: '#/components/schemas/A'}]}, {type: string}]}", "A → A"),
    ("A: {anyOf: [{$ref: '#/components/schemas/A'}, {type: string}, {type: 'null'}]}", "A → A"),
    (
      "A: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/C'}, {$ref: '#/components/schemas/D'}], discriminator: {propertyName: t}}\nC: {type: object, required: [t], properties: {t: {const: C}}}\nD: {type: object, required: [t], properties: {t: {const: D}}}",
      "A → A"
    ),
    (
      "A: {$ref: '#/components/schemas/B'}\nB: {oneOf: [{$ref: '#/components/schemas/A'}, {type: string}]}",
      "A → B → A"
    ),
  ])
  func leavesOutAlternativesThatLeadBack(schemas: String, circle: String) throws {
    let text = "components:\n  schemas:\n" + schemas.split(separator: "\n").map { "    \($0)\n" }.joined()
    let (module, messages) = try readDocument(text)
    #expect(messages.count == 1)
    #expect(messages.first?.contains("leads back to the same value (\(circle))") == true, "\(messages)")
    for schema in module.schemas {
      #expect(!module.leadsBack(from: schema.name.text), "\(schema.name.text)")
    }
  }

  @Test func readsSchemasThatAreOnlyThemselvesAsAnything() throws {
    let (schema, messages) = try readSchema("A: {anyOf: [{$ref: '#/components/schemas/A'}, {type: 'null'}]}")
    #expect(schema.isAnyJSON)
    #expect(messages.count == 1 && messages[0].contains("defined only by itself"))
  }

  @Test func allowsRecursionThroughParts() throws {
    let (_, messages) = try readSchema(
      "A: {oneOf: [{type: string}, {type: array, items: {$ref: '#/components/schemas/A'}}, {type: object, properties: {a: {$ref: '#/components/schemas/A'}}}]}"
    )
    #expect(messages == [])
  }

  @Test func schemasThatExtendThemselvesAreReportedOnce() throws {
    let (module, messages) = try readDocument(
      """
      components:
        schemas:
          A: {allOf: [{$ref: '#/components/schemas/B'}], type: object, properties: {a: {type: string}}}
          B: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {b: {type: integer}}}]}
          C: {allOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/D'}, {$ref: '#/components/schemas/D'}]}
          D: {type: object, properties: {d: {type: string}}}

      """)
    #expect(
      messages == [
        "5: 'B' extends itself (B → A → B), so this reference adds nothing and is left out"
      ])
    #expect(module.schemas.contains { $0.name.text == "C" })
  }

  /// A chain of references costs time in proportion to its length.
  @Test func followsLongChains() throws {
    let count = 3200
    let links = (0..<count).map { "    S\($0): {$ref: '#/components/schemas/S\($0 + 1)'}\n" }.joined()
    let (module, messages) = try readDocument(
      "components:\n  schemas:\n\(links)    S\(count): {type: string}\n")
    // What the chain is cut at is reported.
    #expect(messages.count == 1)
    #expect(module.schemas.count == count + 1)
  }
}

extension Schema {
  fileprivate var isAnyJSON: Bool { reference == nil && types.isEmpty && oneOf.isEmpty && anyOf.isEmpty }
}

extension Module {
  /// Whether a named schema applies to the same value as itself.
  fileprivate func leadsBack(from name: String) -> Bool {
    let index = SchemaIndex(self)
    var seen: Set<String> = []
    var pending = [index[name]].compactMap(\.self)
    while let schema = pending.popLast() {
      pending += schema.oneOf + schema.anyOf + schema.allOf
      guard let reference = schema.reference?.text else { continue }
      if reference == name { return true }
      if seen.insert(reference).inserted, let target = index[reference] { pending.append(target) }
    }
    return false
  }
}
