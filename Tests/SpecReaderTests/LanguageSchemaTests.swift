import Testing

@testable import SpecReader

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `Specs/wgnapi.schema.json` and the reader know the same keys. That it accepts and rejects the right specs
/// is tried by `Tests/spec_schema.py`.
@Suite struct LanguageSchemaTests {
  private struct Document: Decodable {
    struct Part: Decodable {
      var properties: [String: Ignored]?
    }
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

    func keys(of name: String) -> Set<String> { Set((definitions[name]?.properties ?? [:]).keys) }
  }

  private let document: Document

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    document = try JSONDecoder().decode(
      Document.self, from: Data(contentsOf: root.appendingPathComponent("Specs/wgnapi.schema.json")))
  }

  @Test func `the keywords of schemas are the reader's`() {
    let everywhere = SchemaKeywords.all.subtracting(PlacedKeyword.allCases.map(\.rawValue))
    let places: [(name: String, place: SchemaPlace, others: Set<String>)] = [
      ("schema", .inside, []), ("property", .property, []), ("namedSchema", .named, []),
      ("parameter", .parameter, ParameterFields.keys), ("envelope", .envelope, ["failure", "payload"]),
    ]
    for (name, place, others) in places {
      let placed = PlacedKeyword.allCases.filter { $0.belongs(place) }.map(\.rawValue)
      #expect(document.keys(of: name) == everywhere.union(placed).union(others), "\(name)")
    }
  }

  @Test func `the other keys are the reader's`() {
    #expect(Set(document.properties.keys) == Set(topLevelKeys + DocumentFolder.ownKeys))
    #expect(document.keys(of: "operation") == Set(DocumentFolder.operationKeys))
    #expect(document.keys(of: "module") == Set(ModuleReader.moduleKeys + DocumentFolder.settingKeys))
    #expect(document.keys(of: "endpoint") == Set(EndpointReader.endpointKeys))
  }

  /// A spec names the runtime's policies by keys of their own.
  @Test func `the policies of the runtime are known`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/Runtime")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
      $0.hasSuffix(".swift")
    }
    var names: Set<String> = []
    for path in paths {
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      var isInside = false
      for line in text.split(separator: "\n") {
        if !line.hasPrefix(" ") { isInside = line.hasPrefix("extension Policy {") }
        for keyword in ["func", "var", "let"] where isInside && line.hasPrefix("  public static \(keyword) ")
        {
          names.insert(String(line.dropFirst("  public static \(keyword) ".count).prefix { $0.isLetter }))
        }
      }
    }
    #expect(names == Set(PolicyReader.runtimePolicies.keys))
    // The schema of the language refuses them, too.
    let schema = try String(
      contentsOf: root.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Specs/wgnapi.schema.json"), encoding: .utf8)
    #expect(schema.components(separatedBy: "(\(names.sorted().joined(separator: "|")))$)").count == 3)
  }
}
