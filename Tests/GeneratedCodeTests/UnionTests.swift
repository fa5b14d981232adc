import Features
import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPISchema

@Suite struct UnionTests {
  private let strict = JSONDecoding(unknownKeys: .reject)

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  // MARK: Constraints

  @Test(arguments: [
    #""abcd""#, "-1", #"["a"]"#, #"["ab","cd","ef"]"#, #"{"share": 101}"#, #"{"share": 1, "note": "long"}"#,
  ])
  func alternativesKeepTheirConstraints(_ text: String) throws {
    #expect(throws: JSONError.self) { try Limited.decode(bytes(text), options: strict) }
    let (value, violations) = try Limited.decodeReporting(bytes(text))
    #expect(violations.count == 1)
    #expect(!Limited.isValid(bytes(text)))
    #expect(value.validate().count == 1)
  }

  @Test(arguments: [#""abc""#, "5", #"["ab","cd"]"#, #"{"share":99.5,"note":"abc"}"#])
  func valuesInRangeAreReadAndWritten(_ text: String) throws {
    let value = try Limited.decode(bytes(text), options: strict)
    #expect(try value.encoded() == bytes(text))
    #expect(Limited.isValid(bytes(text)) && value.validate().isEmpty)
  }

  @Test func otherTypesThanTheKnownOnesAreNamed() {
    let error = #expect(throws: JSONError.self) { try Limited.decode(bytes("true")) }
    #expect(error?.message == "expected integer or string or array or object, found boolean true")
    #expect(Limited.validate(bytes("null")).map(\.keyword) == ["type"])
  }

  @Test func integersAreToldFromFractions() throws {
    #expect(try Fraction.decode(bytes("2.0"), options: strict) == .integer(2))
    #expect(try Fraction.decode(bytes("0.5"), options: strict) == .fraction(0.5))
    #expect(try Fraction.decode(bytes("1.5")) == .unknown(1.5))
    #expect(try Fraction.decode(bytes(#""a""#), options: strict) == .unknown("a"))
  }

  // MARK: Broken alternatives

  @Test func aBrokenMemberIsReportedAndNotUnknown() throws {
    let error = #expect(throws: JSONError.self) { try Members.decode(bytes(#"[{"id": 1}]"#)) }
    #expect(error?.description == #"0: the key "name" is missing (byte 1, line 1)"#)
    #expect(throws: JSONError.self) { try Members.decode(bytes(#"{"1": {"id": "x", "name": "Al"}}"#)) }
    let (value, violations) = try Members.decodeReporting(bytes(#"[{"id": 1, "name": "A"}]"#))
    #expect(value == .list([Member(id: 1, name: "A")]))
    #expect(violations.map(\.keyword) == ["minLength"])
    #expect(try Members.decode(bytes("7"), options: strict) == .unknown(7))
    #expect(!Members.isValid(bytes(#"[{"id": 1}]"#)) && Members.isValid(bytes("7")))
  }

  @Test func keysOfItsOwnTellWhichAlternativeIsBroken() throws {
    let deleted = #expect(throws: JSONError.self) {
      try Lookalike.decode(bytes(#"{"id": "x", "deleted": true}"#))
    }
    #expect(deleted?.path == ["id"])
    let found = #expect(throws: JSONError.self) { try Lookalike.decode(bytes(#"{"title": "a"}"#)) }
    #expect(found?.kind == .missingKey)
    let both = bytes(#"{"title": 1, "deleted": 2}"#)
    #expect(throws: JSONError.self) { try Lookalike.decode(both) }
    #expect(try Lookalike.decodeReporting(both).violations.map(\.keyword) == ["anyOf"])
    #expect(try Lookalike.decode(bytes(#"{"other": 1}"#), options: strict) == .unknown(["other": 1]))
    #expect(!Lookalike.isValid(both) && Lookalike.isValid(bytes(#"{"other": 1}"#)))
  }

  @Test func schemasTellWhatNothingElseDoes() throws {
    #expect(try ClosedLookalike.decode(bytes(#""ab""#), options: strict) == .string("ab"))
    #expect(try ClosedLookalike.decode(bytes(#""ABCDE""#), options: strict) == .code("ABCDE"))
    #expect(throws: JSONError.self) { try ClosedLookalike.decode(bytes(#""abcd""#)) }
    #expect(
      try ClosedLookalike.decode(bytes(#"{"id": 1, "deleted": true}"#), options: strict)
        == .deleted(Deleted(id: 1)))
  }

  @Test func unknownAlternativesAreToldWhereThatIsAskedFor() throws {
    let reporting = JSONDecoding(unknownValues: .report)
    let (bot, violations) = try Message.decodeReporting(bytes(#"{"role": "bot"}"#), options: reporting)
    #expect(bot == .unknown(["role": "bot"]))
    #expect(violations.map(\.instanceLocation) == ["/role"])
    #expect(violations.map(\.message) == [#"Message has no alternative for "bot""#])
    #expect(
      try Message.decodeReporting(bytes("7"), options: reporting).violations.map(\.keyword) == ["anyOf"])
    let error = #expect(throws: JSONError.self) {
      try Message.decode(bytes("7"), options: JSONDecoding(unknownValues: .reject))
    }
    #expect(error?.kind == .unknownValue)
  }

  // MARK: Cases and their JSON

  @Test func constantsAreSuppliedAndInferredAsDiscriminator() throws {
    let message = Message.userMessage(UserMessage(content: "Hi"))
    #expect(try message.encoded() == bytes(#"{"role":"user","content":"Hi"}"#))
    #expect(try Message.decode(message.encoded(), options: strict) == message)
    #expect(try Message.decode(bytes(#""plain""#), options: strict) == .string("plain"))
    // Known by its role, and so broken, not unknown.
    #expect(throws: JSONError.self) { try Message.decode(bytes(#"{"role": "user"}"#)) }
    #expect(try Message.decode(bytes(#"{"role": "bot"}"#), options: strict) == .unknown(["role": "bot"]))
    #expect(try Numbered.decode(bytes(#"{"type": 1.0, "a": ""}"#), options: strict) == .first(.init(a: "")))
    #expect(try Numbered.decode(bytes(#"{"type": 3}"#), options: strict) == .other(.init(type: ._3)))
  }

  @Test func openUnionsAreCheckedBeforeTheyAreSent() {
    #expect(Message.userMessage(UserMessage(content: "")).validate().map(\.keyword) == ["minLength"])
    #expect(Message.unknown(["role": "bot"]).validate().isEmpty)
  }

  /// A value made by lax reading can have any constant.
  @Test func aCaseIsNotWrittenAsAnother() throws {
    let lax = JSONDecoding(validation: .off)
    let banana = try UserMessage.decode(bytes(#"{"role": "banana", "content": ""}"#), options: lax)
    let asUser = try ToolMessage.decode(bytes(#"{"role": "user", "call": 1}"#), options: lax)
    for write in [
      { try Message.userMessage(banana).encoded() }, { try ClosedMessage.userMessage(banana).encoded() },
      { try Message.toolMessage(asUser).encoded() }, { try ClosedMessage.toolMessage(asUser).encoded() },
    ] {
      let error = #expect(throws: JSONError.self) { try write() }
      #expect(error?.kind == .notRepresentable)
    }
    let error = #expect(throws: JSONError.self) { try ClosedMessage.toolMessage(asUser).encoded() }
    #expect(error?.message == #"the value's "role" isn't "tool", which identifies its case of ClosedMessage"#)
    #expect(ClosedMessage.toolMessage(asUser).validate().map(\.keyword) == ["json"])
    // What the caller calls unknown is written as it is.
    let user = Message.unknown(["role": "user", "content": "Hi"])
    #expect(try user.encoded() == bytes(#"{"role":"user","content":"Hi"}"#))
    #expect(try Message.unknown("text").encoded() == bytes(#""text""#))
    #expect(try Members.unknown([]).encoded() == bytes("[]"))
  }

  @Test func aWrongTagIsToldWithTheKnownOnes() {
    let violations = ClosedMessage.validate(bytes(#"{"role": "bot"}"#))
    #expect(violations.map(\.keyword) == ["enum"])
    #expect(violations.first?.instanceLocation == "/role")
    #expect(violations.first?.message.contains(#""user""#) == true)
    let error = #expect(throws: JSONError.self) { try ClosedMessage.decode(bytes(#"{"role": "bot"}"#)) }
    #expect(error?.message == #"expected one of "user", "tool", found "bot""#)
    #expect(ClosedMessage.validate(bytes("{}")).map(\.keyword) == ["required"])
  }

  // MARK: Null

  @Test func nullIsNil() throws {
    let text: MaybeText? = try Optional<MaybeText>.decode(bytes("null"))
    #expect(text == nil)
    let document = #"""
      {"limited": "a", "fraction": 1, "members": [], "message": "m",
       "closedMessage": {"role": "tool", "call": 1}, "numbered": {"type": 2},
       "lookalike": {"id": 1, "deleted": true}, "closedLookalike": "abc",
       "maybeText": null, "maybeMessage": null, "maybeWord": null, "requiredWord": null}
      """#
    let value = try Unions.decode(bytes(document), options: strict)
    #expect(value.maybeText == nil && value.maybeMessage == nil && value.requiredWord == nil)
    #expect(value.$maybeWord.isNull)
    #expect(Unions.isValid(bytes(document)))
    #expect(try Unions.decode(value.encoded(), options: strict) == value)
    for wrong in [#""maybeText": 5"#, #""maybeText": []"#] {
      let broken = document.replacing(#""maybeText": null"#, with: wrong)
      #expect(throws: JSONError.self) { try Unions.decode(bytes(broken)) }
      #expect(!Unions.isValid(bytes(broken)))
    }
  }

  @Test(arguments: ["5", "[]", "{}", "false"]) func nothingElseIsNull(_ text: String) {
    #expect(throws: JSONError.self) { try MaybeText.decode(bytes(text)) }
    #expect(throws: JSONError.self) { try Optional<MaybeText>.decode(bytes(text)) }
    #expect(!MaybeText.isValid(bytes(text)))
  }

  // MARK: Reading and validating agree

  @Test(arguments: 0..<20) func readingAcceptsExactlyValidValues(_ seed: UInt64) throws {
    var documents = RandomDocuments(seed: seed)
    for _ in 0..<200 {
      let document = documents.next()
      agree(Limited.self, document)
      agree(Fraction.self, document)
      agree(Members.self, document)
      agree(Message.self, document)
      agree(ClosedMessage.self, document)
      agree(Numbered.self, document)
      agree(Lookalike.self, document)
      agree(ClosedLookalike.self, document)
      agree(Pet.self, document)
      agree(ClosedPet.self, document)
      agree(TextOrNumber.self, document)
      agree(ExpressionValue.self, document)
    }
  }

  /// Strict reading takes exactly what the schema accepts, and what was read is written and read again.
  private func agree<Value: JSONUnion>(_ type: Value.Type, _ document: [UInt8]) {
    let value = try? Value.decode(document)
    let shown = String(decoding: document, as: UTF8.self)
    #expect((value != nil) == Value.isValid(document), "\(type): \(shown)")
    guard let value else { return }
    let again = try? Value.decode(value.encoded())
    #expect(again == value, "\(type): \(shown)")
  }
}

/// Documents of the keys and values that the unions of the specs speak of, put together at random.
private struct RandomDocuments {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private mutating func random(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  mutating func next() -> [UInt8] { Array(value(depth: 0).utf8) }

  private mutating func value(depth: Int) -> String {
    switch random(depth > 2 ? 6 : 10) {
    case 0: return ["null", "true", "false"][random(3)]
    case 1: return ["0", "1", "2.0", "3", "-1", "0.5", "1.5", "1e2"][random(8)]
    case 2...5:
      let words = ["user", "tool", "bot", "cat", "dog", "Cat", "abc", "abcd", "ABCDE", "a", "", "+"]
      return "\"\(words[random(words.count)])\""
    case 6, 7: return "[\((0..<random(4)).map { _ in value(depth: depth + 1) }.joined(separator: ","))]"
    default: return object(depth: depth)
    }
  }

  private mutating func object(depth: Int) -> String {
    let usual = [
      #""id":1"#, #""name":"Al""#, #""role":"user""#, #""role":"tool""#, #""content":"Hi""#, #""call":3"#,
      #""kind":"cat""#, #""lives":9"#, #""kind":"dog""#, #""breed":"Pug""#, #""deleted":true"#,
      #""title":"T""#,
      #""type":1"#, #""type":2"#, #""a":"b""#, #""share":12"#, #""note":"abc""#, #""1":{"id":1,"name":"Al"}"#,
    ]
    let keys = ["id", "name", "role", "content", "kind", "deleted", "title", "type", "share", "1"]
    var members: [String: String] = [:]
    for _ in 0..<random(5) {
      let member =
        random(4) > 0
        ? usual[random(usual.count)] : "\"\(keys[random(keys.count)])\":\(value(depth: depth + 1))"
      let key = String(member.prefix { $0 != ":" })
      members[key] = member
    }
    return "{\(members.sorted { $0.key < $1.key }.map(\.value).joined(separator: ","))}"
  }
}

/// What names, newtypes and absent tags have to do with unions and null.
@Suite struct NamedValueTests {
  @Test func nullBehindTwoNamesIsNull() throws {
    let bytes = Array(#"{"subtitle":null,"all":[null,"a"]}"#.utf8)
    let value = try Subtitled.decode(bytes)
    #expect(value.subtitle == nil && value.all == [nil, "a"])
    #expect(try value.encoded() == bytes)
    #expect(JSONSchema(of: Subtitled.self).isValid(bytes))
  }

  @Test func constantsTellWhereTheKeyMayBeMissing() throws {
    #expect(
      try Shape.decode(Array(#"{"shape":"square","side":2}"#.utf8))
        == .square(Square(shape: "square", side: 2)))
    #expect(throws: JSONError.self) { try Shape.decode(Array(#"{"shape":"circle","side":2}"#.utf8)) }
  }

  @Test func constantsOfNamesAndNewtypesAreSupplied() throws {
    #expect(try Skipper().encoded() == Array(#"{"post":"captain","rank":7,"level":3}"#.utf8))
  }
}
