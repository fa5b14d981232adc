import Diagnostics
import Testing

@testable import SpecReader

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What settings mean. Mistakes in them are in `Tests/Golden/BadSettings`.
@Suite struct SettingsTests {
  private func read(_ text: String) throws -> ProjectSettings {
    var sink = DiagnosticSink()
    let settings = readSettings(Array(text.utf8), file: "wgnapi-gen.yaml", into: &sink)
    #expect(sink.isEmpty, "\(sink.diagnostics)")
    return try #require(settings)
  }

  @Test func `two lines are enough`() throws {
    let settings = try read("specs: Specs\noutput: Generated\n")
    let job = try #require(settings.jobs.first)
    #expect(settings.jobs.count == 1 && settings.strict == nil && settings.warningsAsErrors == nil)
    #expect(job.specs.text == "Specs" && job.output.text == "Generated")
    #expect(job.tests == nil && job.module == nil && job.maps.isEmpty && job.templates == nil && !job.prune)
  }

  @Test func `every option has its line`() throws {
    let settings = try read(
      """
      specs: api.yaml
      output: Generated
      tests: Tests/Generated
      module: Shop
      prune: true
      map: {"https://example.com/": Schemas}
      templates: Templates
      strict: true
      warnings-as-errors: false
      x-note: anything

      """)
    let job = try #require(settings.jobs.first)
    #expect(job.tests?.text == "Tests/Generated" && job.module?.text == "Shop" && job.prune)
    #expect(job.maps.map(\.prefix) == ["https://example.com/"] && job.maps.map(\.path.text) == ["Schemas"])
    #expect(job.templates?.text == "Templates")
    #expect(settings.strict == true && settings.warningsAsErrors == false)
  }

  @Test func `what is said for all jobs holds unless a job says otherwise`() throws {
    let settings = try read(
      """
      prune: true
      templates: Templates
      map: {"https://a.example/": A, "https://b.example/": B}
      generate:
        - {specs: Specs, output: Generated}
        - {specs: b.yaml, output: Other, prune: false, templates: T, map: {"https://b.example/": C}}

      """)
    let (first, second) = (settings.jobs[0], settings.jobs[1])
    #expect(first.prune && first.templates?.text == "Templates" && first.maps.map(\.path.text) == ["A", "B"])
    #expect(!second.prune && second.templates?.text == "T" && second.maps.map(\.path.text) == ["C", "A"])
  }

  @Test func `jobs may share a folder`() throws {
    let settings = try read("generate: [{specs: a.yaml, output: G}, {specs: b.yaml, output: G}]\n")
    #expect(settings.jobs.map(\.output.text) == ["G", "G"])
  }

  @Test func `specs may be outside of the project`() throws {
    #expect(try read("specs: ../api/Specs\noutput: Generated\n").jobs.map(\.specs.text) == ["../api/Specs"])
  }

  @Test func `paths know what is inside them`() {
    let path = { SettingsPath($0) }
    #expect(path("./a//b/../c/").parts == ["a", "c"] && path("a") == path("./a/"))
    #expect(
      path("a/b").isInside(path("a")) && !path("a").isInside(path("a")) && !path("ab").isInside(path("a")))
    #expect(
      path("a").isInside(path("..")) && path("a").isInside(path(".")) && !path("../a").isInside(path(".")))
    #expect(!path("a").isInside(path("../a")) && path("../a/b").isInside(path("../a")))
  }

  @Test func `the JSON Schema for editors knows the reader's keys`() throws {
    struct Document: Decodable {
      struct Part: Decodable { var properties: [String: Ignored]? }
      struct Ignored: Decodable {}
      enum Keys: String, CodingKey {
        case properties
        case definitions = "$defs"
      }
      var properties: [String: Ignored]
      var definitions: [String: Part]

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        properties = try container.decode([String: Ignored].self, forKey: .properties)
        definitions = try container.decode([String: Part].self, forKey: .definitions)
      }
    }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let schema = try JSONDecoder().decode(
      Document.self, from: Data(contentsOf: root.appendingPathComponent("Specs/wgnapi-gen.schema.json")))
    #expect(Set(schema.properties.keys) == Set(SettingsKeys.all))
    #expect(Set((schema.definitions["job"]?.properties ?? [:]).keys) == Set(SettingsKeys.job))
  }
}
