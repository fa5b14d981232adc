import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// Schemas that lead to one another in chains of any length: an error, and no end of the stack.
@Suite struct SchemaChainTests {
  /// `count` schemas that hold for the same value, each by way of the next.
  private func chain(_ count: Int, _ link: (Int) -> String) -> SpecFile {
    let schemas = (0..<count).map { "\"a\($0)\": \(link($0 + 1))" }
    let last = "\"a\(count)\": {\"type\": \"string\", \"$dynamicAnchor\": \"n\(count)\"}"
    let text = "{\"$ref\": \"#/$defs/a0\", \"$defs\": {\((schemas + [last]).joined(separator: ", "))}}"
    return SpecFile(path: "M/a.schema.json", displayPath: "M/a.schema.json", bytes: Array(text.utf8))
  }

  private static let links: [@Sendable (Int) -> String] = [
    { "{\"$ref\": \"#/$defs/a\($0)\"}" },
    { "{\"allOf\": [{\"$ref\": \"#/$defs/a\($0)\"}], \"properties\": {\"p\($0)\": true}}" },
    { "{\"not\": {\"if\": {\"$ref\": \"#/$defs/a\($0)\"}}}" },
  ]

  @Test(arguments: links.indices, [20, 1_600, 5_000])
  func isRefusedWhereItIsTooLong(link: Int, count: Int) {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let (tree, diagnostics) = generate(specs: [chain(count, Self.links[link])], templates: templates, jobs: 1)
    let errors = diagnostics.filter { $0.severity == .error }
    #expect(errors.isEmpty == (count == 20), "\(errors.prefix(2))")
    #expect(errors.allSatisfy { $0.id == .nestingTooDeep && $0.span?.file == "M/a.schema.json" })
    #expect(tree.files.isEmpty == !errors.isEmpty)
  }

}
