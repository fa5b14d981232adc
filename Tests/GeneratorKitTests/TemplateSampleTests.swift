import BundledTemplates
import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit
@testable import SwiftEmitter

/// `templates check` renders a sample: it has a value for every name of every template.
@Suite struct TemplateSampleTests {
  @Test(arguments: templateCatalogue.map(\.template))
  func everyNameHasAValueInTheSample(template: String) throws {
    var sink = DiagnosticSink()
    var templates = loadTemplates(overlaidBy: nil, into: &sink)
    let entry = try #require(templateCatalogue.first { $0.template == template })
    let position = try #require(templates.firstIndex { $0.name == template })
    let probes = entry.ownNames.flatMap(Self.probes)
    templates[position].text += "\n" + probes.map(\.text).joined()
    let generated = generateAll(specs: templateSample, templates: templates, withTests: true, jobs: 1)
    #expect(generated.diagnostics.isEmpty)
    let output = (generated.modules.files + generated.tests.files).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }.joined()
    let missing = probes.filter { !output.contains("[\($0.mark)]") }.map(\.mark)
    #expect(missing.isEmpty)
  }

  @Test func everyBundledTemplateIsRenderedOrIncluded() {
    let templates = BundledTemplates.all.map { TemplateSource(name: $0.name, path: $0.name, text: $0.text) }
    let known = Set(templateCatalogue.map(\.template)).union(templates.flatMap(\.includedTemplates))
    #expect(known == Set(templates.map(\.name)))
  }

  /// Template text that leaves a mark where a name has a value.
  private static func probes(_ name: TemplateName) -> [(mark: String, text: String)] {
    var inner = [(mark: name.name, text: "[\(name.name)]")]
    if case .list(.view(let names)) = name.type {
      inner = names.flatMap(probes).map { ("\(name.name).\($0.mark)", $0.text) }
    }
    return inner.map { mark, text in
      let marked = text.contains("{{") ? text.replacing("[", with: "[\(name.name).") : text
      return (mark, "{{#\(name.name)}}\(marked)\n{{/\(name.name)}}")
    }
  }
}
