import Diagnostics
import Foundation
import SpecReader
import SwiftEmitter
import Testing

@testable import GeneratorKit

@Suite struct TemplateFolderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func load() -> ([TemplateSource], [Diagnostic]) {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: folder.path, into: &sink)
    return (templates, sink.diagnostics)
  }

  @Test func replacesOneTemplate() throws {
    try folder.write("mine", to: "struct.mustache")
    try folder.write("notes", to: "README.md")
    try folder.write("notes", to: ".hidden.mustache")
    let (templates, diagnostics) = load()
    #expect(diagnostics.isEmpty)
    #expect(templates.map(\.name).sorted() == bundledTemplateNames.filter { !$0.hasPrefix("docs-") })
    #expect(templates.filter { $0.text == "mine" }.map(\.name) == ["struct"])
  }

  @Test func reportsATemplateThatReplacesNone() throws {
    try folder.write("mine", to: "strct.mustache")
    let (templates, diagnostics) = load()
    #expect(diagnostics.map(\.id) == [.unknownTemplate])
    #expect(diagnostics.first?.suggestion == "struct")
    #expect(templates.map(\.name).sorted() == bundledTemplateNames.filter { !$0.hasPrefix("docs-") })
  }

  @Test func takesATemplateThatAnotherOneIncludes() throws {
    try folder.write("{{> licence }}", to: "file.mustache")
    try folder.write("mine", to: "licence.mustache")
    let (templates, diagnostics) = load()
    #expect(diagnostics.isEmpty)
    #expect(templates.contains { $0.name == "licence" && $0.text == "mine" })
  }

  @Test(arguments: [
    ["file": "{{> file }}"], ["file": "{{> a}}", "a": "{{>b}}", "b": "{{> a }}"],
    ["struct": "{{< struct}}{{/struct}}"],
  ])
  func reportsTemplatesThatIncludeThemselves(texts: [String: String]) throws {
    for (name, text) in texts { try folder.write(text, to: name + ".mustache") }
    let (templates, _) = load()
    let (tree, diagnostics) = generate(specs: templateSample, templates: templates, threads: 1)
    #expect(tree == OutputTree())
    #expect(diagnostics.first?.message.contains("includes itself") == true)
    #expect(diagnostics.allSatisfy { $0.id == .templateSyntax && $0.severity == .error })
  }

  @Test func reportsTemplatesThatOnlyIncludeEachOther() throws {
    try folder.write("{{> b}}", to: "a.mustache")
    try folder.write("{{> a}}", to: "b.mustache")
    #expect(load().1.map(\.id) == [.unknownTemplate, .unknownTemplate])
  }

  @Test func doesNotWaitForPipes() throws {
    #expect(mkfifo(folder.path("struct.mustache"), 0o600) == 0)
    let (_, diagnostics) = load()
    #expect(diagnostics.map(\.id) == [.fileSystem])
    #expect(diagnostics.first?.message == "is a pipe, socket or device, not a template")
  }

  @Test func ejectsWithoutReplacingWhatWasChanged() throws {
    var sink = DiagnosticSink()
    let target = folder.path("T")
    #expect(ejectTemplates(["struct"], into: target, sink: &sink) == [target + "/struct.mustache"])
    #expect(sink.isEmpty)
    try folder.write("mine", to: "T/struct.mustache")
    #expect(ejectTemplates([], into: target, sink: &sink) == [])
    #expect(sink.diagnostics.map(\.id) == [.foreignFile])
    #expect(try folder.snapshot("T") == ["struct.mustache": "mine"])
    sink = DiagnosticSink()
    #expect(
      ejectTemplates([], into: target, replacing: true, sink: &sink).count == bundledTemplateNames.count)
    #expect(try folder.snapshot("T").count == bundledTemplateNames.count)
    #expect(ejectTemplates(["strct"], into: target, sink: &sink) == [])
    #expect(sink.diagnostics.map(\.suggestion) == ["struct"])
  }

  // MARK: What is ignored

  @Test(arguments: [
    ("struct.moustache", "struct.mustache"), ("STRUCT.MUSTACHE", "struct.mustache"),
    ("struct.Mustache", "struct.mustache"), ("struct.mustahce", "struct.mustache"),
    ("open-enum.hbs", "open-enum.mustache"), ("Licence.MUSTACHE", "Licence.mustache"),
    ("struct", "struct.mustache"),
  ])
  func reportsFilesThatLookLikeTemplates(name: String, meant: String) throws {
    try folder.write("mine", to: name)
    let (templates, diagnostics) = load()
    #expect(diagnostics.map(\.id) == [.unknownTemplate])
    #expect(diagnostics.first?.severity == .error)
    #expect(diagnostics.first?.message == "is ignored: the names of templates end in '.mustache'")
    #expect(diagnostics.first?.span?.file == folder.path(name))
    #expect(diagnostics.first?.suggestion == meant)
    #expect(!templates.contains { $0.text == "mine" })
  }

  @Test func ignoresOtherFiles() throws {
    try folder.write("mine", to: "struct.mustache")
    for name in ["README.md", "struct.mustache~", "struct.mustache.orig", "Makefile", "notes.txt", ".git/x"] {
      try folder.write("x", to: name)
    }
    #expect(load().1.isEmpty)
  }

  @Test func warnsOfTemplatesInSubfolders() throws {
    try folder.write("mine", to: "struct.mustache")
    try folder.write("mine", to: "Swift/union.mustache")
    try folder.write("mine", to: ".old/union.mustache")
    let (templates, diagnostics) = load()
    #expect(diagnostics.map(\.severity) == [.warning])
    #expect(diagnostics.map(\.span?.file) == [folder.path("Swift/union.mustache")])
    #expect(
      diagnostics.first?.message
        == "is ignored: templates in subfolders are not read; move it up if it is meant to be used")
    #expect(templates.filter { $0.text == "mine" }.map(\.name) == ["struct"])
  }

  @Test func warnsOfAFolderWithoutTemplates() throws {
    try folder.write("x", to: "README.md")
    #expect(load().1.map(\.severity) == [.warning])
  }

  // MARK: Line ends

  @Test(arguments: ["\r\n", "\r"])
  func linesMayEndAsOnWindows(lineEnd: String) throws {
    let text = try #require(load().0.first { $0.name == "struct" }).text
    try folder.write(
      text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd),
      to: "struct.mustache")
    let (templates, diagnostics) = load()
    #expect(diagnostics.isEmpty)
    #expect(templates.first { $0.name == "struct" }?.text == text)
  }

  // MARK: Links

  @Test func followsLinksWithinTheFolder() throws {
    try folder.write("mine", to: "shared/model.txt")
    try folder.link("struct.mustache", to: "shared/model.txt")
    let (templates, diagnostics) = load()
    #expect(diagnostics.isEmpty)
    #expect(templates.first { $0.name == "struct" }?.text == "mine")
  }

  @Test(arguments: ["secret", "nowhere"])
  func refusesLinksOutOfTheFolder(target: String) throws {
    let other = try TemporaryFolder()
    try other.write("secret", to: "secret")
    try folder.link("struct.mustache", to: other.path(target))
    let (templates, diagnostics) = load()
    #expect(diagnostics.map(\.id) == [.symbolicLink])
    #expect(!templates.contains { $0.text == "secret" })
  }
}
