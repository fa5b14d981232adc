import Diagnostics
import Foundation
import Testing

@testable import GeneratorKit

/// The tests that the generator writes beside modules.
@Suite struct WrittenTestsTests {
  @Test func theyAreWrittenComparedAndPruned() throws {
    let folder = try TemporaryFolder()
    let (specs, out, tests) = (folder.path("Specs"), folder.path("out"), folder.path("tests"))
    for module in ["M", "N"] {
      try folder.write(
        "wgnapi: 1\nschemas:\n  Item: {properties: {id: {type: integer, minimum: 1}}}\n",
        to: "Specs/\(module)/items.yaml")
    }
    func run(_ arguments: String...) throws -> GeneratorTool.Result {
      try GeneratorTool.run([specs, "-o", out, "--tests", tests] + arguments)
    }
    #expect(try run("--dry-run").status == 0)
    #expect(!folder.exists("tests"))
    #expect(try run().status == 0)
    #expect(folder.exists("tests/MTests/ItemsModelTests.swift"))
    #expect(try run("--check").status == 0)
    // The modules alone are up to date.
    let path = "tests/MTests/ItemsModelTests.swift"
    try folder.write(try folder.read(path).replacing(#"["minimum","/id",0]"#, with: ""), to: path)
    #expect(try GeneratorTool.run([specs, "-o", out, "--check"]).status == 0)
    let stale = try run("--check")
    #expect(stale.status == 1)
    #expect(stale.output.contains(#"["minimum","/id",0]"#) && stale.output.contains("--tests \(tests)"))
    try folder.remove("Specs/N")
    #expect(try run("--prune").status == 0)
    #expect(!folder.exists("tests/NTests/ItemsModelTests.swift"))
    #expect(try GeneratorTool.run([specs, "-o", out, "--tests", out]).status == 2)
  }

  /// What they expect comes from the specs: a template that writes other requests changes nothing in them.
  @Test func theyDoNotDependOnTheCodeThatTheyTest() throws {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let usual = generateAll(specs: templateSample, templates: templates, withTests: true, threads: 1)
    #expect(usual.diagnostics.isEmpty)
    var broken = templates
    for name in ["request", "struct", "client"] {
      let position = try #require(broken.firstIndex { $0.name == name })
      broken[position].text = "// nothing\n"
    }
    let other = generateAll(specs: templateSample, templates: broken, withTests: true, threads: 2)
    #expect(other.modules != usual.modules)
    #expect(other.tests == usual.tests)
    #expect(!usual.tests.files.isEmpty)
  }

  @Test func theyNameTypesWithThePrefixOfTheModule() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      wgnapi: 1
      module:
        types: {prefix: Till}
        servers: {main: https://api.example.com/}
      """, to: "Specs/M/module.yaml")
    try folder.write(
      """
      wgnapi: 1
      endpoints:
        item: {get: item, response: Code}
      schemas:
        Code: {type: string, minLength: 1}
      """, to: "Specs/M/items.yaml")
    let run = try GeneratorTool.run([
      folder.path("Specs"), "-o", folder.path("out"), "--tests", folder.path("tests"),
    ])
    #expect(run.status == 0)
    #expect(try folder.read("tests/MTests/TestSupport.swift").contains(" M.TillClient(server: .main"))
    #expect(
      try folder.read("tests/MTests/TillItemsModelTests.swift").contains(
        "satisfying: M.TillConstraints.tillCode,"))
  }

  @Test func argumentsSatisfyGroupsThatOverlap() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "wgnapi: 1\nmodule:\n  servers: {main: https://api.example.com/}\n", to: "Specs/M/module.yaml")
    try folder.write(
      """
      wgnapi: 1
      endpoints:
        find:
          get: find
          parameters: {a?: string, b?: string, c?: string}
          requires: [{exactlyOne: [a, b]}, {atLeastOne: [b, c]}]
          response: any
      """, to: "Specs/M/find.yaml")
    let run = try GeneratorTool.run([
      folder.path("Specs"), "-o", folder.path("out"), "--tests", folder.path("tests"),
    ])
    #expect(run.status == 0)
    let tests = try folder.read("tests/MTests/FindRequestTests.swift")
    #expect(tests.contains(#""GET https://api.example.com/find?a=a&c=c","#))
  }

  @Test func noTestsAreMadeUnlessTheyAreAskedFor() throws {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let output = generateAll(specs: templateSample, templates: templates, withTests: false, threads: 1)
    #expect(output.tests.files.isEmpty)
  }
}
