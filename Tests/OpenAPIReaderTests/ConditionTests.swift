import APIModel
import Testing

/// Keywords that constrain values without describing their form.
@Suite struct ConditionTests {
  private let payment = "A: {type: object, properties: {kind: {type: string}, card: {type: string}}, "

  @Test func conditionsReachTheValidator() throws {
    let (schema, messages) = try readSchema(
      payment + "if: {properties: {kind: {const: card}}}, then: {required: [card]}, "
        + "else: {not: {required: [card]}}, dependentRequired: {card: [kind]}, "
        + "dependentSchemas: {kind: {minProperties: 2}}, propertyNames: {pattern: '^[a-z]+$'}}")
    #expect(messages == [])
    let condition = try #require(schema[.if]?.object.properties.first)
    #expect(condition.name.text == "kind")
    #expect(condition.schema.const == .string("card"))
    // A condition has the keywords that the document has, and no type of its own.
    #expect(condition.schema.types == [])
    #expect(schema[.then]?.object.requiredOthers == ["card"])
    #expect(schema[.else]?[.not]?.object.requiredOthers == ["card"])
    #expect(schema.object.dependentRequired == [.init(property: "card", required: ["kind"])])
    #expect(schema.object.dependentSchemas.map(\.schema.counts) == [[.minProperties: 2]])
    #expect(schema[.propertyNames]?.pattern == "^[a-z]+$")
  }

  @Test func scalarsListsAndAnyJSONHaveConditions() throws {
    let (number, _) = try readSchema("A: {type: integer, not: {enum: [0, 1]}}")
    #expect(number[.not]?.anyOf.map(\.const) == [.number(NumberText("0")), .number(NumberText("1"))])
    let (list, _) = try readSchema(
      "A: {type: array, items: {type: string}, contains: {const: a}, minContains: 1, maxContains: 2}")
    #expect(list[.contains]?.const == .string("a"))
    #expect(list.counts == [.minContains: 1, .maxContains: 2])
    let (any, messages) = try readSchema("A: {not: {type: [string, number]}}")
    #expect(any[.not]?.types == [.string, .number])
    #expect(messages == [])
  }

  @Test func severalConditionsApplyTogether() throws {
    let (schema, messages) = try readSchema(
      payment + "allOf: [{not: {required: [card]}}, {not: {required: [kind]}}]}")
    #expect(schema[.not]?.object.requiredOthers == ["card"])
    #expect(schema.allOf.map { $0[.not]?.object.requiredOthers } == [["kind"]])
    let (number, _) = try readSchema("A: {allOf: [{type: integer, not: {const: 1}}, {not: {const: 2}}]}")
    // The second is demanded as `not: {not: …}`, because a schema has each keyword only once.
    let both = try #require(number[.not]).anyOf
    #expect(both.first?.const == .number(NumberText("1")))
    #expect(both.last?[.not]?.anyOf.first?[.not]?.const == .number(NumberText("2")))
    #expect(messages == [])
  }

  @Test(arguments: [
    ("not: {$ref: '#/components/schemas/B'}", "'not' isn't checked, because of '$ref'"),
    (
      "if: {required: [kind]}, then: {$ref: '#/components/schemas/B'}",
      "'if' isn't checked, because of '$ref'"
    ),
    ("not: {type: [object, 'null']}", "'not' isn't checked, because of 'null' beside other types"),
    ("not: {properties: {card: {format: email}}}", "'not' isn't checked, because of 'format'"),
    ("not: {required: [id]}", "the property 'id', which may be read-only or write-only"),
    (
      "if: {properties: {id: {const: a}}}, then: {required: [card]}",
      "the property 'id', which may be read-only"
    ),
    // A nested object may lack it, too.
    ("if: {required: [kind]}, then: {properties: {b: {required: [id]}}}", "the property 'id', which may be"),
    ("if: {required: [kind]}, then: {required: [state]}", "the property 'state', which may be"),
    ("not: {unevaluatedProperties: false}", "because of 'unevaluatedProperties'"),
    ("unevaluatedProperties: false", ": 'unevaluatedProperties' isn't checked"),
    ("not: {required: true}", "'not' isn't checked, because of this, which is no list of names"),
    ("not: {properties: [kind]}", "'not' isn't checked, because of the value of 'properties'"),
    ("not: {allOf: {}}", "'not' isn't checked, because of the value of 'allOf'"),
    ("not: {uniqueItems: 'yes'}", "'not' isn't checked, because of the value of 'uniqueItems'"),
    ("not: {format: int32}", "'not' isn't checked, because of 'format'"),
    ("not: {contains: {const: 1}, minContains: many}", "because of the value of 'minContains'"),
    ("dependentRequired: [kind]", "because of the value of 'dependentRequired'"),
  ])
  func whatCannotBeCheckedIsReported(condition: String, message: String) throws {
    let (schema, messages) = try readSchema(
      "B: {type: object, properties: {a: {type: string}}}\nC: {type: string, writeOnly: true}\n"
        + "A: {type: object, properties: {kind: {type: string}, card: {type: string}, "
        + "id: {type: string, readOnly: true}, state: {$ref: '#/components/schemas/C'}}, \(condition)}")
    #expect(messages.count == 1)
    #expect(
      messages.first.map { message.hasPrefix(":") ? $0.hasSuffix(message) : $0.contains(message) } == true)
    #expect(schema.object.properties.count == 4)
    #expect(schema.keywords.count == 2)
  }

  @Test func entriesAreCheckedWithoutEachOther() throws {
    let (schema, messages) = try readSchema(
      "A: {type: object, properties: {a: {type: string}, b: {type: string}, id: {type: string, readOnly: true}}, "
        + "dependentRequired: {a: [id], b: [a]}}")
    #expect(schema.object.dependentRequired == [.init(property: "b", required: ["a"])])
    #expect(messages.count == 1)
  }

  @Test func severalTypesHaveConditions() throws {
    let (schema, messages) = try readSchema("A: {type: [string, integer], not: {const: 5}}")
    let alternatives = schema.oneOf + schema.anyOf
    #expect(alternatives.map { $0[.not]?.const } == [.number(NumberText("5")), .number(NumberText("5"))])
    #expect(messages == [])
  }

  @Test func alternativesMayForbidProperties() throws {
    let (schema, messages) = try readSchema(
      payment + "oneOf: [{required: [kind], not: {required: [card]}}, {required: [card]}]}")
    let demanded = try #require(schema[.not]?[.not]?.oneOf)
    #expect(demanded.map(\.object.requiredOthers) == [["kind"], ["card"]])
    #expect(demanded.first?[.not]?.object.requiredOthers == ["card"])
    #expect(messages == [])
  }

  @Test func anAlternativeWithoutConstraintsDemandsNothing() throws {
    let (schema, messages) = try readSchema(
      payment + "anyOf: [{required: [kind]}, {description: Anything.}]}")
    #expect(schema[.not] == nil)
    #expect(messages == [])
  }

  @Test func conditionsBesideAlternativesAndKnownValuesAreReported() throws {
    let (_, union) = try readSchema(
      "A: {oneOf: [{type: string}, {type: integer}], not: {const: a}}")
    #expect(union == ["5: 'not' beside alternatives isn't checked"])
    let (_, values) = try readSchema("A: {type: string, enum: [a, b], not: {const: c}}")
    #expect(values == ["5: 'not' beside known values isn't checked"])
  }

  @Test(arguments: [
    (
      "B: {type: object, properties: {a: {type: string}, b: {type: string}}, anyOf: [{required: [a]}, {required: [b]}]}\n"
        + "C: {type: object, properties: {c: {type: string}}, required: [c]}\n"
        + "D: {type: object, properties: {d: {type: string}}, required: [d]}\n"
        + "A: {allOf: [{$ref: '#/components/schemas/B'}, "
        + "{oneOf: [{$ref: '#/components/schemas/C'}, {$ref: '#/components/schemas/D'}]}]}",
      "that a value satisfies one of these alternatives, beside others, isn't checked"
    ),
    (
      "A: {anyOf: [{type: string}, {not: {type: integer}}]}",
      "the conditions of an alternative without a type aren't checked"
    ),
    (
      "A: {anyOf: [{type: string, enum: [auto]}, {type: string, not: {const: none}}]}",
      "the conditions of text beside known values aren't checked"
    ),
    (
      "A: {type: object, properties: {k: {type: string}}, "
        + "oneOf: [{properties: {a: {type: string}}, not: {required: [k]}}, {properties: {b: {type: string}}}], "
        + "anyOf: [{properties: {c: {type: string}}}]}",
      "'not' of an alternative that is merged with others isn't checked"
    ),
  ])
  func conditionsThatAlternativesLoseAreReported(schemas: String, message: String) throws {
    let (_, messages) = try readSchema(schemas)
    #expect(messages.contains { $0.hasSuffix(message) }, "\(messages)")
  }

  @Test func conditionsBesideMergedAlternativesAreChecked() throws {
    let (schema, messages) = try readSchema(
      "A: {type: object, not: {required: [a, c]}, oneOf: [{properties: {a: {type: string}}}], "
        + "anyOf: [{properties: {c: {type: string}}}]}")
    #expect(schema[.not]?.object.requiredOthers == ["a", "c"])
    #expect(!messages.contains { $0.contains("'not'") }, "\(messages)")
  }

  @Test func allTypesTogetherHaveConditions() throws {
    let (schema, messages) = try readSchema(
      "A: {type: [string, number, boolean, array, object], not: {const: 5}}")
    #expect(schema[.not]?.const == .number(NumberText("5")))
    #expect(messages == [])
  }

  @Test func conditionsOfMultipartBodiesAreReported() throws {
    let (_, messages) = try readDocument(
      """
      servers: [{url: 'https://example.com'}]
      paths:
        /a:
          post:
            operationId: a
            requestBody:
              content:
                multipart/form-data:
                  schema: {type: object, properties: {a: {type: string}, b: {type: string}}, not: {required: [a, b]}}
            responses: {'204': {description: Done.}}
      """)
    #expect(messages == ["11: 'not' of a multipart body isn't checked"])
  }
}
