import APIModel
import Diagnostics
import Foundation
import SpecReader
import Testing

@testable import SpecExplanation
@testable import SwiftEmitter

/// Explanations of names in specs.
struct ExplanationTests {
  private static let shop = """
    wgnapi: 1
    module:
      summary: A shop
      servers: {main: https://api.example.com/}
      cache: 10 min
      retry: {attempts: 3, statuses: [503]}
      limits: {application: 10/s}
      failures: {404: {schema: Missing, code: reason}}
      parameters: [key]
      groups: {items: What is sold.}
    parameters:
      key: {type: string, secret: true}
    endpoints:
      search:
        get: items
        group: items
        summary: Finds items.
        parameters:
          text: {type: string, minLength: 3, maxLength: 24, description: The start of a title.}
          color?: {$ref: Color}
          limit?: {type: integer, minimum: 1, maximum: 100, default: 10}
        response: "[Item]"
        errors: {407: {NOT_ENOUGH: {summary: The text is short.}}}
      create: {post: items, group: items, body: {json: Item}, response: Item, failures: {409: {properties: {id: ItemID}}}}
    schemas:
      ItemID: {type: integer, newtype: true, minimum: 1}
      Color: {enum: [red, green]}
      Missing: {properties: {reason: string}}
      Size: {description: How large., properties: {width: integer, height: integer}}
      Item:
        description: One thing.
        properties:
          id: ItemID
          title: {type: string, pattern: "^[A-Z].{0,70}[a-z][a-z][a-z][a-z][a-z][a-z][a-z][a-z]$"}
          size: Size
          tags?: {type: array, items: {type: string, maxLength: 9}, maxItems: 5}
          maker?: {properties: {name: {type: string, minLength: 2}}}
    """

  @Test func anEndpointHasItsFacts() throws {
    let specs = try ExplainedSpecs(specs: Self.shop)
    let explanation = try specs.explanation("Shop.items.search")
    let endpoint = try #require(explanation.endpoint)
    #expect(
      endpoint.signature
        == "search(text: String, color: Color? = nil, limit: Int? = nil) async throws -> [Item]")
    #expect(endpoint.parameters.map(\.name) == ["text", "color", "limit"])
    #expect(endpoint.parameters[0].limits == ["3 to 24 characters."])
    #expect(endpoint.parameters[1].limits == ["Known values: `red`, `green`."])
    #expect(endpoint.parameters[2].limits == ["From 1 to 100."])
    #expect(endpoint.parameters[2].defaultValue == "Default: `10`.")
    #expect(endpoint.failures.map(\.type) == ["Missing"])
    #expect(endpoint.errors.map(\.name) == ["ErrorCode.notEnough"])
    #expect(endpoint.errors.first?.summary == "The text is short.")
    #expect(endpoint.behaviour.contains("responses are cached for 10 minutes"))
    #expect(endpoint.behaviour.contains { $0.hasPrefix("is tried up to 3 times, after the status 503") })
    #expect(endpoint.behaviour.contains { $0.hasPrefix("at most 10 requests in 1 second") })
    #expect(endpoint.statement == "let response = try await client.items.search(text: \"text\")\n")
    #expect(
      endpoint.curl?.contains("https://api.example.com/items?text=text") == true, "\(endpoint.curl ?? "")")
    #expect(endpoint.curl?.contains("\"$WGNAPI_SHOP_KEY\"") == true)
    #expect(endpoint.position == "Specs/Shop/module.yaml:14")
  }

  @Test func typesAreExplainedTwoLevelsDeep() throws {
    let specs = try ExplainedSpecs(specs: Self.shop)
    let types = try specs.explanation("search").types
    #expect(types.map(\.name) == ["Item", "Color", "Missing", "ItemID", "Size", "Item.Maker"])
    let item = try #require(types.first)
    #expect(item.members.map(\.name) == ["id", "title", "size", "tags", "maker"])
    #expect(item.members[0].limits == ["At least 1."])
    #expect(item.members[1].limits.first?.hasPrefix("Matches `^[A-Z]") == true)
    #expect(item.members[2].summary == "How large.")
    #expect(item.members[3].limits == ["At most 5 elements.", "Each element: At most 9 characters."])
    let maker = try #require(types.last)
    #expect(maker.members.first?.limits == ["At least 2 characters."])
  }

  @Test(arguments: [
    ("items.search", "search"), ("client.items.search", "search"), ("Shop.items.search", "search"),
    ("ItemsSearchRequest", "search"), ("GET /items", "search"), ("POST items", "create"),
    ("items.create", "create"),
  ])
  func endpointsHaveSeveralNames(name: String, operation: String) throws {
    let found = try ExplainedSpecs(specs: Self.shop).explanation(name)
    #expect(found.endpoint?.operation == "items.\(operation)")
  }

  @Test func otherSubjects() throws {
    let specs = try ExplainedSpecs(specs: Self.shop)
    #expect(
      try specs.explanation("Item").type?.usedBy.map(\.name) == ["Shop.items.search", "Shop.items.create"])
    #expect(try specs.explanation("Item.Maker").type?.members.map(\.name) == ["name"])
    #expect(try specs.explanation("Shop.items").group?.endpoints.count == 2)
    #expect(try specs.explanation("Shop").module?.groups.map(\.name) == ["Shop.items"])
    #expect(try specs.explanation("NOT_ENOUGH").error?.endpoints.map(\.name) == ["Shop.items.search"])
    #expect(try specs.explanation("ErrorCode.notEnough").error?.error.code == "407")
    let unnamed = try specs.explanation("create").endpoint
    #expect(unnamed?.failures.map(\.type) == ["Missing", "ItemsCreateRequest.ConflictFailure"])
    #expect(
      try specs.explanation("ItemsCreateRequest.ConflictFailure").type?.members.map(\.limits) == [
        ["At least 1."]
      ])
  }

  @Test(arguments: [
    ("Shop.items.serach", "'Shop.items.search'"), ("Itme", "'Item'"), ("Colour", "'Color'"),
    ("maker", "'Item.Maker'"),
  ])
  func unknownNamesSuggestNearOnes(name: String, hint: String) throws {
    let specs = try ExplainedSpecs(specs: Self.shop)
    let error = #expect(throws: UnknownSubject.self) { try specs.explanation(name) }
    #expect(error?.message.contains("did you mean \(hint)") == true, "\(error?.message ?? "")")
  }

  @Test func textIsSafeAndHasEverything() throws {
    let hostile = Self.shop.replacing("Finds items.", with: "\"Finds \\e[31mitems.\\u202E\"")
    let text = try ExplainedSpecs(specs: hostile).explanation("search").text
    #expect(text.contains("Finds <U+001B>[31mitems.<U+202E>"), "\(text)")
    for title in [
      "SWIFT", "HTTP", "PARAMETERS", "RESPONSE", "ERRORS", "BEHAVIOUR", "TYPES", "EXAMPLE", "CURL",
    ] {
      #expect(text.contains("\n\(title)\n"), "\(title)")
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 200 && $0.last != " " })
  }

  @Test(arguments: DiagnosticID.all.map(\.rawValue))
  func diagnosticsHaveTheirPage(id: String) throws {
    let section = try #require(DiagnosticExplanation(id))
    #expect(!section.text.isEmpty && !section.title.isEmpty && !section.text.contains("\n### "))
  }

  // MARK: What specs say of values

  private static let deprecated = """
    wgnapi: 1
    module: {servers: {main: https://api.example.com/}}
    endpoints:
      old: {get: old, deprecated: true, response: Old}
      older: {get: older, deprecated: Use nothing., parameters: {size?: {type: integer, example: 42}}, response: Old}
    schemas:
      Old: {deprecated: Use the new one., properties: {title: {type: string, deprecated: true, example: Kettle}}}
    """

  /// A deprecation may have no words.
  @Test func deprecationsAreShown() throws {
    let specs = try ExplainedSpecs(specs: Self.deprecated)
    let old = try specs.explanation("Shop.old")
    #expect(old.endpoint?.isDeprecated == true && old.endpoint?.deprecation == nil)
    #expect(old.text.contains("Deprecated.\n") && !old.text.contains("Deprecated. \n"), "\(old.text)")
    #expect(try specs.explanation("Shop.older").text.contains("Deprecated. Use nothing.\n"))
    #expect(try specs.explanation("Old").text.contains("Deprecated. Use the new one.\n"))
  }

  @Test func examplesOfValuesAreShown() throws {
    let specs = try ExplainedSpecs(specs: Self.deprecated)
    #expect(try specs.explanation("Old").text.contains("Kettle"))
    #expect(try specs.explanation("Shop.older").text.contains("Example: `42`"))
  }

  private static let bank = """
    wgnapi: 1
    module: {servers: {main: https://api.example.com/}}
    endpoints:
      account:
        get: accounts/{id}
        parameters: {id: string, order?: {enum: [newest, oldest], open: false}, kinds?: {type: array, items: {enum: [a, b]}}}
        response: Account
        partial: {fields: fields, extra: more}
      pay:
        post: payments
        body: {json: Payment}
        response: Payment
    schemas:
      Account: {properties: {id: string, balance: {type: decimal, lenient: [numberAsString], example: "12.50"}}}
      Payment:
        properties: {amount: integer, counterparty: {properties: {name: string, iban: {type: string, secret: true}}}}
        example: {amount: 1, counterparty: {name: Ada, iban: DE99}}
    """

  @Test func partialResponsesAreMentioned() throws {
    let specs = try ExplainedSpecs(specs: Self.bank)
    #expect(
      try specs.explanation("account").endpoint?.behaviour.contains(
        "responses may have some of their fields only ('fields', extra ones by 'more'): "
          + "`client.send(AccountRequest(…), fields: […])`") == true)
    #expect(try specs.explanation("pay").endpoint?.behaviour.contains { $0.contains("fields") } == false)
  }

  @Test func examplesAreShownAsTheyAreWritten() throws {
    let specs = try ExplainedSpecs(specs: Self.bank)
    #expect(try specs.explanation("account").endpoint?.response.example?.contains("\"12.50\"") == true)
    #expect(try specs.explanation("Account").type?.example?.contains("\"12.50\"") == true)
  }

  @Test func enumerationsInPlaceHaveTheirValues() throws {
    let endpoint = try ExplainedSpecs(specs: Self.bank).explanation("account").endpoint
    #expect(
      endpoint?.parameters.map(\.limits) == [
        [], ["One of `newest`, `oldest`."], ["Each element: Known values: `a`, `b`."],
      ])
  }

  @Test func smallFacts() throws {
    let specs = try ExplainedSpecs(
      specs: """
        wgnapi: 1
        module: {servers: {main: {url: "https://{tenant}.example.com/", variables: {tenant: {}}}}}
        endpoints:
          tagged: {get: tagged, response: {type: integer, headers: {ETag: string}}}
          ask: {post: ask, body: {json: {properties: {id: {type: integer, automatic: true}}}}, response: empty}
        """)
    let tagged = try specs.explanation("tagged")
    #expect(tagged.types.first?.members.map(\.wireName) == ["ETag"])
    // A variable without a default has its name as its value.
    #expect(tagged.endpoint?.curl?.contains("https://tenant.example.com/tagged") == true)
    #expect(tagged.endpoint?.swift?.contains(".main(tenant: \"tenant\")") == true)
    #expect(
      try specs.explanation("AskRequest.Payload").type?.members.map(\.limits)
        == [["Made by the client, another one for each request."]])
  }

  /// A body isn't a secret because a part of it is.
  @Test func secretsAreWhatIsSecret() throws {
    let specs = try ExplainedSpecs(specs: Self.bank)
    let body = try #require(specs.explanation("pay").endpoint?.parameters.first)
    #expect(!body.isSecret && body.hasSecrets)
    #expect(try specs.explanation("pay").text.contains("Has secrets."))
    let members = try specs.explanation("Payment").type?.members
    #expect(members?.map(\.isSecret) == [false, false] && members?.map(\.hasSecrets) == [false, true])
    #expect(try specs.explanation("Payment.Counterparty").type?.members.map(\.isSecret) == [false, true])
  }

  /// The page about the language says the same of types as `explain`.
  @Test func typesOfTheLanguageAreExplained() throws {
    let page = try String(
      contentsOf: package.appendingPathComponent("docs/spec-language.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    for name in LanguageWords.types {
      let type = try #require(LanguageWords.type(named: name), "\(name)")
      let row = try #require(
        rows.first { $0.split(separator: "|").first?.contains("`\(name)`") == true }, "\(name)")
      #expect(row.contains("`\(type.swift ?? "")") || row.contains("[`\(type.swift ?? "")"), "\(name)")
    }
    for name in LanguageWords.formats { #expect(LanguageWords.type(named: name) != nil, "\(name)") }
    #expect(LanguageWords.type(named: "int")?.details == "Write `integer`.")
    #expect(LanguageWords.type(named: "Item") == nil)
    let decimal = try #require(LanguageWords.type(named: "decimal"))
    let text = Explanation(
      LanguageExplanation(
        name: decimal.name, json: decimal.json, swift: decimal.swift, details: decimal.details)
    ).text
    #expect(text.contains("decimal, of the spec language\n") && text.contains("`Decimal`"), "\(text)")
    #expect(text.contains("lenient: [numberAsString]"))
  }

  /// What every client does isn't said of each endpoint, whatever the words for it are.
  @Test func defaultsAreNotRemarkable() throws {
    let specs = try ExplainedSpecs(specs: Self.deprecated)
    let explainer = try #require(specs.explainers.first)
    let endpoint = try #require(explainer.module.endpoints.first)
    let words = EndpointWords(explainer.module)
    let all = EndpointWords.Aspect.allCases.compactMap { words.described($0, of: endpoint) }
    #expect(all.count { $0.isDefault } == 11, "\(all)")
    #expect(
      all.filter { !$0.isDefault }.map(\.text).allSatisfy(explainer.facts(of: endpoint).behaviour.contains))
  }
}
