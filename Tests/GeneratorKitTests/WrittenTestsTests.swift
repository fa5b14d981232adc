import Diagnostics
import Foundation
import SpecReader
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
    #expect(usual.diagnostics.map(\.id) == [.untestedRequest])
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

  private static func shop(_ module: String, _ definitions: String) -> (
    tests: [String: String], notes: [String]
  ) {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let text = "wgnapi: 1\n\(module)\n\(definitions)"
    let output = generateAll(
      specs: [SpecFile(path: "Shop/module.yaml", displayPath: "module.yaml", bytes: Array(text.utf8))],
      templates: templates, withTests: true, threads: 1)
    let files = output.tests.files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
    return (
      Dictionary(uniqueKeysWithValues: files),
      output.diagnostics.map { "\($0.severity) \($0.id.rawValue): \($0.message)" }
    )
  }

  /// Where all servers have variables, tests are for their defaults, their first values, or made-up ones.
  @Test(arguments: [
    ("https://{r}.x.example/", "r: {default: eu}", ".main()", "https://eu.x.example/a"),
    ("https://{r}.x.example/", "r: {enum: [na, eu]}", ".main(r: .na)", "https://na.x.example/a"),
    (
      "https://{h}:{p}/{v}/", "h: {}, p: {}, v: {}", #".main(h: "h", p: "8080", v: "v")"#,
      "https://h:8080/v/a"
    ),
  ])
  func serversWithVariablesAreTested(_ url: String, _ variables: String, _ server: String, _ sent: String) {
    let (tests, notes) = Self.shop(
      "module: {servers: {main: {url: \"\(url)\", variables: {\(variables)}}}}",
      "endpoints: {a: {get: a, response: {properties: {y: string}}}}")
    #expect(notes.isEmpty)
    #expect(tests["ShopTests/TestSupport.swift"]?.contains("Shop.Client(server: \(server),") == true)
    #expect(tests["ShopTests/ClientRequestTests.swift"]?.contains("\"GET \(sent)\"") == true)
    #expect(tests["ShopTests/ClientResponseTests.swift"] != nil)
  }

  @Test func documentsWithoutServersAreTested() throws {
    let output = generateShop(
      """
      openapi: 3.1.0
      info: {title: Shop, version: "1"}
      paths: {/a: {get: {operationId: a, responses: {"204": {description: OK}}}}}
      """, withTests: true)
    let support = try #require(output.tests.files.first { $0.path == "ShopTests/TestSupport.swift" })
    let client = #"Shop.Client(server: Shop.Server(url: "https://api.example.com/"),"#
    #expect(String(decoding: support.bytes, as: UTF8.self).contains(client))
  }

  @Test func endpointsWithoutTestsAreNoted() {
    let (tests, notes) = Self.shop(
      "module: {servers: {main: https://x.example/}}",
      #"endpoints: {a: {get: a, parameters: {k: {type: string, pattern: "^(?=x)[ab]$"}}, response: empty}}"#)
    #expect(
      notes.contains(
        "note untested-request: no tests of 'a' are written: no arguments were found that it accepts; give its parameters "
          + "examples"), "\(notes)")
    #expect(tests["ShopTests/ClientRequestTests.swift"]?.contains("aRequest") != true)
    let (_, others) = Self.shop(
      """
      module: {servers: {main: https://x.example/}, parameters: [k]}
      parameters: {k: {type: string, pattern: "^(?=x)[ab]$"}}
      """, "endpoints: {a: {get: a, response: empty}}")
    #expect(
      others.contains { $0.hasPrefix("note untested-request: no tests of the requests of 'Shop'") },
      "\(others)")
  }

  /// A coder of a type of the system is in the generated module, whose own names tests of a public module may not see.
  @Test(arguments: ["public", "internal"])
  func codersOfTheGeneratedModuleAreNamedThere(_ access: String) {
    let (tests, _) = Self.shop(
      "module: {servers: {main: https://x.example/}, access: \(access)}",
      """
      endpoints: {get: {get: get, response: {properties: {a: Stamp}}}}
      schemas:
        Stamp: {type: string, example: "20261120120000", swift: {type: Date, coder: FourteenDigits, import: Foundation}}
      """)
    let text = tests["ShopTests/OwnTypesModelTests.swift"]
    #expect(!tests.values.contains { $0.contains("Foundation.FourteenDigits") })
    guard access == "internal" else { return #expect(text == nil) }
    #expect(text?.contains(" FourteenDigits.self") == true && text?.contains("@testable import Shop") == true)
  }

  /// All targets of a manifest use the same package, with the same traits.
  @Test func targetsOfTestsNeedTheTraitsOfTheirModule() throws {
    let folder = try TemporaryFolder()
    let servers = "wgnapi: 1\nmodule: {servers: {main: https://x.example/}"
    let endpoint = "\nendpoints: {get: {get: get, response: {properties: {a: string}}}}\n"
    try folder.write(
      "\(servers), webhooks: {event: {property: type}, signature: stripe}}\(endpoint)webhooks: {ping: {properties: {type: string}}}\n",
      to: "Specs/M/module.yaml")
    func run() throws -> String {
      try GeneratorTool.run([
        folder.path("Specs"), "-o", folder.path("out"), "--tests", folder.path("tests"),
      ]).output
    }
    let package = ".package(url: "
    let trait = "traits: [\"Webhooks\"]"
    func packages(_ output: String) -> [Substring] {
      output.split(separator: "\n").filter { $0.contains(package) }
    }
    let first = packages(try run())
    #expect(first.count == 2 && first.allSatisfy { $0.contains(trait) }, "\(first)")
    // Those of another module, too, which is added later.
    try folder.write("\(servers)}\(endpoint)", to: "Specs/N/module.yaml")
    let second = packages(try run())
    #expect(second.count == 2 && second.allSatisfy { $0.contains(trait) }, "\(second)")
  }

  @Test func eachBreachIsWrittenOnce() throws {
    let (tests, _) = Self.shop(
      "module: {servers: {main: https://x.example/}}",
      """
      endpoints: {get: {get: get, response: Item}}
      schemas:
        Item: {properties: {a: Stamp}}
        Stamp: {type: string, pattern: "^[0-9]{3}$", example: "123"}
      """)
    let text = try #require(tests["ShopTests/ClientModelTests.swift"])
    #expect(text.ranges(of: #"["type","/a",true]"#).count == 1, "\(text)")
  }

  @Test func noTestsAreMadeUnlessTheyAreAskedFor() throws {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let output = generateAll(specs: templateSample, templates: templates, withTests: false, threads: 1)
    #expect(output.tests.files.isEmpty)
  }
}
