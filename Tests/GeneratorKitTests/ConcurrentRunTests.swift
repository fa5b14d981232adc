import Foundation
import Testing

@testable import GeneratorKit

@Suite struct ConcurrentRunTests {
  /// Runs with different specs in the same folder at the same time: one of them has the last word.
  @Test func oneRunAfterTheOther() throws {
    let folder = try TemporaryFolder()
    for variant in 0..<4 {
      try folder.write("wgnapi: 1\nmodule: {summary: M}\n", to: "S\(variant)/M/module.yaml")
      for number in 0..<20 {
        try folder.write(
          "wgnapi: 1\nschemas: {Model\(number * (variant + 1)): {properties: {v\(variant): integer}}}\n",
          to: "S\(variant)/M/\(number).yaml")
      }
      let arguments = [folder.path("S\(variant)"), "-o", folder.path("alone\(variant)")]
      #expect(try GeneratorTool.run(arguments).status == 0)
    }
    let outputs = try (0..<4).map { _ in try TemporaryFolder() }
    let runs = try (0..<4).map { variant in
      try GeneratorTool.start([folder.path("S\(variant)"), "-o", folder.path("out")], in: outputs[variant])
    }
    for (run, output) in zip(runs, outputs) {
      run.waitUntilExit()
      let errors = try output.read("stderr")
      #expect(run.terminationStatus == 0, "\(errors)")
    }
    let result = try folder.snapshot("out")
    let alone = try (0..<4).map { try folder.snapshot("alone\($0)") }
    #expect(alone.contains(result))
  }

  @Test(.enabled(if: geteuid() != 0, "permissions don't hold back the superuser"))
  func aFolderThatCannotBeWrittenToIsReported() throws {
    let folder = try TemporaryFolder()
    let out = folder.path("out")
    write(tree(["M/a.swift": "a"]), to: out)
    let before = try folder.snapshot("out")
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: out + "/M")
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: out + "/M") }
    let (plan, diagnostics) = write(tree(["M/a.swift": "b", "M/b.swift": "b"]), to: out)
    #expect(plan == nil)
    #expect(diagnostics.map(\.id) == [.fileSystem])
    #expect(diagnostics.first?.message == "can't be written: Permission denied")
    #expect(try folder.snapshot("out") == before)
  }
}
