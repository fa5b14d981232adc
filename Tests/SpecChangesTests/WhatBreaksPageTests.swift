import Foundation
import Testing

@testable import SpecChanges

/// What `docs/what-breaks.md` shows is what is printed.
@Suite struct WhatBreaksPageTests {
  private let page: String

  init() throws {
    page = try String(contentsOf: package.appendingPathComponent("docs/what-breaks.md"), encoding: .utf8)
  }

  private static let module = "wgnapi: 1\nmodule: {servers: {main: \"https://api.example.com/\"}}\n"

  private static func items(_ cache: String, _ title: String) -> String {
    """
    wgnapi: 1
    endpoints:
      item:
        get: items/{id}
        cache: \(cache)
        parameters: {id: integer}
        response: Item
    schemas:
      Item:
        properties:
          id: integer
          \(title): string

    """
  }

  private func compare(withReviews: Bool = false) throws -> VersionChanges {
    let reviews =
      withReviews
      ? "wgnapi: 1\nendpoints: {reviews: {get: \"reviews/{id}\", parameters: {id: integer}, response: \"[Item]\"}}\n"
      : "wgnapi: 1\n"
    var changes = try ComparedVersions(
      ["module": Self.module, "items": Self.items("10 min", "title"), "reviews": "wgnapi: 1\n"],
      ["module": Self.module, "items": Self.items("1 h", "title?"), "reviews": reviews]
    ).changes
    changes.display(
      old: ["Shop/items.yaml": "main:Specs/Shop/items.yaml"],
      new: ["Shop/items.yaml": "Specs/Shop/items.yaml"])
    return changes
  }

  @Test func theReport() throws {
    let changes = try compare()
    #expect(page.contains("```text\n\(TextReport().text(changes))\(changes.summary)\n```"))
  }

  @Test func theChangelog() throws {
    #expect(page.contains("```markdown\n\(MarkdownReport(try compare(withReviews: true)).text)```"))
  }

  @Test func everyKindIsListed() {
    for kind in ChangeKind.allCases where kind.breaks {
      #expect(page.contains("| `\(kind.rawValue)` |"), "\(kind)")
    }
    for aspect in BehaviourChange.Aspect.allCases {
      #expect(page.contains("`\(aspect.rawValue)`"), "\(aspect)")
    }
  }
}
