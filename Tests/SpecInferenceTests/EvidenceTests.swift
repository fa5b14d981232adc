import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

struct EvidenceTests {
  private func evidence(_ numbers: Range<Int>) -> Evidence {
    var collector = Collector()
    for number in numbers {
      guard
        var exchange = TrafficExchange(
          method: "GET",
          url: "https://a.example/books/\(number)?page=\(number)&q=\(number % 3 == 0 ? "x" : "y")",
          status: 200)
      else { continue }
      let kinds: [JSON] = [
        ["kind": "sale", "amount": 3], ["kind": "visit", "seconds": 2.5], .null, ["12": ["id": 12]], [],
        "2026-11-20", 7,
      ]
      let body: JSON = ["id": .number(JSONNumber(number)), "value": kinds[number % kinds.count]]
      exchange.response = TrafficBody(Array(body.description.utf8), mediaType: "application/json")
      collector.add(exchange)
    }
    return collector.evidence
  }

  @Test func evidenceOfPartsIsThatOfTheWhole() {
    let whole = evidence(0..<60)
    var (left, right) = (evidence(0..<20), evidence(20..<45))
    let last = evidence(45..<60)
    var other = right
    left.merge(right)
    left.merge(last)
    #expect(left == whole)
    // (a + b) + c is a + (b + c).
    right.merge(last)
    other = evidence(0..<20)
    other.merge(right)
    #expect(other == whole)
  }

  @Test(arguments: [
    ("17", TextForms.integer), ("-3", .integer), ("1.50", .decimal), ("true", .boolean),
    ("2026-02-28", .date),
    ("2026-02-28T10:00:00Z", .dateTime), ("2026-02-28T10:00:00.5+01:00", .dateTime),
    ("https://a.example/x?y=1", .url),
    ("f81d4fae-7dec-11d0-a765-00a0c91e6bf6", .uuid), ("ada@example.com", .email), ("in_transit", .word),
    ("5f4dcc3b5aa765d61d8327deb882cf99", .random),
  ])
  func textsHaveForms(text: String, form: TextForms) { #expect(TextForms(text).contains(form)) }

  @Test(arguments: [
    ("017", TextForms.integer), ("2026-02-30", .date), ("2026-02-28T10:00:00", .dateTime), ("https://", .url),
    ("two words", .word), ("international_standard", .random), ("99999999999999999999", .integer),
    ("a@b", .email),
  ])
  func textsLackForms(text: String, form: TextForms) { #expect(!TextForms(text).contains(form)) }

  @Test func thousandsOfPathsAndKeysStayBounded() {
    var collector = Collector()
    for number in 0..<3000 {
      guard
        var exchange = TrafficExchange(
          method: "GET", url: "https://a.example/word\(number)x/more", status: 200)
      else { continue }
      let body: JSON = [.init("key\(number)"): 1]
      exchange.response = TrafficBody(Array(body.description.utf8), mediaType: "application/json")
      collector.add(exchange)
    }
    let endpoints = collector.evidence.servers.values.flatMap { PathRules.endpoints($0) }
    #expect(endpoints.count <= PathEvidence.mostWords)
  }
}
