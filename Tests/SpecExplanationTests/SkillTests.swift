import BundledTemplates
import Diagnostics
import Foundation
import GeneratorKit
import SpecReader
import Testing

/// What the skill for coding agents says is true.
struct SkillTests {
  private static func text(_ name: String) throws -> String {
    try #require(BundledSkill.files.first { $0.name == name }?.text)
  }

  private static func blocks(_ text: String) -> [String] {
    text.components(separatedBy: "```yaml\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  }

  @Test func theSkillIsShortAndItsReferencesExist() throws {
    let skill = try Self.text("SKILL.md")
    #expect(skill.hasPrefix("---\nname: wgnapi-gen\ndescription: "))
    #expect(skill.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
    for link in skill.matches(of: /\]\(([a-z-]+\.md)\)/) { _ = try Self.text(String(link.1)) }
  }

  /// The examples of the language are one module, without mistakes.
  @Test func specsAreValid() throws {
    let blocks = Self.blocks(try Self.text("spec-language.md"))
    let whole = blocks.filter { !$0.hasPrefix("pagination") }
    let files = whole.enumerated().map { number, text in
      let path = number == 0 ? "Shop/module.yaml" : "Shop/part\(number).yaml"
      let version = text.hasPrefix("wgnapi: 1") ? "" : "wgnapi: 1\n"
      return SpecFile(path: path, displayPath: path, bytes: Array((version + text).utf8))
    }
    var sink = DiagnosticSink()
    #expect(readAPI(files, into: &sink) != nil)
    // Nothing in the example uses the envelope and some of the types.
    let others = sink.diagnostics.filter { $0.severity != .note && !$0.id.rawValue.hasPrefix("unused") }
    #expect(others.isEmpty, "\(others.map { "\($0.span?.description ?? ""): \($0.message)" })")
  }

  @Test(arguments: 0..<5)
  func pagesAreValid(number: Int) throws {
    let lines = try #require(
      Self.blocks(try Self.text("spec-language.md")).first { $0.hasPrefix("pagination") }
    )
    .split(separator: "\n").map(String.init)
    try #require(lines.count == 5)
    let spec = """
      wgnapi: 1
      module: {summary: A shop, servers: {main: https://api.example.com/}}
      endpoints:
        list:
          get: items
          parameters: {page?: integer, per_page?: integer, offset?: integer, limit?: integer, after?: string, starting_after?: string}
          \(lines[number])
          response: Page
      schemas:
        Page: {properties: {data: "[Item]", has_more: boolean, meta: {properties: {next?: string}}}}
        Item: {properties: {id: string}}
      """
    var sink = DiagnosticSink()
    let file = SpecFile(path: "Shop/module.yaml", displayPath: "module.yaml", bytes: Array(spec.utf8))
    _ = readAPI([file], into: &sink)
    let errors = sink.diagnostics.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(lines[number]): \(errors.map(\.message))")
  }
}
