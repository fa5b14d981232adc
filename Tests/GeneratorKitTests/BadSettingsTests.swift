import Diagnostics
import Foundation
import SpecReader
import Testing

@testable import GeneratorKit

/// Mistakes in settings: folders of `Tests/Golden/BadSettings`, each with a `wgnapi-gen.yaml`, in a project that has `Specs`,
/// `Specs/Shop`, `Templates`, `api.yaml` and `file`.
///
/// With `WGNAPI_RECORD=1` in the environment, `expected.txt` is written instead of compared, and the test fails. The file
/// `schema-rejects` says that `Specs/wgnapi-gen.schema.json` finds the mistake, too (`Tests/spec_schema.py`).
@Suite struct BadSettingsTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Golden/BadSettings")
  static let cases = ((try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []).filter {
    !$0.hasPrefix(".")
  }.sorted()

  @Test(arguments: cases)
  func everyMistakeIsReportedAsRecorded(name: String) throws {
    let folder = try TemporaryFolder()
    let settings = Self.root.appendingPathComponent("\(name)/wgnapi-gen.yaml")
    try folder.write(try String(contentsOf: settings, encoding: .utf8), to: "wgnapi-gen.yaml")
    for file in ["Specs/Shop/module.yaml", "Templates/struct.mustache", "api.yaml", "file"] {
      try folder.write("", to: file)
    }
    var sink = DiagnosticSink()
    let path = folder.path("wgnapi-gen.yaml")
    let project = Project.read(path, into: &sink).project
    if let project { project.reportUnusable(in: project.settings.jobs, into: &sink) }
    let text = TextDiagnosticPrinter(showsSource: false).print(sink.sorted())
      .replacing(folder.path + "/", with: "").replacing(folder.path, with: "<project>")
    let file = Self.root.appendingPathComponent("\(name)/expected.txt")
    if ProcessInfo.processInfo.environment["WGNAPI_RECORD"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name)")
      return
    }
    #expect(text == (try? String(contentsOf: file, encoding: .utf8)))
    #expect(sink.hasErrors, "the case \(name) reports nothing")
  }

  @Test func thereAreCases() { #expect(Self.cases.count >= 30) }
}
