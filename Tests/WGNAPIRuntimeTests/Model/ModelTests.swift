import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPISchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ModelTests {
  static let text = """
    {"account_id":7,"nickname":"abc","created_at":1700000000,"rating":1.5,"is_online":1,"clan_id":null,\
    "epic":null,"tags":["a","b"],"scores":{"x":1}}
    """

  @Test func rejectedKeysAreErrorsInClosedModelsToo() {
    for validation in [JSONDecoding.Validation.strict, .report, .off] {
      let options = JSONDecoding(unknownKeys: .reject, validation: validation)
      let error = #expect(throws: JSONError.self) {
        try Closed.decode([UInt8](#"{"id": 1, "other": 2}"#), options: options)
      }
      #expect(error?.kind == .unknownKey)
    }
  }

  @Test func readsAllKindsOfFields() throws {
    let player = try Player.decode([UInt8](Self.text))
    #expect(player.accountID == 7)
    #expect(player.createdAt == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(player.rating == 1.5)
    #expect(player.isOnline)
    #expect(player.clanID == nil && player.role == nil && player.lastBattle == nil)
    #expect(player.$epic.isNull)
    #expect(player.tags == ["a", "b"])
    #expect(player.scores == ["x": 1])
    #expect(try player.encoded().text == Self.text)
  }

  @Test func readsKeysInAnyOrderWithEscapesAndWhiteSpace() throws {
    let text = """
      { "scores" : {} , "tags":[], "\\u0072ole" : "r", "unknown": [1, {"a": null}], "is_online": false,
        "rating": 2, "created_at": 0, "clan_id": 12, "nickname": "n", "account_id": 1.0e1, "last_battle": null }
      """
    let player = try Player.decode([UInt8](text))
    let expected = Player(
      accountID: 10, nickname: "n", createdAt: Date(timeIntervalSince1970: 0), rating: 2, isOnline: false,
      clanID: 12, role: "r")
    #expect(player == expected)
    #expect(player.hashValue == expected.hashValue)
    #expect(player.$epic.isAbsent)
  }

  @Test func everyFieldTakesPartInEquality() throws {
    let player = try Player.decode([UInt8](Self.text))
    let changes: [(inout Player) -> Void] = [
      { $0.accountID = 8 }, { $0.nickname = "x" }, { $0.createdAt += 1 }, { $0.rating = 0 },
      { $0.isOnline = false }, { $0.clanID = 0 }, { $0.role = "" }, { $0.lastBattle = $0.createdAt },
      { $0.$epic = .absent }, { $0.epic = 1 }, { $0.tags = [] }, { $0.scores = [:] },
    ]
    for change in changes {
      var other = player
      change(&other)
      #expect(other != player)
      #expect(try Player.decode(other.encoded()) == other)
    }
    #expect(Set([player, player]).count == 1)
  }

  @Test(arguments: [
    (#"{"account_id":7}"#, "the key \"nickname\" is missing (byte 0, line 1)"),
    (#"{"account_id":"x"}"#, "account_id: expected integer, found string \"x\" (byte 14, line 1)"),
    (#"{"account_id":1.5}"#, "account_id: expected integer, found number 1.5 (byte 14, line 1)"),
    (
      #"{"account_id":9223372036854775808}"#,
      "account_id: number 9223372036854775808 does not fit Int64 (byte 14, line 1)"
    ),
    (#"{"account_id":7,"account_id":7}"#, "account_id: duplicate key \"account_id\" (byte 16, line 1)"),
    (#"{"role":null}"#, "role: expected a value, found null [type] (byte 8, line 1)"),
    (#"{"nickname":""}"#, "nickname: shorter than 1 character [minLength] (byte 12, line 1)"),
    (#"{"tags":["a",1]}"#, "tags/1: expected string, found number 1 (byte 13, line 1)"),
    ("{\n\"scores\":{\"a\":1,\"a\":2}}", "scores/a: duplicate key \"a\" (byte 18, line 2)"),
    ("[]", "expected object, found array (byte 0, line 1)"),
    ("", "expected object, found the end (byte 0, line 1)"),
    (#"{"rating":-1}"#, "rating: must not be less than 0 [minimum] (byte 10, line 1)"),
    (#"{"is_online":2}"#, "is_online: expected 0 or 1, found 2 (byte 13, line 1)"),
  ])
  func reportsTheMistakeAndItsPosition(text: String, message: String) {
    let error = #expect(throws: JSONError.self) { try Player.decode([UInt8](text)) }
    #expect(error?.description == message)
  }

  /// Nothing is lost, so only strict validation refuses these.
  @Test func nullForAnAbsentValueAndMoreElementsAreViolations() throws {
    let text = [UInt8](#"[1,{"role":null},[3],4]"#)
    let (couple, found) = try Couple.decodeReporting(text)
    #expect(couple == Couple(first: 1, second: Absent(role: nil)))
    #expect(Set(found.map { "\($0.instanceLocation) \($0.keyword)" }) == ["/1/role type", " items"])
    #expect(throws: JSONError.self) { try Couple.decode([UInt8](#"[1,{},3]"#)) }
    #expect(throws: JSONError.self) { try Couple.decode([UInt8](#"[1,{"role":null}]"#)) }
    #expect(throws: JSONError.self) { try Couple.decodeReporting([UInt8](#"[1,{"role":nul}]"#)) }
  }

  private struct Absent: JSONModel {
    let role: String?
    static let layout = ModelLayout<Self> { $0.optional("role", \.role) }
  }

  private struct Couple: JSONModel {
    let first: Int
    let second: Absent
    static let layout = ModelLayout<Self>.tuple {
      $0.element(\.first)
      $0.element(\.second)
    }
  }

  @Test func unknownKeysAsTheOptionsSay() throws {
    let text = [UInt8](#"{"lives":9,"tail":{"length":[1]}}"#)
    #expect(try Cat.decode(text) == Cat(lives: 9))
    let error = #expect(throws: JSONError.self) {
      try Cat.decode(text, options: JSONDecoding(unknownKeys: .reject))
    }
    #expect(error?.kind == .unknownKey)
    let options = JSONDecoding(unknownKeys: .report)
    #expect(
      try Cat.decodeReporting(text, options: options).violations.map(\.keyword) == ["additionalProperties"])
  }

  private struct Team: JSONModel {
    var nicknames: [Nickname]

    static let layout = ModelLayout<Self> {
      $0.required("nicknames", \.nicknames, [.schema(.value([Nickname].self)), .maxItems(1)])
    }
  }

  /// A named list's schema has that of its elements, which was checked with each of them.
  @Test func reportsAViolationOnce() throws {
    let (_, violations) = try Team.decodeReporting([UInt8](#"{"nicknames": ["", "ab", "abc"]}"#))
    #expect(violations.map(\.keyword) == ["maxItems", "minLength", "minLength"])
  }

  private struct Label: StringNewtype {
    var rawValue: String
    static let constraints: Constraint? = [.type(.string), .maxLength(10)]
  }

  private struct Parcel: JSONModel {
    var label: Label
    var carrier: VehicleType

    static let layout = ModelLayout<Self> {
      $0.required("label", \.label, [.schema(.value(Label.self)), .maxLength(5)])
      $0.required("carrier", \.carrier, [.enumeration(["heavyTank", "SPG"])])
    }
  }

  /// One keyword may be broken twice, and what is merely unknown hides no broken one.
  @Test func reportsEachViolation() throws {
    let text = #"{"label": "123456789012", "carrier": "AT"}"#
    let (_, violations) = try Parcel.decodeReporting(
      [UInt8](text), options: JSONDecoding(unknownValues: .report, validation: .report))
    #expect(violations.map(\.keyword) == ["maxLength", "maxLength", "enum", "enum"])
    #expect(Set(violations.map(\.message)).count == 4)
    #expect(violations.map(\.keywordLocation.isEmpty) == [false, false, true, false])
  }

  @Test func reportsViolationsWithTheirPlaces() throws {
    var json = try JSON(parsing: Self.text)
    json = try JSON.object(
      JSONObject(
        #require(json.object).map { key, value in
          switch key {
          case "nickname": (key, "")
          case "tags": (key, ["a", "b", "c", "d"])
          default: (key, value)
          }
        }))
    let text = json.description
    let (players, violations) = try [Player].decodeReporting([UInt8]("[\(Self.text),\(text)]"))
    #expect(players.count == 2)
    #expect(violations.map(\.instanceLocation) == ["/1/nickname", "/1/tags"])
    #expect(violations.map(\.keyword) == ["minLength", "maxItems"])
    _ = try Player.decode([UInt8](text), options: JSONDecoding(validation: .off))
  }

  @Test func recursiveAndBoxedModels() throws {
    let leaf = Tree(name: "leaf", span: Span(minimum: 1, maximum: 2.5))
    var tree = Tree(name: "root", left: leaf, children: [leaf, leaf], span: Span(minimum: 0, maximum: 1))
    #expect(try Tree.decode(tree.encoded()) == tree)
    let copy = tree
    tree.span.minimum = 5
    #expect(copy.span.minimum == 0 && tree != copy)
    tree.$epic = .null
    #expect(try tree.encoded().text.hasSuffix("\"span\":[5,1.0],\"epic\":null}"))
    #expect(try Tree.decode(tree.encoded()).$epic == .null)
    tree.epic = Span(minimum: 3, maximum: 4)
    #expect(try Tree.decode(tree.encoded()).epic?.minimum == 3)
    #expect(Tree.isValid(try tree.encoded()))
  }

  @Test func tuplesHaveExactlyTheirElements() {
    for text in ["[]", "[1]", "[1,2,3]", "[1,null]", "{}", "[1,2"] {
      #expect(throws: JSONError.self) { try Span.decode([UInt8](text)) }
      #expect(!Span.isValid([UInt8](text)))
    }
  }

  struct Candle: JSONModel, Equatable {
    let time: Int
    let price: Double?
    let note: String?
    let added: Date?

    static let layout = ModelLayout<Self>.tuple {
      $0.element(\.time)
      $0.optionalElement(\.price, [.minimum(0)])
      $0.lenientElement(\.note)
      $0.optionalElement(\.added, as: UnixTime.self)
    }
  }

  @Test(arguments: [
    ("[1]", Candle(time: 1, price: nil, note: nil, added: nil)),
    ("[1,2.5]", Candle(time: 1, price: 2.5, note: nil, added: nil)),
    ("[1,2.5,\"a\"]", Candle(time: 1, price: 2.5, note: "a", added: nil)),
    (
      "[1,2.5,null,7]",
      Candle(time: 1, price: 2.5, note: nil, added: Date(timeIntervalSince1970: 7))
    ),
  ])
  func tuplesMayLackTheirEnd(_ text: String, _ value: Candle) throws {
    #expect(try Candle.decode([UInt8](text)) == value)
    #expect(try value.encoded().text == text)
    #expect(Candle.isValid([UInt8](text)) && value.validate().isEmpty)
  }

  @Test func tuplesLackNothingElse() throws {
    for text in ["[]", "[1,null]", "[1,-1]", "[1,2,3]", "[1,2,\"a\",null]", "[1,2,\"a\",7,8]", "[1,"] {
      #expect(throws: JSONError.self, "\(text)") {
        try Candle.decode([UInt8](text), options: JSONDecoding(validation: .strict))
      }
      #expect(!Candle.isValid([UInt8](text)), "\(text)")
    }
    let empty = #expect(throws: JSONError.self) { try Candle.decode([UInt8]("[]")) }
    #expect(empty?.message == "expected at least 1 element, found 0")
    let gap = #expect(throws: JSONError.self) {
      try Candle(time: 1, price: nil, note: "a", added: nil).encoded()
    }
    #expect(gap?.kind == .notRepresentable)
    #expect(
      gap?.message == "the element at 1 of Candle is nil, but a later one isn't, so it can't be left out")
  }

  @Test func tuplesSatisfyTheirConstraints() throws {
    #expect(try Pair.decode([UInt8]("[1,5]")) == Pair(first: 1, second: 5))
    #expect(Pair.isValid([UInt8]("[5,1]")))
    for (text, keyword) in [("[5,5]", "uniqueItems"), ("[1,2]", "contains"), ("[1]", "minItems")] {
      #expect(throws: JSONError.self) { try Pair.decode([UInt8](text)) }
      #expect(!Pair.isValid([UInt8](text)))
      #expect(JSONSchema(of: Pair.self).validate([UInt8](text)).map(\.keyword).contains(keyword), "\(text)")
    }
    #expect(Pair(first: 7, second: 7).validate().map(\.keyword) == ["uniqueItems"])
    let (pair, violations) = try Pair.decodeReporting(
      [UInt8]("[2,2]"), options: JSONDecoding(validation: .report))
    #expect(pair.first == 2 && violations.map(\.keyword) == ["uniqueItems", "contains"])
    #expect(try Pair.decode([UInt8]("[2,2]"), options: JSONDecoding(validation: .off)).second == 2)
  }

  @Test func additionalKeysLandInTheMap() throws {
    let open = try Open.decode([UInt8](#"{"b":2,"id":1,"a":1}"#))
    #expect(open.rest.mapValues(\.timeIntervalSince1970) == ["a": 1, "b": 2])
    #expect(try open.encoded().text == #"{"id":1,"a":1,"b":2}"#)
    #expect(throws: JSONError.self) { try Open.decode([UInt8](#"{"id":1,"a":1,"a":1}"#)) }
    #expect(!Open.isValid([UInt8](#"{"id":1,"a":"x"}"#)))
  }

  @Test func closedModelsAndObjectConstraints() throws {
    #expect(try Closed.decode([UInt8](#"{"id":3}"#)).id == 3)
    for text in [#"{"id":3,"x":1}"#, "{}", #"{"id":11}"#] {
      let error = #expect(throws: JSONError.self) { try Closed.decode([UInt8](text)) }
      #expect(error?.kind == .validation)
      #expect(!Closed.isValid([UInt8](text)))
    }
    #expect(throws: JSONError.self) {
      try Closed.decode([UInt8](#"{"id":4294967296}"#), options: JSONDecoding(validation: .off))
    }
  }

  @Test func payloadIsReadInOnePass() throws {
    let text = [UInt8](#"{"data":[1,2],"lives":3,"more":{"data":1}}"#)
    let (cat, payload, _) = try Cat.decode(text, payload: "data", as: [Int].self)
    #expect(cat.lives == 3)
    #expect(try payload?.get() == [1, 2])
    let failed = try Cat.decode(text, payload: "data", as: [String].self)
    #expect(failed.envelope.lives == 3)
    #expect(throws: JSONError.self) { try failed.payload?.get() }
    #expect(try Cat.decode([UInt8](#"{"lives":3}"#), payload: "data", as: Int.self).payload == nil)
  }

  @Test func modelsWithMoreThan64Fields() throws {
    let wide = try Wide.decode([UInt8](#"{"f69":69,"f0":0,"f64":"x"}"#))
    #expect(wide.f0 == 0 && wide.f69 == 69 && wide.f64 == "x" && wide.f30 == nil)
    #expect(try wide.encoded().text == #"{"f0":0,"f64":"x","f69":69}"#)
    #expect(throws: JSONError.self) { try Wide.decode([UInt8](#"{"f69":1,"f64":"x","f69":2}"#)) }
    #expect(throws: JSONError.self) { try Wide.decode([UInt8](#"{"f69":1}"#)) }
  }
}
