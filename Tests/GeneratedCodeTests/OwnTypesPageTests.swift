import Foundation
import Market
import Payments
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPITesting

/// The code of `docs/own-types.md`, word for word.
@Suite struct OwnTypesPageTests {
  private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Golden/OwnTypes")

  @Test func thePageIsCompiled() throws {
    let page = try PageCode("own-types.md", without: ["Coders", "Codecs"])
    #expect(page.blocks.count == 5)
    var missing = Set(try page.blocksMissing(in: #filePath))
    for file in ["Payments/Money.swift", "Generated/Market/OwnTypes.swift"] {
      missing.formIntersection(try page.blocksMissing(in: Self.golden.appendingPathComponent(file).path))
    }
    // The part of a manifest.
    #expect(missing.filter { !$0.hasPrefix(".target(") } == [])
  }

  @Test func theSpecsOnThePageAreTheTested() throws {
    let page = try PageCode("own-types.md", without: ["Coders", "Codecs"])
    let specs = try ["Market/orders.yaml", "Bazaar/module.yaml", "Ledger/module.yaml"].map { path in
      try String(contentsOf: Self.golden.appendingPathComponent("Specs/\(path)"), encoding: .utf8)
    }
    let lines = Set(specs.flatMap { $0.split(separator: "\n") })
    let blocks = page.texts("yaml")
    #expect(blocks.count == 4)
    #expect(blocks.flatMap { $0.split(separator: "\n") }.filter { !lines.contains($0) } == [])
  }

  @Test func theCodeRuns() async throws {
    let stubs = Stubs()
    let order = try Market.Order.decode(
      Array(
        """
        {"id":"0f0e0d0c-0b0a-4908-8706-050403020101","sku":"AB-12","price":"12.50","discount":null,"parts":[],"gaps":[],
        "totals":{},"wait":90,"paid":true,"address":{"street":"Rue","city":"Lyon"}}
        """.utf8))
    stubs.on(ListOrdersRequest.self, .value([order, order]))
    let client = Client(server: .main, configuration: .stubbed(stubs))
    let orders = try await client.listOrders(minimum: Money(cents: 500), currency: .krona)
    let total = orders.map(\.price.cents).reduce(0, +)
    let first = orders.first?.wait ?? .zero
    #expect(total == 2500 && first == .seconds(5400))
  }
}
