import Diagnostics
import Foundation
import Testing

@Suite struct DiagnosticIDTests {
  @Test func catalogueListsEveryDeclaredID() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Generator/Diagnostics/DiagnosticID.swift").standardized
    let source = try String(contentsOf: file, encoding: .utf8)
    let declared = source.matches(of: /static let (\w+) = DiagnosticID\(\s*"([^"]+)"/).map {
      String($0.output.2)
    }
    #expect(!declared.isEmpty)
    #expect(Set(declared).symmetricDifference(DiagnosticID.all.map(\.rawValue)) == [])
  }

  @Test func idsAreUniqueKebabCaseWithOneLineTitles() {
    let words = DiagnosticID.all.map(\.rawValue)
    #expect(Set(words).count == words.count)
    for id in DiagnosticID.all {
      #expect(id.rawValue.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(id)")
      #expect(!id.title.isEmpty && !id.title.contains("\n") && !id.title.hasSuffix("."), "\(id)")
    }
  }

  @Test func titleIsFoundByWord() {
    #expect(DiagnosticID(rawValue: "duplicate-key").title == DiagnosticID.duplicateKey.title)
    #expect(DiagnosticID(rawValue: "duplicate-key") == .duplicateKey)
    #expect(DiagnosticID(rawValue: "no-such-id").title == "")
  }
}
