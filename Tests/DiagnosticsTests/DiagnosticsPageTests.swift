import Diagnostics
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `docs/diagnostics.md` has a section for each id in the catalogue, and none for anything else.
@Suite struct DiagnosticsPageTests {
  private let headings: [String]
  private let page: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let url = root.appendingPathComponent("docs").appendingPathComponent("diagnostics.md")
    page = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    headings = lines.filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
  }

  private let ids = DiagnosticID.all.map(\.rawValue)

  @Test func `every id has a section`() {
    let missing = ids.filter { !headings.contains($0) }
    #expect(missing.isEmpty, "docs/diagnostics.md says nothing about \(missing)")
  }

  @Test func `every section has an id`() {
    let unknown = headings.filter { !ids.contains($0) }
    #expect(unknown.isEmpty, "docs/diagnostics.md has sections for \(unknown), which no diagnostic is called")
  }

  @Test func `sections stand once and in the order of the catalogue`() {
    let known = headings.filter(ids.contains)
    #expect(known == ids.filter(known.contains))
  }

  @Test func `no section is empty`() {
    let sections = page.split(separator: "\n### ").dropFirst()
    for section in sections {
      let text = section.drop { $0 != "\n" }
      let lines = text[..<(text.firstRange(of: "\n## ")?.lowerBound ?? text.endIndex)].count { $0 == "\n" }
      #expect(lines >= 4, "the section \(section.prefix { $0 != "\n" }) says too little")
    }
  }
}
