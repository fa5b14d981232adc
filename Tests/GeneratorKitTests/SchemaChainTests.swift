import Diagnostics
import Foundation
import SpecReader
import Testing
import Thoroughness

@testable import GeneratorKit

/// Schemas that lead to one another in chains of any length: an error or output, and no end of the stack.
@Suite struct SchemaChainTests {
  typealias Link = @Sendable (Int) -> String

  /// `count` schemas, each leading to the next.
  private func chain(_ count: Int, _ link: Link) -> SpecFile {
    let schemas = (0..<count).map { "\"a\($0)\": \(link($0))" }
    let last = "\"a\(count)\": {\"type\": \"string\", \"$dynamicAnchor\": \"n\(count)\"}"
    return document("{\"$ref\": \"#/$defs/a0\", \"$defs\": {\((schemas + [last]).joined(separator: ", "))}}")
  }

  private func document(_ text: String) -> SpecFile {
    SpecFile(path: "M/a.schema.json", displayPath: "M/a.schema.json", bytes: Array(text.utf8))
  }

  private func run(_ spec: SpecFile, threads: Int = 1) -> (OutputTree, [Diagnostic]) {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let (tree, diagnostics) = generate(specs: [spec], templates: templates, threads: threads)
    return (tree, diagnostics.filter { $0.severity == .error })
  }

  /// A list for each schema would make the output four times as large.
  @Test func twiceAsManyDynamicAnchorsMakeTwiceAsMuch() {
    func size(_ count: Int) -> Int {
      let schemas = (0..<count).map {
        """
        "a\($0)": {"$dynamicAnchor": "a\($0)", "type": "object", "properties": {"x": {"$dynamicRef": "#a\(($0 + 1) % count)"}}}
        """
      }
      let (tree, errors) = run(
        document("{\"$ref\": \"#/$defs/a0\", \"$defs\": {\(schemas.joined(separator: ", "))}}"))
      #expect(errors.isEmpty)
      return tree.files.reduce(0) { $0 + $1.bytes.count }
    }
    let (some, more) = (size(100), size(200))
    #expect(some > 0 && more < 5 * some / 2)
  }

  private static func next(_ position: Int) -> String { "{\"$ref\": \"#/$defs/a\(position + 1)\"}" }

  /// Each holds for the same value as the next one does.
  private static let inPlace: [Link] = [
    { next($0) },
    { "{\"allOf\": [\(next($0))], \"properties\": {\"p\($0)\": true}}" },
    { "{\"not\": {\"if\": \(next($0))}}" },
    { "{\"$dynamicRef\": \"#n\($0 + 1)\", \"$dynamicAnchor\": \"n\($0)\"}" },
    { "{\"$dynamicRef\": \"#/$defs/a\($0 + 1)\"}" },
    { "{\"anyOf\": [\(next($0))]}" },
    { "{\"oneOf\": [{\"type\": \"null\"}, \(next($0))]}" },
    { "{\"if\": true, \"then\": \(next($0))}" },
    { "{\"if\": true, \"else\": \(next($0))}" },
    { "{\"dependentSchemas\": {\"a\": \(next($0))}}" },
  ]

  /// Each holds for parts of what the one before holds for.
  private static let inward: [Link] = [
    { "{\"type\": \"array\", \"items\": \(next($0))}" },
    { "{\"items\": \(next($0))}" },
    { "{\"type\": \"object\", \"properties\": {\"a\": \(next($0))}}" },
    { "{\"type\": \"object\", \"additionalProperties\": \(next($0))}" },
    { "{\"type\": \"object\", \"patternProperties\": {\"a\": \(next($0))}}" },
    { "{\"type\": \"array\", \"prefixItems\": [\(next($0))], \"minItems\": 1, \"items\": false}" },
    { "{\"type\": \"array\", \"contains\": \(next($0))}" },
    { "{\"type\": \"object\", \"propertyNames\": \(next($0))}" },
    { "{\"type\": \"array\", \"unevaluatedItems\": \(next($0))}" },
    { "{\"type\": \"object\", \"unevaluatedProperties\": \(next($0))}" },
  ]

  @Test(arguments: inPlace.indices, isThorough ? [20, 1_000, 5_000] : [20, 1_000])
  func isRefusedWhereItIsTooLong(link: Int, count: Int) {
    let (tree, errors) = run(chain(count, Self.inPlace[link]))
    #expect(errors.isEmpty == (count == 20), "\(errors.prefix(2))")
    #expect(errors.allSatisfy { $0.id == .nestingTooDeep && $0.span?.file == "M/a.schema.json" })
    #expect(tree.files.isEmpty == !errors.isEmpty)
  }

  @Test(arguments: inward.indices)
  func mayBeOfAnyLengthWhereItGoesIntoTheValue(link: Int) {
    let (tree, errors) = run(chain(500, Self.inward[link]))
    #expect(errors.isEmpty && !tree.files.isEmpty, "\(errors.prefix(2))")
  }

  @Test func mayBeOfAnyLengthWhereEachLinkIsAnother() {
    let (tree, errors) = run(chain(1_000) { Self.inward[$0 % Self.inward.count]($0) })
    #expect(errors.isEmpty && !tree.files.isEmpty, "\(errors.prefix(2))")
  }

  /// As long as is allowed: two schemas per link, or one.
  @Test(arguments: inPlace.indices, [1, 3])
  func needsNoMoreStackThanTheCallerHas(link: Int, threads: Int) throws {
    let count = [0, 3, 4].contains(link) ? 195 : link == 2 ? 60 : 95
    let spec = chain(count, Self.inPlace[link])
    let (tree, errors) = try onSmallStack { run(spec, threads: threads) }
    #expect(errors.isEmpty && !tree.files.isEmpty, "\(errors.prefix(2))")
  }

  @Test(arguments: [
    "A%", "\"[A%]\"", "\"{string: A%}\"", "{allOf: [A%]}", "{prefixItems: [A%, string]}",
    "{oneOf: [A%, boolean]}",
  ])
  func needsNoMoreStackThanTheCallerHasForSpecs(link: String) throws {
    let schemas = (1...60).map { "  A\($0): " + link.replacing("%", with: "\($0 - 1)") + "\n" }
    let text = "wgnapi: 1\nschemas:\n  A0: {properties: {a: string}}\n" + schemas.joined()
    let spec = SpecFile(path: "M/a.yaml", displayPath: "M/a.yaml", bytes: Array(text.utf8))
    let (tree, errors) = try onSmallStack { run(spec, threads: 2) }
    #expect(errors.isEmpty && !tree.files.isEmpty, "\(errors.prefix(2))")
  }

  /// A dynamic reference may find another schema than the one that the text names.
  @Test func isNoCycleByWayOfADynamicReference() {
    let definitions = [
      "\"b\": {\"$dynamicAnchor\": \"n\", \"$ref\": \"#/$defs/c\"}", "\"c\": {\"$dynamicRef\": \"#n\"}",
      "\"a\": {\"$ref\": \"#/$defs/b\"}",
    ]
    for order in [definitions, definitions.reversed()] {
      let (_, errors) = run(document("{\"$defs\": {\(order.joined(separator: ", "))}}"))
      #expect(errors.isEmpty, "\(errors.prefix(2))")
    }
  }

  /// What a thread with as little stack as a few calls need gives.
  private func onSmallStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) throws -> Result {
    let outcome = Outcome<Result>()
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      outcome.value = work()
      end.signal()
    }
    thread.stackSize = 128 << 10
    thread.start()
    end.wait()
    return try #require(outcome.value)
  }
}

private final class Outcome<Value: Sendable>: @unchecked Sendable { var value: Value? }
