import Testing

@testable import GeneratorKit

/// The built tool on a folder with output: what `--check` says about it, and what a run leaves there.
@Suite struct CheckCommandTests: CommandSuite {
  let folder: TemporaryFolder

  init() throws { folder = try .withSpecs() }

  @Test func checkShowsWhatDiffersAndWritesNothing() throws {
    _ = try run(specs, "-o", out)
    let fresh = try run(specs, "-o", out, "--check")
    #expect(fresh.status == 0 && fresh.output.hasPrefix("up to date, "))
    let (alpha, beta) = (try file("More"), try file("Schemas"))
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
    let count = try folder.read("out/" + alpha).split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(annotated.errors.contains("file=\(out)/\(alpha),line=\(count - 1),col=1,"), "\(annotated.errors)")
    #expect(annotated.errors.contains("title=stale-output::this generated file is missing; run wgnapi-gen"))
  }

  @Test func checkFindsOrphans() throws {
    _ = try run(specs, "-o", out)
    let beta = try file("More")
    try folder.remove("Specs/M/more.yaml")
    let stale = try run(specs, "-o", out, "--check")
    #expect(stale.status == 1 && stale.output.contains("orphaned: \(out)/\(beta)\n"))
    let dry = try run(specs, "-o", out, "--dry-run")
    for run in [stale, dry] { #expect(run.output.contains("the target M needs WGNAPIJSON\n")) }
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
    #expect(
      added.status == 0
        && added.output.contains(
          ": the module M isn't in these specs; if no other specs generate it, use --prune")
    )
    #expect(!added.output.contains("removed "))
    for (name, text) in before where name != ".wgnapi-gen.json" {
      #expect(try folder.snapshot("out")[name] == text)
    }
    for arguments in [[specs, "-o", out, "--check"], [item, "-o", out, "--check"]] {
      let check = try GeneratorTool.run(arguments)
      #expect(check.status == 0 && check.output.hasPrefix("up to date, "), "\(check.output)")
    }
    #expect(!(try run(specs, "-o", out, "--dry-run").output.contains("remove \(out)")))
    #expect(try run(specs, "-o", out, "--check", "--prune").status == 1)
    #expect(try run(specs, "-o", out, "--prune").output.contains("removed "))
    #expect(try folder.snapshot("out") == before)
  }

  @Test func checkLetsNoForeignFileActOnALog() throws {
    _ = try run(specs, "-o", out)
    let alpha = try file("Schemas")
    try folder.write(try folder.read("out/" + alpha) + "\u{1B}[2J\r::error::x\r\n", to: "out/" + alpha)
    let result = try run(specs, "-o", out, "--check")
    #expect(result.status == 1 && result.output.contains("-<U+001B>[2J<U+000D>::error::x<U+000D>\n"))
    #expect(!result.output.utf8.contains(0x1B) && !result.output.utf8.contains(0x0D))
  }

  @Test func checkEndsWithTwoForAFileInTheWay() throws {
    try folder.write("mine", to: "out/M/Schemas.swift")
    _ = try run(specs, "-o", folder.path("other"))
    let name = try #require(try folder.snapshot("other").keys.first { $0.hasSuffix("/Schemas.swift") })
    try folder.write("mine", to: "out/" + name)
    let result = try run(specs, "-o", out, "--check")
    #expect(result.status == 2)
    #expect(result.output.contains("1 blocked by something else"))
    #expect(
      result.output.contains("; the generator can't write until what is in its way is moved or removed\n"))
    #expect(result.errors.contains("\(out)/\(name): error: was not generated"))
  }

  @Test func checkSaysWhatToDoAboutAnUnlistedFile() throws {
    _ = try run(specs, "-o", out)
    try folder.write(generated("copy"), to: "out/M/Copy.swift")
    let result = try run(specs, "-o", out, "--check")
    #expect(result.status == 1)
    #expect(result.output.contains("unlisted: \(out)/M/Copy.swift\n"))
    #expect(result.output.contains("; remove the unlisted files\n"))
  }

  @Test func warningsCountAsErrorsOnDemand() throws {
    try folder.write(generated("old"), to: "out/old.swift")
    let result = try run(specs, "-o", out, "--check", "--warnings-as-errors")
    #expect(result.status == 2)
    #expect(result.errors.contains("\(out)/old.swift: error: was generated earlier"))
    #expect(try run(specs, "-o", out).status == 0)
  }
}
