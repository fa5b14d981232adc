import Diagnostics
import Foundation
import GeneratorKit
import Testing

/// Folders with specs and the code that they become. The code is compiled as part of this package and exercised by
/// the tests in `GeneratedCodeTests`.
///
/// `WGNAPI_RECORD=1` writes what is generated now, and still fails the run: look at the difference before you keep it.
struct GoldenOutputTests {
  @Test(arguments: [
    "APIs", "Codecs", "Credentials", "Edges", "Failures", "Features", "Hostile", "Migration", "Names",
    "OwnTypes",
    "Pages", "Recipes", "Requests", "Schemas", "Services", "Templates",
  ])
  func specsBecomeTheRecordedCode(name: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden").appendingPathComponent(name)
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(folder.appendingPathComponent("Specs").path, into: &sink)
    let own = folder.appendingPathComponent("Templates").path
    let templates = loadTemplates(
      overlaidBy: FileManager.default.fileExists(atPath: own) ? own : nil, into: &sink)
    let generated = generateAll(specs: specs, templates: templates, withTests: true, threads: 1)
    #expect(sink.isEmpty)
    // Schemas without models, methods with names of a client's members, errors that nobody reports, and endpoints without
    // tests, are told.
    let expected: Set<DiagnosticID> = [.noModel, .reservedName, .unreportedErrors, .untestedRequest]
    #expect(generated.diagnostics.allSatisfy { $0.severity != .error && expected.contains($0.id) })

    try compare(generated.modules, with: folder.appendingPathComponent("Generated"), name)
    let tests = folder.appendingPathComponent("Tests")
    if FileManager.default.fileExists(atPath: tests.path) { try compare(generated.tests, with: tests, name) }
  }

  private func compare(_ tree: OutputTree, with folder: URL, _ name: String) throws {
    var sink = DiagnosticSink()
    let output = OutputFolder(folder.path)
    let plan = try #require(output.plan(for: tree, into: &sink))
    guard !plan.isExact else { return }
    if ProcessInfo.processInfo.environment["WGNAPI_RECORD"] == "1" {
      _ = output.write(tree, into: &sink)
      Issue.record("recorded the code of \(name)")
    } else {
      let changes = plan.entries.filter { $0.kind != .unchanged }.map { "\($0.kind.rawValue) \($0.path)" }
      Issue.record("the code of \(name) changed: \(changes.joined(separator: ", "))")
    }
  }
}
