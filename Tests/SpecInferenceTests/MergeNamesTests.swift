import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Names of traffic that would be the same in Swift.
struct MergeNamesTests {
  private static func traffic(_ queries: [String]) -> HAR {
    var har = HAR()
    for query in queries {
      har.add("https://api.example.com/v1/books?page=1&\(query)", response: [DriftTests.book()])
    }
    return har
  }

  private func check(_ traffic: HAR, _ expected: [String], _ spec: DriftingSpec = DriftTests.shop) throws {
    let outcome = try spec.merge(traffic)
    let merged = spec.merged(outcome)
    let text = merged.files["Shop/books.yaml"] ?? ""
    for line in expected { #expect(text.contains("\n      \(line)\n"), "\(line)\n\(text)") }
    #expect(!outcome.isUnfinished, "\(outcome.report.drift.map(\.message)) \(outcome.problems)")
    #expect(try merged.drift(traffic).drift.isEmpty)
    #expect(try merged.merge(traffic).files.isEmpty)
    // `drift --fix` makes the same edits.
    var report = try spec.drift(traffic)
    var fixed = spec
    fixed.fix(&report)
    #expect(fixed.files == merged.files)
  }

  @Test func twoNewParametersAreBothAdded() throws {
    let traffic = Self.traffic(["user_id=1&userId=2", "user_id=3&userId=4&user-id=5"])
    try check(
      traffic,
      [
        "user-id?: integer", "userId2?: {type: integer, name: userId}",
        "user_id3?: {type: integer, name: user_id}",
      ])
  }

  @Test func aNewOneBesideOneOfTheSpecIsAdded() throws {
    try check(
      Self.traffic(["Page=1", "Page=2&Size=3"]),
      [
        "Page2?: {type: integer, name: Page}", "Size2?: {type: integer, name: Size}",
      ])
  }

  /// As `infer` writes them.
  @Test func listsAreAdded() throws {
    try check(
      Self.traffic(["ids[]=1&ids[]=2", "sort=up&sort=down"]),
      [
        "ids?: {type: \"[integer]\", name: \"ids[]\", separator: repeat}",
        "sort?: {type: \"[string]\", separator: repeat}",
      ])
  }

  /// One request may have any number of them.
  @Test func manyNewParametersAreAdded() throws {
    let query = (10..<40).map { "p\($0)x=1" }.joined(separator: "&")
    try check(Self.traffic([query]), (10..<40).map { "p\($0)x?: integer" })
  }

  @Test func twoNewPropertiesAreBothAdded() throws {
    var har = HAR()
    for _ in 0..<2 {
      har.add(
        "https://api.example.com/v1/books/1", response: DriftTests.book([("lent_to", "x y"), ("lentTo", 7)]))
    }
    try check(har, ["lentTo?: integer", "lent_to?: {swiftName: lentTo2, type: string}"].map { $0 })
  }

  /// The type of a new property must not have the name of another one's.
  @Test func newPropertiesHaveTypesOfTheirOwn() throws {
    var har = HAR()
    for number in 0..<12 {
      let stock: JSON = number % 2 == 0 ? "low" : "high"
      har.add(
        "https://api.example.com/v1/books/1",
        response: DriftTests.book([("stock_level", stock), ("stockLevel", stock), ("State", ["a": 1])]))
    }
    let outcome = try DriftTests.shop.merge(har)
    #expect(!outcome.isUnfinished, "\(outcome.report.drift.map(\.message)) \(outcome.problems)")
    let text = DriftTests.shop.merged(outcome).files["Shop/books.yaml"] ?? ""
    for name in [
      "stockLevel?: {enum", "stock_level?: {swiftName: stockLevel2, enum", "State?: {swiftName: state2",
    ] {
      #expect(text.contains(name), "\(text)")
    }
  }

  /// Only the generator finds that two properties of `Novel` would have one name. The other key is added nevertheless.
  @Test func anEditThatNobodyCanGenerateFromIsLeftOut() throws {
    var spec = DriftTests.shop
    let text = try #require(spec.files["Shop/books.yaml"])
    spec.files["Shop/books.yaml"] = text.replacing(
      "  book:\n",
      with: "  novel: {get: \"novels/{id}\", parameters: {id: integer}, response: Novel}\n  book:\n"
    ).replacing(
      "schemas:\n", with: "schemas:\n  Novel: {allOf: [Book, {properties: {lent_to: string}}]}\n")
    var har = HAR()
    har.add("https://api.example.com/v1/books/1", response: DriftTests.book([("lentTo", 7), ("isbn", "x")]))
    let outcome = try spec.merge(har)
    #expect(outcome.isUnfinished && outcome.edits == 1)
    #expect(
      outcome.report.drift.map(\.message).contains { $0.contains("new key 'lentTo'") },
      "\(outcome.report.drift.map(\.message))")
    #expect(spec.merged(outcome).files["Shop/books.yaml"]?.contains("isbn?: string") == true)
    // `drift --fix` reports the other one, too, and not the one that it made.
    var report = try spec.drift(har)
    let made = SpecEditor(spec.files.mapValues { Array($0.utf8) }).applying(report.edits) { changed in
      !changed.values.contains { String(decoding: $0, as: UTF8.self).contains("lentTo") }
    }
    report.remove(made)
    #expect(
      report.drift.map(\.message).count { $0.contains("new key") } == 1, "\(report.drift.map(\.message))")
  }
}
