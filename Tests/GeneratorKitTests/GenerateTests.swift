import Diagnostics
import Foundation
import SpecReader
import SwiftEmitter
import Testing

@testable import GeneratorKit

@Suite struct GenerateTests {
  private let templates: [TemplateSource]

  init() {
    var sink = DiagnosticSink()
    templates = loadTemplates(overlaidBy: nil, into: &sink)
  }

  private func spec(_ path: String, _ text: String) -> SpecFile {
    SpecFile(path: path, displayPath: "here/" + path, bytes: Array(text.utf8))
  }

  @Test func makesMarkedFilesOfTheSample() {
    let (tree, diagnostics) = generate(specs: templateSample, templates: templates, jobs: 2)
    #expect(diagnostics == [])
    #expect(tree.files.count > 2)
    #expect(tree.files.allSatisfy { GeneratedMarker.begins($0.bytes) && $0.path.hasPrefix("Sample/") })
  }

  @Test func dependsOnNothingButContent() {
    let (tree, _) = generate(specs: templateSample, templates: templates, jobs: 1)
    for jobs in [2, 8] {
      #expect(generate(specs: templateSample.reversed(), templates: templates, jobs: jobs).0 == tree)
    }
    let moved = templateSample.map {
      SpecFile(path: $0.path, displayPath: "/x/y/\($0.path)", bytes: $0.bytes)
    }
    #expect(generate(specs: moved, templates: templates, jobs: 1).0 == tree)
  }

  @Test func reportsMistakesOfSpecsAndTemplatesInOneRun() {
    var broken = templates
    broken[0].text = "{{#open}}"
    let module = "wgnapi: 1\nmodule: {summary: M}\n"
    let specs = [
      spec("M/module.yaml", module), spec("M/a.yaml", "wgnapi: 1\nschemas: {A: {properties: {a: integr}}}"),
      spec("M/b.yaml", "wgnapi: 1\nschemas: {B: {properties: {b: strng}}}"),
    ]
    let (tree, diagnostics) = generate(specs: specs, templates: broken, jobs: 1)
    #expect(tree == OutputTree())
    let files = diagnostics.filter { $0.severity == .error }.compactMap(\.span?.file)
    #expect(files == [broken[0].path, "here/M/a.yaml", "here/M/b.yaml"])
  }

  @Test func refusesFilesWithoutMark() {
    let unmarked = templates.map { template in
      var template = template
      if template.name == "file" { template.text = "// By hand\n" + template.text }
      return template
    }
    let (tree, diagnostics) = generate(specs: templateSample, templates: unmarked, jobs: 1)
    #expect(tree == OutputTree())
    #expect(diagnostics.map(\.id) == [.missingMarker])
    #expect(diagnostics.first?.span?.file == "Templates/Swift/file.mustache")
  }
}

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
    #expect(templates.map(\.name).sorted() == bundledTemplateNames)
    #expect(templates.filter { $0.text == "mine" }.map(\.name) == ["struct"])
  }

  @Test func reportsATemplateThatReplacesNone() throws {
    try folder.write("mine", to: "strct.mustache")
    let (templates, diagnostics) = load()
    #expect(diagnostics.map(\.id) == [.unknownTemplate])
    #expect(diagnostics.first?.suggestion == "struct")
    #expect(templates.map(\.name).sorted() == bundledTemplateNames)
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
    let (tree, diagnostics) = generate(specs: templateSample, templates: templates, jobs: 1)
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
}
