import Foundation
import Testing

@testable import GeneratorKit

/// The built tool from outside: what it prints where, and how it ends.
@Suite struct CommandTests {
  let folder: TemporaryFolder
  let specs: String
  let out: String

  init() throws {
    folder = try TemporaryFolder()
    specs = folder.path("Specs")
    out = folder.path("out")
    try folder.write("wgnapi: 1\nmodule: {summary: M}\n", to: "Specs/M/module.yaml")
    try folder.write(
      "wgnapi: 1\nschemas:\n  Alpha: {properties: {a: integer}}\n  Beta: {properties: {b: string}}\n",
      to: "Specs/M/schemas.yaml")
  }

  private func run(_ arguments: String...) throws -> GeneratorTool.Result { try GeneratorTool.run(arguments) }

  private func file(_ name: String) throws -> String {
    try #require(try folder.snapshot("out").keys.first { $0.hasSuffix("/\(name).swift") })
  }

  @Test func writesAndThenHasNothingToDo() throws {
    let first = try run(specs, "-o", out)
    #expect(first.status == 0)
    #expect(first.output.hasPrefix("wrote ") && first.errors == "")
    let second = try run("generate", specs, "--output", out)
    #expect(second.status == 0)
    #expect(second.output.hasPrefix("nothing to do, ") && second.errors == "")
    #expect(try run(specs, "-o", out, "--quiet").output == "")
    try folder.remove("out/.wgnapi-gen.json")
    #expect(try run(specs, "-o", out).output.hasPrefix("wrote the manifest, "))
    #expect(try run(specs, "-o", out, "--verbose").output.contains("keep \(out)/\(file("Alpha"))\n"))
  }

  @Test func checkShowsWhatDiffersAndWritesNothing() throws {
    _ = try run(specs, "-o", out)
    let fresh = try run(specs, "-o", out, "--check")
    #expect(fresh.status == 0 && fresh.output.hasPrefix("up to date, "))
    let (alpha, beta) = (try file("Alpha"), try file("Beta"))
    try folder.write(try folder.read("out/" + alpha) + "// more\n", to: "out/" + alpha)
    try folder.remove("out/" + beta)
    let before = try folder.snapshot("out")
    let stale = try run(specs, "-o", out, "--check")
    #expect(stale.status == 1)
    #expect(stale.errors == "")
    let lines = stale.output.split(separator: "\n").map(String.init)
    #expect(
      Array(lines.prefix(3)) == ["changed: \(out)/\(alpha)", "--- \(out)/\(alpha)", "+++ \(out)/\(alpha)"])
    #expect(lines.contains("-// more") && lines.contains("missing: \(out)/\(beta)"))
    #expect(lines.last?.hasPrefix("out of date: 1 missing, 1 changed") == true)
    #expect(try folder.snapshot("out") == before)
    let annotated = try run(specs, "-o", out, "--check", "--diagnostics", "github")
    #expect(annotated.status == 1)
    #expect(annotated.errors.split(separator: "\n").count { $0.contains("title=stale-output") } == 2)
  }

  @Test func checkFindsOrphans() throws {
    _ = try run(specs, "-o", out)
    let beta = try file("Beta")
    try folder.write("wgnapi: 1\nschemas: {Alpha: {properties: {a: integer}}}\n", to: "Specs/M/schemas.yaml")
    let stale = try run(specs, "-o", out, "--check")
    #expect(stale.status == 1 && stale.output.contains("orphaned: \(out)/\(beta)\n"))
    let dry = try run(specs, "-o", out, "--dry-run")
    #expect(dry.status == 0 && dry.output.contains("remove \(out)/\(beta)\nwould remove 1 file, "))
    #expect(folder.exists("out/" + beta))
    #expect(try run(specs, "-o", out).output.hasPrefix("removed 1 file, "))
    #expect(!folder.exists("out/" + beta))
  }

  @Test func aRunLeavesModulesAloneThatItDoesNotMake() throws {
    _ = try run(specs, "-o", out)
    let before = try folder.snapshot("out")
    try folder.write(#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#, to: "item.schema.json")
    let item = folder.path("item.schema.json")
    let added = try run(item, "-o", out)
    #expect(added.status == 0 && added.output.contains(": the module M is not in these specs; --prune"))
    #expect(!added.output.contains("removed "))
    for (name, text) in before where name != ".wgnapi-gen.json" {
      #expect(try folder.snapshot("out")[name] == text)
    }
    for arguments in [[specs, "-o", out, "--check"], [item, "-o", out, "--check"]] {
      let check = try GeneratorTool.run(arguments)
      #expect(check.status == 0 && check.output.hasPrefix("up to date, "), "\(check.output)")
    }
    #expect(!(try run(specs, "-o", out, "--dry-run").output.contains("remove ")))
    #expect(try run(specs, "-o", out, "--check", "--prune").status == 1)
    #expect(try run(specs, "-o", out, "--prune").output.contains("removed "))
    #expect(try folder.snapshot("out") == before)
  }

  @Test(arguments: ["a/b", "..", "", "1a", "X.Y"]) func aModuleHasAName(_ name: String) throws {
    try folder.write("{}", to: "pet.schema.json")
    let result = try run(folder.path("pet.schema.json"), "-o", out, "--module", name)
    #expect(result.status == 2)
    #expect(result.errors.contains("'--module' is '\(name)', but a module is named with the letters A to Z"))
  }

  @Test func aSpecIsNoSchema() throws {
    _ = try run(specs, "-o", out)
    let before = try folder.snapshot("out")
    let spec = try run(specs + "/M/schemas.yaml", "-o", out)
    #expect(spec.status == 2)
    #expect(spec.errors.contains("M/schemas.yaml:1:1: error: this is a spec, not a JSON Schema"))
    #expect(spec.errors.contains("[misplaced-file]"))
    for (name, text) in [
      ("openapi.yaml", "openapi: 3.1.0\ninfo: {title: T}\n"), ("swagger.json", #"{"swagger": "2.0"}"#),
    ] {
      try folder.write(text, to: name)
      let result = try run(folder.path(name), "-o", out)
      #expect(result.status == 2 && result.errors.contains("OpenAPI"), "\(result.errors)")
    }
    #expect(try folder.snapshot("out") == before)
  }

  @Test func checkLetsNoForeignFileActOnALog() throws {
    _ = try run(specs, "-o", out)
    let alpha = try file("Alpha")
    try folder.write(try folder.read("out/" + alpha) + "\u{1B}[2J\r::error::x\r\n", to: "out/" + alpha)
    let result = try run(specs, "-o", out, "--check")
    #expect(result.status == 1 && result.output.contains("-<U+001B>[2J<U+000D>::error::x<U+000D>\n"))
    #expect(!result.output.utf8.contains(0x1B) && !result.output.utf8.contains(0x0D))
  }

  @Test func checkCallsAFileInTheWayStale() throws {
    try folder.write("mine", to: "out/M/Models/Alpha.swift")
    _ = try run(specs, "-o", folder.path("other"))
    let name = try #require(try folder.snapshot("other").keys.first { $0.hasSuffix("/Alpha.swift") })
    try folder.write("mine", to: "out/" + name)
    let result = try run(specs, "-o", out, "--check")
    #expect(result.status == 1)
    #expect(result.errors.contains("\(out)/\(name): error: was not generated"))
  }

  @Test func mistakesInSpecsEndWithTwo() throws {
    try folder.write("wgnapi: 1\nschemas: {Gamma: {properties: {a: integr}}}\n", to: "Specs/M/more.yaml")
    let result = try run(specs, "-o", out)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("\(specs)/M/more.yaml:2:"))
    #expect(result.errors.contains("did you mean 'integer'?") && result.errors.contains("^~~~~~"))
    #expect(!folder.exists("out"))
    let json = try run(specs, "-o", out, "--check", "--diagnostics", "json")
    #expect(json.status == 2)
    let array = try JSONSerialization.jsonObject(with: Data(json.errors.utf8)) as? [[String: Any]]
    #expect(array?.count == 1)
  }

  @Test func wrongArgumentsEndWithTwo() throws {
    #expect(try run(specs).status == 2)
    #expect(try run().status == 2)
    #expect(try run(specs, "-o", out, "--check", "--dry-run").status == 2)
    #expect(try run(specs, "-o", out, "--jobs", "0").status == 2)
    #expect(try run(specs, "-o", out, "--nonsense").status == 2)
    #expect(try run(folder.path("absent"), "-o", out).status == 2)
    #expect(try run("--help").status == 0)
    #expect(try run("--version").output == "wgnapi-gen \(generatorVersion)\n")
  }

  @Test func warningsCountAsErrorsOnDemand() throws {
    try folder.write(generated("old"), to: "out/old.swift")
    let result = try run(specs, "-o", out, "--check", "--warnings-as-errors")
    #expect(result.status == 2)
    #expect(result.errors.contains("\(out)/old.swift: error: was generated once"))
    #expect(try run(specs, "-o", out).status == 0)
  }

  @Test func aFullDiskLeavesAllAsItWas() throws {
    _ = try run(specs, "-o", out)
    let fields = (0..<200).map { "      field\($0): integer\n" }.joined()
    try folder.write(
      "wgnapi: 1\nschemas:\n  Alpha: {properties: {z: integer}}\n  Large:\n    properties:\n" + fields,
      to: "Specs/M/schemas.yaml")
    let before = try folder.snapshot("out")
    // A limit on the size of files fails in the middle of a write, as a full disk does.
    let result = try GeneratorTool.run([specs, "-o", out], shellPrefix: #"trap "" XFSZ; ulimit -f 8"#)
    #expect(result.status == 2)
    #expect(result.errors.contains("/Large.swift: error: can't be written: File too large"))
    #expect(try folder.snapshot("out") == before)
  }

  @Test func outputDependsOnSpecsAlone() throws {
    _ = try run(specs, "-o", out)
    let expected = try folder.snapshot("out")
    let variants: [(arguments: [String], directory: String?, environment: [String: String])] = [
      (["Specs", "-o", "v0"], folder.path, ["LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"]),
      (
        ["../Specs/", "-o", "../v1", "--jobs", "1"], specs, ["LANG": "C", "LC_ALL": "C", "TZ": "Asia/Tokyo"]
      ),
      (["./Specs", "-o", "v2/", "--jobs", "8"], folder.path, ["HOME": "/nonexistent", "LANG": ""]),
      ([".", "-o", "../v3", "--jobs", "2"], specs, [:]),
    ]
    for (index, variant) in variants.enumerated() {
      let result = try GeneratorTool.run(
        variant.arguments, workingDirectory: variant.directory, environment: variant.environment)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try folder.snapshot("v\(index)") == expected)
    }
  }

  @Test func templatesCanBeListedCopiedAndChecked() throws {
    #expect(try run("templates", "list").output == bundledTemplateNames.map { $0 + "\n" }.joined())
    let templates = folder.path("T")
    #expect(try run("templates", "eject", "file", "-o", templates).output == "\(templates)/file.mustache\n")
    #expect(try run("templates", "check", "--templates", templates).status == 0)
    try folder.write(try folder.read("T/file.mustache") + "{{soruce}}\n", to: "T/file.mustache")
    let result = try run("templates", "check", "--templates", templates)
    #expect(result.status == 2)
    #expect(
      result.errors.contains("\(templates)/file.mustache:")
        && result.errors.contains("did you mean 'source'?"))
    #expect(try run(specs, "-o", out, "--templates", templates).status == 2)
  }

  @Test func dumpsTheRepresentationAsJSON() throws {
    let result = try run("dump", "ir", specs)
    #expect(result.status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect((object?["modules"] as? [Any])?.count == 1)
    #expect(
      try GeneratorTool.run(["dump", "ir", "Specs"], workingDirectory: folder.path).output == result.output)
  }
}
