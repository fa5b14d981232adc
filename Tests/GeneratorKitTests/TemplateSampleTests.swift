import BundledTemplates
import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit
@testable import SwiftEmitter

/// `templates check` renders a sample: it has a value for every name of every template.
@Suite struct TemplateSampleTests {
  /// All templates leave their marks in one run.
  @Test func everyNameHasAValueInTheSample() throws {
    var sink = DiagnosticSink()
    var templates = loadTemplates(overlaidBy: nil, into: &sink)
    var probes: [Probe] = []
    for entry in templateCatalogue {
      let position = try #require(templates.firstIndex { $0.name == entry.template })
      let own = entry.ownNames.flatMap { Self.probes($0, entry.template) }
      templates[position].text += "\n" + own.map(\.text).joined()
      probes += own
    }
    let generated = generateAll(
      specs: templateSample, references: [], templates: templates, withTests: true, threads: 1,
      with: Additions(hasDocC: true))
    // Nothing matches the pattern of 'Puzzle', so that the names that say so have values.
    #expect(generated.diagnostics.map(\.id) == [.untestedRequest])
    let output = (generated.modules.files + generated.tests.files).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }.joined()
    let marks = Set(output.split(separator: "[").compactMap { $0.split(separator: "]").first })
    // Lists of equal elements, such as all properties and those that are parameters, share their names.
    let found = Set(probes.filter { marks.contains($0.mark[...]) }.map(\.name))
    #expect(probes.count > 200)
    #expect(Set(probes.map(\.name)).subtracting(found) == [])
  }

  @Test func everyBundledTemplateIsRenderedOrIncluded() {
    let templates = BundledTemplates.swift.map { TemplateSource(name: $0.name, path: $0.name, text: $0.text) }
    let known = Set(templateCatalogue.map(\.template)).union(templates.flatMap(\.includedTemplates))
    #expect(known == Set(templates.map(\.name)))
  }

  /// Template text that leaves a mark where a name has a value. `name` is equal for names of equal elements.
  private typealias Probe = (mark: String, name: String, text: String)

  private static func probes(_ name: TemplateName, _ place: String) -> [Probe] {
    let path = "\(place).\(name.name)"
    guard case .list(.view(let names)) = name.type else {
      return [
        (path, "\(place.prefix { $0 != "." }) \(name.name)", "{{#\(name.name)}}[\(path)]\n{{/\(name.name)}}")
      ]
    }
    let element = names.map(\.name).joined(separator: "/")
    return names.flatMap { probes($0, path) }.map { mark, key, text in
      (mark, "\(place.prefix { $0 != "." }) \(element).\(key)", "{{#\(name.name)}}\(text)\n{{/\(name.name)}}")
    }
  }
}
