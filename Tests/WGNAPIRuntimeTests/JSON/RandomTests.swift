import Testing
import Thoroughness
import WGNAPIRuntime
import WGNAPISchema

/// SplitMix64: the same sequence everywhere for a seed.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct RandomTests {
  static func string(_ random: inout SeededGenerator) -> String {
    let alphabet: [Character] = [
      "a", "Z", "\"", "\\", "\n", "\u{1}", "é", "😀", "/", "\u{7F}", "~", "日", " ", "0",
    ]
    return String(
      (0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
  }

  static func json(_ random: inout SeededGenerator, depth: Int = 0) -> JSON {
    switch Int.random(in: 0...(depth > 4 ? 5 : 8), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .number(JSONNumber(Int64.random(in: .min ... .max, using: &random)))
    case 3:
      let value = Double(bitPattern: random.next())
      return .number(JSONNumber(value) ?? 0.5)
    case 4: return .number(JSONNumber(Int.random(in: -100...100, using: &random)))
    case 5: return .string(string(&random))
    case 6:
      return .array((0..<Int.random(in: 0...6, using: &random)).map { _ in json(&random, depth: depth + 1) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        object[string(&random)] = json(&random, depth: depth + 1)
      }
      return .object(object)
    }
  }

  static func player(_ random: inout SeededGenerator) -> Player {
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
    let name = String(string(&random).unicodeScalars.prefix(20)) + "x"
    var player = Player(
      accountID: AccountID(rawValue: Int64(bitPattern: random.next())), nickname: name,
      createdAt: .init(timeIntervalSince1970: Double(Int32.random(in: .min ... .max, using: &random))),
      rating: Double.random(in: 0...1e9, using: &random), isOnline: Bool.random(using: &random),
      clanID: maybe(Int64(bitPattern: random.next())), role: maybe(string(&random)),
      lastBattle: maybe(.init(timeIntervalSince1970: 5)), tags: maybe([string(&random)]) ?? [],
      scores: [string(&random): Int(bitPattern: UInt(random.next()))])
    player.$epic = [.absent, .null, .value(1)].randomElement(using: &random) ?? .absent
    return player
  }

  @Test(arguments: 1...50) func treesRoundTrip(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    for _ in 0..<20 {
      let json = Self.json(&random)
      let bytes = try json.encoded()
      #expect(try JSON(parsing: bytes) == json)
      #expect(try JSON(parsing: bytes).encoded() == bytes)
      #expect(JSONSchema.any.isValid(bytes) && JSONSchema([.const(json)]).isValid(bytes))
    }
  }

  @Test(arguments: 1...20) func modelsRoundTrip(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let players = (0..<20).map { _ in Self.player(&random) }
    let bytes = try players.encoded()
    let read = try [Player].decode(bytes)
    #expect(read == players)
    #expect(read.hashValue == players.hashValue)
    #expect([Player].validate(bytes).isEmpty)
  }

  @Test func everyPrefixIsAnError() throws {
    var random = SeededGenerator(state: 99)
    let bytes = try [Self.player(&random), Self.player(&random)].encoded()
    for count in 0..<bytes.count {
      let prefix = Array(bytes[..<count])
      #expect(throws: JSONError.self) { try [Player].decode(prefix) }
      #expect(throws: JSONError.self) { try JSON(parsing: prefix) }
      #expect([Player].validate(prefix).map(\.keyword) == ["json"])
    }
  }

  @Test(arguments: 1...UInt64(rounds(20))) func mutationsNeverCrash(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let bytes = try [Self.player(&random), Self.player(&random)].encoded()
    let pets = [UInt8](#"[{"kind":"cat","lives":9},{"kind":"dog"},{"kind":1,"x":[{}]},7]"#)
    for _ in 0..<200 {
      for document in [bytes, pets] {
        var mutated = document
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let index = Int.random(in: 0..<mutated.count, using: &random)
          switch Int.random(in: 0...2, using: &random) {
          case 0: mutated[index] = UInt8.random(in: 0...255, using: &random)
          case 1: mutated.remove(at: index)
          default:
            mutated.insert([UInt8]("{}[],:\"\\09.-entfu").randomElement(using: &random) ?? 0, at: index)
          }
        }
        let json = try? JSON(parsing: mutated)
        let players = try? [Player].decodeReporting(
          mutated, options: JSONDecoding(unknownKeys: .report, validation: .report))
        // Whatever a model reads is JSON, but for duplicates of keys the model does not know.
        if players != nil, json == nil { #expect([Player].validate(mutated).map(\.keyword) == ["json"]) }
        _ = try? [Pet].decode(mutated)
        _ = try? [TextOrNumber].decode(mutated)
        _ = [Pet].validate(mutated)
      }
    }
  }
}
