import APIModel
import Testing

@testable import SwiftEmitter

/// Text of a spec can't leave the literal or the comment it stands in.
struct HostileTextTests {
  static let texts = [
    "*/ import Foundation /*", "\"\"\"", "\\(exit(1))", "a\nlet b = 1", "a\r\nb", "#\"x\"#", "`x`",
    "\u{202E}abc\u{202C}",
    "\u{0}nul", "\u{2028}line", "\"; fatalError(); \"", "\\", "\u{85}next", "\u{FEFF}bom", "\u{1B}[31mred",
    "'''", "///",
  ]

  @Test(arguments: texts)
  func literalsAreOneInertLine(text: String) {
    let literal = SwiftLiteral.string(text)
    #expect(literal.hasPrefix("\"") && literal.hasSuffix("\""))
    #expect(literal.unicodeScalars.allSatisfy(SwiftLiteral.isPlain))
    // Every quote and backslash inside stands behind a backslash of its own.
    var inner = literal.dropFirst().dropLast()[...]
    while let first = inner.first {
      #expect(first != "\"")
      if first == "\\" {
        let next = inner.dropFirst().first
        #expect(
          next.map { "\"\\nrtu".contains($0) } == true, "an interpolation or unknown escape: \(literal)")
        inner = inner.dropFirst(2)
      } else {
        inner = inner.dropFirst()
      }
    }
  }

  @Test(arguments: texts)
  func commentsStayComments(text: String) {
    let lines = DocComment.lines(summary: text, details: text + "\n\n    " + text, remarks: [text])
    for line in lines {
      #expect(line == "///" || line.hasPrefix("/// "))
      #expect(line.unicodeScalars.allSatisfy { SwiftLiteral.isPlain($0) || $0 == "\u{A0}" })
    }
  }

  @Test func longSummariesAreWrapped() {
    let lines = DocComment.lines(summary: String(repeating: "word ", count: 60), indent: 2)
    #expect(lines.count > 1)
    #expect(lines.allSatisfy { $0.count <= DocComment.width - 2 })
  }
}
