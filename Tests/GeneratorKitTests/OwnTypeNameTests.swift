import Diagnostics
import Foundation
import SpecReader
import Testing

@testable import GeneratorKit

/// Which names user-defined types can have, and where generated code can use them.
@Suite struct OwnTypeNameTests {
  @Test func aTypeWithTheNameOfAGeneratedOneIsReported() {
    let (_, messages) = OwnTypeSpecs.generate(
      "",
      """
      endpoints: {get: {get: a, response: Order}}
      schemas:
        Order: {properties: {price: {type: string, swift: Money}, fee: {type: string, swift: {type: Payments.Fee, import: Payments}}}}
        Money: {properties: {cents: integer}}
        Payments: string
      """)
    #expect(
      messages.filter { !$0.hasPrefix("warning") } == [
        "error name-collision: 'Money' is meant to be your own type, but in generated code 'Money' means the type of 'Money'; set 'swiftName' there, or write your type's module before it, as in 'Payments.Money'",
        "error name-collision: 'Payments.Fee' is meant to be your own type, but in generated code 'Payments' means the type of 'Payments'; set 'swiftName' there, or write your type's module before it, as in 'Payments.Payments'",
      ])
  }

  @Test func aSchemaMayHaveTheNameOfItsType() throws {
    let (files, messages) = OwnTypeSpecs.generate(
      "",
      """
      endpoints: {get: {get: a, response: {properties: {price: Money, money: {properties: {cents: integer}}}}}}
      schemas: {Money: {type: string, swift: Money}}
      """)
    #expect(messages.isEmpty)
    let text = try #require(files["Shop/A.swift"])
    #expect(!text.contains("typealias Money") && text.contains("static let money: JSONSchema = ["))
    // A nested type may not hide the user's.
    #expect(text.contains("public let price: Money\n") && text.contains("struct MoneyValue: JSONModel"))
  }

  @Test func theModuleDoesNotImportItself() {
    let (_, messages) = OwnTypeSpecs.generate(
      "", "endpoints: {get: {get: a, response: {type: string, swift: {type: Money, import: Shop}}}}\n")
    #expect(messages == ["error invalid-name: 'Shop' is the generated module itself; leave 'import' out"])
  }

  @Test(arguments: ["any", "some", "Endpoint", "ModelLayout", "Union", "Void", "Optional<Money>"])
  func namesThatMeanSomethingElseAreReported(name: String) {
    let (_, messages) = OwnTypeSpecs.generate(
      "", "endpoints: {get: {get: a, response: {type: string, swift: \(name)}}}\n")
    #expect(messages.count == 1 && messages.allSatisfy { $0.hasPrefix("error") }, "\(messages)")
  }

  /// Types of Foundation are found where the compiler checks them.
  @Test(arguments: ["Decimal", "Foundation.Decimal"]) func typesOfFoundation(name: String) throws {
    let (files, messages) = OwnTypeSpecs.generate(
      "", "endpoints: {get: {get: a, response: {properties: {price: {type: number, swift: \(name)}}}}}\n")
    #expect(messages.isEmpty)
    #expect(try #require(files["Shop/OwnTypes.swift"]).contains("import Foundation"))
  }

  /// A name of Foundation with a module before it is that module's, also with a coder.
  @Test func aModulesTypeWithANameOfFoundation() throws {
    let (files, messages) = OwnTypeSpecs.generate(
      "",
      "endpoints: {get: {get: a, response: {properties: {unit: {type: string, swift: {type: Unit, import: Payments, coder: UnitCoder}}}}}}\n"
    )
    #expect(messages.isEmpty)
    #expect(try #require(files["Shop/A.swift"]).contains("public import Payments"))
  }

  /// A condition of failure can't be compared with a value of a type that only the user knows.
  @Test func aFailureIsNotComparedWithAType() {
    let (_, messages) = OwnTypeSpecs.generate(
      "  envelope: Reply\n",
      """
      endpoints: {get: {get: a, response: integer}}
      envelopes: {Reply: {properties: {ok: {type: boolean, swift: Truth}, data?: payload, why?: string}, failure: {when: {ok: false}, message: why}}}
      """)
    #expect(
      messages.filter { $0.hasPrefix("error") } == [
        "error wrong-type: generated code can't compare 'ok', whose type 'Truth' is your own; leave 'swift' out there"
      ])
  }

  /// Generated code doesn't know how a coder's value becomes JSON.
  @Test func theValueOfAFailureHasNoCoder() {
    let (_, messages) = OwnTypeSpecs.generate(
      "  envelope: Reply\n",
      """
      endpoints: {get: {get: a, response: integer}}
      envelopes:
        Reply:
          properties: {data?: payload, error?: {properties: {why: string, at: {type: integer, swift: {type: Duration, coder: Secs}}}}}
          failure: {when: error, message: error.why, value: error.at}
      """)
    #expect(
      messages.filter { $0.hasPrefix("error") } == [
        "error wrong-type: the 'value' of a failure can't be 'error.at', whose type 'Duration' of your own has a coder; leave 'swift' out there"
      ])
  }

  /// What other modules choose for a format doesn't change a library.
  @Test func formatsOfOthersDoNotReachALibrary() {
    let texts = [
      "Common/module.yaml": "wgnapi: 1\nmodule: {library: true}\n",
      "Common/a.yaml": "wgnapi: 1\nschemas: {Days: {properties: {days: \"{date-time: integer}\"}}}\n",
      "Shop/module.yaml": OwnTypeSpecs.head + "  import: [Common]\n",
      "Shop/a.yaml": "wgnapi: 1\nendpoints: {get: {get: a, response: Days}}\n",
      "Other/module.yaml": OwnTypeSpecs.head + "  types: {formats: {date-time: Moment}}\n",
      "Other/a.yaml": "wgnapi: 1\nendpoints: {get: {get: a, response: date-time}}\n",
    ]
    let files = texts.sorted { $0.key < $1.key }.map {
      SpecFile(path: $0.key, displayPath: $0.key, bytes: Array($0.value.utf8))
    }
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let output = generateAll(specs: files, templates: templates, withTests: false, threads: 1)
    #expect(
      output.diagnostics.filter { $0.severity == .error }.map(\.message)
        == ["the keys of a map must be strings, dates or integers, or named schemas of those"])
  }
}
