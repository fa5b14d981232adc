import Foundation
import Testing

@testable import GeneratorKit

/// The built tool in a project with `wgnapi-gen.yaml`.
@Suite struct SettingsCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("wgnapi: 1\nmodule: {summary: M}\n", to: "Specs/M/module.yaml")
    try folder.write("wgnapi: 1\nschemas: {Alpha: {properties: {a: integer}}}\n", to: "Specs/M/schemas.yaml")
    try folder.write("specs: Specs\noutput: Generated\n", to: "wgnapi-gen.yaml")
  }

  private func run(_ arguments: String..., in place: String = ".") throws -> GeneratorTool.Result {
    try GeneratorTool.run(arguments, workingDirectory: folder.path(place))
  }

  @Test func theNameOfTheToolIsEnough() throws {
    let first = try run()
    #expect(first.status == 0 && first.output.hasPrefix("wrote ") && first.errors == "", "\(first)")
    #expect(folder.exists("Generated/M/Schemas.swift"))
    #expect(try run("--check").output.hasPrefix("up to date, "))
    try folder.remove("Generated/M/Schemas.swift")
    let stale = try run("--check")
    #expect(stale.status == 1 && stale.output.hasSuffix("; run 'wgnapi-gen'\n"), "\(stale)")
    #expect(try run("--dry-run").output.contains("would write 1 file"))
    #expect(!folder.exists("Generated/M/Schemas.swift"))
  }

  @Test func isFoundFromFoldersBelow() throws {
    try folder.write("", to: "Sources/App/main.swift")
    let result = try run("--verbose", in: "Sources/App")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.hasPrefix("settings ../../wgnapi-gen.yaml\nadd ../../Generated/"), "\(result)")
    #expect(folder.exists("Generated/M/Schemas.swift") && !folder.exists("Sources/App/Generated"))
    let named = try GeneratorTool.run(
      ["--settings", folder.path("wgnapi-gen.yaml"), "--check"], workingDirectory: "/")
    #expect(named.status == 0, "\(named)")
  }

  /// The settings can't name a folder outside of theirs, and a link can't lead there.
  @Test(arguments: [("output", "Generated"), ("output", "a/b/Generated"), ("tests", "Generated")])
  func linksDoNotLeadOutOfTheProject(key: String, path: String) throws {
    try folder.write("", to: "elsewhere/.keep")
    let link = path.hasPrefix("a/") ? "project/a" : "project/Generated"
    try folder.write("wgnapi: 1\nmodule: {summary: M}\n", to: "project/Specs/M/module.yaml")
    try folder.write(
      "specs: Specs\n" + (key == "tests" ? "output: Out\n" : "") + "\(key): \(path)\n",
      to: "project/wgnapi-gen.yaml")
    for target in [folder.path("elsewhere"), "../elsewhere", "Specs"] {
      try folder.link(link, to: target)
      let result = try run(in: "project")
      #expect(result.status == 2 && result.errors.contains("through a link, "), "\(result)")
      #expect(result.errors.contains("[symbolic-link]"), "\(result)")
      try folder.remove(link)
    }
    #expect(try folder.snapshot("elsewhere").count == 1 && !folder.exists("project/Out"))
    // Within the project, it may.
    try folder.write("", to: "project/real/.keep")
    try folder.link(link, to: "real")
    let result = try run(in: "project")
    #expect(result.status == 0, "\(result)")
  }

  @Test func writesTestsAndPrunes() throws {
    try folder.write(
      "specs: Specs\noutput: Generated\ntests: Tests/Generated\nprune: true\n", to: "wgnapi-gen.yaml")
    try folder.write("wgnapi: 1\nschemas: {Beta: {properties: {b: string}}}\n", to: "Specs/N/n.yaml")
    _ = try run()
    #expect(folder.exists("Generated/N/N.swift") && folder.exists("Tests/Generated/NTests"))
    try folder.remove("Specs/N")
    _ = try run("--no-prune")
    #expect(folder.exists("Generated/N/N.swift"))
    _ = try run()
    #expect(!folder.exists("Generated/N") && !folder.exists("Tests/Generated/NTests"))
  }

  /// The other jobs' modules in the same folder aren't unneeded.
  @Test(arguments: [false, true]) func aSingleJobLeavesModulesOfOthers(prunes: Bool) throws {
    try folder.write("wgnapi: 1\nschemas: {Beta: {properties: {b: string}}}\n", to: "Others/N/n.yaml")
    try folder.write(
      """
      prune: true
      generate:
        - {specs: Specs, output: Generated, tests: Tests/Generated}
        - {specs: Others, output: Generated, tests: Tests/Generated}

      """, to: "wgnapi-gen.yaml")
    _ = try run()
    #expect(folder.exists("Generated/M/Schemas.swift") && folder.exists("Generated/N/N.swift"))
    let result = try GeneratorTool.run(
      ["Specs"] + (prunes ? ["--prune"] : []), workingDirectory: folder.path("."))
    #expect(folder.exists("Generated/N/N.swift") && folder.exists("Tests/Generated/NTests"), "\(result)")
    #expect(!result.output.contains("--prune"), "\(result)")
  }

  @Test func theCommandLineWins() throws {
    try folder.write(
      "specs: Specs\noutput: Generated\ntests: Tests/Generated\nprune: true\nstrict: true\n",
      to: "wgnapi-gen.yaml")
    // Another folder isn't the one whose modules may be removed, and tests of it weren't asked for.
    _ = try run("Specs", "-o", "Other")
    #expect(folder.exists("Other/M/Schemas.swift"))
    #expect(!folder.exists("Tests/Generated") && !folder.exists("Generated"))
    _ = try run("./Specs/")
    #expect(folder.exists("Generated/M/Schemas.swift") && folder.exists("Tests/Generated/MTests"))
  }

  @Test func otherSpecsDoNotUseTheOutputOfTheSettings() throws {
    try folder.write("wgnapi: 1\nschemas: {Beta: {properties: {b: string}}}\n", to: "Others/N/n.yaml")
    let result = try run("Others")
    #expect(result.status == 2 && !folder.exists("Generated"))
    #expect(
      result.errors.contains(
        "--output is missing: the folder to write to; wgnapi-gen.yaml has no line for 'Others'"),
      "\(result.errors)")
    #expect(try run("Others", "-o", "out").status == 0)
    let named = try run("Others", "-o", "out", "--settings", "wgnapi-gen.yaml")
    #expect(named.status == 2 && named.errors.contains("'Others' isn't among the specs of wgnapi-gen.yaml"))
  }

  @Test func severalJobsAreOneRun() throws {
    try folder.write(#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#, to: "item.schema.json")
    try folder.write(
      """
      prune: true
      generate:
        - {specs: Specs, output: Generated}
        - {specs: item.schema.json, output: Generated, module: Items}

      """, to: "wgnapi-gen.yaml")
    let result = try run()
    #expect(result.status == 0 && result.output.hasPrefix("wrote "), "\(result)")
    #expect(folder.exists("Generated/M/Schemas.swift") && folder.exists("Generated/Items"))
    // Neither prunes the other's modules.
    #expect(try run().output.hasPrefix("nothing to do"))
    let products = try JSONDecoder().decode(
      [String: [String]].self, from: Data(try run("dump", "products").output.utf8))
    #expect(products.keys.sorted() == ["Items", "M"])
    let broken = try run("-o", "out")
    #expect(broken.status == 2 && broken.errors.contains("pass 'Specs' or 'item.schema.json', too"))
    // If one job has a mistake, nothing is written.
    try folder.write(#"{"type": "object", "properties": {"b": {"type": "intege"}}}"#, to: "item.schema.json")
    try folder.remove("Generated")
    #expect(try run().status == 2)
    #expect(!folder.exists("Generated"))
  }

  @Test func foldersOfSeveralJobsAreTold() throws {
    try folder.write("wgnapi: 1\nschemas: {Beta: {properties: {b: string}}}\n", to: "Others/N/n.yaml")
    try folder.write(
      "generate:\n  - {specs: Specs, output: A}\n  - {specs: Others, output: B}\n", to: "wgnapi-gen.yaml")
    #expect(try run().output.contains("B: wrote "))
    try folder.remove("A/M/Schemas.swift")
    try folder.remove("B/N/N.swift")
    let result = try run("--check", "--diagnostics", "github")
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.contains("A/M/Schemas.swift") && result.errors.contains("B/N/N.swift"))
  }

  @Test func twoJobsCannotWriteTheSameModule() throws {
    try folder.write("wgnapi: 1\nschemas: {Beta: {properties: {b: string}}}\n", to: "Others/M/n.yaml")
    try folder.write(
      "generate:\n  - {specs: Specs, output: A}\n  - {specs: Others, output: A}\n", to: "wgnapi-gen.yaml")
    let result = try run()
    #expect(result.status == 2 && !folder.exists("A"))
    #expect(
      result.errors.hasPrefix(
        "wgnapi-gen.yaml:3:13: error: these specs and others write the module 'M' to 'A'; "),
      "\(result.errors)")
  }

  @Test func otherCommandsReadTheSpecsOfTheSettings() throws {
    try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: "1"}
      servers: [{url: "https://example.com/"}]
      paths: {/a: {get: {operationId: find, responses: {"200": {description: d}}}}}

      """, to: "api.yaml")
    try folder.write("specs: api.yaml\noutput: Generated\nmodule: Shop\n", to: "wgnapi-gen.yaml")
    #expect(try run("names").output.contains("find"))
    #expect(try run("dump", "ir").output.contains("\"Shop\""))
    #expect(try run("convert", "-o", "Converted").status == 0)
    #expect(folder.exists("Converted/Shop/module.yaml"))
  }

  @Test func mistakesAreShownWithTheirLines() throws {
    try folder.write("specs: Specs\nouput: Generated\n", to: "wgnapi-gen.yaml")
    let result = try run("names", in: "Specs/M")
    #expect(result.status == 2 && result.output == "")
    #expect(
      result.errors.hasPrefix("../../wgnapi-gen.yaml:2:1: error: unknown key 'ouput'")
        && result.errors.contains("\n   2 | ouput: Generated\n"), "\(result.errors)")
    try folder.remove("wgnapi-gen.yaml")
    let missing = try run()
    #expect(
      missing.status == 2 && missing.errors.contains("there is neither <specs> nor a settings file"),
      "\(missing.errors)")
    try folder.write("", to: "d/wgnapi-gen.yaml/file")
    let kind = try run(in: "d")
    #expect(
      kind.status == 2 && kind.errors.contains("is a folder, but settings are a file"), "\(kind.errors)")
  }

  @Test func strictnessIsOfTheProject() throws {
    try folder.write("// Generated by wgnapi-gen from x.yaml. Don't edit.\n", to: "Generated/old.swift")
    try folder.write("specs: Specs\noutput: Generated\nwarnings-as-errors: true\n", to: "wgnapi-gen.yaml")
    #expect(try run("--check").status == 2)
    #expect(try run("--check", "--no-warnings-as-errors").status == 1)
  }
}
