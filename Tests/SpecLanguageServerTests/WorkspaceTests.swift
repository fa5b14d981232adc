import Foundation
import Testing
import WGNAPIJSON

@testable import SpecLanguageServer

/// Folders, settings and files that come and go.
@Suite struct WorkspaceTests {
  private let items = "Specs/Shop/items.yaml"
  private let more = "Specs/Shop/more.yaml"
  private let mistake = "wgnapi: 1\nschemas: {A: Itm}\n"

  private func shop(with text: String) -> [String: String] {
    var files = SpecLanguageServerTests.shop
    files[more] = text
    return files
  }

  private func remove(_ name: String, _ served: ServedFolder) throws {
    try FileManager.default.removeItem(atPath: "\(served.path)/\(name)")
    served.notify("workspace/didChangeWatchedFiles", ["changes": []])
  }

  @Test func `a folder that is removed takes its diagnostics with it`() throws {
    let served = try ServedFolder(shop(with: mistake))
    #expect(served.check(more) == ["1:13 unknown-type"])
    let folder: JSON = ["uri": .string(served.uri("")), "name": "test"]
    served.notify("workspace/didChangeWorkspaceFolders", ["event": ["removed": [folder], "added": []]])
    #expect(served.diagnostics(of: more) == [])
    served.notify("workspace/didChangeWorkspaceFolders", ["event": ["removed": [], "added": [folder]]])
    #expect(served.check(more) == ["1:13 unknown-type"])
  }

  @Test func `two folders have their own specs`() throws {
    let (served, other) = (
      try ServedFolder(shop(with: mistake)), try ServedFolder(SpecLanguageServerTests.shop)
    )
    let folder: JSON = ["uri": .string(other.uri("")), "name": "other"]
    served.notify("workspace/didChangeWorkspaceFolders", ["event": ["removed": [], "added": [folder]]])
    #expect(served.check(more) == ["1:13 unknown-type"])
    served.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(other.uri(items)), "version": 1, "text": "wgnapi: 1\nschemas: {B: Itm}\n",
        ]
      ])
    served.check()
    let published = served.sent.last { $0["params"]?["uri"]?.string == other.uri(items) }
    #expect(published?["params"]?["diagnostics"]?[0]?["code"] == "unknown-type")
    #expect(served.diagnostics(of: more)?.count == 1)
  }

  @Test func `a file that is deleted has no diagnostics, unless it is open`() throws {
    let served = try ServedFolder(shop(with: mistake))
    #expect(served.check(more) == ["1:13 unknown-type"])
    try remove(more, served)
    #expect(served.check(more) == [])
    served.open(more, mistake)
    #expect(served.check(more) == ["1:13 unknown-type"])
    served.notify("textDocument/didClose", ["textDocument": ["uri": .string(served.uri(more))]])
    #expect(served.check(more) == [])
  }

  @Test func `settings that aren't well-formed are shown, and the specs are those of before`() throws {
    let served = try ServedFolder(SpecLanguageServerTests.shop)
    served.open("wgnapi-gen.yaml")
    served.change("wgnapi-gen.yaml", to: "specs: [\n")
    #expect(served.check("wgnapi-gen.yaml")?.isEmpty == false)
    served.open(items)
    #expect(
      served.request("textDocument/definition", served.place(items, "response: It|em"))["result"] != .null)
  }

  @Test func `without their file, settings have no diagnostics`() throws {
    var files = shop(with: mistake)
    files["wgnapi-gen.yaml"] = "specs: Specs\noutput: Generated\nother: 1\n"
    let served = try ServedFolder(files)
    #expect(served.check("wgnapi-gen.yaml") == ["2:0 unknown-key"])
    try remove("wgnapi-gen.yaml", served)
    #expect(served.check("wgnapi-gen.yaml") == [])
    #expect(served.check(more) == ["1:13 unknown-type"])
  }

  @Test func `two jobs with the same specs agree`() throws {
    var files = shop(with: mistake)
    files["wgnapi-gen.yaml"] = """
      generate:
        - {specs: Specs, output: A}
        - {specs: Specs, output: B, prune: true}
      """
    let served = try ServedFolder(files)
    #expect(served.check(more) == ["1:13 unknown-type"])
    served.open(more)
    served.change(more, to: "wgnapi: 1\nschemas: {A: Item}\n")
    #expect(served.check(more) == ["1:10 unused-definition"])
  }

  @Test func `saving what is known changes nothing`() throws {
    let served = try ServedFolder(SpecLanguageServerTests.shop)
    served.open(items)
    served.check()
    served.notify("textDocument/didSave", ["textDocument": ["uri": .string(served.uri(items))]])
    #expect(!served.server.needsCheck)
    try served.write(mistake, to: more)
    served.notify("textDocument/didSave", ["textDocument": ["uri": .string(served.uri(items))]])
    #expect(served.check(more) == ["1:13 unknown-type"])
  }

  /// Some clients forget the diagnostics of documents that they close.
  @Test func `a document that is opened again has its diagnostics`() throws {
    let served = try ServedFolder(SpecLanguageServerTests.shop)
    try served.write(mistake, to: more)
    served.open(more)
    #expect(served.check(more) == ["1:13 unknown-type"])
    served.notify("textDocument/didClose", ["textDocument": ["uri": .string(served.uri(more))]])
    served.check()
    let count = served.sent.count
    served.open(more)
    #expect(served.sent.count == count + 1)
    #expect(served.check(more) == ["1:13 unknown-type"])
    #expect(served.sent.last?["params"]?["version"] == 1)
    #expect(served.sent.count == count + 1)
  }

  /// Places in the text of the disk would be wrong in the editor's.
  @Test func `a document that is opened with other text has its diagnostics after a check`() throws {
    let served = try ServedFolder(SpecLanguageServerTests.shop)
    try served.write(mistake, to: more)
    served.notify("textDocument/didSave", ["textDocument": ["uri": .string(served.uri(items))]])
    #expect(served.check(more) == ["1:13 unknown-type"])
    let count = served.sent.count
    served.open(more, "\n\n\(mistake)")
    #expect(served.sent.count == count)
    #expect(served.check(more) == ["3:13 unknown-type"])
    served.notify("textDocument/didClose", ["textDocument": ["uri": .string(served.uri(more))]])
    #expect(served.check(more) == ["1:13 unknown-type"])
    // A check of the old text doesn't fit, either; without mistakes, the old ones go away.
    try served.write(mistake + "# changed\n", to: more)
    served.notify("workspace/didChangeWatchedFiles", ["changes": []])
    let check = try #require(served.server.beginCheck())
    let before = served.sent.count
    served.open(more, "wgnapi: 1\n")
    served.server.publish(check.run())
    #expect(served.sent.count == before)
    #expect(served.check(more) == [])
    // Nor does one of a document that has been closed and opened again meanwhile.
    served.change(more, to: mistake)
    let running = try #require(served.server.beginCheck())
    served.notify("textDocument/didClose", ["textDocument": ["uri": .string(served.uri(more))]])
    served.open(more, "\n\n\(mistake)")
    let published = served.sent.count
    served.server.publish(running.run())
    #expect(served.sent.count == published)
    #expect(served.check(more) == ["3:13 unknown-type"])
  }

  @Test func `a check is of the texts at its beginning, and requests are handled meanwhile`() throws {
    let served = try ServedFolder(SpecLanguageServerTests.shop)
    served.open(items)
    let check = try #require(served.server.beginCheck())
    #expect(!served.server.needsCheck)
    served.change(items, to: "\n\n\(served.text(of: items))  Other: string\n")
    #expect(served.request("textDocument/hover", served.place(items, "  I|tem:"))["result"] != .null)
    let found = check.run()
    served.server.publish(found)
    #expect(served.diagnostics(of: items) == [])
    #expect(
      served.sent.last { $0["method"] == "textDocument/publishDiagnostics" }?["params"]?["version"] == 1)
    #expect(served.check(items) == ["23:2 unused-definition"])
    #expect(
      served.sent.last { $0["method"] == "textDocument/publishDiagnostics" }?["params"]?["version"] == 2)
  }

  @Test func `lines may end with CR and LF`() throws {
    let served = try ServedFolder(SpecLanguageServerTests.shop)
    served.open(items, served.text(of: items).replacingOccurrences(of: "\n", with: "\r\n"))
    #expect(served.check(items) == [])
    let place: JSON = ["line": 6, "character": 16]
    let result = served.request(
      "textDocument/references",
      ["textDocument": ["uri": .string(served.uri(items))], "position": place])["result"]
    #expect(result?.array?.map { $0["range"]?["start"]?["line"]?.int } == [6, 11, 15, 20])
    served.change(
      items,
      [
        [
          "range": ["start": ["line": 6, "character": 99], "end": ["line": 7, "character": 0]],
          "text": "s\r\n",
        ]
      ])
    #expect(served.check(items) == ["6:14 unknown-type"])
  }

  @Test func `documents that aren't files have nothing`() throws {
    let served = try ServedFolder(SpecLanguageServerTests.shop)
    for method in ["hover", "completion", "definition", "references"] {
      let response = served.request(
        "textDocument/\(method)",
        ["textDocument": ["uri": "untitled:a.yaml"], "position": ["line": 0, "character": 0]])
      #expect(response["result"] == .null, "\(method)")
    }
  }
}
