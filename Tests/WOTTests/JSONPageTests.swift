import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPISchema
import WGNAPITesting
import WOT

/// The code of `docs/json.md` and `docs/json-schema.md`, word for word, and what its comments say of it.
@Suite struct JSONPageTests {
  @Test func thePageOfModelsIsCompiled() throws {
    let page = try PageCode("json.md")
    #expect(page.blocks.count == 10)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  /// Validators of documents are generated for other tests.
  @Test func thePageOfValidationIsCompiled() throws {
    let page = try PageCode("json-schema.md", without: ["JSON Schema documents"])
    #expect(page.blocks.count == 5)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func models() async throws {
    let bytes = Array(#"{"account_id":1001,"nickname":"Garden_Gnome"}"#.utf8)
    let match = try PlayerMatch.decode(bytes)
    let written = try match.encoded()
    #expect(written == bytes)

    let stubs = Stubs()
    stubs.on(PlayersRequest.self, .value([1001: nil]))
    let client = Client(
      server: .eu, applicationID: "demo", configuration: ClientConfiguration.stubbed(stubs))
    let id: AccountID = 1001
    let other = AccountID("1002")
    let players = try await client.players(accountIDs: [id])
    #expect(other == 1002 && players == [1001: nil])

    let mode = SearchMode(rawValue: "soundsLike")
    _ = mode.isKnown
    switch mode {
    case .startsWith: print("names that begin so")
    case .exact: print("this name")
    default: print(mode.rawValue)
    }
    #expect(!mode.isKnown)

    var meta = try Meta.decode(Array(#"{"count": null, "total": 3}"#.utf8))
    _ = meta.count
    _ = meta.$count.isNull
    _ = meta.$page.isAbsent
    meta.$page = .null
    meta.total = nil
    #expect(meta.count == nil && meta.$count.isNull)
    #expect(try JSON(parsing: meta.encoded()) == ["count": .null, "page": .null])
    #expect(try Meta.decode([123, 125]).$page.isAbsent)
  }

  @Test func valuesOfAnyShape() throws {
    let order: JSON = ["id": 7, "items": ["tea", nil], "paid": true]
    let parsed = try JSON(parsing: #"{"big": 18446744073709551616, "price": 1.10}"#)
    #expect(order["items"]?[1] == .null)

    _ = order["id"]?.int
    _ = order["items"]?[0]?.string
    _ = order["missing"]
    _ = parsed["big"]?.int
    _ = parsed["big"]?.number?.text
    _ = parsed["price"]?.number?.decimalValue
    #expect(order["id"]?.int == 7 && order["items"]?[0]?.string == "tea" && order["missing"] == nil)
    #expect(parsed["big"]?.int == nil && parsed["big"]?.number?.text == "18446744073709551616")
    #expect(parsed["price"]?.number?.decimalValue?.description == "1.1")

    switch parsed {
    case .object(let members): for (key, value) in members { print(key, value) }
    case .array(let elements): print(elements.count)
    case .string(let text): print(text)
    case .number(let number): print(number.text)
    case .bool(let flag): print(flag)
    case .null: print("null")
    }

    var object = order.object ?? JSONObject()
    object["paid"] = false
    object["id"] = nil
    let changed = JSON.object(object)
    #expect(changed == ["items": ["tea", nil], "paid": false])

    let player: JSON = ["account_id": 1001, "nickname": "Garden_Gnome"]
    let match = try player.decode(as: PlayerMatch.self)
    let json = try JSON(encoding: match)
    #expect(json == player)
  }

  @Test func validation() throws {
    let bytes = Array(#"{"account_id": 1, "nickname": "a"}"#.utf8)
    _ = PlayerMatch.isValid(bytes)
    for violation in PlayerMatch.validate(Array(#"{"account_id": "1"}"#.utf8)) { print(violation) }
    #expect(PlayerMatch.isValid(bytes))
    let schema = JSONSchema(of: PlayerMatch.self)
    for violation in schema.validate(Array(#"{"account_id": "1"}"#.utf8)) { print(violation) }
    #expect(
      PlayerMatch.validate(Array(#"{"account_id": "1"}"#.utf8)).map { "\($0)" } == [
        "account_id: expected integer, found string \"1\" [type] (byte 15, line 1)"
      ])
    #expect(
      schema.validate(Array(#"{"account_id": "1"}"#.utf8)).map { "\($0)" } == [
        "the key \"nickname\" is missing [required] (byte 0, line 1)",
        "account_id: expected integer, found string \"1\" [type] (byte 15, line 1)",
      ])
    let match = try PlayerMatch.decode(bytes)
    #expect(try valuesAreValidated(match, JSON(parsing: bytes)) == 0)
  }

  @Test func schemas() throws {
    let bytes = Array(#"{"leader": "Ann"}"#.utf8)
    let name: JSONSchema = [.type(.string), .minLength(3), .maxLength(24)]
    let crew: JSONSchema = [
      .type(.object), .required(["leader"]), .additionalProperties(false),
      .properties([
        "leader": name,
        "members": [.type([.array, .null]), .items(name), .uniqueItems()],
        "last": .value(PlayerMatch.self),
      ]),
    ]
    _ = crew.isValid(bytes)
    #expect(crew.isValid(bytes))

    let evaluation = crew.evaluate(Array(#"{"leader": "x"}"#.utf8))
    _ = evaluation.isValid
    _ = evaluation.violations
    _ = try evaluation.basicOutput.encoded()
    #expect(
      String(decoding: try evaluation.basicOutput.encoded(), as: UTF8.self)
        == #"{"valid":false,"errors":[{"keywordLocation":"/properties/leader/minLength","#
        + #""instanceLocation":"/leader","error":"shorter than 3 characters"}]}"#)
  }

  private func valuesAreValidated(_ player: PlayerMatch, _ json: JSON) throws -> Int {
    let crew: JSONSchema = [.type(.object)]
    _ = player.validate()
    _ = crew.validate(json)
    return player.validate().count + crew.validate(json).count
  }
}
