import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPISchema

@testable import WGNAPIFormats
@testable import WGNAPIJSON
@testable import WGNAPIPages

/// What is said about documents that break their schemas.
@Suite struct SchemaReportTests {
  private static let name: JSONSchema = JSONSchema(
    at: "https://example.com/pet#/$defs/name", [.type(.string), .minLength(2)])
  private static let pet: JSONSchema = JSONSchema(
    at: "https://example.com/pet",
    [
      .properties(["na/me": [.ref { name }], "tags": [.items(.string)], "ö": [.maximum(1)]]),
      .required(["na/me"]),
      .anyOf([[.required(["a"])], .nullable([.properties(["tags": [.minItems(1)]])])]),
    ])

  private func lines(_ schema: JSONSchema, _ text: String) -> [String] {
    schema.evaluate([UInt8](text.utf8)).violations.map { "\($0.instanceLocation) \($0.keywordLocation)" }
  }

  @Test func locationsFollowThePathOfValidation() {
    let text = #"{"na/me":"x","tags":[1],"ö":2}"#
    #expect(
      lines(Self.pet, text) == [
        "/na~1me /properties/na~1me/$ref/minLength", "/tags/0 /properties/tags/items/type",
        "/ö /properties/ö/maximum",
      ])
    let violations = Self.pet.validate([UInt8](text.utf8))
    #expect(
      violations.map(\.absoluteKeywordLocation) == [
        "https://example.com/pet#/$defs/name/minLength",
        "https://example.com/pet#/properties/tags/items/type",
        "https://example.com/pet#/properties/%C3%B6/maximum",
      ])
    #expect(
      violations.first?.description == #"na/me: shorter than 2 characters [minLength] (byte 9, line 1)"#)
  }

  @Test func alternativesExplainThemselves() {
    let text = "{\n \"na/me\": \"xy\", \"tags\": [] }"
    #expect(
      lines(Self.pet, text) == [
        " /anyOf", " /anyOf/0/required", "/tags /anyOf/1/properties/tags/minItems",
      ])
    let violations = Self.pet.validate([UInt8](text.utf8))
    #expect(violations.map(\.line) == [1, 1, 2])
    let oneOf: JSONSchema = [.oneOf([.integer, .string, .number])]
    #expect(lines(oneOf, "1") == [" /oneOf"])
    #expect(lines(oneOf, "[]") == [" /oneOf", " /oneOf/0/type", " /oneOf/1/type", " /oneOf/2/type"])
    #expect(
      oneOf.validate([UInt8]("1".utf8)).first?.message
        == "exactly one of the 3 alternatives must fit, found those at 0, 2")
  }

  @Test func triedAlternativesAreNotReported() {
    let schema: JSONSchema = [
      .if([.required(["a"])]), .then([.properties(["a": .integer])]), .else(false), .not([.maxProperties(0)]),
      .properties(["l": [.contains(.null), .minContains(2)]]),
    ]
    #expect(lines(schema, #"{"a":1,"l":[null,null,1]}"#) == [])
    #expect(
      lines(schema, #"{"a":"","l":[null]}"#) == [
        "/a /then/properties/a/type", "/l /properties/l/minContains",
      ])
    #expect(lines(schema, "{}") == [" /else", " /not"])
  }

  @Test func everyKeywordIsReportedByItsName() {
    let schema: JSONSchema = [
      .type([.array, .object]), .enumeration([[1]]), .const([1]), .minItems(5), .maxItems(1), .uniqueItems(),
      .contains(.string), .prefixItems([.string]), .items(false), .minProperties(9), .maxProperties(0),
      .required(["r"]), .dependentRequired(["a": ["b"]]), .dependentSchemas(["a": [.required(["c"])]]),
      .properties(["a": false]), .patternProperties(["^x": .string]), .additionalProperties(false),
      .propertyNames([.maxLength(1)]),
    ]
    #expect(
      Set(lines(schema, "[2,2]")) == [
        " /enum", " /const", " /minItems", " /maxItems", " /uniqueItems", " /contains",
        "/0 /prefixItems/0/type",
        "/1 /items",
      ])
    #expect(
      Set(lines(schema, #"{"a":1,"xx":2,"y":3}"#)) == [
        "/a /properties/a", "/xx /patternProperties/^x/type", "/y /additionalProperties",
        " /propertyNames/maxLength", " /minProperties", " /maxProperties", " /required",
        " /dependentRequired",
        " /dependentSchemas/a/required", " /enum", " /const",
      ])
    #expect(lines(schema, "1") == [" /type"])
    let numbers: JSONSchema = [
      .minimum(5), .exclusiveMinimum(5), .maximum(1), .exclusiveMaximum("1.5"), .multipleOf("0.4"),
      .type(.integer),
    ]
    #expect(
      lines(numbers, "3") == [
        " /minimum", " /exclusiveMinimum", " /maximum", " /exclusiveMaximum", " /multipleOf",
      ])
    let texts: JSONSchema = [
      .minLength(3), .maxLength(1), .pattern("b"), .format("date", asserted: true), .format("date"),
      .format("unheard-of", asserted: true),
    ]
    #expect(lines(texts, "\"aa\"") == [" /minLength", " /maxLength", " /pattern", " /format"])
  }

  @Test func violationsOfPropertyNamesNameTheKey() {
    let schema: JSONSchema = [.propertyNames([.maxLength(1), .pattern("^[a-z]")]), .maxProperties(2)]
    let violations = schema.evaluate([UInt8](#"{"a":1,"B2":2,"c":3}"#.utf8)).violations
    #expect(
      violations.map(\.message) == [
        "3 keys, at most 2 expected", #"the key "B2": longer than 1 character"#,
        #"the key "B2": does not match ^[a-z]"#,
      ])
  }

  @Test func basicOutput() {
    #expect(Self.pet.evaluate([UInt8](#"{"na/me":"ab","a":0}"#.utf8)).basicOutput == ["valid": true])
    let output = Self.pet.evaluate([UInt8](#"{"na/me":1,"a":0}"#.utf8)).basicOutput
    #expect(
      output == [
        "valid": false,
        "errors": [
          [
            "keywordLocation": "/properties/na~1me/$ref/type",
            "absoluteKeywordLocation": "https://example.com/pet#/$defs/name/type",
            "instanceLocation": "/na~1me", "error": "expected string, found number 1",
          ]
        ],
      ])
  }

  @Test func withoutKnownLocationsNoneIsGiven() {
    let schema: JSONSchema = [.ref { [.type(.string)] }]
    #expect(schema.validate([UInt8]("1".utf8)).map(\.absoluteKeywordLocation) == [nil])
    let target: JSONSchema = [.type(.string)]
    let located = JSONSchema(at: "urn:x", [.ref { target }, .type(.null)])
    #expect(located.validate([UInt8]("1".utf8)).map(\.absoluteKeywordLocation).contains(nil))
    #expect(located.validate([UInt8]("1".utf8)).map(\.absoluteKeywordLocation).contains("urn:x#/type"))
  }

  @Test func valuesAreCheckedBeforeTheyAreSent() throws {
    let span = Span(minimum: 1, maximum: 2)
    #expect(span.validate() == [])
    #expect(Double.validate(value: .infinity).map(\.keyword) == ["json"])
    let schema: JSONSchema = [.type(.string), .maxLength(1)]
    #expect(schema.validate(JSON.string("ab")).map(\.keyword) == ["maxLength"])
    #expect(try Limited.decode([UInt8](#"{"level":3}"#.utf8)).validate() == [])
    #expect(
      Limited(level: 11).validate().map(\.description) == [
        "level: must not be greater than 10 [maximum] (byte 9, line 1)"
      ])
    let list = try [Limited(level: 11)].encoded()
    #expect(
      JSONSchema(of: [Limited].self).validate(list).map(\.keywordLocation) == [
        "/items/properties/level/maximum"
      ])
  }
}

private struct Limited: JSONModel {
  var level: Int
  static let layout = ModelLayout<Self> { $0.required("level", \.level, [.type(.integer), .maximum(10)]) }
}
