import APIModel
import Testing

@testable import SwiftEmitter

/// Text of a spec can't leave the literal or the comment it stands in.
struct HostileTextTests {
  static let texts = [
    "*/ import Foundation /*", "\"\"\"", "\\(exit(1))", "a\nlet b = 1", "a\r\nb", "#\"x\"#", "`x`",
    "\u{202E}abc\u{202C}",
    "\u{0}nul", "\u{2028}line", "\"; fatalError(); \"", "\\", "\u{85}next", "\u{FEFF}bom", "\u{1B}[31mred",
    "'''", "///", "\u{301}", "\"\u{301}", "a\u{301}", ",\u{20D2}", "\u{D4E}", "\u{D4E}\u{301}", "\u{11F02}",
    "]\u{93E}",
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
      #expect(line == "///" || line.utf8.starts(with: "/// ".utf8))
      #expect(line.unicodeScalars.allSatisfy { SwiftLiteral.isPlain($0) || $0 == "\u{A0}" })
    }
  }

  /// The compiler refuses `\u{FDD0}`, but takes the scalar itself.
  @Test func noncharactersAreUnchanged() throws {
    for value: UInt32 in 0xFDD0...0xFDEF {
      let scalar = String(try #require(Unicode.Scalar(value)))
      #expect(SwiftLiteral.string(scalar) == "\"" + scalar + "\"")
      #expect(DocComment.lines(summary: "b\(scalar)c") == ["/// bc"])
    }
    #expect(SwiftLiteral.string("\u{FFFE}\u{10FFFF}") == #""\u{FFFE}\u{10FFFF}""#)
    #expect(DocComment.lines(summary: "a\u{FFFF}") == ["/// a"])
  }

  @Test func textNeverCombinesWithItsNeighbours() throws {
    var random = SplitMix(state: 7)
    for _ in 0..<5_000 {
      let text = random.text()
      let literal = SwiftLiteral.string(text)
      #expect(isClosed(literal), "\(literal.debugDescription)")
      let tree = Code.call(
        "f", [.dictionary([(text, .string(text))]), .string(text), .call("g", [.string(text)])])
      let code = tree.text
      #expect(code.count == tree.width, "\(literal.debugDescription)")
      // By characters and by bytes, the same punctuation stands in the code.
      for mark in "()[],:\"" {
        let bytes = code.utf8.count { $0 == mark.asciiValue }
        #expect(code.count { $0 == mark } == bytes, "\(literal.debugDescription)")
      }
      let wrapped = SwiftLayout(width: 20).wrap(tree, indent: 2)
      #expect(bare(wrapped) == bare(code), "\(literal.debugDescription)")
      // Reading the brackets again finds the same structure.
      var parser = BracketParser(Array(code.utf8)[...])
      let read = parser.code()
      let parsed = try #require(read, "\(literal.debugDescription)")
      #expect(SwiftLayout(width: 20).wrap(parsed, indent: 2) == wrapped, "\(literal.debugDescription)")
      #expect(
        wrapped.utf8.split(separator: UInt8(ascii: "\n")).allSatisfy { isClosed(String(Substring($0))) })
    }
  }

  /// Whether every string in a line of code ends in it.
  private func isClosed(_ line: String) -> Bool {
    var inString = false
    var isEscaped = false
    for byte in line.utf8 {
      if isEscaped {
        isEscaped = false
      } else if inString, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        inString.toggle()
      }
    }
    return !inString
  }

  /// The bytes of code without what a line break adds or takes.
  private func bare(_ code: String) -> [UInt8] {
    code.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: ",") }
  }

  @Test func longSummariesAreWrapped() {
    let lines = DocComment.lines(summary: String(repeating: "word ", count: 60), indent: 2)
    #expect(lines.count > 1)
    #expect(lines.allSatisfy { $0.count <= DocComment.width - 2 })
  }
}
