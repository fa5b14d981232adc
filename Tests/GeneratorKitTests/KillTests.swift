import Diagnostics
import Foundation
import SwiftEmitter
import Testing

@testable import GeneratorKit

/// Kills the tool in the middle of writing, over and over. `WGNAPI_KILLS` sets how often.
@Suite struct KillTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Specs of which `variant` 0 and 1 have some models in common, some that differ, and some that the other lacks.
  private func writeSpecs(_ variant: Int) throws {
    let specs = "Specs\(variant)/"
    try folder.write("wgnapi: 1\nmodule: {summary: M}\n", to: specs + "M/module.yaml")
    // Each spec file has a generated file of its own.
    for index in 0..<40 {
      for (name, property) in [("Same", "a"), ("Other", "v\(variant)"), ("Only\(variant)In", "a")] {
        try folder.write(
          "wgnapi: 1\nschemas: {\(name)\(index): {properties: {\(property): integer}}}\n",
          to: specs + "M/\(name)\(index).yaml")
      }
    }
    try folder.write("wgnapi: 1\nmodule: {summary: V}\n", to: specs + "V\(variant)/module.yaml")
    try folder.write(
      "wgnapi: 1\nschemas: {A: {properties: {a: integer}}}\n", to: specs + "V\(variant)/schemas.yaml")
  }

  private func expected(_ variant: Int) throws -> [String: String] {
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(folder.path("Specs\(variant)"), into: &sink)
    let (tree, _) = generate(specs: specs, templates: loadTemplates(overlaidBy: nil, into: &sink), threads: 1)
    #expect(!sink.hasErrors && tree.files.count > 100)
    return Dictionary(
      uniqueKeysWithValues: tree.files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
  }

  private func arguments(_ variant: Int) -> [String] {
    [folder.path("Specs\(variant)"), "-o", folder.path("out"), "--prune", "--quiet"]
  }

  @Test func everyFileIsOldOrNewAfterAKill() throws {
    for variant in 0...1 { try writeSpecs(variant) }
    let trees = [try expected(0), try expected(1)]
    let count = ProcessInfo.processInfo.environment["WGNAPI_KILLS"].flatMap { Int($0) } ?? 25
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try GeneratorTool.run(arguments(0)).status == 0)
    var duration = max(1, Int((clock.now - start) / .microseconds(1)))
    var interrupted = 0
    for round in 0..<count {
      let process = try GeneratorTool.start(arguments((round + 1) % 2), in: folder)
      let begin = clock.now
      usleep(UInt32(Int.random(in: duration / 4...duration * 5 / 4)))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      // Runs that came to their end show how long one takes.
      if process.terminationReason == .exit { duration = max(1, Int((clock.now - begin) / .microseconds(1))) }
      if try !isSound(trees) { return }
      if try isMixed(trees) { interrupted += 1 }
    }
    print("\(interrupted) of \(count) kills left the folder between two states")
    let final = count % 2
    let result = try GeneratorTool.run(arguments(final))
    #expect(result.status == 0, "\(result.errors)")
    var files = try folder.snapshot("out").filter { !$0.key.hasSuffix("/") }
    let manifest = files.removeValue(forKey: Manifest.name)
    #expect(files == trees[final])
    #expect(manifest == String(decoding: Manifest(paths: Set(trees[final].keys)).bytes, as: UTF8.self))
    #expect(try folder.snapshot("out").keys.filter { $0.hasSuffix("/") }.count == 2)
  }

  /// Whether every file has the content of one of the trees, and those that both have are there.
  private func isSound(_ trees: [[String: String]]) throws -> Bool {
    let files = try folder.snapshot("out")
    for (path, text) in files where !path.hasSuffix("/") {
      if path == Manifest.name {
        guard Manifest(bytes: Array(text.utf8)) == nil else { continue }
        Issue.record("the manifest is damaged: \(text)")
        return false
      }
      if OutputPath.isTemporaryName(OutputPath.split(path).name) { continue }
      guard text != trees[0][path], text != trees[1][path] else { continue }
      Issue.record("\(path) is neither old nor new: \(text)")
      return false
    }
    for path in trees[0].keys where trees[1][path] != nil && files[path] == nil {
      Issue.record("\(path) is gone")
      return false
    }
    return true
  }

  /// Whether the folder holds something else than one of the trees.
  private func isMixed(_ trees: [[String: String]]) throws -> Bool {
    let files = try folder.snapshot("out").filter { !$0.key.hasSuffix("/") && $0.key != Manifest.name }
    return files != trees[0] && files != trees[1]
  }
}
