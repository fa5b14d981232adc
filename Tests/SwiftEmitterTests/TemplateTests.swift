import BundledTemplates
import Diagnostics
import Testing

@testable import SwiftEmitter

struct TemplateTests {
  @Test func everyShippedTemplateIsWellFormed() {
    var sink = DiagnosticSink()
    _ = TemplateLibrary(bundled, into: &sink)
    #expect(sink.isEmpty)
  }

  @Test func namesThatNoViewKnowsAreErrorsAtTheirPlace() {
    #expect(
      render("line one\n{{title}}\n{{#items}}\n{{unknwn}}{{/items}}") == [
        "t.mustache:4:1: 'unknwn' has no value here"
      ])
  }

  @Test func namesAreSuggested() {
    var sink = DiagnosticSink()
    let library = TemplateLibrary(
      [TemplateSource(name: "t", path: "t.mustache", text: "{{titel}}")], into: &sink)
    _ = library.render(Sample(), with: "t", into: &sink)
    #expect(sink.diagnostics.map(\.suggestion) == ["title"])
  }

  @Test(arguments: [
    ("{{#items}}", "section 'items' is not closed"),
    ("{{/items}}", "'{{/items}}' closes a section that isn't open"),
    ("{{#items}}\n{{/title}}", "'{{/title}}' stands where '{{/items}}' was expected"),
    ("{{title", "a tag is not finished with '}}'"), ("{{> nowhere}}", "there is no template 'nowhere'"),
  ])
  func brokenTemplatesAreReported(text: String, message: String) {
    var sink = DiagnosticSink()
    _ = TemplateLibrary([TemplateSource(name: "t", path: "t.mustache", text: text)], into: &sink)
    #expect(sink.diagnostics.map(\.message) == [message])
    #expect(sink.diagnostics.allSatisfy { $0.span?.file == "t.mustache" })
  }

  @Test func valuesAreNotEscaped() {
    var sink = DiagnosticSink()
    let library = TemplateLibrary(
      [TemplateSource(name: "t", path: "t.mustache", text: "{{title}} {{{title}}} {{&title}}")], into: &sink)
    #expect(library.render(Sample(), with: "t", into: &sink) == "<a & \"b\"> <a & \"b\"> <a & \"b\">")
  }

  private var bundled: [TemplateSource] {
    BundledTemplates.all.map { TemplateSource(name: $0.name, path: "\($0.name).mustache", text: $0.text) }
  }

  private func render(_ text: String) -> [String] {
    var sink = DiagnosticSink()
    let library = TemplateLibrary([TemplateSource(name: "t", path: "t.mustache", text: text)], into: &sink)
    _ = library.render(Sample(), with: "t", into: &sink)
    return sink.diagnostics.map { "\($0.span?.description ?? ""): \($0.message)" }
  }
}

private struct Sample: TemplateView {
  let names = ["title", "items"]

  func value(of name: String) -> Any? {
    switch name {
    case "title": "<a & \"b\">"
    case "items": ["x"]
    default: nil
    }
  }
}
