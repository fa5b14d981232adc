import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import SwiftEmitter
import Testing

@testable import CallComposing
@testable import SpecExplanation

/// The pages of `wgnapi-gen docs`.
struct PageTests {
  private func pages(_ specs: ExplainedSpecs, threads: Int = 2, templates: String? = nil) throws -> [String:
    String]
  {
    var sink = DiagnosticSink()
    let sources = loadTemplates(overlaidBy: templates, of: .html, into: &sink)
    let files = makePages(of: specs.api, templates: sources, version: "1", threads: threads, into: &sink)
    #expect(sink.isEmpty, "\(sink.diagnostics.map(\.message))")
    return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
  }

  @Test func aModuleHasAPage() throws {
    let pages = try pages(ExplainedSpecs(folder: "Tests/Golden/Features/Specs"))
    #expect(Set(pages.keys) == ["Features.html", "index.html", "script.js", "style.css"])
    #expect(pages["index.html"]?.contains("<a href=\"Features.html\">") == true)
  }

  /// Each endpoint and type has a place, and each link leads to one.
  @Test(arguments: [
    "Tests/Golden/Features/Specs", "Tests/Golden/Failures/Specs", "Tests/Golden/Services/Specs",
    "Tests/Golden/Requests/Specs",
  ])
  func linksLeadToPlaces(folder: String) throws {
    let specs = try ExplainedSpecs(folder: folder)
    for (explainer, page) in zip(specs.explainers, try specs.explainers.map { try page(of: $0, specs) }) {
      let ids = Self.attributes("id", in: page)
      #expect(
        Set(ids).count == ids.count, "\(Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.keys)")
      let places = Set(ids)
      for link in Self.attributes("href", in: page) where link.hasPrefix("#") {
        #expect(places.contains(String(link.dropFirst())), "\(link)")
      }
      for endpoint in explainer.module.endpoints { #expect(places.contains("client.\(endpoint.swiftPath)")) }
      for type in explainer.types { #expect(places.contains(type.name)) }
    }
  }

  @Test func everyBundledTemplateIsRenderedOrIncluded() {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, of: .html, into: &sink)
    let known = Set(pageCatalogue.map(\.template)).union(templates.flatMap(\.includedTemplates))
    #expect(known == Set(templates.map(\.name)))
  }

  @Test func threadsDoNotMatter() throws {
    let specs = try ExplainedSpecs(folder: "Tests/Golden/Services/Specs")
    #expect(try pages(specs, threads: 1) == pages(specs, threads: 3))
  }

  /// Texts of a spec stay texts: they never become tags, attributes, addresses or styles.
  @Test func hostileTextsStayText() throws {
    let attacks = [
      "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\\\" onmouseover=alert(1) x=\\\"",
      "' onfocus=alert(1) '", "[x](javascript:alert(1))", "[x](data:text/html,alert)",
      "<javascript:alert(1)>",
      "</code></pre><script>alert(1)</script>", "{{name}} {{{name}}} {{#types}}", "`<script>`", "**<b>**",
      "https://example.com/\\\"onclick=alert(1)", "\\u202Eevil\\e[31m", "&lt;script&gt;", "<!--", "]]>",
    ]
    let plain = try pages(ExplainedSpecs(specs: Self.spec("plain")))
    let tags = try Self.tags(in: #require(plain["Shop.html"]))
    for attack in attacks {
      let page = try #require(try pages(ExplainedSpecs(specs: Self.spec(attack)))["Shop.html"])
      // Links to web pages, emphasis and code are what Markdown may become.
      let allowed: Set<String> = ["a", "/a", "code", "/code", "strong", "/strong", "em", "/em"]
      let own = Self.tags(in: page)
      #expect(Set(own).subtracting(allowed).isSubset(of: tags), "\(attack)")
      #expect(own.count { $0 == "script" } == 1, "\(attack)")
      #expect(!page.contains("\u{202E}") && !page.contains("\u{1B}"))
      for link in Self.attributes("href", in: page) {
        #expect(
          link.hasPrefix("#") || link.hasPrefix("https://") || ["index.html", "style.css"].contains(link),
          "\(link)")
      }
      #expect(
        Self.attributeNames(in: page).isSubset(
          of: Self.attributeNames(in: plain["Shop.html"] ?? "").union(["rel"])))
    }
  }

  /// A parser of attributes that skips what it doesn't know would find nothing wrong.
  @Test(arguments: ["<b onclick=alert(1)>", "<b ONCLICK=\"x\">", "<B>", "<b", "<b a='x'>", "<b\tc>"])
  func tagsAreReadStrictly(page: String) {
    withKnownIssue { _ = Self.attributeNames(in: page) }
  }

  @Test func pagesAllowNothingFromElsewhere() throws {
    let pages = try pages(ExplainedSpecs(specs: Self.spec("plain")))
    for page in [pages["Shop.html"], pages["index.html"]].compactMap(\.self) {
      #expect(page.contains("default-src 'none'; style-src 'self'; script-src 'self'"))
      #expect(!page.contains(" style=") && !page.contains(" onclick") && !page.contains("<script>"))
    }
    for file in ["style.css", "script.js"] {
      #expect(pages[file]?.contains("http://") == false && pages[file]?.contains("https://") == false)
    }
    #expect(pages["script.js"]?.contains("innerHTML") == false)
  }

  @Test func usersTemplatesAreUsedAndEscaped() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "templates-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try
      "<p>{{{name}}} {{&kind}} {{specName}}</p>{{#members}}<b>{{{uppercased(name)}}}{{wireName}}</b>{{/members}}"
      .write(to: folder.appendingPathComponent("docs-type.mustache"), atomically: true, encoding: .utf8)
    let specs = try ExplainedSpecs(
      specs: Self.spec("plain").replacing("color: string", with: "color: string\n      \"<i>\": string"))
    let page = try #require(try pages(specs, templates: folder.path)["Shop.html"])
    #expect(page.contains("<p>Item model </p>"), "\(page)")
    #expect(page.contains("&lt;i&gt;</b>") && !page.contains("<i>"))
    // They don't disturb generated code.
    var sink = DiagnosticSink()
    let swift = loadTemplates(overlaidBy: folder.path, into: &sink)
    #expect(sink.isEmpty && !swift.contains { $0.name.hasPrefix("docs-") })
  }

  @Test(arguments: [
    ("a `b` c", "<p>a <code>b</code> c</p>"), ("a\n\nb", "<p>a</p><p>b</p>"),
    ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"), ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
    ("**a** *b*", "<p><strong>a</strong> <em>b</em></p>"), ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
    ("_a b_ c", "<p><em>a b</em> c</p>"), ("_a b_c d._", "<p><em>a b_c d.</em></p>"), ("_a", "<p>_a</p>"),
    ("```\n<a>\n```", "<pre><code>&lt;a&gt;</code></pre>"),
    ("# T\ntext", "<p class=\"title\">T</p><p>text</p>"),
    (
      "see [x](https://a.b/c?d=1&e)",
      "<p>see <a href=\"https://a.b/c?d=1&amp;e\" rel=\"noopener noreferrer\">x</a></p>"
    ),
    (
      #"\*a\* \`b\` \[c](https://d.e) \f"#,
      #"<p>*a* `b` [c](<a href="https://d.e" rel="noopener noreferrer">https://d.e</a>) \f</p>"#
    ),
    (#"*a\*b* `c\`"#, #"<p><em>a*b</em> <code>c\</code></p>"#),
    (#"\<b> &lt;b&gt; &amp;lt; &lt &#60;"#, "<p>&lt;b&gt; &lt;b&gt; &amp;lt; &amp;lt &amp;#60;</p>"),
    ("[x](/rest/x)", "<p>x</p>"), ("a_b_c", "<p>a_b_c</p>"),
    (
      "at https://a.b/c.",
      "<p>at <a href=\"https://a.b/c\" rel=\"noopener noreferrer\">https://a.b/c</a>.</p>"
    ),
  ])
  func markdown(text: String, html: String) { #expect(markdownHTML(text) == html) }

  /// A long text of what could begin elements takes work in proportion to its length.
  @Test(arguments: [
    "`", "``", "`a", "`` `", "_", "_a", "_a _", "_a_b", "*", "**", "*a", "**a", "* a*", "[", "[a](", "[a](b",
    "[a](https://b)", "<",
    "<https://",
    "<https://a ", "https://", "https://\\", "https://.", "h", "[*a](", "](", "[a\n](b)",
  ])
  func markdownIsFast(mark: String) {
    func work(_ count: Int) -> Int {
      var inline = MarkdownInline(String(repeating: mark, count: count))
      _ = inline.html()
      return inline.work
    }
    let (short, long) = (work(500), work(5_000))
    #expect(long <= 11 * short + 100, "\(short) \(long)")
    #expect(long <= 40 * 5_000 * mark.utf8.count)
  }

  @Test(arguments: [
    "[https://good.example](https://evil.example)", "[<https://good.example>](https://evil.example)",
    "[**https://good.example**](https://evil.example)", "*[https://a.example](https://b.example)*",
  ])
  func linksHaveNoLinks(text: String) {
    #expect(markdownHTML(text).components(separatedBy: "<a ").count == 2, "\(markdownHTML(text))")
  }

  @Test(arguments: ["a\n\nb\n- c\n- d\n```\n<e>\n\nf\n```\ng\n"])
  func carriageReturnsEndLines(text: String) {
    let windows = text.replacing("\n", with: "\r\n")
    #expect(markdownHTML(windows) == markdownHTML(text))
    func page(_ text: String) -> String {
      var page = TextPage()
      page.paragraph(text)
      page.code(text)
      page.rows([(["a"], text)])
      return page.text
    }
    #expect(page(windows) == page(text))
  }

  // MARK: Contents

  @Test func pagesShowWhatSpecsSay() throws {
    let text = "said here"
    let spec = Self.spec("x").replacing(
      "Item:\n    description: \"x\"", with: "Item:\n    deprecated: \"\(text)\"")
    let page = try #require(try pages(ExplainedSpecs(specs: spec))["Shop.html"])
    #expect(page.contains("<p class=\"deprecation\">\(text)</p>"), "\(page)")
    #expect(page.contains("Example: <code>&quot;x&quot;</code>"), "\(page)")
  }

  /// A property of what is sent is marked as an argument is, and one of what is received is not.
  @Test func pagesSayWhatRequestsNeed() throws {
    let specs = try ExplainedSpecs(
      specs: """
        wgnapi: 1
        module: {servers: {main: "https://api.example.com/"}}
        endpoints:
          add: {post: items, parameters: {key: string, note?: string}, body: NewItem, response: Item}
        schemas:
          NewItem:
            properties: {title: string, size?: integer, count?: {type: integer, default: 1}, part: Part, kind: {const: a}}
          Part: {properties: {name: string}}
          Item: {properties: {id: string}}
        """)
    let explainer = try #require(specs.explainers.first)
    func needed(_ values: [ValueFacts]) -> [String] { values.filter(\.isRequired).map(\.name) }
    let endpoint = try #require(explainer.endpoint(of: "add"))
    #expect(needed(explainer.facts(of: endpoint).parameters) == ["key", "payload"])
    func needed(_ type: String) throws -> [String] {
      needed(explainer.facts(of: try #require(explainer.type(named: type))).members)
    }
    #expect(try needed("NewItem") == ["title", "part"])
    #expect(try needed("Part") == ["name"])
    #expect(try needed("Item") == [])
    let page = try #require(try pages(specs)["Shop.html"])
    #expect(page.contains("<dt><code>title</code> <code class=\"type\">String</code> <b>required</b></dt>"))
    #expect(page.components(separatedBy: "<b>required</b>").count == 6)
  }

  /// As a reader looks for them.
  @Test func typesAndFailuresAreSorted() throws {
    let specs = try ExplainedSpecs(
      specs: """
        wgnapi: 1
        module: {servers: {main: "https://api.example.com/"}, failures: {default: {schema: Other, code: code}}}
        endpoints:
          item:
            get: item
            response: Item
            failures:
              5XX: {schema: Broken, code: code}
              404: {schema: Missing, code: code}
              400: {schema: Other, code: code}
            errors: {z: [LAST], 10: [TEN], 9: [NINE, EIGHT]}
        schemas:
          other: {properties: {code: integer}}
          Missing: {properties: {code: integer}}
          ItemInput: {properties: {a: Item}}
          Item: {properties: {kind: {enum: [a, b]}, more: ItemInput}}
          Broken: {properties: {code: integer}}
          Other: {properties: {code: integer, other?: other}}
        """.replacing("other", with: "beta").replacing("Other", with: "Alpha"))
    let page = try #require(try pages(specs)["Shop.html"])
    let articles = page.matches(of: /<article class="type" id="([^"]*)"/).map { String($0.1) }
    #expect(
      articles == ["Alpha", "Beta", "Broken", "ErrorCode", "Item", "Item.Kind", "ItemInput", "Missing"])
    let links = page.matches(of: /<li><a href="#([^"]*)"><span class="name">/).map { String($0.1) }
    #expect(links == articles)
    let endpoint = try #require(specs.explainers.first?.endpoint(of: "item"))
    let facts = try #require(specs.explainers.first?.facts(of: endpoint))
    #expect(facts.failures.flatMap(\.statuses) == ["400", "others", "404", "5XX"])
    #expect(facts.errors.map(\.message) == ["EIGHT", "NINE", "TEN", "LAST"])
  }

  /// Names in documents that Swift has others for can be found on the page.
  @Test func pagesShowNamesOfOperations() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).yaml")
    try """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: "https://api.example.com/"}]
    paths: {/a: {get: {operationId: find_it_all, responses: {"200": {description: d}}}}}
    """.write(to: folder, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: folder) }
    let specs = try ExplainedSpecs(path: folder.path, module: "Shop")
    #expect(try pages(specs)["Shop.html"]?.contains("<code>find_it_all</code>") == true)
    // A result of the search shows the path, and not the operation's name.
    #expect(try pages(specs)["Shop.html"]?.contains("GET</span> <code>a</code>") == true)
    #expect(try pages(specs)["script.js"]?.contains("route.querySelector(\"code\").textContent") == true)
    #expect(try specs.explanation("Shop.findItAll").text.contains("operationId find_it_all"))
  }

  /// A multipart body is the one that clients send: with names escaped, and lines that end as they should.
  @Test func trialsAreWhatClientsSend() throws {
    let specs = try ExplainedSpecs(
      specs: """
        wgnapi: 1
        module: {servers: {main: "https://api.example.com/"}}
        endpoints:
          upload:
            post: upload
            body: {multipart: {"a\\\"b": {type: string, example: "text"}}}
            response: empty
          image:
            post: image
            body: {multipart: {file: bytes}}
            response: empty
        """)
    let explainer = try #require(specs.explainers.first)
    let upload = try #require(explainer.endpoint(of: "upload"))
    let trial = try #require(explainer.facts(of: upload, mock: ModuleExplainer.mockServer).trial)
    #expect(trial.body?.contains("name=\"a%22b\"\r\n") == true, "\(trial)")
    #expect(
      trial.headers.contains {
        $0.name == "Content-Type" && $0.value.hasPrefix("multipart/form-data; boundary=")
      })
    let view = explainer.view(of: upload, mock: ModuleExplainer.mockServer)
    #expect(view.facts.trial?.body?.utf8.contains(UInt8(ascii: "\r")) == true)
    let all = try pages(specs)
    let (page, script) = (try #require(all["Shop.html"]), try #require(all["script.js"]))
    #expect(!page.utf8.contains(UInt8(ascii: "\r")) && page.contains("name=&quot;a%22b&quot;\n"))
    #expect(script.contains("replace(/\\r?\\n/g, \"\\r\\n\")"))
  }

  /// Bytes that aren't text can't be typed.
  @Test func trialsAreTexts() {
    var call = ComposedCall(method: "POST", address: "http://127.0.0.1:8080/a")
    call.body = .bytes([0xFF, 0xD8], mediaType: "image/jpeg", file: nil)
    #expect(TrialFacts(call) == nil)
    call.body = .bytes(Array("é".utf8), mediaType: "text/plain", file: nil)
    #expect(TrialFacts(call)?.body == "é")
  }

  /// Modules have the paths of a server of all specs, whichever have pages.
  @Test func modulesAreMountedAsOnTheServer() throws {
    let specs = try ExplainedSpecs(folder: "Tests/Golden/Services/Specs")
    try #require(specs.api.modules.count { !$0.endpoints.isEmpty } > 1)
    let name = try #require(specs.api.modules.first { !$0.endpoints.isEmpty }?.name.text)
    var sink = DiagnosticSink()
    let sources = loadTemplates(overlaidBy: nil, of: .html, into: &sink)
    let files = makePages(
      of: specs.api, choice: PageChoice(only: [name]), templates: sources, version: "1", threads: 1,
      into: &sink)
    let page = files.first { $0.path == "\(name).html" }?.text
    #expect(try page == pages(specs)["\(name).html"])
    #expect(page?.contains("\(ModuleExplainer.mockServer)/\(name)/") == true)
    #expect(files.count { $0.path.hasSuffix(".html") } == 2)
  }

  // MARK: Help

  private func page(of explainer: ModuleExplainer, _ specs: ExplainedSpecs) throws -> String {
    try #require(try pages(specs)["\(explainer.module.name.text).html"])
  }

  private static func spec(_ text: String) -> String {
    """
    wgnapi: 1
    module: {summary: "\(text)", docs: "\(text)", servers: {main: {url: https://api.example.com/, summary: "\(text)"}}}
    endpoints:
      item:
        get: items/{id}
        summary: "\(text)"
        docs: "\(text)"
        deprecated: "\(text)"
        parameters: {id: {type: string, description: "\(text)"}, q?: {type: string, default: "\(text)"}}
        failures: {400: {schema: Item, code: color}}
        response: Item
        errors: {7: {BAD: {summary: "\(text)"}}}
    schemas:
      Item:
        description: "\(text)"
        properties:
          color: string
          kind: {enum: {a: {summary: "\(text)"}}}
          title?: {type: string, description: "\(text)", deprecated: "\(text)", example: "\(text)"}
    """
  }

  private static func attributes(_ name: String, in page: String) -> [String] {
    page.matches(of: /<[^>]*? (id|href)="([^"]*)"/.dotMatchesNewlines(false)).filter { $0.1 == name }.map {
      String($0.2)
    }
  }

  /// The names of attributes. Every tag must be written as those of the templates are: in lower case, with quotes.
  private static func attributeNames(in page: String) -> Set<String> {
    var names: Set<String> = []
    let strict = #/<(?:/[a-z0-9]+|[a-z0-9]+(?: [a-z-]+(?:="[^"<>]*")?)*)>/#
    for tag in page.matches(of: /<[\/A-Za-z][^>]*>?/) {
      guard tag.0.wholeMatch(of: strict) != nil else {
        Issue.record("\(tag.0) isn't a tag of the templates")
        continue
      }
      names.formUnion(tag.0.matches(of: #/ ([a-z-]+)(?:="[^"]*")?/#).map { String($0.1) })
    }
    return names
  }

  private static func tags(in page: String) -> [String] {
    page.matches(of: /<(\/?[a-zA-Z0-9!]+)/).map { String($0.1) }
  }
}
