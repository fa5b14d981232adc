import BundledTemplates
import Diagnostics
import Testing

@testable import SwiftEmitter

struct TemplateTests {
  @Test func everyShippedTemplateIsWellFormed() {
    var sink = DiagnosticSink()
    _ = TemplateLibrary(
      BundledTemplates.all.map { TemplateSource(name: $0.name, path: $0.name, text: $0.text) }, into: &sink)
    #expect(sink.isEmpty)
  }

  @Test func namesThatNoViewKnowsAreErrorsAtTheirPlace() {
    #expect(
      problems("line one\n{{title}}\n{{#items}}\n{{unknwn}}{{/items}}") == [
        "t.mustache:4:1: 'unknwn' has no value here"
      ])
  }

  @Test func namesAreCheckedWhereNothingIsRendered() {
    #expect(problems("{{^title}}\n{{unknwn}}{{/title}}") == ["t.mustache:2:1: 'unknwn' has no value here"])
    #expect(
      problems("{{#none}}{{> p}}{{/none}}", ["p": "{{unknwn}}"]) == [
        "p.mustache:1:1: 'unknwn' has no value here"
      ])
  }

  @Test(arguments: [
    ("{{titel}}", "title"), ("{{#pairs}}{{nam}}{{/pairs}}", "name"), ("{{uppercase(title)}}", "uppercased"),
    ("{{#items}}{{^lasst()}}{{/lasst()}}{{/items}}", "last()"),
    ("{{#items}}{{^last}}{{/last}}{{/items}}", "last()"),
  ])
  func namesAreSuggested(text: String, name: String) {
    var sink = DiagnosticSink()
    _ = library(text, into: &sink)
    #expect(sink.diagnostics.map(\.suggestion) == [name])
  }

  @Test(arguments: [
    ("{{#items}}", "section 'items' is not closed"),
    ("{{/items}}", "'{{/items}}' closes a section that isn't open"),
    ("{{#items}}\n{{/title}}", "expected '{{/items}}', found '{{/title}}'"),
    ("{{title", "a tag is not finished with '}}'"), ("{{> nowhere}}", "there is no template 'nowhere'"),
    ("{{ti tle}}", "'ti tle' isn't a name"), ("{{}}", "'' isn't a name"),
    ("{{uppercased(title}}", "'uppercased(title' isn't a name"),
    ("{{=<% %>=}}", "the delimiters '{{' and '}}' can't be changed"),
    (String(repeating: "{{#title}}", count: 100_000), "sections nest deeper than 64"),
  ])
  func brokenTemplatesAreReported(text: String, message: String) {
    var sink = DiagnosticSink()
    _ = library(text, into: &sink)
    #expect(sink.diagnostics.map(\.message) == [message])
    #expect(sink.diagnostics.allSatisfy { $0.span?.file == "t.mustache" })
  }

  @Test(arguments: [
    ("{{items}}", "'items' is a list, not a text; iterate over it with '{{#items}}'"),
    ("{{pairs}}", "'pairs' is a list, not a text; iterate over it with '{{#pairs}}'"),
    ("{{isOpen}}", "'isOpen' is a condition, not a text; test it with '{{#isOpen}}'"),
    ("{{.}}", "'.' works only inside a list of texts"),
    ("{{#pairs}}{{.}}{{/pairs}}", "'.' works only inside a list of texts"),
    (
      "{{#isOpen}}{{.}}{{/isOpen}}", "'.' works only inside a list of texts"
    ),
    ("{{^items}}{{.}}{{/items}}", "'.' is a list, not a text; iterate over it with '{{#.}}'"),
    ("{{first(pairs)}}", "'first(pairs)' has names of its own and isn't a text"),
    ("{{foo(title)}}", "there is no transform 'foo' of a text"),
    ("{{sorted(pairs)}}", "there is no transform 'sorted' of a list"),
    ("{{#foo(isOpen)}}{{/foo(isOpen)}}", "there is no transform 'foo' of a condition"),
    ("{{#first()}}{{/first()}}", "'first()' has no value here"),
    ("{{#items}}{{odd(title.x)}}{{/items}}", "'title.x' has no value here"),
  ])
  func namesAreUsedAsWhatTheyAre(text: String, message: String) {
    // The first tag opens a section, if there are others.
    let end = text.hasPrefix("{{#foo") || text.hasPrefix("{{#first") ? nil : text.firstRange(of: "}}{{")
    let column = end.map { text.distance(from: text.startIndex, to: $0.lowerBound) + 3 } ?? 1
    #expect(problems("\n" + text) == ["t.mustache:2:\(column): \(message)"])
  }

  @Test func functionsAreNamedAsTheyAreWritten() {
    #expect(
      problems("{{#items}}{{last()}}{{/items}}")
        == ["t.mustache:1:11: 'last()' is a condition, not a text; test it with '{{#last()}}'"])
    #expect(
      problems("{{uppercased()}}")
        == ["t.mustache:1:1: 'uppercased()' has no value here; write a name in it: 'uppercased(name)'"])
  }

  @Test func correctTemplatesAreRendered() {
    #expect(rendered("{{title}} {{{title}}} {{&title}}") == "<a & \"b\"> <a & \"b\"> <a & \"b\">")
    #expect(rendered("{{#items}}{{.}}{{^last()}}, {{/last()}}{{/items}}") == "x, y")
    #expect(rendered("{{#items}}{{plusone(index())}}{{uppercased(.)}}{{/items}}") == "1X2Y")
    #expect(rendered("{{#pairs}}{{name}}={{title}};{{/pairs}}{{count(pairs)}}") == "p=<a & \"b\">;1")
    #expect(rendered("{{#first(pairs)}}{{name}}{{/first(pairs)}}{{first(items)}}") == "px")
    #expect(rendered("{{#isOpen}}open{{/isOpen}}{{^none}}none{{/none}}{{#none}}some{{/none}}") == "opennone")
    #expect(rendered("[{{none}}{{uppercased(none)}}]{{#empty(none)}}empty{{/empty(none)}}") == "[]empty")
    #expect(rendered("{{#title}}{{.}}{{/title}}") == "<a & \"b\">")
    #expect(
      rendered("{{<p}}{{$b}}{{title}}{{/b}}{{/p}}", ["p": "({{$b}}{{/b}})"]) == "(<a & \"b\">)")
  }

  @Test func blocksAreCheckedInPlace() {
    let text = "{{<p}}{{$b}}{{nme}}{{/b}}{{/p}}"
    #expect(
      problems(text, ["p": "{{#pairs}}{{$b}}{{/b}}{{/pairs}}"]) == [
        "t.mustache:1:13: 'nme' has no value here"
      ]
    )
    #expect(problems("{{<p}}{{$b}}{{name}}{{/b}}{{/p}}", ["p": "{{#pairs}}{{$b}}{{/b}}{{/pairs}}"]) == [])
  }

  // MARK: Limits

  @Test func templatesThatIncludeThemselvesAreReported() {
    let message = "the template 'p' includes itself, directly or through others"
    #expect(problems("{{> p}}", ["p": "\n{{> q}}", "q": "{{> p}}"]) == ["q.mustache:1:1: \(message)"])
  }

  @Test func templatesThatIncludeEachOtherManyTimesAreReported() {
    var others: [String: String] = ["p40": "x"]
    for level in 0..<40 { others["p\(level)"] = "{{> p\(level + 1)}}{{> p\(level + 1)}}" }
    let message =
      "the template is too large: with everything that it includes, it has more than 16 MiB"
    #expect(problems("{{> p0}}", others).map { $0.hasSuffix(message) } == [true])
  }

  @Test func longChainsOfTemplatesAreReported() {
    var others: [String: String] = ["p100": "x"]
    for level in 0..<100 { others["p\(level)"] = "{{> p\(level + 1)}}" }
    #expect(
      problems("{{> p0}}", others) == ["p62.mustache:1:1: templates include each other more than 64 deep"])
  }

  @Test(arguments: ["{{#items}}{{#items}}{{/items}}{{/items}}", "{{#pairs}}{{> p}}{{/pairs}}"])
  func listsWithinThemselvesAreReported(text: String) {
    let name = text.contains("pairs") ? "pairs" : "items"
    let problems = problems(text, ["p": "{{#pairs}}{{name}}{{/pairs}}"])
    #expect(problems.map { $0.hasSuffix("the list '\(name)' is repeated within itself") } == [true])
  }

  @Test func listsWithinListsComeToAnEnd() {
    var sink = DiagnosticSink()
    let library = library("{{#items}}{{#pairs}}{{title}}{{/pairs}}{{/items}}", into: &sink)
    let template = Template<Sample>(name: "t")
    #expect(library.render(Sample(), with: template, limit: 9, into: &sink).count == 18)
    #expect(sink.isEmpty)
    #expect(library.render(Sample(), with: template, limit: 8, into: &sink).count == 9)
    #expect(sink.diagnostics.map(\.message) == ["nested lists have more than 8 values here"])
  }

  // MARK: Rendering

  private func library(
    _ text: String, _ others: [String: String] = [:], into sink: inout DiagnosticSink
  ) -> TemplateLibrary {
    let sources = ([("t", text)] + others.map { ($0, $1) }).map {
      TemplateSource(name: $0, path: "\($0).mustache", text: $1)
    }
    return TemplateLibrary(sources, catalogue: [CatalogueEntry(Template<Sample>(name: "t"))], into: &sink)
  }

  private func rendered(_ text: String, _ others: [String: String] = [:]) -> String {
    var sink = DiagnosticSink()
    let library = library(text, others, into: &sink)
    let output = library.render(Sample(), with: Template<Sample>(name: "t"), into: &sink)
    #expect(sink.isEmpty)
    return output
  }

  private func problems(_ text: String, _ others: [String: String] = [:]) -> [String] {
    var sink = DiagnosticSink()
    let library = library(text, others, into: &sink)
    if sink.isEmpty { _ = library.render(Sample(), with: Template<Sample>(name: "t"), into: &sink) }
    return sink.diagnostics.map { "\($0.span?.description ?? ""): \($0.message)" }
  }
}

private struct Sample: TemplateView {
  static let fields = TemplateFields<Sample>([
    .text("title", "") { _ in "<a & \"b\">" },
    .optional("none", "") { _ in nil },
    .flag("isOpen", "") { _ in true },
    .texts("items", "") { _ in ["x", "y"] },
    .views("pairs", "") { _ in [Pair()] },
  ])

  struct Pair: TemplateView {
    static let fields = TemplateFields<Pair>([.text("name", "") { _ in "p" }])
  }
}
