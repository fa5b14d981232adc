import Foundation
import Testing

/// The shell scripts in `action.yml`, with a tool that only notes how it is called.
@Suite struct ActionStepTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "#!/bin/sh\necho \"$*\" >>\"$RUNNER_TEMP/calls.txt\"\n[ \"$1\" != \"$FAILING\" ]\n", to: "tool")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("tool"))
  }

  /// The script of the step that has a line.
  private func script(_ line: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("action.yml"), encoding: .utf8)
    let step = try #require(text.components(separatedBy: "\n    - ").first { $0.contains(line) })
    return try #require(step.components(separatedBy: "\n      run: |\n").last)
  }

  /// How a step calls the tool.
  private func calls(_ step: String, _ environment: [String: String]) throws -> (
    calls: [String], status: Int32
  ) {
    try folder.write(try script(step), to: "step.sh")
    try? folder.remove("calls.txt")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // As GitHub runs it.
    process.arguments = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "step.sh"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    var all = ProcessInfo.processInfo.environment
    all["TOOL"] = folder.path("tool")
    all["RUNNER_TEMP"] = folder.path
    all["GITHUB_STEP_SUMMARY"] = folder.path("summary.md")
    all["GITHUB_OUTPUT"] = folder.path("output.txt")
    process.environment = all.merging(environment) { $1 }
    try process.run()
    process.waitUntilExit()
    let calls = folder.exists("calls.txt") ? try folder.read("calls.txt") : ""
    return (calls.split(separator: "\n").map(String.init), process.terminationStatus)
  }

  private static let usual = [
    "AGAINST": "main", "ARGUMENTS": "", "BREAKING_ARGUMENTS": "", "FAILS": "false",
  ]

  private func compare(_ environment: [String: String] = [:]) throws -> (calls: [String], status: Int32) {
    try calls("id: compare", Self.usual.merging(environment) { $1 })
  }

  @Test func comparisonsWithAndWithoutSettings() throws {
    #expect(
      try compare().calls == [
        "changelog --against main --diagnostics github Specs",
        "breaking --against main --format github Specs",
      ])
    try folder.write("specs: API\n", to: "wgnapi-gen.yaml")
    #expect(
      try compare().calls == [
        "changelog --against main --diagnostics github", "breaking --against main --format github",
      ])
  }

  @Test func furtherArgumentsOfComparisons() throws {
    let arguments = ["ARGUMENTS": "API\n", "BREAKING_ARGUMENTS": "--app .\n--traffic a.har\n"]
    #expect(
      try compare(arguments).calls == [
        "changelog --against main --diagnostics github API",
        "breaking --against main --format github API --app . --traffic a.har",
      ])
  }

  @Test func statusesOfComparisons() throws {
    #expect(try compare().status == 0)
    #expect(try folder.read("output.txt").hasSuffix("breaks=false\n"))
    #expect(try compare(["FAILING": "breaking"]).status == 0)
    #expect(try folder.read("output.txt").hasSuffix("breaks=true\n"))
    #expect(try compare(["FAILING": "breaking", "FAILS": "true"]).status == 1)
    #expect(try compare(["FAILING": "changelog"]).status == 1)
  }

  @Test(arguments: [
    ("--check --diagnostics github", "Specs -o Generated --check --diagnostics github"),
    ("--check\n--diagnostics github\n", "Specs -o Generated --check --diagnostics github"),
    ("API -o Code\n--check\n", "API -o Code --check"),
  ])
  func checks(_ arguments: String, _ call: String) throws {
    #expect(try calls("if: inputs.arguments != ''", ["ARGUMENTS": arguments]).calls == [call])
  }
}
