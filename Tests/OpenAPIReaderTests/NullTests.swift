import APIModel
import Foundation
import Testing

/// How documents say that there may be no value.
@Suite struct NullTests {
  @Test(arguments: [
    ("3.0.3", "A: {type: string, nullable: true}"),
    ("3.1.0", "A: {type: [string, 'null']}"),
    ("3.1.0", "A: {anyOf: [{type: string}, {type: 'null'}]}"),
    ("3.1.0", "A: {oneOf: [{const: null}, {type: string}]}"),
    ("3.1.0", "A: {type: string, x-nullable: true}"),
  ])
  func readsNull(version: String, text: String) throws {
    let (schema, messages) = try readSchema(text, version: version)
    #expect(schema.types == [.string])
    #expect(schema.isNullable)
    #expect(messages == [])
  }

  @Test(arguments: [
    "A: {$ref: '#/components/schemas/B', nullable: true}",
    "A: {nullable: true, allOf: [{$ref: '#/components/schemas/B'}]}",
    "A: {allOf: [{$ref: '#/components/schemas/B'}, {nullable: true}]}",
    "A: {anyOf: [{$ref: '#/components/schemas/B'}, {type: 'null'}]}",
    "A: {oneOf: [{$ref: '#/components/schemas/B'}, {enum: [null]}]}",
  ])
  func readsNullBesideReferences(text: String) throws {
    let (schema, _) = try readSchema(
      "B: {type: object, properties: {a: {type: string}}}\n" + text, version: "3.0.0")
    #expect(schema.reference?.text == "B")
    #expect(schema.isNullable)
  }

  @Test(
    arguments: [
      "{type: 'null'}", "{type: ['null']}", "{const: null}", "{enum: [null]}", "{type: 'null', enum: [null]}",
      "{allOf: [{$ref: '#/components/schemas/E'}]}", "{oneOf: [{type: 'null'}]}",
      "{$ref: '#/components/schemas/E'}",
    ], ["oneOf", "anyOf"])
  func findsNullBehindReferences(null: String, keyword: String) throws {
    let (schema, messages) = try readSchema(
      """
      B: {type: object, properties: {a: {type: string}}}
      E: {enum: [null]}
      N: \(null)
      A:
        properties:
          ref: {\(keyword): [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/N'}]}
          text: {\(keyword): [{type: string}, {$ref: '#/components/schemas/N'}]}
          three: {\(keyword): [{type: string}, {$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/N'}]}
          list: {items: {\(keyword): [{type: integer}, {$ref: '#/components/schemas/N'}]}}
          within: {allOf: [{\(keyword): [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/N'}]}]}
      """)
    let properties = schema.object.properties.map { $0.schema[.items] ?? $0.schema }
    #expect(properties.map(\.isNullable) == [true, true, true, true, true])
    #expect(properties.map(\.reference?.text) == ["B", nil, nil, nil, "B"])
    #expect(properties.map { ($0.oneOf + $0.anyOf).count } == [0, 0, 2, 0, 0])
    #expect(messages == [])
  }

  /// Limits beside `anyOf: [X, null]` limit X.
  @Test(
    arguments: [
      "{KEY: [{type: integer}, {type: 'null'}], maximum: 9}",
      "{KEY: [{type: 'null'}, {type: integer}], maximum: 9}",
      "{KEY: [{$ref: '#/components/schemas/Size'}, {type: 'null'}], maximum: 9}",
      "{KEY: [{$ref: '#/components/schemas/Size'}, {$ref: '#/components/schemas/Nothing'}], maximum: 9}",
      "{allOf: [{KEY: [{type: integer}, {type: 'null'}]}], maximum: 9}",
      "{KEY: [{type: integer}], nullable: true, maximum: 9}",
      "{allOf: [{$ref: '#/components/schemas/Size'}], nullable: true, maximum: 9}",
      "{type: [integer, 'null'], KEY: [{maximum: 12}, {type: 'null'}], maximum: 9}",
    ], ["anyOf", "oneOf"])
  func limitsBesideNullAreKept(text: String, keyword: String) throws {
    let (schema, messages) = try readSchema(
      """
      Size: {type: integer, minimum: 1}
      Nothing: {type: 'null'}
      A: {properties: {own: \(text), list: {items: \(text)}}}
      """.replacingOccurrences(of: "KEY", with: keyword))
    for schema in schema.object.properties.map({ $0.schema[.items] ?? $0.schema }) {
      #expect(schema.types == [.integer] && schema.isNullable)
      #expect(schema.limits[.maximum]?.text == "9")
      #expect(schema.limits[.minimum]?.text == (text.contains("Size") ? "1" : nil))
    }
    #expect(messages == [])
  }

  @Test func keywordsOfTextsAndListsBesideNullAreKept() throws {
    let (schema, messages) = try readSchema(
      """
      Color: {enum: [red, blue]}
      A:
        properties:
          text: {anyOf: [{type: string}, {type: 'null'}], minLength: 3, pattern: ^x}
          id: {anyOf: [{type: string}, {type: 'null'}], format: uuid}
          list: {anyOf: [{items: {type: string}}, {type: 'null'}], maxItems: 4}
          known: {anyOf: [{$ref: '#/components/schemas/Color'}, {type: 'null'}], maxLength: 9}
          self: {anyOf: [{$ref: '#/components/schemas/A'}, {type: 'null'}]}
      """)
    let properties = schema.object.properties.map(\.schema)
    #expect(properties.map(\.isNullable) == [true, true, true, true, true])
    #expect(properties[0].counts[.minLength] == 3 && properties[0].pattern == "^x")
    #expect(properties[1].format == .uuid)
    #expect(properties[2].counts[.maxItems] == 4)
    #expect(properties[3].reference?.text == "Color" && properties[4].reference?.text == "A")
    #expect(messages == [])
  }

  /// Limits beside several alternatives are those of the alternatives whose type they are for.
  @Test(arguments: ["anyOf", "oneOf"])
  func limitsBesideSeveralAlternativesAreTheirs(keyword: String) throws {
    let (schema, messages) = try readSchema(
      """
      Size: {type: integer, maximum: 5}
      A:
        KEY:
          - {type: integer, minimum: 1, maximum: 20}
          - {type: number, minimum: 4}
          - {$ref: '#/components/schemas/Size'}
          - {type: string, maxLength: 9}
          - {items: {type: string}}
          - {type: boolean}
          - {type: 'null'}
        minimum: 3
        maximum: 9
        minLength: 2
        maxLength: 12
        pattern: ^a
        maxItems: 4
        uniqueItems: true
      """.replacingOccurrences(of: "KEY", with: keyword))
    let alternatives = schema.anyOf + schema.oneOf
    #expect(schema.isNullable && alternatives.count == 6)
    #expect(alternatives.map { $0.limits[.minimum]?.text } == ["3", "4", "3", nil, nil, nil])
    #expect(alternatives.map { $0.limits[.maximum]?.text } == ["9", "9", "9", nil, nil, nil])
    #expect(alternatives[2].reference?.text == "Size")
    #expect(alternatives.map { $0.counts[.maxLength] } == [nil, nil, nil, 9, nil, nil])
    #expect(alternatives.map(\.pattern) == [nil, nil, nil, "^a", nil, nil])
    #expect(alternatives[4].counts[.maxItems] == 4 && alternatives[4].array.uniqueItems)
    #expect(messages.filter { !$0.contains("every integer is a number") } == [])
  }

  /// Formats are types, and alternatives of several types or with further alternatives have no place for limits.
  @Test(arguments: [
    (
      "{anyOf: [{type: integer}, {type: string}, {type: 'null'}], maximum: 9, format: byte}", "'format'",
      "isn't"
    ),
    (
      "{anyOf: [{type: [integer, string]}, {type: boolean}], maximum: 9, minLength: 2}",
      "'maximum', 'minLength'", "aren't"
    ),
    (
      "{anyOf: [{anyOf: [{type: integer}, {type: string}]}, {type: boolean}], maximum: 9}", "'maximum'",
      "isn't"
    ),
    ("{anyOf: [{enum: [a, b]}, {type: integer}], maxLength: 9}", "'maxLength'", "isn't"),
    ("{anyOf: [{type: string, pattern: ^b}, {type: integer}], pattern: ^a}", "'pattern'", "isn't"),
  ])
  func limitsBesideOtherAlternativesAreReported(text: String, names: String, verb: String) throws {
    let (_, messages) = try readSchema("A: \(text)")
    #expect(
      messages.contains {
        $0.hasSuffix("\(names) beside several alternatives \(verb) checked: say it in the alternatives")
      }, "\(messages)")
  }

  /// A schema that is its own alternative has no end.
  @Test func circlesBesideLimitsEnd() throws {
    _ = try readSchema("A: {anyOf: [{$ref: '#/components/schemas/A'}, {type: 'null'}], maximum: 9}")
  }

  @Test(arguments: ["{type: [object, 'null']}", "{type: object, nullable: true}", "{enum: [a, 1, null]}"])
  func alternativesThatMayBeNullMakeAUnionOptional(nullable: String) throws {
    let (schema, _) = try readSchema(
      """
      B: \(nullable)
      C: {$ref: '#/components/schemas/B'}
      A: {anyOf: [{type: boolean}, {$ref: '#/components/schemas/C'}]}
      """)
    #expect(schema.isNullable)
  }

  /// apispec and Django say in these ways that there is no value.
  @Test func frameworksAlternativesForNothingAreOptional() throws {
    let (schema, messages) = try readSchema(
      """
      B: {type: object, properties: {a: {type: string}}}
      A:
        required: [sure]
        properties:
          nested: {anyOf: [{type: object, nullable: true}, {$ref: '#/components/schemas/B'}]}
          either: {anyOf: [{type: object, nullable: true}, {type: string}]}
          page: {oneOf: [{type: string, format: uri}, {type: string, maxLength: 0}], description: Where.}
          read: {readOnly: true, oneOf: [{type: string, maxLength: 0}, {type: string, format: uuid}]}
          mail: {oneOf: [{type: string, format: email}, {type: string, maxLength: 0}]}
          blank: {default: '', oneOf: [{type: string, format: uri}, {type: string, maxLength: 0}]}
          sure: {oneOf: [{type: string, format: uri}, {type: string, maxLength: 0}]}
          words: {oneOf: [{type: string, minLength: 3}, {type: string, maxLength: 0}]}
      """, version: "3.0.3")
    let properties = schema.object.properties
    #expect(properties.map { ($0.schema.oneOf + $0.schema.anyOf).count } == [0, 2, 0, 0, 0, 0, 0, 2])
    #expect(properties[3].schema.isReadOnly && properties[3].schema.lenience == [.emptyAsNull])
    #expect(properties[4].schema.types == [.string] && properties[4].schema.lenience == [])
    // A default of "" and a required property need the empty text: one union for both.
    #expect(properties[5...6].map { $0.schema.reference?.text } == ["uri-or-string", "uri-or-string"])
    #expect(properties[0].schema.reference?.text == "B" && properties[0].schema.isNullable)
    #expect(properties[2].schema.format == .uri && properties[2].schema.lenience == [.emptyAsNull])
    #expect(properties[2].schema.documentation.summary == "Where.")
    #expect(messages == [])
  }

  /// Django says with an empty text and with null that there is no choice. Without null, the empty text is needed to say so.
  @Test func readsBlankChoicesThatMayBeNull() throws {
    let (schema, messages) = try readSchema(
      """
      Size: {enum: [small, large], type: string}
      Blank: {enum: ['']}
      Null: {enum: [null]}
      A:
        required: [sure]
        properties:
          both:
            nullable: true
            description: How big.
            oneOf: [{$ref: '#/components/schemas/Size'}, {$ref: '#/components/schemas/Blank'}, {$ref: '#/components/schemas/Null'}]
          said: {nullable: true, oneOf: [{$ref: '#/components/schemas/Blank'}, {$ref: '#/components/schemas/Size'}]}
          sure: {nullable: true, oneOf: [{enum: [''], type: string}, {$ref: '#/components/schemas/Size'}]}
          here: {nullable: true, readOnly: true, anyOf: [{enum: [a, b], type: string}, {enum: ['']}]}
          blank: {oneOf: [{$ref: '#/components/schemas/Size'}, {$ref: '#/components/schemas/Blank'}]}
          default:
            nullable: true
            default: ''
            oneOf: [{$ref: '#/components/schemas/Size'}, {$ref: '#/components/schemas/Blank'}]
          three: {nullable: true, oneOf: [{enum: [''], type: string}, {$ref: '#/components/schemas/Size'}, {enum: [huge], type: string}]}
      """, version: "3.0.3")
    let properties = schema.object.properties
    for property in properties[0...2] {
      #expect(property.schema.reference?.text == "Size" && property.schema.isNullable)
      #expect(property.schema.lenience == [.emptyAsNull] && property.schema.enumeration == nil)
    }
    #expect(properties[0].schema.documentation.summary == "How big.")
    #expect(properties[3].schema.lenience == [.emptyAsNull] && properties[3].schema.isReadOnly)
    #expect(properties[3].schema.enumeration?.cases.count == 2)
    #expect(properties[4...].allSatisfy { $0.schema.lenience == [] })
    #expect(messages == [])
  }
}
