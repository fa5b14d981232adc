import Diagnostics
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

  private func compare(
    _ reviews: String = "wgnapi: 1\n", _ newReviews: String = "wgnapi: 1\n"
  ) throws -> VersionChanges {
    var changes = try ComparedVersions(
      ["module": Self.module, "items": Self.items("10 min", "title"), "reviews": reviews],
      ["module": Self.module, "items": Self.items("1 h", "title?"), "reviews": newReviews]
    ).changes
    changes.display(
      old: SourcePlaces(["Shop/items.yaml": "main:Specs/Shop/items.yaml"]),
      new: SourcePlaces(["Shop/items.yaml": "Specs/Shop/items.yaml"]))
    return changes
  }

  @Test func theReport() throws {
    let changes = try compare()
    #expect(page.contains("```text\n\(TextReport().text(changes))\(changes.summary)\n```"))
  }

  @Test func theReportForAnApp() throws {
    func reviews(_ text: String) -> String {
      "wgnapi: 1\nschemas: {Review: {properties: {text: \(text)}}}\n"
    }
    var changes = try compare(reviews("string"), reviews("{type: string, swiftName: body}"))
    changes.isAboutApp = true
    for position in changes.differences.indices { changes.differences[position].places = [] }
    let title = try #require(changes.differences.firstIndex { $0.place == "Item.title" })
    changes.differences[title].places = [AppPlace(file: "Sources/App/Card.swift", line: 41, column: 1)]
    for position in changes.behaviour.indices {
      changes.behaviour[position].appPlaces = [AppPlace(file: "Sources/App/Shelf.swift", line: 17, column: 1)]
    }
    #expect(page.contains("```text\n\(TextReport().text(changes))\(changes.summary)\n```"))
  }

  @Test func theReportOnTraffic() throws {
    var changes = try compare()
    changes.differences[0].share = "in 312 of 340"
    let traffic = TrafficFindings(
      responses: 412, readResponses: 412, requests: 405, refusedRequests: 0, contradictions: [],
      hasEvidence: false)
    changes.traffic = traffic
    #expect(
      page.contains(
        "```text\n\(TextReport().text(changes))\(changes.summary)\n\(traffic.summary)\n```"))
  }

  @Test func theChangelog() throws {
    let reviews =
      "wgnapi: 1\nendpoints: {reviews: {get: \"reviews/{id}\", parameters: {id: integer}, response: \"[Item]\"}}\n"
    #expect(page.contains("```markdown\n\(MarkdownReport(try compare("wgnapi: 1\n", reviews)).text)```"))
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
