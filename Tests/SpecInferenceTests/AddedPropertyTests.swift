import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Properties that a merge adds have the types and the comments that `infer` gives them.
struct AddedPropertyTests {
  private static func traffic(_ books: [[(String, JSON?)]]) -> HAR {
    var har = HAR()
    for book in books { har.add("https://api.example.com/v1/books/1", response: DriftTests.book(book)) }
    return har
  }

  private static let new: [(String, JSON?)] = [
    ("alarm", .null), ("log", []), ("printed_at", 1_700_000_000), ("contact", "ada@example.com"),
    ("names", ["en": "Book", "de": "Buch"]), ("site", "https://example.com/"),
    ("shelf", ["row": 1, "note": .null]),
  ]

  private func merge(
    _ traffic: HAR, into spec: DriftingSpec = DriftTests.shop, with stored: Collector = Collector()
  ) throws -> (outcome: MergeOutcome, spec: DriftingSpec, text: String) {
    let outcome = try spec.merge(traffic, with: stored)
    let merged = spec.merged(outcome)
    return (outcome, merged, merged.files["Shop/books.yaml"] ?? "")
  }

  @Test func theyFollowTheRulesOfInfer() throws {
    let (outcome, spec, text) = try merge(Self.traffic([Self.new, Self.new]))
    for line in [
      "alarm?: any   # only null so far", "log?: \"[any]\"   # always empty so far",
      "printed_at?: timestamp   # a guess by name and range", "contact?: {type: string, format: email}",
      "names?: \"{string}\"", "site?: uri", "shelf?:", "  properties:", "    row: integer",
      "    note: any   # only null so far",
    ] {
      #expect(text.contains("\n      \(line)\n"), "\(line)\n\(text)")
    }
    #expect(!outcome.isUnfinished)
    #expect(try merge(Self.traffic([Self.new]), into: spec).outcome.files.isEmpty)
  }

  /// What a later merge knows replaces them.
  @Test func guessesAreReplacedLater() throws {
    let spec = try merge(Self.traffic([Self.new])).spec
    let later = try merge(
      Self.traffic([
        [("alarm", "2026-01-01T00:00:00Z"), ("log", [["at": 5]]), ("shelf", ["row": 1, "note": "x y"])]
      ]), into: spec)
    for line in [
      "alarm?: date-time?", "log?: {type: array, items: {properties: {at: integer}}}", "    note: string?",
    ] {
      #expect(later.text.contains("\n      \(line)\n"), "\(line)\n\(later.text)")
    }
    #expect(later.outcome.guesses.isEmpty)
  }

  @Test func wordsBecomeEnumerations() throws {
    let books = (0..<12).map { [("binding", JSON.string($0 % 2 == 0 ? "hard" : "soft") as JSON?)] }
    #expect(
      try merge(Self.traffic(books)).text.contains("binding?: {enum: [hard, soft]}   # 12 samples\n"))
    #expect(try merge(Self.traffic(Array(books.dropLast()))).text.contains("binding?: string\n"))
  }

  /// Traffic that stored evidence has counted doesn't count twice.
  @Test func repeatedTrafficCountsOnce() throws {
    let books = (0..<6).map { [("binding", JSON.string($0 % 2 == 0 ? "hard" : "soft") as JSON?)] }
    let traffic = Self.traffic(books)
    let bytes = traffic.bytes
    let outcome = try DriftTests.shop.merge(with: HAR.read(bytes).collector, module: "Shop") {
      collector, observer in
      var reader = TrafficReader(collector) { exchange in
        var exchange = exchange
        exchange.isRepeated = true
        observer(exchange)
      }
      var rest = [bytes]
      reader.readHAR(shown: "shop.har") { rest.popLast() ?? [] }
      return reader
    }
    let text = DriftTests.shop.merged(outcome).files["Shop/books.yaml"] ?? ""
    #expect(text.contains("binding?: string\n"), "\(text)")
  }

  /// Below a secret, evidence doesn't show words either.
  @Test func belowASecretNothingIsShown() throws {
    var spec = DriftTests.shop
    spec.files["Shop/books.yaml"] = spec.files["Shop/books.yaml"]?.replacing(
      "code: string", with: "safe: {properties: {number: integer}, secret: true}\n      code: string")
    let books: [[(String, JSON?)]] = (0..<12).map {
      [("safe", ["number": 1, "tone": .string($0 % 2 == 0 ? "hard" : "soft")])]
    }
    for stored in [Collector(), HAR.read(Self.traffic(books).bytes).collector] {
      let text = try merge(Self.traffic(Array(books.prefix(2))), into: spec, with: stored).text
      #expect(text.contains("\"tone?\": ") && !text.contains("hard"), "\(text)")
    }
  }

  /// A mapping on one line has no room for comments.
  @Test func mappingsOnOneLineStayOnIt() throws {
    let (_, _, text) = try merge(Self.traffic([[("author", ["name": "x", "born": 1, "died": .null])]]))
    #expect(text.contains("Author: {properties: {name: string, born: integer, \"died?\": any}, "), "\(text)")
  }
}
