import Diagnostics
import Foundation
import GeneratorKit
import Market
import MockServer
import Payments
import Testing
import WGNAPIRuntime
import WGNAPIStreams

/// Answers with user-defined types, from the mock server of the same spec.
@Suite struct OwnTypeResponseTests {
  private struct MistakenSpecs: Error {}

  private func withClient(_ body: (Client) async throws -> Void) async throws {
    var sink = DiagnosticSink()
    let specs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/OwnTypes/Specs")
    let files = SpecLoader().load(specs.path, into: &sink).filter { $0.path.hasPrefix("Market/") }
    guard let api = readAPI(files, into: &sink), !sink.hasErrors else { throw MistakenSpecs() }
    let listener = MockListener(MockServer(api, options: MockOptions()))
    let port = try await listener.start()
    do {
      try await body(Client(server: Server(url: "http://127.0.0.1:\(port)/", like: .main)))
    } catch {
      await listener.stop()
      throw error
    }
    await listener.stop()
  }

  @Test func responsesHaveTheTypes() async throws {
    try await withClient { client in
      #expect(try await client.price(price: Money(cents: 100)) == Money(cents: 1250))
      #expect(try await client.prices() == [.euro: Money(cents: 1250)])
      let orders = try await client.listOrders(
        minimum: Money(cents: 100), currency: .krona, xLimit: Money(cents: 1))
      let order = try #require(orders.first)
      #expect(order.price == Money(cents: 1250) && order.totals == [.euro: Money(cents: 1250)])
      let response = try await client.response(to: OrderRequest(id: order.id))
      #expect(response.value.sku == SKU(rawValue: "AB-12"))
      #expect(try response.typedHeaders.xFee == Money(cents: 1250))
      let placed = try await client.placeOrder(payload: order)
      guard case .created(let created) = placed else {
        Issue.record("\(placed)")
        return
      }
      #expect(created.parts.first == Money(cents: 1250))
      try await client.refund(payload: .init(amount: Money(cents: 5), after: .seconds(60)))
      var live: [Money] = []
      for try await money in try await client.watch() { live.append(money) }
      #expect(!live.isEmpty && live.allSatisfy { $0 == Money(cents: 1250) })
    }
  }
}
