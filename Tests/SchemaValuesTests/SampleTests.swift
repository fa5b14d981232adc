import APIModel
import Diagnostics
import SpecReader
import Testing

@testable import SchemaValues

/// Makes values of the schemas of a spec.
@Suite struct SampleTests {
  @Test func examplesComeFirst() throws {
    let maker = try maker(
      "Name: {type: string, minLength: 3, example: Ann}\n  Names: {type: '[Name]', minItems: 1}")
    #expect(maker.sample("Name")?.json == #""Ann""#)
    #expect(maker.sample("Names", .minimal)?.json == #"["Ann"]"#)
  }

  @Test(arguments: [
    ("{type: string, pattern: '^[A-Z]{2}-[0-9]{3}$'}", #""AA-000""#),
    ("{type: string, pattern: '^(red|green)$'}", #""red""#),
    ("{type: integer, minimum: 10, multipleOf: 7}", "14"),
    ("{type: '[integer]', uniqueItems: true, minItems: 3}", "[1,2,3]"),
    ("{prefixItems: [integer, integer], uniqueItems: true}", "[1,2]"),
    ("{type: string, minLength: 6, maxLength: 6}", #""valueva""#),
    ("{properties: {a: {const: x}, b?: date}}", #"{"a":"x","b":"2020-01-01"}"#),
    ("{type: '{integer}', minProperties: 2}", #"{"key":1,"key1":2}"#),
    ("{type: '{integer}', propertyNames: {enum: [en, de]}, minProperties: 2}", #"{"en":1,"de":2}"#),
    ("{type: '{integer}', propertyNames: {pattern: '^[a-z]{2}$'}, minProperties: 2}", #"{"en":1,"aa":2}"#),
    ("{type: decimal, lenient: [numberAsString], minimum: 2}", #""2""#),
    ("{type: decimal, lenient: [numberAsString], example: '0.50'}", #""0.5""#),
    ("{properties: {a: {type: '[integer]', lenient: [singleAsList], example: 5}}}", #"{"a":[5]}"#),
  ])
  func limitsAreKept(_ schema: String, _ expected: String) throws {
    let maker = try maker("Value: \(schema)")
    let value = try #require(maker.sample("Value"))
    #expect(maker.maker.checker.violations(of: value, by: try #require(maker.schemas["Value"])) == [])
    if expected != #""valueva""# { #expect(value.json == expected) }
  }

  /// Schemas that refer to each other could make a value as large as the limit allows.
  @Test func valuesOfSchemasThatReferToEachOtherAreSmall() throws {
    let names = (0..<8).map { "A\($0)" }
    let properties = names.map { "\($0)?: \($0)" }.joined(separator: ", ")
    let maker = try maker(names.map { "\($0): {properties: {\(properties)}}" }.joined(separator: "\n  "))
    let value = try #require(maker.sample("A0"))
    #expect(value.json.utf8.count < 40_000)
  }

  /// A tuple has its last elements if they have values.
  @Test(arguments: [
    ("[integer, string]", 1, #"[1,"value"]"#), ("[integer, {not: {}}]", 1, "[1]"),
    ("[integer, Value]", 1, "[1,[1,[1]]]"), ("[{not: {}}, {not: {}}]", 0, "[]"),
  ])
  func tuplesMayLackElements(elements: String, least: Int, expected: String) throws {
    let maker = try maker("Value: {prefixItems: \(elements), minItems: \(least)}")
    let value = try #require(maker.sample("Value"))
    #expect(maker.maker.checker.violations(of: value, by: try #require(maker.schemas["Value"])) == [])
    #expect(value.json == expected)
  }

  /// Conditions that require some of the properties.
  @Test(arguments: [
    ("anyOf: [{required: [a]}, {required: [b]}]", "abc", "a"),
    ("oneOf: [{required: [a]}, {required: [b]}]", "ac", "a"),
    ("oneOf: [{required: [a, b]}, {required: [c]}]", "ab", "ab"),
  ])
  func groupsOfPropertiesAreThere(_ demand: String, _ full: String, _ minimal: String) throws {
    let maker = try maker("Value: {properties: {a?: integer, b?: integer, c?: integer}, \(demand)}")
    let schema = try #require(maker.schemas["Value"])
    for (extent, keys) in [(SampleMaker.Extent.full, full), (.minimal, minimal)] {
      let value = try #require(maker.sample("Value", extent))
      #expect(maker.maker.checker.violations(of: value, by: schema) == [])
      #expect(value.json.filter(\.isLetter) == keys)
    }
    let empty = maker.maker.checker.violations(of: .object([]), by: schema)
    #expect(empty?.map(\.keyword) == [String(demand.prefix(5))])
    #expect(empty?.first?.message.contains("must be there") == true)
  }

  /// Conditions that depend on other keys and on values: as many keys as possible are there, or as few.
  @Test(arguments: [
    ("anyOf: [{required: [a]}, {required: [b]}], not: {required: [b, c]}", "ack", "ak"),
    ("dependentRequired: {k: [a], a: [b]}", "abck", "abk"),
    ("dependentSchemas: {k: {required: [c], not: {required: [b]}}}", "ack", "ck"),
    ("if: {required: [c]}, then: {required: [a]}, else: {required: [b]}", "abck", "bk"),
    ("if: {properties: {k: {const: card}}}, then: {not: {required: [a]}, required: [b]}", "bck", "bk"),
    ("dependentSchemas: {k: {properties: {k: {const: cash}}}}", "abck", "k"),
    ("minProperties: 2, maxProperties: 3", "bck", "ck"),
  ])
  func keysThatDependOnOthersAreThere(_ conditions: String, _ full: String, _ minimal: String) throws {
    let maker = try maker(
      "Value: {properties: {a?: integer, b?: integer, c?: integer, k: {enum: [card, cash]}}, \(conditions)}")
    let schema = try #require(maker.schemas["Value"])
    for (extent, keys) in [(SampleMaker.Extent.full, full), (.minimal, minimal)] {
      let value = try #require(maker.sample("Value", extent))
      #expect(maker.maker.checker.violations(of: value, by: schema) == [])
      guard case .object(let members) = value else { continue }
      #expect(members.map(\.name).sorted().joined() == keys, "\(value.json)")
    }
  }

  /// Unions that contain themselves have no value of their own, and end.
  @Test(arguments: [
    ["A", "A"], ["A", "A, text"], ["B", "A"], ["B, B", "A, A, B"], ["A, B, A, B", "B, A, B, A"],
  ])
  func unionsOfThemselvesEnd(_ alternatives: [String]) {
    let span = SourceSpan(
      file: "a", start: .init(line: 1, column: 1, offset: 0), end: .init(line: 1, column: 1, offset: 0))
    func schema(_ name: String) -> Schema {
      var schema = Schema(span: span)
      if name == "text" { schema.types = [.string] } else { schema.reference = Name(name, span: span) }
      return schema
    }
    let schemas = zip(["A", "B"], alternatives).map { name, list in
      var union = Schema(span: span)
      union.oneOf = list.split(separator: ", ").map { schema(String($0)) }
      union.isOpen = false
      return NamedSchema(name: Name(name, span: span), schema: union)
    }
    let maker = SampleMaker(ValueChecker(SchemaIndex(schemas)))
    for name in ["A", "B"] {
      let value = maker.sample(of: schema(name))
      #expect(value == nil || value == .string("text"))
      #expect(!maker.checker.isAccepted(.number(NumberText("1")), schema(name)))
      #expect(maker.checker.canonical(.boolean(true), schema(name)) == .boolean(true))
      let breaches = ViolationFinder.violations(of: .string("x"), by: schema(name), maker.checker) { _ in
        false
      }
      #expect(breaches.count < 10)
    }
  }

  /// An example helps where no value can be made up.
  @Test func examplesHelpAlsoForTheSmallestValue() throws {
    let maker = try maker(
      "Value: {properties: {a?: {type: string, pattern: '^(?=b)b$'}}, minProperties: 1, example: {a: b}}")
    #expect(maker.sample("Value", .minimal)?.json == #"{"a":"b"}"#)
  }

  @Test func unsatisfiableSchemasHaveNoSample() throws {
    #expect(try maker("Value: {type: string, pattern: '^(?=b)a$'}").sample("Value") == nil)
    #expect(try maker("Value: {properties: {next: Value}}").sample("Value") == nil)
  }

  /// Numbers that don't fit, or whose sums don't.
  @Test(arguments: [
    "{type: number, minimum: 1e300, maximum: 2e300}", "{type: number, minimum: -1e308, maximum: 1.5e308}",
    "{type: integer, minimum: -5, multipleOf: 9223372036854775807}",
    "{type: integer, minimum: -9223372036854775808, multipleOf: 2}",
    "{type: integer, maximum: 9223372036854775807, minimum: 9223372036854775806}",
  ])
  func largeNumbers(_ schema: String) throws {
    let maker = try maker("Value: \(schema)")
    guard let value = maker.sample("Value") else { return }
    #expect(maker.maker.checker.violations(of: value, by: try #require(maker.schemas["Value"])) == [])
  }

  /// Each type contains the next one three times: a value of all would have half a million parts.
  @Test func nestedTypesEndInTime() throws {
    let types = (0..<12).map { number in
      "T\(number): {properties: {a: T\(number + 1), b: T\(number + 1), c: T\(number + 1)}}"
    }
    let maker = try maker((types + ["T12: string"]).joined(separator: "\n  "))
    #expect(maker.sample("T0") == nil)
    #expect(maker.sample("T8")?.json.isEmpty == false)
  }

  @Test func eachViolationBreaksOneKeyword() throws {
    let maker = try maker(
      "Value: {properties: {name: {type: string, minLength: 2, pattern: '^a'}, level?: {type: integer, maximum: 5}}}"
    )
    let schema = try #require(maker.schemas["Value"])
    let value = try #require(maker.sample("Value"))
    let breaches = ViolationFinder.violations(of: value, by: schema, maker.maker.checker) { _ in false }
    #expect(
      breaches.map { "\($0.path.pointer) \($0.keyword)" } == [
        " type", "/name required", "/name type", "/name minLength", "/name pattern", "/level type",
        "/level maximum",
      ])
  }

  /// Of alternatives within alternatives, only those are made that the value has: with all of them, there would be 20,000, and the
  /// value would soon have only what it must have.
  @Test func alternativesWithinAlternativesDoNotMultiply() throws {
    let (count, depth) = (12, 4)
    var lines = ["Top: {properties: {union: U0, last?: string}}"]
    for level in 0..<depth {
      let names = (0..<count).map { "A\(level)x\($0)" }
      lines.append("U\(level): {oneOf: [\(names.joined(separator: ", "))], discriminator: kind}")
      let inner = level + 1 < depth ? ", union: U\(level + 1)" : ""
      lines += names.map { "\($0): {properties: {kind: {const: \($0)}, n?: integer\(inner)}}" }
    }
    let maker = try maker(lines.joined(separator: "\n  "))
    let value = try #require(maker.sample("Top"))
    #expect(value.member("last") == .string("last"))
    #expect(value.json.contains(#""kind":"A3x0""#))
  }

  /// Each value tried could be checked in as many ways as there are unions within each other.
  @Test func unionsWithinEachOtherEndInTime() throws {
    let unions = (0..<30).map { "S\($0): {oneOf: [S\($0 + 1), {properties: {a: S\($0)}}]}" }
    let maker = try maker((unions + ["S30: {properties: {z: integer}}"]).joined(separator: "\n  "))
    _ = maker.sample("S0")
    // Each of three ways to look for a value ends after 100,000 parts, and the check that it is in then.
    #expect(maker.maker.checker.total < 700_000, "\(maker.maker.checker.total)")
  }

  private struct Maker {
    let maker: SampleMaker
    let schemas: [String: Schema]

    func sample(_ name: String, _ extent: SampleMaker.Extent = .full) -> Literal? {
      schemas[name].flatMap { maker.sample(of: $0, extent, hint: "value") }
    }
  }

  private func maker(_ schemas: String) throws -> Maker {
    var sink = DiagnosticSink()
    let text = "wgnapi: 1\nschemas:\n  \(schemas)\n"
    let spec = SpecFile(path: "A/a.yaml", displayPath: "A/a.yaml", bytes: Array(text.utf8))
    let module = try #require(readSpecs(files: [spec], into: &sink).modules.first)
    #expect(!sink.hasErrors, "\(sink.sorted())")
    return Maker(
      maker: SampleMaker(ValueChecker(SchemaIndex(module))),
      schemas: Dictionary(module.schemas.map { ($0.name.text, $0.schema) }) { first, _ in first })
  }
}
