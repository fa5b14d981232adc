import APIModel
import Testing

/// Keywords beside several alternatives: each of them takes effect, or a warning says what isn't checked.
@Suite struct BesideAlternativesTests {
  private static let schemas = """
    P: {type: object, properties: {a: {type: string}, b: {type: string}}}
    Q: {type: object, required: [c], properties: {a: {type: string}, b: {type: string}, c: {type: string}}}
    S: {type: string}
    T: {type: array, items: {type: integer}}
    U: {oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]}
    V: {anyOf: [{type: string}, {type: array, items: {type: integer}}]}

    """
  private static let objects = "[{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]"
  private static let others =
    "[{$ref: '#/components/schemas/P'}, {type: integer}, {$ref: '#/components/schemas/S'}]"
  private static let plain = "[{type: string}, {type: array, items: {type: integer}}]"

  /// The validation keywords of JSON Schema (2020-12).
  private static let keywords = [
    "type: boolean", "enum: [a, [1]]", "enum: [{a: x}]", "const: {a: x}", "const: [1]",
    "minimum: 1", "maximum: 1", "exclusiveMinimum: 1", "exclusiveMaximum: 1", "multipleOf: 2",
    "minLength: 1", "maxLength: 1", "pattern: ^a", "format: uuid", "contentEncoding: base64",
    "minItems: 1", "maxItems: 1", "uniqueItems: true", "items: {maximum: 5}", "prefixItems: [{maximum: 5}]",
    "contains: {const: 1}", "unevaluatedItems: false",
    "required: [a]", "minProperties: 1", "maxProperties: 1", "properties: {d: {type: string}}",
    "patternProperties: {^x: {type: string}}", "additionalProperties: false", "propertyNames: {minLength: 2}",
    "dependentRequired: {a: [b]}", "dependentSchemas: {a: {minProperties: 2}}",
    "unevaluatedProperties: false",
    "not: {const: a}", "if: {type: string}, then: {minLength: 2}",
  ]

  /// The keyword has an effect on what is read, or is named in a message; or it says nothing of these alternatives.
  @Test(arguments: keywords, ["oneOf: ", "anyOf: ", "$ref: ", "allOf: "])
  func noKeywordIsLost(keyword: String, list: String) throws {
    let name = String(keyword.prefix { $0 != ":" })
    let kinds: [(alternatives: String, name: String, isSilent: Set<String>)] = [
      (Self.objects, "U", Self.ofNumbers.union(Self.ofTexts).union(Self.ofLists)),
      (Self.others, "", Self.ofLists),
      (Self.plain, "V", Self.ofNumbers.union(Self.ofObjects)),
    ]
    for (alternatives, union, silent) in kinds where !silent.contains(name) {
      let written: String
      switch list {
      case "$ref: ", "allOf: ":
        guard !union.isEmpty else { continue }
        let reference = "$ref: '#/components/schemas/\(union)'"
        written = list == "$ref: " ? reference : "allOf: [{\(reference)}]"
      default: written = list + alternatives
      }
      let (plain, few) = try readSchema("A: {\(written), description: x}\n\(Self.schemas)")
      let (schema, messages) = try readSchema("A: {\(keyword), \(written)}\n\(Self.schemas)")
      let isReported = messages.contains { message in
        !few.contains(message)
          && (message.contains("'\(name)'") || message.contains("read as any JSON")
            || message.contains("no value is valid")
            || message.contains("is there isn't checked") || message.contains("so they aren't checked"))
      }
      #expect(isReported || !schema.meansTheSame(as: plain), "\(keyword) beside \(written): \(messages)")
    }
  }

  private static let ofNumbers: Set = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
  ]
  private static let ofTexts: Set = ["minLength", "maxLength", "pattern", "format", "contentEncoding"]
  private static let ofLists: Set = [
    "minItems", "maxItems", "uniqueItems", "items", "prefixItems", "contains", "unevaluatedItems",
  ]
  private static let ofObjects: Set = [
    "required", "minProperties", "maxProperties", "properties", "patternProperties", "additionalProperties",
    "propertyNames", "dependentRequired", "dependentSchemas", "unevaluatedProperties",
  ]

  @Test(arguments: ["oneOf", "anyOf"])
  func requiredMembersAreThoseOfEachObject(keyword: String) throws {
    let (schema, messages) = try readSchema("A: {required: [a], \(keyword): \(Self.others)}\n\(Self.schemas)")
    let alternatives = schema.oneOf + schema.anyOf
    #expect(alternatives.count == 3 && alternatives[1].types == [.integer])
    #expect(alternatives[0].object.properties.first { $0.name.text == "a" }?.isRequired == true)
    #expect(alternatives[2].reference?.text == "S")
    #expect(messages == [])
  }

  /// Alternatives that have a discriminator stay what they are.
  @Test func requiredMembersBesideADiscriminatorAreReported() throws {
    let (schema, messages) = try readSchema(
      "A: {required: [c, a], oneOf: \(Self.objects), discriminator: {propertyName: a}}\n\(Self.schemas)")
    #expect(schema.oneOf.map { $0.reference?.text } == ["P", "Q"])
    #expect(
      messages.filter { $0.contains("required") || $0.contains("require it") } == [
        "5: that 'c' is there isn't checked beside several alternatives: require it in each of them"
      ])
  }

  @Test func valuesBesideAlternativesDecide() throws {
    let (schema, messages) = try readSchema(
      "A: {enum: [a, 1, 2, null], oneOf: [{type: string}, {type: integer}, {type: boolean}]}")
    #expect(schema.isNullable && schema.oneOf.count == 2)
    #expect(schema.oneOf[0].const == .string("a"))
    #expect(schema.oneOf[1].enumeration?.cases.map(\.value.text) == ["1", "2"])
    #expect(messages == [])
    let (constant, _) = try readSchema("A: {const: 5, oneOf: [{type: string}, {type: integer}]}")
    #expect(constant.const == .number(NumberText("5")) && constant.oneOf.isEmpty)
    let (only, _) = try readSchema("A: {enum: [[1], [2]], anyOf: \(Self.plain)}")
    #expect(only.types == [.array] && demanded(only) == [.array([number(1)]), .array([number(2)])])
  }

  /// Swift has no type for them, but they are checked.
  @Test(arguments: [
    ("{enum: [a, 1]}", ["\"a\"", "1"]), ("{type: object, enum: [{a: 1}]}", ["{\"a\":1}"]),
    ("{const: []}", ["[]"]), ("{enum: [1.5, 2.5]}", ["1.5", "2.5"]),
    ("{type: array, items: {type: string}, enum: [[a], []]}", ["[\"a\"]", "[]"]),
  ])
  func valuesWithoutASwiftTypeAreDemanded(text: String, values: [String]) throws {
    let (schema, messages) = try readSchema("A: \(text)")
    let demanded = schema.const.map { [$0] } ?? demanded(schema)
    #expect(demanded.map { json($0) } == values)
    #expect(messages == [])
  }

  @Test func valuesOfOtherTypesAreReported() throws {
    let (schema, messages) = try readSchema(
      "A: {type: object, enum: [1, a], properties: {b: {type: string}}}")
    #expect(schema.types == [.object] && demanded(schema) == [])
    #expect(
      messages.contains { $0.contains("none of the values of 'enum' has the type that is said beside it") })
  }

  @Test func typesThatAlternativesDoNotHaveAreReported() throws {
    let (schema, messages) = try readSchema(
      "A: {type: object, oneOf: [{type: string}, {$ref: '#/components/schemas/P'}]}\n\(Self.schemas)")
    #expect(schema.oneOf.count == 2)
    #expect(
      messages == [
        "5: 'type' beside the alternatives doesn't allow the type of this one, so none of its values is valid; it is read nonetheless"
      ])
  }

  /// What is said of texts beside properties is that of the alternatives that are texts.
  @Test func limitsBesidePropertiesAreThoseOfOthers() throws {
    let (schema, messages) = try readSchema(
      "A: {properties: {d: {type: string}}, minLength: 3, format: uuid, oneOf: [{type: string}, {$ref: '#/components/schemas/P'}]}\n\(Self.schemas)"
    )
    #expect(schema.oneOf.first?.counts[.minLength] == 3)
    #expect(messages == ["5: 'format' beside several alternatives isn't checked: say it in the alternatives"])
  }

  @Test func requiredMembersOfAnyJSONAreDemanded() throws {
    let (schema, messages) = try readSchema("A: {required: [a, b]}")
    #expect(schema[.not]?.demands.schemas.first?.anyOf.first?.object.requiredOthers == ["a", "b"])
    #expect(messages == [])
  }

  private func demanded(_ schema: Schema) -> [Literal] {
    (schema[.not]?.demands.schemas ?? []).flatMap { $0.anyOf.compactMap(\.const) }
  }

  private func number(_ value: Int) -> Literal { .number(NumberText(String(value))) }

  private func json(_ value: Literal) -> String {
    switch value {
    case .array(let items): "[" + items.map(json).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.name)\":" + json($0.value) }.joined(separator: ",") + "}"
    case .string(let text): "\"\(text)\""
    case .number(let number): number.text
    default: ""
    }
  }
}

/// Limits that no value is within, in documents.
@Suite struct ContradictionTests {
  @Test(arguments: [
    ("{type: integer, minimum: 5, maximum: 4}", "'maximum' is 4, less than 'minimum', which is 5"),
    (
      "{type: number, minimum: 1, exclusiveMaximum: 1}",
      "'exclusiveMaximum' and 'minimum' are both 1, which leaves no number"
    ),
    (
      "{type: number, exclusiveMinimum: 2, maximum: 1}",
      "'maximum' is 1, less than 'exclusiveMinimum', which is 2"
    ),
    (
      "{type: integer, minimum: 0.5, maximum: 0.7}",
      "no integer is between 'minimum', which is 0.5, and 'maximum', which is 0.7"
    ),
    (
      "{type: integer, exclusiveMinimum: 1, exclusiveMaximum: 2}",
      "no integer is between 'exclusiveMinimum', which is 1, and 'exclusiveMaximum', which is 2"
    ),
    ("{type: string, minLength: 5, maxLength: 4}", "'maxLength' is 4, less than 'minLength', which is 5"),
    (
      "{type: array, items: {}, minItems: 5, maxItems: 4}",
      "'maxItems' is 4, less than 'minItems', which is 5"
    ),
    (
      "{type: object, minProperties: 5, maxProperties: 4}",
      "'maxProperties' is 4, less than 'minProperties', which is 5"
    ),
    (
      "{allOf: [{type: integer, minimum: 5}, {maximum: 4}]}",
      "'maximum' is 4, less than 'minimum', which is 5"
    ),
  ])
  func contradictoryLimitsAreNotChecked(text: String, words: String) throws {
    let (schema, messages) = try readSchema("A: \(text)")
    #expect(schema.limits.isEmpty && schema.counts.isEmpty)
    #expect(messages == ["5: \(words), so no value is valid; neither is checked"])
  }

  @Test(arguments: [
    (
      "{type: integer, enum: [1, 2], minimum: 5}",
      "none of the values of 'enum' is within the limits beside it: 1 must not be less than 5 [minimum]"
    ),
    (
      "{type: string, enum: [abc], maxLength: 2}",
      "the only value of 'enum' isn't within the limits beside it: \"abc\" longer than 2 characters [maxLength]"
    ),
    (
      "{const: abc, maxLength: 2}",
      "the only value of 'const' isn't within the limits beside it: \"abc\" longer than 2 characters [maxLength]"
    ),
  ])
  func valuesBeyondTheirLimitsAreUsed(text: String, words: String) throws {
    let (schema, messages) = try readSchema("A: \(text)")
    #expect(schema.const != nil || schema.enumeration != nil)
    #expect(messages == ["5: \(words), so no value is valid; only the values are used"])
  }

  @Test(arguments: [
    ("{allOf: [{enum: [a, b]}, {type: integer}]}", "enum"),
    ("{allOf: [{type: integer}, {enum: [a, b]}]}", "enum"),
    ("{type: boolean, const: a}", "const"),
  ])
  func valuesOfOtherTypesAreUsed(text: String, keyword: String) throws {
    let (schema, messages) = try readSchema("A: \(text)")
    #expect(schema.types == [.string])
    #expect(
      messages == [
        "5: none of the values of '\(keyword)' has the type that is said beside it, so no value is valid; the type isn't used"
      ])
  }

  @Test func valuesOfOtherTypesAreLeftOut() throws {
    let (schema, messages) = try readSchema("A: {type: integer, enum: [a, 1, b, 2]}")
    #expect(
      schema.types == [.integer] && schema.enumeration?.cases.count == 2 && messages.isEmpty)
  }

  @Test(arguments: [
    ("{type: integer, enum: [1, 50], maximum: 10}", "50 must not be greater than 10 [maximum]"),
    ("{type: string, enum: [a, bcd], maxLength: 2}", "\"bcd\" longer than 2 characters [maxLength]"),
    ("{type: string, enum: [a, \"1\"], pattern: \"^[a-z]\"}", "[pattern]"),
  ])
  func someValuesBeyondTheirLimitsAreReported(text: String, words: String) throws {
    let (schema, messages) = try readSchema("A: \(text)")
    #expect(schema.enumeration?.cases.count == 2)
    #expect(
      messages.count == 1 && messages[0].contains("so it is never valid") && messages[0].hasSuffix(words))
  }

  @Test(arguments: [
    "{type: integer, minimum: 5, maximum: 5}", "{type: number, exclusiveMinimum: 1, exclusiveMaximum: 2}",
    "{type: integer, exclusiveMinimum: 1, exclusiveMaximum: 3}", "{type: integer, enum: [5, 9], minimum: 5}",
    "{type: integer, minimum: -9223372036854775808, exclusiveMaximum: 9223372036854775808}",
    "{type: string, minLength: 4, maxLength: 4}",
  ])
  func limitsThatLeaveValuesStay(text: String) throws {
    #expect(try readSchema("A: \(text)").messages == [])
  }
}
