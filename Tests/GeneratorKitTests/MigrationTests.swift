import Diagnostics
import Foundation
import Testing

@testable import GeneratorKit

/// Configurations of swift-openapi-generator with their documents, and what `migrate soag` makes of them.
///
/// With `WGNAPI_RECORD=1` in the environment, what is found is written instead of compared, and the tests fail.
@Suite struct MigrationTests {
  private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Golden")
  static let mistakes = names(in: "BadMigrations")
  static let modules = names(in: "Migration/Specs")

  private static func names(in folder: String) -> [String] {
    let path = golden.appendingPathComponent(folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  /// What is said about a folder, with paths that begin there.
  private func messages(_ sink: DiagnosticSink, in folder: String) -> String {
    TextDiagnosticPrinter(showsSource: false).print(sink.sorted()).replacing(folder + "/", with: "")
  }

  private func compare(_ text: String, with file: URL) throws {
    if ProcessInfo.processInfo.environment["WGNAPI_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(file.path)")
    } else {
      #expect(text == (try? String(contentsOf: file, encoding: .utf8)), "\(file.path)")
    }
  }

  /// Folders of `Tests/Golden/BadMigrations`: what is said, and what would be written or differs.
  @Test(arguments: mistakes)
  func everyMistakeIsReportedAsRecorded(name: String) throws {
    let folder = Self.golden.appendingPathComponent("BadMigrations/\(name)")
    var sink = DiagnosticSink()
    let migration = Migration(.init(path: folder.path + "/Shop"), into: &sink)
    var text = messages(sink, in: folder.path)
    if migration.isDifferent, let old = migration.old {
      text += UnifiedDiff().text(old: old, new: Array(migration.text.utf8), path: "Shop/module.yaml")
    } else if !sink.hasErrors {
      text += migration.text
    }
    try compare(text, with: folder.appendingPathComponent("expected.txt"))
    #expect(!sink.isEmpty || migration.isDifferent, "the case \(name) reports nothing")
  }

  /// Folders of `Tests/Golden/Migration/Specs`, whose modules are generated and compiled.
  @Test(arguments: modules)
  func configurationsBecomeTheRecordedModules(name: String) throws {
    let folder = Self.golden.appendingPathComponent("Migration")
    var sink = DiagnosticSink()
    let migration = Migration(.init(path: folder.path + "/Specs/\(name)"), into: &sink)
    #expect(!sink.hasErrors)
    try compare(messages(sink, in: folder.path), with: folder.appendingPathComponent("Messages/\(name).txt"))
    try compare(migration.text, with: folder.appendingPathComponent("Specs/\(name)/module.yaml"))
  }

  @Test func thereAreCases() {
    #expect(Self.mistakes.count >= 20)
    #expect(Self.modules.count == 3)
  }
}

/// The command, which writes only what isn't there.
@Suite struct MigrateCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "generate: [types, client]\naccessModifier: public\n", to: "Shop/openapi-generator-config.yml")
    try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "https://example.com"}],
       "paths": {"/a": {"get": {"operationId": "a", "responses": {"204": {"description": "-"}}}}}}
      """, to: "Shop/openapi.json")
  }

  private func migrate(_ arguments: String...) throws -> GeneratorTool.Result {
    try GeneratorTool.run(["migrate", "soag"] + arguments, workingDirectory: folder.path)
  }

  @Test func writesOnceAndNeverOver() throws {
    let preview = try migrate("Shop", "--dry-run")
    #expect(preview.status == 0 && preview.output.contains("would write Shop/module.yaml"))
    #expect(!folder.exists("Shop/module.yaml"))
    let first = try migrate("Shop")
    #expect(first.status == 0 && first.output.hasPrefix("wrote Shop/module.yaml\n"))
    let text = try folder.read("Shop/module.yaml")
    #expect(text.hasSuffix("wgnapi: 1\nmodule:\n  openapi: openapi.json\n"))
    let again = try migrate("Shop")
    #expect(again.status == 0 && again.output.hasPrefix("Shop/module.yaml is there already\n"))
    try folder.write(text + "  cache: 1 min\n", to: "Shop/module.yaml")
    let changed = try migrate("Shop")
    #expect(changed.status == 1 && changed.output.contains("\n-  cache: 1 min\n"))
    #expect(try folder.read("Shop/module.yaml").hasSuffix("cache: 1 min\n"))
  }

  @Test func theResultIsGenerated() throws {
    _ = try migrate("Shop")
    let run = try GeneratorTool.run([".", "-o", "Generated"], workingDirectory: folder.path)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(folder.exists("Generated/Shop/Client.swift"))
  }

  @Test func sourcesWithOtherFilesNeedAFolderOfSpecs() throws {
    try folder.write("a: 1\n", to: "App/Resources/strings.yaml")
    let run = try migrate("Shop")
    #expect(run.output.contains("move module.yaml and the document from Shop to Specs/Shop"), "\(run.output)")
    #expect(run.output.contains("reads App/Resources/strings.yaml, too"), "\(run.output)")
  }

  @Test func runsInTheTargetsFolder() throws {
    let run = try GeneratorTool.run(["migrate", "soag"], workingDirectory: folder.path("Shop"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.read("Shop/module.yaml").contains("openapi: openapi.json"))
  }

  @Test func writesElsewhereAndNamesTheModule() throws {
    let run = try migrate("Shop", "-o", "Specs/Store", "--module", "StoreAPI")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("move Shop/openapi.json to Specs/Store"))
    #expect(
      try folder.read("Specs/Store/module.yaml").hasSuffix("  name: StoreAPI\n  openapi: openapi.json\n"))
  }

  @Test func namesADocumentElsewhere() throws {
    try folder.write(try folder.read("Shop/openapi.json"), to: "Shop/API/v2.json")
    let run = try migrate("Shop", "--document", "Shop/API/v2.json", "-o", "Shop")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.read("Shop/module.yaml").contains("openapi: API/v2.json"))
    let generated = try GeneratorTool.run([".", "-o", "Generated"], workingDirectory: folder.path)
    #expect(generated.status == 0, "\(generated.errors)")
  }

  @Test func mistakesWriteNothing() throws {
    try folder.write(
      "generate: [types, client]\nfilter: {tags: [x]}\n", to: "Shop/openapi-generator-config.yml")
    let run = try migrate("Shop")
    #expect(run.status == 2 && run.errors.contains("openapi-generator-config.yml:2:17: error: "))
    #expect(!folder.exists("Shop/module.yaml"))
    try folder.write("generate: [types, server]\n", to: "Shop/openapi-generator-config.yml")
    #expect(try migrate("Shop", "--warnings-as-errors").status == 2)
    #expect(!folder.exists("Shop/module.yaml"))
  }

  @Test func aFolderWithoutAModulesNameNeedsOne() throws {
    for name in ["openapi-generator-config.yml", "openapi.json"] {
      try folder.write(try folder.read("Shop/\(name)"), to: "my-shop/\(name)")
    }
    try folder.remove("Shop")
    let run = try migrate("my-shop")
    #expect(run.status == 2 && run.errors.contains("write '--module NAME'"), "\(run.errors)")
    #expect(try migrate("my-shop", "--module", "Shop").status == 0)
    let generated = try GeneratorTool.run([".", "-o", "Generated"], workingDirectory: folder.path)
    #expect(generated.status == 0, "\(generated.errors)")
    #expect(folder.exists("Generated/Shop/Client.swift"))
  }
}
