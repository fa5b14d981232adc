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
    let (tree, diagnostics) = generate(specs: templateSample, templates: templates, threads: 2)
    #expect(diagnostics == [])
    #expect(tree.files.count > 2)
    #expect(tree.files.allSatisfy { GeneratedMarker.begins($0.bytes) && $0.path.hasPrefix("Sample/") })
  }

  @Test func dependsOnNothingButContent() {
    let (tree, _) = generate(specs: templateSample, templates: templates, threads: 1)
    for threads in [2, 8] {
      #expect(generate(specs: templateSample.reversed(), templates: templates, threads: threads).0 == tree)
    }
    let moved = templateSample.map {
      SpecFile(path: $0.path, displayPath: "/x/y/\($0.path)", bytes: $0.bytes)
    }
    #expect(generate(specs: moved, templates: templates, threads: 1).0 == tree)
  }

  @Test func reportsMistakesOfSpecsAndTemplatesInOneRun() {
    var broken = templates
    broken[0].text = "{{#open}}"
    let module = "wgnapi: 1\nmodule: {summary: M}\n"
    let specs = [
      spec("M/module.yaml", module), spec("M/a.yaml", "wgnapi: 1\nschemas: {A: {properties: {a: integr}}}"),
      spec("M/b.yaml", "wgnapi: 1\nschemas: {B: {properties: {b: strng}}}"),
    ]
    let (tree, diagnostics) = generate(specs: specs, templates: broken, threads: 1)
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
    let (tree, diagnostics) = generate(specs: templateSample, templates: unmarked, threads: 1)
    #expect(tree == OutputTree())
    #expect(diagnostics.map(\.id) == [.missingMarker])
    #expect(diagnostics.first?.span?.file == "Templates/Swift/file.mustache")
  }
}
