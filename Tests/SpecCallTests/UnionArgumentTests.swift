import APIModel
import Testing

@testable import SpecCall

/// What a text on the command line means where the spec allows values of several kinds.
@Suite struct UnionArgumentTests {
  private static let specs = """
    wgnapi: 1
    module: {servers: {main: https://shop.example.com/}}
    endpoints:
      send:
        post: send
        body:
          properties:
            r?: {oneOf: [{type: integer, maximum: 10}, {type: string, maxLength: 4}]}
            d?: {anyOf: [date, integer]}
            closed?: {oneOf: [date, integer], open: false}
            flag?: {oneOf: [boolean, {type: integer, minimum: 5}]}
            times?: {anyOf: [date, date-time]}
            lists?: {oneOf: [{type: "[integer]", maxItems: 2}, {type: "[string]", maxItems: 3}]}
            many?: "[Either]"
            either?: Either
            nested?: {oneOf: [Either, boolean]}
            shape?: {oneOf: [Circle, Square], discriminator: kind}
            mixed?: {oneOf: [Circle, integer]}
            listed?: {oneOf: [{enum: [cup, pot]}, integer]}
            nothing?: "Maybe?"
        response: empty
      draw: {post: draw, body: {oneOf: [Circle, Square], discriminator: kind}, response: empty}
      find: {get: find, parameters: {r: {oneOf: [{type: integer, maximum: 10}, {type: string, maxLength: 4}]}}, response: empty}
      secretive: {get: secret, parameters: {pin: {oneOf: [{type: integer, maximum: 10}, {type: string, maxLength: 4}], secret: true}}, response: empty}
    schemas:
      Maybe: {oneOf: [integer, date]}
      Either: {anyOf: [{type: integer, maximum: 10}, uuid]}
      Circle: {properties: {kind: {const: circle}, size: integer}}
      Square: {properties: {kind: {const: square}, size: string, "name?": {type: string, maxLength: 3}}}
    """

  private func sent(_ name: String, _ arguments: [String]) throws -> String {
    let call = try API.reading(specs: Self.specs).call(name, arguments)
    return String(decoding: CallSender.body(of: call.composed()).bytes, as: UTF8.self)
  }

  /// The alternatives decide, each for itself.
  @Test(arguments: [
    ("r=7", #"{"r":7}"#), ("r=12", #"{"r":"12"}"#), ("r=abcd", #"{"r":"abcd"}"#),
    ("r=true", #"{"r":"true"}"#),
    ("r=", #"{"r":""}"#), ("r:=7", #"{"r":7}"#), ("d=2026-02-28", #"{"d":"2026-02-28"}"#),
    ("d=5", #"{"d":5}"#),
    ("flag=true", #"{"flag":true}"#), ("flag=7", #"{"flag":7}"#),
    ("times=2026-02-28", #"{"times":"2026-02-28"}"#), ("lists=1,2", #"{"lists":[1,2]}"#),
    ("lists=1,2,3", #"{"lists":["1","2","3"]}"#), ("lists=a", #"{"lists":["a"]}"#),
    ("lists=", #"{"lists":[]}"#),
    ("many=1,0f0e0d0c-0b0a-4908-8706-050403020101", #"{"many":[1,"0f0e0d0c-0b0a-4908-8706-050403020101"]}"#),
    ("either=3", #"{"either":3}"#), ("nested=3", #"{"nested":3}"#), ("nested=true", #"{"nested":true}"#),
    ("mixed=4", #"{"mixed":4}"#),
    (#"mixed={"kind":"circle","size":1}"#, #"{"mixed":{"kind":"circle","size":1}}"#),
    ("listed=cup", #"{"listed":"cup"}"#), ("listed=cap", #"{"listed":"cap"}"#),
    ("listed=3", #"{"listed":3}"#),
    ("nothing=null", #"{"nothing":null}"#),
    ("d:=[1]", #"{"d":[1]}"#),
  ])
  func textsAreWhatAnAlternativeAccepts(_ argument: String, _ expected: String) throws {
    #expect(try sent("send", [argument]) == expected)
  }

  /// Nothing is sent, and the message says what each alternative expects.
  @Test(arguments: [
    (
      "r=abcde",
      #"'r' is a value of no alternative: expected integer, found string "abcde" [type]; longer than 4 characters [maxLength]"#
    ),
    (
      "r=12345",
      "'r' is a value of no alternative: must not be greater than 10 [maximum]; longer than 4 characters [maxLength]"
    ),
    ("d=xyz", "'d' is a value of no alternative: "), ("d=true", "'d' is a value of no alternative: "),
    ("d=null", "'d' is a value of no alternative: "), ("d=1.5", "'d' is a value of no alternative: "),
    ("d=", "'d' is a value of no alternative: "), ("d=[1]", "'d' is a value of no alternative: "),
    ("closed=xyz", "'closed' is a value of no alternative: "),
    ("flag=1", "'flag' is a value of no alternative: "),
    ("times=now", "'times' is a value of no alternative: "),
    ("lists=1,2,3,4", "'lists' is a value of no alternative: "),
    ("many=1,x", "'body' at /many/1: isn't a valid uuid [format]"),
    ("many=1.5", "'many' has a value of no alternative at /0"),
    ("nested=x", "'nested' is a value of no alternative: "),
    ("shape=x", "'shape' is an object; write name:=JSON, or name.property=value"),
    ("mixed=x", "'mixed' is a value of no alternative: "),
    ("d=1 d=2", "'d' is given 2 times, and is one value"),
  ])
  func otherTextsAreRefused(_ arguments: String, _ expected: String) throws {
    let problems = try API.reading(specs: Self.specs).refusals(
      "send", arguments.split(separator: " ").map(String.init))
    #expect(problems.count == 1 && problems[0].contains(expected), "\(problems)")
    #expect(problems.first?.contains("warning") == false)
  }

  @Test func parametersAreReadInTheSameWay() throws {
    let api = try API.reading(specs: Self.specs)
    #expect(try api.call("find", ["r=12"]).composed().url == "https://shop.example.com/find?r=12")
    #expect(try api.refusals("find", ["r=abcde"]).count == 1)
  }

  @Test func closedUnionsHaveNoOtherValues() throws {
    let api = try API.reading(specs: Self.specs)
    #expect(try api.refusals("send", ["closed=xyz"]).first?.contains(":=JSON") == false)
    #expect(
      try api.refusals("send", ["d=xyz"]).first?.hasSuffix("Another value is written in JSON, as name:=JSON")
        == true)
  }

  @Test func secretsAreNotQuoted() throws {
    let problems = try API.reading(specs: Self.specs).refusals(
      "secretive", [], environment: ["WGNAPI_SHOP_PIN": "swordfish"])
    #expect(
      problems.count == 1 && problems[0].contains("the secret value breaks it [maxLength]"), "\(problems)")
    #expect(!problems[0].contains("swordfish"))
  }

  /// The other properties say what alternative is meant.
  @Test(arguments: [
    (["kind=circle", "size=12"], #"{"kind":"circle","size":12}"#),
    (["kind=square", "size=12"], #"{"kind":"square","size":"12"}"#),
    (["size=12", "kind=square"], #"{"size":"12","kind":"square"}"#),
    (["size=12", "name=a"], #"{"kind":"square","size":"12","name":"a"}"#),
  ])
  func propertiesAreThoseOfOneAlternative(_ arguments: [String], _ expected: String) throws {
    #expect(try sent("draw", arguments) == expected)
    #expect(
      try sent("send", arguments.map { "shape.\($0)" }) == #"{"shape":\#(expected)}"#)
  }

  /// What an open union doesn't describe is sent, with a warning.
  @Test(arguments: [
    ("d:=true", "'body' at /d: matches no known alternative [anyOf]"),
    ("r:=[1]", "'body' at /r: matches no known alternative [oneOf]"),
    ("either:={}", "'body' at /either: matches no known alternative [anyOf]"),
    ("many:=[1,true]", "'body' at /many/1: matches no known alternative [anyOf]"),
    ("mixed:=[1]", "'body' at /mixed: matches no known alternative [oneOf]"),
  ])
  func unknownValuesOfOpenUnionsCauseAWarning(_ argument: String, _ expected: String) throws {
    let api = try API.reading(specs: Self.specs)
    let problems = try api.refusals("send", [argument])
    #expect(
      problems.map { $0.drop { !$0.isLetter } }.map(String.init)
        == ["warning: \(expected); the spec allows values that it doesn't list, so it is sent"], "\(problems)"
    )
    #expect(try api.refusals("send", ["closed:=true"]).allSatisfy { !$0.contains("warning") })
    #expect(try api.refusals("find", ["r:=[1]"]).first?.contains("'r': matches no known alternative") == true)
  }
}
