import Foundation
import TestSupport
import Testing

@testable import Layouts
@testable import WGNAPIJSON

/// Random values of each case of every union in the repository's generated modules, written and read back.
@Suite struct UnionReadBackTests {
  private static let modules = allModules.filter { !unions(of: $0).isEmpty }.map { $0.module }.sorted()

  private static func unions(of module: any ModuleTypes.Type) -> [any JSONUnion.Type] {
    module.types.compactMap { ($0 as? any CheckedUnion)?.union }
  }

  /// The unions with values of one case that are read as another, beside those that the generator notes.
  private static let ambiguous: Set<String> = [
    // `anyOf`, which allows several alternatives: an integer is a number, and an empty list one of anything.
    "Features.Fraction", "OpenAI.Input",
    // `oneOf` of integers and numbers, which is noted, in another document.
    "Archive.Limit",
    // The first alternative is an open union, which takes a list for an unknown value; the second one knows it.
    "Alternatives.Sort",
    // An open union among the alternatives takes any object for an unknown value; the others know some of them.
    "Alternatives.Input",
    // Noted.
    "HostileDocument.UnionValue",
  ]

  /// The cases without values: all lists and unions of `Sort` are known, and all objects of `Input` are an open union's.
  private static let empty: Set<String> = ["Alternatives.Sort/2", "Alternatives.Input/3"]

  /// The unions of `alternatives.yaml` that the generator notes, by the keys in the lines of its notes.
  private static func noted() throws -> Set<String> {
    let folder = packageFolder.appendingPathComponent("Tests/Golden/OpenAPI/Documents")
    func lines(_ name: String) throws -> [String] {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8).components(
        separatedBy: "\n")
    }
    let document = try lines("alternatives.yaml")
    let notes = try lines("alternatives.yaml.txt").filter { $0.contains("exactly one alternative") }
    return Set(
      notes.compactMap { note in
        guard let line = Int(note.prefix { $0 != ":" }), document.indices.contains(line - 1) else {
          return nil
        }
        let text = document[line - 1].drop { $0 == " " }
        // A parameter is an element of a list.
        let parameter = "- {name: "
        let key =
          text.hasPrefix(parameter)
          ? text.dropFirst(parameter.count).prefix { $0 != "," } : text.prefix { $0 != ":" }
        return key.prefix(1).uppercased() + key.dropFirst()
      })
  }

  @Test func allAreTried() throws {
    let unions = allModules.flatMap { Self.unions(of: $0) }
    let cases = unions.map { Self.count(of: $0) }.reduce(0, +)
    #expect(unions.count >= 119 && cases >= 393, "\(unions.count) unions with \(cases) cases")
    #expect(try Self.noted().count == 8)
  }

  private static func withoutModule(_ name: String) -> String {
    String(name.drop { $0 != "." }.dropFirst())
  }

  private static func count<Root: JSONUnion>(of type: Root.Type) -> Int { Root.union.count }

  @Test(arguments: modules) func aValueIsReadAsItsCaseOrAsTheDocumentedOne(module: String) throws {
    let types = try #require(allModules.first { $0.module == module })
    var readBack = UnionReadBack(types.types.compactMap(\.model), seed: 1)
    for union in Self.unions(of: types) { readBack.check(union) }
    for problem in readBack.problems { Issue.record("\(problem)") }
    #expect(readBack.empty == Set(Self.empty.filter { $0.hasPrefix("\(module).") }.map(Self.withoutModule)))
    let ambiguous = Set(readBack.ambiguous.map { "\(module).\($0)" })
    var expected = Self.ambiguous.filter { $0.hasPrefix("\(module).") }
    if module == "Alternatives" {
      for name in try Self.noted() {
        // A type that an inline schema needs may have another ending.
        let found = ambiguous.first { $0 == "\(module).\(name)" || $0 == "\(module).\(name)Value" }
        #expect(found != nil, "\(name)")
        if let found { expected.insert(found) }
      }
    }
    #expect(ambiguous == expected)
  }
}
