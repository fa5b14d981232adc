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
    #expect(!text.contains("typealias Money") && text.contains("static let money: Constraint = ["))
    // A nested type may not hide the user's.
    #expect(text.contains("public let price: Money\n") && text.contains("struct MoneyValue: JSONModel"))
  }

  /// The module's own name is dropped, wherever it is written.
  @Test(arguments: [
    ("{type: Money, import: Shop}", "Money"), ("Shop.Money", "Money"),
    ("{type: Shop.Money, import: Shop}", "Money"),
    ("{type: 'Tagged<Shop.User, Shop.ID>', import: Shop}", "Tagged<User, ID>"),
    (
      "{type: 'Payments.Tagged<Shop.User, Shopping.ID>', import: Payments}",
      "Payments.Tagged<User, Shopping.ID>"
    ),
    ("{type: Money, import: Shop, coder: Shop.Cents}", "Money"),
  ])
  func theModuleDoesNotImportItself(written: String, spelled: String) throws {
    let (files, messages) = OwnTypeSpecs.generate(
      "", "endpoints: {get: {get: a, response: {properties: {price: {type: string, swift: \(written)}}}}}\n")
    #expect(messages == [])
    #expect(try #require(files["Shop/A.swift"]).contains("public let price: \(spelled)\n"))
    #expect(
      files.values.allSatisfy {
        !$0.contains("import Shop\n") && !$0.contains("Shop.Money") && !$0.contains("Shop.Cents")
      })
  }

  /// In a format's and a model's type, too, and where a library is shared with the module.
  @Test func theModuleIsNotNamedInWhatItShares() throws {
    let (files, messages) = OwnTypeSpecs.generate(
      "  types: {formats: {decimal: Shop.Money}}\n",
      "endpoints: {get: {get: a, response: {properties: {price: {type: string, format: decimal}}}}}\n")
    #expect(messages == [])
    #expect(try #require(files["Shop/A.swift"]).contains("public let price: Money\n"))
  }

  /// Without the module, the name would mean another type.
  @Test(arguments: ["Shop.Decimal", "{type: Int, import: Shop}", "'Tagged<Shop.Endpoint, ID>'"])
  func theModulesNameIsNeeded(written: String) {
    let (_, messages) = OwnTypeSpecs.generate(
      "", "endpoints: {get: {get: a, response: {type: string, swift: \(written)}}}\n")
    #expect(
      messages.count == 1
        && messages[0].contains("also in the module 'Shop' itself; give yours another name"),
      "\(messages)")
  }

  /// Policies are members of the runtime's `Policy`, so only the import differs.
  @Test(arguments: [
    ("public", "[Shop.signed]", [".signed"], [String]()),
    ("public", "[{Shop.rank: 3}, Signing.sealed]", [".rank(3)", ".sealed"], ["import Signing"]),
    ("package", "[Signing.sealed]", [".sealed"], ["internal import Signing"]),
    ("internal", "[Signing.sealed, Shop.signed]", [".sealed", ".signed"], ["import Signing"]),
  ])
  func policiesOfModules(access: String, written: String, members: [String], imports: [String]) throws {
    let (files, messages) = OwnTypeSpecs.generate(
      "  access: \(access)\n  policies: \(written)\n", "endpoints: {get: {get: a, response: integer}}\n")
    #expect(messages == [])
    let text = try #require(files["Shop/A.swift"])
    #expect(members.allSatisfy { text.contains("\($0)") })
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.hasSuffix("import Signing") || $0.hasSuffix("import Shop") } == imports)
  }

  @Test func aPolicyIsNamedOnceWithAndWithoutTheModule() {
    let (_, messages) = OwnTypeSpecs.generate(
      "", "endpoints: {get: {get: a, response: integer, policies: [signed, Shop.signed]}}\n")
    #expect(messages == ["error duplicate-name: the policy 'signed' is defined twice"])
  }

  /// What to paste into `Package.swift` says which modules the user has to provide.
  @Test func theManifestListsTheUsersModules() throws {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let output = generateAll(
      specs: OwnTypeSpecs.specs(
        "  policies: [Signing.sealed]\n",
        "endpoints: {get: {get: a, response: {properties: {price: {type: string, swift: {type: Money, import: Payments, example: '1'}}, cost: {type: number, swift: Decimal}}}}}\n"
      ),
      templates: templates, withTests: true, threads: 1)
    let target = try #require(output.modules.targets(in: "Generated").first)
    #expect(target.ownModules == ["Payments", "Signing"] && target.modules == [])
    let block = output.modules.manifestBlock(of: ["Shop"], in: "Generated")
    #expect(
      block.contains(#""Payments",  // yours, as the specs say"#) && block.contains(#""Signing",  // yours"#),
      "\(block)")
    #expect(
      output.modules.productSummary.contains(", and your modules Payments and Signing\n"),
      "\(output.modules.productSummary)")
    let tests = try #require(output.tests.targets(in: "Tests").first)
    #expect(tests.modules == ["Shop"] && tests.ownModules == ["Payments"], "\(tests)")
  }

  /// The kinds of a form's fields, with those that no property has.
  @Test(arguments: [
    ("\"{integer}\"", "others: .json"), ("\"{string}\"", "others: .text"),
    ("\"{[integer]}\"", "others: .jsonList"),
    (
      "{properties: {a: string, 'b[]': string, c: integer, d: any, 'e[]': any}, additionalProperties: boolean}",
      #"fields: ["a": .text, "b[]": .text, "c": .json, "d": .any, "e[]": .text], others: .json"#
    ),
    ("{properties: {a: '[string]'}}", #"fields: ["a": .list],"#),
    // One element in place of a list is a list in a form anyway.
    ("{properties: {a: {type: '[integer]', lenient: [singleAsList]}}}", #"fields: ["a": .jsonList],"#),
    ("{properties: {a: {type: '[string]', lenient: [singleAsList]}}}", #"fields: ["a": .list],"#),
    (
      "{properties: {a: {type: Numbers, lenient: [emptyAsNull, singleAsList]}}}",
      #"fields: ["a": .jsonList],"#
    ),
    // Patterns of one kind need no names, those of different kinds do.
    ("{type: object, patternProperties: {'^a': integer, '^b': number}}", "others: .json"),
    (
      "{type: object, patternProperties: {'^a': integer, '^b': string, '^c': any}, additionalProperties: '[boolean]'}",
      #"patterns: [([.pattern("^a")], .json), ([.pattern("^b")], .text), ([.pattern("^c")], .any)], others: .jsonList"#
    ),
    (
      "{properties: {x: any}, patternProperties: {'^a': integer, '^b': string}, additionalProperties: false}",
      #"fields: ["x": .any], patterns: [([.pattern("^a")], .json), ([.pattern("^b")], .text)],"#
    ),
  ])
  func fieldsOfForms(schema: String, arguments: String) throws {
    let (files, messages) = OwnTypeSpecs.generate(
      "  webhooks: {event: {header: X-Event}}\n",
      "endpoints: {get: {get: a, response: integer}}\nwebhooks: {pushed: {form: Push}}\nschemas:\n  Push: \(schema)\n  Numbers: '[integer]'\n"
    )
    #expect(messages.filter { $0.hasPrefix("error") } == [])
    let text = files.values.joined()
    let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(flat.contains(arguments), "\(files.values.first { $0.contains("WebhookTable") } ?? "")")
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
