import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// A named type is read like its underlying type.
@Suite struct NamedTypeTests {
  @Test(arguments: [
    ("lists: {type: Words, lenient: [singleAsList]}", "as: SingleAsList<String>.self"),
    ("lists: {type: Times, lenient: [singleAsList]}", "as: SingleAsList<UnixTime>.self"),
    ("map: {type: Counts, lenient: [emptyListAsMap]}", "as: EmptyListAsMap<String, Int>.self"),
    ("map: {type: MoreCounts, lenient: [emptyListAsMap]}", "as: EmptyListAsMap<String, Int>.self"),
  ])
  func namesAreLookedThrough(property: String, trace: String) throws {
    let text = """
      wgnapi: 1
      module: {servers: {eu: https://api.example.com}}
      endpoints: {e: {get: e, response: R}}
      schemas:
        Words: "[string]"
        Times: "[timestamp]"
        Counts: "{integer}"
        MoreCounts: Counts
        R: {properties: {\(property)}}
      """
    let specs = [SpecFile(path: "M/module.yaml", displayPath: "M/module.yaml", bytes: Array(text.utf8))]
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let (tree, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
    #expect(diagnostics.allSatisfy { $0.severity != .error })
    #expect(try #require(tree.declaration(of: "R")).contains(trace))
  }
}
