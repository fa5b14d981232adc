import Testing
import Thoroughness
import WGNAPIRuntime

@testable import WGNAPIJSON
@testable import WGNAPISchema

/// Keywords where they are easily taken wrong.
@Suite struct SchemaKeywordTests {
  private func check(_ schema: JSONSchema, _ valid: [String], _ invalid: [String]) {
    for text in valid + invalid {
      let bytes = [UInt8](text.utf8)
      let expected = valid.contains(text)
      #expect(schema.isValid(bytes) == expected, "\(text)")
      #expect(bytes.withUnsafeBufferPointer { schema.reported($0) }.isValid == expected, "\(text)")
    }
  }

  @Test func boundsAreExact() {
    check(
      [.minimum("9007199254740993")], ["9007199254740993", "9007199254740993.0", "1e16", "true"],
      ["9007199254740992", "9007199254740992.9", "-1e99"])
    check([.exclusiveMaximum("0.3")], ["0.29999999999999999999", "-7"], ["0.3", "0.30", "3e-1", "1"])
    check([.maximum("-1.5")], ["-2", "-1.5", "-15e-1"], ["-1", "-1.4999", "0"])
    check([.minimum("1e400")], ["1e400", "2e400"], ["1", "1e399", "123456789012345678901234567890"])
    check([.maximum("-1e400")], ["-1e400"], ["-1", "-1e399"])
    check([.exclusiveMinimum("-9223372036854775808")], ["-9223372036854775807"], ["-9223372036854775808"])
    check([.minimum("1.5"), .maximum("1.5")], ["1.5", "15e-1"], ["1", "2", "1.4", "1.6"])
  }

  /// These bounds are infinite as doubles.
  @Test func boundsBeyondDoublesAreExact() {
    let digits = String(repeating: "9", count: 402)
    check(
      [.type(.number), .minimum("-1e400")], ["-1e400", "-1", "1e500", digits], ["-\(digits)", "-1e401"])
    check([.type(.number), .maximum("1e309")], ["1e309", "1", "-\(digits)"], [digits, "1e310", "1000e307"])
    check([.items([.type(.number), .exclusiveMaximum("1e309")])], ["[1,2.5]"], ["[\(digits)]", "[1e309]"])
  }

  @Test func multiplesAreExact() {
    check([.multipleOf("0.01")], ["19.99", "0.07", "1", "0", "-4.35", "1e300"], ["0.075", "1e-3", "0.001"])
    check([.multipleOf("1e-8")], ["12391239123", "0.00000001"], ["0.000000001"])
    check([.multipleOf("1e20")], ["100000000000000000000", "0", "3e20"], ["1", "10000000000000000000"])
    check([.multipleOf(3), .multipleOf(5)], ["15", "-30.0"], ["3", "5", "7.5"])
  }

  /// Divisors of more digits than an integer has, and zeros behind the number that nobody writes.
  @Test func multiplesOfLongDivisorsAreExact() {
    let zeros = String(repeating: "0", count: 20_000)
    check(
      [.multipleOf("100000000000000000001")],
      ["100000000000000000001", "200000000000000000002e20000", "-100000000000000000001\(zeros)"],
      ["100000000000000000001.5", "1e20000", "100000000000000000002e20000"])
    // 2^70 and 5^30: each zero has a factor of both.
    check(
      [.multipleOf("1180591620717411303424")], ["1e70", "1e20000", "1180591620717411303424e-0", "1024e60"],
      ["1e69", "1023e60", "5e69"])
    check(
      [.multipleOf("931322574615478515625")], ["1e30", "1e20000", "125e27", "931322574615478515625e20000"],
      ["1e29", "2e29", "124e27"])
    // 2^70 × 3, and 5^30 × 3.
    check(
      [.multipleOf("3541774862152233910272")], ["3e70", "3e20000", "21e100"], ["1e70", "1e20000", "3e69"])
    check([.multipleOf("2793967723846435546875")], ["3e30", "3e20000"], ["1e30", "1e20000", "3e29"])
    check([.multipleOf("0.0000000000000000000000000001")], ["1", "1e-28", "1e20000"], ["1e-29"])
    let digits = String(repeating: "123456789012345678901", count: 3_000)
    check([.multipleOf("123456789012345678901")], [digits, digits + "000"], [digits + "1"])
  }

  @Test func lengthsCountCodePoints() {
    check(
      [.minLength(2), .maxLength(2)],
      [
        #""ab""#, #""😀é""#, #""\ud83d\ude00b""#, #""\n\u00e9""#,
        #""\ud801\ud801\udc01""#.replacing(#"\ud801\ud801"#, with: #"a\ud801"#),
      ],
      [#""a""#, #""abc""#, #""😀""#, #""\ud83d\ude00""#, #""\u0061""#])
  }

  @Test func valuesAreComparedByValue() {
    check(
      [.enumeration([1, "ab", nil, [1, ["x": 2]]])],
      ["1.0", "10e-1", "\"ab\"", #""a\u0062""#, "null", #"[1,{"x":2.0}]"#],
      ["true", "2", "\"abc\"", "[1]", "{}", "1.5"])
    check([.const(["a": 1, "b": 2])], [#"{"b":2,"a":1}"#], [#"{"a":1}"#, "[]"])
    check([.const("12345678901234567890")], ["\"12345678901234567890\""], ["12345678901234567890"])
    check(
      [.const(.number("12345678901234567890"))], ["12345678901234567890", "12345678901234567890.0"], ["1"])
    check([.enumeration([])], [], ["1", "null", "[]"])
  }

  @Test func keysAreComparedWithoutTheirEscapes() {
    let schema: JSONSchema = [.properties(["ab": .integer, "q\"": .string]), .additionalProperties(false)]
    check(schema, [#"{"\u0061b":1,"q\"":""}"#], [#"{"\u0061b":""}"#, #"{"q\u0022":1}"#, #"{"ac":1}"#])
    for text in [
      #"{"a":1,"\u0061":2}"#, #"{"ab":1,"\u0061b":2}"#, #"{"ab":1,"ab":2}"#, #"{"x":1,"x":2}"#,
      "{" + (0..<40).map { "\"k\($0)\":0" }.joined(separator: ",") + ",\"k7\":1}",
      "{" + (0..<40).map { "\"k\($0)\":0" }.joined(separator: ",") + #","\u006b7":1}"#,
    ] {
      let schema: JSONSchema = [.properties(["ab": true]), .required(["zz"])]
      #expect(schema.validate([UInt8](text.utf8)).map(\.keyword) == ["json"], "\(text)")
    }
  }

  @Test func manyKeys() {
    let keys = (0..<200).map { "key\($0)" }
    let schema: JSONSchema = [
      .properties(JSONSchema.Entries(keys.map { (key: $0, value: .integer) })), .required(keys),
      .additionalProperties(.string),
    ]
    func text(_ keys: [String]) -> String { "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}" }
    check(
      schema, [text(keys), text(keys.reversed()), text(keys.shuffled())],
      [text(keys.dropLast()), text(["x"])])
    #expect(schema.validate([UInt8](text(Array(keys[..<100])).utf8)).count == 100)
    #expect(schema.validate([UInt8](text(keys + ["key150"]).utf8)).map(\.keyword) == ["json"])
  }

  @Test func keywordsHoldTwice() {
    check([.minimum(1), .minimum(3)], ["3"], ["2"])
    check(
      [
        .properties(["a": .integer]), .properties(["a": [.minimum(2)], "b": .string]),
        .additionalProperties(false),
      ],
      [#"{"a":2,"b":""}"#], [#"{"a":1}"#, #"{"a":2.5}"#, #"{"c":1}"#])
    check(
      [.if(.integer), .then([.minimum(2)]), .if(.string), .then([.minLength(1)]), .else([.maximum(5)])],
      ["2", "\"a\"", "null", "5"], ["1", "\"\"", "6"])
    check([.type([.integer, .string]), .type([.string, .null])], ["\"\""], ["1", "null"])
  }

  @Test func eachContainsHolds() {
    check([.contains([.const(1)]), .contains([.const(2)])], ["[1,2]", "{}"], ["[1]", "[2,2]", "[]"])
    check(
      [.contains([.const(1)]), .contains([.const(2)]), .minContains(2), .maxContains(3)],
      ["[1,2,2,1]"], ["[1,2]", "[1,1,2]", "[1,1,2,2,2,2]"])
    check(
      [.contains([.const(1)]), .contains([.const(2)]), .unevaluatedItems(false)], ["[1,2]"], ["[1,2,3]"])
    let schema: JSONSchema = [.contains([.const(1)]), .contains([.const(2)]), .minItems(3)]
    #expect(schema.validate([UInt8]("[2]".utf8)).map(\.keyword) == ["minItems", "contains"])
  }

  /// JSON Schema doesn't allow these lists to be empty, but Swift does.
  @Test func listsOfSchemasMayBeEmpty() {
    let values = ["1", "\"a\"", "null", "[]", "{}", "[1]"]
    check([.allOf([])], values, [])
    check([.anyOf([])], [], values)
    check([.oneOf([])], [], values)
    check([.items([.type(.integer), .allOf([])])], ["[1,2]"], ["[true]"])
    check([.items([.type(.integer), .anyOf([])])], ["[]"], ["[1,2]"])
    check([.not([.anyOf([])])], values, [])
  }

  @Test func nullMayReplaceValues() {
    check(.nullable([.type(.integer), .minimum(1)]), ["null", "1"], ["0", "\"\""])
    check(.nullable([.const(1)]), ["null", "1"], ["2"])
    check(.nullable(.nullable(.reference { .string })), ["null", "\"\""], ["1"])
    check(.nullable(.never), ["null"], ["1"])
    #expect(
      JSONSchema.nullable([.type(.integer), .minimum(1)]).validate([UInt8]("\"\"".utf8)).map(\.message) == [
        "expected integer or null, found string \"\""
      ])
  }

  @Test func elementsAreUniqueInLinearTime() {
    let count = rounds(200_000)
    func list(_ element: (Int) -> String) -> [UInt8] {
      [UInt8](("[" + (0..<count).map(element).joined(separator: ",") + "]").utf8)
    }
    let schema: JSONSchema = [.uniqueItems()]
    #expect(schema.isValid(list { "\($0)" }))
    #expect(schema.isValid(list { "\"\($0)\"" }))
    #expect(schema.isValid(list { "{\"a\":\($0)}" }))
    #expect(!schema.isValid(list { $0 == count - 1 ? "1.0" : "\($0)" }))
    #expect(!schema.isValid(list { $0 == count - 1 ? #""\u0030""# : "\"\($0)\"" }))
    #expect(!schema.isValid(list { $0 == count - 1 ? "{\"b\":1,\"a\":0}" : "{\"a\":\($0),\"b\":1}" }))
    check(
      schema, ["[1,true,\"1\",[1],null]", "[0.1,0.2]"],
      ["[0.1,1e-1]", "[null,null]", "[1e2,100]", "[\"a\",\"a\"]"])
  }
}
