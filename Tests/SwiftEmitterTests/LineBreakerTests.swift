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
