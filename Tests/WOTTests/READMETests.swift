import Foundation
import Testing

/// What the README shows of the specs and of what is generated from them.
@Suite struct READMETests {
  private func lines(_ path: String) throws -> [Substring] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      .split(separator: "\n").filter { !$0.contains("…") }
  }

  /// The lines from one that begins so to the end of the code block.
  private func block(_ beginning: String) throws -> [Substring] {
    let rest = try lines("README.md").drop { !$0.hasPrefix(beginning) }
    return Array(rest.prefix { !$0.hasPrefix("```") })
  }

  @Test func theExampleIsWhatIsGenerated() throws {
    let spec = try Set(lines("Specs/WOT/account.yaml") + lines("Specs/Wargaming/common.yaml"))
    let described = try block("endpoints:")
    #expect(described.count > 10 && described.filter { !spec.contains($0) } == [])

    let generated = try Set(
      lines("Generated/WOT/Account.swift") + lines("Generated/WOT/WargamingCommon.swift"))
    let shown = try block("/// Finds players by name.")
    #expect(shown.count > 20 && shown.filter { !generated.contains($0) } == [])
  }

  @Test func theAppIsTheExample() throws {
    let command = "Examples/Companion/Sources/companion/Commands/PlayerCommand.swift"
    let app = try Set(lines(command).map { $0.trimmingCharacters(in: .whitespaces) })
    let shown = try block("// These don't depend").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(shown.count > 4 && shown.filter { !app.contains($0) } == [])
  }
}
