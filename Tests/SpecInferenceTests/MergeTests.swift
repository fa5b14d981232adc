import Diagnostics
import Foundation
import GeneratorKit
import SpecReader
import Testing
import WGNAPIJSON

@testable import SpecInference

extension DriftingSpec {
  /// Merges traffic into the module `Shop`, or another one.
  func merge(
    _ traffic: HAR, with stored: Collector = Collector(), module: String = "Shop", hosts: [String] = []
  ) throws -> MergeOutcome {
    let bytes = traffic.bytes
    return try merge(with: stored, module: module, hosts: hosts) { collector, observer in
      var reader = TrafficReader(collector, observer: observer)
      var rest = [bytes]
      reader.readHAR(shown: "shop.har") { rest.popLast() ?? [] }
      return reader
    }
  }

  func merge(
    with stored: Collector = Collector(), module: String, hosts: [String] = [], _ reading: SpecMerge.Reading
  ) throws -> MergeOutcome {
    let specs = files.sorted { $0.key < $1.key }.map {
      SpecFile(path: $0.key, displayPath: $0.key, bytes: Array($0.value.utf8))
    }
    var sink = DiagnosticSink()
    let result = SpecMerge(ModuleFolder(name: module, files: specs), hosts: hosts)
      .run(with: stored, into: &sink, reading)
    #expect(!sink.hasErrors, "\(sink.diagnostics.map(\.message))")
    let outcome = try #require(result?.outcome)
    #expect(
      outcome.errors.isEmpty, "\(outcome.errors.map { "\($0.span?.description ?? ""): \($0.message)" })")
    return outcome
  }

  func merged(_ outcome: MergeOutcome) -> DriftingSpec {
    var result = self
    for (path, bytes) in outcome.files { result.files[path] = String(decoding: bytes, as: UTF8.self) }
    return result
  }
}

struct MergeTests {
  /// Traffic that needs everything that merging can do.
  static var traffic: HAR {
    var har = DriftTests.traffic
    let url = "https://api.example.com/v1"
    for number in 1..<4 {
      har.add(
        "\(url)/authors/\(number)",
        answer: ["name": "Ada", "born": .number(JSONNumber(1815 + number)), "died": 1852])
      har.add("\(url)/shelves/\(number)/books", answer: [DriftTests.book()])
      har.add(
        "POST", "\(url)/orders", status: 201,
        answer: [
          "order_no": .number(JSONNumber(number)), "state": "open",
          "lines": [["book": 1, "count": 2, "price": 1.5]],
        ],
        body: #"{"books":[1,2],"note":"x"}"#)
    }
    har.add("POST", "\(url)/orders", status: 422, answer: ["reason": "empty", "field": "books"], body: "{}")
    return har
  }

  @Test func whatIsNewIsAddedInTheStyleOfTheFiles() throws {
    let spec = DriftTests.shop
    let outcome = try spec.merge(Self.traffic)
    let merged = spec.merged(outcome)
    #expect(merged.files["Shop/module.yaml"] == spec.files["Shop/module.yaml"])
    print(merged.files["Shop/books.yaml"] ?? "")
    for (path, text) in merged.files.sorted(by: { $0.key < $1.key }) where spec.files[path] == nil {
      print("== \(path)\n\(text)")
    }
    print(outcome.report.diagnostics(withUnseen: false).map(\.message), outcome.problems)
    // The same again changes nothing.
    let second = try merged.merge(Self.traffic)
    #expect(second.files.isEmpty && second.edits == 0 && second.endpoints == 0)
    #expect(Set(second.report.drift.map(\.kind)) == [.newStatus])
    #expect(outcome.report.drift.map(\.message) == second.report.drift.map(\.message))
  }
}
