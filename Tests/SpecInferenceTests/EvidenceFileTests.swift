import Foundation
import Testing
import Thoroughness
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

struct EvidenceFileTests {
  // MARK: Random traffic

  /// Traffic that goes beyond the limits of what is told apart.
  static func exchanges(_ count: Int, seed: UInt64) -> [TrafficExchange] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).compactMap { number in
      let segment =
        switch Int.random(in: -4..<6, using: &random) {
        case ...0: "word\(Int.random(in: 0..<2000, using: &random))x"
        case 1: "\(Int.random(in: 0..<3000, using: &random))"
        case 2: "2026-11-\(Int.random(in: 10..<30, using: &random))"
        case 3: "5f4dcc3b5aa765d61d8327deb882cf\(Int.random(in: 10..<99, using: &random))"
        case 4: "a b\(Int.random(in: 0..<5, using: &random))"
        default: "books"
        }
      var query = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        "p\(Int.random(in: 0..<150, using: &random))=\(Int.random(in: 0..<3, using: &random)),x"
      }
      if Bool.random(using: &random) { query.append("lang=en") }
      let method = ["GET", "GET", "POST"].randomElement(using: &random) ?? "GET"
      guard
        var exchange = TrafficExchange(
          method: method, url: "https://a.example/v1/\(segment)/more?\(query.joined(separator: "&"))",
          status: [200, 200, 201, 404].randomElement(using: &random) ?? 200)
      else { return nil }
      exchange.response = TrafficBody(
        Array(value(&random, depth: 0, number).description.utf8),
        mediaType: ["application/json", "application/json", "text/x-\(number % 90)"].randomElement(
          using: &random) ?? "")
      if method == "POST" {
        exchange.body = TrafficBody(
          Array(value(&random, depth: 2, number).description.utf8), mediaType: "application/json")
      }
      exchange.requestFields = [
        ("Authorization", "Bearer t0k-\(number)-\(seed)"), ("X-Kind", "\(number % 3)"),
      ]
      return exchange
    }
  }

  private static func value(_ random: inout SeededGenerator, depth: Int, _ number: Int) -> JSON {
    switch Int.random(in: depth > 3 ? 0..<6 : 0..<11, using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .number(JSONNumber(Int.random(in: -5..<2_000_000_000, using: &random)))
    case 3: return JSONNumber(Double.random(in: -1...1, using: &random)).map { .number($0) } ?? .null
    case 4: return .string("word\(Int.random(in: 0..<60, using: &random))")
    case 5:
      return .string(
        ["", "2026-11-20", "https://a.example/x", "two words"].randomElement(using: &random) ?? "")
    case 6:
      return .array(
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(&random, depth: depth + 1, number) })
    case 7:
      return [
        "code": .string("CODE_\(Int.random(in: 0..<300, using: &random))"),
        "error": ["code": 5, "message": .string("BAD_\(number % 7)")],
      ]
    case 8:
      return [
        "type": .string("kind\(Int.random(in: 0..<16, using: &random))"),
        .init("own\(number % 5)"): value(&random, depth: depth + 1, number),
      ]
    case 9:
      let keys = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
        "key\(Int.random(in: 0..<600, using: &random))x"
      }
      return .object(JSONObject(Set(keys).sorted().map { ($0, .string("text")) }))
    default:
      let id = Int.random(in: 0..<90, using: &random)
      return [
        .init("\(id)"): ["tank_id": .number(JSONNumber(id)), .init("n\(id)"): .number(JSONNumber(id))],
        "password": .string("hunter-\(number)-\(depth)"), "pin_code": .number(JSONNumber(4711)),
        "name": value(&random, depth: depth + 1, number),
      ]
    }
  }

  static func collector(_ exchanges: some Sequence<TrafficExchange>) -> Collector {
    var collector = Collector()
    for exchange in exchanges { collector.add(exchange) }
    return collector
  }

  /// Evidence is too large to be shown, so only the first difference is.
  private func expect(_ found: Evidence, _ expected: Evidence) {
    let isSame = found == expected
    guard !isSame else { return }
    func text(_ evidence: Evidence) -> [Substring] {
      let bytes = (try? EvidenceFile.bytes(Collector(evidence, places: 0))) ?? []
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
    let lines = zip(text(found), text(expected)).enumerated().filter { $0.element.0 != $0.element.1 }.prefix(
      2)
    Issue.record("\(lines.map { "\($0.offset): \($0.element.0.prefix(300)) | \($0.element.1.prefix(300))" })")
  }

  // MARK: Tests

  /// What there is no room for is left out, and takes nothing away from what is known.
  @Test func knownPathsRemainWhenThereIsNoRoom() throws {
    func exchange(_ path: String, _ text: String) throws -> TrafficExchange {
      var exchange = try #require(
        TrafficExchange(method: "GET", url: "https://a.example/\(path)", status: 200))
      exchange.response = TrafficBody(Array(text.utf8), mediaType: "application/json")
      return exchange
    }
    let known = try [exchange("books/list", #"{"a":1}"#), exchange("shelves/list", #"{"b":1}"#)]
    let before = Self.collector(known).evidence
    var full = Collector(before, places: Collector.mostPlaces)
    try full.add(exchange("rooms/list", #"{"c":1}"#))
    try full.add(exchange("books/new", #"{"d":1}"#))
    #expect(full.isFull && full.evidence.leftOut.values.reduce(0, +) == 2)
    #expect(full.evidence.servers == before.servers)
    try full.add(exchange("books/list", #"{"a":2}"#))
    let paths = try #require(full.evidence.servers["https://a.example"])
    #expect(paths.words["books"]?.words["list"]?.requests == 2 && paths.words["shelves"]?.requests == 1)
    #expect(paths.variables.isEmpty && paths.words.count == 2)
  }

  @Test(arguments: 1...rounds(6)) func evidenceOfPartsIsThatOfTheWhole(seed: Int) throws {
    let all = Self.exchanges(700, seed: UInt64(seed))
    var random = SeededGenerator(seed: UInt64(seed) &+ 99)
    let (one, two) = (Int.random(in: 0...300, using: &random), Int.random(in: 300...700, using: &random))
    let whole = Self.collector(all).evidence
    let parts = [all[..<one], all[one..<two], all[two...]].map { Self.collector($0).evidence }
    var left = parts[0]
    left.merge(parts[1])
    left.merge(parts[2])
    expect(left, whole)
    var right = parts[1]
    right.merge(parts[2])
    var outer = parts[0]
    outer.merge(right)
    expect(outer, whole)
  }

  @Test(arguments: 1...rounds(2)) func whatIsStoredGoesOnAsIfItHadNeverEnded(seed: Int) throws {
    let all = Self.exchanges(300, seed: UInt64(seed))
    let whole = Self.collector(all)
    var stored = Collector()
    for part in [all[..<100], all[100..<220], all[220...]] {
      for exchange in part { stored.add(exchange) }
      let bytes = try EvidenceFile.bytes(stored)
      stored = try EvidenceFile.read(bytes)
      // The same evidence is the same bytes.
      #expect(try EvidenceFile.bytes(stored) == bytes)
    }
    expect(stored.evidence, whole.evidence)
    let isSame = inferSpec(from: stored, module: "Shop").text == inferSpec(from: whole, module: "Shop").text
    #expect(isSame)
  }

  /// 3 samples say less than 3 and 5, and 6 words less than 12.
  @Test func decisionsAreMadeWithEverythingSeen() throws {
    func har(_ numbers: Range<Int>) -> HAR {
      var har = HAR()
      for number in numbers {
        var response: JSONObject = ["id": 1, "name": "x", "state": .string(["new", "used"][number % 2])]
        if number != 1 { response["isbn"] = "y" }
        response["prices"] = .object(JSONObject((0..<3).map { ("c\(number * 3 + $0)y", JSON.number(2)) }))
        har.add("https://api.example.com/books/\(number)", response: .object(response))
      }
      return har
    }
    let first = HAR.read(har(0..<3).bytes).collector
    let stored = try EvidenceFile.read(EvidenceFile.bytes(first))
    var reader = TrafficReader(stored)
    var rest = [har(3..<16).bytes]
    reader.readHAR(shown: "more.har") { rest.popLast() ?? [] }
    let both = inferSpec(from: reader.collector, module: "Shop").text
    #expect(both == inferSpec(from: HAR.read(har(0..<16).bytes).collector, module: "Shop").text)
    #expect(both.contains("isbn?: string") && both.contains("enum: [new, used]"))
    #expect(both.contains("prices: \"{integer}\""))
    #expect(inferSpec(from: first, module: "Shop").text.contains("state: string"))
  }

  @Test func secretsAreNotStored() throws {
    var har = HAR()
    har.add("https://api.example.com/s3ss10n42/books", response: ["note": "s3ss10n42", "state": "s3ss10n42"])
    har.add(
      "https://api.example.com/login?api_key=4711471147",
      response: ["pin": 90210, "password": "correct-h0rse-b4ttery", "note": "x"],
      fields: [("Authorization", "Bearer eyJhbGciOi.J9.x"), ("Cookie", "sid=c00kie-value-1")])
    har.add("https://api.example.com/login", response: ["token": "s3ss10n42", "secret": 31337])
    let collector = HAR.read(har.bytes).collector
    let text = String(decoding: try EvidenceFile.bytes(collector), as: UTF8.self)
    for secret in ["s3ss10n42", "4711471147", "correct-h0rse", "eyJhbGciOi", "c00kie-value-1", "31337"] {
      #expect(!text.contains(secret), "\(secret) in \(text)")
    }
    #expect(try EvidenceFile.read(Array(text.utf8)).evidence.exchanges == 3)
  }

  @Test(arguments: [
    ("", "line 1: expected JSON"),
    ("{\"a\": \n nope}", "line 2: expected JSON"),
    ("[]", "expected evidence that 'infer' wrote"),
    ("{\"version\": 1}", "expected evidence that 'infer' wrote"),
    (
      "{\"wgnapi-evidence\": 2}",
      "wgnapi-evidence: a newer generator wrote it: version 2, and this one reads 1"
    ),
    ("{\"wgnapi-evidence\": 1, \"exchanges\": -1}", "exchanges: expected a count"),
    (
      "{\"wgnapi-evidence\": 1, \"exchanges\": 9999999999999}",
      "exchanges: expected a count"
    ),
    ("{\"wgnapi-evidence\": 1, \"more\": 1}", "the key 'more' isn't known"),
    (
      "{\"wgnapi-evidence\": 1, \"servers\": {\"x\": {\"values\": {\"texts\": {\"forms\": [1]}}}}}",
      "servers > x > values > texts > forms: expected a list of 10 numbers"
    ),
    (
      "{\"wgnapi-evidence\": 1, \"servers\": {\"x\": {\"variables\": {\"odd\": {}}}}}",
      "servers > x > variables: 'odd' isn't known"
    ),
    ("{\"wgnapi-evidence\": 1, \"servers\": {\"x\": 1}}", "servers > x: expected an object"),
  ])
  func damageIsNamed(text: String, message: String) {
    #expect { try EvidenceFile.read(Array(text.utf8)) } throws: { error in
      guard let error = error as? EvidenceError else { return false }
      #expect(error.message == message)
      return true
    }
  }

  /// Whatever is damaged, nothing crashes.
  @Test func damagedBytesAreErrorsOrEvidence() throws {
    let bytes = try EvidenceFile.bytes(Self.collector(Self.exchanges(40, seed: 5)))
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0..<3 {
        let place = Int.random(in: damaged.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged[place] = UInt8.random(in: 0x20..<0x7F, using: &random)
        case 1: damaged.remove(at: place)
        default: damaged[place] = UInt8.random(in: 0x30..<0x3A, using: &random)
        }
      }
      guard let collector = try? EvidenceFile.read(damaged) else { continue }
      _ = inferSpec(from: collector, module: "Shop")
    }
  }

  @Test func aFileCountsOnce() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "evidence-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["books.json", "books-2.json", "shelves.json"] {
      try Data("{\"a\": 1}".utf8).write(to: folder.appendingPathComponent(name))
    }
    var reader = TrafficReader(remembersFiles: true)
    reader.read(folder.path)
    #expect(reader.collector.evidence.exchanges == 3)
    let bytes = try EvidenceFile.bytes(reader.collector)
    var again = TrafficReader(try EvidenceFile.read(bytes), remembersFiles: true)
    again.read(folder.path)
    #expect(again.repeatedFiles == 3 && again.problems.isEmpty)
    #expect(try EvidenceFile.bytes(again.collector) == bytes)
  }
}
