import ECMARegex
import Testing

struct SyntaxErrorTests {
  @Test(arguments: [
    ("[", "'[' is not closed", 0), ("ab[c", "'[' is not closed", 2), ("[a-", "'[' is not closed", 0),
    (#"[\]"#, "'[' is not closed", 0), ("(", "'(' is not closed", 0), ("a(b(c)", "'(' is not closed", 1),
    ("a)", "')' closes nothing", 1), ("(a))b", "')' closes nothing", 3), ("*", "'*' repeats nothing", 0),
    ("a|+", "'+' repeats nothing", 2), ("(?)", "'(?)' doesn't begin a group of ECMA-262", 0),
    ("^*", "'*' repeats nothing", 1), (#"\b+"#, "'+' repeats nothing", 2), ("a**", "'*' repeats nothing", 2),
    ("a{2}{3}", "'{' repeats nothing", 4), ("{2}", "'{' repeats nothing", 0),
    ("a???", "'?' repeats nothing", 3),
    ("(?<=a)*", "'*' repeats nothing", 6), ("é[z-a]", "range 'z-a' is out of order", 2),
    (#"[\u{62}-a]"#, #"range '\u{62}-a' is out of order"#, 1),
    ("a{3,2}", "the count '{3,2}' is out of order", 1),
    ("a{,2}", "the count '{,…}' has no minimum, which ECMA-262 requires", 1),
    (#"ab\"#, "it ends with a backslash", 2), (#"\Z"#, #"'\Z' isn't an escape of ECMA-262"#, 0),
    (#"\a"#, #"'\a' isn't an escape of ECMA-262"#, 0), (#"x\é"#, #"'\é' isn't an escape of ECMA-262"#, 1),
    (#"[\B]"#, #"'\B' isn't an escape of ECMA-262"#, 1), (#"[\1]"#, #"'\1' isn't allowed in a class"#, 1),
    (#"\1"#, #"'\1' refers to a group that the pattern doesn't have"#, 0),
    (#"(a)\2"#, #"'\2' refers to a group that the pattern doesn't have"#, 3),
    (#"\00"#, #"'\00' is an octal escape, which ECMA-262 doesn't have"#, 0),
    (#"\c1"#, #"'\c' is not followed by a letter"#, 0),
    (#"\x4"#, #"'\x' is not followed by two hexadecimal digits"#, 0),
    (#"\u12"#, #"'\u' is not followed by four hexadecimal digits or '{…}'"#, 0),
    (#"\u{}"#, #"'\u' is not followed by four hexadecimal digits or '{…}'"#, 0),
    (#"\u{110000}"#, #"'\u{110000' is beyond U+10FFFF"#, 0), (#"\p"#, #"'\p' is not followed by '{…}'"#, 0),
    (#"\P{L"#, #"'\P{' is not closed"#, 0), (#"\p{Foo}"#, "'Foo' isn't a Unicode property of ECMA-262", 3),
    (#"\p{gc=Foo}"#, "'gc=Foo' isn't a Unicode property of ECMA-262", 3),
    (#"\p{Script=Greek}"#, "the Unicode property 'Script=Greek' is not supported", 3),
    (#"\k<a>"#, "no group has the name 'a'", 0), (#"(?<a>)\k"#, #"'\k' is not followed by '<name>'"#, 6),
    ("(?<a>)(?<a>)", "two groups have the name 'a'", 6), ("(?<a", "a group's name is not closed", 3),
    ("(?<>a)", "a group's name is empty", 3), ("(?<1>a)", "'1' isn't allowed in a group's name", 3),
    ("(?P<n>a)", "'(?P<' isn't a group of ECMA-262; named groups begin with '(?<'", 0),
    ("(?i:a)", "'(?i' doesn't begin a group of ECMA-262", 0),
    ("(?>a)", "'(?>' doesn't begin a group of ECMA-262", 0),
    ("a{60000}", "the repetition '{60000}' makes the pattern too large: it takes more than 50000 steps", 1),
    (
      "((a{100}){100}){100}",
      "the repetition '{100}' makes the pattern too large: it takes more than 50000 steps", 15
    ),
    (
      "a{99999999999999999999}",
      "the repetition '{99999999999999999999}' makes the pattern too large: it takes more than 50000 steps", 1
    ),
  ])
  func invalidPattern(pattern: String, message: String, index: Int) {
    let error = #expect(throws: ECMARegexError.self) { try ECMARegex(pattern) }
    #expect(error?.message == message)
    #expect(error?.index == index)
  }

  @Test func longPartsAreCutInMessages() {
    let zeros = String(repeating: "0", count: 100_000)
    for pattern in [
      #"\u{\#(zeros)110000}"#, #"\p{\#(zeros)}"#, "(?<a\(zeros)>)", #"\k<a\#(zeros)>"#, "a{1\(zeros)}",
    ] {
      let error = #expect(throws: ECMARegexError.self) { try ECMARegex(pattern) }
      #expect((error?.message.count ?? 0) < 300)
    }
  }

  @Test(arguments: ["(?<n>a)|", #"[^\u{E9}-\u{1F600}]"#, "(?=(a)|b)"])
  func manySimilarParts(part: String) {
    _ = try? ECMARegex(String(repeating: part, count: 5000))
    _ = try? ECMARegex((0..<10_000).map { "[^\\u{\(String(0x4E00 + $0, radix: 16))}]" }.joined())
  }

  /// Valid patterns are compiled, and invalid ones rejected.
  @Test func checkingAgreesWithCompiling() throws {
    try ECMARegex.check(#"^\p{Lu}(?<n>a)\k<n>[\w-]{2,3}$"#)
    let error = #expect(throws: ECMARegexError.self) { try ECMARegex.check("a[b") }
    #expect(error?.description == "'[' is not closed (at 1)")
  }

  @Test(arguments: ["(", "(?:", "(?=", "(?<!", "[^", "a{", "(?<a>", "((a)|", "\\(("])
  func deepNestingIsAnError(opening: String) {
    let deep = String(repeating: opening, count: 100_000)
    if opening == "a{" || opening == "[^" {
      // Neither nests: the one is plain text, the other a class that isn't closed.
      #expect((try? ECMARegex(deep)) == nil)
    } else {
      let error = #expect(throws: ECMARegexError.self) { try ECMARegex(deep) }
      #expect(error?.message.contains("100 deep") == true || error?.message.contains("two groups") == true)
    }
  }

  @Test func nestingUpToTheLimit() throws {
    let open = String(repeating: "(?:a|(b*", count: 50)
    let pattern = open + "x" + String(repeating: "))+", count: 50)
    #expect(try ECMARegex(pattern).matches("bbbx"))
    #expect(!(try ECMARegex("^\(pattern)$").matches("y")))
  }

  @Test func manyPartsAreAnError() {
    #expect(throws: ECMARegexError.self) { try ECMARegex(String(repeating: "a", count: 100_000)) }
    #expect(throws: ECMARegexError.self) { try ECMARegex(String(repeating: "|", count: 100_000)) }
    #expect(throws: ECMARegexError.self) { try ECMARegex(String(repeating: "(?=a)", count: 100_000)) }
  }

  /// Any text is either compiled or rejected.
  @Test func randomTextsAsPatterns() {
    var random = SeededGenerator(state: DifferentialTests.seed)
    let pieces = [
      "a", "b", "é", "(", ")", "(?:", "(?=", "(?<!", "(?<n>", "[", "]", "[^", "-", "{", "}", "{2}", "{1,3}",
      ",",
      "*", "+", "?", "|", "^", "$", ".", "\\", #"\d"#, #"\w"#, #"\b"#, #"\1"#, #"\k<n>"#, #"\u"#, #"\u{"#,
      #"\x"#,
      "61", "0", #"\p{Zs}"#, "\u{0}", "\u{301}", "😀", "<", ">", "=", "!", ":",
    ]
    var valid = 0
    for _ in 0..<50_000 {
      let count = Int.random(in: 0...6, using: &random)
      let pattern = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      guard let regex = try? ECMARegex(pattern) else { continue }
      valid += 1
      _ = regex.matches("aab é😀\n")
    }
    #expect(valid > 5000)
  }

  /// Bytes that aren't UTF-8 are no text, but reading them stays within their bounds.
  @Test func invalidUTF8IsReadWithinBounds() throws {
    var random = SeededGenerator(state: DifferentialTests.seed)
    let regexes = try [#"^\p{L}+$"#, #"(?<=é).$"#, #"(.)\1(?!.)"#, #"a.{30}b"#, "é$", #"^[^a]*$"#].map {
      try ECMARegex($0)
    }
    for _ in 0..<3000 {
      let count = Int.random(in: 0...6, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0x60...0xFF, using: &random) }
      // The array ends where the text ends, for a sanitizer to see.
      for regex in regexes { bytes.withUnsafeBufferPointer { _ = regex.matches($0) } }
    }
  }
}
