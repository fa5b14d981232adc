import Testing

@testable import SpecReader

@Suite struct URIReferenceTests {
  /// RFC 3986, section 5.4.
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
    ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"),
  ])
  func `references resolve as the standard's examples do`(reference: String, expected: String) throws {
    let base = try #require(URIReference("http://a/b/c/d;p?q"))
    #expect(URIReference(reference)?.resolved(against: base).description == expected)
  }

  @Test func `a URN is a base for fragments`() throws {
    let base = try #require(URIReference("urn:example:a/b?=op=map&lat=1"))
    #expect(URIReference("#/a")?.resolved(against: base).description == "urn:example:a/b?=op=map&lat=1#/a")
  }

  @Test(arguments: ["a b", "a\"b", "a#b#c", "%", "%4", "%zz", "a\u{7F}", "<a>"])
  func `what is no reference is refused`(text: String) {
    #expect(URIReference(text) == nil)
  }

  @Test func `fragments are percent-decoded`() {
    #expect(URIReference("#/a%25b%22%C3%A9")?.decodedFragment == "/a%b\"é")
    #expect(URIReference("#%FF")?.decodedFragment == nil)
  }

  @Test(arguments: [("", []), ("/", [""]), ("/a~1b/c~0d//0", ["a/b", "c~d", "", "0"])])
  func `pointers are taken apart`(pointer: String, tokens: [String]) {
    #expect(pointerTokens(pointer) == tokens)
  }

  @Test(arguments: ["a", "/~", "/~2", "#/a"])
  func `what is no pointer is refused`(text: String) {
    #expect(pointerTokens(text) == nil)
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("2.0", 2), ("1e3", 1000), ("120e-1", 12), ("0.5e1", 5), ("1e400", Int.max),
    ("99999999999999999999", Int.max), ("1e99999999999999999999", Int.max), ("0e99999999999999999999", 0),
  ])
  func `counts are integers however they are written`(text: String, count: Int) {
    #expect(wholeCount(of: text) == count)
  }

  @Test(arguments: ["-1", "1.5", "1e-1", "15e-1", "1e-99999999999999999999"])
  func `what is no count is refused`(text: String) {
    #expect(wholeCount(of: text) == nil)
  }
}
