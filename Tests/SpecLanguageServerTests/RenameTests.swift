import Foundation
import Testing
import WGNAPIJSON

@testable import SpecLanguageServer

@Suite struct RenameTests {
  private let items = "Specs/Shop/items.yaml"

  /// Renames, and returns the message of a refusal; the open documents have the edits then.
  private func rename(_ served: ServedFolder, _ name: String, _ marked: String, to new: String) -> String? {
    var request = served.place(name, marked).object ?? [:]
    request["newName"] = .string(new)
    let response = served.request("textDocument/rename", .object(request))
    if let message = response["error"]?["message"]?.string { return message }
    for (uri, edits) in response["result"]?["changes"]?.object ?? [:] {
      let file = String((FileURI.path(of: uri) ?? "").dropFirst(served.path.count + 1))
      if served.diagnostics(of: file) == nil { served.open(file) }
      var text = TextLines(served.text(of: file), .utf16)
      let all = (edits.array ?? []).compactMap { edit -> (TextPosition, TextPosition, String)? in
        guard let start = TextPosition(edit["range"]?["start"]),
          let end = TextPosition(edit["range"]?["end"]),
          let new = edit["newText"]?.string
        else { return nil }
        return (start, end, new)
      }
      for (start, end, new) in all.sorted(by: { ($0.0.line, $0.0.character) > ($1.0.line, $1.0.character) }) {
        text.replace(text.offset(of: start)..<text.offset(of: end), with: new)
      }
      served.change(file, to: String(decoding: text.bytes, as: UTF8.self))
    }
    return nil
  }

  @Test func `a type is renamed wherever it is used`() throws {
    let served = try ServedFolder(shop)
    served.open(items)
    #expect(rename(served, items, "response: It|em", to: "Thing") == nil)
    let expected = served.original(items).replacingOccurrences(of: "response: Item", with: "response: Thing")
      .replacingOccurrences(of: "[Item]", with: "[Thing]").replacingOccurrences(
        of: "  Item:", with: "  Thing:"
      )
      .replacingOccurrences(of: "parent?: Item", with: "parent?: Thing")
    #expect(served.text(of: items) == expected)
    #expect(served.check(items) == [])
  }

  @Test func `a parameter of an endpoint is renamed in its path`() throws {
    let served = try ServedFolder(shop)
    served.open(items)
    #expect(rename(served, items, "{i|d: ItemID}", to: "item_id") == nil)
    #expect(served.text(of: items).contains("get: items/{item_id}"))
    #expect(served.text(of: items).contains("{item_id: ItemID}"))
    #expect(served.text(of: items).contains("      id: ItemID"))
    #expect(served.check(items) == [])
  }

  @Test func `a named parameter is renamed in other files`() throws {
    let served = try ServedFolder(shop)
    served.open(items)
    #expect(rename(served, items, "$parameter: |limit", to: "page size") == nil)
    #expect(served.text(of: items).contains("$parameter: page size"))
    #expect(served.text(of: "Specs/Shop/module.yaml").contains("  page size: {type: integer"))
    #expect(served.check(items) == [])
  }

  @Test func `names are quoted where YAML needs it, and keep their marks`() throws {
    var files = shop
    files["Specs/Shop/more.yaml"] = """
      wgnapi: 1
      endpoints:
        find:
          get: find
          response: Problem
          parameters: {word?: string, 'other?': string}
          requires: [{atLeastOne: [word, "other"]}]
      """
    let served = try ServedFolder(files)
    let more = "Specs/Shop/more.yaml"
    served.open(more)
    #expect(served.check(more) == [])
    #expect(rename(served, more, "{wo|rd?", to: "filter[a]: b") == nil)
    #expect(
      served.text(of: more).contains(#"{"filter[a]: b?": string, 'other?': string}"#),
      "\(served.text(of: more))")
    #expect(served.text(of: more).contains(#"atLeastOne: ["filter[a]: b", "other"]"#))
    #expect(rename(served, more, #"|other"]"#, to: "true") == nil)
    #expect(served.text(of: more).contains(#"string, "true?": string}"#))
    #expect(served.text(of: more).contains(#"atLeastOne: ["filter[a]: b", "true"]"#))
    #expect(served.check(more) == [])
  }

  @Test(arguments: [
    ("integer", "can't be the name of a schema"), ("", "can't be the name of a schema"),
    ("a b", "can't be the name of a schema"), ("ItemID", "ItemID"),
    ("x\u{202E}", "can't be the name of a schema"),
  ]) func `names that the reader refuses`(_ name: String, _ part: String) throws {
    let served = try ServedFolder(shop)
    served.open(items)
    let message = rename(served, items, "  I|tem:", to: name)
    #expect(message?.contains(part) == true, "\(message ?? "renamed")")
    #expect(served.text(of: items) == served.original(items))
  }

  @Test func `a type isn't renamed to another one in place of it`() throws {
    var files = shop
    files["Specs/Common/module.yaml"] = "wgnapi: 1\nmodule: {library: true}\nschemas:\n  Thing: integer\n"
    files["Specs/Shop/module.yaml"] = shop["Specs/Shop/module.yaml"]?.replacingOccurrences(
      of: "  summary: A shop", with: "  import: [Common]\n  summary: A shop")
    let served = try ServedFolder(files)
    served.open(items)
    #expect(served.check(items) == [])
    #expect(rename(served, items, "  I|tem:", to: "Thing") != nil)
  }

  @Test func `nothing is renamed while another file has a syntax error`() throws {
    var files = shop
    files["Specs/Shop/more.yaml"] = "wgnapi: 1\nschemas: {A: [\n"
    let served = try ServedFolder(files)
    served.open(items)
    #expect(rename(served, items, "  I|tem:", to: "Thing")?.contains("Shop/more.yaml") == true)
  }

  @Test func `only types and parameters are renamed`() throws {
    let served = try ServedFolder(shop)
    served.open(items)
    #expect(
      rename(served, items, "  it|ems:", to: "things")
        == "only types and parameters can be renamed; change other names by hand")
    for other in ["sum|mary", "  it|ems:", "  ti|tle: {type", "wgn|api"] {
      let message = served.request("textDocument/prepareRename", served.place(items, other))["error"]?[
        "message"]
      #expect(message?.string?.hasPrefix("only types and parameters can be renamed") == true, "\(other)")
    }
    let prepared = served.request("textDocument/prepareRename", served.place(items, "cou|nt?"))["result"]
    #expect(prepared?["placeholder"] == "count")
    #expect(prepared?["range"]?["end"]?["character"] == 11)
  }

  @Test func `a schema of a document is renamed in it and beside it`() throws {
    let served = try ServedFolder(documentedShop)
    let (module, api) = ("Specs/Shop/module.yaml", "Specs/Shop/api.yaml")
    served.open(module)
    #expect(rename(served, module, "  It|em: {secret", to: "Thing") == nil)
    #expect(
      served.text(of: module) == served.original(module).replacingOccurrences(of: "Item", with: "Thing"))
    #expect(served.text(of: api) == served.original(api).replacingOccurrences(of: "Item", with: "Thing"))
    #expect(served.check(module) == [])
  }
}

extension ServedFolder {
  /// The text on the disk.
  fileprivate func original(_ name: String) -> String {
    (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? ""
  }
}
