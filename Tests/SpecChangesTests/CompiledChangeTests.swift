import APIModel
import Diagnostics
import Foundation
import SwiftEmitter
import Testing
import Thoroughness

@testable import GeneratorKit
@testable import SpecChanges

/// The compiler as the judge: apps against both versions of generated modules.
@Suite(.serialized) struct CompiledChangeTests {
  /// Those that `make test` compiles, too.
  private static let usual = [
    "parameter-became-required", "property-added", "property-renamed", "schema-renamed",
  ]
  private static let cases = isThorough ? ChangeTests.cases : usual

  /// Whatever is called compatible compiles with an app that uses every declaration, and whatever is called breaking doesn't. The
  /// lines before compile with the old module only, the lines to write with the new one.
  @Test(arguments: cases)
  func theCompilerAgrees(_ name: String) throws {
    let versions = try ComparedVersions(golden: name)
    let modules = try CompiledModules()
    #expect(try modules.addModule("old", versions.old) == [])
    #expect(try modules.addModule("new", versions.new) == [])
    try compareApps(versions, modules)
    try compareLines(versions, modules)
  }

  /// The same after random edits, in which changes meet.
  @Test(.thorough, arguments: UInt64(1)...20)
  func theCompilerAgreesAboutRandomEdits(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let versions = try ComparedVersions(EditedSpec.text, EditedSpec.edited(by: &random))
    let modules = try CompiledModules()
    #expect(try modules.addModule("old", versions.old) == [])
    #expect(try modules.addModule("new", versions.new) == [])
    try compareApps(versions, modules)
    try compareLines(versions, modules)
  }

  private func compareApps(_ versions: ComparedVersions, _ modules: CompiledModules) throws {
    var sink = DiagnosticSink()
    let api = try #require(readAPI(versions.old, into: &sink))
    let surface = try #require(api.surfaces(into: &sink).first)
    let app = AppSource(surface).text
    try expectNoErrors(app, modules, "old")
    let (_, log) = try modules.check(app, against: "new")
    // A module for its own package isn't visible in the app.
    // Dependencies are the manifest's, and the compiler finds all modules here.
    let breaking = versions.changes.breaking.filter { $0.kind != .newDependency }
    #expect(log.isEmpty == breaking.isEmpty, "\(log)")
  }

  /// Shows the lines that the compiler refuses.
  private func expectNoErrors(_ app: String, _ modules: CompiledModules, _ version: String) throws {
    let (numbers, log) = try modules.check(app, against: version)
    let lines = app.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = numbers.sorted().filter { lines.indices.contains($0 - 1) }.map { lines[$0 - 1] }
    #expect(log.isEmpty, "\(version): \(shown.joined(separator: "\n")) \(log.joined(separator: "\n"))")
  }

  private func compareLines(_ versions: ComparedVersions, _ modules: CompiledModules) throws {
    let rewrites = versions.changes.breaking.filter { $0.kind != .newDependency }.flatMap(\.rewrites)
    let before = rewrites.compactMap(\.before).filter { !$0.text.hasPrefix("import ") }
    let after = rewrites.compactMap(\.after)
    guard !before.isEmpty || !after.isEmpty else { return }
    try expectNoErrors(AppSource.text(before, importing: "Shop"), modules, "old")
    try expectNoErrors(AppSource.text(after, importing: "Shop"), modules, "new")
    let (lines, _) = try modules.check(AppSource.text(before, importing: "Shop"), against: "new")
    // Two lines come first.
    for (position, line) in before.enumerated() {
      #expect(lines.contains(position + 3), "compiles with the new module, too: \(line.text)")
    }
  }
}
