import Diagnostics
import SpecReader
import SwiftEmitter

@testable import GeneratorKit
@testable import SpecChanges

/// Compares what is reported of two versions of a module with what the compiler says of an app.
///
/// The app has one function on one line for each use, so one compilation per version judges all of them.
final class CompilerAgreement {
  private let modules: CompiledModules
  /// What the compiled old module was generated from.
  private var oldTexts: [[UInt8]]?
  /// The uses of every declaration of the old module.
  private var uses: [CodeLine] = []

  init() throws { modules = try CompiledModules() }

  /// Checks that an app that uses every declaration compiles with the new module exactly if nothing is called breaking, that lines
  /// before a change compile with the old module only, and that lines to write compile with the new one.
  ///
  /// - Returns: What isn't so.
  func disagreements(about versions: ComparedVersions) throws -> [String] {
    try compileOld(versions.old)
    let mistakes = try modules.addModule("new", versions.new, skippingBodies: true)
    guard mistakes.isEmpty else { return mistakes.map { "new module: \($0)" } }
    // A module for its own package isn't visible in the app.
    // Dependencies are the manifest's, and the compiler finds all modules here.
    let breaking = versions.changes.breaking.filter { $0.kind != .newDependency }
    let rewrites = breaking.flatMap(\.rewrites)
    let before = rewrites.compactMap(\.before).filter { !$0.text.hasPrefix("import ") }
    let after = rewrites.compactMap(\.after)

    var found: [String] = []
    if !before.isEmpty {
      found += try refused(before, by: "old").map { _, line in "refused by the old module: \(line)" }
    }
    let refused = try refused(uses + before + after, by: "new")
    let broken = refused.filter { $0.position < uses.count }.map(\.line)
    if broken.isEmpty != breaking.isEmpty {
      found.append(
        breaking.isEmpty
          ? "called compatible: \(broken.joined(separator: "\n"))"
          : "called breaking: \(breaking.map { "\($0.place) [\($0.kind.rawValue)]" })")
    }
    let positions = Set(refused.map(\.position))
    for (position, line) in before.enumerated() where !positions.contains(uses.count + position) {
      found.append("compiles with the new module, too: \(line.text)")
    }
    // An app in the same package can write the new lines.
    let isHidden = breaking.contains { $0.kind == .accessLowered }
    for (position, line) in refused where position >= uses.count + before.count && !isHidden {
      found.append("refused by the new module: \(line)")
    }
    return found
  }

  private func compileOld(_ files: [SpecFile]) throws {
    let texts = files.map(\.bytes)
    guard texts != oldTexts else { return }
    let mistakes = try modules.addModule("old", files, skippingBodies: true)
    var sink = DiagnosticSink()
    guard mistakes.isEmpty, let surface = readAPI(files, into: &sink)?.surfaces(into: &sink).first else {
      throw ComparedVersions.Mistakes(description: "old module: \(mistakes)")
    }
    uses = AppSource(surface).uses
    oldTexts = texts
    let found = try refused(uses, by: "old")
    guard found.isEmpty else {
      throw ComparedVersions.Mistakes(description: found.map(\.line).joined(separator: "\n"))
    }
  }

  /// The lines of an app that the compiler refuses, with its reasons; at -1 what it says of no line.
  private func refused(
    _ lines: [CodeLine], by version: String
  ) throws -> [(position: Int, line: String)] {
    let log = try modules.check(AppSource.text(lines, importing: "Shop"), against: version).log
    var found: [Int: String] = [:]
    for error in log {
      let number = CompiledModules.line(of: error)
      // Two lines come first.
      let position = number.map { $0 - 3 }.flatMap { lines.indices.contains($0) ? $0 : nil } ?? -1
      let message = error.firstMatch(of: /error: .*/).map { String($0.0) } ?? error
      let line = position < 0 ? message : "\(lines[position].text) // \(message)"
      found[position] = found[position] ?? line
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
