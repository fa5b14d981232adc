import APIModel
import Testing

@testable import OpenAPIReader

/// HTML in descriptions, as Markdown for documentation comments.
@Suite struct MarkdownTests {
  @Test(arguments: [
    ("<p>One <strong>bold</strong> word.</p>", "One **bold** word."),
    ("<p>One.</p>\n\n<p>Two.</p>", "One.\n\nTwo."), ("<p>One.</p><p>Two.</p>", "One.\n\nTwo."),
    ("One<br>Two<br/>Three", "One\nTwo\nThree"), ("One<br/>\nTwo<br>  \n  Three", "One\nTwo\nThree"),
    ("One<br><br>Two<br>\n\nThree", "One\n\nTwo\n\nThree"),
    (
      #"See <a href="https://stripe.com/docs/api#x">the <b>docs</b></a>."#,
      "See [the **docs**](https://stripe.com/docs/api#x)."
    ),
    ("<a href='https://a.example/'>https://a.example/</a>", "https://a.example/"),
    // A link that leads nowhere outside of the page, or would run a script, is only its text.
    (#"<a href="/docs">docs</a> <a name="x">here</a> <a href="javascript:x()">run</a>"#, "docs here run"),
    (#"<a href="https://a.example/(x)">a</a>"#, "a"),
    ("Use <code>a &lt; b</code> &amp; go.", "Use `a < b` & go."),
    ("<ul><li>One</li><li>Two <em>now</em></li></ul>After", "- One\n- Two *now*\n\nAfter"),
    (
      "Either:\n<ul>\n  <li>\n    One\n  </li>\n  <li>Two\n  <ul><li>Inner</li></ul></li>\n</ul>",
      "Either:\n\n- One\n- Two\n  - Inner"
    ),
    ("<pre>\n  let x = 1\n  <b>y</b>\n</pre>", "```\n\n  let x = 1\n  y\n\n```"),
    ("<span class=\"x\">One</span>&nbsp;<SUP>2</SUP>", "One 2"), ("a<!-- hidden -->b", "ab"),
    ("<b> spaced </b>text", " **spaced** text"), ("<b></b>x", "x"), ("<b>left open", "**left open**"),
    // What was escaped must not become a tag, or be read twice.
    ("&lt;script&gt;x&lt;/script&gt;", "\\<script>x\\</script>"), ("List&lt;Item&gt;", "List\\<Item>"),
    ("&#60;!-- x --&#62;", "\\<!-- x -->"), ("&amp;lt;b&gt; AT&amp;T", "&amp;lt;b> AT&T"),
    ("<code>List&lt;Item&gt; &amp;amp;</code>", "`List<Item> &amp;`"),
    ("&#8364; &#x2192; &copy; &unknown; AT&T", "€ → © &unknown; AT&T"),
  ])
  func tagsBecomeMarkdown(html: String, text: String) {
    #expect(markdown(fromHTML: html) == text)
  }

  @Test(arguments: [
    "a < b and c > d", "A `List<String>` or List<String>", "`<p>` is a tag", "```\n<p>&lt;</p>\n```", "<id>",
    "1 <3",
    "<https://a.example/>", "two  \nlines & three\n\n\n\nlines", "<p", "<a b", "&", "&;", "&#x1B;", "&#0;",
    "</",
  ])
  func everythingElseStays(text: String) { #expect(markdown(fromHTML: text) == text) }

  @Test func longTextsTakeLinearTime() {
    for part in ["<b>", "<a href=\"", "&", "`", "<!--", "<ul>", "</p><p>"] {
      _ = markdown(fromHTML: String(repeating: part, count: 20_000))
    }
  }

  /// Looking for the end of a tag from each of these would take as long as a tag may be.
  @Test(arguments: ["&", "<", "< & "])
  func longTextsWithoutTagsStay(part: String) {
    let text = String(repeating: part, count: 200_000)
    #expect(markdown(fromHTML: text) == text)
  }

  @Test func tagsAreShort() {
    func tag(_ count: Int) -> String { "<b" + String(repeating: " ", count: count - 1) + ">x" }
    #expect(markdown(fromHTML: tag(2_000)) == "**x**")
    #expect(markdown(fromHTML: tag(2_001)) == tag(2_001))
  }

  @Test func summariesAreSplitAfterwards() {
    let words = documentation("<p>Creates a charge.</p>\n\n<p>Returns it.</p>")
    #expect(words.summary == "Creates a charge.")
    #expect(words.details == "Returns it.")
  }

  @Test(arguments: [
    "x-enum-descriptions: [The first, '<p>The second</p>', '']",
    "x-enumDescriptions: {a: The first, b: The second}",
  ])
  func valuesHaveDescriptions(keyword: String) throws {
    let (schema, messages) = try readSchema("A:\n  type: string\n  enum: [a, b, c]\n  \(keyword)")
    #expect(messages.isEmpty)
    #expect(schema.enumeration?.cases.map(\.summary) == ["The first", "The second", nil])
  }
}
