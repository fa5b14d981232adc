import Diagnostics
import Foundation
import SpecReader
import Testing

@testable import GeneratorKit

/// Mistakes in what stands beside an OpenAPI document: folders of `Tests/Golden/BadDocuments`, each of which has the file
/// `api.yaml` beside its own.
///
/// With `WGNAPI_RECORD=1` in the environment, `expected.txt` is written instead of compared, and the test fails.
@Suite struct BadDocumentTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Golden/BadDocuments")
  static let cases = ((try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []).filter {
    !$0.hasPrefix(".") && !$0.contains(".")
  }.sorted()

  @Test(arguments: cases)
  func everyMistakeIsReportedAsRecorded(name: String) throws {
    let folder = Self.root.appendingPathComponent("\(name)/Shop")
    var specs = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      SpecFile(
        path: "Shop/\($0)", displayPath: "Specs/Shop/\($0)",
        bytes: Array(try Data(contentsOf: folder.appendingPathComponent($0))))
    }
    specs.append(
      SpecFile(
        path: "Shop/api.yaml", displayPath: "Specs/Shop/api.yaml",
        bytes: Array(try Data(contentsOf: Self.root.appendingPathComponent("api.yaml")))))
    var sink = DiagnosticSink()
    _ = readAPI(specs, into: &sink)
    // What the document itself leaves out is said in every case.
    let found = sink.sorted().filter { $0.id != .leftOut }
    let text = TextDiagnosticPrinter(showsSource: false).print(found)
    let file = Self.root.appendingPathComponent("\(name)/expected.txt")
    if ProcessInfo.processInfo.environment["WGNAPI_RECORD"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name)")
      return
    }
    #expect(text == (try? String(contentsOf: file, encoding: .utf8)))
    #expect(!found.isEmpty, "the case \(name) reports nothing")
  }

  @Test func thereAreCases() { #expect(Self.cases.count >= 50) }
}
