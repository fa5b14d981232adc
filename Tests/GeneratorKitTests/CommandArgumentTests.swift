import Testing

@testable import GeneratorKit

/// Arguments that the built tool refuses, and what it says about them.
@Suite struct CommandArgumentTests: CommandSuite {
  let folder: TemporaryFolder

  init() throws { folder = try .withSpecs() }

  @Test func aModulesOwnFolderIsToldFromItsParent() throws {
    let result = try run(folder.path("Specs/M"), "-o", out)
    #expect(result.status == 2)
    #expect(
      result.errors.contains("; if 'M' is a module, pass the folder that contains it, '\(specs)'"),
      "\(result.errors)")
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
}
