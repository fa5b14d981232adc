import Foundation
import Testing

@testable import GeneratorKit

/// `wgnapi-gen explain`, `docs` and `skill` from outside.
struct ExplainCommandTests: CommandSuite {
  let folder: TemporaryFolder

  init() throws { folder = try .withSpecs() }

  @Test func explainsTypesAndModules() throws {
    let type = try run("explain", specs, "Alpha")
    #expect(
      type.status == 0 && type.output.contains("struct Alpha") && type.output.contains("a  Int"), "\(type)")
    #expect(try run("explain", specs).output.contains("Alpha Beta"))
    let unknown = try run("explain", specs, "Alhpa")
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean 'Alpha'"), "\(unknown)")
  }

  @Test func jsonIsTheSame() throws {
    let json = try run("explain", specs, "Alpha", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((object["type"] as? [String: Any])?["declaration"] as? String == "struct Alpha")
  }

  /// Several explanations are a list in JSON.
  @Test func namesOfSeveralThings() throws {
    let shop = folder.path("shop.yaml")
    let text = """
      openapi: 3.1.0
      info: {title: Pet, version: "1"}
      servers: [{url: https://api.example.com}]
      paths: {/pets/first: {get: {operationId: Pet, responses: {"200": {description: ok, content: {application/json: {
        schema: {$ref: "#/components/schemas/pet"}}}}}}}}
      components: {schemas: {pet: {type: object, properties: {id: {type: string}}}}}

      """
    for name in ["shop.yaml", "pet.yaml"] { try folder.write(text, to: name) }
    let list = try run("explain", shop, "pet")
    #expect(list.status == 0 && list.output.contains("  endpoint  Shop.pet  "), "\(list)")
    #expect(list.output.contains("  type      Shop.Pet\n"), "\(list)")
    let both = try run("explain", folder.path("pet.yaml"), "Pet", "--json")
    let kinds = try #require(
      try JSONSerialization.jsonObject(with: Data(both.output.utf8)) as? [[String: Any]])
    #expect(kinds.compactMap { $0["kind"] as? String } == ["module", "endpoint"], "\(both)")
  }

  @Test func diagnosticsNeedNoSpecs() throws {
    let page = try run("explain", "unknown-type")
    #expect(page.status == 0 && page.output.hasPrefix("unknown-type: "), "\(page)")
  }

  /// Types of the language need no specs, and what specs call so comes first.
  @Test func typesOfTheLanguageAreExplained() throws {
    let alone = try GeneratorTool.run(["explain", "decimal"], workingDirectory: folder.path)
    #expect(alone.status == 0 && alone.output.hasPrefix("decimal, of the spec language\n"), "\(alone)")
    let withSpecs = try run("explain", specs, "decimal", "--json")
    #expect(withSpecs.status == 0 && withSpecs.output.contains("\"swift\" : \"Decimal\""), "\(withSpecs)")
    try folder.write(
      """
      wgnapi: 1
      module: {servers: {main: "https://api.example.com/"}}
      endpoints: {date: {get: date, response: date}}

      """, to: "Specs/N/module.yaml")
    #expect(try run("explain", specs, "date").output.hasPrefix("N.date  ("))
  }

  @Test func mistypedDiagnosticsAreSuggested() throws {
    let result = try GeneratorTool.run(["explain", "unknown-typ"], workingDirectory: folder.path)
    #expect(
      result.errors
        == "error: there is neither a file nor a diagnostic called 'unknown-typ'; did you mean 'unknown-type'?\n"
    )
    #expect(result.status == 2)
    let other = try GeneratorTool.run(["explain", "no-such-thing-at-all"], workingDirectory: folder.path)
    #expect(other.errors.contains("can't be opened"))
  }

  /// A negative code looks like an option.
  @Test func negativeErrorCodesAreNames() throws {
    try folder.write(
      """
      wgnapi: 1
      module: {servers: {main: "https://api.example.com/"}, envelope: rpc}
      envelopes:
        rpc:
          properties: {result?: payload, error?: {properties: {code: integer, message: string}}}
          failure: {when: error, code: error.code, message: error.message}
      endpoints:
        item: {get: item, response: integer, errors: {-32602: INVALID_PARAMS}}

      """, to: "Specs/N/module.yaml")
    let result = try run("explain", specs, "-32602")
    #expect(result.status == 0 && result.output.contains("INVALID_PARAMS"), "\(result)")
    let json = try run("explain", specs, "-32602", "--json")
    #expect(json.status == 0 && json.output.hasPrefix("{"), "\(json)")
    #expect(try run("explain", specs, "-x").errors.contains("Unknown option '-x'"))
  }

  @Test func docsOwnTheirPagesAlone() throws {
    let docs = folder.path("Docs")
    #expect(try run("docs", specs, "-o", docs, "--check").status == 1)
    #expect(try run("docs", specs, "-o", docs).output == "wrote 4 files\n")
    try folder.write("mine", to: "Docs/notes.txt")
    #expect(try run("docs", specs, "-o", docs, "--check").status == 0)
    try folder.write("wgnapi: 1\nmodule: {summary: N}\n", to: "Specs/N/module.yaml")
    #expect(try run("docs", specs, "-o", docs, "--check").status == 1)
    #expect(try run("docs", specs, "-o", docs).status == 0 && folder.exists("Docs/N.html"))
    try folder.remove("Specs/N/module.yaml")
    #expect(try run("docs", specs, "-o", docs).status == 0)
    #expect(!folder.exists("Docs/N.html") && folder.exists("Docs/notes.txt"))
    // Generated code in the same folder stays.
    #expect(try run(specs, "-o", docs).status == 0)
    #expect(try run("docs", specs, "-o", docs).status == 0 && folder.exists("Docs/M/Schemas.swift"))
    #expect(try run("docs", specs, "-o", specs).status == 2)
  }

  /// A run for some modules leaves the pages of the others, and the links to them.
  @Test func onlyKeepsOtherPages() throws {
    let docs = folder.path("Docs")
    try folder.write("wgnapi: 1\nmodule: {summary: N}\n", to: "Specs/N/module.yaml")
    #expect(try run("docs", specs, "-o", docs, "--only", "N").status == 0)
    #expect(try !folder.exists("Docs/M.html") && !folder.read("Docs/index.html").contains("M.html"))
    #expect(try run("docs", specs, "-o", docs).status == 0)
    #expect(try run("docs", specs, "-o", docs, "--only", "M").status == 0)
    #expect(try folder.exists("Docs/N.html") && folder.read("Docs/index.html").contains("\"N.html\""))
    #expect(try run("docs", specs, "-o", docs, "--only", "M", "--check").status == 0)
    #expect(try run("docs", specs, "-o", docs, "--check").status == 0)
    #expect(try run("docs", specs, "-o", docs, "--only", "X").status == 2)
  }

  /// Pages of several jobs have the same templates.
  @Test func templatesOfJobsMustBeTheSame() throws {
    try folder.write("wgnapi: 1\nmodule: {summary: N}\n", to: "Others/N/module.yaml")
    try folder.write("<p>{{name}}</p>", to: "Own/docs-type.mustache")
    try folder.write(
      """
      generate:
        - {specs: Specs, output: A, templates: Own}
        - {specs: Others, output: B}

      """, to: "wgnapi-gen.yaml")
    func docs(_ arguments: String...) throws -> GeneratorTool.Result {
      try GeneratorTool.run(["docs", "-o", "Docs"] + arguments, workingDirectory: folder.path)
    }
    let refused = try docs()
    #expect(refused.status == 2 && refused.errors.contains("--templates"), "\(refused)")
    #expect(!folder.exists("Docs/N.html"))
    #expect(try docs("--templates", "Own").status == 0 && folder.exists("Docs/N.html"))
  }

  @Test func writesASkill() throws {
    let skills = folder.path("skills")
    #expect(try run("skill", "-o", skills).status == 0)
    #expect(folder.exists("skills/wgnapi-gen/SKILL.md"))
    try folder.write("mine", to: "skills/wgnapi-gen/SKILL.md")
    #expect(try run("skill", "-o", skills).status == 2)
    #expect(try folder.read("skills/wgnapi-gen/SKILL.md") == "mine")
    #expect(try run("skill", "-o", skills, "--force").status == 0)
  }
}
