import APIModel
import Diagnostics
import Foundation
import Testing

@testable import SpecChanges

/// Changes of specs: folders of `Tests/Golden/Changes`, each with two versions, `old` and `new`.
///
/// With `WGNAPI_RECORD=1` in the environment, the reports are written instead of compared, and the test fails.
@Suite struct ChangeTests {
  static let root = package.appendingPathComponent("Tests/Golden/Changes")
  static let cases = ((try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []).filter {
    !$0.hasPrefix(".")
  }.sorted()

  @Test(arguments: cases)
  func everyChangeIsReportedAsRecorded(name: String) throws {
    let versions = try ComparedVersions(golden: name)
    var changes = versions.changes
    changes.display(old: SourcePlaces(["Shop/module.yaml": "old:Shop/module.yaml"]), new: SourcePlaces())
    let reports = [
      "report.txt": TextReport().text(changes) + changes.summary + "\n",
      "changelog.md": MarkdownReport(changes).text,
    ]
    let folder = Self.root.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["WGNAPI_RECORD"] == "1" {
      for (file, text) in reports {
        try text.write(to: folder.appendingPathComponent(file), atomically: true, encoding: .utf8)
      }
      Issue.record("recorded \(name)")
      return
    }
    for (file, text) in reports {
      #expect(text == (try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)))
    }
  }

  /// Every name in a line to write is one of the new module's generated code, or a variable of the line.
  @Test(arguments: cases)
  func linesToWriteUseWhatIsGenerated(name: String) throws {
    let versions = try ComparedVersions(golden: name)
    let generated = Self.words(of: try ComparedVersions.generated(versions.new).joined(separator: "\n"))
    let known = generated.union(swiftKeywords).union([
      "client", "value", "values", "response", "envelope", "print", "import", "Shop",
    ])
    let differences = versions.changes.differences.filter { $0.kind != .newDependency }
    for line in differences.flatMap(\.rewrites).compactMap(\.after) {
      let words = Self.words(of: line.text).subtracting(line.variables.map(\.name)).subtracting(
        Self.declared(by: line.text))
      #expect(words.isSubset(of: known), "\(line.text): \(words.subtracting(known))")
    }
  }

  private static func words(of text: String) -> Set<String> {
    Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
  }

  /// The variable that a line declares.
  private static func declared(by line: String) -> [String] {
    line.matches(of: /(?:let|for) `?(\w+)/).map { String($0.1) }
  }

  @Test func thereIsACaseForEachKind() throws {
    let kinds = try Self.cases.flatMap { try ComparedVersions(golden: $0).changes.differences.map(\.kind) }
    #expect(Set(ChangeKind.allCases).subtracting(kinds) == [])
  }

  /// A line that is the same before and after says nothing.
  @Test(arguments: cases)
  func linesDiffer(name: String) throws {
    for rewrite in try ComparedVersions(golden: name).changes.differences.flatMap(\.rewrites) {
      #expect(rewrite.before?.text != rewrite.after?.text)
    }
  }

  /// Names that change places: a call that is written as before isn't listed as something to write.
  @Test func namesThatChangePlaces() throws {
    func spec(_ first: String, _ second: String) -> String {
      """
      wgnapi: 1
      module: {servers: {main: "https://api.example.com/"}}
      endpoints: {item: {get: item, response: Item}}
      schemas:
        Item:
          properties:
            \(first): {type: string, swiftName: first}
            \(second): {type: \(second == "back" ? "string" : "integer"), swiftName: second}

      """
    }
    let changes = try ComparedVersions(spec("front", "back"), spec("back", "front")).changes
    #expect(
      changes.breaking.map { "\($0.place): \($0.kind.rawValue)" } == [
        "Item.first: renamed", "Item.first: retyped", "Item.second: renamed", "Item.init: reordered",
      ])
    for rewrite in changes.breaking.flatMap(\.rewrites) {
      #expect(rewrite.before?.text != rewrite.after?.text)
    }
  }

  /// A property that a slice lost is still there, so the slice is what to change.
  @Test func propertiesThatASliceLost() throws {
    func spec(
      _ fields: String, _ stock: String = "count: integer, place: string", _ title: String = "title: string, "
    ) -> String {
      """
      wgnapi: 1
      module: {servers: {main: "https://api.example.com/"}}
      endpoints: {item: {get: item, response: Item}}
      schemas:
        Item: {properties: {id: integer, \(title)stock: "[Stock]?", size: {properties: {width: integer, height: integer}}}}
        Stock: {properties: {\(stock)}}
      slices:
        Card: {of: Item, fields: [\(fields)]}

      """
    }
    func found(_ old: String, _ new: String) throws -> [String] {
      try ComparedVersions(old, new).changes.breaking.filter { $0.place.hasPrefix("Card") }.map {
        "\($0.new?.start.line ?? 0): \($0.place): \($0.message) [\($0.kind.rawValue)]"
      }
    }
    let all = spec("id, title, stock.count, stock.place, size.width, size.height")
    #expect(
      try found(all, spec("id, stock.count, size.width")) == [
        "8: Card.title: isn't in the slice 'Card' any more, but 'Item' has it: add 'title' to the slice's 'fields' [removed]",
        "8: Card.StockValue.place: isn't in the slice 'Card' any more, but 'Stock' has it: add 'stock.place' to the slice's 'fields' [removed]",
        "8: Card.Size.height: isn't in the slice 'Card' any more, but 'Item.Size' has it: add 'size.height' to the slice's 'fields' [removed]",
      ])
    // With the property, its type is gone.
    let whole = try ComparedVersions(all, spec("id, title, size")).changes.breaking
    #expect(
      whole.map { "\($0.place): \($0.kind.rawValue)" } == ["Card.size: retyped", "Card.stock: removed"])
    #expect(
      whole.last?.message
        == "isn't in the slice 'Card' any more, but 'Item' has it: add 'stock' to the slice's 'fields'")
    // What the schema lost, too.
    #expect(
      try found(spec("id, title, stock.count, stock.place"), spec("id, stock.count", "count: integer", ""))
        == [
          "0: Card.title: removed [removed]", "0: Card.StockValue.place: removed [removed]",
        ])
  }

  /// Several new arguments: each line names the types of all.
  @Test func typesOfNewArguments() throws {
    func spec(_ more: String) -> String {
      """
      wgnapi: 1
      module: {servers: {main: "https://api.example.com/"}}
      endpoints: {item: {get: item, parameters: {id: integer\(more)}, response: string}}
      schemas: {Region: {enum: [eu, us]}}

      """
    }
    let changes = try ComparedVersions(spec(""), spec(", region: Region, tags: \"[string]\"")).changes
      .breaking
    #expect(
      changes.flatMap(\.rewrites).compactMap(\.after?.text) == [
        "try await client.item(id: id, region: region as Region, tags: tags as [String])",
        "ItemRequest(id: id, region: region as Region, tags: tags as [String])",
        "try await client.item(id: id, region: region as Region, tags: tags as [String])",
        "ItemRequest(id: id, region: region as Region, tags: tags as [String])",
      ])
  }

  /// A module of the user's, and a product that needs a trait of the package.
  @Test func dependenciesOfAllKinds() throws {
    func spec(_ address: String, _ more: String) -> String {
      """
      wgnapi: 1
      module:
        servers: {main: "https://api.example.com/"}
      \(more.isEmpty ? "" : "  webhooks: {event: {header: X-Event}, signature: github}")
      \(more)
      endpoints: {item: {get: item, response: Item}}
      schemas:
        Address: {properties: {street: string}\(address)}
        Item: {properties: {address: Address}}

      """
    }
    let changes = try ComparedVersions(
      spec("", ""), spec(", swift: {type: PostalAddress, import: Payments}", "webhooks: {ping: empty}")
    ).changes.breaking.filter { $0.kind == .newDependency }
    #expect(
      changes.map(\.message).sorted() == [
        "its target needs the product 'WGNAPISchema'",
        "its target needs the product 'WGNAPIWebhooks'; set the package's trait Webhooks, too",
        "its target needs your module 'Payments'",
      ])
    #expect(
      changes.flatMap(\.rewrites).contains { $0.after?.text.hasPrefix("\"Payments\",  // yours") == true })
  }

  @Test func versionsWithoutAChange() throws {
    let changes = try ComparedVersions(golden: "nothing").changes
    #expect(changes.differences.isEmpty)
    #expect(changes.behaviour.isEmpty)
    #expect(changes.summary == "nothing breaks source")
  }
}
