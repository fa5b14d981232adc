import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPISupport

@testable import WGNAPIClient
@testable import WGNAPIPages

/// The `Link` field and the URLs in it.
@Suite struct LinkFieldTests {
  private func next(_ values: String...) -> String? {
    WebLink.links(in: values).first { $0.relations.contains("next") }?.target
  }

  @Test(
    arguments: [
      ("</a>; rel=next", "/a"), ("</a>;rel=\"next\"", "/a"), ("  <a> ; REL = NeXt  ", "a"),
      ("<x>; rel=prev, <a>; rel=\"first next\"", "a"), ("<a>; title=\"x, <y>; rel=prev\"; rel=next", "a"),
      ("<a>; title=\"\\\"\\\\; rel=prev\"; rel=next", "a"), ("<a>; rel=next; rel=prev", "a"),
      ("<a,b;c>; rel=next", "a,b;c"), (",, ,<a>;;; x ; rel=next ,", "a"), ("<>; rel=next", ""),
      ("<a>; rel=\"prev\tnext\"", "a"), ("<a>; rel*=x; rel=next", "a"), ("<a>; rel=\"next", "a"),
      ("<b>; rev=next, <a>; rel=next", "a"), ("<b>; rel=prev; rel=next, <a>; rel=next", "a"),
    ])
  func isRead(_ field: String, _ target: String) {
    #expect(next(field) == target)
  }

  @Test(
    arguments: [
      "", "a; rel=next", "<a; rel=next", "<a> rel=next", "<a>; rel", "<a>; rel=nextx",
      "<a>; rel=\"next-page\"",
      "<a>; rel=prev; rel=next", "<a>, rel=next", "<a>; title=\"rel=next", "<a>; rel=prev x <b>; rel=next",
    ])
  func isNoNextLink(_ field: String) {
    #expect(next(field) == nil)
  }

  @Test func severalFieldsAreOneList() {
    #expect(next("<p>; rel=prev", "<a>; rel=next") == "a")
    #expect(next("broken", "<a>; rel=next") == "a")
  }

  /// Whatever is written is read again.
  @Test func everyFormIsRead() {
    var generator = SeededGenerator(state: 7)
    let characters = Array("ab<;,\"\\= é/?#").map(String.init)
    func text(_ excluded: String) -> String {
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        characters.randomElement(using: &generator) ?? ""
      }
      .filter { !excluded.contains($0) }.joined()
    }
    func blank() -> String { [" ", "", "\t", "  "].randomElement(using: &generator) ?? "" }
    for _ in 0..<2_000 {
      var expected: [(target: String, relations: [String], title: String)] = []
      var field = ""
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let (target, title) = (text(">"), text(""))
        let relations = ["next", "prev", "last", "x-y"].shuffled(using: &generator).prefix(2)
        let quoted = title.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
        let parameters = [
          "rel\(blank())=\(blank())\"\(relations.joined(separator: " "))\"",
          "TITLE=\"\(quoted)\"", "flag", "a=b",
        ].shuffled(using: &generator).map { ";\(blank())\($0)\(blank())" }
        field += "\(blank())<\(target)>\(blank())\(parameters.joined()),"
        expected.append((target, Array(relations), title))
      }
      let links = WebLink.links(in: [field])
      #expect(links.map(\.target) == expected.map(\.target), "\(field)")
      #expect(links.map(\.relations) == expected.map(\.relations), "\(field)")
      // White space at the end of a title isn't kept.
      #expect(
        links.map { $0.parameters["title"]?.trimmed } == expected.map(\.title.trimmed), "\(field)")
    }
  }

  /// Reading takes linear time; otherwise this takes hours.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "<", "<>", "<>,", "<>;", ";", ",", "<a>;rel=\"", "<a>;\"", "<a>;x=", "\\", "\"", "<a>;rel=\"\\",
      "<a>;x ",
    ])
  func hostileFieldsEnd(_ part: String) {
    let field = String(repeating: part, count: 65_536 / part.utf8.count)
    #expect(WebLink.links(in: [field]).count <= field.utf8.count / 2)
    let url = URLReference(field).resolved(against: URLReference("http://a/b/c?d"))
    #expect(url.path.utf8.allSatisfy { PercentEncoding.isPathByte($0) })
  }

  // MARK: URLs

  /// RFC 3986, sections 5.4.1 and 5.4.2, without fragments.
  @Test(
    arguments: [
      ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
      ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"),
      (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y"),
      ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
      ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
      ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
      ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
      ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
      ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
      ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
      ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
      ("%2e%2E/%67", "http://a/b/g"), ("http:g", "http:g"),
    ])
  func isResolved(_ reference: String, _ url: String) {
    let target = URLReference(reference).resolved(against: URLReference("http://a/b/c/d;p?q"))
    #expect(target == URLReference(url))
    #expect(target.path == URLReference(url).path && target.query == URLReference(url).query)
  }

  @Test func originsAreCompared() {
    func same(_ a: String, _ b: String) -> Bool { URLReference(a).hasSameOrigin(as: URLReference(b)) }
    #expect(same("https://A.example/x", "HTTPS://a.EXAMPLE:443"))
    #expect(same("http://a:80", "http://a:") && same("http://[::1]:80/", "http://[::1]"))
    for other in [
      "http://a", "https://a:444", "https://b", "https://u@a", "https://a.b", "https:///a", "https:/a",
    ] {
      #expect(!same("https://a", other), "\(other)")
    }
  }

  @Test func everyTextBecomesAURL() {
    let reference = URLReference("/a b/\u{e9}\u{0}%zz/%c3?x=%\"<|>&y=\r\n")
    #expect(reference.path == "/a%20b/%C3%A9%00%25zz/%C3")
    #expect(reference.query == "x=%25%22%3C%7C%3E&y=%0D%0A")
  }
}

extension String {
  fileprivate var trimmed: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
