import Diagnostics
import Foundation
import Testing

/// `docs/editors.md` fits what the tool prints.
struct EditorsPageTests {
  private static func blocks(_ language: String) throws -> [String] {
    let page = try String(contentsOf: package.appendingPathComponent("docs/editors.md"), encoding: .utf8)
    return page.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  private static func matchers() throws -> [[String: Any]] {
    let tasks = try #require(try blocks("json").first { $0.contains("problemMatcher") })
    let object = try #require(try JSONSerialization.jsonObject(with: Data(tasks.utf8)) as? [String: Any])
    let list = try #require(object["tasks"] as? [[String: Any]])
    return try list.map { try #require($0["problemMatcher"] as? [String: Any]) }
  }

  @Test func problemMatchersMatchDiagnostics() throws {
    let diagnostic = Diagnostic(
      .error, .unknownType, "unknown type 'ItemId'",
      at: .init(
        file: "Specs/Shop/items.yaml", start: .init(line: 12, column: 11, offset: 0),
        end: .init(line: 12, column: 17, offset: 6)), suggestion: "ItemID")
    let printed = TextDiagnosticPrinter(usesColor: false) { _ in nil }.print([diagnostic])
    let line = try #require(printed.split(separator: "\n").first.map(String.init))
    for matcher in try Self.matchers() {
      let pattern = try #require((matcher["pattern"] as? [String: Any])?["regexp"] as? String)
      let match = try #require(try Regex(pattern).firstMatch(in: line))
      #expect(
        (1...5).map { match.output[$0].substring.map(String.init) ?? "" } == [
          "Specs/Shop/items.yaml", "12", "11", "error",
          "unknown type 'ItemId' [unknown-type]; did you mean 'ItemID'?",
        ])
    }
  }

  @Test(arguments: [
    "watching Specs: wrote 3 files (12 ms)", "changed Specs/M/schemas.yaml: wrote 1 file, 4 unchanged (8 ms)",
    "changed Specs/M/schemas.yaml: nothing written, see above (8 ms)",
    "removed Specs/M/more.yaml and 3 more: removed 1 file, 2 unchanged (10 ms)",
  ])
  func backgroundPatternsMatchRuns(line: String) throws {
    let background = try #require(try Self.matchers().first?["background"] as? [String: Any])
    for key in ["beginsPattern", "endsPattern"] {
      let pattern = try #require(background[key] as? String)
      #expect(try Regex(pattern).firstMatch(in: line) != nil)
    }
  }

  @Test func allJSONIsWellFormed() throws {
    for block in try Self.blocks("json") { _ = try JSONSerialization.jsonObject(with: Data(block.utf8)) }
  }
}
