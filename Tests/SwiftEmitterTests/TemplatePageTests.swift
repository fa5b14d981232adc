import Foundation
import SpecExplanation
import Testing

@testable import SwiftEmitter

/// `docs/templates.md` and `docs/pages.md` have the names of every template as the generator has them.
struct TemplatePageTests {
  private static let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs")
  private static let page = docs.appendingPathComponent("templates.md")

  /// The page about a template.
  private static func page(of template: String) -> URL {
    pageCatalogue.contains { $0.template == template } ? docs.appendingPathComponent("pages.md") : page
  }

  /// The bundled templates, what all templates have, and those of files that users add.
  private static let entries =
    templateCatalogue + [
      CatalogueEntry(Template<CommonView>(name: "Every template")),
      CatalogueEntry(Template<ModuleFileView>(name: "file-…")),
    ] + pageCatalogue

  @Test(arguments: entries.map(\.template))
  func namesAreDocumented(template: String) throws {
    let entry = try #require(Self.entries.first { $0.template == template })
    let page = Self.page(of: template)
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(Self.section(template, in: text), "no section '\(template)'")
    let expected = Self.tables(of: entry.ownNames)
    if ProcessInfo.processInfo.environment["WGNAPI_RECORD"] != nil {
      let recorded = Self.prose(of: section) + expected.map { "\n" + $0 + "\n" }.joined()
      try text.replacing(section, with: recorded).write(to: page, atomically: true, encoding: .utf8)
      Issue.record("recorded the names of '\(template)'")
      return
    }
    if let base = entry.base { #expect(section.contains("names of [\(base)](#\(base))")) }
    for table in expected { #expect(section.contains(table)) }
    let rows = expected.flatMap { $0.split(separator: "\n") }
    #expect(section.split(separator: "\n").filter { $0.hasPrefix("|") } == rows.filter { $0.hasPrefix("|") })
  }

  /// The templates in the section with examples are those of a golden folder.
  @Test func examplesAreTested() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let examples = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("Examples\n") })
    let blocks = examples.components(separatedBy: "```mustache\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    let folder = Self.page.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Tests/Golden/Templates/Templates")
    let templates = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .map { try String(contentsOf: $0, encoding: .utf8) }
    #expect(blocks.count == 5)
    for block in blocks { #expect(templates.contains { $0.contains(block) }, "\(block)") }
  }

  /// From a heading to the next one.
  private static func section(_ template: String, in page: String) -> String? {
    page.components(separatedBy: "\n### ").first { $0.hasPrefix(template + "\n") }
  }

  private static func prose(of section: String) -> String {
    let lines = section.components(separatedBy: "\n")
    let end = lines.firstIndex { $0.hasPrefix("|") } ?? lines.count
    var prose = lines[..<end].joined(separator: "\n")
    while prose.hasSuffix("\n") { prose.removeLast() }
    return prose + "\n"
  }

  /// A table, and one for each list whose elements have names; lists of equal elements share one.
  private static func tables(of names: [TemplateName]) -> [String] {
    guard !names.isEmpty else { return [] }
    let rows = names.map { "| `\($0.name)` | \($0.kind) | \($0.about) |" }
    let own = (["| name | | value |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
    var lists: [(names: [String], tables: [String])] = []
    for name in names {
      guard case .list(.view(let inner)) = name.type else { continue }
      let tables = tables(of: inner)
      if let known = lists.firstIndex(where: { $0.tables == tables }) {
        lists[known].names.append(name.name)
      } else {
        lists.append(([name.name], tables))
      }
    }
    return [own]
      + lists.flatMap { list in
        let names = list.names.map { "`\($0)`" }.joined(separator: ", ")
        return ["Each of \(names):\n\n" + (list.tables.first ?? "")] + list.tables.dropFirst()
      }
  }
}
