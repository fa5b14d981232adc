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
    // Lists of equal elements, such as all properties and those that are parameters, share their names.
    let found = Set(probes.filter { output.contains("[\($0.mark)]") }.map(\.name))
    let missing = probes.map(\.name).filter { !found.contains($0) }
    #expect(missing.isEmpty)
  }

  @Test func everyBundledTemplateIsRenderedOrIncluded() {
    let templates = BundledTemplates.all.map { TemplateSource(name: $0.name, path: $0.name, text: $0.text) }
    let known = Set(templateCatalogue.map(\.template)).union(templates.flatMap(\.includedTemplates))
    #expect(known == Set(templates.map(\.name)))
  }

  /// Template text that leaves a mark where a name has a value. `name` is equal for names of equal elements.
  private static func probes(_ name: TemplateName) -> [(mark: String, name: String, text: String)] {
    var inner = [(mark: name.name, name: name.name, text: "[\(name.name)]")]
    if case .list(.view(let names)) = name.type {
      let element = names.map(\.name).joined(separator: "/")
      inner = names.flatMap(probes).map { ("\(name.name).\($0.mark)", "\(element).\($0.name)", $0.text) }
    }
    return inner.map { mark, key, text in
      let marked = text.contains("{{") ? text.replacing("[", with: "[\(name.name).") : text
      return (mark, key, "{{#\(name.name)}}\(marked)\n{{/\(name.name)}}")
    }
  }
}
