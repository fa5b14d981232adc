import Testing
import WGNAPIRuntime
import WGNAPISchema

@Suite struct PatternTests {
  @Test(
    arguments: [
      ("^[a&&b]$", ["a", "b", "&"], ["&&", "c"]),
      ("^[a[b]$", ["a", "[", "b"], ["]", "c"]),
      ("^[[]$", ["["], ["]", "a"]),
      ("^[a~~b]$", ["a", "~", "b"], ["c"]),
      ("^[a--]$", [], ["b"]),
      ("^[+--]$", ["+", ",", "-"], [".", "*"]),
      ("^[a-c-]$", ["a", "b", "-"], ["d"]),
      ("^[-a]$", ["-", "a"], ["b"]),
      (#"^[\w-]$"#, ["a", "-"], ["."]),
      (#"^[\w-.]+$"#, ["a-b.c"], ["/"]),
      (#"^[\d\-x]$"#, ["1", "-", "x"], ["y"]),
      (#"^[\u0041-\x43]$"#, ["A", "B", "C"], ["D", "4"]),
      ("^[^]$", ["a", "\n"], [""]),
      ("[]", [], ["", "a"]),
      ("^[^^]$", ["a"], ["^"]),
      ("^[a^]$", ["a", "^"], ["b"]),
      (#"^[^\]]$"#, ["a"], ["]"]),
      (#"^\s$"#, [" ", "\u{FEFF}", "\u{2028}"], ["\u{85}", "a"]),
      (#"^[\s,]$"#, [" ", ",", "\u{FEFF}"], ["a"]),
      (#"^[\S]$"#, ["a"], [" ", "\u{FEFF}"]),
      (#"\bfoo\b"#, ["a foo.", "x foo:y", "foo"], ["afoo", "foo_"]),
      (#"b\b"#, ["b.c", "ab:c"], ["bc"]),
      ("^[a$]$", ["a", "$"], ["b"]),
      ("^a{2,3}$", ["aa", "aaa"], ["a"]),
    ] as [(String, [String], [String])])
  func patternsMeanWhatECMAScriptSays(pattern: String, accepted: [String], rejected: [String]) {
    let schema: JSONSchema = [.type(.string), .pattern(pattern)]
    for text in accepted {
      #expect(schema.validate(.string(text)) == [], "\(pattern) \(text.debugDescription)")
    }
    for text in rejected {
      #expect(schema.validate(.string(text)).count == 1, "\(pattern) \(text.debugDescription)")
    }
  }
}
