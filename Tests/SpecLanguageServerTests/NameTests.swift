import Testing
import WGNAPIJSON

@testable import SpecLanguageServer

@Suite struct NameTests {
  private let items = "Specs/Shop/items.yaml"

  private func definition(_ served: ServedFolder, _ name: String, _ marked: String) -> String? {
    served.shown(served.request("textDocument/definition", served.place(name, marked))["result"])
  }

  private func references(_ served: ServedFolder, _ name: String, _ marked: String) -> [String] {
    let result = served.request("textDocument/references", served.place(name, marked))["result"]
    return (result?.array ?? []).compactMap { served.shown($0) }
  }

  @Test(arguments: [
    ("response: It|em", "Specs/Shop/items.yaml 15:2 Item"),
    ("response: \"[|Item]\"", "Specs/Shop/items.yaml 15:2 Item"),
    ("parent?: Item|", "Specs/Shop/items.yaml 15:2 Item"),
    ("{id: Item|ID}", "Specs/Shop/items.yaml 14:2 ItemID"),
    ("$parameter: |limit", "Specs/Shop/module.yaml 8:2 limit"),
    ("get: items/{i|d}", "Specs/Shop/items.yaml 5:17 id"),
    ("  I|tem:", "Specs/Shop/items.yaml 15:2 Item"),
  ]) func `definitions`(_ marked: String, _ expected: String) throws {
    let served = try ServedFolder(shop)
    served.open(items)
    #expect(definition(served, items, marked) == expected)
  }

  @Test(arguments: ["title: {type: str|ing", "sum|mary: One", "wgna|pi: 1"])
  func `what has no definition`(_ marked: String) throws {
    let served = try ServedFolder(shop)
    served.open(items)
    #expect(definition(served, items, marked) == nil)
  }

  @Test func `references in all files`() throws {
    var files = shop
    files["Specs/Shop/more.yaml"] = """
      wgnapi: 1
      slices:
        Small: {of: Item, fields: [title]}
      schemas:
        Either: {oneOf: [Item, {$ref: "Item"}]}
        Map: "{string: [Item]}"
      """
    let served = try ServedFolder(files)
    served.open(items)
    let expected = [
      "Specs/Shop/items.yaml 6:14 Item", "Specs/Shop/items.yaml 11:16 Item",
      "Specs/Shop/items.yaml 15:2 Item",
      "Specs/Shop/items.yaml 20:15 Item", "Specs/Shop/more.yaml 2:14 Item", "Specs/Shop/more.yaml 4:19 Item",
      "Specs/Shop/more.yaml 4:32 \"Item\"", "Specs/Shop/more.yaml 5:18 Item",
    ]
    #expect(references(served, items, "  I|tem:") == expected)
    #expect(references(served, items, "parent?: Item|") == expected)
  }

  @Test func `the declaration can be left out`() throws {
    let served = try ServedFolder(shop)
    served.open(items)
    var request = served.place(items, "$parameter: |limit").object ?? [:]
    request["context"] = ["includeDeclaration": false]
    let result = served.request("textDocument/references", .object(request))["result"]
    #expect(result?.array?.compactMap { served.shown($0) } == ["Specs/Shop/items.yaml 10:27 limit"])
  }

  @Test func `names of a library`() throws {
    let served = try ServedFolder([
      "Specs/Common/module.yaml": "wgnapi: 1\nmodule: {library: true}\nschemas:\n  ID: integer\n",
      "Specs/A/module.yaml":
        "wgnapi: 1\nmodule: {import: [Common], servers: {main: https://a.example/}}\nendpoints:\n  a: {get: a, response: ID}\n",
    ])
    served.open("Specs/A/module.yaml")
    served.open("Specs/Common/module.yaml")
    #expect(definition(served, "Specs/A/module.yaml", "response: |ID") == "Specs/Common/module.yaml 3:2 ID")
    #expect(
      references(served, "Specs/Common/module.yaml", "  |ID:") == [
        "Specs/A/module.yaml 3:24 ID", "Specs/Common/module.yaml 3:2 ID",
      ])
  }

  @Test func `names that a document defines`() throws {
    let served = try ServedFolder(documentedShop)
    let (module, api) = ("Specs/Shop/module.yaml", "Specs/Shop/api.yaml")
    served.open(module)
    served.open(api)
    #expect(definition(served, module, "  It|em: {secret") == "\(api) 12:4 Item")
    #expect(definition(served, module, "{|q: {name") == "\(api) 8:28 q")
    #expect(definition(served, module, "response: {type: \"[Ite|m]\"}") == "\(api) 12:4 Item")
    #expect(
      references(served, api, "    Ite|m:") == [
        "\(api) 9:109 Item", "\(api) 12:4 Item", "\(api) 13:93 Item", "\(module) 3:2 Item",
        "\(module) 5:60 Item",
      ])
  }
}
