import Foundation
import Testing
import Thoroughness
import WGNAPIJSON

@testable import SpecLanguageServer

@Suite struct TypingTests {
  /// A spec of this package is typed character by character, with a request after each.
  @Test func `every beginning of a spec gets valid responses`() throws {
    let text = try String(
      contentsOf: package.appendingPathComponent("Specs/WOT/globalmap-events.yaml"), encoding: .utf8)
    let name = "Specs/Shop/typed.yaml"
    let served = try ServedFolder(shop)
    served.open(name, "")
    var (line, column) = (0, 0)
    let count = min(text.unicodeScalars.count, rounds(2000))
    for (index, scalar) in text.unicodeScalars.prefix(count).enumerated() {
      let place: JSON = ["line": .integer(line), "character": .integer(column)]
      served.change(name, [["range": ["start": place, "end": place], "text": .string(String(scalar))]])
      (line, column) = scalar == "\n" ? (line + 1, 0) : (line, column + scalar.utf16.count)
      let parameters: JSON = [
        "textDocument": ["uri": .string(served.uri(name))],
        "position": ["line": .integer(line), "character": .integer(column)],
      ]
      switch index % 8 {
      case 0: served.check()
      case 1, 4: try expectHover(served.request("textDocument/hover", parameters))
      case 2, 5, 7:
        try expectItems(served.request("textDocument/completion", parameters), upTo: (line, column))
      case 3: #expect(served.request("textDocument/definition", parameters)["result"] != nil)
      default: #expect(served.request("textDocument/references", parameters)["result"] != nil)
      }
    }
    served.check()
    // The server has the text that was typed.
    let expected = String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    let path = "\(served.path)/\(name)"
    #expect(served.server.workspace.documents[path]?.lines.bytes == Array(expected.utf8))
    let diagnostics = try #require(served.diagnostics(of: name))
    for diagnostic in diagnostics {
      #expect(diagnostic["message"]?.string?.isEmpty == false)
      #expect(TextPosition(diagnostic["range"]?["start"]) != nil)
    }
  }

  private func expectHover(_ response: JSON) throws {
    let result = try #require(response["result"])
    if !result.isNull { #expect(result["contents"]?["value"]?.string?.isEmpty == false) }
  }

  private func expectItems(_ response: JSON, upTo end: (line: Int, character: Int)) throws {
    let result = try #require(response["result"])
    for item in result.array ?? [] {
      let range = item["textEdit"]?["range"]
      let start = try #require(TextPosition(range?["start"]))
      #expect(start.line == end.line && start.character <= end.character)
      #expect(TextPosition(range?["end"]) == TextPosition(line: end.line, character: end.character))
      #expect(item["label"]?.string?.isEmpty == false)
    }
  }
}
