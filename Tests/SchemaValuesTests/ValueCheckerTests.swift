import APIModel
import Diagnostics
import SchemaValues
import SpecReader
import Testing

/// Interprets the schemas of a spec.
@Suite struct ValueCheckerTests {
  @Test(arguments: [
    ("{type: integer, minimum: 1}", "0", " minimum"),
    ("{type: integer, minimum: 1}", "1", ""),
    ("{type: integer, exclusiveMaximum: 5}", "5", " exclusiveMaximum"),
    ("{type: integer, multipleOf: 3}", "7", " multipleOf"),
    ("{type: integer, multipleOf: 3}", "-9223372036854775808", " multipleOf"),
    ("{type: number, multipleOf: 0.1}", "0.3", ""),
    ("{type: number, multipleOf: 0.1}", "0.30000000000000004", " multipleOf"),
    ("{type: number, multipleOf: 0.1}", "1e22", ""),
    ("{type: number, multipleOf: 0.3}", "1e22", " multipleOf"),
    ("{type: number, multipleOf: 3}", "10000000000000000000001", " multipleOf"),
    ("{type: number, multipleOf: 3}", "1e22", " multipleOf"),
    ("{type: number, multipleOf: 0.1}", "1e-400", " multipleOf"),
    ("{type: number, multipleOf: 1e-400}", "1e22", ""),
    ("{type: number, multipleOf: 3e-400}", "1e22", " multipleOf"),
    ("{type: number, multipleOf: 3e-400}", "-6e400", ""),
    ("{type: number, multipleOf: 1e-400}", "1e-400", ""),
    ("{type: number, multipleOf: 1024e-3}", "1e9", ""),
    ("{type: number, multipleOf: 1024}", "1e9", " multipleOf"),
    ("{type: number, multipleOf: 1024}", "1e10", ""),
    ("{type: number, multipleOf: 123456789012345678901}", "15241578753238836750437433565526596567801", ""),
    (
      "{type: number, multipleOf: 123456789012345678901}", "15241578753238836750437433565526596567802",
      " multipleOf"
    ),
    ("{type: number, exclusiveMinimum: 0}", "1e-400", ""),
    ("{type: number, minimum: 1}", "1e-400", " minimum"),
    ("{type: number, maximum: 1e400}", "1e401", " maximum"),
    ("{type: integer}", "1e-400", " type"),
    ("{type: integer}", "1e400", " maximum"),
    ("{type: string, minLength: 2, maxLength: 3}", "'ж'", " minLength"),
    ("{type: string, minLength: 2, maxLength: 3}", "'жжж'", ""),
    ("{type: string, maxLength: 3}", "abcd", " maxLength"),
    ("{type: string, pattern: '^[a-z]+$'}", "A", " pattern"),
    ("{enum: [a, b], open: false}", "c", " enum"),
    ("{enum: [a, b]}", "c", ""),
    ("{type: '[integer]', uniqueItems: true, maxItems: 2}", "[1, 1]", " uniqueItems"),
    ("{type: '[integer]', maxItems: 2}", "[1, 2, 3]", " maxItems"),
    ("{prefixItems: [integer, string]}", "[1, 2]", "1 type"),
    ("{prefixItems: [integer, string]}", "[1]", " minItems"),
    ("{properties: {a: integer}, additionalProperties: false}", "{a: 1, b: 2}", "b additionalProperties"),
    ("{properties: {a: integer, b?: string}}", "{b: x}", " required"),
    ("{properties: {a: integer, b?: string}}", "{a: x}", "a type"),
    ("{properties: {a: integer?}}", "{a: null}", ""),
    ("{properties: {a?: {type: integer, lenient: [nullAsAbsent]}}}", "{a: null}", ""),
    ("{properties: {a: {type: integer, lenient: [numberInString], minimum: 2}}}", "{a: '1'}", "a minimum"),
    ("{type: A2, maximum: 10}\n  A2: {type: decimal, lenient: [numberAsString]}", "'11'", " maximum"),
    ("{type: A2, const: 5}\n  A2: {type: decimal, lenient: [numberAsString]}", "'5.0'", ""),
    ("{allOf: [A2, {maximum: 10}]}\n  A2: {type: decimal, lenient: [numberAsString]}", "'11'", " maximum"),
    (
      "{allOf: [A2, {type: number, minimum: 1}]}\n  A2: {type: decimal, lenient: [numberAsString]}", "'5'", ""
    ),
    ("{type: object, keys: {type: uint64, minimum: 3}}", "{'18446744073709551615': 1}", ""),
    ("{type: object, keys: {type: integer, minimum: 3}}", "{'2': 1}", "2 minimum"),
    ("{type: '{integer}', maxProperties: 1}", "{a: 1, b: 2}", " maxProperties"),
    ("{type: '{integer}', propertyNames: {maxLength: 1}}", "{ab: 1}", "ab maxLength"),
    ("{properties: {a?: integer, b?: integer}, dependentRequired: {a: [b]}}", "{a: 1}", " dependentRequired"),
    ("{type: string, not: {const: x}}", "x", " not"),
    ("{properties: {a?: integer, b?: integer}, anyOf: [{required: [a]}, {required: [b]}]}", "{}", " anyOf"),
    ("{properties: {a?: integer, b?: integer}, anyOf: [{required: [a]}, {required: [b]}]}", "{b: 1}", ""),
    ("{properties: {a?: integer, b?: integer}, oneOf: [{required: [a]}, {required: [b]}]}", "{}", " oneOf"),
    (
      "{properties: {a?: integer, b?: integer}, oneOf: [{required: [a]}, {required: [b]}]}", "{a: 1, b: 1}",
      " oneOf"
    ),
    ("{type: string, not: {oneOf: [{minLength: 1}, {maxLength: 3}]}}", "abc", ""),
    ("{type: string, not: {oneOf: [{minLength: 1}, {maxLength: 3}]}}", "abcd", " not"),
    (
      "{oneOf: [{type: string, minLength: 1}, {type: string, maxLength: 3, swiftName: b}], open: false}",
      "ab", ""
    ),
    ("{type: integer, if: {minimum: 10}, then: {multipleOf: 10}}", "11", " multipleOf"),
    ("{type: '[integer]', contains: {minimum: 3}}", "[1, 2]", " contains"),
    ("{type: int32}", "2147483648", " maximum"),
    ("{type: date}", "2023-02-29", " format"),
    ("{type: date-time}", "2024-02-29T12:30:00.5+02:00", ""),
    // As in clients, a leap second is the last one of a day in UTC.
    ("{type: date-time}", "2016-12-31T23:59:60Z", ""),
    ("{type: date-time}", "2024-02-29T12:30:60Z", " format"),
    ("{type: uuid}", "0f0e0d0c-0b0a-4908-8706-05040302010", " format"),
    ("{type: bytes}", "AAE", " format"),
    ("{oneOf: [string, {properties: {a: integer}}], open: false}", "{a: x}", "a type"),
    ("{allOf: [{properties: {a: integer}}, {properties: {b: integer}}]}", "{a: 1, b: x}", "b type"),
  ])
  func violationsAreThoseOfJSONSchema(_ schema: String, _ example: String, _ expected: String) throws {
    let (module, value) = try read(schema, example)
    let checker = ValueChecker(SchemaIndex(module))
    let first = try #require(module.schemas.first).schema
    let violations = try #require(checker.violations(of: value, by: first))
    #expect(violations.map { "\($0.path.text) \($0.keyword)" }.joined(separator: ", ") == expected)
  }

  /// Alternatives that contain alternatives would take years.
  @Test func checkingEnds() throws {
    var schema = "integer"
    for _ in 0..<12 {
      schema = "{anyOf: [{minProperties: 1, additionalProperties: \(schema)}, {maxProperties: 2}]}"
    }
    let (module, value) = try read(schema, "{a: {a: {a: {a: {a: {a: {a: {a: {a: x}}}}}}}}}")
    let checker = ValueChecker(SchemaIndex(module), limit: 1000)
    let nested = try #require(module.schemas.first).schema
    _ = checker.violations(of: value, by: nested)
    // What isn't known to be valid isn't accepted.
    let hasty = ValueChecker(SchemaIndex(module), limit: 10)
    let violations = hasty.violations(of: value, by: nested)
    let isAccepted = hasty.isAccepted(value, nested)
    #expect(violations == nil)
    #expect(!isAccepted)
  }

  @Test func manyUniqueElements() throws {
    let (module, _) = try read("{type: array, uniqueItems: true}", "[1]")
    let checker = ValueChecker(SchemaIndex(module))
    let schema = try #require(module.schemas.first).schema
    var items = (0..<50_000).map { Literal.object([.init(name: "n", value: .number(NumberText("\($0)")))]) }
    let without = checker.violations(of: .array(items), by: schema)
    #expect(without == [])
    items.append(.object([.init(name: "n", value: .number(NumberText("7.0")))]))
    let with = checker.violations(of: .array(items), by: schema)
    #expect(with?.map(\.message) == ["the elements at 7 and 50000 are equal"])
  }

  @Test(arguments: [
    ("[1, 1.0]", false), ("[0.1, 1e-1]", false), ("[{a: 1, b: 2}, {b: 2.0, a: 1}]", false),
    ("[[1], [1.0]]", false),
    ("[1, '1']", true), ("[true, 1]", true), ("[null, 0]", true), ("[[1, 2], [2, 1]]", true),
    ("[{a: 1}, {a: 2}]", true),
  ])
  func equalElements(_ list: String, _ isUnique: Bool) throws {
    let (module, value) = try read("{type: array, uniqueItems: true}", list)
    let checker = ValueChecker(SchemaIndex(module))
    #expect(checker.isAccepted(value, try #require(module.schemas.first).schema) == isUnique)
  }

  /// Copies of a valid value are checked once, and all others.
  @Test func copiesInMaps() throws {
    let (module, value) = try read("{type: '{[integer]}'}", "{a: [1], b: [x]}")
    let schema = try #require(module.schemas.first).schema
    let (valid, invalid) = try (#require(value.member("a")), #require(value.member("b")))
    func map(_ values: [Literal]) -> Literal {
      .object(values.enumerated().map { .init(name: "k\($0)", value: $1) })
    }
    let copies = map(Array(repeating: valid, count: 20))
    #expect(ValueChecker(SchemaIndex(module), limit: 10).violations(of: copies, by: schema) == [])
    let mixed = ValueChecker(SchemaIndex(module)).violations(
      of: map([valid, valid, invalid, valid, invalid, invalid]), by: schema)
    #expect(mixed?.map(\.path) == [2, 4, 5].map { [.key("k\($0)"), .index(0)] })
  }

  private func read(_ schema: String, _ example: String) throws -> (Module, Literal) {
    let text = "wgnapi: 1\nschemas:\n  Value: \(schema)\n  Example: {enum: [x], x-none: 1}\n"
    var sink = DiagnosticSink()
    let spec = SpecFile(path: "A/a.yaml", displayPath: "A/a.yaml", bytes: Array(text.utf8))
    let api = readSpecs(files: [spec], into: &sink)
    #expect(!sink.hasErrors, "\(sink.sorted())")
    // Any value is an example of a schema that says nothing.
    let other = "wgnapi: 1\nschemas:\n  Any: {type: any, example: \(example)}\n"
    let examples = readSpecs(
      files: [SpecFile(path: "B/b.yaml", displayPath: "B/b.yaml", bytes: Array(other.utf8))], into: &sink)
    let value = try #require(examples.modules.first?.schemas.first?.schema.examples.first)
    var module = try #require(api.modules.first)
    module.normalize()
    return (module, value)
  }
}
