import Bazaar
import HTTPTypes
import Ledger
import Market
import Payments
import Testing
import WGNAPIPartial
import WGNAPIRuntime
import WGNAPISchema
import WGNAPITesting

/// User-defined types in generated code, from specs and beside an OpenAPI document.
@Suite struct OwnTypeTests {
  private static let order = """
    {"id":"0f0e0d0c-0b0a-4908-8706-050403020101","sku":"AB-12","price":"12.50","tip":"1.00","discount":null,\
    "rebate":null,"parts":["1.00","-2.05"],"gaps":["3.00",null],"totals":{"EUR":"9.99"},"taxes":{"low":"0.07"},\
    "wait":90,"pauses":[5,10],"paid":"7.00","extremes":["1.00","2.00"],"address":{"street":"Rue","city":"Lyon"},\
    "points":3,"pin":"4.00"}
    """

  private func violations(replacing old: String, with new: String) throws -> [String] {
    let text = Self.order.replacing(old, with: new)
    #expect(text != Self.order)
    return try Market.Order.decodeReporting(Array(text.utf8)).violations.map { violation in
      "\(violation.instanceLocation) \(violation.keyword)"
    }
  }

  // MARK: Models

  @Test func propertiesListsMapsAndKeysHaveTheTypes() throws {
    let (order, violations) = try Market.Order.decodeReporting(Array(Self.order.utf8))
    #expect(violations.isEmpty)
    #expect(order.id == OrderID(rawValue: "0f0e0d0c-0b0a-4908-8706-050403020101"))
    #expect(order.sku == SKU(rawValue: "AB-12"))
    #expect(order.price == Money(cents: 1250) && order.tip == Money(cents: 100))
    #expect(order.discount == nil && order.rebate == nil && order.$rebate == .null)
    #expect(order.parts == [Money(cents: 100), Money(cents: -205)])
    #expect(order.gaps == [Money(cents: 300), nil])
    #expect(order.totals == [.euro: Money(cents: 999)] && order.taxes == ["low": Money(cents: 7)])
    #expect(order.wait == .seconds(5400) && order.pauses == [.seconds(300), .seconds(600)])
    #expect(order.paid == .money(Money(cents: 700)))
    #expect(order.extremes?.most == Money(cents: 200))
    #expect(order.address == PostalAddress(street: "Rue", city: "Lyon"))
    #expect(order.points == Tagged<Money, Int>(rawValue: 3))
    #expect(try String(decoding: order.encoded(), as: UTF8.self) == Self.order)
  }

  @Test func aliasesAreTheTypes() {
    #expect(Market.Currency.self == Payments.Currency.self)
    #expect(Market.Wait.self == Duration.self && Market.Address.self == PostalAddress.self)
  }

  @Test func anAlternativeMayHaveAType() throws {
    let text = #"{"address":{"street":"Rue","city":"Lyon"}}"#
    let paid = try Market.Order.Paid.decode(Array(text.utf8))
    #expect(paid == .object(.init(address: PostalAddress(street: "Rue", city: "Lyon"))))
    #expect(try String(decoding: paid.encoded(), as: UTF8.self) == text)
  }

  @Test(arguments: [
    ("\"AB-12\"", "\"AB12\"", ["/sku pattern"]),
    ("\"price\":\"12.50\"", "\"price\":\"123456789012.50\"", ["/price maxLength"]),
    ("\"wait\":90", "\"wait\":700", ["/wait maximum"]), ("[5,10]", "[5,601]", ["/pauses/1 maximum"]),
    ("\"street\":\"Rue\"", "\"street\":\"\"", ["/address/street minLength"]),
    ("\"points\":3", "\"points\":-3", ["/points minimum"]),
    ("0f0e0d0c-0b0a-4908-8706-050403020101", "seven", ["/id format"]),
    ("{\"EUR\":\"9.99\"}", "{\"EUR\":\"123456789012.50\"}", ["/totals/EUR maxLength"]),
    ("\"2.00\"]", "\"123456789012.50\"]", ["/extremes/1 maxLength"]),
  ]) func schemasAreStillChecked(_ old: String, _ new: String, _ expected: [String]) throws {
    #expect(try violations(replacing: old, with: new) == expected)
  }

  @Test(arguments: [
    ("\"12.50\"", "\"12,50\"", "/price"), ("{\"EUR\"", "{\"XXX\"", "/totals"),
    ("\"wait\":90", "\"wait\":\"90\"", "/wait"),
  ])
  func whatATypeRefusesIsAnError(_ old: String, _ new: String, _ place: String) throws {
    let text = Self.order.replacing(old, with: new)
    let error = try #require(throws: JSONError.self) { try Market.Order.decode(Array(text.utf8)) }
    #expect("/" + error.path.prefix(1).joined(separator: "/") == place)
  }

  @Test func validatorsOfNamedSchemasCheckBoth() throws {
    #expect(JSONSchema(Market.Constraints.money).isValid(Array("\"12.50\"".utf8)))
    #expect(!JSONSchema(Market.Constraints.money).isValid(Array("\"12.5\"".utf8)))
    #expect(!JSONSchema(Market.Constraints.currency).isValid(Array("\"US\"".utf8)))
    #expect(!Payments.Currency.isValid(Array("\"USD\"".utf8)))
    #expect(!JSONSchema(Market.Constraints.address).isValid(Array(#"{"street":"","city":"Lyon"}"#.utf8)))
  }

  @Test func aSecretOfATypeIsHidden() throws {
    let order = try Market.Order.decode(Array(Self.order.utf8))
    #expect(
      String(reflecting: order).contains("<redacted>") && !String(reflecting: order).contains("cents: 400"))
  }

  @Test func aSliceHasTheTypes() throws {
    let row = try Market.OrderRow.decode(Array(Self.order.utf8))
    #expect(row.price == Money(cents: 1250) && row.totals == [.euro: Money(cents: 999)])
  }

  @Test func aUnionOfTheUsersMayHaveOtherValues() throws {
    let text = Self.order.replacing(#""points":3"#, with: #""carrier":[1],"points":3"#)
    let (order, violations) = try Market.Order.decodeReporting(Array(text.utf8))
    #expect(order.carrier == Carrier(rawValue: [1]) && violations.isEmpty)
  }

  @Test func partialResponsesHaveTheTypes() throws {
    let text = #"{"price":"12.50","address":{"street":"Rue","city":"Lyon"},"totals":{"EUR":"9.99"}}"#
    let some = try Partial<Market.Order>.decode(
      Array(text.utf8), fields: [\.price, \.address, \.totals, \.tip])
    #expect(some.price == .value(Money(cents: 1250)) && some.totals == .value([.euro: Money(cents: 999)]))
    #expect(some.address == .value(PostalAddress(street: "Rue", city: "Lyon")))
    #expect(some.tip == .value(nil) && some.wait == .notRequested)
  }

  // MARK: Documents of JSON Schema

  @Test func modelsOfDocumentsHaveTheTypes() throws {
    let text = #"{"article":"AB-1","others":["CD-2"],"sender":{"street":"Rue","city":"Lyon"}}"#
    let (entry, violations) = try Ledger.Entry.decodeReporting(Array(text.utf8))
    #expect(violations.isEmpty)
    #expect(entry.article == SKU(rawValue: "AB-1") && entry.others == [SKU(rawValue: "CD-2")])
    #expect(entry.sender == PostalAddress(street: "Rue", city: "Lyon"))
    #expect(try String(decoding: entry.encoded(), as: UTF8.self) == text)
    let wrong = text.replacing("AB-1", with: "AB1").replacing("CD-2", with: "CD").replacing("Rue", with: "")
    let found = try Ledger.Entry.decodeReporting(Array(wrong.utf8)).violations.map(\.instanceLocation)
    #expect(Set(found) == ["/article", "/others/0", "/sender/street"])
    #expect(!JSONSchema(Ledger.Constraints.address).isValid(Array(#"{"street":"","city":"Lyon"}"#.utf8)))
  }

  // MARK: Requests

  private let client = Market.Client(server: .main, configuration: .composing)

  @Test func aParameterOfTheClientHasATypeWithACoder() throws {
    let client = Market.Client(server: .main, patience: .seconds(180), configuration: .composing)
    #expect(
      try client.composedLines(of: PricesRequest())[0] == "GET https://market.example.com/prices?patience=3")
  }

  @Test func parametersAreWrittenAsText() throws {
    let lines = try client.composedLines(
      of: ListOrdersRequest(
        minimum: Money(cents: 5), between: [Money(cents: 100), Money(cents: 250)], currency: .krona,
        xLimit: Money(cents: -1)))
    #expect(
      lines == [
        "GET https://market.example.com/orders?minimum=0.05&between=1.00%2C2.50&currency=SEK",
        "Accept: application/json",
        "X-Limit: -0.01",
      ])
    #expect(
      try client.composedLines(of: PriceRequest(price: Money(cents: 1250)))[0].hasSuffix("/prices/12.50"))
    let form = RefundRequest.Payload(amount: Money(cents: 1), after: .seconds(120))
    #expect(try client.composedLines(of: RefundRequest(payload: form)).last == "amount=0.01&after=2")
  }

  @Test func parametersAreStillChecked() throws {
    let huge = Money(cents: 12_345_678_901_250)
    #expect(try client.composedLines(of: PriceRequest(price: huge)) == ["refused", "/price maxLength"])
    #expect(
      try client.composedLines(of: ListOrdersRequest(between: [huge], xLimit: huge))
        == ["refused", "/between/0 maxLength", "/X-Limit maxLength"])
    #expect(
      try client.composedLines(of: OrderRequest(id: OrderID(rawValue: "seven"))) == ["refused", "/id format"])
  }

  // MARK: Policies

  /// Endpoints have the policies of the user's that their spec names, or those of their module; a call may have others.
  @Test func middlewareSeesTheUsersPolicies() async throws {
    let stubs = Stubs()
    stubs.on(PriceRequest.self, .value(Money(cents: 1)))
    stubs.on(PricesRequest.self, .value([:]))
    stubs.on(RatesRequest.self, .value([:]))
    stubs.on(PlaceOrderRequest.self, .json("{}", status: 400))
    var configuration = ClientConfiguration.stubbed(stubs)
    configuration.middleware = [Marking()]
    let client = Market.Client(server: .main, configuration: configuration)
    _ = try await client.price(price: Money(cents: 1))
    _ = try await client.rates()
    _ = try await client.prices()
    _ = try await client.send(PricesRequest(), options: [.rank(7)])
    _ = try? await client.placeOrder(payload: Market.Order.decode(Array(Self.order.utf8)))
    let name = try #require(HTTPField.Name("X-Marks"))
    #expect(
      stubs.requests.map { $0.httpRequest.headerFields[name] ?? "" } == [
        "", "plain", "sealed", "sealed 7", "audited 3",
      ])
  }

  @Test func operationsOfADocumentHaveTheUsersPolicies() async throws {
    let stubs = Stubs()
    stubs.on(ListItemsRequest.self, .value([]))
    stubs.on(AddItemRequest.self, .status(204))
    var configuration = ClientConfiguration.stubbed(stubs)
    configuration.middleware = [Marking()]
    let client = Bazaar.Client(server: .bazaar, configuration: configuration)
    _ = try await client.send(ListItemsRequest())
    let item =
      #"{"price":"3.50","old":null,"added":"2026-11-24T12:00:00Z","code":"VAT","points":2,"places":[]}"#
    _ = try await client.send(AddItemRequest(payload: .decode(Array(item.utf8))))
    let name = try #require(HTTPField.Name("X-Marks"))
    #expect(stubs.requests.map { $0.httpRequest.headerFields[name] } == ["sealed", "sealed 1"])
  }

  // MARK: Beside a document

  @Test func typesAreChosenBesideADocument() throws {
    let text =
      #"{"price":"3.50","old":null,"added":"2026-11-24T12:00:00Z","code":"VAT","points":2,"places":[{"street":"Rue","city":"Lyon"}]}"#
    let (item, violations) = try Item.decodeReporting(Array(text.utf8))
    #expect(violations.isEmpty)
    #expect(item.price == Money(cents: 350) && item.old == nil && item.code == .valueAddedTax)
    // A format that the tool has a type for, too.
    #expect(item.added == "2026-11-24T12:00:00Z" && item.points == Tagged<Money, Int>(rawValue: 2))
    #expect(item.places == [PostalAddress(street: "Rue", city: "Lyon")])
    #expect(try String(decoding: item.encoded(), as: UTF8.self) == text)
    let wrong = text.replacing("3.50", with: "-3.50").replacing("T12:", with: "T42:").replacing(
      "Rue", with: "")
    let found = try Item.decodeReporting(Array(wrong.utf8)).violations.map {
      "\($0.instanceLocation) \($0.keyword)"
    }
    #expect(found == ["/price pattern", "/added format", "/places/0/street minLength"])
  }

  @Test func parametersOfADocumentHaveTheTypes() throws {
    let client = Bazaar.Client(server: .bazaar, configuration: .composing)
    let request = ListItemsRequest(
      most: Money(cents: 100), wait: .seconds(60), codes: [.valueAddedTax, .euro])
    #expect(
      try client.composedLines(of: request)[0]
        == "GET https://bazaar.example.com/items?most=1.00&wait=1&codes=VAT&codes=EUR")
  }
}

/// Sends the policies of the user's in a header field.
private struct Marking: APIMiddleware {
  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    var request = request
    let marks = [
      request.call.policy(Sealed.self).map { _ in "sealed" },
      request.call.policy(Audited.self).map { _ in "audited" },
      request.call.policy(Plain.self).map { _ in "plain" },
      request.call.policy(Rank.self).map { "\($0.place)" },
    ]
    if let name = HTTPField.Name("X-Marks") {
      request.httpRequest.headerFields[name] = marks.compactMap(\.self).joined(separator: " ")
    }
    return try await next(request)
  }
}
