import ECMARegex
import Testing

/// Each construct in texts where it is found and in texts where it is not.
struct ConstructTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let pattern: String
    let found: [String]
    let missed: [String]
    var testDescription: String { pattern }

    init(_ pattern: String, _ found: [String], _ missed: [String]) {
      self.pattern = pattern
      self.found = found
      self.missed = missed
    }
  }

  private func check(_ sample: Sample) throws {
    let regex = try ECMARegex(sample.pattern)
    for text in sample.found {
      #expect(regex.matches(text), "/\(sample.pattern)/ should be found in \(text.debugDescription)")
    }
    for text in sample.missed {
      #expect(!regex.matches(text), "/\(sample.pattern)/ should not be found in \(text.debugDescription)")
    }
  }

  @Test(arguments: [
    Sample("", ["", "a"], []), Sample("a", ["a", "xay"], ["", "A"]),
    Sample("ab|cd", ["xab", "cdx"], ["ac", "bd"]),
    Sample("^a", ["ab"], ["ba", "b\na"]), Sample("a$", ["ba"], ["ab", "a\n", "a\r"]),
    Sample("^$", [""], ["a", "\n"]),
    Sample("^(?:)$", [""], ["a"]), Sample("^(|a)b$", ["b", "ab"], ["aab"]), Sample("a||b", ["", "x"], []),
    Sample("a^b", [], ["ab", "a^b"]), Sample("a$b", [], ["ab", "a$b"]), Sample("^^a$$", ["a"], ["aa"]),
    Sample("(a)(?:b)(?<n>c)", ["abc"], ["ab"]), Sample("(?<$é_1>a)", ["a"], []),
    Sample("(?<x>a)|(?<x>b)", ["b"], ["c"]),
  ])
  func structure(sample: Sample) throws { try check(sample) }

  @Test(arguments: [
    Sample("^a*$", ["", "aaa"], ["ab"]), Sample("^a+$", ["a", "aa"], [""]),
    Sample("^a?$", ["", "a"], ["aa"]),
    Sample("^a*?$", ["", "aaa"], ["ab"]), Sample("^a+?b??$", ["aab", "a"], ["b"]),
    Sample("^a{2}$", ["aa"], ["a", "aaa"]), Sample("^a{2,}$", ["aa", "aaaaa"], ["a"]),
    Sample("^a{1,3}$", ["a", "aaa"], ["", "aaaa"]), Sample("^a{0}$", [""], ["a"]),
    Sample("^a{0,0}b$", ["b"], ["ab"]),
    Sample("^(ab){2,3}?$", ["abab", "ababab"], ["ab", "aba"]), Sample("^(a*)*$", ["", "aa"], ["b"]),
    Sample("^(?:a?){3}b$", ["b", "aab"], ["aaaab"]), Sample("^é{2}$", ["éé"], ["é", "e\u{301}e\u{301}"]),
    Sample("^.{1000}$", [String(repeating: "é", count: 1000)], [String(repeating: "é", count: 999)]),
    Sample("^(?:a{10}){10}$", [String(repeating: "a", count: 100)], [String(repeating: "a", count: 99)]),
    Sample(
      "^[ab]{0,20000}$", [String(repeating: "ab", count: 10_000)], [String(repeating: "a", count: 20_001)]),
  ])
  func quantifiers(sample: Sample) throws { try check(sample) }

  @Test(arguments: [
    Sample("^[a-c]$", ["a", "c"], ["d", "-", "A"]), Sample("^[^a-c]$", ["d", "é", "\n"], ["b", ""]),
    Sample("[]", [], ["", "a", "]"]), Sample("^[^]$", ["\n", "😀"], [""]),
    Sample("^[-a]$", ["-", "a"], ["b"]),
    Sample("^[a-]$", ["-", "a"], ["b"]), Sample(#"^[\w-]$"#, ["-", "z"], ["."]),
    Sample("^[[]$", ["["], ["]"]),
    Sample(#"^[\]\\]$"#, ["]", "\\"], ["["]), Sample(#"^[\d\-x]$"#, ["7", "-", "x"], ["y"]),
    Sample(#"^[\b]$"#, ["\u{8}"], ["b"]), Sample("^[(-*]$", ["(", ")", "*"], ["+"]),
    Sample("^[a^]$", ["^"], ["b"]),
    Sample("^[.$|?]$", [".", "$", "|", "?"], ["a"]), Sample("^[α-ω]$", ["λ"], ["a", "Ω"]),
    Sample("^[😀-😂]$", ["😁"], ["😃"]), Sample(#"^[\D]$"#, ["a", "é"], ["5"]), Sample("^[a&&b]$", ["&"], ["c"]),
    Sample(#"^[^\s\S]$"#, [], ["a", " "]), Sample("^[a-a]$", ["a"], ["b"]),
  ])
  func classes(sample: Sample) throws { try check(sample) }

  @Test(arguments: [
    Sample(#"^\d$"#, ["0", "9"], ["a", "٣", "０"]), Sample(#"^\D$"#, ["a", "٣"], ["0"]),
    Sample(#"^\w$"#, ["a", "Z", "_", "5"], ["é", "-", "ſ", "\u{212A}"]), Sample(#"^\W$"#, ["é", "-"], ["a"]),
    Sample(
      #"^\s$"#, [" ", "\t", "\n", "\u{B}", "\u{A0}", "\u{FEFF}", "\u{2028}", "\u{3000}"],
      ["a", "\u{85}", "\u{200B}"]),
    Sample(#"^\S$"#, ["a", "\u{85}"], [" ", "\u{2029}"]),
    Sample("^.$", ["a", "é", "😀", "\u{85}"], ["", "\n", "\r", "\u{2028}", "\u{2029}"]),
    Sample(#"^\t\n\v\f\r\0$"#, ["\t\n\u{B}\u{C}\r\u{0}"], []), Sample(#"^\cA\cz$"#, ["\u{1}\u{1A}"], []),
    Sample(#"^\x41\u0042\u{43}\u{1F600}$"#, ["ABC😀"], []), Sample(#"^\uD83D\uDE00$"#, ["😀"], []),
    Sample(#"^[\uD83D\uDE00-\uD83D\uDE02]$"#, ["😁"], ["😃"]), Sample(#"\uD83D"#, [], ["😀", "\u{FFFD}"]),
    Sample(#"^\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/$"#, [#"^$\.*+?()[]{}|/"#], []),
  ])
  func escapes(sample: Sample) throws { try check(sample) }

  /// What the flag forbids, but schemas have.
  @Test(arguments: [
    Sample(##"^\-\_\@\#\"\'\ \:\,\<\>\&\%\!\~\=\;\`$"##, [##"-_@#"' :,<>&%!~=;`"##], []),
    Sample("^]$", ["]"], []),
    Sample("^{$", ["{"], []), Sample("^}$", ["}"], []), Sample("^a{b}$", ["a{b}"], []),
    Sample("^a{1$", ["a{1"], []),
    Sample("^{{name}}$", ["{{name}}"], []), Sample("^a{}$", ["a{}"], []),
    Sample(#"^[\w-.]$"#, ["-", ".", "a"], ["/"]),
    Sample("^(?=a)*b$", ["b"], []), Sample("^(?!a)+b$", ["b"], []),
  ])
  func toleratedSyntax(sample: Sample) throws { try check(sample) }

  @Test(arguments: [
    Sample(#"^\p{L}+$"#, ["aéπ漢"], ["1", ""]),
    Sample(#"^\p{Letter}\p{Lu}\p{Uppercase_Letter}$"#, ["aÉΣ"], ["aéΣ"]),
    Sample(#"^\P{L}$"#, ["1"], ["a"]), Sample(#"^\p{Nd}$"#, ["٣"], ["Ⅷ"]),
    Sample(#"^\p{N}$"#, ["Ⅷ", "½"], ["a"]),
    Sample(#"^\p{gc=Sc}\p{General_Category=Currency_Symbol}$"#, ["€$"], ["aa"]),
    Sample(#"^\p{LC}$"#, ["a", "ǅ"], ["漢"]), Sample(#"^\p{punct}\p{digit}$"#, ["!1"], ["a1"]),
    Sample(#"^\p{Any}$"#, ["a", "\u{10FFFF}"], [""]), Sample(#"^\p{ASCII}$"#, ["a", "\u{7F}"], ["\u{80}"]),
    Sample(#"^\p{Assigned}$"#, ["a"], ["\u{378}"]), Sample(#"^\p{Cn}$"#, ["\u{378}"], ["a"]),
    Sample(#"^\p{Alphabetic}\p{Alpha}$"#, ["aé"], ["a1"]),
    Sample(#"^\p{White_Space}$"#, [" ", "\u{85}"], ["a"]),
    Sample(#"^\p{Emoji}$"#, ["😀", "1"], ["a"]), Sample(#"^\p{ID_Start}\p{ID_Continue}*$"#, ["été1"], ["1a"]),
    Sample(#"^[\p{Lu}\d]$"#, ["É", "1"], ["é"]), Sample(#"^[^\p{L}]$"#, ["1"], ["é"]),
    Sample(#"\p{Cs}"#, [], ["a"]),
    Sample(#"^\p{Co}$"#, ["\u{F0000}", "\u{10FFFD}", "\u{E000}"], ["\u{4FFFD}"]),
    Sample(#"^\p{Cn}$"#, ["\u{40000}", "\u{DFFFD}"], ["\u{F0001}", "\u{E0001}"]),
    Sample(#"^\p{RI}{2}$"#, ["🇩🇪"], ["DE"]),
  ])
  func properties(sample: Sample) throws { try check(sample) }

  @Test(arguments: [
    Sample(#"\bfoo\b"#, ["foo", "a foo.", "-foo-"], ["food", "afoo", "_foo", "foo1"]),
    Sample(#"\Boo\B"#, ["food"], ["foo", "oo"]), Sample(#"^\b"#, ["a"], ["", "é"]),
    Sample(#"^\B"#, ["", "é"], ["a"]),
    Sample(#"é\b"#, ["éa"], ["é", "é "]), Sample("^(?=.*[a-z])(?=.*[0-9]).{4,}$", ["abc1"], ["abcd", "ab1"]),
    Sample("^(?!.*--)[a-z-]+$", ["a-b-c"], ["a--b", "A"]), Sample("^((?!foo).)*$", ["bar", "fo"], ["a foo"]),
    Sample("(?<=€)[0-9]+", ["€5"], ["$5", "5€"]), Sample("(?<!-)b", ["ab", "b"], ["-b"]),
    Sample("a(?=b)", ["ab"], ["ac"]), Sample("a(?!b)", ["ac", "a"], ["ab"]),
    Sample("(?<=^|,)x", ["x", "a,x"], ["ax"]),
    Sample("(?<=(?<!a)b)c", ["bc", "xbc"], ["abc"]), Sample("(?=a(?!b))a.", ["ac"], ["ab"]),
    Sample("^(?:(?=ab)a|b)+$", ["abab", "bb"], ["aa"]), Sample(#"(?<=\bre)do"#, ["redo"], ["aredo"]),
    Sample("(?:(?=x)){0}y", ["y"], ["x"]), Sample("^(?=(?=a)b)", [], ["ab"]),
  ])
  func assertions(sample: Sample) throws { try check(sample) }

  @Test(arguments: [
    Sample(#"^(a|b)\1$"#, ["aa", "bb"], ["ab"]), Sample(#"^(?<q>['"]).*\k<q>$"#, ["'a'", "\"\""], ["'a\""]),
    Sample(#"^\k<n>(?<n>a)$"#, ["a"], ["aa"]), Sample(#"^\1(a)$"#, ["a"], ["aa"]),
    Sample(#"^(?:(a)|b)\1$"#, ["aa", "b"], ["ab", "ba"]), Sample(#"^(?:(a)|(b)\1)+$"#, ["ab"], ["aba b"]),
    Sample(#"^(é+)-\1$"#, ["éé-éé"], ["éé-é"]), Sample(#"(?<=\1(a))b"#, ["aab"], ["ab"]),
    Sample(#"^(?=(a+))\1b"#, ["aab"], ["aa"]), Sample(#"^(?=(a+))a\1b"#, [], ["aaab"]),
    Sample(#"^(?!(a)b)\1c"#, ["c"], ["ac"]), Sample(#"^(?:(?<x>a)|(?<x>b))\k<x>$"#, ["aa", "bb"], ["ab"]),
    Sample(#"^(a*?)\1$"#, ["aaaa"], ["aaa"]), Sample(#"(.)\1{2}"#, ["xaaay"], ["xaay"]),
  ])
  func references(sample: Sample) throws { try check(sample) }

  /// The last two of every plane, which literals can't have.
  @Test func noncharacters() throws {
    let regex = try ECMARegex(#"^\p{Noncharacter_Code_Point}$"#)
    for plane in 0...16 as ClosedRange<UInt32> {
      for (offset, isMember) in [(0xFFFD, false), (0xFFFE, true), (0xFFFF, true), (0x100, false)]
        as [(UInt32, Bool)]
      {
        let scalar = try #require(Unicode.Scalar(plane << 16 + offset))
        #expect(regex.matches(String(Character(scalar))) == isMember)
      }
    }
  }
}
