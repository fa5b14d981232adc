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
    try folder.write("wgnapi: 1\nschemas: {Alpha: {properties: {a: integer}}}\n", to: "Specs/M/schemas.yaml")
    try folder.write("wgnapi: 1\nschemas: {Beta: {properties: {b: string}}}\n", to: "Specs/M/more.yaml")
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
    #expect(try run(specs, "-o", out, "--verbose").output.contains("keep \(out)/\(file("Schemas"))\n"))
  }

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

  @Test func tellsWhichProductsModulesNeed() throws {
    try folder.write(
      "wgnapi: 1\nschemas: {Gamma: {properties: {c: {type: string, pattern: a}}}}\n", to: "Specs/N/n.yaml")
    let written = try run(specs, "-o", out)
    let needs = "the target M needs WGNAPIJSON\nthe target N needs WGNAPIFormats and WGNAPIJSON\n"
    let targets = [("M", ["WGNAPIJSON"]), ("N", ["WGNAPIFormats", "WGNAPIJSON"])].map { module, products in
      ["    .target(", "      name: \"\(module)\",", "      dependencies: ["]
        + products.map { "        .product(name: \"\($0)\", package: \"wgnapi-gen\")," }
        + ["      ],", "      path: \"\(out)/\(module)\"),"]
    }.flatMap(\.self)
    let package =
      "    .package(url: \"https://github.com/OWNER/wgnapi-gen\", exact: \"\(generatorVersion)\"),"
    let lines = ["  under 'dependencies:'", package, "  under 'targets:'"] + targets
    let block = lines.map { $0 + "\n" }.joined()
    #expect(
      written.output.hasSuffix(
        needs + "add to Package.swift, or the compiler reports 'no such module':\n" + block),
      "\(written.output)")
    #expect(!(try run(specs, "-o", out).output.contains("needs")))
    let dumped = try run("dump", "products", specs)
    let products = try JSONDecoder().decode([String: [String]].self, from: Data(dumped.output.utf8))
    #expect(products == ["M": ["WGNAPIJSON"], "N": ["WGNAPIFormats", "WGNAPIJSON"]])
    let swift = try run("dump", "products", specs, "--swift")
    #expect(swift.output.contains("\n  .target(\n    name: \"N\",\n"), "\(swift)")
    #expect(swift.output.hasSuffix("    path: \"Generated/N\"),\n"), "\(swift)")
    // Only what is new.
    try folder.write("wgnapi: 1\nschemas: {Delta: {properties: {d: integer}}}\n", to: "Specs/O/o.yaml")
    let more = try run(specs, "-o", out).output
    #expect(more.contains("name: \"O\",") && !more.contains("name: \"M\","), "\(more)")
    // Tests are targets, too.
    let tests = try run(specs, "-o", out, "--tests", folder.path("tests")).output
    #expect(
      tests.contains(".testTarget(\n      name: \"MTests\",\n      dependencies: [\n        \"M\","),
      "\(tests)")
  }

  @Test func aModulesOwnFolderIsToldFromItsParent() throws {
    let result = try run(folder.path("Specs/M"), "-o", out)
    #expect(result.status == 2)
    #expect(
      result.errors.contains("; if 'M' is a module, pass the folder that contains it, '\(specs)'"),
      "\(result.errors)")
  }

  @Test func aSingleFileIsCalledByItsName() throws {
    try folder.write(#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#, to: "item.json")
    _ = try run(folder.path("item.json"), "-o", out)
    for (path, text) in try folder.snapshot("out") where path.hasSuffix(".swift") {
      #expect(text.hasPrefix("// Generated by wgnapi-gen from item.json. "), "\(path): \(text.prefix(80))")
    }
  }

  /// Another tool's JSON would become a validator that accepts everything.
  @Test func aFileWithoutKeywordsOfJSONSchemaIsRefused() throws {
    for (json, words) in [
      (#"{"info": {"name": "S", "_postman_id": "1"}, "item": []}"#, "this is a Postman collection"),
      (#"{"id": 7, "name": "A cup"}"#, "this isn't a JSON Schema"),
      (#"{"title": "Cup", "price": 3}"#, "this isn't a JSON Schema"),
    ] {
      try folder.write(json, to: "file.json")
      let result = try run(folder.path("file.json"), "-o", out)
      #expect(result.status == 2 && result.errors.contains(words), "\(result)")
      #expect(result.errors.contains("wgnapi-gen infer") && !folder.exists("out"))
    }
    for json in ["{}", #"{"title": "Anything"}"#, #"{"$defs": {}}"#, #"{"x-a": 1}"#] {
      try folder.write(json, to: "file.json")
      let result = try run(folder.path("file.json"), "-o", out)
      #expect(result.status == 0, "\(json): \(result)")
    }
  }

  @Test(arguments: [
    ("lint", "--dry-run"), ("check", "--check"), ("validate", "--dry-run"), ("version", "--version"),
    ("watch", "--watch"), ("build", "-o Generated"), ("new", "wgnapi-gen init"), ("serve", "wgnapi-gen mock"),
  ])
  func wordsOfOtherTools(word: String, way: String) throws {
    for more in [[], [specs]] {
      let result = try GeneratorTool.run([word] + more, workingDirectory: folder.path)
      #expect(result.status == 2 && result.output.isEmpty, "\(result)")
      #expect(
        result.errors.hasPrefix("error: there is no subcommand '\(word)'; ") && result.errors.contains(way))
    }
    // A folder can be called so.
    try folder.write("wgnapi: 1\nmodule: {summary: M}\n", to: "\(word)/M/module.yaml")
    let result = try GeneratorTool.run([word, "-o", "out"], workingDirectory: folder.path)
    #expect(result.status == 0, "\(result)")
  }

  @Test func outputWithinTheSpecsIsRefused() throws {
    try folder.link("link", to: "Specs")
    for place in ["Specs", "Specs/Generated", "Specs/M/Generated", "link/Generated", "Specs/../Specs/x"] {
      let result = try GeneratorTool.run(["Specs", "-o", place], workingDirectory: folder.path)
      #expect(
        result.status == 2
          && result.errors.contains("--output is \(place == "Specs" ? "" : "in ")the folder of the specs"),
        "\(result)")
      #expect(try folder.snapshot("Specs").keys.allSatisfy { !$0.hasSuffix(".swift") })
    }
    let beside = try GeneratorTool.run(["Specs", "-o", "Specs2/x"], workingDirectory: folder.path)
    #expect(beside.status == 0, "\(beside)")
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

  @Test(arguments: ["a/b", "..", "", "1a", "X.Y"]) func aModuleHasAName(_ name: String) throws {
    try folder.write("{}", to: "pet.schema.json")
    let result = try run(folder.path("pet.schema.json"), "-o", out, "--module", name)
    #expect(result.status == 2)
    #expect(result.errors.contains("'--module' is '\(name)', but a module is named with the letters A to Z"))
  }

  @Test func aSpecIsNotASchema() throws {
    _ = try run(specs, "-o", out)
    let before = try folder.snapshot("out")
    let spec = try run(specs + "/M/schemas.yaml", "-o", out)
    #expect(spec.status == 2)
    #expect(spec.errors.contains("M/schemas.yaml:1:1: error: this is a spec, not a JSON Schema"))
    #expect(spec.errors.contains("[misplaced-file]"))
    for (name, text) in [
      ("openapi.yaml", "openapi: 4.0.0\ninfo: {title: T}\n"), ("swagger.json", #"{"swagger": "1.2"}"#),
    ] {
      try folder.write(text, to: name)
      let result = try run(folder.path(name), "-o", out)
      #expect(result.status == 2 && result.errors.contains("OpenAPI"), "\(result.errors)")
    }
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

  @Test(arguments: ["--map", "--jobs", "--nonsense\u{1B}[31m"])
  func argumentsDoNotActOnATerminal(option: String) throws {
    let result = try run(specs, "-o", out, option, "x\u{1B}[31m=y")
    #expect(result.status == 2)
    #expect(result.errors.contains("<U+001B>[31m") && !result.errors.utf8.contains(0x1B))
  }

  @Test func aModulesFolderInPlaceOfTheSpecsIsExplained() throws {
    for command in ["convert", "generate"] {
      let result = try run(command, specs + "/M", "-o", out)
      #expect(result.status == 2)
      #expect(result.errors.contains("pass the folder that contains it, '\(specs)'"), "\(result.errors)")
      let here = try GeneratorTool.run([command, ".", "-o", out], workingDirectory: specs + "/M")
      #expect(here.errors.contains("pass the folder that contains it, '..'"), "\(here.errors)")
    }
    #expect(
      try run("convert", specs, "-o", out).errors.contains(
        "modules without 'openapi' are in the spec language already"))
  }

  /// What `convert` writes is read again, and refused if the tool would refuse it.
  @Test func convertedDocumentsThatAreNoSpecsEndWithTwo() throws {
    func convert(_ server: String, into folderName: String) throws -> (status: Int32, errors: String) {
      try folder.write(
        """
        openapi: 3.1.0
        info: {title: '', version: '1'}
        servers: [{url: '\(server)'}]
        paths: {/a: {get: {operationId: getÄ, responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/APIKeyInfo'}}}}}}}}
        components: {schemas: {APIKeyInfo: {properties: {a: {type: string, default: null}}}}}

        """, to: "api.yaml")
      let result = try run("convert", folder.path("api.yaml"), "-o", folder.path(folderName), "--module", "M")
      return (result.status, result.errors)
    }
    let refused = try convert("ftp://example.com/", into: "refused")
    #expect(refused.status == 2 && refused.errors.contains("error:"), "\(refused.errors)")
    let converted = try convert("https://example.com/", into: "out")
    #expect(converted.status == 0, "\(converted.errors)")
    #expect(try folder.read("out/M/schemas.yaml").contains("APIKeyInfo:"))
  }

  @Test func mistakesInSpecsEndWithTwo() throws {
    try folder.write("wgnapi: 1\nschemas: {Gamma: {properties: {a: integr}}}\n", to: "Specs/M/wrong.yaml")
    let result = try run(specs, "-o", out)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("\(specs)/M/wrong.yaml:2:"))
    #expect(result.errors.contains("did you mean 'integer'?") && result.errors.contains("^~~~~~"))
    #expect(!folder.exists("out"))
    let json = try run(specs, "-o", out, "--check", "--diagnostics", "json")
    #expect(json.status == 2)
    let array = try JSONSerialization.jsonObject(with: Data(json.errors.utf8)) as? [[String: Any]]
    #expect(array?.count == 1)
  }

  @Test func wrongArgumentsEndWithTwo() throws {
    #expect(try run(specs).status == 2)
    #expect(try run(specs, "-o", out, "--check", "--dry-run").status == 2)
    #expect(try run(specs, "-o", out, "--jobs", "0").status == 2)
    #expect(try run(specs, "-o", out, "--nonsense").status == 2)
    #expect(try run(folder.path("absent"), "-o", out).status == 2)
    #expect(try run("--help").status == 0)
    #expect(try run("--version").output == "wgnapi-gen \(generatorVersion)\n")
  }

  @Test func aSubcommandIsSuggested() throws {
    let misspelt = try run("generat", specs, "-o", out)
    #expect(misspelt.status == 2)
    #expect(misspelt.errors.hasPrefix("Error: there is no subcommand 'generat'; did you mean 'generate'?\n"))
    #expect(try run(specs, "absent", "-o", out).errors.hasPrefix("Error: Unexpected argument 'absent'\n"))
  }

  @Test func theFolderOfTheSpecsIsNoOutput() throws {
    let before = try folder.snapshot("Specs")
    for path in [specs, "\(specs)/", "\(specs)/."] {
      let result = try run(specs, "-o", path)
      #expect(result.status == 2)
      #expect(result.errors.contains("--output is the folder of the specs"))
    }
    #expect(try run(specs, "-o", out, "--tests", specs).errors.contains("--tests is the folder of the specs"))
    #expect(try folder.snapshot("Specs") == before)
  }

  @Test func warningsCountAsErrorsOnDemand() throws {
    try folder.write(generated("old"), to: "out/old.swift")
    let result = try run(specs, "-o", out, "--check", "--warnings-as-errors")
    #expect(result.status == 2)
    #expect(result.errors.contains("\(out)/old.swift: error: was generated earlier"))
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
    #expect(result.errors.contains("/Schemas.swift: error: can't be written: File too large"))
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
