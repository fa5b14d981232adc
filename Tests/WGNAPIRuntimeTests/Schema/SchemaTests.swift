import Testing
import WGNAPIFormats
import WGNAPIGenerated
import WGNAPIPages
import WGNAPIRuntime
import WGNAPISchema

@Suite struct SchemaTests {
  @Test(
    arguments: [
      (
        [.type(.string), .minLength(2), .maxLength(3)], [#""ab""#, #""😀é""#, #""a\u0062c""#],
        [#""a""#, #""abcd""#, "1"]
      ),
      ([.type(.string), .pattern("^a[0-9]+$")], [#""a12""#], [#""ba1""#, #""a1\n""#, #""a""#]),
      ([.type(.string), .pattern("b")], [#""abc""#], [#""ac""#]),
      ([.type(.string), .pattern("^\\d$")], [#""5""#], [#""५""#]),
      ([.type(.string), .format("date")], [#""x""#], ["1"]),
      ([.type(.string), .format("date", asserted: true)], [#""2024-01-31""#], [#""2024-01-32""#]),
      (
        [.type(.string), .format("uri", asserted: true)], [#""http://a/b?c#d""#, #""urn:x""#],
        [#""a b""#, #""/x""#, #""http://a/%zz""#]
      ),
      ([.type(.integer), .minimum(1), .maximum(3)], ["1", "3.0", "20e-1"], ["0", "4", "1.5", "\"1\""]),
      (
        [.type(.integer), .minimum("9007199254740993")], ["9007199254740993"], ["9007199254740992", "-1e99"]
      ),
      (
        [.type(.number), .exclusiveMinimum(0), .exclusiveMaximum(1.5)], ["0.0001", "1.4999999999999999999"],
        ["0", "1.5", "-0.0"]
      ),
      ([.type(.number), .multipleOf(0.01)], ["0.07", "19.99", "1e300", "0"], ["0.075", "1e-3"]),
      ([.type(.integer), .multipleOf(3)], ["9", "-9", "3e0"], ["10", "1e100"]),
      (
        [.type(.number), .multipleOf("123456789012345678901234567890")], ["246913578024691357802469135780"],
        ["246913578024691357802469135781"]
      ),
      (.boolean, ["true"], ["0", "null"]), (.null, ["null"], ["0"]), (.any, ["[{}]"], ["[}"]),
      (.never, [], ["1", "null"]),
      (.nullable(.integer), ["null", "1"], ["\"\""]),
      (
        [.enumeration([1, "a", [1], ["x": 1]])], ["1.0", "\"a\"", "[1]", #"{"x":1e0}"#],
        ["2", "[1,1]", "true"]
      ),
      ([.const(["a": false])], [#"{"a":false}"#], [#"{"a":0}"#, "{}"]),
      (
        [.type(.array), .items(.integer), .minItems(1), .maxItems(2)], ["[1]", "[1,2]"],
        ["[]", "[1,2,3]", "[\"\"]", "{}"]
      ),
      (
        [.type(.array), .uniqueItems()], ["[1,\"1\",[1],true]", "[]"],
        ["[1,1.0]", #"[{"a":1,"b":2},{"b":2,"a":1}]"#]
      ),
      (
        [.type(.array), .items(.boolean), .prefixItems([.integer, .string])], ["[1,\"\",true]", "[1]", "[]"],
        ["[\"\"]", "[1,\"\",1]"]
      ),
      ([.type(.array), .contains([.type(.integer), .minimum(5)])], ["[1,5]"], ["[]", "[1,4]"]),
      (
        [.type(.array), .contains(.integer), .minContains(2), .maxContains(3)], ["[1,2]", "[\"\",1,2,3]"],
        ["[1]", "[1,2,3,4]"]
      ),
      ([.type(.array), .contains(.integer), .minContains(0)], ["[]"], ["1"]),
      (
        [
          .type(.object), .properties(["a": .integer]), .required(["a"]), .additionalProperties(.never),
          .patternProperties(["^x": .string]),
        ],
        [#"{"a":1,"x1":""}"#],
        ["{}", #"{"a":""}"#, #"{"a":1,"b":1}"#, #"{"a":1,"x":1}"#, "[]", #"{"a":1,"a":2}"#]
      ),
      ([.type(.object), .propertyNames([.type(.string), .maxLength(2)])], [#"{"ab":1}"#], [#"{"abc":1}"#]),
      (
        [.type(.object), .minProperties(1), .maxProperties(2)], [#"{"a":1}"#],
        ["{}", #"{"a":1,"b":1,"c":1}"#]
      ),
      ([.type(.object), .dependentRequired(["a": ["b"]])], [#"{"b":1}"#, #"{"a":1,"b":1}"#], [#"{"a":1}"#]),
      (
        [.type(.object), .dependentSchemas(["a": [.type(.object), .minProperties(2)]])],
        ["{}", #"{"a":1,"b":1}"#], [#"{"a":1}"#]
      ),
      (
        [
          .type(.object), .additionalProperties(.integer),
          .propertyNames([.type(.string), .pattern("^[a-z]+$")]),
        ], [#"{"a":1}"#],
        [#"{"A":1}"#, #"{"a":""}"#]
      ),
      ([.allOf([.integer, [.type(.number), .minimum(3)]])], ["3"], ["2", "3.5"]),
      ([.anyOf([.integer, .string])], ["3", "\"\""], ["2.5", "null"]),
      ([.oneOf([.integer, [.type(.number), .minimum(2)]])], ["1", "2.5"], ["3", "1.5"]),
      ([.not(.string)], ["1", "{}"], ["\"\""]),
      (
        [.if(.integer), .then([.type(.integer), .minimum(5)]), .else(.string)], ["5", "\"a\""], ["4", "null"]
      ),
      (
        [
          .type(.array),
          .items([.anyOf([[.type(.array), .items(.integer)], [.type(.object), .required(["a"])]])]),
        ], [#"[[1],{"a":[{}]}]"#],
        [#"[[1],{"b":1}]"#, "[[1],[\"\"]]"]
      ),
    ] as [(JSONSchema, [String], [String])])
  func acceptsAndRejects(schema: JSONSchema, valid: [String], invalid: [String]) {
    for text in valid {
      #expect(schema.isValid([UInt8](text)), "\(text)")
      #expect(
        schema.validate([UInt8](" [ \(text) ] ".dropFirst(2).dropLast(2).description)).isEmpty, "\(text)")
    }
    for text in invalid {
      #expect(!schema.isValid([UInt8](text)), "\(text)")
      #expect(!schema.validate([UInt8](text)).isEmpty, "\(text)")
    }
  }

  @Test func reportsEverythingInOrderWithPointers() {
    let schema: JSONSchema = [
      .type(.object),
      .properties(["a": [.type(.array), .items([.type(.integer), .minimum(1)])], "b~/c": .string]),
      .required(["d"]),
    ]
    let violations = schema.validate([UInt8](#"{"a":[0,1,"x"],"b~/c":1}"#))
    #expect(violations.map(\.instanceLocation) == ["", "/a/0", "/a/2", "/b~0~1c"])
    #expect(violations.map(\.keyword) == ["required", "minimum", "type", "type"])
    #expect(violations.map(\.byteOffset) == [0, 6, 10, 22])
    #expect(violations[1].description == "a/0: must not be less than 1 [minimum] (byte 6, line 1)")
  }

  @Test func malformedJSONIsOneViolation() {
    for text in ["", "{", "[1,", "1 2", "tru", "{\"a\":1,\"a\":1}"] {
      let schema: JSONSchema = [.type(.object), .properties(["a": .never])]
      #expect(schema.validate([UInt8](text)).map(\.keyword) == ["json"], "\(text)")
    }
  }

  @Test func invalidPatternsAreReported() {
    let text: JSONSchema = [.type(.string), .pattern("(")]
    #expect(text.validate([UInt8]("\"a\"")).map(\.keyword) == ["pattern"])
    let object: JSONSchema = [.type(.object), .patternProperties(["[": .any])]
    #expect(
      object.validate([UInt8](#"{"a":1}"#)).map(\.keyword) == [
        "patternProperties"
      ])
  }

  private struct Level: IntegerNewtype {
    let rawValue: UInt8
    static let constraints: Constraint? = [.maximum(9)]
  }

  private struct Code: StringNewtype {
    let rawValue: String
    static let constraints: Constraint? = [.minLength(2), .pattern("^[a-z]+$")]
  }

  private enum Side: String, ClosedEnumeration { case left, right }
  private enum Rank: Int, ClosedEnumeration {
    case first = 1
    case second
  }

  /// The types of keys demand of names what they demand when they are read.
  @Test func keysOfDictionaries() {
    func check<Key: JSONKey>(_ key: Key.Type, _ valid: [String], _ invalid: [String]) {
      let schema = JSONSchema(of: [Key: Int].self)
      for name in valid + invalid {
        #expect(
          schema.isValid([UInt8](#"{"\#(name)":1}"#.utf8)) == valid.contains(name), "\(Key.self) \(name)")
      }
    }
    check(String.self, ["", "a"], [])
    check(Int.self, ["0", "-7"], ["a", "01", "-0", "1.0"])
    check(UInt16.self, ["0", "7"], ["-7", "+1"])
    check(Level.self, ["0", "9"], ["10", "-1", "a", "09"])
    check(Code.self, ["ab"], ["a", "AB"])
    check(Side.self, ["left"], ["up", ""])
    check(Rank.self, ["1", "2"], ["3", "first", "01"])
    check(CalendarDate.self, ["2026-01-31"], ["2026-02-30", "today"])
  }

  @Test func modelSchemas() throws {
    let players = try [Player.decode([UInt8](ModelTests.text))]
    #expect([Player].isValid(try players.encoded()))
    let broken = [UInt8](
      #"[{"account_id":"x","tags":["a","b","c","d"],"epic":null,"role":null,"created_at":0}]"#)
    #expect(
      JSONSchema(of: [Player].self).validate(broken).map { "\($0.instanceLocation) \($0.keyword)" } == [
        "/0 required", "/0 required", "/0 required", "/0 required", "/0 required", "/0/account_id type",
        "/0/tags maxItems", "/0/role type",
      ])
    #expect(
      JSONSchema.value(Tree.self).isValid(try Tree(name: "", span: Span(minimum: 1, maximum: 2)).encoded()))
  }
}
