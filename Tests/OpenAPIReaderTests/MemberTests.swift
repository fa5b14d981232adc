import APIModel
import Testing

/// Members of objects that aren't properties.
@Suite struct MemberTests {
  @Test(
    arguments: [
      // (schema, types of additional members: nil if refused or unsaid, patterns, pattern of names)
      ("patternProperties: {'^x-': {type: string}}", [], ["^x-"], nil),
      ("patternProperties: {'^x-': {type: string}}, additionalProperties: false", [.string], [], "^x-"),
      (
        "patternProperties: {'^x-': {type: string}}, additionalProperties: {type: integer}", [.integer],
        ["^x-"], nil
      ),
      (
        "patternProperties: {'^x-': {type: string}}, additionalProperties: {type: string}", [.string], [], nil
      ),
      ("patternProperties: {'.*': {type: integer}}", [.integer], [], nil),
      ("patternProperties: {x-.*: {type: integer}}", [], ["x-.*"], nil),
      ("properties: {k: {type: string}}, patternProperties: {'^x-': {type: string}}", [], ["^x-"], nil),
      ("patternProperties: {a: {type: string}, b: {type: integer}}", [], ["a", "b"], nil),
      (
        "allOf: [{patternProperties: {a: {type: string}}}, {patternProperties: {a: {minLength: 2}}}]", [],
        ["a"], nil
      ),
    ] as [(String, [JSONType], [String], String?)])
  func readsPatterns(text: String, additional: [JSONType], patterns: [String], names: String?) throws {
    let (schema, messages) = try readSchema("A: {type: object, \(text)}")
    #expect(schema[.additionalProperties]?.types == additional)
    #expect(schema[.additionalProperties]?.isNever == false)
    #expect(schema.object.patternProperties.map(\.name) == patterns)
    #expect(schema[.propertyNames]?.pattern == names)
    #expect(messages == [])
  }

  /// The type of a dictionary's keys and their least value; nil if they are texts.
  @Test(
    arguments: [
      ("propertyNames: {type: integer, minimum: 3}, additionalProperties: {type: string}", .integer, "3"),
      (
        "propertyNames: {$ref: '#/components/schemas/B'}, additionalProperties: {type: string}", .integer, "4"
      ),
      ("propertyNames: {type: integer}", .integer, nil), ("propertyNames: {minimum: 3}", nil, nil),
      ("propertyNames: {type: string, minLength: 1}", nil, nil),
      ("propertyNames: {type: integer}, properties: {k: {type: string}}", nil, nil),
      (
        "allOf: [{propertyNames: {type: integer}}, {additionalProperties: {type: string}}]", .integer, nil
      ),
    ] as [(String, JSONType?, String?)])
  func integersAsKeys(text: String, type: JSONType?, least: String?) throws {
    let document = "B: {type: integer, minimum: 4}\nA: {type: object, \(text)}"
    let (schema, _) = try readSchema(document)
    let (module, _) = try readDocument(
      "components:\n  schemas:\n" + document.split(separator: "\n").map { "    \($0)\n" }.joined())
    let keys = schema.object.keys.map { SchemaIndex(module).resolved($0.value).schema }
    #expect(keys?.types == type.map { [$0] })
    #expect(keys?.limits[.minimum]?.text == least)
    #expect(schema[.propertyNames] == nil || type == nil)
  }

  @Test(arguments: [
    ("prefixItems: [{type: integer}, {type: string}], items: false, minItems: 3", 2, 2, 1),
    ("prefixItems: [{type: integer}, {type: string}], items: false, minItems: 1, maxItems: 1", 1, 1, 0),
    ("prefixItems: [{type: integer}, {type: string}], minItems: 1, maxItems: 1", 1, 1, 0),
    ("prefixItems: [{type: integer}, {type: string}], minItems: 1, maxItems: 2", 2, 1, 0),
  ])
  func tuplesHaveAsManyElementsAsTheyMay(text: String, count: Int, least: Int, messages: Int) throws {
    let (schema, found) = try readSchema("A: {type: array, \(text)}")
    #expect(schema.array.prefixItems.count == count && schema.counts == [.minItems: least])
    #expect(found.count == messages && found.allSatisfy { $0.contains("so no list is valid") }, "\(found)")
  }

  /// As utoipa writes tuples.
  @Test(arguments: ["items: false", "maxItems: 2"])
  func elementsOfTuplesMayBeMissingWithoutALeastNumber(text: String) throws {
    let (schema, found) = try readSchema(
      "A: {type: array, prefixItems: [{type: integer}, {type: string}], \(text)}")
    #expect(schema.array.prefixItems.count == 2 && schema.missingElements == 2)
    #expect(
      found == [
        "5: the list doesn't say 'minItems', so each of its elements may be missing; write 'minItems: 2' if none may"
      ])
  }

  @Test(arguments: [
    ("prefixItems: [{type: integer}, {type: integer}], items: false, minItems: 2, uniqueItems: true", true),
    (
      "allOf: [{prefixItems: [{type: integer}, {type: integer}], maxItems: 2}, {minItems: 1, uniqueItems: true}]",
      true
    ),
    ("prefixItems: [{type: integer}, {type: integer}], items: false, minItems: 2, uniqueItems: false", false),
  ])
  func elementsOfTuplesMayHaveToDiffer(text: String, isUnique: Bool) throws {
    let (schema, messages) = try readSchema("A: {type: array, \(text)}")
    #expect(schema.array.prefixItems.count == 2 && schema.array.uniqueItems == isUnique)
    #expect(messages == [])
  }

  @Test func severalPatternsOfAClosedObject() throws {
    let (schema, _) = try readSchema(
      "A: {patternProperties: {a: {type: string}, b: {type: integer}}, additionalProperties: false}\n"
        + "B: {patternProperties: {a: {type: string}, b: {type: string}}, additionalProperties: false}\n"
        + "C: {properties: {k: {}}, patternProperties: {'(': {}}, additionalProperties: false}")
    #expect(schema.object.patternProperties.map(\.name) == ["a", "b"])
    #expect(schema[.additionalProperties]?.isNever == true)
    let (same, _) = try readSchema(
      "A: {patternProperties: {a: {type: string}, b: {type: string}}, additionalProperties: false}")
    #expect(same[.additionalProperties]?.types == [.string])
    #expect(same[.propertyNames]?.anyOf.map(\.pattern) == ["a", "b"])
    let (broken, messages) = try readSchema("A: {patternProperties: {'(': {type: string}}}")
    #expect(broken.object.patternProperties.isEmpty)
    #expect(messages.count == 1 && messages[0].contains("'(' is not a regular expression"))
  }

  @Test(
    arguments: [
      ("properties: {a: {}}", nil), ("properties: {a: {}}, additionalProperties: true", []),
      ("properties: {a: {}}, additionalProperties: {}", []),
      ("properties: {a: {}}, additionalProperties: {description: Any.}", []),
      ("properties: {a: {}}, additionalProperties: {type: string}", [.string]),
      ("allOf: [{properties: {a: {}}, additionalProperties: true}, {properties: {b: {}}}]", []),
      (
        "allOf: [{properties: {a: {}}, additionalProperties: {type: string}}, {additionalProperties: true}]",
        [.string]
      ),
    ] as [(String, [JSONType]?)])
  func keepsMembersWhereTheDocumentSaysSo(text: String, types: [JSONType]?) throws {
    for version in ["2.0", "3.0.3", "3.1.0"] {
      let text = version == "2.0" ? "definitions: {A: {\(text)}}" : "components: {schemas: {A: {\(text)}}}"
      let schema = try readDocument(text, version: version).module.schemas.first?.schema
      #expect(schema?[.additionalProperties]?.types == types)
    }
  }

  @Test(
    arguments: [
      ("properties: {a: {}}, required: [a, b]", ["a", "b"], [true, false], 1),
      (
        "properties: {a: {}}, required: [b], additionalProperties: {type: string}", ["a", "b"],
        [false, true], 0
      ),
      ("properties: {a: {}}, required: [b], additionalProperties: true", ["a", "b"], [false, false], 1),
      ("allOf: [{required: [b]}, {properties: {b: {}}}]", ["b"], [true], 0),
      ("required: [b]", [], [], 0),
    ] as [(String, [String], [Bool], Int)])
  func readsRequiredNamesThatArentProperties(
    text: String, names: [String], isRequired: [Bool], warnings: Int
  ) throws {
    let (schema, messages) = try readSchema("A: {type: object, \(text)}")
    #expect(schema.object.properties.map(\.name.text) == names)
    #expect(schema.object.properties.map(\.isRequired) == isRequired)
    #expect(schema.object.requiredOthers == (names.isEmpty ? ["b"] : []))
    #expect(messages.filter { $0.contains("'b' is required, but isn't a property here") }.count == warnings)
    #expect(messages.count == warnings)
  }
}
