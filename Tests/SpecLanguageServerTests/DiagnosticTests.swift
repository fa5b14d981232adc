import Foundation
import Testing
import WGNAPIJSON

@testable import SpecLanguageServer

@Suite struct DiagnosticTests {
  @Test func `files without mistakes aren't mentioned`() throws {
    let served = try ServedFolder(shop)
    served.check()
    #expect(served.diagnostics(of: "Specs/Shop/items.yaml") == nil)
    served.open("Specs/Shop/items.yaml")
    served.change("Specs/Shop/items.yaml", to: served.text(of: "Specs/Shop/items.yaml") + "# end\n")
    #expect(served.check("Specs/Shop/items.yaml") == [])
  }

  @Test func `mistakes on the disk are shown without opening a file`() throws {
    var files = shop
    files["Specs/Shop/more.yaml"] = "wgnapi: 1\nschemas:\n  A: {properties: {a: Itm}}\n"
    let served = try ServedFolder(files)
    #expect(served.check("Specs/Shop/more.yaml") == ["2:22 unknown-type"])
    let diagnostic = served.diagnostics(of: "Specs/Shop/more.yaml")?.first
    #expect(diagnostic?["message"]?.string == "unknown type 'Itm'; did you mean 'Item'?")
    #expect(diagnostic?["source"] == "wgnapi-gen")
    #expect(diagnostic?["severity"] == 1)
    #expect(diagnostic?["range"]?["end"]?["character"] == 25)
  }

  @Test func `the text in the editor counts, and other files see it`() throws {
    let served = try ServedFolder(shop)
    let (items, module) = ("Specs/Shop/items.yaml", "Specs/Shop/module.yaml")
    served.open(items)
    #expect(served.check(items) == [])
    served.change(
      items,
      to: served.text(of: items).replacingOccurrences(of: "{$parameter: limit}", with: "{$parameter: limits}")
    )
    #expect(served.check(items) == ["10:27 unknown-parameter"])
    // The other file defines it.
    served.open(module)
    served.change(module, to: served.text(of: module).replacingOccurrences(of: "limit:", with: "limits:"))
    #expect(served.check(items) == [])
    // Closing takes the text of the disk again.
    served.notify("textDocument/didClose", ["textDocument": ["uri": .string(served.uri(module))]])
    #expect(served.check(items) == ["10:27 unknown-parameter"])
  }

  @Test func `edits replace ranges`() throws {
    let served = try ServedFolder(shop)
    let items = "Specs/Shop/items.yaml"
    served.open(items)
    served.change(
      items,
      [
        [
          "range": ["start": ["line": 6, "character": 14], "end": ["line": 6, "character": 18]],
          "text": "Thing",
        ]
      ])
    #expect(served.check(items) == ["6:14 unknown-type"])
    served.change(
      items,
      [
        [
          "range": ["start": ["line": 6, "character": 14], "end": ["line": 6, "character": 19]],
          "text": "Item",
        ],
        [
          "range": ["start": ["line": 0, "character": 8], "end": ["line": 0, "character": 9]], "text": "2",
        ],
      ])
    #expect(served.check(items) == ["0:8 unsupported-version"])
  }

  @Test(arguments: [("utf-8", 43), ("utf-16", 40)])
  func `columns count what the client prefers`(_ encoding: String, _ column: Int) throws {
    var files = shop
    files["Specs/Shop/more.yaml"] =
      "wgnapi: 1\nschemas:\n  A: {description: \u{1F600}\u{E9}, properties: {a: Itm}}\n"
    let served = try ServedFolder(
      files, capabilities: ["general": ["positionEncodings": [.string(encoding), "utf-16"]]])
    #expect(served.check("Specs/Shop/more.yaml") == ["2:\(column) unknown-type"])
  }

  @Test func `mistakes in the settings are shown there`() throws {
    var files = shop
    files["wgnapi-gen.yaml"] = "specs: Spexs\noutput: Generated\n"
    let served = try ServedFolder(files)
    #expect(served.check("wgnapi-gen.yaml") == ["0:7 file-system"])
    served.open("wgnapi-gen.yaml")
    served.change("wgnapi-gen.yaml", to: "spec: Specs\noutput: Generated\n")
    #expect(served.check("wgnapi-gen.yaml") == ["0:0 unknown-key"])
    served.change("wgnapi-gen.yaml", to: "specs: Specs\noutput: Generated\n")
    #expect(served.check("wgnapi-gen.yaml") == [])
  }

  @Test func `settings set severities`() throws {
    var files = shop
    files["Specs/Shop/more.yaml"] = "wgnapi: 1\nparameters:\n  unused: string\n"
    let served = try ServedFolder(files)
    _ = served.check("Specs/Shop/more.yaml")
    #expect(served.diagnostics(of: "Specs/Shop/more.yaml")?.first?["severity"] == 2)
    served.open("wgnapi-gen.yaml", "specs: Specs\noutput: Generated\nwarnings-as-errors: true\n")
    _ = served.check("Specs/Shop/more.yaml")
    #expect(served.diagnostics(of: "Specs/Shop/more.yaml")?.first?["severity"] == 1)
  }

  @Test func `without settings, specs are in the folder Specs`() throws {
    var files = shop
    files["wgnapi-gen.yaml"] = ""
    files["Specs/Shop/more.yaml"] = "wgnapi: 1\nschemas: {A: Itm}\n"
    let served = try ServedFolder(files)
    #expect(served.check("Specs/Shop/more.yaml") == ["1:13 unknown-type"])
  }

  @Test func `a new file that isn't saved yet is a part of the specs`() throws {
    let served = try ServedFolder(shop)
    served.open("Specs/Shop/new.yaml", "wgnapi: 1\nschemas: {A: Itm}\n")
    #expect(served.check("Specs/Shop/new.yaml") == ["1:13 unknown-type"])
    // Hidden files aren't.
    served.open("Specs/Shop/.new.yaml", "nonsense\n")
    #expect(served.check("Specs/Shop/.new.yaml") == nil)
  }

  @Test func `a file elsewhere in the project is left alone`() throws {
    let served = try ServedFolder(shop)
    served.open("docker-compose.yaml", "services: {}\n")
    #expect(served.check("docker-compose.yaml") == nil)
  }

  @Test func `a change of a library is seen in the modules that import it`() throws {
    let served = try ServedFolder([
      "Specs/Common/module.yaml": "wgnapi: 1\nmodule: {library: true}\nschemas:\n  ID: integer\n",
      "Specs/A/module.yaml":
        "wgnapi: 1\nmodule: {import: [Common], servers: {main: https://a.example/}}\nendpoints:\n  a: {get: a, response: ID}\n",
      "Specs/B/module.yaml":
        "wgnapi: 1\nmodule: {servers: {main: https://b.example/}}\nendpoints:\n  b: {get: b, response: string}\n",
    ])
    served.check()
    served.open("Specs/Common/module.yaml")
    served.open("Specs/B/module.yaml")
    let count = served.sent.count
    served.change(
      "Specs/Common/module.yaml", to: "wgnapi: 1\nmodule: {library: true}\nschemas:\n  Id: integer\n")
    #expect(served.check("Specs/A/module.yaml") == ["3:24 unknown-type"])
    #expect(
      !served.sent[count...].contains { $0["params"]?["uri"]?.string == served.uri("Specs/B/module.yaml") })
    served.change(
      "Specs/Common/module.yaml", to: "wgnapi: 1\nmodule: {library: true}\nschemas:\n  ID: integer\n")
    #expect(served.check("Specs/A/module.yaml") == [])
  }

  @Test func `an OpenAPI document and what is said beside it`() throws {
    let served = try ServedFolder([
      "Specs/Shop/module.yaml": "wgnapi: 1\nmodule: {openapi: api.yaml}\ntypes:\n  Itm: {name: Thing}\n",
      "Specs/Shop/api.yaml": """
      openapi: 3.1.0
      info: {title: Shop, version: "1"}
      servers: [{url: https://api.example.com}]
      paths:
        /items:
          get:
            operationId: items
            responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}}}
      components: {schemas: {Item: {type: object, properties: {id: {type: integer}}}}}
      """,
    ])
    #expect(served.check("Specs/Shop/module.yaml") == ["3:2 unused-override"])
  }

  @Test func `files that others change are read again`() throws {
    let served = try ServedFolder(
      shop, capabilities: ["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]])
    #expect(served.sent.contains { $0["method"] == "client/registerCapability" })
    served.check()
    try served.write("wgnapi: 1\nschemas: {A: Itm}\n", to: "Specs/Shop/more.yaml")
    served.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(served.check("Specs/Shop/more.yaml") == ["1:13 unknown-type"])
    try served.write("wgnapi: 1\nschemas: {A: string}\n", to: "Specs/Shop/more.yaml")
    served.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(served.check("Specs/Shop/more.yaml") == ["1:10 unused-definition"])
  }
}
