import Foundation
import GeneratorKit
import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Evidence that was stored, and endpoints that the spec has.
struct EvidenceMergeTests {
  private static let spec = DriftingSpec(files: [
    "Shop/module.yaml": """
    wgnapi: 1
    module: {servers: {main: {url: "https://api.example.com/v1/"}}, envelope: standard}
    envelopes:
      standard: {properties: {status: string, data?: payload}}
    endpoints:
      book: {get: "books/{id}", parameters: {id: integer}, response: Book}
    schemas:
      Book:
        properties:
          title: string
          state: {enum: [new, used]}
          pages: {type: integer, maximum: 100}
          isbn: string
          authors: "[{integer}]"
    """
  ])

  private static func seen() -> Collector {
    var har = HAR()
    let server = "https://api.example.com/v1"
    let book: JSON = ["title": "A", "state": "new", "pages": 90, "isbn": "1", "authors": [["a": 1]]]
    let other: JSON = [
      "state": "lost", "pages": 250, "isbn": nil, "price": 1.5, "authors": [["a": nil], ["b": 2]],
    ]
    har.add("\(server)/books/1", response: ["status": "ok", "data": book])
    har.add("\(server)/books/2", response: ["status": "ok", "data": other, "took": 3])
    // The spec has no such endpoint, and another server.
    har.add("\(server)/authors/1", response: ["status": "ok", "data": ["name": "Ada"]])
    har.add("https://other.example.com/v1/books/3", response: ["status": "ok", "data": ["other": 1]])
    return HAR.read(har.bytes).collector
  }

  @Test func knownEndpointsAreWidenedByIt() throws {
    let stored = try EvidenceFile.read(EvidenceFile.bytes(Self.seen()))
    let outcome = try Self.spec.merge(HAR(), with: stored)
    let merged = Self.spec.merged(outcome)
    let text = try #require(merged.files["Shop/module.yaml"])
    for part in [
      "title?: string", "state: {enum: [new, used, lost]}", "maximum: 250", "isbn: string?", "price?: number",
      "authors: \"[{integer?}]\"", "\"took?\": integer",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    #expect(outcome.endpoints == 0 && !text.contains("authors/") && !text.contains("other"))
    #expect(!outcome.isUnfinished, "\(outcome.report.drift.map(\.message)) \(outcome.problems)")
    #expect(try merged.merge(HAR(), with: stored).files.isEmpty)
  }

  @Test func aSpecIsAsItsOwnEvidence() throws {
    let collector = HAR.read(MergeTests.traffic.bytes).collector
    let inferred = inferSpec(from: collector, module: "Shop")
    var files: [String: String] = [:]
    for file in inferred.files { files["Shop/\(file.path)"] = file.text }
    let spec = DriftingSpec(files: files)
    let outcome = try spec.merge(HAR(), with: collector)
    #expect(outcome.files.isEmpty, "\(spec.merged(outcome).files)")
    #expect(!outcome.isUnfinished, "\(outcome.report.drift.map { "\($0.label): \($0.message)" })")
  }

  /// Books, of which some have titles and numbers that the spec doesn't allow and a merge can't describe.
  private static func har(_ books: [(title: JSON, isbn: String)]) -> HAR {
    var har = HAR()
    for (number, book) in books.enumerated() {
      let data: JSON = [
        "title": book.title, "state": "new", "pages": 1, "isbn": .string(book.isbn), "authors": [["a": 1]],
      ]
      har.add("https://api.example.com/v1/books/\(number)", response: ["status": "ok", "data": data])
    }
    return har
  }

  /// What is left to do by hand, with its counts, and the evidence afterwards.
  private func merge(
    _ files: [HAR], with stored: Collector, keeping most: Int
  ) throws -> (counts: [String: String], evidence: Collector) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "evidence-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, har) in files.enumerated() {
      try Data(har.bytes).write(to: folder.appendingPathComponent("\(number).har"))
    }
    func read(_ collector: Collector, _ observer: (@Sendable (TrafficExchange) -> Void)?) -> TrafficReader {
      var reader = TrafficReader(collector, remembersFiles: true, observer: observer)
      reader.read(folder.path)
      return reader
    }
    let files = Self.spec.files.mapValues {
      $0.replacing("isbn: string", with: "isbn: {type: string, pattern: \"^[0-9]+$\"}")
    }
    let outcome = try DriftingSpec(files: files).merge(
      with: stored, module: "Shop", keeping: KeptTraffic(most: most), read)
    let counts = outcome.report.drift.map { ("\($0.label): \($0.kind.rawValue)", $0.share) }
    return (Dictionary(counts) { first, _ in first }, read(stored, nil).collector)
  }

  /// With and without room for the traffic, so that it is read once or twice.
  @Test(arguments: [1 << 20, 0]) func aFileThatWasReadBeforeCountsOnce(most: Int) throws {
    let monday = Self.har([("A", "1"), (["a": 1], "x"), (["a": 2], "y")])
    let tuesday = Self.har([(["a": 3], "2"), ("B", "z")])
    let first = try merge([monday], with: Collector(), keeping: most)
    #expect(first.counts == ["Book.title: other-type": "2 of 3", "Book.isbn: other-form": "2 of 3"])
    let again = try merge([monday], with: first.evidence, keeping: most)
    #expect(again.counts == first.counts)
    let second = try merge([monday, tuesday], with: first.evidence, keeping: most)
    // The evidence has no texts to compare with the pattern: they are counted where they are read.
    #expect(second.counts == ["Book.title: other-type": "3 of 5", "Book.isbn: other-form": "3 of 5"])
    let last = try merge([tuesday], with: first.evidence, keeping: most)
    #expect(last.counts == ["Book.title: other-type": "3 of 5", "Book.isbn: other-form": "1 of 5"])
  }
}
