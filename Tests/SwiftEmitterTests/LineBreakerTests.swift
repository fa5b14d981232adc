import Testing

@testable import SwiftEmitter

struct LineBreakerTests {
  private let long = String(repeating: "x", count: 100)

  @Test(arguments: [
    "  let short = f(a, b)",
    "",
    "// a comment, which may be long (and have brackets) because nobody can break it: [a, b], f(x), and so on, and so on",
    "    /// likewise, with an indentation, and with f(x, y): a line is broken only where code has brackets, not in words",
  ])
  func linesThatStay(line: String) {
    #expect(LineBreaker.broken(line) == line)
    #expect(LineBreaker.broken("a\n\(line)\nb\n") == "a\n\(line)\nb\n")
  }

  @Test func commentsBehindCodeStayWhole() {
    for comment in ["// see (a, b), \(long)", "/* (a, \(long)) */"] {
      #expect(LineBreaker.broken("let x = f(a, b)  \(comment)") == "let x = f(a, b)  \(comment)")
    }
  }

  @Test func literalsOfSeveralLinesStay() {
    let quotes = String(repeating: "\"", count: 3)
    let broken = LineBreaker.broken(
      "let x = \(quotes)\n  text (with, brackets) \(long)\n  \(quotes)\nf(\(long), aaaaaaaaa)")
    #expect(broken.contains("\n  text (with, brackets) \(long)\n"))
    #expect(broken.hasSuffix("f(\n  \(long),\n  aaaaaaaaa\n)"))
  }

  @Test func interpolationsBelongToTheirLiterals() {
    let literal = ##""a \(names.map { "\($0), (" }.joined(separator: ", ")) \##(long)""##
    let raw = ###"#"a \(b) \#(f("c", [1])) "d" "#"###
    #expect(LineBreaker.broken("print(\(literal), \(raw))") == "print(\n  \(literal),\n  \(raw)\n)")
  }

  @Test func aLineIsBrokenAtItsFirstList() {
    let code = "struct S {\n  public init(a: [Int], \(long): Int? = nil) {\n    self.a = a\n  }\n}\n"
    #expect(
      LineBreaker.broken(code) == """
        struct S {
          public init(
            a: [Int],
            \(long): Int? = nil
          ) {
            self.a = a
          }
        }

        """)
  }

  @Test func aChoiceIsBrokenAtItsBraces() {
    let name = String(long.dropLast(20))
    #expect(
      LineBreaker.broken("  if case .\(name)(let value) = $0 { value } else { nil }")
        == "  if case .\(name)(let value) = $0 {\n    value\n  } else {\n    nil\n  }")
    #expect(
      LineBreaker.broken("  if case .\(long)(let value) = $0 { value } else { nil }")
        == "  if case .\(long)(\n    let value\n  ) = $0 {\n    value\n  } else {\n    nil\n  }")
    #expect(
      LineBreaker.broken("if case .a(let value) = $0 { value } else { nil }")
        == "if case .a(let value) = $0 { value } else { nil }")
  }

  @Test func aTypeInBracketsIsNoList() {
    #expect(LineBreaker.broken("  case \(long)([Element])") == "  case \(long)(\n    [Element]\n  )")
    #expect(LineBreaker.broken("  f\(long)([Element.self])") == "  f\(long)([\n    Element.self\n  ])")
  }

  /// The formatter counts a comma at the end of each list of several elements.
  @Test(arguments: [
    ("b, [x, y]", 109), ("[x, y], [z, w]", 108), ("[x], [z]", 110), ("[[x, y], [z]]", 109), ("[x, y]", 110),
  ])
  func commasThatAreNotThereCount(arguments: String, width: Int) {
    func line(_ width: Int) -> String {
      String(repeating: "f", count: width - arguments.utf8.count - 2) + "(\(arguments))"
    }
    #expect(LineBreaker.broken(line(width)) == line(width))
    #expect(LineBreaker.broken(line(width + 1)) != line(width + 1))
  }

  @Test func aComputedPropertyIsBrokenAtItsBraces() {
    let head = "  public static var \(long): Self"
    #expect(
      LineBreaker.broken("\(head) { Self(rawValue: \"a\") }")
        == "\(head) {\n    Self(rawValue: \"a\")\n  }")
  }

  @Test func bracketsInTextsAndNamesAreNone() {
    let texts = ##"f("(\"[", #"a"("#, `a(b`, "\##(long)")"##
    #expect(
      LineBreaker.broken(texts) == """
        f(
          "(\\"[",
          #"a"("#,
          `a(b`,
          "\(long)"
        )
        """)
  }

  @Test func genericArgumentsStayTogether() {
    #expect(
      LineBreaker.broken("f(\(long), as: MapOf<String, [UnixTime]>.self, { a -> b in a < b })") == """
        f(
          \(long),
          as: MapOf<String, [UnixTime]>.self,
          { a -> b in a < b }
        )
        """)
  }

  @Test(arguments: ["f(", "f)", "f(]", "f(\"", "f(`", "f(\"\\"]) func whatIsNotCompleteStays(code: String) {
    let line = long + "(a, b) " + code
    #expect(LineBreaker.broken(line) == line)
  }

  @Test func nestingIsBounded() {
    let line = String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000)
    #expect(LineBreaker.broken(line) == line)
  }

  @Test func breakingTwiceIsBreakingOnce() {
    let line = "  static let x = F([.a(\(long)), .b([1, 2, \(long)])], c: [\"k\": g(h(\(long)))])"
    let broken = LineBreaker.broken(line)
    #expect(broken != line)
    #expect(LineBreaker.broken(broken) == broken)
  }
}
