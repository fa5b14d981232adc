import Foundation
import Testing

/// What commands say of an exported document is about places in it: the specs that they read from it are no files.
@Suite struct ExportedPlaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String]) throws -> GeneratorTool.Result {
    try GeneratorTool.run(arguments, workingDirectory: folder.path)
  }

  private func run(_ arguments: String...) throws -> GeneratorTool.Result { try run(arguments) }

  /// Names of YAML files that aren't there.
  private func missingFiles(in text: String) -> [String] {
    text.matches(of: #/[\w./-]+\.ya?ml\b/#).map { String($0.output) }.filter {
      !folder.exists($0) && $0 != "wgnapi-gen.yaml"
    }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  struct Sample: CustomTestStringConvertible, Sendable {
    var specs: String
    var module: String
    /// The name of one of its files, which the document may have, too.
    var file: String
    var endpoint: String
    var url: String

    var testDescription: String { module }

    static let all = [
      Sample(
        specs: "Specs", module: "WGN", file: "account", endpoint: "searchAccounts",
        url: "https://api.worldoftanks.eu/wgn/account/list/"),
      Sample(
        specs: "Tests/Golden/Services/Specs", module: "Till", file: "charges", endpoint: "charges.list",
        url: "https://api.till.example/charges"),
    ]
  }

  @Test(arguments: Sample.all)
  func noCommandNamesAFileThatIsNone(sample: Sample) throws {
    let specs = "\(Self.root)/\(sample.specs)"
    let document = "\(sample.file).yaml"
    let exported = try run("export", "openapi", specs, "--only", sample.module, "-o", document)
    #expect(exported.status == 0, "\(exported.errors)")
    let text = try folder.read(document)
    try folder.write(
      text.replacing("number: {", with: "digits: {").replacing("[kind, number]", with: "[kind, digits]")
        .replacing("nickname", with: "nick_name"), to: "new.yaml")
    try folder.write(
      text.replacing("type: integer", with: "type: string").replacing(
        "get:\n", with: "get:\n      x-wgnapi-cache: 3\n"),
      to: "broken.yaml")
    try folder.write(traffic(sample.url), to: "traffic.har")
    try folder.write(
      "specs: new.yaml\noutput: Shims\nmodule: \(sample.module)\nshims: \(document)\n", to: "wgnapi-gen.yaml")
    let module = ["--module", sample.module]
    let name = "\(sample.module).\(sample.endpoint)"
    let commands: [(arguments: [String], says: String?)] = [
      (["breaking", "new.yaml", "--against", document] + module, "\(document):"),
      (
        ["breaking", "new.yaml", "--against", document, "--format", "json"] + module,
        "\"file\":\"\(document)\""
      ),
      (["changelog", "new.yaml", "--against", document] + module, nil),
      (["explain", document, name] + module, "(\(document):"),
      (["explain", document] + module, nil), (["explain", "broken.yaml"] + module, "broken.yaml:"),
      (["docs", document, "-o", "pages"] + module, nil),
      (["docs", "broken.yaml", "-o", "pages"] + module, "broken.yaml:"),
      (["call", document] + module, nil),
      (["call", document, sample.endpoint, "nothing=1"] + module, nil),
      (["call", document, sample.endpoint, "--server", "https://x.example"] + module, nil),
      (["names", document] + module, nil), (["drift", "traffic.har", "--specs", document], "\(document):"),
      (
        ["drift", "traffic.har", "--specs", document, "--unseen", "--format", "json"],
        "\"file\":\"\(document)\""
      ),
      (["drift", "traffic.har", "--specs", document, "--fix"], "\(document):"),
      (["export", "openapi", document] + module, nil),
      (["export", "openapi", "broken.yaml"] + module, "broken.yaml:"),
      (["export", "jsonschema", document, "-o", "types.json"] + module, nil),
      (["convert", document, "-o", "Converted"] + module, nil),
      (["convert", "broken.yaml", "-o", "Broken"] + module, "broken.yaml:"), ([], nil),
      ([document, "-o", "Generated", "--tests", "GeneratedTests"] + module, nil),
      (["broken.yaml", "-o", "Generated"] + module, "broken.yaml:"),
    ]
    for command in commands {
      let result = try run(command.arguments)
      let said = result.output + result.errors
      if command.arguments.first != "export" || command.arguments[2] != document {
        #expect(missingFiles(in: said).isEmpty, "\(command.arguments)")
      }
      if let words = command.says {
        #expect(said.contains(words), "\(command.arguments): \(said.prefix(2000))")
      }
    }
    #expect(try folder.read(document) == text)
    for (path, text) in try folder.snapshot("pages") {
      let missing = missingFiles(in: text.replacing(#/<code[^>]*>[^<]*</code>/#) { _ in "" })
      #expect(missing.isEmpty, "\(path)")
    }
  }

  /// A response with a key that nothing describes.
  private func traffic(_ url: String) -> String {
    """
    {"log": {"entries": [{"request": {"method": "GET", "url": "\(url)", "headers": [], "queryString": []}, \
    "response": {"status": 200, "headers": [], "content": {"mimeType": "application/json", \
    "text": "{\\"status\\": \\"ok\\", \\"meta\\": {\\"count\\": 1}, \\"data\\": [], \\"unknown\\": 1}"}}}]}}
    """
  }
}

/// `drift` and late mistakes, with a document that has the name of the file that it was exported from.
@Suite struct ExportedPlaceDetailTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "wgnapi: 1\nmodule: {servers: {main: \"https://api.example.com/\"}}\n", to: "Specs/Lib/module.yaml")
    try folder.write(
      """
      wgnapi: 1
      endpoints:
        item: {get: "items/{id}", parameters: {id: integer, kind: {type: string, enum: [a, b]}}, response: Item, cache: 1h}
      schemas:
        Item: {properties: {id: integer, title: string, price: {type: number, maximum: 10}}}

      """, to: "Specs/Lib/lib.yaml")
    let result = try run("export", "openapi", "Specs", "-o", "lib.yaml")
    #expect(result.status == 0, "\(result.errors)")
  }

  private func run(_ arguments: String...) throws -> GeneratorTool.Result {
    try GeneratorTool.run(arguments, workingDirectory: folder.path)
  }

  /// The number of the line below the first with these words.
  private func line(below words: String) throws -> Int {
    let lines = try folder.read("lib.yaml").split(separator: "\n", omittingEmptySubsequences: false)
    return try #require(lines.firstIndex { $0.hasPrefix(words) }) + 2
  }

  @Test func differencesAreToldInWords() throws {
    try folder.write(
      """
      {"log": {"entries": [{"request": {"method": "GET", "url": "https://api.example.com/items/1?foo=1", "headers": [], \
      "queryString": [{"name": "foo", "value": "1"}]}, "response": {"status": 200, "headers": [], "content": \
      {"mimeType": "application/json", "text": "{\\"id\\": 1, \\"title\\": null, \\"color\\": 3}"}}}]}}
      """, to: "traffic.har")
    let before = try folder.read("lib.yaml")
    for options in [[], ["--fix"]] {
      let result = try GeneratorTool.run(
        ["drift", "traffic.har", "--specs", "lib.yaml"] + options, workingDirectory: folder.path)
      #expect(result.status == 1)
      let schema = "lib.yaml:\(try line(below: "    Item:")):7: warning: Item"
      #expect(result.output.contains("\(schema): new key 'color': 1 of 1; add it to 'properties' [new-key]"))
      #expect(
        result.output.contains(
          "\(schema).price: the required key is missing: 1 of 1; remove it from 'required'"))
      #expect(result.output.contains("\(schema).title: null: 1 of 1; let the type be 'null', too"))
      let operation = "lib.yaml:\(try line(below: "    get:")):7: warning: item"
      #expect(
        result.output.contains(
          "\(operation)(kind): the required parameter is missing: 1 of 1; remove its 'required: true'"))
      #expect(
        result.output.contains("\(operation): new parameter 'foo': 1 of 1; add it to the parameters or parts")
      )
    }
    #expect(try folder.read("lib.yaml") == before)
    let json = try run("drift", "traffic.har", "--specs", "lib.yaml", "--format", "json").output
    #expect(!json.contains("\"fixable\":true") && json.contains("\"fixable\":false"))
  }

  /// Some mistakes are found only when Swift names are chosen.
  @Test(arguments: [["explain"], ["docs", "-o", "pages"], ["call", "item"], ["-o", "out"]])
  func lateMistakesAreInTheDocument(command: [String]) throws {
    let arguments =
      command[0] == "-o" ? ["lib.yaml"] + command : [command[0], "lib.yaml"] + command.dropFirst()
    let result = try GeneratorTool.run(
      arguments + ["--module", "Item"], workingDirectory: folder.path)
    let place = "lib.yaml:\(try line(below: "    Item:")):7: error: the schema 'Item' becomes a type"
    #expect(result.status == 2 && result.errors.contains(place), "\(result)")
  }

  /// The document's own mistakes aren't taken for those of the file that was called so.
  @Test func mistakesOfTheDocumentHaveTheirPlaces() throws {
    let text = try folder.read("lib.yaml")
    try folder.write(text.replacing("endpoints: [item]", with: "endpoint: [item]"), to: "lib.yaml")
    let result = try run("explain", "lib.yaml")
    let line = try #require(
      text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
        $0.contains("endpoints: [item]")
      })
    #expect(result.errors.contains("lib.yaml:\(line + 1):5: error: a file has no 'endpoint'"), "\(result)")
  }

  @Test func namesHaveTheLinesOfTheDocument() throws {
    let result = try run("names", "lib.yaml")
    #expect(result.output.contains("GET /items/{id}, line \(try line(below: "    get:")):"), "\(result)")
  }

  @Test func modulesOfOneNameAreReportedAtTheirFiles() throws {
    try folder.write("wgnapi: 1\nmodule: {summary: Other}\n", to: "Other/Lib/module.yaml")
    try folder.write(
      "generate:\n  - {specs: lib.yaml, output: A}\n  - {specs: Other, output: B}\n", to: "wgnapi-gen.yaml")
    for command in ["explain", "call"] {
      let result = try run(command)
      #expect(
        result.errors.contains("Other/Lib/module.yaml") && result.errors.contains("\nlib.yaml:"), "\(result)")
    }
  }

  /// Definitions of the module have lines of their own: the last ones in the document are in an extension, or else in OpenAPI's
  /// own words.
  @Test(arguments: ["", ", swiftName: discovered"])
  func parametersAndWebhooksHaveTheirLines(swiftName: String) throws {
    try folder.write(
      """
      wgnapi: 1
      module:
        servers: {main: "https://api.example.com/"}
        parameters: [tenant, language]
        webhooks: {event: {header: X-Event}}
      parameters:
        tenant: {type: string, in: header, name: X-Tenant}
        language?: {type: string, enum: [de, en]}
      endpoints: {item: {get: item, response: Item}}
      schemas: {Item: {properties: {id: integer}}}
      webhooks:
        item.sold: Item
        item.lost: {payload: Item, summary: It is gone.}
        item.found: {payload: Item\(swiftName)}

      """, to: "Shop/Shop/module.yaml")
    #expect(try run("export", "openapi", "Shop", "-o", "shop.yaml").status == 0)
    let text = try folder.read("shop.yaml")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (name, key) in [
      ("tenant", "  tenant:"), ("language", "  \"language?\":"), ("item.sold", "  item.sold:"),
      ("item.lost", "  item.lost:"), ("item.found", "  item.found:"),
    ] {
      let line = try #require(lines.lastIndex { $0.hasPrefix(key) }) + 1
      let result = try run("explain", "shop.yaml", name)
      #expect(result.output.contains("(shop.yaml:\(line))"), "\(name): \(result)")
    }
    try folder.write(text.replacing("item.lost", with: "item.gone"), to: "new.yaml")
    let line = try #require(lines.lastIndex { $0.hasPrefix("  item.lost:") }) + 1
    let result = try run("breaking", "new.yaml", "--against", "shop.yaml")
    #expect(result.output.contains("shop.yaml:\(line):3:"), "\(result)")
    let first = try #require(lines.lastIndex { $0.hasPrefix("  item.sold:") }) + 1
    let again = try run("export", "openapi", "shop.yaml", "-o", "again.yaml")
    #expect(again.errors.hasPrefix("shop.yaml:\(first):3: warning:"), "\(again)")
  }
}
