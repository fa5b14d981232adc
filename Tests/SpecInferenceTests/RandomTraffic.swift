import WGNAPIJSON

@testable import TrafficEvidence

/// Traffic of an API that is made up anew for each seed: objects in objects, lists, maps, unions, enumerations, parameters with
/// commas, nulls and failures.
struct RandomTraffic {
  private indirect enum Kind {
    case integer, number, word, sentence, date, time, uuid, boolean, null, emptyList, mixedList
    case enumeration([String])
    case list(Kind)
    case object([Member])
    case map(Kind)
    /// Objects in objects, as lists are linked, with a leaf.
    case chain(Int)
    case union([String: [Member]])
  }

  private struct Member {
    var name: String
    var kind: Kind
    /// In how many of ten objects it is absent or null.
    var absent: Int
    var null: Int
  }

  private static let api = "https://api.example.com/v1"
  private var random: SeededGenerator
  private(set) var har = HAR()

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for name in ["books", "shelves", "orders", "readers"].prefix(Int.random(in: 1...4, using: &random)) {
      addResource(name)
    }
  }

  private mutating func chance(_ ofTen: Int) -> Bool { Int.random(in: 0..<10, using: &random) < ofTen }

  // MARK: Requests

  private mutating func addResource(_ name: String) {
    let object = Kind.object(members(depth: 0))
    let page = Kind.object(members(depth: 2))
    let isWrapped = chance(5)
    let body = Kind.object(members(depth: 1))
    let words = Self.words.shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random))
    for _ in 0..<Int.random(in: 1...14, using: &random) {
      let list = JSON.array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(object) })
      let response = isWrapped ? ["items": list, "page": value(page)] : list
      har.add("\(Self.api)/\(name)\(query(Array(words)))", response: response)
      if chance(6) {
        har.add("\(Self.api)/\(name)/\(Int.random(in: 1...99, using: &random))", response: value(object))
      }
      if chance(4) {
        har.add("POST", "\(Self.api)/\(name)", status: 201, response: value(object), body: "\(value(body))")
      }
      if chance(2) {
        let status = [404, 409, 422].randomElement(using: &random) ?? 404
        har.add(
          "\(Self.api)/\(name)/\(Int.random(in: 1...99, using: &random))", status: status,
          response: ["error": ["code": .string("not_\(status)"), "message": "No, not now"]])
      }
    }
  }

  private mutating func query(_ words: [String]) -> String {
    var pairs: [String] = []
    if chance(5) { pairs.append("limit=\(Int.random(in: 1...50, using: &random))") }
    if chance(5) { pairs.append("since=2026-11-1\(Int.random(in: 0...9, using: &random))") }
    if chance(7) {
      let some = words.shuffled(using: &random).prefix(chance(3) ? 2 : 1)
      pairs.append("kind=\(some.joined(separator: ","))")
    }
    if chance(5) { pairs.append("order=\(words.randomElement(using: &random) ?? "x")") }
    if chance(3) { pairs += ["tag=\(words[0])", "tag=\(words[1])"] }
    return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
  }

  // MARK: Types

  private static let words = ["blood", "urine", "tissue", "hair", "saliva", "bone", "nail", "skin"]
  private static let names = [
    "amount", "state", "kind", "type", "title", "created_at", "parent", "items", "labels", "n", "is_new",
    "owner", "price", "place", "rank", "avg_rank", "link", "code", "unit", "level", "note", "book_id",
    "shelf_id", "next", "tags", "entry", "history", "self", "class", "a b", "größe", "x?", "count",
  ]

  private mutating func members(depth: Int) -> [Member] {
    let names = Self.names.shuffled(using: &random).prefix(
      Int.random(in: 1...(depth == 0 ? 8 : 4), using: &random))
    return names.map { name in
      Member(
        name: name, kind: kind(depth: depth + 1),
        absent: chance(3) ? Int.random(in: 1...9, using: &random) : 0,
        null: chance(2) ? Int.random(in: 1...10, using: &random) : 0)
    }
  }

  private mutating func kind(depth: Int) -> Kind {
    switch Int.random(in: 0..<(depth > 3 ? 12 : 19), using: &random) {
    case 0, 1: return .integer
    case 2: return .number
    case 3: return .word
    case 4: return .sentence
    case 5: return .date
    case 6: return .time
    case 7: return .uuid
    case 8: return .boolean
    case 9: return .enumeration(Array(Self.words.shuffled(using: &random).prefix(3)))
    case 10: return .null
    case 11: return .emptyList
    case 12: return .mixedList
    case 13: return .map(kind(depth: depth + 1))
    case 14: return .chain(Int.random(in: 2...24, using: &random))
    case 15:
      let tags = Self.words.shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random))
      return .union(
        Dictionary(
          uniqueKeysWithValues: tags.map { ($0, members(depth: depth + 1).filter { $0.name != "type" }) }))
    case 16, 17: return .list(kind(depth: depth + 1))
    default: return .object(members(depth: depth + 1))
    }
  }

  // MARK: Values

  private mutating func value(_ kind: Kind) -> JSON {
    switch kind {
    case .integer: return .number(JSONNumber(Int.random(in: 0...9000, using: &random)))
    case .number:
      return JSONNumber(Double(Int.random(in: 0...100, using: &random)) / 4).map { .number($0) } ?? .null
    case .word: return .string("w\(Int.random(in: 0...900, using: &random))x")
    case .sentence: return .string("No. \(Int.random(in: 0...900, using: &random)), or so")
    case .date: return .string("2026-11-1\(Int.random(in: 0...9, using: &random))")
    case .time: return .string("2026-11-20T10:00:0\(Int.random(in: 0...9, using: &random))Z")
    case .uuid: return .string("f81d4fae-7dec-11d0-a765-00a0c91e6bf\(Int.random(in: 0...9, using: &random))")
    case .boolean: return .bool(Bool.random(using: &random))
    case .null: return .null
    case .emptyList: return []
    case .mixedList:
      let all: [JSON] = [1, "two", .null, ["a": 1], true, 1.5, ["a": 2, "b": "x y"], [1, 2]]
      return .array(Array(all.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))))
    case .enumeration(let words): return .string(words.randomElement(using: &random) ?? "")
    case .list(let element):
      return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(element) })
    case .object(let members): return .object(object(members))
    case .map(let element):
      let keys = Set(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 1...99, using: &random) })
      return .object(JSONObject(keys.sorted().map { ("\($0)", value(element)) }))
    case .chain(let depth):
      var result: JSON = chance(5) ? 1 : ["n": .null]
      for _ in 0..<Int.random(in: 1...depth, using: &random) { result = ["n": result] }
      return result
    case .union(let alternatives):
      let tag = alternatives.keys.sorted().randomElement(using: &random) ?? ""
      return .object(
        JSONObject([("type", .string(tag))] + object(alternatives[tag] ?? []).map { ($0.key, $0.value) }))
    }
  }

  private mutating func object(_ members: [Member]) -> JSONObject {
    var result: [(String, JSON)] = []
    for member in members where !chance(member.absent) {
      result.append((member.name, chance(member.null) ? .null : value(member.kind)))
    }
    return JSONObject(result)
  }
}
