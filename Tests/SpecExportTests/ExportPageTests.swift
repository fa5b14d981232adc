import Foundation
import SpecExport
import Testing

/// What `docs/export.md` shows is what is printed.
@Suite struct ExportPageTests {
  private let page: String

  init() throws {
    page = try String(contentsOf: package.appendingPathComponent("docs/export.md"), encoding: .utf8)
  }

  @Test func theFirstDocument() throws {
    let spec = try #require(page.firstMatch(of: /```yaml\n(wgnapi: 1\n[\s\S]*?)```/)?.1)
    let text = try ExportedSpec(String(spec)).document().text
    #expect(page.contains("```yaml\n\(text)```"), "\(text)")
  }
}
