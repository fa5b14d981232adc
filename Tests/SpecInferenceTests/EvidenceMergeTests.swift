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
    har.add("\(server)/books/1", answer: ["status": "ok", "data": book])
    har.add("\(server)/books/2", answer: ["status": "ok", "data": other, "took": 3])
    // The spec has no such endpoint, and another server.
    har.add("\(server)/authors/1", answer: ["status": "ok", "data": ["name": "Ada"]])
    har.add("https://other.example.com/v1/books/3", answer: ["status": "ok", "data": ["other": 1]])
    return HAR.read(har.bytes).collector
  }

  @Test func knownEndpointsAreWidenedByIt() throws {
    let stored = try EvidenceFile.read(EvidenceFile.bytes(Self.seen()))
    let outcome = try Self.spec.merge(HAR(), with: stored)
    let merged = Self.spec.merged(outcome)
    let text = try #require(merged.files["Shop/module.yaml"])
    for part in [
      "title?: string", "state: {enum: [new, used, lost]}", "maximum: 250", "isbn: string?", "price?: number",
      "authors: \"[{integer?}]\"", "took?: integer",
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
}
