import Diagnostics
import Foundation
import GeneratorKit
import SpecExport
import SpecReader
import SwiftEmitter
import Testing

/// An exported document generates the same code as its specs.
@Suite struct RoundTripTests {
  /// The modules whose code differs, each with the reason that `docs/export.md` gives.
  static let known = [
    "Ledger": "JSON Schema documents aren't exported",
    "Shop": "JSON Schema documents aren't exported",
  ]

  static let templates: [TemplateSource] = {
    var sink = DiagnosticSink()
    return loadTemplates(overlaidBy: nil, into: &sink)
  }()

  static let folders: [String] =
    ["Specs"]
    + [
      "APIs", "Codecs", "Credentials", "Edges", "Failures", "Features", "Hostile", "Migration", "Names",
      "OpenAPI", "OwnTypes", "Pages", "Recipes", "Requests", "Schemas", "Services", "Templates",
    ].map { "Tests/Golden/\($0)/Specs" }

  @Test(arguments: folders, [OpenAPIVersion.v31, .v30])
  func exportedDocumentsGenerateTheSameCode(folder: String, version: OpenAPIVersion) throws {
    var options = ExportOptions()
    options.version = version
    options.withSamples = version == .v31
    let sample = try ExportSample(folder, options: options)
    #expect(Set(sample.documents.map(\.module)) == sample.modules)
    for document in sample.documents {
      let name = document.module
      let read = sample.generated(from: document)
      #expect(read.problems == [], "\(name)")
      let differences = sample.differences(of: name, read.files)
      if let reason = Self.known[name] {
        #expect(!differences.isEmpty, "\(name) is the same; it was known that \(reason)")
      } else {
        #expect(sample.differentFiles(of: name, read.files) == [], "\(name): \(differences.prefix(20))")
      }
    }
  }
}
